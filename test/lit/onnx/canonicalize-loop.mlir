// RUN: mlirlite-opt %s --canonicalize --split-input-file | FileCheck %s

// A carried value that each iteration passes on is the initial one.

// CHECK-LABEL: func.func @weights(
//  CHECK-SAME:     %[[N:.*]]: tensor<i64>, %[[C:.*]]: tensor<i1>, %[[X:.*]]: tensor<4xf32>, %[[W:.*]]: tensor<4xf32>)
//       CHECK:   %[[R:.*]] = "onnx.Loop"(%[[N]], %[[C]], %[[X]]) ({
//       CHECK:   ^bb0(%{{.*}}: tensor<i64>, %[[GO:.*]]: tensor<i1>, %[[A:.*]]: tensor<4xf32>):
//       CHECK:     %[[S:.*]] = "onnx.Add"(%[[A]], %[[W]])
//       CHECK:     onnx.Yield %[[GO]], %[[S]] : tensor<i1>, tensor<4xf32>
//       CHECK:   onnx.Return %[[W]], %[[R]]
func.func @weights(%n: tensor<i64>, %c: tensor<i1>, %x: tensor<4xf32>, %w: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0:2 = "onnx.Loop"(%n, %c, %w, %x) ({
  ^bb0(%i: tensor<i64>, %go: tensor<i1>, %b: tensor<4xf32>, %a: tensor<4xf32>):
    %1 = "onnx.Add"(%a, %b) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    onnx.Yield %go, %b, %1 : tensor<i1>, tensor<4xf32>, tensor<4xf32>
  }) : (tensor<i64>, tensor<i1>, tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  onnx.Return %0#0, %0#1 : tensor<4xf32>, tensor<4xf32>
}

// -----

// Scan outputs stay behind the carried values.

// CHECK-LABEL: func.func @scanned(
//  CHECK-SAME:     %[[N:[^,]*]]: tensor<i64>, %[[C:[^,]*]]: tensor<i1>, %[[W:[^,]*]]: tensor<4xf32>)
//       CHECK:   %[[R:.*]] = "onnx.Loop"(%[[N]], %[[C]]) ({
//       CHECK:     onnx.Yield %{{.*}}, %[[W]] : tensor<i1>, tensor<4xf32>
//       CHECK:   }) : (tensor<i64>, tensor<i1>) -> tensor<?x4xf32>
//       CHECK:   onnx.Return %[[W]], %[[R]]
func.func @scanned(%n: tensor<i64>, %c: tensor<i1>, %w: tensor<4xf32>) -> (tensor<4xf32>, tensor<?x4xf32>) {
  %0:2 = "onnx.Loop"(%n, %c, %w) ({
  ^bb0(%i: tensor<i64>, %go: tensor<i1>, %b: tensor<4xf32>):
    onnx.Yield %go, %b, %b : tensor<i1>, tensor<4xf32>, tensor<4xf32>
  }) : (tensor<i64>, tensor<i1>, tensor<4xf32>) -> (tensor<4xf32>, tensor<?x4xf32>)
  onnx.Return %0#0, %0#1 : tensor<4xf32>, tensor<?x4xf32>
}
