// RUN: mlirlite-opt %s --set-onnx-node-name | FileCheck %s

// CHECK-LABEL: func.func @f
//       CHECK:   "onnx.Relu"(%{{.*}}) {onnx_node_name = "mine"}
//       CHECK:   "onnx.Relu"(%{{.*}}) {onnx_node_name = "mine_0"}
//       CHECK:   "onnx.Relu"(%{{.*}}) {onnx_node_name = "onnx.Relu_1"}
func.func @f(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = "onnx.Relu"(%x) {onnx_node_name = "mine"} : (tensor<2xf32>) -> tensor<2xf32>
  %1 = "onnx.Relu"(%0) {onnx_node_name = "mine"} : (tensor<2xf32>) -> tensor<2xf32>
  %2 = "onnx.Relu"(%1) : (tensor<2xf32>) -> tensor<2xf32>
  onnx.Return %2 : tensor<2xf32>
}
