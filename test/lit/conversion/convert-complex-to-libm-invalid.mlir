// RUN: mlirlite-opt %s --convert-complex-to-libm --verify-diagnostics

func.func @half(%a: complex<f16>) -> complex<f16> {
  // expected-error @+1 {{failed to legalize operation 'complex.sqrt' that was explicitly marked illegal}}
  %0 = complex.sqrt %a : complex<f16>
  return %0 : complex<f16>
}
