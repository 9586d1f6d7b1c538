// RUN: mlirlite-opt %s --cse | FileCheck %s

// Nodes have names of their own: equal ones are merged all the same.

// CHECK-LABEL: func.func @names
//       CHECK:   %[[R:.*]] = "onnx.Relu"(%{{.*}}) {onnx_node_name = "a"}
//   CHECK-NOT:   onnx_node_name = "b"
//       CHECK:   %[[L:.*]] = "onnx.LeakyRelu"(%{{.*}}) <{alpha = 5.000000e-01 : f32}>
//       CHECK:   %[[M:.*]] = "onnx.LeakyRelu"(%{{.*}}) <{alpha = 2.500000e-01 : f32}>
//       CHECK:   onnx.Return %[[R]], %[[R]], %[[L]], %[[M]]
func.func @names(%x: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) {
  %0 = "onnx.Relu"(%x) {onnx_node_name = "a"} : (tensor<2xf32>) -> tensor<2xf32>
  %1 = "onnx.Relu"(%x) {onnx_node_name = "b"} : (tensor<2xf32>) -> tensor<2xf32>
  %2 = "onnx.LeakyRelu"(%x) {onnx_node_name = "c", alpha = 0.5 : f32} : (tensor<2xf32>) -> tensor<2xf32>
  %3 = "onnx.LeakyRelu"(%x) {onnx_node_name = "d", alpha = 0.25 : f32} : (tensor<2xf32>) -> tensor<2xf32>
  onnx.Return %0, %1, %2, %3 : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
}
