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
