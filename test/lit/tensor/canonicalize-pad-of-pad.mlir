// RUN: mlirlite-opt %s --canonicalize | FileCheck %s

// CHECK: #[[MAP:.*]] = affine_map<()[s0] -> (s0 + 1)>

// CHECK-LABEL: func.func @of_a_pad(
// CHECK-SAME:    %[[T:.*]]: tensor<?x3xf32>, %[[X:.*]]: f32, %[[N:.*]]: index)
// CHECK-NEXT:    %[[HIGH:.*]] = affine.apply #[[MAP]]()[%[[N]]]
// CHECK-NEXT:    %[[LOW:.*]] = affine.apply
// CHECK-NEXT:    %[[P:.*]] = tensor.pad %[[T]] low[%[[LOW]], 3] high[%[[HIGH]], 2] {
// CHECK-NEXT:    ^bb0
// CHECK-NEXT:      tensor.yield %[[X]] : f32
// CHECK-NEXT:    } : tensor<?x3xf32> to tensor<?x8xf32>
// CHECK-NEXT:    return %[[P]] : tensor<?x8xf32>
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
