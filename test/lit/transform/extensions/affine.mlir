// RUN: mlirlite-opt %s | FileCheck %s
// RUN: mlirlite-opt %s --mlir-print-op-generic | mlirlite-opt | FileCheck %s

// CHECK-LABEL: func.func @affine_simplify_bounded_affine_ops(
// CHECK-SAME:    %[[ARG0:.*]]: !transform.any_op, %[[ARG1:.*]]: !transform.any_op) {
// CHECK-NEXT:     transform.affine.simplify_bounded_affine_ops %[[ARG0]] with[%[[ARG1]] : !transform.any_op] within [0] and [20] : !transform.any_op
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @affine_simplify_bounded_affine_ops(%0: !transform.any_op, %1: !transform.any_op) {
  transform.affine.simplify_bounded_affine_ops %0 with [%1 : !transform.any_op] within [0] and
      [20]
      : !transform.any_op
  return
}

// CHECK-LABEL: func.func @affine_simplify_min_max_affine_ops(
// CHECK-SAME:    %[[ARG0:.*]]: !transform.any_op) {
// CHECK-NEXT:     transform.affine.simplify_min_max_affine_ops %[[ARG0]] : !transform.any_op
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @affine_simplify_min_max_affine_ops(%0: !transform.any_op) {
  transform.affine.simplify_min_max_affine_ops %0 : !transform.any_op
  return
}
