// RUN: mlirlite-opt %s --constprop-onnx --split-input-file | FileCheck %s
// RUN: mlirlite-opt %s --constprop-onnx="max-growth=0" --split-input-file | FileCheck %s --check-prefix=BOUND

// CHECK-LABEL: func.func @arithmetic
//       CHECK:   %[[C:.*]] = onnx.Constant dense<[-2, 1]> : tensor<2xi64>
//   CHECK-NOT:   onnx.Div
//       CHECK:   onnx.Return %[[C]]
func.func @arithmetic() -> tensor<2xi64> {
  %0 = onnx.Constant dense<[-7, 4]> : tensor<2xi64>
  %1 = onnx.Constant dense<3> : tensor<i64>
  %2 = "onnx.Div"(%0, %1) : (tensor<2xi64>, tensor<i64>) -> tensor<2xi64>
  onnx.Return %2 : tensor<2xi64>
}

// -----

// A division by zero is 0, as in compiled code (docs/decisions/040-edge-values.md).

// CHECK-LABEL: func.func @division_by_zero
//       CHECK:   onnx.Constant dense<0>
//   CHECK-NOT:   onnx.Div
func.func @division_by_zero() -> tensor<1xi64> {
  %0 = onnx.Constant dense<1> : tensor<1xi64>
  %1 = onnx.Constant dense<0> : tensor<1xi64>
  %2 = "onnx.Div"(%0, %1) : (tensor<1xi64>, tensor<1xi64>) -> tensor<1xi64>
  onnx.Return %2 : tensor<1xi64>
}

// -----

// CHECK-LABEL: func.func @movement
//       CHECK:   onnx.Constant dense<{{\[}}{{\[}}4.000000e+00, 2.000000e+00]]> : tensor<1x2xf32>
//   CHECK-NOT:   onnx.Transpose
func.func @movement() -> tensor<1x2xf32> {
  %0 = onnx.Constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %1 = "onnx.Transpose"(%0) : (tensor<2x2xf32>) -> tensor<2x2xf32>
  %start = onnx.Constant dense<[1, 1]> : tensor<2xi64>
  %end = onnx.Constant dense<[2, -3]> : tensor<2xi64>
  %axes = onnx.Constant dense<[0, 1]> : tensor<2xi64>
  %steps = onnx.Constant dense<[1, -1]> : tensor<2xi64>
  %2 = "onnx.Slice"(%1, %start, %end, %axes, %steps) : (tensor<2x2xf32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<1x2xf32>
  onnx.Return %2 : tensor<1x2xf32>
}

// -----

// Known dimensions are constants, though the tensor is none.

// CHECK-LABEL: func.func @shapes
//       CHECK:   %[[C:.*]] = onnx.Constant dense<[12, 4]> : tensor<2xi64>
//       CHECK:   onnx.Return %[[C]]
func.func @shapes(%x: tensor<?x3x4xf32>) -> tensor<2xi64> {
  %0 = "onnx.Shape"(%x) : (tensor<?x3x4xf32>) -> tensor<3xi64>
  %i = onnx.Constant dense<1> : tensor<1xi64>
  %j = onnx.Constant dense<2> : tensor<1xi64>
  %1 = "onnx.Gather"(%0, %i) : (tensor<3xi64>, tensor<1xi64>) -> tensor<1xi64>
  %2 = "onnx.Gather"(%0, %j) : (tensor<3xi64>, tensor<1xi64>) -> tensor<1xi64>
  %3 = "onnx.Mul"(%1, %2) : (tensor<1xi64>, tensor<1xi64>) -> tensor<1xi64>
  %4 = "onnx.Concat"(%3, %2) {axis = 0 : si64} : (tensor<1xi64>, tensor<1xi64>) -> tensor<2xi64>
  onnx.Return %4 : tensor<2xi64>
}

// -----

// Splats stay splats: a gigabyte of ones costs nothing.

// CHECK-LABEL: func.func @splat
//       CHECK:   onnx.Constant dense<3.000000e+00> : tensor<16384x16384xf32>
//   CHECK-NOT:   onnx.ConstantOfShape
func.func @splat() -> tensor<16384x16384xf32> {
  %s = onnx.Constant dense<16384> : tensor<2xi64>
  %0 = onnx.ConstantOfShape(%s) {value = dense<1.0> : tensor<1xf32>} : (tensor<2xi64>) -> tensor<16384x16384xf32>
  %two = onnx.Constant dense<2.0> : tensor<f32>
  %1 = "onnx.Add"(%0, %two) : (tensor<16384x16384xf32>, tensor<f32>) -> tensor<16384x16384xf32>
  onnx.Return %1 : tensor<16384x16384xf32>
}

// -----

// Results may be larger than the operands, but within the bound.

// CHECK-LABEL: func.func @growth
//       CHECK:   onnx.Constant dense<[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]>
// BOUND-LABEL: func.func @growth
//       BOUND:   onnx.Tile
func.func @growth() -> tensor<4xf32> {
  %0 = onnx.Constant dense<[1.0, 2.0]> : tensor<2xf32>
  %r = onnx.Constant dense<1024> : tensor<1xi64>
  %1 = "onnx.Tile"(%0, %r) : (tensor<2xf32>, tensor<1xi64>) -> tensor<2048xf32>
  %start = onnx.Constant dense<0> : tensor<i64>
  %limit = onnx.Constant dense<10> : tensor<i64>
  %step = onnx.Constant dense<1> : tensor<i64>
  %2 = "onnx.Range"(%start, %limit, %step) : (tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<10xi64>
  %3 = "onnx.Custom"(%1, %2) {function_name = "use"} : (tensor<2048xf32>, tensor<10xi64>) -> tensor<4xf32>
  onnx.Return %3 : tensor<4xf32>
}

// -----

// CHECK-LABEL: func.func @chain
//  CHECK-SAME:   %[[X:.*]]: tensor<2xf32>
//       CHECK:   %[[C:.*]] = onnx.Constant dense<[4.000000e+00, 5.000000e+00]> : tensor<2xf32>
//       CHECK:   %[[A:.*]] = "onnx.Add"(%[[X]], %[[C]])
//       CHECK:   onnx.Return %[[A]]
func.func @chain(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = onnx.Constant dense<[1.0, 2.0]> : tensor<2xf32>
  %1 = onnx.Constant dense<3.0> : tensor<f32>
  %2 = "onnx.Add"(%0, %x) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %3 = "onnx.Add"(%2, %1) : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  onnx.Return %3 : tensor<2xf32>
}

// -----

// Random numbers are none, whatever they are made of.

// CHECK-LABEL: func.func @random
//       CHECK:   onnx.RandomNormal
func.func @random() -> tensor<2xf32> {
  %0 = "onnx.RandomNormal"() {shape = [2]} : () -> tensor<2xf32>
  onnx.Return %0 : tensor<2xf32>
}

// -----

// x + 0.0 is not x for x = -0.0.

// CHECK-LABEL: func.func @neutral
//  CHECK-SAME:   %[[X:.*]]: tensor<2xf32>, %[[N:.*]]: tensor<2xi32>
//       CHECK:   %[[A:.*]] = "onnx.Add"(%[[X]], %{{.*}})
//       CHECK:   onnx.Return %[[X]], %[[N]], %[[A]]
func.func @neutral(%x: tensor<2xf32>, %n: tensor<2xi32>) -> (tensor<2xf32>, tensor<2xi32>, tensor<2xf32>) {
  %one = onnx.Constant dense<1.0> : tensor<f32>
  %zero = onnx.Constant dense<0> : tensor<2xi32>
  %plus = onnx.Constant dense<0.0> : tensor<f32>
  %0 = "onnx.Div"(%x, %one) : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  %1 = "onnx.Add"(%zero, %n) : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
  %2 = "onnx.Add"(%x, %plus) : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  onnx.Return %0, %1, %2 : tensor<2xf32>, tensor<2xi32>, tensor<2xf32>
}
