// RUN: mlirlite-opt %s --set-onnx-node-name --instrument-onnx | FileCheck %s

// Points carry what an operator costs; constants are not operators.

// CHECK-LABEL: func.func @net
// CHECK: onnx.Constant
// CHECK-NEXT: "krnl.runtime_instrument"() <{nodeName = "product", opName = "onnx.MatMul", tag = 5 : i64}> {krnl.bytes = 192 : i64, krnl.flops = 128 : i64} : () -> ()
// CHECK-NEXT: "onnx.MatMul"
// CHECK-NEXT: "krnl.runtime_instrument"() <{nodeName = "product", opName = "onnx.MatMul", tag = 6 : i64}> : () -> ()
// CHECK-NEXT: nodeName = "onnx.Relu_0", opName = "onnx.Relu", tag = 5
// CHECK-SAME: krnl.flops = 16
// CHECK-NEXT: "onnx.Relu"
// CHECK-NEXT: tag = 6
// CHECK-NEXT: return
func.func @net(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %w = onnx.Constant dense<1.0> : tensor<4x4xf32>
  %0 = "onnx.MatMul"(%x, %w) {onnx_node_name = "product"} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = "onnx.Relu"(%0) : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return %1 : tensor<4x4xf32>
}

// What is not computed by multiply-adds of floats is told: the peak is not of it.

// CHECK-LABEL: func.func @other_arithmetic
// CHECK: opName = "onnx.Conv", tag = 5 : i64}> {krnl.arithmetic = "winograd"
// CHECK: opName = "onnx.MatMulInteger", tag = 5 : i64}> {krnl.arithmetic = "ui8"
// CHECK: opName = "onnx.MatMul", tag = 5 : i64}> {krnl.arithmetic = "bf16"
func.func @other_arithmetic(%x: tensor<1x4x8x8xf32>, %w: tensor<4x4x3x3xf32>, %a: tensor<4x4xui8>, %h: tensor<4x4xbf16>) -> (tensor<1x4x6x6xf32>, tensor<4x4xi32>, tensor<4x4xbf16>) {
  %none = "onnx.NoValue"() {value} : () -> none
  %0 = "onnx.Conv"(%x, %w, %none) {schedule = {algorithm = "winograd"}} : (tensor<1x4x8x8xf32>, tensor<4x4x3x3xf32>, none) -> tensor<1x4x6x6xf32>
  %1 = "onnx.MatMulInteger"(%a, %a, %none, %none) : (tensor<4x4xui8>, tensor<4x4xui8>, none, none) -> tensor<4x4xi32>
  %2 = "onnx.MatMul"(%h, %h) : (tensor<4x4xbf16>, tensor<4x4xbf16>) -> tensor<4x4xbf16>
  return %0, %1, %2 : tensor<1x4x6x6xf32>, tensor<4x4xi32>, tensor<4x4xbf16>
}
