// RUN: mlirlite-opt %s --widen-products-onnx | FileCheck %s

// A product of f16 is computed in f32 and rounded once; constants are widened now.
// CHECK-LABEL: func.func @product
func.func @product(%x: tensor<?x2xf16>) -> tensor<?x2xf16> {
  // CHECK-DAG: [[X:%.+]] = "onnx.Cast"(%arg0) {{.*}}to = f32{{.*}} -> tensor<?x2xf32>
  // CHECK-DAG: [[W:%.+]] = onnx.Constant dense<{{.*}}> : tensor<2x2xf32>
  // CHECK: [[Y:%.+]] = "onnx.MatMul"([[X]], [[W]]) {{.*}} -> tensor<?x2xf32>
  // CHECK: "onnx.Cast"([[Y]]) {{.*}}to = f16{{.*}} -> tensor<?x2xf16>
  %w = onnx.Constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf16>
  %y = "onnx.MatMul"(%x, %w) : (tensor<?x2xf16>, tensor<2x2xf16>) -> tensor<?x2xf16>
  return %y : tensor<?x2xf16>
}

// f32 stays, and so do convolutions of bf16, which have a kernel, and ops that read an element once.
// CHECK-LABEL: func.func @others
func.func @others(%x: tensor<1x2x4x4xbf16>, %w: tensor<2x2x1x1xbf16>, %a: tensor<2x2xf32>, %h: tensor<2xf16>) -> (tensor<1x2x4x4xbf16>, tensor<2x2xf32>, tensor<2xf16>) {
  // CHECK-NOT: onnx.Cast
  %none = "onnx.NoValue"() {value} : () -> none
  %y = "onnx.Conv"(%x, %w, %none) : (tensor<1x2x4x4xbf16>, tensor<2x2x1x1xbf16>, none) -> tensor<1x2x4x4xbf16>
  %m = "onnx.MatMul"(%a, %a) : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  %s = "onnx.Add"(%h, %h) : (tensor<2xf16>, tensor<2xf16>) -> tensor<2xf16>
  return %y, %m, %s : tensor<1x2x4x4xbf16>, tensor<2x2xf32>, tensor<2xf16>
}

// Weights of a product in f32 are widened now, not at every run.
// CHECK-LABEL: func.func @weights
func.func @weights(%x: tensor<?x2xf32>) -> tensor<?x3xf32> {
  // CHECK-NOT: onnx.Cast
  // CHECK: [[W:%.+]] = onnx.Constant dense<{{.*}}1.000000e+00, 3.000000e+00, 5.000000e+00], [2.000000e+00, 4.000000e+00, 6.000000e+00]]> : tensor<2x3xf32>
  // CHECK: "onnx.MatMul"(%arg0, [[W]])
  %w = onnx.Constant dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]> : tensor<3x2xbf16>
  %f = "onnx.Cast"(%w) {to = f32} : (tensor<3x2xbf16>) -> tensor<3x2xf32>
  %t = "onnx.Transpose"(%f) {perm = [1, 0]} : (tensor<3x2xf32>) -> tensor<2x3xf32>
  %y = "onnx.MatMul"(%x, %t) : (tensor<?x2xf32>, tensor<2x3xf32>) -> tensor<?x3xf32>
  return %y : tensor<?x3xf32>
}
