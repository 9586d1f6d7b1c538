// RUN: mlirlite-opt %s --convert-func-to-llvm | FileCheck %s

// What is said of a memref argument's memory is said of its aligned pointer; upstream drops it.
// CHECK-LABEL: llvm.func @f(
// CHECK-SAME: %{{.*}}: !llvm.ptr, %{{.*}}: !llvm.ptr {llvm.align = 64 : i64, llvm.noalias}, %{{[a-z0-9]+}}: i64, %{{[a-z0-9]+}}: i64, %{{[a-z0-9]+}}: i64, %{{[a-z0-9]+}}: !llvm.ptr, %{{[a-z0-9]+}}: !llvm.ptr, %{{[a-z0-9]+}}: i64) {
func.func @f(%a: memref<?xf32> {llvm.noalias, llvm.align = 64 : i64}, %b: memref<f32>) {
  return
}
