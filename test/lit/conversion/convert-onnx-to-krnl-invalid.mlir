// RUN: mlirlite-opt %s --convert-onnx-to-krnl --split-input-file --verify-diagnostics

// Everything that is missing is reported at once.

func.func @missing(%x: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error @+1 {{no lowering for com.acme.F (node 'first'), an operator that ONNX does not define}}
  %0 = "onnx.Custom"(%x) {domain_name = "com.acme", function_name = "F", onnx_node_name = "first"} : (tensor<2xf32>) -> tensor<2xf32>
  // expected-error @+1 {{no lowering for onnx.Custom, 'G', an operator that ONNX does not define}}
  %1 = "onnx.Custom"(%0) {function_name = "G"} : (tensor<2xf32>) -> tensor<2xf32>
  onnx.Return %1 : tensor<2xf32>
}

// -----

func.func @no_rank(%x: tensor<*xf32>) -> tensor<*xf32> {
  // expected-error @+1 {{'onnx.Relu' op result #0 must be a ranked tensor, but is 'tensor<*xf32>' (node 'r'); run --shape-inference first}}
  %0 = "onnx.Relu"(%x) {onnx_node_name = "r"} : (tensor<*xf32>) -> tensor<*xf32>
  onnx.Return %0 : tensor<*xf32>
}

// -----

func.func @unknown_mode(%x: tensor<2xf32>, %p: tensor<2xi64>) -> tensor<4xf32> {
  %none = "onnx.NoValue"() {value} : () -> none
  // expected-error @+1 {{'onnx.Pad' op attribute 'mode' is 'mirror', expected one of 'constant', 'reflect', 'edge', 'wrap'}}
  %0 = "onnx.Pad"(%x, %p, %none, %none) {mode = "mirror", onnx_node_name = "p"} : (tensor<2xf32>, tensor<2xi64>, none, none) -> tensor<4xf32>
  onnx.Return %0 : tensor<4xf32>
}

// -----

func.func @attention_in_windows(%x: tensor<1x2x4x8xf32>) -> tensor<1x2x4x8xf32> {
  %none = "onnx.NoValue"() {value} : () -> none
  // expected-error @+1 {{is lowered without a cache, a cap, windows, lengths and an output of scores only}}
  %0:4 = "onnx.Attention"(%x, %x, %x, %none, %none, %none, %none) {left_window_size = 2 : si64} : (tensor<1x2x4x8xf32>, tensor<1x2x4x8xf32>, tensor<1x2x4x8xf32>, none, none, none, none) -> (tensor<1x2x4x8xf32>, none, none, none)
  onnx.Return %0#0 : tensor<1x2x4x8xf32>
}
