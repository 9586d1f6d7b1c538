// RUN: mlirlite-opt %s | FileCheck %s
// RUN: mlirlite-opt %s --mlir-print-op-generic | mlirlite-opt | FileCheck %s

// CHECK-LABEL: func.func @bufferization_buffer_loop_hoisting(
// CHECK-SAME:    %[[ARG0:.*]]: !transform.any_op) {
// CHECK-NEXT:     transform.bufferization.buffer_loop_hoisting %[[ARG0]] : !transform.any_op
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @bufferization_buffer_loop_hoisting(%0: !transform.any_op) {
  transform.bufferization.buffer_loop_hoisting %0 : !transform.any_op
  return
}

// CHECK-LABEL: func.func @bufferization_eliminate_empty_tensors(
// CHECK-SAME:    %[[ARG0:.*]]: !transform.any_op) {
// CHECK-NEXT:     transform.bufferization.eliminate_empty_tensors %[[ARG0]] : !transform.any_op
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @bufferization_eliminate_empty_tensors(%0: !transform.any_op) {
  transform.bufferization.eliminate_empty_tensors %0 : !transform.any_op
  return
}

// CHECK-LABEL: func.func @bufferization_empty_tensor_to_alloc_tensor(
// CHECK-SAME:    %[[ARG0:.*]]: !transform.op<"tensor.empty">) {
// CHECK-NEXT:     %[[EMPTY_TENSOR_TO_ALLOC_TENSOR:.*]] = transform.bufferization.empty_tensor_to_alloc_tensor %[[ARG0]] : (!transform.op<"tensor.empty">) -> !transform.op<"bufferization.alloc_tensor">
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @bufferization_empty_tensor_to_alloc_tensor(%0: !transform.op<"tensor.empty">) {
  %1 = transform.bufferization.empty_tensor_to_alloc_tensor %0
      : (!transform.op<"tensor.empty">) -> !transform.op<"bufferization.alloc_tensor">
  return
}

// CHECK-LABEL: func.func @bufferization_one_shot_bufferize(
// CHECK-SAME:    %[[ARG0:.*]]: !transform.any_op) {
// CHECK-NEXT:     %[[ONE_SHOT_BUFFERIZE:.*]] = transform.bufferization.one_shot_bufferize layout{IdentityLayoutMap} %[[ARG0]] {bufferize_function_boundaries = true} : (!transform.any_op) -> !transform.any_op
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @bufferization_one_shot_bufferize(%0: !transform.any_op) {
  %1 = transform.bufferization.one_shot_bufferize layout{IdentityLayoutMap} %0
      {bufferize_function_boundaries = true}
      : (!transform.any_op) -> !transform.any_op
  return
}
