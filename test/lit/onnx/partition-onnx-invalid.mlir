// RUN: mlirlite-opt %s --partition-onnx --split-input-file --verify-diagnostics

module attributes {onnx.configurations = [#onnx.configuration<"tensor=2", 2>]} {
  func.func @mixed(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
    // expected-error @+1 {{operand 0 is split along dimension 1, but this operator cannot be}}
    %0 = "onnx.Softmax"(%x) {axis = 1 : si64, placements = [#onnx.placement<"tensor=2", operand 0 on [0, 1] split [1 by 2]>]}
      : (tensor<8x4xf32>) -> tensor<8x4xf32>
    return %0 : tensor<8x4xf32>
  }
}

// -----

module attributes {onnx.configurations = [#onnx.configuration<"tensor=2", 2>]} {
  func.func @odd(%x: tensor<7x4xf32>) -> tensor<7x4xf32> {
    // expected-error @+1 {{operand 0, dimension 0, has 7 parts, which 2 ranks cannot share}}
    %0 = "onnx.Exp"(%x) {placements = [#onnx.placement<"tensor=2", operand 0 on [0, 1] split [0 by 2]>]}
      : (tensor<7x4xf32>) -> tensor<7x4xf32>
    return %0 : tensor<7x4xf32>
  }
}

// -----

module attributes {onnx.configurations = [#onnx.configuration<"tensor=2", 2>]} {
  func.func @order(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
    // expected-error @+1 {{operand 0 has 2 shards that do not lie along the axes of the mesh 'tensor=2'}}
    %0 = "onnx.Exp"(%x) {placements = [#onnx.placement<"tensor=2", operand 0 on [1, 0] split [0 by 2]>]}
      : (tensor<8x4xf32>) -> tensor<8x4xf32>
    return %0 : tensor<8x4xf32>
  }
}

// -----

module attributes {onnx.configurations = [#onnx.configuration<"pipeline=2", 2>]} {
  func.func @back(%x: tensor<8xf32>) -> tensor<8xf32> {
    %0 = "onnx.Exp"(%x) {placements = [#onnx.placement<"pipeline=2", stage 1>]} : (tensor<8xf32>) -> tensor<8xf32>
    // expected-error @+1 {{is in stage 0, expected 1 to 1}}
    %1 = "onnx.Exp"(%0) {placements = [#onnx.placement<"pipeline=2", stage 0>]} : (tensor<8xf32>) -> tensor<8xf32>
    return %1 : tensor<8xf32>
  }
}
