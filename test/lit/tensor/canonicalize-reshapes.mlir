// RUN: mlirlite-opt %s --canonicalize --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @expand_of_collapse(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<4x6x8xf32>) -> tensor<2x2x6x8xf32> {
// CHECK-NEXT:     %[[EXPANDED:.*]] = tensor.expand_shape %[[ARG0]] {{\[\[}}0, 1], [2], [3]] output_shape [2, 2, 6, 8] : tensor<4x6x8xf32> into tensor<2x2x6x8xf32>
// CHECK-NEXT:     return %[[EXPANDED]] : tensor<2x2x6x8xf32>
// CHECK-NEXT:   }
func.func @expand_of_collapse(%t: tensor<4x6x8xf32>) -> tensor<2x2x6x8xf32> {
  %0 = tensor.collapse_shape %t [[0, 1, 2]] : tensor<4x6x8xf32> into tensor<192xf32>
  %1 = tensor.expand_shape %0 [[0, 1, 2, 3]] output_shape [2, 2, 6, 8] : tensor<192xf32> into tensor<2x2x6x8xf32>
  return %1 : tensor<2x2x6x8xf32>
}

// -----

// CHECK-LABEL: func.func @expand_of_collapse_dynamic(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<?x4x2xf32>, %[[ARG1:.*]]: index) -> tensor<?x8xf32> {
// CHECK-NEXT:     %[[COLLAPSED:.*]] = tensor.collapse_shape %[[ARG0]] {{\[\[}}0], [1, 2]] : tensor<?x4x2xf32> into tensor<?x8xf32>
// CHECK-NEXT:     return %[[COLLAPSED]] : tensor<?x8xf32>
// CHECK-NEXT:   }
func.func @expand_of_collapse_dynamic(%t: tensor<?x4x2xf32>, %n: index) -> tensor<?x8xf32> {
  %0 = tensor.collapse_shape %t [[0, 1, 2]] : tensor<?x4x2xf32> into tensor<?xf32>
  %1 = tensor.expand_shape %0 [[0, 1]] output_shape [%n, 8] : tensor<?xf32> into tensor<?x8xf32>
  return %1 : tensor<?x8xf32>
}

// -----

// 6 is not a product of neighbors of 4 and 9.
// CHECK-LABEL: func.func @expand_across(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<4x9xf32>) -> tensor<6x6x1xf32> {
// CHECK-NEXT:     %[[COLLAPSED:.*]] = tensor.collapse_shape %[[ARG0]] {{\[\[}}0, 1]] : tensor<4x9xf32> into tensor<36xf32>
// CHECK-NEXT:     %[[EXPANDED:.*]] = tensor.expand_shape %[[COLLAPSED]] {{\[\[}}0, 1, 2]] output_shape [6, 6, 1] : tensor<36xf32> into tensor<6x6x1xf32>
// CHECK-NEXT:     return %[[EXPANDED]] : tensor<6x6x1xf32>
// CHECK-NEXT:   }
func.func @expand_across(%t: tensor<4x9xf32>) -> tensor<6x6x1xf32> {
  %0 = tensor.collapse_shape %t [[0, 1]] : tensor<4x9xf32> into tensor<36xf32>
  %1 = tensor.expand_shape %0 [[0, 1, 2]] output_shape [6, 6, 1] : tensor<36xf32> into tensor<6x6x1xf32>
  return %1 : tensor<6x6x1xf32>
}

// -----

// CHECK-LABEL: func.func @expand_two_ways(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<?x?x?xf32>, %[[ARG1:.*]]: index, %[[ARG2:.*]]: index) -> tensor<?x?xf32> {
// CHECK-NEXT:     %[[COLLAPSED:.*]] = tensor.collapse_shape %[[ARG0]] {{\[\[}}0, 1, 2]] : tensor<?x?x?xf32> into tensor<?xf32>
// CHECK-NEXT:     %[[EXPANDED:.*]] = tensor.expand_shape %[[COLLAPSED]] {{\[\[}}0, 1]] output_shape [%[[ARG1]], %[[ARG2]]] : tensor<?xf32> into tensor<?x?xf32>
// CHECK-NEXT:     return %[[EXPANDED]] : tensor<?x?xf32>
// CHECK-NEXT:   }
func.func @expand_two_ways(%t: tensor<?x?x?xf32>, %n: index, %m: index) -> tensor<?x?xf32> {
  %0 = tensor.collapse_shape %t [[0, 1, 2]] : tensor<?x?x?xf32> into tensor<?xf32>
  %1 = tensor.expand_shape %0 [[0, 1]] output_shape [%n, %m] : tensor<?xf32> into tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}

// -----

// CHECK-LABEL: func.func @collapse_of_expand(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<?xf32>, %[[ARG1:.*]]: index) -> tensor<8x?xf32> {
// CHECK-NEXT:     %[[C32:.*]] = arith.constant 32 : index
// CHECK-NEXT:     %[[MULI:.*]] = arith.muli %[[ARG1]], %[[C32]] : index
// CHECK-NEXT:     %[[EXPANDED:.*]] = tensor.expand_shape %[[ARG0]] {{\[\[}}0, 1]] output_shape [8, %[[MULI]]] : tensor<?xf32> into tensor<8x?xf32>
// CHECK-NEXT:     return %[[EXPANDED]] : tensor<8x?xf32>
// CHECK-NEXT:   }
func.func @collapse_of_expand(%t: tensor<?xf32>, %n: index) -> tensor<8x?xf32> {
  %0 = tensor.expand_shape %t [[0, 1, 2, 3]] output_shape [4, 2, %n, 32] : tensor<?xf32> into tensor<4x2x?x32xf32>
  %1 = tensor.collapse_shape %0 [[0, 1], [2, 3]] : tensor<4x2x?x32xf32> into tensor<8x?xf32>
  return %1 : tensor<8x?xf32>
}

// -----

// CHECK-LABEL: func.func @collapse_more_than_expanded(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<2x?xf32>, %[[ARG1:.*]]: index) -> tensor<?xf32> {
// CHECK-NEXT:     %[[COLLAPSED:.*]] = tensor.collapse_shape %[[ARG0]] {{\[\[}}0, 1]] : tensor<2x?xf32> into tensor<?xf32>
// CHECK-NEXT:     return %[[COLLAPSED]] : tensor<?xf32>
// CHECK-NEXT:   }
func.func @collapse_more_than_expanded(%t: tensor<2x?xf32>, %n: index) -> tensor<?xf32> {
  %0 = tensor.expand_shape %t [[0], [1, 2]] output_shape [2, %n, 3] : tensor<2x?xf32> into tensor<2x?x3xf32>
  %1 = tensor.collapse_shape %0 [[0, 1, 2]] : tensor<2x?x3xf32> into tensor<?xf32>
  return %1 : tensor<?xf32>
}

// -----

// CHECK-LABEL: func.func @collapse_across(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<6x6xf32>) -> tensor<12x3xf32> {
// CHECK-NEXT:     %[[EXPANDED:.*]] = tensor.expand_shape %[[ARG0]] {{\[\[}}0], [1, 2]] output_shape [6, 2, 3] : tensor<6x6xf32> into tensor<6x2x3xf32>
// CHECK-NEXT:     %[[COLLAPSED:.*]] = tensor.collapse_shape %[[EXPANDED]] {{\[\[}}0, 1], [2]] : tensor<6x2x3xf32> into tensor<12x3xf32>
// CHECK-NEXT:     return %[[COLLAPSED]] : tensor<12x3xf32>
// CHECK-NEXT:   }
func.func @collapse_across(%t: tensor<6x6xf32>) -> tensor<12x3xf32> {
  %0 = tensor.expand_shape %t [[0], [1, 2]] output_shape [6, 2, 3] : tensor<6x6xf32> into tensor<6x2x3xf32>
  %1 = tensor.collapse_shape %0 [[0, 1], [2]] : tensor<6x2x3xf32> into tensor<12x3xf32>
  return %1 : tensor<12x3xf32>
}

// -----

// CHECK-LABEL: func.func @collapse_of_cast(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<2x3x4xf32>) -> tensor<?x?xf32> {
// CHECK-NEXT:     %[[COLLAPSED:.*]] = tensor.collapse_shape %[[ARG0]] {{\[\[}}0, 1], [2]] : tensor<2x3x4xf32> into tensor<6x4xf32>
// CHECK-NEXT:     %[[CAST:.*]] = tensor.cast %[[COLLAPSED]] : tensor<6x4xf32> to tensor<?x?xf32>
// CHECK-NEXT:     return %[[CAST]] : tensor<?x?xf32>
// CHECK-NEXT:   }
func.func @collapse_of_cast(%t: tensor<2x3x4xf32>) -> tensor<?x?xf32> {
  %0 = tensor.cast %t : tensor<2x3x4xf32> to tensor<?x3x?xf32>
  %1 = tensor.collapse_shape %0 [[0, 1], [2]] : tensor<?x3x?xf32> into tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}

// -----

// CHECK-LABEL: func.func @expand_of_cast(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<?x10xf32>, %[[ARG1:.*]]: index) -> tensor<?x?x?xf32> {
// CHECK-NEXT:     %[[C2:.*]] = arith.constant 2 : index
// CHECK-NEXT:     %[[EXPANDED:.*]] = tensor.expand_shape %[[ARG0]] {{\[\[}}0, 1], [2]] output_shape [%[[ARG1]], %[[C2]], 10] : tensor<?x10xf32> into tensor<?x?x10xf32>
// CHECK-NEXT:     %[[CAST:.*]] = tensor.cast %[[EXPANDED]] : tensor<?x?x10xf32> to tensor<?x?x?xf32>
// CHECK-NEXT:     return %[[CAST]] : tensor<?x?x?xf32>
// CHECK-NEXT:   }
func.func @expand_of_cast(%t: tensor<?x10xf32>, %n: index) -> tensor<?x?x?xf32> {
  %c2 = arith.constant 2 : index
  %c10 = arith.constant 10 : index
  %0 = tensor.cast %t : tensor<?x10xf32> to tensor<?x?xf32>
  %1 = tensor.expand_shape %0 [[0, 1], [2]] output_shape [%n, %c2, %c10] : tensor<?x?xf32> into tensor<?x?x?xf32>
  return %1 : tensor<?x?x?xf32>
}

// -----

// CHECK-LABEL: func.func @reshape_to_own_sizes(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<?x?xf32>) -> tensor<?x?xf32> {
// CHECK-NEXT:     return %[[ARG0]] : tensor<?x?xf32>
// CHECK-NEXT:   }
func.func @reshape_to_own_sizes(%t: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %d0 = tensor.dim %t, %c0 : tensor<?x?xf32>
  %d1 = tensor.dim %t, %c1 : tensor<?x?xf32>
  %s = tensor.from_elements %d0, %d1 : tensor<2xindex>
  %0 = tensor.reshape %t(%s) : (tensor<?x?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// -----

// CHECK-LABEL: func.func @reshape_swapped(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<?x?xf32>) -> tensor<?x?xf32> {
// CHECK-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:     %[[DIM:.*]] = tensor.dim %[[ARG0]], %[[C0]] : tensor<?x?xf32>
// CHECK-NEXT:     %[[DIM_0:.*]] = tensor.dim %[[ARG0]], %[[C1]] : tensor<?x?xf32>
// CHECK-NEXT:     %[[FROM_ELEMENTS:.*]] = tensor.from_elements %[[DIM_0]], %[[DIM]] : tensor<2xindex>
// CHECK-NEXT:     %[[RESHAPE:.*]] = tensor.reshape %[[ARG0]](%[[FROM_ELEMENTS]]) : (tensor<?x?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
// CHECK-NEXT:     return %[[RESHAPE]] : tensor<?x?xf32>
// CHECK-NEXT:   }
func.func @reshape_swapped(%t: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %d0 = tensor.dim %t, %c0 : tensor<?x?xf32>
  %d1 = tensor.dim %t, %c1 : tensor<?x?xf32>
  %s = tensor.from_elements %d1, %d0 : tensor<2xindex>
  %0 = tensor.reshape %t(%s) : (tensor<?x?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// -----

// CHECK-LABEL: func.func @reshape_of_reshape(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<*xf32>, %[[ARG1:.*]]: tensor<?xindex>, %[[ARG2:.*]]: tensor<?xi32>) -> (tensor<*xf32>, index) {
// CHECK-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:     %[[RESHAPE:.*]] = tensor.reshape %[[ARG0]](%[[ARG2]]) : (tensor<*xf32>, tensor<?xi32>) -> tensor<*xf32>
// CHECK-NEXT:     %[[EXTRACTED:.*]] = tensor.extract %[[ARG2]][%[[C1]]] : tensor<?xi32>
// CHECK-NEXT:     %[[INDEX_CAST:.*]] = arith.index_cast %[[EXTRACTED]] : i32 to index
// CHECK-NEXT:     return %[[RESHAPE]], %[[INDEX_CAST]] : tensor<*xf32>, index
// CHECK-NEXT:   }
func.func @reshape_of_reshape(%t: tensor<*xf32>, %a: tensor<?xindex>, %b: tensor<?xi32>) -> (tensor<*xf32>, index) {
  %c1 = arith.constant 1 : index
  %0 = tensor.reshape %t(%a) : (tensor<*xf32>, tensor<?xindex>) -> tensor<*xf32>
  %1 = tensor.reshape %0(%b) : (tensor<*xf32>, tensor<?xi32>) -> tensor<*xf32>
  %2 = tensor.dim %1, %c1 : tensor<*xf32>
  return %1, %2 : tensor<*xf32>, index
}
