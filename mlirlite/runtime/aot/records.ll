; What is known of a run, and of the threads of a parallel loop.

; why a run failed: a message (null: out of memory) and its values
%Failure = type { ptr, [5 x i64] }

; a run: jump buffer; run before this one on the thread; blocks, their number, room for them; why it
; failed; the team of a thread of a parallel loop
%Run = type { [128 x i64], ptr, ptr, i64, i64, %Failure, ptr }

; the threads of a loop: the function that runs it and its data; 1 when a thread has failed, and why;
; how many threads have come to a barrier, and how many barriers all have passed
%Team = type { ptr, ptr, i32, %Failure, i32, i32 }

