// RUN: mlirlite-opt %s --canonicalize --split-input-file --allow-unregistered-dialect | FileCheck %s

// CHECK-LABEL: func.func @split(
// CHECK-SAME:    ) -> (!shape.shape, !shape.shape) {
// CHECK-NEXT:     %[[CONST_SHAPE:.*]] = shape.const_shape [2, 3] : !shape.shape
// CHECK-NEXT:     %[[CONST_SHAPE_1:.*]] = shape.const_shape [4] : !shape.shape
// CHECK-NEXT:     return %[[CONST_SHAPE]], %[[CONST_SHAPE_1]] : !shape.shape, !shape.shape
// CHECK-NEXT:   }
func.func @split() -> (!shape.shape, !shape.shape) {
  %i = arith.constant -1 : index
  %0 = shape.const_shape [2, 3, 4] : !shape.shape
  %h, %t = "shape.split_at"(%0, %i) : (!shape.shape, index) -> (!shape.shape, !shape.shape)
  return %h, %t : !shape.shape, !shape.shape
}

// -----

// CHECK-LABEL: func.func @broadcast_constants(
// CHECK-SAME:    %[[ARG0:.*]]: !shape.shape) -> (!shape.shape, !shape.shape) {
// CHECK-NEXT:     %[[CONST_SHAPE:.*]] = shape.const_shape [7, 2, 3] : !shape.shape
// CHECK-NEXT:     %[[CONST_SHAPE_1:.*]] = shape.const_shape [7, 2, 3] : tensor<3xindex>
// CHECK-NEXT:     %[[BROADCAST:.*]] = shape.broadcast %[[ARG0]], %[[CONST_SHAPE_1]] : !shape.shape, tensor<3xindex> -> !shape.shape
// CHECK-NEXT:     return %[[CONST_SHAPE]], %[[BROADCAST]] : !shape.shape, !shape.shape
// CHECK-NEXT:   }
func.func @broadcast_constants(%s: !shape.shape) -> (!shape.shape, !shape.shape) {
  %0 = shape.const_shape [2, 1] : !shape.shape
  %1 = shape.const_shape [7, 1, 3] : !shape.shape
  %2 = shape.broadcast %0, %1 : !shape.shape, !shape.shape -> !shape.shape
  %3 = shape.broadcast %0, %s, %1 : !shape.shape, !shape.shape, !shape.shape -> !shape.shape
  return %2, %3 : !shape.shape, !shape.shape
}

// -----

// CHECK-LABEL: func.func @broadcast_that_does_not_fit(
// CHECK-SAME:    ) -> !shape.shape {
// CHECK-NEXT:     %[[CONST_SHAPE:.*]] = shape.const_shape [2] : !shape.shape
// CHECK-NEXT:     %[[CONST_SHAPE_1:.*]] = shape.const_shape [3] : !shape.shape
// CHECK-NEXT:     %[[BROADCAST:.*]] = shape.broadcast %[[CONST_SHAPE]], %[[CONST_SHAPE_1]] : !shape.shape, !shape.shape -> !shape.shape
// CHECK-NEXT:     return %[[BROADCAST]] : !shape.shape
// CHECK-NEXT:   }
func.func @broadcast_that_does_not_fit() -> !shape.shape {
  %0 = shape.const_shape [2] : !shape.shape
  %1 = shape.const_shape [3] : !shape.shape
  %2 = shape.broadcast %0, %1 : !shape.shape, !shape.shape -> !shape.shape
  return %2 : !shape.shape
}

// -----

// CHECK-LABEL: func.func @witnesses(
// CHECK-SAME:    %[[ARG0:.*]]: !shape.shape, %[[ARG1:.*]]: !shape.shape, %[[ARG2:.*]]: !shape.shape) -> !shape.witness {
// CHECK-NEXT:     %[[CSTR_BROADCASTABLE:.*]] = shape.cstr_broadcastable %[[ARG0]], %[[ARG1]], %[[ARG2]] : !shape.shape, !shape.shape, !shape.shape
// CHECK-NEXT:     return %[[CSTR_BROADCASTABLE]] : !shape.witness
// CHECK-NEXT:   }
func.func @witnesses(%a: !shape.shape, %b: !shape.shape, %c: !shape.shape) -> !shape.witness {
  %t = shape.const_witness true
  %0 = shape.cstr_broadcastable %a, %b : !shape.shape, !shape.shape
  %1 = shape.cstr_broadcastable %a, %b, %c : !shape.shape, !shape.shape, !shape.shape
  %2 = shape.assuming_all %t, %0
  %3 = shape.assuming_all %2, %1
  return %3 : !shape.witness
}

// -----

// CHECK-LABEL: func.func @assuming(
// CHECK-SAME:    %[[ARG0:.*]]: !shape.witness) -> (f32, f32) {
// CHECK-NEXT:     %[[MAKE:.*]] = "test.make"() : () -> f32
// CHECK-NEXT:     %[[ASSUMING:.*]] = shape.assuming %[[ARG0]] -> (f32) {
// CHECK-NEXT:       %[[MAKE_1:.*]] = "test.make"() : () -> f32
// CHECK-NEXT:       %[[MAKE_2:.*]] = "test.make"() : () -> f32
// CHECK-NEXT:       shape.assuming_yield %[[MAKE_2]] : f32
// CHECK-NEXT:     }
// CHECK-NEXT:     return %[[MAKE]], %[[ASSUMING]] : f32, f32
// CHECK-NEXT:   }
func.func @assuming(%w: !shape.witness) -> (f32, f32) {
  %t = shape.const_witness true
  %0 = shape.assuming %t -> (f32) {
    %1 = "test.make"() : () -> f32
    shape.assuming_yield %1 : f32
  }
  %2:2 = shape.assuming %w -> (f32, f32) {
    %3 = "test.make"() : () -> f32
    %4 = "test.make"() : () -> f32
    shape.assuming_yield %3, %4 : f32, f32
  }
  return %0, %2#1 : f32, f32
}

// -----

// CHECK-LABEL: func.func @of_a_tensor(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<2x?xf32>, %[[ARG1:.*]]: index) -> (index, !shape.size, index, tensor<2xindex>) {
// CHECK-NEXT:     %[[C2:.*]] = arith.constant 2 : index
// CHECK-NEXT:     %[[C2_0:.*]] = shape.const_size 2
// CHECK-NEXT:     %[[DIM:.*]] = tensor.dim %[[ARG0]], %[[ARG1]] : tensor<2x?xf32>
// CHECK-NEXT:     %[[SHAPE_OF:.*]] = shape.shape_of %[[ARG0]] : tensor<2x?xf32> -> tensor<2xindex>
// CHECK-NEXT:     return %[[C2]], %[[C2_0]], %[[DIM]], %[[SHAPE_OF]] : index, !shape.size, index, tensor<2xindex>
// CHECK-NEXT:   }
func.func @of_a_tensor(%t: tensor<2x?xf32>, %i: index) -> (index, !shape.size, index, tensor<2xindex>) {
  %0 = shape.shape_of %t : tensor<2x?xf32> -> tensor<?xindex>
  %1 = shape.rank %0 : tensor<?xindex> -> index
  %2 = shape.shape_of %t : tensor<2x?xf32> -> !shape.shape
  %3 = shape.rank %2 : !shape.shape -> !shape.size
  %4 = tensor.extract %0[%i] : tensor<?xindex>
  %5 = tensor.cast %0 : tensor<?xindex> to tensor<2xindex>
  return %1, %3, %4, %5 : index, !shape.size, index, tensor<2xindex>
}

// -----

// CHECK-LABEL: func.func @of_a_reshape(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<*xf32>, %[[ARG1:.*]]: tensor<2xindex>, %[[ARG2:.*]]: tensor<2xi32>) -> (tensor<?xindex>, tensor<2xindex>) {
// CHECK-NEXT:     %[[CAST:.*]] = tensor.cast %[[ARG1]] : tensor<2xindex> to tensor<?xindex>
// CHECK-NEXT:     %[[INDEX_CAST:.*]] = arith.index_cast %[[ARG2]] : tensor<2xi32> to tensor<2xindex>
// CHECK-NEXT:     return %[[CAST]], %[[INDEX_CAST]] : tensor<?xindex>, tensor<2xindex>
// CHECK-NEXT:   }
func.func @of_a_reshape(%t: tensor<*xf32>, %s: tensor<2xindex>, %u: tensor<2xi32>) -> (tensor<?xindex>, tensor<2xindex>) {
  %0 = tensor.reshape %t(%s) : (tensor<*xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  %1 = shape.shape_of %0 : tensor<?x?xf32> -> tensor<?xindex>
  %2 = tensor.reshape %t(%u) : (tensor<*xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  %3 = shape.shape_of %2 : tensor<?x?xf32> -> tensor<2xindex>
  return %1, %3 : tensor<?xindex>, tensor<2xindex>
}

// -----

// CHECK-LABEL: func.func @numbers_of_extents(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<2xindex>, %[[ARG1:.*]]: tensor<3xindex>) -> (tensor<?xindex>, tensor<?xindex>, tensor<?xindex>) {
// CHECK-NEXT:     %[[CAST:.*]] = tensor.cast %[[ARG0]] : tensor<2xindex> to tensor<?xindex>
// CHECK-NEXT:     %[[BROADCAST:.*]] = shape.broadcast %[[ARG0]], %[[ARG1]] : tensor<2xindex>, tensor<3xindex> -> tensor<3xindex>
// CHECK-NEXT:     %[[CAST_0:.*]] = tensor.cast %[[BROADCAST]] : tensor<3xindex> to tensor<?xindex>
// CHECK-NEXT:     %[[CAST_1:.*]] = tensor.cast %[[ARG0]] : tensor<2xindex> to tensor<?xindex>
// CHECK-NEXT:     return %[[CAST_0]], %[[CAST_1]], %[[CAST]] : tensor<?xindex>, tensor<?xindex>, tensor<?xindex>
// CHECK-NEXT:   }
func.func @numbers_of_extents(%a: tensor<2xindex>, %b: tensor<3xindex>) -> (tensor<?xindex>, tensor<?xindex>, tensor<?xindex>) {
  %0 = tensor.cast %a : tensor<2xindex> to tensor<?xindex>
  %1 = shape.broadcast %0, %b : tensor<?xindex>, tensor<3xindex> -> tensor<?xindex>
  %2 = shape.broadcast %a : tensor<2xindex> -> tensor<?xindex>
  %3 = shape.to_extent_tensor %0 : tensor<?xindex> -> tensor<?xindex>
  return %1, %2, %3 : tensor<?xindex>, tensor<?xindex>, tensor<?xindex>
}

// -----

// CHECK-LABEL: func.func @of_a_static_tensor(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<4xf32>) -> (tensor<?xindex>, tensor<1xindex>) {
// CHECK-NEXT:     %[[CONST_SHAPE:.*]] = shape.const_shape [4] : tensor<1xindex>
// CHECK-NEXT:     %[[CAST:.*]] = tensor.cast %[[CONST_SHAPE]] : tensor<1xindex> to tensor<?xindex>
// CHECK-NEXT:     return %[[CAST]], %[[CONST_SHAPE]] : tensor<?xindex>, tensor<1xindex>
// CHECK-NEXT:   }
func.func @of_a_static_tensor(%t: tensor<4xf32>) -> (tensor<?xindex>, tensor<1xindex>) {
  %0 = shape.shape_of %t : tensor<4xf32> -> tensor<?xindex>
  %1 = tensor.cast %0 : tensor<?xindex> to tensor<1xindex>
  return %0, %1 : tensor<?xindex>, tensor<1xindex>
}
