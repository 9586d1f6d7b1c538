// RUN: mlirlite-opt %s --fuse-quantized-onnx --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @conv_relu
// CHECK-SAME: (%[[X:.*]]: tensor<1x4x4x4xui8>)
// CHECK-DAG: %[[W:.*]] = onnx.Constant dense<2> : tensor<2x4x1x1xi8>
// CHECK-DAG: %[[Z:.*]] = onnx.Constant dense<3> : tensor<ui8>
// CHECK: %[[I:.*]] = "onnx.ConvInteger"(%[[X]], %[[W]], %[[Z]], %{{.*}}) <{auto_pad = "NOTSET", group = 1 : si64, kernel_shape = [1, 1]}>
// CHECK-SAME: -> tensor<1x2x4x4xi32>
// CHECK-DAG: %[[S:.*]] = onnx.Constant dense<[1.250000e-01, 2.500000e-01]> : tensor<2xf32>
// CHECK-DAG: %[[B:.*]] = onnx.Constant dense<{{.*}}1.000000e+00{{.*}}2.000000e+00{{.*}}> : tensor<1x2x1x1xf32>
// CHECK: %[[D:.*]] = "onnx.DequantizeLinear"(%[[I]], %[[S]], %{{.*}}) <{axis = 1
// CHECK: %[[A:.*]] = "onnx.Add"(%[[D]], %[[B]])
// A Relu is what happens to numbers below 0.
// CHECK-NOT: onnx.Relu
// CHECK: %[[Q:.*]] = "onnx.QuantizeLinear"(%[[A]],
// CHECK: return %[[Q]]
func.func @conv_relu(%x: tensor<1x4x4x4xui8>) -> tensor<1x2x4x4xui8> {
  %s = onnx.Constant dense<0.5> : tensor<f32>
  %z = onnx.Constant dense<3> : tensor<ui8>
  %zero = onnx.Constant dense<0> : tensor<ui8>
  %w = onnx.Constant dense<2> : tensor<2x4x1x1xi8>
  %t = onnx.Constant dense<[0.25, 0.5]> : tensor<2xf32>
  %n = onnx.Constant dense<0> : tensor<2xi8>
  %b = onnx.Constant dense<[1.0, 2.0]> : tensor<2xf32>
  %0 = "onnx.DequantizeLinear"(%x, %s, %z) : (tensor<1x4x4x4xui8>, tensor<f32>, tensor<ui8>) -> tensor<1x4x4x4xf32>
  %1 = "onnx.DequantizeLinear"(%w, %t, %n) {axis = 0 : si64} : (tensor<2x4x1x1xi8>, tensor<2xf32>, tensor<2xi8>) -> tensor<2x4x1x1xf32>
  %2 = "onnx.Conv"(%0, %1, %b) {kernel_shape = [1, 1]} : (tensor<1x4x4x4xf32>, tensor<2x4x1x1xf32>, tensor<2xf32>) -> tensor<1x2x4x4xf32>
  %3 = "onnx.Relu"(%2) : (tensor<1x2x4x4xf32>) -> tensor<1x2x4x4xf32>
  %4 = "onnx.QuantizeLinear"(%3, %s, %zero) : (tensor<1x2x4x4xf32>, tensor<f32>, tensor<ui8>) -> tensor<1x2x4x4xui8>
  return %4 : tensor<1x2x4x4xui8>
}

// -----

// A MatMul is one of integers, scaled by columns.
// CHECK-LABEL: func.func @matmul
// CHECK-DAG: %[[W:.*]] = onnx.Constant dense<{{.*}}> : tensor<2x2xi8>
// CHECK-DAG: %[[Z:.*]] = onnx.Constant dense<3> : tensor<ui8>
// CHECK: %[[I:.*]] = "onnx.MatMulInteger"(%arg0, %[[W]], %[[Z]], %{{.*}}) : {{.*}} -> tensor<5x4x2xi32>
// CHECK: %[[S:.*]] = onnx.Constant dense<[1.250000e-01, 2.500000e-01]> : tensor<2xf32>
// CHECK: %[[F:.*]] = "onnx.Cast"(%[[I]])
// CHECK: "onnx.Mul"(%[[F]], %[[S]])
func.func @matmul(%x: tensor<5x4x2xui8>) -> tensor<5x4x2xf32> {
  %s = onnx.Constant dense<0.5> : tensor<f32>
  %z = onnx.Constant dense<3> : tensor<ui8>
  %w = onnx.Constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi8>
  %t = onnx.Constant dense<[0.25, 0.5]> : tensor<2xf32>
  %n = onnx.Constant dense<0> : tensor<2xi8>
  %0 = "onnx.DequantizeLinear"(%x, %s, %z) : (tensor<5x4x2xui8>, tensor<f32>, tensor<ui8>) -> tensor<5x4x2xf32>
  %1 = "onnx.DequantizeLinear"(%w, %t, %n) {axis = 1 : si64} : (tensor<2x2xi8>, tensor<2xf32>, tensor<2xi8>) -> tensor<2x2xf32>
  %2 = "onnx.MatMul"(%0, %1) : (tensor<5x4x2xf32>, tensor<2x2xf32>) -> tensor<5x4x2xf32>
  return %2 : tensor<5x4x2xf32>
}

// -----

// A Gemm is a convolution of images of one pixel.
// CHECK-LABEL: func.func @gemm
// CHECK: %[[R:.*]] = "onnx.Reshape"{{.*}} -> tensor<2x3x1x1xui8>
// CHECK: onnx.Constant dense<{{.*}}1{{.*}}3{{.*}}5{{.*}}2{{.*}}4{{.*}}6{{.*}}> : tensor<2x3x1x1xi8>
// CHECK: "onnx.ConvInteger"(%[[R]]
// CHECK: "onnx.DequantizeLinear"
// CHECK-NOT: onnx.Gemm
// CHECK: "onnx.Reshape"{{.*}} -> tensor<2x2xf32>
func.func @gemm(%x: tensor<2x3xui8>) -> tensor<2x2xf32> {
  %s = onnx.Constant dense<0.5> : tensor<f32>
  %z = onnx.Constant dense<3> : tensor<ui8>
  %w = onnx.Constant dense<[[1, 2], [3, 4], [5, 6]]> : tensor<3x2xi8>
  %t = onnx.Constant dense<[0.25, 0.5]> : tensor<2xf32>
  %n = onnx.Constant dense<0> : tensor<2xi8>
  %none = "onnx.NoValue"() <{value}> : () -> none
  %0 = "onnx.DequantizeLinear"(%x, %s, %z) : (tensor<2x3xui8>, tensor<f32>, tensor<ui8>) -> tensor<2x3xf32>
  %1 = "onnx.DequantizeLinear"(%w, %t, %n) {axis = 1 : si64} : (tensor<3x2xi8>, tensor<2xf32>, tensor<2xi8>) -> tensor<3x2xf32>
  %2 = "onnx.Gemm"(%0, %1, %none) : (tensor<2x3xf32>, tensor<3x2xf32>, none) -> tensor<2x2xf32>
  return %2 : tensor<2x2xf32>
}

// -----

// CHECK-LABEL: func.func @max_pool
// CHECK-SAME: (%[[X:.*]]: tensor<1x2x4x4xf32>)
// CHECK: %[[Q:.*]] = "onnx.QuantizeLinear"(%[[X]],
// CHECK: %[[P:.*]] = "onnx.MaxPoolSingleOut"(%[[Q]]){{.*}} -> tensor<1x2x2x2xui8>
// CHECK: return %[[P]]
func.func @max_pool(%x: tensor<1x2x4x4xf32>) -> tensor<1x2x2x2xui8> {
  %s = onnx.Constant dense<0.5> : tensor<f32>
  %z = onnx.Constant dense<3> : tensor<ui8>
  %0 = "onnx.MaxPoolSingleOut"(%x) {kernel_shape = [2, 2], strides = [2, 2]} : (tensor<1x2x4x4xf32>) -> tensor<1x2x2x2xf32>
  %1 = "onnx.QuantizeLinear"(%0, %s, %z) : (tensor<1x2x2x2xf32>, tensor<f32>, tensor<ui8>) -> tensor<1x2x2x2xui8>
  return %1 : tensor<1x2x2x2xui8>
}

// -----

// CHECK-LABEL: func.func @there_and_back
// CHECK-SAME: (%[[X:.*]]: tensor<4xui8>)
// CHECK: return %[[X]]
func.func @there_and_back(%x: tensor<4xui8>) -> tensor<4xui8> {
  %s = onnx.Constant dense<0.5> : tensor<f32>
  %z = onnx.Constant dense<3> : tensor<ui8>
  %0 = "onnx.DequantizeLinear"(%x, %s, %z) : (tensor<4xui8>, tensor<f32>, tensor<ui8>) -> tensor<4xf32>
  %1 = "onnx.QuantizeLinear"(%0, %s, %z) : (tensor<4xf32>, tensor<f32>, tensor<ui8>) -> tensor<4xui8>
  return %1 : tensor<4xui8>
}

// -----

// Another scale, a zero point that is not the lowest number, weights with a zero point: they stay.
// CHECK-LABEL: func.func @stays
// CHECK: "onnx.QuantizeLinear"
// CHECK: "onnx.Relu"
// CHECK: "onnx.QuantizeLinear"
// CHECK: "onnx.Conv"
func.func @stays(%x: tensor<1x4x4x4xui8>) -> (tensor<1x4x4x4xui8>, tensor<1x4x4x4xui8>, tensor<1x2x4x4xf32>) {
  %s = onnx.Constant dense<0.5> : tensor<f32>
  %u = onnx.Constant dense<0.25> : tensor<f32>
  %z = onnx.Constant dense<3> : tensor<ui8>
  %w = onnx.Constant dense<2> : tensor<2x4x1x1xi8>
  %t = onnx.Constant dense<[0.25, 0.5]> : tensor<2xf32>
  %n = onnx.Constant dense<1> : tensor<2xi8>
  %none = "onnx.NoValue"() <{value}> : () -> none
  %0 = "onnx.DequantizeLinear"(%x, %s, %z) : (tensor<1x4x4x4xui8>, tensor<f32>, tensor<ui8>) -> tensor<1x4x4x4xf32>
  %1 = "onnx.QuantizeLinear"(%0, %u, %z) : (tensor<1x4x4x4xf32>, tensor<f32>, tensor<ui8>) -> tensor<1x4x4x4xui8>
  %2 = "onnx.Relu"(%0) : (tensor<1x4x4x4xf32>) -> tensor<1x4x4x4xf32>
  %3 = "onnx.QuantizeLinear"(%2, %s, %z) : (tensor<1x4x4x4xf32>, tensor<f32>, tensor<ui8>) -> tensor<1x4x4x4xui8>
  %4 = "onnx.DequantizeLinear"(%w, %t, %n) {axis = 0 : si64} : (tensor<2x4x1x1xi8>, tensor<2xf32>, tensor<2xi8>) -> tensor<2x4x1x1xf32>
  %5 = "onnx.Conv"(%0, %4, %none) {kernel_shape = [1, 1]} : (tensor<1x4x4x4xf32>, tensor<2x4x1x1xf32>, none) -> tensor<1x2x4x4xf32>
  return %1, %3, %5 : tensor<1x4x4x4xui8>, tensor<1x4x4x4xui8>, tensor<1x2x4x4xf32>
}

// -----

// A bias of 32-bit integers has the product of both scales; others write the same as one operator.
// CHECK-LABEL: func.func @integer_bias
// CHECK: "onnx.ConvInteger"
// CHECK: onnx.Constant dense<{{.*}}5.000000e-01{{.*}}1.000000e+00{{.*}}> : tensor<1x2x1x1xf32>
// CHECK: "onnx.DequantizeLinear"
// CHECK: "onnx.Add"
// CHECK: "onnx.ConvInteger"
// CHECK: onnx.Constant dense<[1.250000e-01, 2.500000e-01]> : tensor<2xf32>
// CHECK: onnx.Constant dense<{{.*}}5.000000e-01{{.*}}1.000000e+00{{.*}}> : tensor<1x2x1x1xf32>
// CHECK: "onnx.Add"
// CHECK: "onnx.QuantizeLinear"
// CHECK-NOT: QLinearConv
func.func @integer_bias(%x: tensor<1x4x4x4xui8>) -> (tensor<1x2x4x4xf32>, tensor<1x2x4x4xui8>) {
  %s = onnx.Constant dense<0.5> : tensor<f32>
  %z = onnx.Constant dense<3> : tensor<ui8>
  %w = onnx.Constant dense<2> : tensor<2x4x1x1xi8>
  %t = onnx.Constant dense<[0.25, 0.5]> : tensor<2xf32>
  %n = onnx.Constant dense<0> : tensor<2xi8>
  %i = onnx.Constant dense<4> : tensor<2xi32>
  %u = onnx.Constant dense<[0.125, 0.25]> : tensor<2xf32>
  %none = "onnx.NoValue"() <{value}> : () -> none
  %b = "onnx.DequantizeLinear"(%i, %u, %none) {axis = 0 : si64} : (tensor<2xi32>, tensor<2xf32>, none) -> tensor<2xf32>
  %0 = "onnx.DequantizeLinear"(%x, %s, %z) : (tensor<1x4x4x4xui8>, tensor<f32>, tensor<ui8>) -> tensor<1x4x4x4xf32>
  %1 = "onnx.DequantizeLinear"(%w, %t, %n) {axis = 0 : si64} : (tensor<2x4x1x1xi8>, tensor<2xf32>, tensor<2xi8>) -> tensor<2x4x1x1xf32>
  %2 = "onnx.Conv"(%0, %1, %b) {kernel_shape = [1, 1]} : (tensor<1x4x4x4xf32>, tensor<2x4x1x1xf32>, tensor<2xf32>) -> tensor<1x2x4x4xf32>
  %3 = "onnx.QLinearConv"(%x, %s, %z, %w, %t, %n, %s, %z, %i) {kernel_shape = [1, 1]} : (tensor<1x4x4x4xui8>, tensor<f32>, tensor<ui8>, tensor<2x4x1x1xi8>, tensor<2xf32>, tensor<2xi8>, tensor<f32>, tensor<ui8>, tensor<2xi32>) -> tensor<1x2x4x4xui8>
  return %2, %3 : tensor<1x2x4x4xf32>, tensor<1x2x4x4xui8>
}

// -----

// Weights in blocks stay packed, by columns and without signs: -8 is 0, and 7 is 15.

// CHECK-LABEL: func.func @blocks
//       CHECK:   %[[W:.*]] = onnx.Constant dense<240> : tensor<1x1x8xui8>
//       CHECK:   "onnx.MatMulNBits"(%{{.*}}, %[[W]], {{.*}}) <{K = 16 : si64, N = 1 : si64, {{.*}}, bits = 4 : si64, block_size = 16 : si64}> : (tensor<3x16xf32>, tensor<1x1x8xui8>, tensor<1x1xf32>, none, none) -> tensor<3x1xf32>
//   CHECK-NOT:   onnx.DequantizeLinear
func.func @blocks(%x: tensor<3x16xf32>) -> tensor<3x1xf32> {
  %none = "onnx.NoValue"() {value} : () -> none
  %w = onnx.Constant dense<[[-8], [7], [-8], [7], [-8], [7], [-8], [7], [-8], [7], [-8], [7], [-8], [7], [-8], [7]]> : tensor<16x1xi4>
  %s = onnx.Constant dense<0.5> : tensor<1x1xf32>
  %d = "onnx.DequantizeLinear"(%w, %s, %none) {axis = 0 : si64, block_size = 16 : si64} : (tensor<16x1xi4>, tensor<1x1xf32>, none) -> tensor<16x1xf32>
  %0 = "onnx.MatMul"(%x, %d) : (tensor<3x16xf32>, tensor<16x1xf32>) -> tensor<3x1xf32>
  onnx.Return %0 : tensor<3x1xf32>
}

// -----

// A scale for a column is not a block.

// CHECK-LABEL: func.func @no_blocks
//   CHECK-NOT:   onnx.MatMulNBits
func.func @no_blocks(%x: tensor<3x16xf32>) -> tensor<3x2xf32> {
  %none = "onnx.NoValue"() {value} : () -> none
  %w = onnx.Constant dense<1> : tensor<16x2xi8>
  %s = onnx.Constant dense<0.5> : tensor<2xf32>
  %d = "onnx.DequantizeLinear"(%w, %s, %none) {axis = 1 : si64} : (tensor<16x2xi8>, tensor<2xf32>, none) -> tensor<16x2xf32>
  %0 = "onnx.MatMul"(%x, %d) : (tensor<3x16xf32>, tensor<16x2xf32>) -> tensor<3x2xf32>
  onnx.Return %0 : tensor<3x2xf32>
}
