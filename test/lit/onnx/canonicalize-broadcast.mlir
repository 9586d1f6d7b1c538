// RUN: mlirlite-opt %s --canonicalize --split-input-file | FileCheck %s

// The operator broadcasts by itself.

// CHECK-LABEL: func.func @expanded(
//  CHECK-SAME:     %[[X:.*]]: tensor<4x8xf32>, %[[Y:.*]]: tensor<4x1xf32>)
//       CHECK:   "onnx.Sub"(%[[X]], %[[Y]]) : (tensor<4x8xf32>, tensor<4x1xf32>) -> tensor<4x8xf32>
func.func @expanded(%x: tensor<4x8xf32>, %y: tensor<4x1xf32>) -> tensor<4x8xf32> {
  %s = onnx.Constant dense<[4, 8]> : tensor<2xi64>
  %0 = "onnx.Expand"(%y, %s) : (tensor<4x1xf32>, tensor<2xi64>) -> tensor<4x8xf32>
  %1 = "onnx.Sub"(%x, %0) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  onnx.Return %1 : tensor<4x8xf32>
}

// -----

// Equal elements of a constant are one.

// CHECK-LABEL: func.func @equal(
//       CHECK:   %[[C:.*]] = onnx.Constant dense<2.000000e+00> : tensor<f32>
//       CHECK:   "onnx.Mul"(%{{.*}}, %[[C]]) : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x8xf32>
func.func @equal(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %c = onnx.Constant dense<2.0> : tensor<4x8xf32>
  %0 = "onnx.Mul"(%x, %c) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  onnx.Return %0 : tensor<4x8xf32>
}

// -----

// Without the Expand, or with one element, the result would be smaller; unknown sizes may be.

// CHECK-LABEL: func.func @needed(
//       CHECK:   onnx.Constant dense<1.000000e+00> : tensor<4x8xf32>
//       CHECK:   "onnx.Expand"(%arg0
//       CHECK:   "onnx.Expand"(%arg1
func.func @needed(%x: tensor<1x8xf32>, %y: tensor<4x1xf32>, %z: tensor<?x8xf32>) -> (tensor<4x8xf32>, tensor<?x8xf32>, tensor<4x8xf32>) {
  %s = onnx.Constant dense<[4, 8]> : tensor<2xi64>
  %0 = "onnx.Expand"(%x, %s) : (tensor<1x8xf32>, tensor<2xi64>) -> tensor<4x8xf32>
  %1 = "onnx.Add"(%0, %0) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  %2 = "onnx.Expand"(%y, %s) : (tensor<4x1xf32>, tensor<2xi64>) -> tensor<4x8xf32>
  %3 = "onnx.Add"(%2, %z) : (tensor<4x8xf32>, tensor<?x8xf32>) -> tensor<?x8xf32>
  %c = onnx.Constant dense<1.0> : tensor<4x8xf32>
  %4 = "onnx.Add"(%x, %c) : (tensor<1x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  onnx.Return %1, %3, %4 : tensor<4x8xf32>, tensor<?x8xf32>, tensor<4x8xf32>
}
