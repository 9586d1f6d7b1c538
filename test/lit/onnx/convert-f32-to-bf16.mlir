// RUN: mlirlite-opt %s --convert-f32-to-bf16 --split-input-file | FileCheck %s

// Casts stand at the edges; a mean is one.
// CHECK-LABEL: func.func @convs
// CHECK-SAME: (%[[X:.*]]: tensor<1x4x4x4xf32>)
// CHECK: %[[C:.*]] = "onnx.Cast"(%[[X]]) <{{.*}}to = bf16}> : (tensor<1x4x4x4xf32>) -> tensor<1x4x4x4xbf16>
// CHECK: onnx.Constant dense<1.000000e+00> : tensor<4x4x1x1xbf16>
// CHECK: %[[Y:.*]] = "onnx.Conv"(%[[C]], {{.*}}) {{.*}} -> tensor<1x4x4x4xbf16>
// CHECK-NEXT: %[[R:.*]] = "onnx.Relu"(%[[Y]]) : (tensor<1x4x4x4xbf16>) -> tensor<1x4x4x4xbf16>
// CHECK-NEXT: %[[P:.*]] = "onnx.MaxPoolSingleOut"(%[[R]]) {{.*}} -> tensor<1x4x4x4xbf16>
// CHECK: %[[Z:.*]] = "onnx.Conv"(%[[P]], {{.*}}) {{.*}} -> tensor<1x4x4x4xbf16>
// CHECK-NEXT: %[[A:.*]] = "onnx.Add"(%[[Z]], %[[P]]) : {{.*}} -> tensor<1x4x4x4xbf16>
// CHECK-NEXT: %[[B:.*]] = "onnx.Cast"(%[[A]]) <{{.*}}to = f32}>
// CHECK-NEXT: "onnx.GlobalAveragePool"(%[[B]]) : (tensor<1x4x4x4xf32>) -> tensor<1x4x1x1xf32>
func.func @convs(%x: tensor<1x4x4x4xf32>) -> tensor<1x4x1x1xf32> {
  %w = onnx.Constant dense<1.0> : tensor<4x4x1x1xf32>
  %b = onnx.Constant dense<0.5> : tensor<4xf32>
  %none = "onnx.NoValue"() <{value}> : () -> none
  %0 = "onnx.Conv"(%x, %w, %b) {kernel_shape = [1, 1]} : (tensor<1x4x4x4xf32>, tensor<4x4x1x1xf32>, tensor<4xf32>) -> tensor<1x4x4x4xf32>
  %1 = "onnx.Relu"(%0) : (tensor<1x4x4x4xf32>) -> tensor<1x4x4x4xf32>
  %2 = "onnx.MaxPoolSingleOut"(%1) {kernel_shape = [1, 1]} : (tensor<1x4x4x4xf32>) -> tensor<1x4x4x4xf32>
  %3 = "onnx.Conv"(%2, %w, %none) {kernel_shape = [1, 1]} : (tensor<1x4x4x4xf32>, tensor<4x4x1x1xf32>, none) -> tensor<1x4x4x4xf32>
  %4 = "onnx.Add"(%3, %2) : (tensor<1x4x4x4xf32>, tensor<1x4x4x4xf32>) -> tensor<1x4x4x4xf32>
  %5 = "onnx.GlobalAveragePool"(%4) : (tensor<1x4x4x4xf32>) -> tensor<1x4x1x1xf32>
  return %5 : tensor<1x4x1x1xf32>
}

// -----

// A Gemm is a convolution of images of one pixel.
// CHECK-LABEL: func.func @gemm
// CHECK: "onnx.Conv"{{.*}} : (tensor<2x3x1x1xbf16>, tensor<4x3x1x1xbf16>, tensor<4xbf16>) -> tensor<2x4x1x1xbf16>
// CHECK: "onnx.Reshape"{{.*}} -> tensor<2x4xbf16>
// CHECK: "onnx.Cast"{{.*}} -> tensor<2x4xf32>
// CHECK: return
func.func @gemm(%x: tensor<2x3xf32>) -> tensor<2x4xf32> {
  %w = onnx.Constant dense<1.0> : tensor<3x4xf32>
  %c = onnx.Constant dense<0.5> : tensor<f32>
  %0 = "onnx.Gemm"(%x, %w, %c) : (tensor<2x3xf32>, tensor<3x4xf32>, tensor<f32>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// -----

// A depthwise convolution has few products a sum; a sum that reads f32 stays f32.
// CHECK-LABEL: func.func @stays
// CHECK: "onnx.Conv"{{.*}} -> tensor<1x4x4x4xf32>
// CHECK: "onnx.Conv"{{.*}} -> tensor<1x4x4x4xbf16>
// CHECK: "onnx.Add"{{.*}} -> tensor<1x4x4x4xf32>
func.func @stays(%x: tensor<1x4x4x4xf32>) -> tensor<1x4x4x4xf32> {
  %v = onnx.Constant dense<1.0> : tensor<4x1x1x1xf32>
  %w = onnx.Constant dense<1.0> : tensor<4x4x1x1xf32>
  %none = "onnx.NoValue"() <{value}> : () -> none
  %0 = "onnx.Conv"(%x, %v, %none) {kernel_shape = [1, 1], group = 4 : si64} : (tensor<1x4x4x4xf32>, tensor<4x1x1x1xf32>, none) -> tensor<1x4x4x4xf32>
  %1 = "onnx.Conv"(%0, %w, %none) {kernel_shape = [1, 1]} : (tensor<1x4x4x4xf32>, tensor<4x4x1x1xf32>, none) -> tensor<1x4x4x4xf32>
  %2 = "onnx.Add"(%1, %0) : (tensor<1x4x4x4xf32>, tensor<1x4x4x4xf32>) -> tensor<1x4x4x4xf32>
  return %2 : tensor<1x4x4x4xf32>
}
