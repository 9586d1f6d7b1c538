; One run of a model: the memory it takes, and how it fails.
;
; The model's malloc and free are om.alloc and om.release. What a run has taken is listed in its
; %Run; when memory is out, the run jumps back to its entry, which frees the list and returns an
; error. `$tls` is the target's word for thread-local variables.

; jump buffer; run before this one on the thread; blocks, their number, room for them
%Run = type { [128 x i64], ptr, ptr, i64, i64 }

@om.run = hidden $tls global ptr null

define hidden void @om.enter(ptr %run) {
  %before = load ptr, ptr @om.run
  %bp = getelementptr %Run, ptr %run, i32 0, i32 1
  %blocks = getelementptr %Run, ptr %run, i32 0, i32 2
  %count = getelementptr %Run, ptr %run, i32 0, i32 3
  %room = getelementptr %Run, ptr %run, i32 0, i32 4
  store ptr %before, ptr %bp
  store ptr null, ptr %blocks
  store i64 0, ptr %count
  store i64 0, ptr %room
  store ptr %run, ptr @om.run
  ret void
}

; Ends a run. What is still listed belongs to the result.
define hidden void @om.leave(ptr %run) {
  %bp = getelementptr %Run, ptr %run, i32 0, i32 1
  %before = load ptr, ptr %bp
  store ptr %before, ptr @om.run
  %blocks = getelementptr %Run, ptr %run, i32 0, i32 2
  %list = load ptr, ptr %blocks
  call void @free(ptr %list)
  ret void
}

; Ends a run that is out of memory: frees all that it has taken.
define hidden void @om.abandon(ptr %run, ptr %name) {
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
  call void @om.leave(ptr %run)
  call void (i32, ptr, ...) @om.report(i32 12, ptr @om.text.memory, ptr %name)
  ret void
}

define hidden noalias ptr @om.alloc(i64 %bytes)
    allockind("alloc,uninitialized") allocsize(0) "alloc-family"="malloc" {
entry:
  %run = load ptr, ptr @om.run
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
  br label %jump
failed:
  br i1 %alone, label %end, label %jump
jump:
  $jump
  unreachable
end:  ; another thread of the run: there is nobody to return to
  call void (i32, ptr, ...) @om.report(i32 12, ptr @om.text.memory, ptr @om.text.thread)
  call void @abort()
  unreachable
}

; Takes a block off the list; true when it was on it. The last ones are looked at first.
define hidden i1 @om.forget(ptr %block) {
entry:
  %run = load ptr, ptr @om.run
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

; A list with room for n tensors; its memory is on the list of the run.
define hidden ptr @om.new_list(i64 %entry, i64 %n) {
  %size = ptrtoint ptr getelementptr (%OMTensorList, ptr null, i32 1) to i64
  %pointer = ptrtoint ptr getelementptr (ptr, ptr null, i32 1) to i64
  %bytes = mul i64 %n, %pointer
  %list = call ptr @om.alloc(i64 %size)
  %array = call ptr @om.alloc(i64 %bytes)
  %count = getelementptr %OMTensorList, ptr %list, i32 0, i32 1
  %shallow = getelementptr %OMTensorList, ptr %list, i32 0, i32 2
  store ptr %array, ptr %list
  store i64 %n, ptr %count
  store i8 0, ptr %shallow
  ret ptr %list
}

; A tensor of a result, with room for its shape.
define hidden void @om.new_output(ptr %list, i64 %i, i64 %rank) {
  %size = ptrtoint ptr getelementptr (%OMTensor, ptr null, i32 1) to i64
  %bytes = mul i64 %rank, 8
  %t = call ptr @om.alloc(i64 %size)
  %shape = call ptr @om.alloc(i64 %bytes)
  %strides = call ptr @om.alloc(i64 %bytes)
  %sp = getelementptr %OMTensor, ptr %t, i32 0, i32 3
  %tp = getelementptr %OMTensor, ptr %t, i32 0, i32 4
  store ptr %shape, ptr %sp
  store ptr %strides, ptr %tp
  %array = load ptr, ptr %list
  %place = getelementptr ptr, ptr %array, i64 %i
  store ptr %t, ptr %place
  ret void
}

; 1 when a result's memory is the run's, to be given away; 0 when it is an input's, a constant's,
; or that of a result before.
define hidden i64 @om.owns(ptr %allocated) {
  %listed = call i1 @om.forget(ptr %allocated)
  %owning = zext i1 %listed to i64
  ret i64 %owning
}

declare void @abort()
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

