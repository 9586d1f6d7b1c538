; Tensors and lists of tensors as C sees them (include/OnnxMlirRuntime.h): what reads and writes
; their fields. Nothing here calls a library.

%OMTensor = type { ptr, ptr, i64, ptr, ptr, i64, i32, i64 }
%OMTensorList = type { ptr, i64, i8 }

; Bytes of an element by type code; 0 for none.
@om.sizes = hidden constant [22 x i8] c"\00\04\01\01\02\02\04\08\08\01\02\08\04\08\08\10\02\01\01\01\01\01"

define ptr @omTensorGetDataPtr(ptr %t) {
  %p = getelementptr %OMTensor, ptr %t, i32 0, i32 1
  %v = load ptr, ptr %p
  ret ptr %v
}

define ptr @omTensorGetAllocatedPtr(ptr %t) {
  %v = load ptr, ptr %t
  ret ptr %v
}

define ptr @omTensorGetShape(ptr %t) {
  %p = getelementptr %OMTensor, ptr %t, i32 0, i32 3
  %v = load ptr, ptr %p
  ret ptr %v
}

define ptr @omTensorGetStrides(ptr %t) {
  %p = getelementptr %OMTensor, ptr %t, i32 0, i32 4
  %v = load ptr, ptr %p
  ret ptr %v
}

define i64 @omTensorGetRank(ptr %t) {
  %p = getelementptr %OMTensor, ptr %t, i32 0, i32 5
  %v = load i64, ptr %p
  ret i64 %v
}

define i32 @omTensorGetDataType(ptr %t) {
  %p = getelementptr %OMTensor, ptr %t, i32 0, i32 6
  %v = load i32, ptr %p
  ret i32 %v
}

define void @omTensorSetDataType(ptr %t, i32 %v) {
  %p = getelementptr %OMTensor, ptr %t, i32 0, i32 6
  store i32 %v, ptr %p
  ret void
}

define i64 @omTensorGetOwning(ptr %t) {
  %p = getelementptr %OMTensor, ptr %t, i32 0, i32 7
  %v = load i64, ptr %p
  ret i64 %v
}

define void @omTensorSetOwning(ptr %t, i64 %v) {
  %p = getelementptr %OMTensor, ptr %t, i32 0, i32 7
  store i64 %v, ptr %p
  ret void
}

; The offset of an input says which output may be written into its data: its number and one; else 0.
define void @omTensorShareWithOutput(ptr %t, i64 %output) {
  %p = getelementptr %OMTensor, ptr %t, i32 0, i32 2
  %v = add i64 %output, 1
  store i64 %v, ptr %p
  ret void
}

; Copies n numbers, each divided by a divisor.
define hidden void @om.copy(ptr %to, ptr %from, i64 %n, i64 %divisor) {
entry:
  %any = icmp sgt i64 %n, 0
  br i1 %any, label %loop, label %done
loop:
  %i = phi i64 [ 0, %entry ], [ %i1, %loop ]
  %fp = getelementptr i64, ptr %from, i64 %i
  %tp = getelementptr i64, ptr %to, i64 %i
  %v = load i64, ptr %fp
  %d = sdiv i64 %v, %divisor
  store i64 %d, ptr %tp
  %i1 = add i64 %i, 1
  %more = icmp slt i64 %i1, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}

define void @omTensorSetShape(ptr %t, ptr %from) {
  %to = call ptr @omTensorGetShape(ptr %t)
  %n = call i64 @omTensorGetRank(ptr %t)
  call void @om.copy(ptr %to, ptr %from, i64 %n, i64 1)
  ret void
}

define void @omTensorSetStrides(ptr %t, ptr %from) {
  %to = call ptr @omTensorGetStrides(ptr %t)
  %n = call i64 @omTensorGetRank(ptr %t)
  call void @om.copy(ptr %to, ptr %from, i64 %n, i64 1)
  ret void
}

define void @omTensorSetStridesWithPyArrayStrides(ptr %t, ptr %from) {
  %to = call ptr @omTensorGetStrides(ptr %t)
  %n = call i64 @omTensorGetRank(ptr %t)
  %code = call i32 @omTensorGetDataType(ptr %t)
  %size = call i64 @om.size(i32 %code)
  %none = icmp eq i64 %size, 0
  %divisor = select i1 %none, i64 1, i64 %size
  call void @om.copy(ptr %to, ptr %from, i64 %n, i64 %divisor)
  ret void
}

; Bytes of an element: a pointer for a string, 0 for a code that is none.
define hidden i64 @om.size(i32 %code) {
  %known = icmp ult i32 %code, 22
  %index = select i1 %known, i32 %code, i32 0
  %p = getelementptr [22 x i8], ptr @om.sizes, i32 0, i32 %index
  %byte = load i8, ptr %p
  %size = zext i8 %byte to i64
  %text = icmp eq i32 %code, 8
  %pointer = ptrtoint ptr getelementptr (ptr, ptr null, i32 1) to i64
  %found = select i1 %text, i64 %pointer, i64 %size
  ret i64 %found
}

; The product of two sizes; -1 where 63 bits do not hold it, and for a negative size, unless the other
; is 0. In halves of 32 bits, since some targets call a library for more.
define hidden i64 @om.times(i64 %a, i64 %b) {
  %small = call i64 @llvm.umin.i64(i64 %a, i64 %b)
  %large = call i64 @llvm.umax.i64(i64 %a, i64 %b)
  %high = lshr i64 %large, 32
  %low = and i64 %large, 4294967295
  %upper = mul i64 %high, %small
  %lower = mul i64 %low, %small
  %carry = lshr i64 %lower, 32
  %top = add i64 %upper, %carry
  %narrow = icmp ult i64 %small, 4294967296
  %short = icmp ult i64 %top, 2147483648
  %fits = and i1 %narrow, %short
  %product = mul i64 %a, %b
  %result = select i1 %fits, i64 %product, i64 -1
  ret i64 %result
}

declare i64 @llvm.umin.i64(i64, i64)
declare i64 @llvm.umax.i64(i64, i64)

; The product of n dimensions, as om.times has it.
define hidden i64 @om.product(ptr %shape, i64 %n) {
entry:
  %any = icmp sgt i64 %n, 0
  br i1 %any, label %loop, label %done
loop:
  %i = phi i64 [ 0, %entry ], [ %i1, %loop ]
  %total = phi i64 [ 1, %entry ], [ %total1, %loop ]
  %p = getelementptr i64, ptr %shape, i64 %i
  %d = load i64, ptr %p
  %total1 = call i64 @om.times(i64 %total, i64 %d)
  %i1 = add i64 %i, 1
  %more = icmp slt i64 %i1, %n
  br i1 %more, label %loop, label %done
done:
  %result = phi i64 [ 1, %entry ], [ %total1, %loop ]
  ret i64 %result
}

define i64 @omTensorGetNumElems(ptr %t) {
  %shape = call ptr @omTensorGetShape(ptr %t)
  %n = call i64 @omTensorGetRank(ptr %t)
  %count = call i64 @om.product(ptr %shape, i64 %n)
  ret i64 %count
}

define i64 @omTensorGetBufferSize(ptr %t) {
  %count = call i64 @omTensorGetNumElems(ptr %t)
  %code = call i32 @omTensorGetDataType(ptr %t)
  %size = call i64 @om.size(i32 %code)
  %bytes = call i64 @om.times(i64 %count, i64 %size)
  ret i64 %bytes
}

define ptr @omTensorListGetOmtArray(ptr %list) {
  %v = load ptr, ptr %list
  ret ptr %v
}

define i64 @omTensorListGetSize(ptr %list) {
  %p = getelementptr %OMTensorList, ptr %list, i32 0, i32 1
  %v = load i64, ptr %p
  ret i64 %v
}

define ptr @omTensorListGetOmtByIndex(ptr %list, i64 %i) {
entry:
  %n = call i64 @omTensorListGetSize(ptr %list)
  %inside = icmp ult i64 %i, %n
  br i1 %inside, label %found, label %none
found:
  %array = load ptr, ptr %list
  %p = getelementptr ptr, ptr %array, i64 %i
  %v = load ptr, ptr %p
  ret ptr %v
none:
  ret ptr null
}

; Writes row-major strides for a shape.
define hidden void @om.row_major(ptr %strides, ptr %shape, i64 %n) {
entry:
  %any = icmp sgt i64 %n, 0
  br i1 %any, label %loop, label %done
loop:
  %left = phi i64 [ %n, %entry ], [ %i, %loop ]
  %stride = phi i64 [ 1, %entry ], [ %next, %loop ]
  %i = sub i64 %left, 1
  %tp = getelementptr i64, ptr %strides, i64 %i
  store i64 %stride, ptr %tp
  %sp = getelementptr i64, ptr %shape, i64 %i
  %d = load i64, ptr %sp
  %next = mul i64 %stride, %d
  %more = icmp sgt i64 %i, 0
  br i1 %more, label %loop, label %done
done:
  ret void
}

; Fills a tensor whose shape and strides have their room already.
define hidden void @om.fill(ptr %t, ptr %allocated, ptr %data, i64 %rank, i32 %code, i64 %owning) {
  %aligned = getelementptr %OMTensor, ptr %t, i32 0, i32 1
  %offset = getelementptr %OMTensor, ptr %t, i32 0, i32 2
  %r = getelementptr %OMTensor, ptr %t, i32 0, i32 5
  %c = getelementptr %OMTensor, ptr %t, i32 0, i32 6
  %o = getelementptr %OMTensor, ptr %t, i32 0, i32 7
  store ptr %allocated, ptr %t
  store ptr %data, ptr %aligned
  store i64 0, ptr %offset
  store i64 %rank, ptr %r
  store i32 %code, ptr %c
  store i64 %owning, ptr %o
  ret void
}

; An input as a memref descriptor: { allocated, aligned, offset, sizes[rank], strides[rank] }.
define hidden void @om.describe(ptr %descriptor, ptr %list, i64 %i, i64 %rank) noinline {
  %t = call ptr @omTensorListGetOmtByIndex(ptr %list, i64 %i)
  %data = call ptr @omTensorGetDataPtr(ptr %t)
  %aligned = getelementptr { ptr, ptr, i64 }, ptr %descriptor, i32 0, i32 1
  %offset = getelementptr { ptr, ptr, i64 }, ptr %descriptor, i32 0, i32 2
  store ptr %data, ptr %descriptor
  store ptr %data, ptr %aligned
  %shared_p = getelementptr %OMTensor, ptr %t, i32 0, i32 2
  %shared = load i64, ptr %shared_p
  store i64 %shared, ptr %offset
  %sizes = getelementptr { ptr, ptr, i64 }, ptr %descriptor, i32 1
  %strides = getelementptr i64, ptr %sizes, i64 %rank
  %shape = call ptr @omTensorGetShape(ptr %t)
  call void @om.copy(ptr %sizes, ptr %shape, i64 %rank, i64 1)
  call void @om.row_major(ptr %strides, ptr %shape, i64 %rank)
  ret void
}

; Makes a result's tensor of the memref descriptor that the model has written.
define hidden void @om.give(ptr %list, i64 %i, ptr %descriptor, i64 %rank, i32 %code) noinline {
  %t = call ptr @omTensorListGetOmtByIndex(ptr %list, i64 %i)
  %allocated = load ptr, ptr %descriptor
  %aligned_p = getelementptr { ptr, ptr, i64 }, ptr %descriptor, i32 0, i32 1
  %offset_p = getelementptr { ptr, ptr, i64 }, ptr %descriptor, i32 0, i32 2
  %aligned = load ptr, ptr %aligned_p
  %offset = load i64, ptr %offset_p
  %size = call i64 @om.size(i32 %code)
  %shift = mul i64 %offset, %size
  %data = getelementptr i8, ptr %aligned, i64 %shift
  %owning = call i64 @om.owns(ptr %allocated)
  %owned = icmp ne i64 %owning, 0
  %block = select i1 %owned, ptr %allocated, ptr %data
  call void @om.fill(ptr %t, ptr %block, ptr %data, i64 %rank, i32 %code, i64 %owning)
  %sizes = getelementptr { ptr, ptr, i64 }, ptr %descriptor, i32 1
  %strides = getelementptr i64, ptr %sizes, i64 %rank
  %sp = call ptr @omTensorGetShape(ptr %t)
  %tp = call ptr @omTensorGetStrides(ptr %t)
  call void @om.copy(ptr %sp, ptr %sizes, i64 %rank, i64 1)
  call void @om.copy(ptr %tp, ptr %strides, i64 %rank, i64 1)
  ret void
}
