// RUN: mlirlite-opt %s --split-input-file --convert-stablehlo-to-onnx | FileCheck %s

// CHECK-LABEL: func.func @main_graph(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<4x3xf32> {onnx.name = "input0"}, %[[ARG1:.*]]: tensor<3x2xf32> {onnx.name = "input1"}, %[[ARG2:.*]]: tensor<2xf32> {onnx.name = "input2"}) -> (tensor<4xf32> {onnx.name = "output0"}) {
// CHECK-NEXT:     %[[CONSTANT:.*]] = onnx.Constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT:     %[[MATMUL:.*]] = "onnx.MatMul"(%[[ARG0]], %[[ARG1]]) : (tensor<4x3xf32>, tensor<3x2xf32>) -> tensor<4x2xf32>
// CHECK-NEXT:     %[[CONSTANT_1:.*]] = onnx.Constant dense<[1, 2]> : tensor<2xi64>
// CHECK-NEXT:     %[[RESHAPE:.*]] = "onnx.Reshape"(%[[ARG2]], %[[CONSTANT_1]]) <{allowzero = 0 : si64}> : (tensor<2xf32>, tensor<2xi64>) -> tensor<1x2xf32>
// CHECK-NEXT:     %[[CONSTANT_2:.*]] = onnx.Constant dense<[4, 2]> : tensor<2xi64>
// CHECK-NEXT:     %[[EXPAND:.*]] = "onnx.Expand"(%[[RESHAPE]], %[[CONSTANT_2]]) : (tensor<1x2xf32>, tensor<2xi64>) -> tensor<4x2xf32>
// CHECK-NEXT:     %[[ADD:.*]] = "onnx.Add"(%[[MATMUL]], %[[EXPAND]]) : (tensor<4x2xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>
// CHECK-NEXT:     %[[CONSTANT_3:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK-NEXT:     %[[REDUCESUM:.*]] = "onnx.ReduceSum"(%[[ADD]], %[[CONSTANT_3]]) <{keepdims = 0 : si64, noop_with_empty_axes = 0 : si64}> : (tensor<4x2xf32>, tensor<1xi64>) -> tensor<4xf32>
// CHECK-NEXT:     onnx.Return %[[REDUCESUM]] : tensor<4xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   "onnx.EntryPoint"() <{func = @main_graph}> : () -> ()
func.func @main(%x: tensor<4x3xf32>, %w: tensor<3x2xf32>, %b: tensor<2xf32>) -> tensor<4xf32> {
  %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %0 = call @dense(%x, %w, %b) : (tensor<4x3xf32>, tensor<3x2xf32>, tensor<2xf32>) -> tensor<4x2xf32>
  %1 = stablehlo.reduce(%0 init: %cst) applies stablehlo.add across dimensions = [1] : (tensor<4x2xf32>, tensor<f32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}
func.func private @dense(%x: tensor<4x3xf32>, %w: tensor<3x2xf32>, %b: tensor<2xf32>) -> tensor<4x2xf32> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x3xf32>, tensor<3x2xf32>) -> tensor<4x2xf32>
  %1 = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<2xf32>) -> tensor<4x2xf32>
  %2 = stablehlo.add %0, %1 : tensor<4x2xf32>
  return %2 : tensor<4x2xf32>
}

// -----

// CHECK-LABEL: func.func @main_graph(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<i32> {onnx.name = "input0"}, %[[ARG1:.*]]: tensor<2xf32> {onnx.name = "input1"}) -> (tensor<2xf32> {onnx.name = "output0"}) {
// CHECK-NEXT:     %[[CONSTANT:.*]] = onnx.Constant dense<1> : tensor<i32>
// CHECK-NEXT:     %[[CONSTANT_1:.*]] = onnx.Constant dense<0> : tensor<i32>
// CHECK-NEXT:     %[[LESS:.*]] = "onnx.Less"(%[[CONSTANT_1]], %[[ARG0]]) : (tensor<i32>, tensor<i32>) -> tensor<i1>
// CHECK-NEXT:     %[[NOVALUE:.*]] = "onnx.NoValue"() <{value}> : () -> none
// CHECK-NEXT:     %[[LOOP:.*]]:2 = "onnx.Loop"(%[[NOVALUE]], %[[LESS]], %[[CONSTANT_1]], %[[ARG1]]) ({
// CHECK-NEXT:     ^bb0(%[[ARG2:.*]]: tensor<i64>, %[[ARG3:.*]]: tensor<i1>, %[[ARG4:.*]]: tensor<i32>, %[[ARG5:.*]]: tensor<2xf32>):
// CHECK-NEXT:       %[[ADD:.*]] = "onnx.Add"(%[[ARG4]], %[[CONSTANT]]) : (tensor<i32>, tensor<i32>) -> tensor<i32>
// CHECK-NEXT:       %[[MUL:.*]] = "onnx.Mul"(%[[ARG5]], %[[ARG5]]) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
// CHECK-NEXT:       %[[LESS_1:.*]] = "onnx.Less"(%[[ADD]], %[[ARG0]]) : (tensor<i32>, tensor<i32>) -> tensor<i1>
// CHECK-NEXT:       onnx.Yield %[[LESS_1]], %[[ADD]], %[[MUL]] : tensor<i1>, tensor<i32>, tensor<2xf32>
// CHECK-NEXT:     }) : (none, tensor<i1>, tensor<i32>, tensor<2xf32>) -> (tensor<i32>, tensor<2xf32>)
// CHECK-NEXT:     onnx.Return %[[LOOP]]#1 : tensor<2xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   "onnx.EntryPoint"() <{func = @main_graph}> : () -> ()
func.func @main(%n: tensor<i32>, %x: tensor<2xf32>) -> tensor<2xf32> {
  %one = stablehlo.constant dense<1> : tensor<i32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0:2 = stablehlo.while(%i = %zero, %y = %x) : tensor<i32>, tensor<2xf32>
  cond {
    %1 = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.add %i, %one : tensor<i32>
    %2 = stablehlo.multiply %y, %y : tensor<2xf32>
    stablehlo.return %1, %2 : tensor<i32>, tensor<2xf32>
  }
  return %0#1 : tensor<2xf32>
}

// -----

// What is no StableHLO stays.

// CHECK-LABEL: func.func @plain(
// CHECK-SAME:    %[[ARG0:.*]]: i32) -> i32 {
// CHECK-NEXT:     return %[[ARG0]] : i32
// CHECK-NEXT:   }
func.func @plain(%x: i32) -> i32 {
  return %x : i32
}
