// RUN: mlirlite-opt %s --partition-onnx="rank=1" --split-input-file | FileCheck %s

// A sum over shards, a bias that counts once, and a result that is needed whole.

// CHECK-LABEL: func.func @sum
// CHECK: %[[X:.*]] = "onnx.Slice"(%arg0
// CHECK-SAME: (tensor<8x4xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<8x2xf32>
// CHECK: onnx.Constant dense<2.000000e+00> : tensor<2x6xf32>
// CHECK: %[[NONE:.*]] = "onnx.NoValue"
// CHECK: "onnx.Gemm"(%[[X]], %{{.*}}, %[[NONE]])
// CHECK: "onnx.Collective"(%{{.*}}) <{kind = "all_reduce", ranks = [0, 1], reduce = "sum"}>
module attributes {onnx.configurations = [#onnx.configuration<"tensor=2", 2>]} {
  func.func @sum(%x: tensor<8x4xf32>) -> tensor<8x6xf32> {
    %w = onnx.Constant dense<2.0> : tensor<4x6xf32>
    %c = onnx.Constant dense<1.0> : tensor<6xf32>
    %0 = "onnx.Gemm"(%x, %w, %c) {placements = [#onnx.placement<"tensor=2", operand 1 on [0, 1] split [0 by 2]>]}
      : (tensor<8x4xf32>, tensor<4x6xf32>, tensor<6xf32>) -> tensor<8x6xf32>
    return %0 : tensor<8x6xf32>
  }
}

// -----

// A result that is scattered, gathered where it is used whole.

// CHECK-LABEL: func.func @scatter
// CHECK: "onnx.Collective"(%{{.*}}) <{axis = 0 : i64, kind = "reduce_scatter", ranks = [0, 1], reduce = "sum"}> : (tensor<8x6xf32>) -> tensor<4x6xf32>
// CHECK: "onnx.Collective"(%{{.*}}) <{axis = 0 : i64, kind = "all_gather", ranks = [0, 1]}> : (tensor<4x6xf32>) -> tensor<8x6xf32>
// CHECK: "onnx.Softmax"(%{{.*}}) <{axis = 0 : si64}> : (tensor<8x6xf32>) -> tensor<8x6xf32>
module attributes {onnx.configurations = [#onnx.configuration<"tensor=2", 2>]} {
  func.func @scatter(%x: tensor<8x4xf32>) -> tensor<8x6xf32> {
    %w = onnx.Constant dense<2.0> : tensor<4x6xf32>
    %0 = "onnx.MatMul"(%x, %w) {placements = [#onnx.placement<"tensor=2", operand 1 on [0, 1] split [0 by 2],
      result 0 on [0, 1] split [0 by 2]>]} : (tensor<8x4xf32>, tensor<4x6xf32>) -> tensor<8x6xf32>
    %1 = "onnx.Softmax"(%0) {axis = 0 : si64} : (tensor<8x6xf32>) -> tensor<8x6xf32>
    return %1 : tensor<8x6xf32>
  }
}

// -----

// Stages: the second one receives, and sends the result back.

// CHECK-LABEL: func.func @stages
// CHECK-NOT: onnx.Exp
// CHECK: %[[R:.*]] = "onnx.Collective"() <{kind = "receive", ranks = [0]}> : () -> tensor<4xf32>
// CHECK: %[[Y:.*]] = "onnx.Neg"(%[[R]])
// CHECK: "onnx.Collective"(%[[Y]]) <{kind = "send", ranks = [0]}> : (tensor<4xf32>) -> ()
module attributes {onnx.configurations = [#onnx.configuration<"pipeline=2", 2>]} {
  func.func @stages(%x: tensor<4xf32>) -> tensor<4xf32> {
    %0 = "onnx.Exp"(%x) {placements = [#onnx.placement<"pipeline=2", stage 0>]} : (tensor<4xf32>) -> tensor<4xf32>
    %1 = "onnx.Neg"(%0) {placements = [#onnx.placement<"pipeline=2", stage 1>]} : (tensor<4xf32>) -> tensor<4xf32>
    return %1 : tensor<4xf32>
  }
}
