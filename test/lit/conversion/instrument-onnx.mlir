// RUN: mlirlite-opt %s --set-onnx-node-name --instrument-onnx | FileCheck %s

// Points carry what an operator costs; constants are no operators.

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
