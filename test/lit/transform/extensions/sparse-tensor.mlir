// RUN: mlirlite-opt %s | FileCheck %s
// RUN: mlirlite-opt %s --mlir-print-op-generic | mlirlite-opt | FileCheck %s

// CHECK-LABEL: func.func @sparse_tensor_match_sparse_inout(
// CHECK-SAME:    %[[ARG0:.*]]: !transform.any_op) {
// CHECK-NEXT:     %[[SPARSE_INOUT:.*]] = transform.sparse_tensor.match.sparse_inout %[[ARG0]] : (!transform.any_op) -> !transform.any_op
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @sparse_tensor_match_sparse_inout(%0: !transform.any_op) {
  %1 = transform.sparse_tensor.match.sparse_inout %0 : (!transform.any_op) -> !transform.any_op
  return
}
