// RUN: mlirlite-opt %s | FileCheck %s
// RUN: mlirlite-opt %s --mlir-print-op-generic | mlirlite-opt | FileCheck %s

// CHECK-LABEL: func.func @irdl_collect_matching(
// CHECK-SAME:    %[[ARG0:.*]]: !transform.any_op) {
// CHECK-NEXT:     %[[COLLECT_MATCHING:.*]] = transform.irdl.collect_matching in %[[ARG0]] : (!transform.any_op) -> !transform.any_op {
// CHECK-NEXT:       irdl.dialect @test {
// CHECK-NEXT:         irdl.operation @op
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @irdl_collect_matching(%0: !transform.any_op) {
  %1 = transform.irdl.collect_matching in %0 : (!transform.any_op) -> !transform.any_op {
    irdl.dialect @test {
      irdl.operation @op {
      }
    }
  }
  return
}
