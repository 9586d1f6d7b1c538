// RUN: mlirlite-opt %s | FileCheck %s
// RUN: mlirlite-opt %s --mlir-print-op-generic | mlirlite-opt | FileCheck %s

// CHECK-LABEL: func.func @dlti_query(
// CHECK-SAME:    %[[ARG0:.*]]: !transform.any_op) {
// CHECK-NEXT:     %[[QUERY:.*]] = transform.dlti.query ["CPU", "cache_size"] at %[[ARG0]] : (!transform.any_op) -> !transform.any_param
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @dlti_query(%0: !transform.any_op) {
  %1 = transform.dlti.query ["CPU", "cache_size"] at %0
      : (!transform.any_op) -> !transform.any_param
  return
}
