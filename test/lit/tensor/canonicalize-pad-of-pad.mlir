// RUN: mlirlite-opt %s --canonicalize | FileCheck %s

// CHECK-LABEL: func.func @of_a_pad(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<?x3xf32>, %[[ARG1:.*]]: f32, %[[ARG2:.*]]: index) -> tensor<?x8xf32> {
// CHECK-NEXT:     %[[APPLY:.*]] = affine.apply #map()[%[[ARG2]]]
// CHECK-NEXT:     %[[APPLY_1:.*]] = affine.apply #map1()[%[[ARG2]]]
// CHECK-NEXT:     %[[PADDED:.*]] = tensor.pad %[[ARG0]] low[%[[APPLY_1]], 3] high[%[[APPLY]], 2] {
// CHECK-NEXT:     ^bb0(%[[ARG3:.*]]: index, %[[ARG4:.*]]: index):
// CHECK-NEXT:       tensor.yield %[[ARG1]] : f32
// CHECK-NEXT:     } : tensor<?x3xf32> to tensor<?x8xf32>
// CHECK-NEXT:     return %[[PADDED]] : tensor<?x8xf32>
// CHECK-NEXT:   }
// CHECK: #map = affine_map<()[s0] -> (s0 + 1)>
// CHECK-NEXT: #map1 = affine_map<()[s0] -> (s0 + 2)>
func.func @of_a_pad(%t: tensor<?x3xf32>, %x: f32, %n: index) -> tensor<?x8xf32> {
  %0 = tensor.pad %t low[%n, 1] high[1, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %x : f32
  } : tensor<?x3xf32> to tensor<?x4xf32>
  %1 = tensor.pad %0 low[2, 2] high[%n, 2] {
  ^bb0(%i: index, %j: index):
    tensor.yield %x : f32
  } : tensor<?x4xf32> to tensor<?x8xf32>
  return %1 : tensor<?x8xf32>
}
