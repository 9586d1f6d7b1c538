// RUN: mlirlite-opt %s --canonicalize --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @transposes
//  CHECK-SAME:   %[[X:.*]]: tensor<2x3x4xf32>
//   CHECK-NOT:   onnx.Transpose
//       CHECK:   onnx.Return %[[X]]
func.func @transposes(%x: tensor<2x3x4xf32>) -> tensor<2x3x4xf32> {
  %0 = "onnx.Transpose"(%x) {perm = [2, 0, 1]} : (tensor<2x3x4xf32>) -> tensor<4x2x3xf32>
  %1 = "onnx.Transpose"(%0) {perm = [1, 2, 0]} : (tensor<4x2x3xf32>) -> tensor<2x3x4xf32>
  onnx.Return %1 : tensor<2x3x4xf32>
}

// -----

// CHECK-LABEL: func.func @reshapes
//  CHECK-SAME:   %[[X:.*]]: tensor<2x6xf32>
//       CHECK:   %[[S:.*]] = onnx.Constant dense<[4, 3]>
//       CHECK:   %[[R:.*]] = "onnx.Reshape"(%[[X]], %[[S]])
//       CHECK:   onnx.Return %[[R]]
func.func @reshapes(%x: tensor<2x6xf32>) -> tensor<4x3xf32> {
  %s = onnx.Constant dense<[3, 4]> : tensor<2xi64>
  %t = onnx.Constant dense<[4, 3]> : tensor<2xi64>
  %0 = "onnx.Reshape"(%x, %s) : (tensor<2x6xf32>, tensor<2xi64>) -> tensor<3x4xf32>
  %1 = "onnx.Reshape"(%0, %t) : (tensor<3x4xf32>, tensor<2xi64>) -> tensor<4x3xf32>
  onnx.Return %1 : tensor<4x3xf32>
}

// -----

// CHECK-LABEL: func.func @identities
//  CHECK-SAME:   %[[X:.*]]: tensor<2x1xf32>
//  CHECK-NEXT:   onnx.Return %[[X]]
func.func @identities(%x: tensor<2x1xf32>) -> tensor<2x1xf32> {
  %a = onnx.Constant dense<0> : tensor<1xi64>
  %0 = "onnx.Identity"(%x) : (tensor<2x1xf32>) -> tensor<2x1xf32>
  %1 = "onnx.Cast"(%0) {to = f32} : (tensor<2x1xf32>) -> tensor<2x1xf32>
  %2 = "onnx.Unsqueeze"(%1, %a) : (tensor<2x1xf32>, tensor<1xi64>) -> tensor<1x2x1xf32>
  %3 = "onnx.Squeeze"(%2, %a) : (tensor<1x2x1xf32>, tensor<1xi64>) -> tensor<2x1xf32>
  onnx.Return %3 : tensor<2x1xf32>
}

// -----

// CHECK-LABEL: func.func @if
//  CHECK-SAME:   %[[X:.*]]: tensor<f32>, %[[Y:.*]]: tensor<f32>
//   CHECK-NOT:   onnx.If
//       CHECK:   %[[N:.*]] = "onnx.Neg"(%[[Y]])
//       CHECK:   onnx.Return %[[N]]
func.func @if(%x: tensor<f32>, %y: tensor<f32>) -> tensor<f32> {
  %c = onnx.Constant dense<false> : tensor<i1>
  %0 = "onnx.If"(%c) ({
    onnx.Yield %x : tensor<f32>
  }, {
    %1 = "onnx.Neg"(%y) : (tensor<f32>) -> tensor<f32>
    onnx.Yield %1 : tensor<f32>
  }) : (tensor<i1>) -> tensor<f32>
  onnx.Return %0 : tensor<f32>
}

// -----

// CHECK-LABEL: func.func @constant
//       CHECK:   onnx.Constant dense<7> : tensor<i64>
func.func @constant() -> tensor<i64> {
  %0 = onnx.Constant {value_int = 7 : si64} : tensor<i64>
  onnx.Return %0 : tensor<i64>
}

// -----

// Transposes sink below what is done to each element, meet and cancel.

// CHECK-LABEL: func.func @sinking
//  CHECK-SAME:   %[[X:.*]]: tensor<2x3x4xf32>
//   CHECK-NOT:   onnx.Transpose
//       CHECK:   %[[R:.*]] = "onnx.Relu"(%[[X]])
//       CHECK:   %[[A:.*]] = "onnx.Add"(%[[R]], %{{.*}})
//       CHECK:   onnx.Return %[[A]]
func.func @sinking(%x: tensor<2x3x4xf32>) -> tensor<2x3x4xf32> {
  %c = onnx.Constant dense<1.0> : tensor<f32>
  %0 = "onnx.Transpose"(%x) {perm = [2, 0, 1]} : (tensor<2x3x4xf32>) -> tensor<4x2x3xf32>
  %1 = "onnx.Relu"(%0) : (tensor<4x2x3xf32>) -> tensor<4x2x3xf32>
  %2 = "onnx.Add"(%1, %c) : (tensor<4x2x3xf32>, tensor<f32>) -> tensor<4x2x3xf32>
  %3 = "onnx.Transpose"(%2) {perm = [1, 2, 0]} : (tensor<4x2x3xf32>) -> tensor<2x3x4xf32>
  onnx.Return %3 : tensor<2x3x4xf32>
}

// -----

// CHECK-LABEL: func.func @two_transposed
//  CHECK-SAME:   %[[X:.*]]: tensor<2x?xf32>, %[[Y:.*]]: tensor<2x?xf32>
//       CHECK:   %[[A:.*]] = "onnx.Mul"(%[[X]], %[[Y]]) : (tensor<2x?xf32>, tensor<2x?xf32>) -> tensor<2x?xf32>
//       CHECK:   "onnx.Transpose"(%[[A]])
func.func @two_transposed(%x: tensor<2x?xf32>, %y: tensor<2x?xf32>) -> tensor<?x2xf32> {
  %0 = "onnx.Transpose"(%x) {perm = [1, 0]} : (tensor<2x?xf32>) -> tensor<?x2xf32>
  %1 = "onnx.Transpose"(%y) {perm = [1, 0]} : (tensor<2x?xf32>) -> tensor<?x2xf32>
  %2 = "onnx.Mul"(%0, %1) : (tensor<?x2xf32>, tensor<?x2xf32>) -> tensor<?x2xf32>
  onnx.Return %2 : tensor<?x2xf32>
}

// -----

// CHECK-LABEL: func.func @only_ones_move
//       CHECK:   %[[S:.*]] = onnx.Constant dense<[5, 1, 1]>
//       CHECK:   "onnx.Reshape"(%{{.*}}, %[[S]])
func.func @only_ones_move(%x: tensor<1x5x1xf32>) -> tensor<5x1x1xf32> {
  %0 = "onnx.Transpose"(%x) {perm = [1, 0, 2]} : (tensor<1x5x1xf32>) -> tensor<5x1x1xf32>
  onnx.Return %0 : tensor<5x1x1xf32>
}

// -----

// A cast that loses nothing, and its way back.

// CHECK-LABEL: func.func @casts
//  CHECK-SAME:   %[[X:.*]]: tensor<2xf16>
//       CHECK:   %[[N:.*]] = "onnx.Cast"(%[[X]]) <{{.*}}to = bf16
//       CHECK:   onnx.Return %[[X]], %[[N]]
func.func @casts(%x: tensor<2xf16>) -> (tensor<2xf16>, tensor<2xbf16>) {
  %0 = "onnx.Cast"(%x) {to = f32} : (tensor<2xf16>) -> tensor<2xf32>
  %1 = "onnx.Cast"(%0) {to = f16} : (tensor<2xf32>) -> tensor<2xf16>
  %2 = "onnx.Cast"(%0) {to = bf16} : (tensor<2xf32>) -> tensor<2xbf16>
  onnx.Return %1, %2 : tensor<2xf16>, tensor<2xbf16>
}

// -----

// CHECK-LABEL: func.func @lossy_casts
// CHECK-COUNT-2: onnx.Cast
func.func @lossy_casts(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = "onnx.Cast"(%x) {to = f16} : (tensor<2xf32>) -> tensor<2xf16>
  %1 = "onnx.Cast"(%0) {to = f32} : (tensor<2xf16>) -> tensor<2xf32>
  onnx.Return %1 : tensor<2xf32>
}

// -----

// No buffer can be of two ranks: what uses such a value moves into the branches, until both give the
// same rank.

// CHECK-LABEL: func.func @if_of_different_ranks
//       CHECK:   %[[R:.*]] = "onnx.If"
//       CHECK:     %[[A:.*]] = "onnx.Neg"({{.*}}) : (tensor<f32>) -> tensor<f32>
//       CHECK:     %[[B:.*]] = "onnx.Add"({{.*}}, %[[A]]) : (tensor<3xf32>, tensor<f32>) -> tensor<3xf32>
//       CHECK:     onnx.Yield %[[B]] : tensor<3xf32>
//       CHECK:     %[[C:.*]] = "onnx.Neg"({{.*}}) : (tensor<1xf32>) -> tensor<1xf32>
//       CHECK:     %[[D:.*]] = "onnx.Add"({{.*}}, %[[C]]) : (tensor<3xf32>, tensor<1xf32>) -> tensor<3xf32>
//       CHECK:     onnx.Yield %[[D]] : tensor<3xf32>
//       CHECK:   (tensor<i1>) -> tensor<3xf32>
//       CHECK:   %[[E:.*]] = "onnx.Exp"(%[[R]])
//       CHECK:   onnx.Return %[[E]]
func.func @if_of_different_ranks(%c: tensor<i1>, %x: tensor<3xf32>, %y: tensor<f32>, %z: tensor<1xf32>) -> tensor<3xf32> {
  %0 = "onnx.If"(%c) ({
    onnx.Yield %y : tensor<f32>
  }, {
    onnx.Yield %z : tensor<1xf32>
  }) : (tensor<i1>) -> tensor<*xf32>
  %1 = "onnx.Neg"(%0) : (tensor<*xf32>) -> tensor<*xf32>
  %2 = "onnx.Cos"(%x) : (tensor<3xf32>) -> tensor<3xf32>
  %3 = "onnx.Add"(%2, %1) : (tensor<3xf32>, tensor<*xf32>) -> tensor<*xf32>
  %4 = "onnx.Exp"(%3) : (tensor<*xf32>) -> tensor<3xf32>
  onnx.Return %4 : tensor<3xf32>
}
