// RUN: mlirlite-opt %s --conv-opt-onnx --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @pointwise
//       CHECK:   onnx.Constant dense<[0, 2, 64]>
//       CHECK:   "onnx.MatMul"({{.*}}) : (tensor<3x2xf32>, tensor<?x2x64xf32>) -> tensor<?x3x64xf32>
//       CHECK:   "onnx.Add"
//       CHECK:   onnx.Constant dense<[0, 3, 8, 8]>
//       CHECK:   "onnx.Reshape"{{.*}} -> tensor<?x3x8x8xf32>
//   CHECK-NOT:   onnx.Conv
func.func @pointwise(%x: tensor<?x2x8x8xf32>, %w: tensor<3x2x1x1xf32>, %b: tensor<3xf32>) -> tensor<?x3x8x8xf32> {
  %0 = "onnx.Conv"(%x, %w, %b) : (tensor<?x2x8x8xf32>, tensor<3x2x1x1xf32>, tensor<3xf32>) -> tensor<?x3x8x8xf32>
  onnx.Return %0 : tensor<?x3x8x8xf32>
}

// -----

// Unknown height and width: the shape of the input is asked.

// CHECK-LABEL: func.func @dynamic
//       CHECK:   "onnx.Shape"(%{{.*}}) <{start = 2 : si64}>
//       CHECK:   "onnx.Concat"
//   CHECK-NOT:   onnx.Conv"
//       CHECK:   onnx.Return
func.func @dynamic(%x: tensor<1x2x?x?xf32>, %w: tensor<3x2x1x1xf32>) -> tensor<1x3x?x?xf32> {
  %none = "onnx.NoValue"() {value} : () -> none
  %0 = "onnx.Conv"(%x, %w, %none) : (tensor<1x2x?x?xf32>, tensor<3x2x1x1xf32>, none) -> tensor<1x3x?x?xf32>
  onnx.Return %0 : tensor<1x3x?x?xf32>
}

// -----

// CHECK-LABEL: func.func @strided
//       CHECK:   "onnx.Conv"
func.func @strided(%x: tensor<1x2x8x8xf32>, %w: tensor<3x2x1x1xf32>) -> tensor<1x3x4x4xf32> {
  %none = "onnx.NoValue"() {value} : () -> none
  %0 = "onnx.Conv"(%x, %w, %none) {strides = [2, 2]} : (tensor<1x2x8x8xf32>, tensor<3x2x1x1xf32>, none) -> tensor<1x3x4x4xf32>
  onnx.Return %0 : tensor<1x3x4x4xf32>
}
