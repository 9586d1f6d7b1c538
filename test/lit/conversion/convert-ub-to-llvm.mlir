// RUN: mlirlite-opt %s --convert-ub-to-llvm --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @poison(
// CHECK-SAME: ) -> (i32, index) {
// CHECK-NEXT:   %[[V0:.*]] = llvm.mlir.poison : i32
// CHECK-NEXT:   %[[V1:.*]] = llvm.mlir.poison : i64
// CHECK-NEXT:   %[[V2:.*]] = builtin.unrealized_conversion_cast %[[V1]] : i64 to index
// CHECK-NEXT:   return %[[V0]], %[[V2]] : i32, index
// CHECK-NEXT: }
func.func @poison() -> (i32, index) {
  %0 = ub.poison : i32
  %1 = ub.poison : index
  return %0, %1 : i32, index
}

// -----

// CHECK-LABEL: func.func @unreachable(
// CHECK-SAME: ) {
// CHECK-NEXT:   llvm.unreachable
// CHECK-NEXT: }
func.func @unreachable() {
  ub.unreachable
}
