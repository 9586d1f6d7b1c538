// RUN: mlirlite-opt %s --empty-tensor-to-alloc-tensor | FileCheck %s

// CHECK-LABEL: func.func @empty
// CHECK-SAME: (%[[N:.*]]: index, %[[T:.*]]: tensor<4xf32>)
// CHECK-NEXT: %[[A:.*]] = bufferization.alloc_tensor(%[[N]]) : tensor<?x4xf32>
// CHECK-NEXT: %[[S:.*]] = tensor.extract_slice %[[T]]
// CHECK-NEXT: return %[[A]], %[[S]]
func.func @empty(%n: index, %t: tensor<4xf32>) -> (tensor<?x4xf32>, tensor<2xf32>) {
  %0 = tensor.empty(%n) : tensor<?x4xf32>
  %1 = tensor.extract_slice %t[1] [2] [1] : tensor<4xf32> to tensor<2xf32>
  return %0, %1 : tensor<?x4xf32>, tensor<2xf32>
}
