// Canonical forms of tensor ops: casts out of the way, slices and reshapes that do nothing.
// RUN: mlirlite-opt %s --canonicalize --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @sizes(
func.func @sizes(%t: tensor<4x?xf32>, %i: index) -> (tensor<?x?xf32>, index, f32) {
  %c3 = arith.constant 3 : index
  // CHECK-DAG: %[[C:.*]] = arith.constant 4 : index
  // CHECK-DAG: %[[E:.*]] = tensor.empty(%{{.*}}) : tensor<3x?xf32>
  // CHECK: %[[R:.*]] = tensor.cast %[[E]] : tensor<3x?xf32> to tensor<?x?xf32>
  %0 = tensor.empty(%c3, %i) : tensor<?x?xf32>
  %c = tensor.cast %t : tensor<4x?xf32> to tensor<?x?xf32>
  %c0 = arith.constant 0 : index
  %1 = tensor.dim %c, %c0 : tensor<?x?xf32>
  // CHECK: %[[X:.*]] = tensor.extract %{{.*}} : tensor<4x?xf32>
  %2 = tensor.extract %c[%i, %i] : tensor<?x?xf32>
  // CHECK: return %[[R]], %[[C]], %[[X]]
  return %0, %1, %2 : tensor<?x?xf32>, index, f32
}

// -----

// CHECK-LABEL: func.func @slices(
// CHECK-SAME: %[[T:.*]]: tensor<4x8xf32>, %[[S:.*]]: tensor<2x?xf32>
func.func @slices(%t: tensor<4x8xf32>, %s: tensor<2x?xf32>, %n: index) -> (tensor<4x8xf32>, tensor<2x?xf32>, tensor<?x8xf32>) {
  %0 = tensor.extract_slice %t[0, 0] [4, 8] [1, 1] : tensor<4x8xf32> to tensor<4x8xf32>
  %i = tensor.insert_slice %s into %t[1, %n] [2, %n] [1, 1] : tensor<2x?xf32> into tensor<4x8xf32>
  %1 = tensor.extract_slice %i[1, %n] [2, %n] [1, 1] : tensor<4x8xf32> to tensor<2x?xf32>
  %c3 = arith.constant 3 : index
  // CHECK: %[[E:.*]] = tensor.extract_slice %[[T]][1, 0] [3, 8] [1, 1] : tensor<4x8xf32> to tensor<3x8xf32>
  // CHECK: %[[C:.*]] = tensor.cast %[[E]] : tensor<3x8xf32> to tensor<?x8xf32>
  %2 = tensor.extract_slice %t[1, 0] [%c3, 8] [1, 1] : tensor<4x8xf32> to tensor<?x8xf32>
  // CHECK: return %[[T]], %[[S]], %[[C]]
  return %0, %1, %2 : tensor<4x8xf32>, tensor<2x?xf32>, tensor<?x8xf32>
}

// -----

// CHECK-LABEL: func.func @reshapes(
// CHECK-SAME: %[[T:.*]]: tensor<2x3x4xf32>
func.func @reshapes(%t: tensor<2x3x4xf32>, %f: f32) -> (tensor<24xf32>, tensor<2x3x4xf32>, tensor<6xi32>, tensor<2x3xf32>) {
  // CHECK: %[[C:.*]] = arith.constant dense<[1, 2, 3, 4, 5, 6]> : tensor<6xi32>
  %a = tensor.collapse_shape %t [[0, 1], [2]] : tensor<2x3x4xf32> into tensor<6x4xf32>
  // CHECK: %[[A:.*]] = tensor.collapse_shape %[[T]] {{\[\[}}0, 1, 2]] : tensor<2x3x4xf32> into tensor<24xf32>
  %0 = tensor.collapse_shape %a [[0, 1]] : tensor<6x4xf32> into tensor<24xf32>
  %1 = tensor.expand_shape %a [[0, 1], [2]] output_shape [2, 3, 4] : tensor<6x4xf32> into tensor<2x3x4xf32>
  %c = arith.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %2 = tensor.collapse_shape %c [[0, 1]] : tensor<2x3xi32> into tensor<6xi32>
  // CHECK: %[[S:.*]] = tensor.splat %{{.*}} : tensor<2x3xf32>
  %s = tensor.splat %f : tensor<6xf32>
  %3 = tensor.expand_shape %s [[0, 1]] output_shape [2, 3] : tensor<6xf32> into tensor<2x3xf32>
  // CHECK: return %[[A]], %[[T]], %[[C]], %[[S]]
  return %0, %1, %2, %3 : tensor<24xf32>, tensor<2x3x4xf32>, tensor<6xi32>, tensor<2x3xf32>
}
