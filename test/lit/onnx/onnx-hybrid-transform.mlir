// RUN: mlirlite-opt %s --onnx-hybrid-transform | FileCheck %s

// The old Unsqueeze becomes the new one, the shape becomes known and constant, and what is
// reshaped gets a type; then the function's type follows.

// CHECK-LABEL: func.func @main_graph
//  CHECK-SAME:   -> tensor<2x3xf32>
//   CHECK-DAG:   %[[S:.*]] = onnx.Constant dense<[2, 3]> : tensor<2xi64>
//       CHECK:   %[[R:.*]] = "onnx.Relu"(%{{.*}}) : (tensor<6xf32>) -> tensor<6xf32>
//       CHECK:   %[[Y:.*]] = "onnx.Reshape"(%[[R]], %[[S]]){{.*}} -> tensor<2x3xf32>
//       CHECK:   onnx.Return %[[Y]] : tensor<2x3xf32>
func.func @main_graph(%x: tensor<6xf32>) -> tensor<*xf32> {
  %two = onnx.Constant dense<2> : tensor<i64>
  %three = onnx.Constant dense<3> : tensor<1xi64>
  %0 = "onnx.UnsqueezeV11"(%two) {axes = [0]} : (tensor<i64>) -> tensor<*xi64>
  %1 = "onnx.Concat"(%0, %three) {axis = 0 : si64} : (tensor<*xi64>, tensor<1xi64>) -> tensor<*xi64>
  %2 = "onnx.Reshape"(%x, %1) : (tensor<6xf32>, tensor<*xi64>) -> tensor<*xf32>
  %3 = "onnx.Relu"(%2) : (tensor<*xf32>) -> tensor<*xf32>
  onnx.Return %3 : tensor<*xf32>
}
