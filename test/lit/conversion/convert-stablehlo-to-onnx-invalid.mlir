// RUN: mlirlite-opt %s --split-input-file --verify-diagnostics --convert-stablehlo-to-onnx

func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{has no counterpart in onnx: the target 'mine' is not known}}
  %0 = stablehlo.custom_call @mine(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = call @self(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func private @self(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{has no counterpart in onnx: @self calls itself}}
  %0 = call @self(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = stablehlo.tanh %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}
