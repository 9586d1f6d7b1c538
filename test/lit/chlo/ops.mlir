// RUN: mlirlite-opt %s | mlirlite-opt | FileCheck %s

// CHECK-LABEL: func.func @functions(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<4xf32>) -> tensor<2xf32> {
// CHECK-NEXT:     %[[ERF:.*]] = chlo.erf %[[ARG0]] : tensor<4xf32> -> tensor<4xf32>
// CHECK-NEXT:     %[[VALUES:.*]], %[[INDICES:.*]] = chlo.top_k(%[[ERF]], k = 2) : tensor<4xf32> -> (tensor<2xf32>, tensor<2xi32>)
// CHECK-NEXT:     return %[[VALUES]] : tensor<2xf32>
// CHECK-NEXT:   }
func.func @functions(%x: tensor<4xf32>) -> tensor<2xf32> {
  %0 = chlo.erf %x : tensor<4xf32> -> tensor<4xf32>
  %values, %indices = chlo.top_k(%0, k = 2) : tensor<4xf32> -> (tensor<2xf32>, tensor<2xi32>)
  return %values : tensor<2xf32>
}
