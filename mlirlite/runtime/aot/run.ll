; One run of a model, and how it fails.
;
; A run has a record on its caller's stack, which its thread points to. If memory is exhausted, or a
; requirement of an operator fails, the run jumps back to its entry, which frees the memory of the
; run and returns an error (targets without jumps trap). om.current and om.set_current are
; the thread's word for its record.

define hidden void @om.enter(ptr %run) {
  %before = call ptr @om.current()
  %bp = getelementptr %Run, ptr %run, i32 0, i32 1
  %blocks = getelementptr %Run, ptr %run, i32 0, i32 2
  %count = getelementptr %Run, ptr %run, i32 0, i32 3
  %room = getelementptr %Run, ptr %run, i32 0, i32 4
  %message = getelementptr %Run, ptr %run, i32 0, i32 5
  store ptr %before, ptr %bp
  store ptr null, ptr %blocks
  store i64 0, ptr %count
  store i64 0, ptr %room
  %team = getelementptr %Run, ptr %run, i32 0, i32 6
  store ptr null, ptr %message
  store ptr null, ptr %team
  call void @om.set_current(ptr %run)
  ret void
}

; Ends a run. What is still listed belongs to the result.
define hidden void @om.leave(ptr %run) {
  %bp = getelementptr %Run, ptr %run, i32 0, i32 1
  %before = load ptr, ptr %bp
  call void @om.set_current(ptr %before)
  call void @om.drop_list(ptr %run)
  ret void
}

; Ends a run that failed: frees all that it has taken.
define hidden void @om.abandon(ptr %run) {
  call void @om.free_blocks(ptr %run)
  call void @om.leave(ptr %run)
  ret void
}

; Ends the run because of what the message says of the values.
define hidden void @om.fail(ptr %message, i64 %a, i64 %b, i64 %c, i64 %d, i64 %e) noreturn cold {
entry:
  %run = call ptr @om.current()
  %alone = icmp eq ptr %run, null
  br i1 %alone, label %end, label %jump
jump:
  %mp = getelementptr %Run, ptr %run, i32 0, i32 5
  store ptr %message, ptr %mp
  %ap = getelementptr %Run, ptr %run, i32 0, i32 5, i32 1, i32 0
  %bp = getelementptr %Run, ptr %run, i32 0, i32 5, i32 1, i32 1
  %cp = getelementptr %Run, ptr %run, i32 0, i32 5, i32 1, i32 2
  %dp = getelementptr %Run, ptr %run, i32 0, i32 5, i32 1, i32 3
  %ep = getelementptr %Run, ptr %run, i32 0, i32 5, i32 1, i32 4
  store i64 %a, ptr %ap
  store i64 %b, ptr %bp
  store i64 %c, ptr %cp
  store i64 %d, ptr %dp
  store i64 %e, ptr %ep
  $jump
  unreachable
end:  ; no run, or a thread without a record: there is nobody to return to
  call void @om.say(ptr @om.text.thread, ptr %message, i64 %a, i64 %b, i64 %c, i64 %d, i64 %e)
  $stop
  unreachable
}

; Says why a run failed and sets errno.
define hidden void @om.say_failure(ptr %run, ptr %name) {
  %mp = getelementptr %Run, ptr %run, i32 0, i32 5
  %ap = getelementptr %Run, ptr %run, i32 0, i32 5, i32 1, i32 0
  %bp = getelementptr %Run, ptr %run, i32 0, i32 5, i32 1, i32 1
  %cp = getelementptr %Run, ptr %run, i32 0, i32 5, i32 1, i32 2
  %dp = getelementptr %Run, ptr %run, i32 0, i32 5, i32 1, i32 3
  %ep = getelementptr %Run, ptr %run, i32 0, i32 5, i32 1, i32 4
  %message = load ptr, ptr %mp
  %a = load i64, ptr %ap
  %b = load i64, ptr %bp
  %c = load i64, ptr %cp
  %d = load i64, ptr %dp
  %e = load i64, ptr %ep
  call void @om.say(ptr %name, ptr %message, i64 %a, i64 %b, i64 %c, i64 %d, i64 %e)
  ret void
}

define hidden void @om.say(
    ptr %name, ptr %message, i64 %a, i64 %b, i64 %c, i64 %d, i64 %e) noinline cold {
entry:
  %text = alloca [1024 x i8]
  %is_memory = icmp eq ptr %message, null
  br i1 %is_memory, label %memory, label %required
memory:
  call void (i32, ptr, ...) @om.report(i32 12, ptr @om.text.memory, ptr %name)
  ret void
required:
  call void (ptr, ptr, ...) @om.format(ptr %text, ptr %message,
    i64 %a, i64 %b, i64 %c, i64 %d, i64 %e)
  call void (i32, ptr, ...) @om.report(i32 22, ptr @om.text.failed, ptr %name, ptr %text)
  ret void
}
