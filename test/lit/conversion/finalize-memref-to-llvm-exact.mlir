// RUN: mlirlite-opt %s --finalize-memref-to-llvm="use-aligned-alloc exact-sizes" | FileCheck %s
// RUN: mlirlite-opt %s --finalize-memref-to-llvm=use-aligned-alloc | FileCheck %s --check-prefix=ROUNDED

// CHECK-LABEL: func.func @five_floats(
// CHECK: %[[SIZE:.*]] = llvm.ptrtoint
// CHECK: %[[ALIGNMENT:.*]] = llvm.mlir.constant(64 : index) : i64
// CHECK: llvm.call @aligned_alloc(%[[ALIGNMENT]], %[[SIZE]])
// ROUNDED: llvm.urem
// ROUNDED: llvm.call @aligned_alloc(
func.func @five_floats() {
  %0 = memref.alloc() {alignment = 64 : i64} : memref<5xf32>
  return
}
