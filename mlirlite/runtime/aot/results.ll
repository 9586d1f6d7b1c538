; A run's result: a list of tensors.

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
define hidden void @om.new_output(ptr %list, i64 %i, i64 %rank) noinline {
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
