// RUN: mlirlite-opt %s --update-in-place-onnx --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @rows
//       CHECK:   "onnx.ScatterND"{{.*}} {in_place} :
func.func @rows(%n: tensor<i64>, %c: tensor<i1>, %x: tensor<8x4xf32>, %at: tensor<1x1xi64>) -> tensor<8x4xf32> {
  %0 = "onnx.Loop"(%n, %c, %x) ({
  ^bb0(%i: tensor<i64>, %go: tensor<i1>, %a: tensor<8x4xf32>):
    %1 = onnx.Constant dense<2> : tensor<1xi64>
    %2 = "onnx.Gather"(%a, %1) {axis = 0 : si64} : (tensor<8x4xf32>, tensor<1xi64>) -> tensor<1x4xf32>
    %3 = "onnx.ScatterND"(%a, %at, %2) {reduction = "add"} : (tensor<8x4xf32>, tensor<1x1xi64>, tensor<1x4xf32>) -> tensor<8x4xf32>
    onnx.Yield %go, %3 : tensor<i1>, tensor<8x4xf32>
  }) : (tensor<i64>, tensor<i1>, tensor<8x4xf32>) -> tensor<8x4xf32>
  onnx.Return %0 : tensor<8x4xf32>
}

// -----

// What is read after the update is the old value.

// CHECK-LABEL: func.func @read_later
//   CHECK-NOT:   in_place
func.func @read_later(%n: tensor<i64>, %c: tensor<i1>, %x: tensor<8x4xf32>, %at: tensor<1x1xi64>, %row: tensor<1x4xf32>) -> tensor<8x4xf32> {
  %y = onnx.Constant dense<0.0> : tensor<8x4xf32>
  %0:2 = "onnx.Loop"(%n, %c, %x, %y) ({
  ^bb0(%i: tensor<i64>, %go: tensor<i1>, %a: tensor<8x4xf32>, %b: tensor<8x4xf32>):
    %3 = "onnx.ScatterND"(%a, %at, %row) : (tensor<8x4xf32>, tensor<1x1xi64>, tensor<1x4xf32>) -> tensor<8x4xf32>
    %4 = "onnx.Add"(%a, %b) : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<8x4xf32>
    onnx.Yield %go, %3, %4 : tensor<i1>, tensor<8x4xf32>, tensor<8x4xf32>
  }) : (tensor<i64>, tensor<i1>, tensor<8x4xf32>, tensor<8x4xf32>) -> (tensor<8x4xf32>, tensor<8x4xf32>)
  onnx.Return %0#1 : tensor<8x4xf32>
}

// -----

// A Reshape is the same memory.

// CHECK-LABEL: func.func @view
//   CHECK-NOT:   in_place
func.func @view(%n: tensor<i64>, %c: tensor<i1>, %x: tensor<8x4xf32>, %at: tensor<1x1xi64>, %row: tensor<1x4xf32>) -> tensor<32xf32> {
  %y = onnx.Constant dense<0.0> : tensor<32xf32>
  %0:2 = "onnx.Loop"(%n, %c, %x, %y) ({
  ^bb0(%i: tensor<i64>, %go: tensor<i1>, %a: tensor<8x4xf32>, %b: tensor<32xf32>):
    %2 = onnx.Constant dense<32> : tensor<1xi64>
    %4 = "onnx.Reshape"(%a, %2) : (tensor<8x4xf32>, tensor<1xi64>) -> tensor<32xf32>
    %3 = "onnx.ScatterND"(%a, %at, %row) : (tensor<8x4xf32>, tensor<1x1xi64>, tensor<1x4xf32>) -> tensor<8x4xf32>
    onnx.Yield %go, %3, %4 : tensor<i1>, tensor<8x4xf32>, tensor<32xf32>
  }) : (tensor<i64>, tensor<i1>, tensor<8x4xf32>, tensor<32xf32>) -> (tensor<8x4xf32>, tensor<32xf32>)
  onnx.Return %0#1 : tensor<32xf32>
}

// -----

// The values are exchanged: each would be in the other's memory.

// CHECK-LABEL: func.func @exchanged
//   CHECK-NOT:   in_place
func.func @exchanged(%n: tensor<i64>, %c: tensor<i1>, %x: tensor<8x4xf32>, %y: tensor<8x4xf32>, %at: tensor<1x1xi64>, %row: tensor<1x4xf32>) -> tensor<8x4xf32> {
  %0:2 = "onnx.Loop"(%n, %c, %x, %y) ({
  ^bb0(%i: tensor<i64>, %go: tensor<i1>, %a: tensor<8x4xf32>, %b: tensor<8x4xf32>):
    %3 = "onnx.ScatterND"(%a, %at, %row) : (tensor<8x4xf32>, tensor<1x1xi64>, tensor<1x4xf32>) -> tensor<8x4xf32>
    onnx.Yield %go, %b, %3 : tensor<i1>, tensor<8x4xf32>, tensor<8x4xf32>
  }) : (tensor<i64>, tensor<i1>, tensor<8x4xf32>, tensor<8x4xf32>) -> (tensor<8x4xf32>, tensor<8x4xf32>)
  onnx.Return %0#1 : tensor<8x4xf32>
}
