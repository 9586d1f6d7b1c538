// RUN: mlirlite-opt %s | FileCheck %s
// RUN: mlirlite-opt %s --mlir-print-op-generic | mlirlite-opt | FileCheck %s

// CHECK-LABEL: func.func @func_cast_and_call(
// CHECK-SAME:    %[[ARG0:.*]]: !transform.any_op, %[[ARG1:.*]]: !transform.any_value, %[[ARG2:.*]]: !transform.any_value) {
// CHECK-NEXT:     %[[CAST_AND_CALL:.*]] = transform.func.cast_and_call @f(%[[ARG1]]) -> %[[ARG2]] after %[[ARG0]] : (!transform.any_op, !transform.any_value, !transform.any_value) -> !transform.any_op
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @func_cast_and_call(%2: !transform.any_op, %0: !transform.any_value, %1: !transform.any_value) {
  %3 = transform.func.cast_and_call @f(%0) -> %1 after %2
      : (!transform.any_op, !transform.any_value, !transform.any_value) -> !transform.any_op
  return
}

// CHECK-LABEL: func.func @func_deduplicate_func_args(
// CHECK-SAME:    %[[ARG0:.*]]: !transform.any_op) {
// CHECK-NEXT:     %[[TRANSFORMED_MODULE:.*]], %[[TRANSFORMED_FUNCTION:.*]] = transform.func.deduplicate_func_args @f at %[[ARG0]] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @func_deduplicate_func_args(%0: !transform.any_op) {
  %1, %2 = transform.func.deduplicate_func_args @f at %0
      : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  return
}

// CHECK-LABEL: func.func @func_replace_func_signature(
// CHECK-SAME:    %[[ARG0:.*]]: !transform.any_op) {
// CHECK-NEXT:     %[[TRANSFORMED_MODULE:.*]], %[[TRANSFORMED_FUNCTION:.*]] = transform.func.replace_func_signature @f args_interchange = [1, 0] results_interchange = [] at %[[ARG0]] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @func_replace_func_signature(%0: !transform.any_op) {
  %1, %2 = transform.func.replace_func_signature @f args_interchange = [1, 0]
      results_interchange = [] at %0
      : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  return
}

// CHECK-LABEL: func.func @patterns(
// CHECK-SAME:    ) {
// CHECK-NEXT:     transform.apply_conversion_patterns.func.func_to_llvm
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @patterns() {
  transform.apply_conversion_patterns.func.func_to_llvm
  return
}
