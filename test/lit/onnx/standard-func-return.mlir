// RUN: mlirlite-opt %s --standard-func-return | FileCheck %s

// CHECK-LABEL: func.func @f
//  CHECK-SAME:   (%[[X:.*]]: tensor<2xf32>) -> tensor<2xf32>
//       CHECK:   return %[[X]] : tensor<2xf32>
func.func @f(%x: tensor<2xf32>) -> tensor<*xf32> {
  onnx.Return %x : tensor<2xf32>
}
