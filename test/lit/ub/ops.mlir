// The custom syntax of ub's ops, as mlir-opt prints it.
// RUN: mlirlite-opt %s | FileCheck %s
// RUN: mlirlite-opt %s | mlirlite-opt | FileCheck %s
// RUN: mlirlite-opt %s --mlir-print-op-generic | mlirlite-opt | FileCheck %s

// CHECK-LABEL: func.func @poison(
func.func @poison() -> i32 {
  // CHECK: %{{.*}} = ub.poison : i32
  %0 = ub.poison : i32
  // CHECK: %{{.*}} = ub.poison : vector<4xf32>
  %1 = ub.poison <#ub.poison> : vector<4xf32>
  // CHECK: %{{.*}} = ub.poison {test.kept} : tensor<?xf32>
  %2 = ub.poison {test.kept} : tensor<?xf32>
  // CHECK: return %{{.*}} : i32
  return %0 : i32
}

// CHECK-LABEL: func.func @unreachable(
func.func @unreachable() {
  // CHECK: ub.unreachable
  ub.unreachable
}
