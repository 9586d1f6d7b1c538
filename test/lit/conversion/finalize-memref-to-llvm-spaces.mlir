// RUN: mlirlite-opt %s --finalize-memref-to-llvm | FileCheck %s

// Buffers in a memory space that has no number stay; others are in LLVM's address space.

// CHECK-LABEL: @unknown
// CHECK: memref.alloca() : memref<4xi32, "host">
// CHECK: memref.alloc() : memref<4xi32, "host">
// CHECK: memref.store %{{.*}} : memref<4xi32, "host">
func.func @unknown(%x: i32, %i: index) {
  %0 = memref.alloca() : memref<4xi32, "host">
  %1 = memref.alloc() : memref<4xi32, "host">
  memref.store %x, %0[%i] : memref<4xi32, "host">
  return
}

// CHECK-LABEL: @numbered
// CHECK: llvm.alloca %{{.*}} x i32 : (i64) -> !llvm.ptr<5>
func.func @numbered(%x: i32, %i: index) {
  %0 = memref.alloca() : memref<4xi32, 5>
  memref.store %x, %0[%i] : memref<4xi32, 5>
  return
}
