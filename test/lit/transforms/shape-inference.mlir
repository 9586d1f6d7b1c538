// RUN: mlirlite-opt %s --shape-inference --split-input-file --allow-unregistered-dialect | FileCheck %s

// Along the chain, and into the type of the function.

// CHECK-LABEL: func @chain
//  CHECK-SAME:   -> tensor<2x3xf32>
//       CHECK:   "onnx.Add"({{.*}}) : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
//       CHECK:   "onnx.Relu"({{.*}}) : (tensor<2x3xf32>) -> tensor<2x3xf32>
func.func @chain(%a: tensor<2x3xf32>, %b: tensor<3xf32>) -> tensor<*xf32> {
  %0 = "onnx.Add"(%a, %b) : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<*xf32>
  %1 = "onnx.Relu"(%0) : (tensor<*xf32>) -> tensor<*xf32>
  return %1 : tensor<*xf32>
}

// -----

// What is stated and what is inferred are both kept.

// CHECK-LABEL: func @both
//       CHECK:   "onnx.Relu"({{.*}}) : (tensor<2x?xf32>) -> tensor<2x3xf32>
func.func @both(%a: tensor<2x?xf32>) -> tensor<?x3xf32> {
  %0 = "onnx.Relu"(%a) : (tensor<2x?xf32>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// -----

// Through calls, whatever the order of the functions.

// CHECK-LABEL: func @caller
//  CHECK-SAME:   -> tensor<4xf32>
//       CHECK:   call @callee({{.*}}) : (tensor<4xf32>) -> tensor<4xf32>
//       CHECK:   "onnx.Relu"({{.*}}) : (tensor<4xf32>) -> tensor<4xf32>
// CHECK-LABEL: func private @callee
//  CHECK-SAME:   -> tensor<4xf32>
func.func @caller(%a: tensor<4xf32>) -> tensor<*xf32> {
  %0 = func.call @callee(%a) : (tensor<4xf32>) -> tensor<*xf32>
  %1 = "onnx.Relu"(%0) : (tensor<*xf32>) -> tensor<*xf32>
  return %1 : tensor<*xf32>
}
func.func private @callee(%a: tensor<4xf32>) -> tensor<*xf32> {
  %0 = "onnx.Relu"(%a) : (tensor<4xf32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

// A value keeps its type where a user would become invalid; ops of unknown dialects take any.

// CHECK-LABEL: func @users
//       CHECK:   %[[R:.*]] = "onnx.Relu"({{.*}}) : (tensor<4xf32>) -> tensor<?xf32>
//       CHECK:   arith.addf %[[R]], %{{.*}} : tensor<?xf32>
//       CHECK:   %[[S:.*]] = "onnx.Relu"({{.*}}) : (tensor<4xf32>) -> tensor<4xf32>
//       CHECK:   "test.use"(%[[S]]) : (tensor<4xf32>) -> ()
func.func @users(%a: tensor<4xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  %0 = "onnx.Relu"(%a) : (tensor<4xf32>) -> tensor<?xf32>
  %1 = arith.addf %0, %b : tensor<?xf32>
  %2 = "onnx.Relu"(%a) : (tensor<4xf32>) -> tensor<?xf32>
  "test.use"(%2) : (tensor<?xf32>) -> ()
  return %1 : tensor<?xf32>
}

// -----

// Two places of return: the type stays what both can give.

// CHECK-LABEL: func @two_returns
//  CHECK-SAME:   -> tensor<*xf32>
//       CHECK:   "onnx.Relu"({{.*}}) : (tensor<4xf32>) -> tensor<*xf32>
func.func @two_returns(%a: tensor<4xf32>, %b: tensor<8xf32>, %c: i1) -> tensor<*xf32> {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  %0 = "onnx.Relu"(%a) : (tensor<4xf32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
^bb2:
  %1 = "onnx.Relu"(%b) : (tensor<8xf32>) -> tensor<*xf32>
  return %1 : tensor<*xf32>
}
