// RUN: mlirlite-opt %s --simplify-shape-related-ops-onnx --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @heads
//   CHECK-NOT:   onnx.Shape
//       CHECK:   %[[S:.*]] = onnx.Constant dense<[0, -1, 4, 8]>
//       CHECK:   "onnx.Reshape"(%{{.*}}, %[[S]])
func.func @heads(%x: tensor<?x?x32xf32>) -> tensor<?x?x4x8xf32> {
  %zero = onnx.Constant dense<0> : tensor<1xi64>
  %rest = onnx.Constant dense<[-1, 4, 8]> : tensor<3xi64>
  %0 = "onnx.Shape"(%x) : (tensor<?x?x32xf32>) -> tensor<3xi64>
  %1 = "onnx.Gather"(%0, %zero) : (tensor<3xi64>, tensor<1xi64>) -> tensor<1xi64>
  %2 = "onnx.Concat"(%1, %rest) {axis = 0 : si64} : (tensor<1xi64>, tensor<3xi64>) -> tensor<4xi64>
  %3 = "onnx.Reshape"(%x, %2) : (tensor<?x?x32xf32>, tensor<4xi64>) -> tensor<?x?x4x8xf32>
  onnx.Return %3 : tensor<?x?x4x8xf32>
}

// -----

// CHECK-LABEL: func.func @there_already
//  CHECK-SAME:   %[[X:.*]]: tensor<?x32xf32>
//       CHECK:   onnx.Return %[[X]]
func.func @there_already(%x: tensor<?x32xf32>) -> tensor<?x32xf32> {
  %0 = "onnx.Relu"(%x) : (tensor<?x32xf32>) -> tensor<?x32xf32>
  %1 = "onnx.Shape"(%0) : (tensor<?x32xf32>) -> tensor<2xi64>
  %2 = "onnx.Expand"(%x, %1) : (tensor<?x32xf32>, tensor<2xi64>) -> tensor<?x32xf32>
  onnx.Return %2 : tensor<?x32xf32>
}

// -----

// CHECK-LABEL: func.func @known_dimension
//       CHECK:   %[[C:.*]] = onnx.Constant dense<32> : tensor<1xi64>
//       CHECK:   onnx.Return %[[C]]
func.func @known_dimension(%x: tensor<?x32xf32>) -> tensor<1xi64> {
  %one = onnx.Constant dense<1> : tensor<1xi64>
  %0 = "onnx.Shape"(%x) : (tensor<?x32xf32>) -> tensor<2xi64>
  %1 = "onnx.Gather"(%0, %one) : (tensor<2xi64>, tensor<1xi64>) -> tensor<1xi64>
  onnx.Return %1 : tensor<1xi64>
}
