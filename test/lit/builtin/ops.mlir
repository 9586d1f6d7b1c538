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
