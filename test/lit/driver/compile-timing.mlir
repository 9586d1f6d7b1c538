// RUN: mlirlite-compile %s --emit=llvm --timing -o - 2>&1 | FileCheck %s

// Times of levels, and of passes inside them.
func.func @f(%x: memref<4xf32>) {
  affine.for %i = 0 to 4 {
    %v = affine.load %x[%i] : memref<4xf32>
    affine.store %v, %x[%i] : memref<4xf32>
  }
  return
}

// CHECK: Execution time report
// CHECK: {{[0-9.]+}} ({{.*}}%)  read the model
// CHECK: {{[0-9.]+}} ({{.*}}%)  scf
// CHECK-NEXT: {{[0-9.]+}} ({{.*}}%)    LowerAffinePass
// CHECK: {{[0-9.]+}} ({{.*}}%)  llvm
// CHECK: {{[0-9.]+}} ({{.*}}%)    ConvertToLLVMPass
// CHECK: {{[0-9.]+}} ({{.*}}%)  write the file
// CHECK: Total
