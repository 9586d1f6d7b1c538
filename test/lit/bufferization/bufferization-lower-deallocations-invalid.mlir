// Comparing several addresses takes a function, which a pass on functions cannot add.
// RUN: not mlirlite-opt %s --pass-pipeline='builtin.module(func.func(bufferization-lower-deallocations))' 2>&1 | FileCheck %s

func.func @several(%m: memref<4xf32>, %n: memref<5xf32>, %c: i1) {
  // CHECK: error: library function required for generic lowering, but cannot be automatically inserted when operating on functions
  bufferization.dealloc (%m, %n : memref<4xf32>, memref<5xf32>) if (%c, %c)
  return
}
