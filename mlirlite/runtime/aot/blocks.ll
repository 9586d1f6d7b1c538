; The memory that a run takes. The model's malloc and free are om.alloc and om.release; what was
; taken is listed in the run's %Run.

define hidden noalias ptr @om.alloc(i64 %bytes)
    allockind("alloc,uninitialized") allocsize(0) "alloc-family"="malloc" {
entry:
  %run = call ptr @om.current()
  %block = call ptr @om.malloc(i64 %bytes)
  %none = icmp eq ptr %block, null
  %alone = icmp eq ptr %run, null
  br i1 %none, label %failed, label %taken
taken:
  br i1 %alone, label %done, label %list
list:
  %bp = getelementptr %Run, ptr %run, i32 0, i32 2
  %cp = getelementptr %Run, ptr %run, i32 0, i32 3
  %rp = getelementptr %Run, ptr %run, i32 0, i32 4
  %old = load ptr, ptr %bp
  %count = load i64, ptr %cp
  %room = load i64, ptr %rp
  %full = icmp eq i64 %count, %room
  br i1 %full, label %grow, label %note
grow:
  %double = shl i64 %room, 1
  %more = call i64 @llvm.umax.i64(i64 %double, i64 64)
  %pointer = ptrtoint ptr getelementptr (ptr, ptr null, i32 1) to i64
  %size = mul i64 %more, %pointer
  %new = call ptr @om.malloc(i64 %size)
  %stuck = icmp eq ptr %new, null
  br i1 %stuck, label %undo, label %move
move:
  %used = mul i64 %count, %pointer
  call void @llvm.memcpy.p0.p0.i64(ptr %new, ptr %old, i64 %used, i1 false)
  call void @free(ptr %old)
  store ptr %new, ptr %bp
  store i64 %more, ptr %rp
  br label %note
note:
  %blocks = phi ptr [ %old, %list ], [ %new, %move ]
  %place = getelementptr ptr, ptr %blocks, i64 %count
  store ptr %block, ptr %place
  %next = add i64 %count, 1
  store i64 %next, ptr %cp
  br label %done
done:
  ret ptr %block
undo:
  call void @free(ptr %block)
  br label %failed
failed:
  call void @om.fail(ptr null, i64 0, i64 0, i64 0, i64 0, i64 0)
  unreachable
}

define hidden void @om.drop_list(ptr %run) {
  %blocks = getelementptr %Run, ptr %run, i32 0, i32 2
  %list = load ptr, ptr %blocks
  call void @free(ptr %list)
  ret void
}

define hidden void @om.free_blocks(ptr %run) {
entry:
  %blocks = getelementptr %Run, ptr %run, i32 0, i32 2
  %count = getelementptr %Run, ptr %run, i32 0, i32 3
  %list = load ptr, ptr %blocks
  %n = load i64, ptr %count
  br label %test
test:
  %i = phi i64 [ 0, %entry ], [ %i1, %one ]
  %more = icmp slt i64 %i, %n
  br i1 %more, label %one, label %done
one:
  %p = getelementptr ptr, ptr %list, i64 %i
  %block = load ptr, ptr %p
  call void @free(ptr %block)
  %i1 = add i64 %i, 1
  br label %test
done:
  ret void
}

; Takes a block off the list; true when it was on it. The last ones are looked at first.
define hidden i1 @om.forget(ptr %block) {
entry:
  %run = call ptr @om.current()
  %alone = icmp eq ptr %run, null
  br i1 %alone, label %no, label %start
start:
  %bp = getelementptr %Run, ptr %run, i32 0, i32 2
  %cp = getelementptr %Run, ptr %run, i32 0, i32 3
  %blocks = load ptr, ptr %bp
  %count = load i64, ptr %cp
  br label %test
test:
  %i = phi i64 [ %count, %start ], [ %i1, %look ]
  %more = icmp sgt i64 %i, 0
  br i1 %more, label %look, label %no
look:
  %i1 = sub i64 %i, 1
  %p = getelementptr ptr, ptr %blocks, i64 %i1
  %v = load ptr, ptr %p
  %same = icmp eq ptr %v, %block
  br i1 %same, label %yes, label %test
yes:
  %last = sub i64 %count, 1
  %lp = getelementptr ptr, ptr %blocks, i64 %last
  %moved = load ptr, ptr %lp
  store ptr %moved, ptr %p
  store i64 %last, ptr %cp
  ret i1 true
no:
  ret i1 false
}

define hidden void @om.release(ptr allocptr %block)
    allockind("free") "alloc-family"="malloc" {
  %listed = call i1 @om.forget(ptr %block)
  call void @free(ptr %block)
  ret void
}

; 1 when a result's memory is the run's, to be given away; 0 when it is an input's, a constant's,
; or that of a result before.
define hidden i64 @om.owns(ptr %allocated) {
  %listed = call i1 @om.forget(ptr %allocated)
  %owning = zext i1 %listed to i64
  ret i64 %owning
}

declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
