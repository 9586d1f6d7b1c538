// RUN: mlirlite-opt %s --dead-outputs-onnx --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @lstm
//       CHECK:   %{{.*}}, %[[H:.*]], %{{.*}} = "onnx.LSTM"{{.*}} -> (none, tensor<1x2x4xf32>, none)
func.func @lstm(%x: tensor<5x2x3xf32>, %w: tensor<1x16x3xf32>, %r: tensor<1x16x4xf32>) -> tensor<1x2x4xf32> {
  %none = "onnx.NoValue"() {value} : () -> none
  %0:3 = "onnx.LSTM"(%x, %w, %r, %none, %none, %none, %none, %none) {hidden_size = 4 : si64} : (tensor<5x2x3xf32>, tensor<1x16x3xf32>, tensor<1x16x4xf32>, none, none, none, none, none) -> (tensor<5x1x2x4xf32>, tensor<1x2x4xf32>, tensor<1x2x4xf32>)
  onnx.Return %0#1 : tensor<1x2x4xf32>
}

// -----

// CHECK-LABEL: func.func @pool
//       CHECK:   "onnx.MaxPoolSingleOut"(%{{.*}}) <{{.*}}kernel_shape = [2, 2]
func.func @pool(%x: tensor<1x2x4x4xf32>) -> tensor<1x2x3x3xf32> {
  %0:2 = "onnx.MaxPool"(%x) {kernel_shape = [2, 2]} : (tensor<1x2x4x4xf32>) -> (tensor<1x2x3x3xf32>, tensor<1x2x3x3xi64>)
  onnx.Return %0#0 : tensor<1x2x3x3xf32>
}

// -----

// CHECK-LABEL: func.func @branches
//       CHECK:   %[[R:.*]] = "onnx.If"
//   CHECK-NOT:   onnx.Exp
//       CHECK:     onnx.Yield %{{.*}} : tensor<2xf32>
//       CHECK:     onnx.Yield %{{.*}} : tensor<2xf32>
//       CHECK:   onnx.Return %[[R]]
func.func @branches(%c: tensor<i1>, %x: tensor<2xf32>) -> tensor<2xf32> {
  %0:2 = "onnx.If"(%c) ({
    %1 = "onnx.Exp"(%x) : (tensor<2xf32>) -> tensor<2xf32>
    %2 = "onnx.Relu"(%x) : (tensor<2xf32>) -> tensor<2xf32>
    onnx.Yield %1, %2 : tensor<2xf32>, tensor<2xf32>
  }, {
    onnx.Yield %x, %x : tensor<2xf32>, tensor<2xf32>
  }) : (tensor<i1>) -> (tensor<2xf32>, tensor<2xf32>)
  onnx.Return %0#1 : tensor<2xf32>
}
