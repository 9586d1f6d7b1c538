// RUN: mlirlite-opt %s --convert-stablehlo-to-onnx | FileCheck %s

// An op of a small type computes in a wider one; its result is rounded.

// CHECK-LABEL: func.func @main_graph
// CHECK-SAME: (%[[x:.*]]: tensor<2xi4>
func.func @main(%x: tensor<2xi4>) -> tensor<2xi4> {
  // CHECK: %[[wide:.*]] = "onnx.Cast"(%[[x]]) <{{.*}}> : (tensor<2xi4>) -> tensor<2xi8>
  // CHECK: %[[sum:.*]] = "onnx.Add"(%[[wide]], %[[wide]]) : (tensor<2xi8>, tensor<2xi8>) -> tensor<2xi8>
  // CHECK: %[[small:.*]] = "onnx.Cast"(%[[sum]]) <{{.*}}> : (tensor<2xi8>) -> tensor<2xi4>
  %0 = stablehlo.add %x, %x : tensor<2xi4>
  // CHECK: onnx.Return %[[small]]
  return %0 : tensor<2xi4>
}
