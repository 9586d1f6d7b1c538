// The custom syntax of builtin's ops, as mlir-opt prints it.
// RUN: mlirlite-opt %s --split-input-file | FileCheck %s
// RUN: mlirlite-opt %s --split-input-file | mlirlite-opt --split-input-file | FileCheck %s
// RUN: mlirlite-opt %s --split-input-file --mlir-print-op-generic | mlirlite-opt --split-input-file | FileCheck %s

// CHECK: module {
module {
}
// -----

// CHECK: module @named attributes {test.version = 1 : i64} {
module @named attributes {test.version = 1 : i64} {
  // CHECK: module @inner {
  module @inner {
  }
  // CHECK: module {
  builtin.module {
  }
}
// -----

// CHECK: func.func @casts(%{{.*}}: i64, %{{.*}}: f32) {
func.func @casts(%arg0: i64, %arg1: f32) {
  // CHECK: %{{.*}} = builtin.unrealized_conversion_cast %{{.*}} : i64 to index
  %0 = builtin.unrealized_conversion_cast %arg0 : i64 to index
  // CHECK: %{{.*}}:2 = builtin.unrealized_conversion_cast %{{.*}}, %{{.*}} : i64, f32 to f32, i64 {test.kept}
  %1:2 = builtin.unrealized_conversion_cast %arg0, %arg1 : i64, f32 to f32, i64 {test.kept}
  // CHECK: %{{.*}} = builtin.unrealized_conversion_cast to tuple<i32, f32>
  %2 = builtin.unrealized_conversion_cast to tuple<i32, f32>
  return
}

// Dense arrays of any width, strings in sparse elements.
// CHECK-LABEL: func.func private @arrays
// CHECK-SAME: a = array<i0: 0, 0>
// CHECK-SAME: b = array<ui24: 16777215>
// CHECK-SAME: c = array<i24: -42, 8388607>
// CHECK-SAME: d = sparse<{{\[}}[0, 0], [1, 2]], ["a", "b"]> : tensor<2x3x!llvm.ptr>
func.func private @arrays() attributes {
  a = array<i0: 0, 0>, b = array<ui24: 16777215>, c = array<i24: -42, 8388607>,
  d = sparse<[[0, 0], [1, 2]], ["a", "b"]> : tensor<2x3x!llvm.ptr>
}
