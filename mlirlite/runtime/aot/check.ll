; Checks of what a C program gives to a model. `om.report` is replaced by a message, in the
; thread's @om.error and on the standard error stream, where there is one, and errno.

; type code, rank, dimensions (-1: any), name
%Input = type { i32, i64, ptr, ptr }

; True when a list has these inputs; else says what is wrong and sets errno to EINVAL.
define hidden i1 @om.check(ptr %list, ptr %inputs, i64 %n, ptr %entry_name) {
entry:
  %none = icmp eq ptr %list, null
  br i1 %none, label %no_list, label %sized
no_list:
  call void (i32, ptr, ...) @om.report(i32 22, ptr @om.text.list, ptr %entry_name)
  ret i1 false
sized:
  %found = call i64 @omTensorListGetSize(ptr %list)
  %many = icmp eq i64 %found, %n
  br i1 %many, label %next, label %wrong_count
wrong_count:
  call void (i32, ptr, ...) @om.report(i32 22, ptr @om.text.count,
    ptr %entry_name, i64 %n, i64 %found)
  ret i1 false
next:
  %i = phi i64 [ 0, %sized ], [ %i1, %fine ]
  %more = icmp slt i64 %i, %n
  br i1 %more, label %one, label %yes
yes:
  ret i1 true
one:
  %spec = getelementptr %Input, ptr %inputs, i64 %i
  %rank_p = getelementptr %Input, ptr %spec, i32 0, i32 1
  %dims_p = getelementptr %Input, ptr %spec, i32 0, i32 2
  %name_p = getelementptr %Input, ptr %spec, i32 0, i32 3
  %want_code = load i32, ptr %spec
  %want_rank = load i64, ptr %rank_p
  %dims = load ptr, ptr %dims_p
  %name = load ptr, ptr %name_p
  %array = load ptr, ptr %list
  %no_array = icmp eq ptr %array, null
  br i1 %no_array, label %no_tensor, label %get
get:
  %t = call ptr @omTensorListGetOmtByIndex(ptr %list, i64 %i)
  %no_t = icmp eq ptr %t, null
  br i1 %no_t, label %no_tensor, label %typed
no_tensor:
  call void (i32, ptr, ...) @om.report(i32 22, ptr @om.text.null,
    ptr %entry_name, i64 %i, ptr %name)
  ret i1 false
typed:
  %code = call i32 @omTensorGetDataType(ptr %t)
  %same_code = icmp eq i32 %code, %want_code
  br i1 %same_code, label %ranked, label %wrong_code
wrong_code:
  %want_type = call ptr @om.type_name(i32 %want_code)
  %found_type = call ptr @om.type_name(i32 %code)
  call void (i32, ptr, ...) @om.report(i32 22, ptr @om.text.type,
    ptr %entry_name, i64 %i, ptr %name, ptr %want_type, ptr %found_type)
  ret i1 false
ranked:
  %rank = call i64 @omTensorGetRank(ptr %t)
  %same_rank = icmp eq i64 %rank, %want_rank
  br i1 %same_rank, label %shaped, label %wrong_rank
wrong_rank:
  call void (i32, ptr, ...) @om.report(i32 22, ptr @om.text.rank,
    ptr %entry_name, i64 %i, ptr %name, i64 %want_rank, i64 %rank)
  ret i1 false
shaped:
  %shape = call ptr @omTensorGetShape(ptr %t)
  %strides = call ptr @omTensorGetStrides(ptr %t)
  br label %test
test:  ; from the last dimension to the first
  %left = phi i64 [ %rank, %shaped ], [ %d, %stepped ]
  %stride = phi i64 [ 1, %shaped ], [ %stride1, %stepped ]
  %open = icmp sgt i64 %left, 0
  br i1 %open, label %dimension, label %filled
dimension:
  %d = sub i64 %left, 1
  %want_p = getelementptr i64, ptr %dims, i64 %d
  %size_p = getelementptr i64, ptr %shape, i64 %d
  %stride_p = getelementptr i64, ptr %strides, i64 %d
  %want = load i64, ptr %want_p
  %size = load i64, ptr %size_p
  %given = load i64, ptr %stride_p
  %any = icmp slt i64 %want, 0
  %sane = icmp sge i64 %size, 0
  %equal = icmp eq i64 %want, %size
  %matches = or i1 %any, %equal
  %allowed = and i1 %matches, %sane
  br i1 %allowed, label %step, label %wrong_size
wrong_size:
  call void (i32, ptr, ...) @om.report(i32 22, ptr @om.text.size,
    ptr %entry_name, i64 %i, ptr %name, i64 %d, i64 %want, i64 %size)
  ret i1 false
step:
  %dense = icmp eq i64 %given, %stride
  %single = icmp sle i64 %size, 1
  %contiguous = or i1 %dense, %single
  %stride1 = mul i64 %stride, %size
  br i1 %contiguous, label %stepped, label %wrong_stride
stepped:
  br label %test
wrong_stride:
  %empty = call i64 @om.product(ptr %shape, i64 %rank)
  %nothing = icmp eq i64 %empty, 0
  br i1 %nothing, label %stepped, label %strided
strided:
  call void (i32, ptr, ...) @om.report(i32 22, ptr @om.text.stride,
    ptr %entry_name, i64 %i, ptr %name, i64 %d, i64 %given, i64 %stride)
  ret i1 false
filled:
  %bytes = call i64 @omTensorGetBufferSize(ptr %t)
  %too_large = icmp slt i64 %bytes, 0
  br i1 %too_large, label %wrong_total, label %counted
wrong_total:
  call void (i32, ptr, ...) @om.report(i32 22, ptr @om.text.total,
    ptr %entry_name, i64 %i, ptr %name)
  ret i1 false
counted:
  %data = call ptr @omTensorGetDataPtr(ptr %t)
  %no_data = icmp eq ptr %data, null
  %any_data = icmp ne i64 %bytes, 0
  %bad_data = and i1 %no_data, %any_data
  br i1 %bad_data, label %wrong_data, label %texts
wrong_data:
  call void (i32, ptr, ...) @om.report(i32 22, ptr @om.text.data,
    ptr %entry_name, i64 %i, ptr %name)
  ret i1 false
texts:
  %is_text = icmp eq i32 %code, 8
  %elements = call i64 @omTensorGetNumElems(ptr %t)
  %length = select i1 %is_text, i64 %elements, i64 0
  br label %text
text:
  %k = phi i64 [ 0, %texts ], [ %k1, %next_text ]
  %some_text = icmp slt i64 %k, %length
  br i1 %some_text, label %look, label %fine
look:
  %text_p = getelementptr ptr, ptr %data, i64 %k
  %text_k = load ptr, ptr %text_p
  %no_text = icmp eq ptr %text_k, null
  br i1 %no_text, label %wrong_text, label %next_text
next_text:
  %k1 = add i64 %k, 1
  br label %text
wrong_text:
  call void (i32, ptr, ...) @om.report(i32 22, ptr @om.text.element,
    ptr %entry_name, i64 %i, ptr %name, i64 %k)
  ret i1 false
fine:
  %i1 = add i64 %i, 1
  br label %next
}

define hidden ptr @om.type_name(i32 %code) {
  %known = icmp ult i32 %code, 22
  %index = select i1 %known, i32 %code, i32 0
  %p = getelementptr [22 x ptr], ptr @om.type_names, i32 0, i32 %index
  %name = load ptr, ptr %p
  ret ptr %name
}
