// RUN: mlirlite-opt %s --convert-complex-to-llvm --verify-diagnostics

// What goes beyond arithmetic goes through --convert-complex-to-standard before.
func.func @exp(%a: complex<f32>) -> complex<f32> {
  // expected-error @+1 {{failed to legalize operation 'complex.exp' that was explicitly marked illegal}}
  %0 = complex.exp %a : complex<f32>
  return %0 : complex<f32>
}
