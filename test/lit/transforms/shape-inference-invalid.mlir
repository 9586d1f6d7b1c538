// RUN: mlirlite-opt %s --shape-inference --split-input-file --verify-diagnostics

func.func @contradiction(%a: tensor<2x3xf32>) -> tensor<2x4xf32> {
  // expected-error @+1 {{'onnx.Relu' op inferred type(s) 'tensor<2x3xf32>' are incompatible with return type(s) of operation 'tensor<2x4xf32>'}}
  %0 = "onnx.Relu"(%a) : (tensor<2x3xf32>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// -----

func.func @from_operands(%a: tensor<2x3xf32>, %b: tensor<4xf32>) -> tensor<*xf32> {
  // expected-error-re @+1 {{'onnx.Add' op {{.+}}}}
  %0 = "onnx.Add"(%a, %b) : (tensor<2x3xf32>, tensor<4xf32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}
