// RUN: mlirlite-opt %s --fuse-batchnorm-onnx --split-input-file | FileCheck %s

// Scale 2, variance 4 - epsilon 0: weights get the factor 1, the bias 3 - 1 + 5.

// CHECK-LABEL: func.func @conv
//   CHECK-DAG:   %[[W:.*]] = onnx.Constant dense<1.500000e+00> : tensor<2x1x1x1xf32>
//   CHECK-DAG:   %[[B:.*]] = onnx.Constant dense<7.000000e+00> : tensor<2xf32>
//       CHECK:   %[[C:.*]] = "onnx.Conv"(%{{.*}}, %[[W]], %[[B]])
//   CHECK-NOT:   BatchNormalization
//       CHECK:   onnx.Return %[[C]]
func.func @conv(%x: tensor<1x1x4x4xf32>) -> tensor<1x2x4x4xf32> {
  %w = onnx.Constant dense<1.5> : tensor<2x1x1x1xf32>
  %b = onnx.Constant dense<3.0> : tensor<2xf32>
  %two = onnx.Constant dense<2.0> : tensor<2xf32>
  %four = onnx.Constant dense<4.0> : tensor<2xf32>
  %five = onnx.Constant dense<5.0> : tensor<2xf32>
  %one = onnx.Constant dense<1.0> : tensor<2xf32>
  %0 = "onnx.Conv"(%x, %w, %b) : (tensor<1x1x4x4xf32>, tensor<2x1x1x1xf32>, tensor<2xf32>) -> tensor<1x2x4x4xf32>
  %1 = "onnx.BatchNormalizationInferenceMode"(%0, %two, %five, %one, %four) {epsilon = 0.0 : f32} : (tensor<1x2x4x4xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<1x2x4x4xf32>
  onnx.Return %1 : tensor<1x2x4x4xf32>
}

// -----

// What no convolution can take becomes one product and one sum, together with what follows.

// CHECK-LABEL: func.func @affine
//  CHECK-SAME:   %[[X:.*]]: tensor<1x2x4x4xf32>
//       CHECK:   %[[F:.*]] = onnx.Constant dense<3.000000e+00> : tensor<{{.*}}x1x1xf32>
//       CHECK:   %[[M:.*]] = "onnx.Mul"(%[[X]], %[[F]])
//       CHECK:   %[[S:.*]] = onnx.Constant dense<1.600000e+01> : tensor<{{.*}}x1x1xf32>
//       CHECK:   %[[A:.*]] = "onnx.Add"(%[[M]], %[[S]])
//       CHECK:   onnx.Return %[[A]]
func.func @affine(%x: tensor<1x2x4x4xf32>) -> tensor<1x2x4x4xf32> {
  %two = onnx.Constant dense<2.0> : tensor<2xf32>
  %four = onnx.Constant dense<4.0> : tensor<2xf32>
  %five = onnx.Constant dense<5.0> : tensor<2xf32>
  %zero = onnx.Constant dense<0.0> : tensor<2xf32>
  %0 = "onnx.BatchNormalizationInferenceMode"(%x, %two, %five, %zero, %four) {epsilon = 0.0 : f32} : (tensor<1x2x4x4xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<1x2x4x4xf32>
  %scale = onnx.Constant dense<3.0> : tensor<2x1x1xf32>
  %shift = onnx.Constant dense<1.0> : tensor<2x1x1xf32>
  %1 = "onnx.Mul"(%0, %scale) : (tensor<1x2x4x4xf32>, tensor<2x1x1xf32>) -> tensor<1x2x4x4xf32>
  %2 = "onnx.Add"(%1, %shift) : (tensor<1x2x4x4xf32>, tensor<2x1x1xf32>) -> tensor<1x2x4x4xf32>
  onnx.Return %2 : tensor<1x2x4x4xf32>
}

// -----

// A convolution that others read too stays as it is.

// CHECK-LABEL: func.func @two_users
//       CHECK:   %[[C:.*]] = "onnx.Conv"
//       CHECK:   "onnx.Mul"(%[[C]], %{{.*}})
func.func @two_users(%x: tensor<1x1x4x4xf32>) -> (tensor<1x2x4x4xf32>, tensor<1x2x4x4xf32>) {
  %w = onnx.Constant dense<1.5> : tensor<2x1x1x1xf32>
  %none = "onnx.NoValue"() {value} : () -> none
  %scale = onnx.Constant dense<3.0> : tensor<2x1x1xf32>
  %0 = "onnx.Conv"(%x, %w, %none) : (tensor<1x1x4x4xf32>, tensor<2x1x1x1xf32>, none) -> tensor<1x2x4x4xf32>
  %1 = "onnx.Mul"(%0, %scale) : (tensor<1x2x4x4xf32>, tensor<2x1x1xf32>) -> tensor<1x2x4x4xf32>
  onnx.Return %0, %1 : tensor<1x2x4x4xf32>, tensor<1x2x4x4xf32>
}
