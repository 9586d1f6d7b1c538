// RUN: mlirlite-opt %s --split-input-file --verify-diagnostics

func.func @f(%x: tensor<4xi32>) {
  // expected-error @+1 {{operand #0 must be tensor of}}
  %0 = chlo.erf %x : tensor<4xi32> -> tensor<4xi32>
  return
}
