; The threads of a parallel loop.
;
; Each has a record of its own. A thread whose part fails jumps back to where its part began and frees
; what the part has taken. The first failure is that of the team: when all threads have ended, it
; ends the run. om.fork replaces the OpenMP runtime's __kmpc_fork_call; om.barrier its __kmpc_barrier,
; where the others would wait for ever for a thread that has failed.

declare void @__kmpc_fork_call(ptr, i32, ptr, ...)
declare i32 @omp_get_num_threads()
declare i32 @sched_yield()

define hidden void @om.fork(ptr %ident, i32 %count, ptr %task, $last_parameter) {
entry:
  $last_argument
  %team = alloca %Team
  %dp = getelementptr %Team, ptr %team, i32 0, i32 1
  %fp = getelementptr %Team, ptr %team, i32 0, i32 2
  store ptr %task, ptr %team
  store ptr %data, ptr %dp
  store i32 0, ptr %fp
  %ap = getelementptr %Team, ptr %team, i32 0, i32 4
  %rp = getelementptr %Team, ptr %team, i32 0, i32 5
  store i32 0, ptr %ap
  store i32 0, ptr %rp
  call void (ptr, i32, ptr, ...) @__kmpc_fork_call(ptr %ident, i32 1, ptr @om.thread, ptr %team)
  %failed = load i32, ptr %fp
  %bad = icmp ne i32 %failed, 0
  br i1 %bad, label %fail, label %done
fail:
  %wp = getelementptr %Team, ptr %team, i32 0, i32 3
  %why = load %Failure, ptr %wp
  %message = extractvalue %Failure %why, 0
  %a = extractvalue %Failure %why, 1, 0
  %b = extractvalue %Failure %why, 1, 1
  %c = extractvalue %Failure %why, 1, 2
  %d = extractvalue %Failure %why, 1, 3
  %e = extractvalue %Failure %why, 1, 4
  call void @om.fail(ptr %message, i64 %a, i64 %b, i64 %c, i64 %d, i64 %e)
  unreachable
done:
  ret void
}

; One thread's part.
define internal void @om.thread(ptr %number, ptr %bound, ptr %team) {
entry:
  %run = alloca %Run, align 16
  call void @om.enter(ptr %run)
  %tp = getelementptr %Run, ptr %run, i32 0, i32 6
  store ptr %team, ptr %tp
  %jumped = call i32 @_setjmp(ptr %run) returns_twice
  %out = icmp ne i32 %jumped, 0
  br i1 %out, label %failed, label %body
failed:
  call void @om.abandon(ptr %run)
  %fp = getelementptr %Team, ptr %team, i32 0, i32 2
  %old = cmpxchg ptr %fp, i32 0, i32 1 monotonic monotonic
  %first = extractvalue { i32, i1 } %old, 1
  br i1 %first, label %tell, label %done
tell:
  %from = getelementptr %Run, ptr %run, i32 0, i32 5
  %to = getelementptr %Team, ptr %team, i32 0, i32 3
  %why = load %Failure, ptr %from
  store %Failure %why, ptr %to
  br label %done
body:
  %dp = getelementptr %Team, ptr %team, i32 0, i32 1
  %task = load ptr, ptr %team
  %data = load ptr, ptr %dp
  call void %task(ptr %number, ptr %bound, ptr %data)
  call void @om.leave(ptr %run)
  br label %done
done:
  ret void
}

; Waits until all threads of the team have come here, or ends the thread's part if one has failed.
define hidden void @om.barrier(ptr %ident, i32 %thread) {
entry:
  %run = call ptr @om.current()
  %tp = getelementptr %Run, ptr %run, i32 0, i32 6
  %team = load ptr, ptr %tp
  %fp = getelementptr %Team, ptr %team, i32 0, i32 2
  %ap = getelementptr %Team, ptr %team, i32 0, i32 4
  %rp = getelementptr %Team, ptr %team, i32 0, i32 5
  %threads = call i32 @omp_get_num_threads()
  %round = load atomic i32, ptr %rp acquire, align 4
  %before = atomicrmw add ptr %ap, i32 1 acq_rel
  %arrived = add i32 %before, 1
  %last = icmp eq i32 %arrived, %threads
  br i1 %last, label %open, label %wait
open:
  store atomic i32 0, ptr %ap monotonic, align 4
  %next = add i32 %round, 1
  store atomic i32 %next, ptr %rp release, align 4
  br label %done
wait:
  %i = phi i32 [ 0, %entry ], [ %i1, %again ]
  %now = load atomic i32, ptr %rp acquire, align 4
  %opened = icmp ne i32 %now, %round
  br i1 %opened, label %done, label %look
look:
  %failed = load atomic i32, ptr %fp monotonic, align 4
  %over = icmp ne i32 %failed, 0
  br i1 %over, label %end, label %still
still:
  %i1 = add i32 %i, 1
  %rest = and i32 %i1, 1023
  %long = icmp eq i32 %rest, 0
  br i1 %long, label %yield, label %again
yield:
  %ignored = call i32 @sched_yield()
  br label %again
again:
  br label %wait
end:
  call void @om.fail(ptr null, i64 0, i64 0, i64 0, i64 0, i64 0)
  unreachable
done:
  ret void
}
