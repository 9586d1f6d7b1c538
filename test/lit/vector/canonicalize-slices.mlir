// Slices of slices, masks, broadcasts and constants; those whose elements follow each other.
// RUN: mlirlite-opt %s --canonicalize --split-input-file --allow-unregistered-dialect | FileCheck %s

// CHECK-LABEL: func.func @inserted(
// CHECK-SAME:    %[[ARG0:.*]]: vector<2x4xf32>, %[[ARG1:.*]]: vector<8x4xf32>) -> (vector<1x4xf32>, vector<2x2xf32>, vector<2x4xf32>) {
// CHECK-NEXT:     %[[INSERT_STRIDED_SLICE:.*]] = vector.insert_strided_slice %[[ARG0]], %[[ARG1]] {offsets = [4, 0], strides = [1, 1]} : vector<2x4xf32> into vector<8x4xf32>
// CHECK-NEXT:     %[[EXTRACT:.*]] = vector.extract %[[ARG0]][1] : vector<4xf32> from vector<2x4xf32>
// CHECK-NEXT:     %[[SHAPE_CAST:.*]] = vector.shape_cast %[[EXTRACT]] : vector<4xf32> to vector<1x4xf32>
// CHECK-NEXT:     %[[EXTRACT_STRIDED_SLICE:.*]] = vector.extract_strided_slice %[[ARG0]] {offsets = [0, 1], sizes = [2, 2], strides = [1, 1]} : vector<2x4xf32> to vector<2x2xf32>
// CHECK-NEXT:     %[[EXTRACT_STRIDED_SLICE_1:.*]] = vector.extract_strided_slice %[[INSERT_STRIDED_SLICE]] {offsets = [5], sizes = [2], strides = [1]} : vector<8x4xf32> to vector<2x4xf32>
// CHECK-NEXT:     return %[[SHAPE_CAST]], %[[EXTRACT_STRIDED_SLICE]], %[[EXTRACT_STRIDED_SLICE_1]] : vector<1x4xf32>, vector<2x2xf32>, vector<2x4xf32>
// CHECK-NEXT:   }
func.func @inserted(%a: vector<2x4xf32>, %v: vector<8x4xf32>) -> (vector<1x4xf32>, vector<2x2xf32>, vector<2x4xf32>) {
  %0 = vector.insert_strided_slice %a, %v {offsets = [4, 0], strides = [1, 1]} : vector<2x4xf32> into vector<8x4xf32>
  %1 = vector.extract_strided_slice %0 {offsets = [5], sizes = [1], strides = [1]} : vector<8x4xf32> to vector<1x4xf32>
  %2 = vector.extract_strided_slice %0 {offsets = [4, 1], sizes = [2, 2], strides = [1, 1]} : vector<8x4xf32> to vector<2x2xf32>
  // Inserted in part.
  %3 = vector.extract_strided_slice %0 {offsets = [5], sizes = [2], strides = [1]} : vector<8x4xf32> to vector<2x4xf32>
  return %1, %2, %3 : vector<1x4xf32>, vector<2x2xf32>, vector<2x4xf32>
}

// -----

// CHECK-LABEL: func.func @masks(
// CHECK-SAME:    %[[ARG0:.*]]: index, %[[ARG1:.*]]: index) -> (vector<4x8xi1>, vector<2x2xi1>, vector<2x2xi1>) {
// CHECK-NEXT:     %[[CST:.*]] = arith.constant dense<false> : vector<2x2xi1>
// CHECK-NEXT:     %[[C2:.*]] = arith.constant 2 : index
// CHECK-NEXT:     %[[SUBI:.*]] = arith.subi %[[ARG0]], %[[C2]] : index
// CHECK-NEXT:     %[[CREATE_MASK:.*]] = vector.create_mask %[[SUBI]], %[[ARG1]] : vector<4x8xi1>
// CHECK-NEXT:     %[[CONSTANT_MASK:.*]] = vector.constant_mask [2, 1] : vector<2x2xi1>
// CHECK-NEXT:     return %[[CREATE_MASK]], %[[CONSTANT_MASK]], %[[CST]] : vector<4x8xi1>, vector<2x2xi1>, vector<2x2xi1>
// CHECK-NEXT:   }
func.func @masks(%n: index, %m: index) -> (vector<4x8xi1>, vector<2x2xi1>, vector<2x2xi1>) {
  %0 = vector.create_mask %n, %m : vector<8x8xi1>
  %1 = vector.extract_strided_slice %0 {offsets = [2], sizes = [4], strides = [1]} : vector<8x8xi1> to vector<4x8xi1>
  %2 = vector.constant_mask [3, 3] : vector<4x4xi1>
  %3 = vector.extract_strided_slice %2 {offsets = [0, 2], sizes = [2, 2], strides = [1, 1]} : vector<4x4xi1> to vector<2x2xi1>
  %4 = vector.constant_mask [2, 3] : vector<4x4xi1>
  %5 = vector.extract_strided_slice %4 {offsets = [2, 2], sizes = [2, 2], strides = [1, 1]} : vector<4x4xi1> to vector<2x2xi1>
  return %1, %3, %5 : vector<4x8xi1>, vector<2x2xi1>, vector<2x2xi1>
}

// -----

// CHECK-LABEL: func.func @broadcasts(
// CHECK-SAME:    %[[ARG0:.*]]: f32, %[[ARG1:.*]]: vector<1x8xf32>, %[[ARG2:.*]]: vector<4xf32>) -> (vector<2x4xf32>, vector<2x4xf32>, vector<2x4xf32>) {
// CHECK-NEXT:     %[[BROADCAST:.*]] = vector.broadcast %[[ARG0]] : f32 to vector<2x4xf32>
// CHECK-NEXT:     %[[EXTRACT_STRIDED_SLICE:.*]] = vector.extract_strided_slice %[[ARG1]] {offsets = [0, 2], sizes = [1, 4], strides = [1, 1]} : vector<1x8xf32> to vector<1x4xf32>
// CHECK-NEXT:     %[[BROADCAST_1:.*]] = vector.broadcast %[[EXTRACT_STRIDED_SLICE]] : vector<1x4xf32> to vector<2x4xf32>
// CHECK-NEXT:     %[[BROADCAST_2:.*]] = vector.broadcast %[[ARG2]] : vector<4xf32> to vector<2x4xf32>
// CHECK-NEXT:     return %[[BROADCAST]], %[[BROADCAST_1]], %[[BROADCAST_2]] : vector<2x4xf32>, vector<2x4xf32>, vector<2x4xf32>
// CHECK-NEXT:   }
func.func @broadcasts(%f: f32, %v: vector<1x8xf32>, %w: vector<4xf32>) -> (vector<2x4xf32>, vector<2x4xf32>, vector<2x4xf32>) {
  %0 = vector.broadcast %f : f32 to vector<8x8xf32>
  %1 = vector.extract_strided_slice %0 {offsets = [1, 2], sizes = [2, 4], strides = [1, 1]} : vector<8x8xf32> to vector<2x4xf32>
  %2 = vector.broadcast %v : vector<1x8xf32> to vector<8x8xf32>
  %3 = vector.extract_strided_slice %2 {offsets = [1, 2], sizes = [2, 4], strides = [1, 1]} : vector<8x8xf32> to vector<2x4xf32>
  %4 = vector.broadcast %w : vector<4xf32> to vector<8x4xf32>
  %5 = vector.extract_strided_slice %4 {offsets = [3], sizes = [2], strides = [1]} : vector<8x4xf32> to vector<2x4xf32>
  return %1, %3, %5 : vector<2x4xf32>, vector<2x4xf32>, vector<2x4xf32>
}

// -----

// CHECK-LABEL: func.func @contiguous(
// CHECK-SAME:    %[[ARG0:.*]]: vector<4x1x3x8xf32>, %[[ARG1:.*]]: vector<4x[8]xf32>) -> (vector<1x1x3x8xf32>, vector<1x1x1x8xf32>, vector<2x1x3x8xf32>, vector<1x[8]xf32>) {
// CHECK-NEXT:     %[[EXTRACT:.*]] = vector.extract %[[ARG0]][2] : vector<1x3x8xf32> from vector<4x1x3x8xf32>
// CHECK-NEXT:     %[[SHAPE_CAST:.*]] = vector.shape_cast %[[EXTRACT]] : vector<1x3x8xf32> to vector<1x1x3x8xf32>
// CHECK-NEXT:     %[[EXTRACT_1:.*]] = vector.extract %[[ARG0]][2, 0, 1] : vector<8xf32> from vector<4x1x3x8xf32>
// CHECK-NEXT:     %[[SHAPE_CAST_1:.*]] = vector.shape_cast %[[EXTRACT_1]] : vector<8xf32> to vector<1x1x1x8xf32>
// CHECK-NEXT:     %[[EXTRACT_STRIDED_SLICE:.*]] = vector.extract_strided_slice %[[ARG0]] {offsets = [2], sizes = [2], strides = [1]} : vector<4x1x3x8xf32> to vector<2x1x3x8xf32>
// CHECK-NEXT:     %[[EXTRACT_STRIDED_SLICE_1:.*]] = vector.extract_strided_slice %[[ARG1]] {offsets = [2], sizes = [1], strides = [1]} : vector<4x[8]xf32> to vector<1x[8]xf32>
// CHECK-NEXT:     return %[[SHAPE_CAST]], %[[SHAPE_CAST_1]], %[[EXTRACT_STRIDED_SLICE]], %[[EXTRACT_STRIDED_SLICE_1]] : vector<1x1x3x8xf32>, vector<1x1x1x8xf32>, vector<2x1x3x8xf32>, vector<1x[8]xf32>
// CHECK-NEXT:   }
func.func @contiguous(%v: vector<4x1x3x8xf32>, %w: vector<4x[8]xf32>) -> (vector<1x1x3x8xf32>, vector<1x1x1x8xf32>, vector<2x1x3x8xf32>, vector<1x[8]xf32>) {
  %0 = vector.extract_strided_slice %v {offsets = [2], sizes = [1], strides = [1]} : vector<4x1x3x8xf32> to vector<1x1x3x8xf32>
  %1 = vector.extract_strided_slice %v {offsets = [2, 0, 1], sizes = [1, 1, 1], strides = [1, 1, 1]} : vector<4x1x3x8xf32> to vector<1x1x1x8xf32>
  // Two of the rows; and rows of a length that is not known.
  %2 = vector.extract_strided_slice %v {offsets = [2], sizes = [2], strides = [1]} : vector<4x1x3x8xf32> to vector<2x1x3x8xf32>
  %3 = vector.extract_strided_slice %w {offsets = [2], sizes = [1], strides = [1]} : vector<4x[8]xf32> to vector<1x[8]xf32>
  return %0, %1, %2, %3 : vector<1x1x3x8xf32>, vector<1x1x1x8xf32>, vector<2x1x3x8xf32>, vector<1x[8]xf32>
}

// -----

// CHECK-LABEL: func.func @constants(
// CHECK-SAME:    ) -> (vector<2x2xi32>, vector<3x2xi32>, vector<2x2xi32>) {
// CHECK-NEXT:     %[[CST:.*]] = arith.constant dense<{{\[\[}}4, 5], [7, 8]]> : vector<2x2xi32>
// CHECK-NEXT:     %[[CST_0:.*]] = arith.constant dense<{{\[\[}}0, 0], [0, 5], [0, 6]]> : vector<3x2xi32>
// CHECK-NEXT:     %[[CST_1:.*]] = arith.constant dense<0> : vector<2x2xi32>
// CHECK-NEXT:     return %[[CST]], %[[CST_0]], %[[CST_1]] : vector<2x2xi32>, vector<3x2xi32>, vector<2x2xi32>
// CHECK-NEXT:   }
func.func @constants() -> (vector<2x2xi32>, vector<3x2xi32>, vector<2x2xi32>) {
  %0 = arith.constant dense<[[1, 2, 3], [4, 5, 6], [7, 8, 9]]> : vector<3x3xi32>
  %1 = vector.extract_strided_slice %0 {offsets = [1, 0], sizes = [2, 2], strides = [1, 1]} : vector<3x3xi32> to vector<2x2xi32>
  %2 = arith.constant dense<0> : vector<3x2xi32>
  %3 = arith.constant dense<[[5], [6]]> : vector<2x1xi32>
  %4 = vector.insert_strided_slice %3, %2 {offsets = [1, 1], strides = [1, 1]} : vector<2x1xi32> into vector<3x2xi32>
  %5 = vector.extract_strided_slice %2 {offsets = [1, 0], sizes = [2, 2], strides = [1, 1]} : vector<3x2xi32> to vector<2x2xi32>
  return %1, %4, %5 : vector<2x2xi32>, vector<3x2xi32>, vector<2x2xi32>
}

// -----

// CHECK-LABEL: func.func @insert(
// CHECK-SAME:    %[[ARG0:.*]]: vector<4xf32>, %[[ARG1:.*]]: vector<4xf32>, %[[ARG2:.*]]: vector<8xf32>, %[[ARG3:.*]]: f32) -> (vector<4xf32>, vector<8xf32>, vector<8xf32>, vector<8xf32>) {
// CHECK-NEXT:     %[[EXTRACT_STRIDED_SLICE:.*]] = vector.extract_strided_slice %[[ARG2]] {offsets = [2], sizes = [3], strides = [1]} : vector<8xf32> to vector<3xf32>
// CHECK-NEXT:     %[[INSERT_STRIDED_SLICE:.*]] = vector.insert_strided_slice %[[EXTRACT_STRIDED_SLICE]], %[[ARG2]] {offsets = [3], strides = [1]} : vector<3xf32> into vector<8xf32>
// CHECK-NEXT:     %[[BROADCAST:.*]] = vector.broadcast %[[ARG3]] : f32 to vector<8xf32>
// CHECK-NEXT:     return %[[ARG0]], %[[ARG2]], %[[INSERT_STRIDED_SLICE]], %[[BROADCAST]] : vector<4xf32>, vector<8xf32>, vector<8xf32>, vector<8xf32>
// CHECK-NEXT:   }
func.func @insert(%a: vector<4xf32>, %v: vector<4xf32>, %w: vector<8xf32>, %f: f32) -> (vector<4xf32>, vector<8xf32>, vector<8xf32>, vector<8xf32>) {
  %0 = vector.insert_strided_slice %a, %v {offsets = [0], strides = [1]} : vector<4xf32> into vector<4xf32>
  %1 = vector.extract_strided_slice %w {offsets = [2], sizes = [3], strides = [1]} : vector<8xf32> to vector<3xf32>
  %2 = vector.insert_strided_slice %1, %w {offsets = [2], strides = [1]} : vector<3xf32> into vector<8xf32>
  // At another place.
  %3 = vector.insert_strided_slice %1, %w {offsets = [3], strides = [1]} : vector<3xf32> into vector<8xf32>
  %4 = vector.broadcast %f : f32 to vector<3xf32>
  %5 = vector.broadcast %f : f32 to vector<8xf32>
  %6 = vector.insert_strided_slice %4, %5 {offsets = [1], strides = [1]} : vector<3xf32> into vector<8xf32>
  return %0, %2, %3, %6 : vector<4xf32>, vector<8xf32>, vector<8xf32>, vector<8xf32>
}
