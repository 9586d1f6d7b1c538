// RUN: mlirlite-opt %s | mlirlite-opt | FileCheck %s

// Ops whose attributes stand for one of a few things, or whose operands fit each other.

// CHECK-LABEL: func.func @grid
func.func @grid(%theta: tensor<2x2x3xf32>, %size: tensor<4xi64>) -> tensor<2x?x?x2xf32> {
  // CHECK: "onnx.AffineGrid"(%{{.*}}, %{{.*}}) <{align_corners = 0 : si64}>
  %0 = "onnx.AffineGrid"(%theta, %size) <{align_corners = 0 : si64}> : (tensor<2x2x3xf32>, tensor<4xi64>) -> tensor<2x?x?x2xf32>
  return %0 : tensor<2x?x?x2xf32>
}

// CHECK-LABEL: func.func @words
func.func @words(%x: tensor<6xi64>) -> tensor<2xf32> {
  // CHECK: "onnx.TfIdfVectorizer"
  %0 = "onnx.TfIdfVectorizer"(%x) <{max_gram_length = 1 : si64, max_skip_count = 0 : si64, min_gram_length = 1 : si64, mode = "TF", ngram_counts = [0], ngram_indexes = [0, 1], pool_int64s = [5, 7]}> : (tensor<6xi64>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// CHECK-LABEL: func.func @bytes
func.func @bytes(%a: tensor<2x3xui8>, %s: tensor<f32>, %z: tensor<ui8>, %b: tensor<3x4xui8>) -> tensor<2x4xui8> {
  // CHECK: "onnx.QLinearMatMul"
  %0 = "onnx.QLinearMatMul"(%a, %s, %z, %b, %s, %z, %s, %z) : (tensor<2x3xui8>, tensor<f32>, tensor<ui8>, tensor<3x4xui8>, tensor<f32>, tensor<ui8>, tensor<f32>, tensor<ui8>) -> tensor<2x4xui8>
  return %0 : tensor<2x4xui8>
}

// CHECK-LABEL: func.func @regions
func.func @regions(%x: tensor<1x2x8x8xf32>, %rois: tensor<3x5xf32>) -> tensor<3x2x4x4xf32> {
  // CHECK: "onnx.MaxRoiPool"
  %0 = "onnx.MaxRoiPool"(%x, %rois) <{pooled_shape = [4, 4], spatial_scale = 1.0 : f32}> : (tensor<1x2x8x8xf32>, tensor<3x5xf32>) -> tensor<3x2x4x4xf32>
  return %0 : tensor<3x2x4x4xf32>
}

// CHECK-LABEL: func.func @optimizer
func.func @optimizer(%r: tensor<f32>, %t: tensor<i64>, %x: tensor<4xf32>, %g: tensor<4xf32>, %v: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: "onnx.Momentum"
  %0:2 = "onnx.Momentum"(%r, %t, %x, %g, %v) <{alpha = 0.9 : f32, beta = 1.0 : f32, mode = "standard", norm_coefficient = 0.0 : f32}> : (tensor<f32>, tensor<i64>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  return %0#0 : tensor<4xf32>
}
