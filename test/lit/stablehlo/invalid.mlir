// RUN: mlirlite-opt %s --split-input-file --verify-diagnostics

func.func @f(%x: tensor<4xf32>) {
  // expected-error @+2 {{size of operand dimension 0 (4) is not equal to 1 or size of result dimension 0 (5)}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = stablehlo.broadcast_in_dim %x, dims = [0] : (tensor<4xf32>) -> tensor<5xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error @+2 {{number of output elements (6) doesn't match expected number of elements (4)}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = stablehlo.reshape %x : (tensor<4xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @f(%x: tensor<4x3xf32>, %y: tensor<4x3xf32>) {
  // expected-error @+2 {{contracting dimension sizes must match for lhs/rhs}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<4x3xf32>, tensor<4x3xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error @+2 {{inferred type(s) 'tensor<2xf32>' are incompatible with return type(s) of operation 'tensor<3xf32>'}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = stablehlo.slice %x [0:4:2] : (tensor<4xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>, %y: tensor<f32>) {
  // expected-error @+1 {{expected the inner-op to be a commutative binary-op from the stablehlo dialect, with zero region, producing single result}}
  %0 = stablehlo.reduce(%x init: %y) applies stablehlo.divide across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>, %y: tensor<5xf32>) {
  // expected-error @+1 {{requires the same shape for all operands and results}}
  %0 = "stablehlo.add"(%x, %y) : (tensor<4xf32>, tensor<5xf32>) -> tensor<4xf32>
  return
}
