// RUN: mlirlite-opt %s --onnx-op-stats -o - 2>&1 >/dev/null | FileCheck %s
// RUN: mlirlite-opt %s --onnx-op-stats=format=json 2>&1 >/dev/null | FileCheck %s --check-prefix=JSON

// CHECK:      onnx.Add, 1
// CHECK-NEXT: onnx.Constant, 1
// CHECK-NEXT: onnx.Relu, 2
// CHECK-NEXT: bytes of constants, 8

// JSON: "onnx.Relu": 2,
// JSON: "bytes of constants": 8
func.func @f(%x: tensor<2xf32>) -> tensor<2xf32> {
  %c = onnx.Constant dense<1.0> : tensor<2xf32>
  %0 = "onnx.Relu"(%x) : (tensor<2xf32>) -> tensor<2xf32>
  %1 = "onnx.Relu"(%0) : (tensor<2xf32>) -> tensor<2xf32>
  %2 = "onnx.Add"(%1, %c) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  onnx.Return %2 : tensor<2xf32>
}
