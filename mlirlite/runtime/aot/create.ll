; Making and freeing tensors and lists. Everything is malloc's, so that a C program may also free
; what it took over. `$size` is the target's size_t.

define hidden ptr @om.malloc(i64 %bytes) {
entry:
  %limit = shl i64 1, $limit
  %fits = icmp ult i64 %bytes, %limit
  br i1 %fits, label %take, label %failed
take:
  %some = call i64 @llvm.umax.i64(i64 %bytes, i64 1)
  $narrow
  %p = call ptr @malloc($size %n)
  %none = icmp eq ptr %p, null
  br i1 %none, label %failed, label %done
done:
  ret ptr %p
failed:
  call void @om.set_errno(i32 12)
  ret ptr null
}

define ptr @omTensorCreateWithOwnership(ptr %data, ptr %shape, i64 %rank, i32 %code, i64 %owning) {
entry:
  %negative = icmp slt i64 %rank, 0
  br i1 %negative, label %wrong, label %room
room:
  %bytes = call i64 @om.times(i64 %rank, i64 8)
  %possible = icmp sge i64 %bytes, 0
  br i1 %possible, label %sizes_of, label %full
sizes_of:
  %sane = call i1 @om.sane(ptr %shape, i64 %rank)
  br i1 %sane, label %count, label %wrong
count:
  %elements = call i64 @om.product(ptr %shape, i64 %rank)
  %element = call i64 @om.size(i32 %code)
  %unit = call i64 @llvm.umax.i64(i64 %element, i64 1)
  %all = call i64 @om.times(i64 %elements, i64 %unit)
  %addressable = icmp sge i64 %all, 0
  br i1 %addressable, label %make, label %full
make:
  %size = ptrtoint ptr getelementptr (%OMTensor, ptr null, i32 1) to i64
  %t = call ptr @om.malloc(i64 %size)
  %sizes = call ptr @om.malloc(i64 %bytes)
  %strides = call ptr @om.malloc(i64 %bytes)
  %a = icmp eq ptr %t, null
  %b = icmp eq ptr %sizes, null
  %c = icmp eq ptr %strides, null
  %ab = or i1 %a, %b
  %abc = or i1 %ab, %c
  br i1 %abc, label %failed, label %fill
fill:
  call void @om.fill(ptr %t, ptr %data, ptr %data, i64 %rank, i32 %code, i64 %owning)
  %sp = getelementptr %OMTensor, ptr %t, i32 0, i32 3
  %tp = getelementptr %OMTensor, ptr %t, i32 0, i32 4
  store ptr %sizes, ptr %sp
  store ptr %strides, ptr %tp
  call void @om.copy(ptr %sizes, ptr %shape, i64 %rank, i64 1)
  call void @om.row_major(ptr %strides, ptr %sizes, i64 %rank)
  ret ptr %t
failed:
  call void @free(ptr %t)
  call void @free(ptr %sizes)
  call void @free(ptr %strides)
  ret ptr null
full:
  call void @om.set_errno(i32 12)
  ret ptr null
wrong:
  call void @om.set_errno(i32 22)
  ret ptr null
}

; True for a shape of which no size is negative.
define hidden i1 @om.sane(ptr %shape, i64 %rank) {
entry:
  %none = icmp eq ptr %shape, null
  %scalar = icmp eq i64 %rank, 0
  br i1 %scalar, label %yes, label %some
some:
  br i1 %none, label %no, label %test
test:
  %i = phi i64 [ 0, %some ], [ %i1, %next ]
  %p = getelementptr i64, ptr %shape, i64 %i
  %d = load i64, ptr %p
  %negative = icmp slt i64 %d, 0
  br i1 %negative, label %no, label %next
next:
  %i1 = add i64 %i, 1
  %more = icmp slt i64 %i1, %rank
  br i1 %more, label %test, label %yes
yes:
  ret i1 true
no:
  ret i1 false
}

define ptr @omTensorCreate(ptr %data, ptr %shape, i64 %rank, i32 %code) {
  %t = call ptr @omTensorCreateWithOwnership(ptr %data, ptr %shape, i64 %rank, i32 %code, i64 0)
  ret ptr %t
}

define ptr @omTensorCreateEmpty(ptr %shape, i64 %rank, i32 %code) {
entry:
  %size = call i64 @om.size(i32 %code)
  %t = call ptr @omTensorCreateWithOwnership(ptr null, ptr %shape, i64 %rank, i32 %code, i64 1)
  %unknown = icmp eq i64 %size, 0
  %none = icmp eq ptr %t, null
  br i1 %none, label %failed, label %known
known:
  br i1 %unknown, label %wrong, label %data
data:
  %bytes = call i64 @omTensorGetBufferSize(ptr %t)
  %memory = call ptr @om.malloc(i64 %bytes)
  %missing = icmp eq ptr %memory, null
  br i1 %missing, label %undo, label %fill
fill:
  call void @om.fill(ptr %t, ptr %memory, ptr %memory, i64 %rank, i32 %code, i64 1)
  %texts = icmp eq i32 %code, 8
  br i1 %texts, label %clear, label %done
clear:  ; strings that nobody has set are NULL
  call void @llvm.memset.p0.i64(ptr %memory, i8 0, i64 %bytes, i1 false)
  br label %done
done:
  ret ptr %t
wrong:
  call void @om.set_errno(i32 22)
  br label %undo
undo:
  call void @omTensorDestroy(ptr %t)
  ret ptr null
failed:
  ret ptr null
}

define void @omTensorDestroy(ptr %t) {
entry:
  %none = icmp eq ptr %t, null
  br i1 %none, label %done, label %some
some:
  %owning = call i64 @omTensorGetOwning(ptr %t)
  %owns = icmp ne i64 %owning, 0
  br i1 %owns, label %data, label %rest
data:
  %allocated = load ptr, ptr %t
  call void @free(ptr %allocated)
  br label %rest
rest:
  %shape = call ptr @omTensorGetShape(ptr %t)
  %strides = call ptr @omTensorGetStrides(ptr %t)
  call void @free(ptr %shape)
  call void @free(ptr %strides)
  call void @free(ptr %t)
  br label %done
done:
  ret void
}

define ptr @omTensorListCreate(ptr %tensors, i64 %n) {
entry:
  %negative = icmp slt i64 %n, 0
  %none = icmp eq ptr %tensors, null
  %any = icmp ne i64 %n, 0
  %missing = and i1 %none, %any
  %bad = or i1 %negative, %missing
  br i1 %bad, label %wrong, label %make
make:
  %size = ptrtoint ptr getelementptr (%OMTensorList, ptr null, i32 1) to i64
  %pointer = ptrtoint ptr getelementptr (ptr, ptr null, i32 1) to i64
  %bytes = call i64 @om.times(i64 %n, i64 %pointer)
  %list = call ptr @om.malloc(i64 %size)
  %array = call ptr @om.malloc(i64 %bytes)
  %a = icmp eq ptr %list, null
  %b = icmp eq ptr %array, null
  %ab = or i1 %a, %b
  br i1 %ab, label %failed, label %fill
fill:
  %count = getelementptr %OMTensorList, ptr %list, i32 0, i32 1
  %shallow = getelementptr %OMTensorList, ptr %list, i32 0, i32 2
  store ptr %array, ptr %list
  store i64 %n, ptr %count
  store i8 0, ptr %shallow
  br label %test
test:
  %i = phi i64 [ 0, %fill ], [ %i1, %copy ]
  %more = icmp slt i64 %i, %n
  br i1 %more, label %copy, label %done
copy:
  %fp = getelementptr ptr, ptr %tensors, i64 %i
  %tp = getelementptr ptr, ptr %array, i64 %i
  %v = load ptr, ptr %fp
  store ptr %v, ptr %tp
  %i1 = add i64 %i, 1
  br label %test
done:
  ret ptr %list
failed:
  call void @free(ptr %list)
  call void @free(ptr %array)
  ret ptr null
wrong:
  call void @om.set_errno(i32 22)
  ret ptr null
}

; A list that is marked as shallow is nobody's to free: a result in a static arena.
define void @omTensorListDestroyShallow(ptr %list) {
entry:
  %none = icmp eq ptr %list, null
  br i1 %none, label %done, label %some
some:
  %sp = getelementptr %OMTensorList, ptr %list, i32 0, i32 2
  %shallow = load i8, ptr %sp
  %keep = icmp ne i8 %shallow, 0
  br i1 %keep, label %done, label %rest
rest:
  %array = load ptr, ptr %list
  call void @free(ptr %array)
  call void @free(ptr %list)
  br label %done
done:
  ret void
}

define void @omTensorListDestroy(ptr %list) {
entry:
  %none = icmp eq ptr %list, null
  br i1 %none, label %done, label %some
some:
  %sp = getelementptr %OMTensorList, ptr %list, i32 0, i32 2
  %shallow = load i8, ptr %sp
  %keep = icmp ne i8 %shallow, 0
  %n = call i64 @omTensorListGetSize(ptr %list)
  br i1 %keep, label %done, label %test
test:
  %i = phi i64 [ 0, %some ], [ %i1, %one ]
  %more = icmp slt i64 %i, %n
  br i1 %more, label %one, label %rest
one:
  %t = call ptr @omTensorListGetOmtByIndex(ptr %list, i64 %i)
  call void @omTensorDestroy(ptr %t)
  %i1 = add i64 %i, 1
  br label %test
rest:
  call void @omTensorListDestroyShallow(ptr %list)
  br label %done
done:
  ret void
}

declare ptr @malloc($size)
declare void @free(ptr)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
