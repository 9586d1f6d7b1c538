// RUN: mlirlite-opt %s --convert-scf-to-openmp --verify-diagnostics

func.func @unknown_reduction(%m: memref<8xf32>, %n: index) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0.0 : f32
  // expected-error @+2 {{failed to legalize operation 'scf.parallel' that was explicitly marked illegal}}
  // expected-note @+1 {{a reduction must be one addf, mulf, addi, muli, andi, ori or xori}}
  %s = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%z) -> f32 {
    %v = memref.load %m[%i] : memref<8xf32>
    scf.reduce(%v : f32) {
    ^bb0(%l: f32, %r: f32):
      %x = arith.subf %l, %r : f32
      scf.reduce.return %x : f32
    }
  }
  return %s : f32
}
