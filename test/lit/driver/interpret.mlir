// A function runs in the interpreter, and as machine code with the same results.
// RUN: mlirlite-run %s --interpret -e scale --arg=3 --arg=2.5 --arg=[1,2,4,8] | FileCheck %s
// RUN: mlirlite-run %s -e scale --arg=3 --arg=2.5 --arg=[1,2,4,8] | FileCheck %s
// RUN: mlirlite-run %s --entry-point-result=f32 | FileCheck %s --check-prefix=ENTRY
// RUN: mlirlite-run %s --interpret --entry-point-result=f32 | FileCheck %s --check-prefix=ENTRY
// RUN: not mlirlite-run %s --interpret -e scale --arg=5 --arg=1.0 --arg=[1,2,4,8] 2>&1 | FileCheck %s --check-prefix=BOUNDS
// RUN: not mlirlite-run %s -e scale --arg=5 2>&1 | FileCheck %s --check-prefix=COUNT
// RUN: not mlirlite-run %s --interpret -e scal 2>&1 | FileCheck %s --check-prefix=NAME

// CHECK: result0: 17.5
// CHECK-NEXT: arg2: [2.5, 5.0, 10.0, 8.0]

// ENTRY: 4.200000e+01

// BOUNDS: interpret.mlir:{{[0-9]+:[0-9]+}}: error: 'memref.load' op index 4 is out of bounds for dimension 0 of size 4

// COUNT: error: function 'scale' takes 3 arguments (index, f32, memref<4xf32>), found 1; give each with --arg

// NAME: error: there is no function 'scal' in the module; did you mean 'scale'?
func.func @scale(%n: index, %x: f32, %m: memref<4xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0.0 : f32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %z) -> f32 {
    %v = memref.load %m[%i] : memref<4xf32>
    %p = arith.mulf %v, %x : f32
    memref.store %p, %m[%i] : memref<4xf32>
    %b = arith.addf %a, %p : f32
    scf.yield %b : f32
  }
  return %r : f32
}

func.func @main() -> f32 {
  %a = arith.constant 42.0 : f32
  return %a : f32
}
