// RUN: mlirlite-opt %s --canonicalize --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @collapse_of_expand(
// CHECK-SAME:    %[[ARG0:.*]]: memref<?xf32>, %[[ARG1:.*]]: index) -> memref<8x?xf32> {
// CHECK-NEXT:     %[[C32:.*]] = arith.constant 32 : index
// CHECK-NEXT:     %[[MULI:.*]] = arith.muli %[[ARG1]], %[[C32]] : index
// CHECK-NEXT:     %[[EXPAND_SHAPE:.*]] = memref.expand_shape %[[ARG0]] {{\[\[}}0, 1]] output_shape [8, %[[MULI]]] : memref<?xf32> into memref<8x?xf32>
// CHECK-NEXT:     return %[[EXPAND_SHAPE]] : memref<8x?xf32>
// CHECK-NEXT:   }
func.func @collapse_of_expand(%m: memref<?xf32>, %n: index) -> memref<8x?xf32> {
  %0 = memref.expand_shape %m [[0, 1, 2, 3]] output_shape [4, 2, %n, 32] : memref<?xf32> into memref<4x2x?x32xf32>
  %1 = memref.collapse_shape %0 [[0, 1], [2, 3]] : memref<4x2x?x32xf32> into memref<8x?xf32>
  return %1 : memref<8x?xf32>
}

// -----

// CHECK-LABEL: func.func @expand_of_collapse(
// CHECK-SAME:    %[[ARG0:.*]]: memref<4x6x8xf32>) -> memref<2x2x6x8xf32> {
// CHECK-NEXT:     %[[EXPAND_SHAPE:.*]] = memref.expand_shape %[[ARG0]] {{\[\[}}0, 1], [2], [3]] output_shape [2, 2, 6, 8] : memref<4x6x8xf32> into memref<2x2x6x8xf32>
// CHECK-NEXT:     return %[[EXPAND_SHAPE]] : memref<2x2x6x8xf32>
// CHECK-NEXT:   }
func.func @expand_of_collapse(%m: memref<4x6x8xf32>) -> memref<2x2x6x8xf32> {
  %0 = memref.collapse_shape %m [[0, 1, 2]] : memref<4x6x8xf32> into memref<192xf32>
  %1 = memref.expand_shape %0 [[0, 1, 2, 3]] output_shape [2, 2, 6, 8] : memref<192xf32> into memref<2x2x6x8xf32>
  return %1 : memref<2x2x6x8xf32>
}

// -----

// CHECK-LABEL: func.func @collapse_of_strided(
// CHECK-SAME:    %[[ARG0:.*]]: memref<6x8xf32, strided<[16, 1]>>) -> memref<12x4xf32, strided<[8, 1]>> {
// CHECK-NEXT:     %[[EXPAND_SHAPE:.*]] = memref.expand_shape %[[ARG0]] {{\[\[}}0], [1, 2]] output_shape [6, 2, 4] : memref<6x8xf32, strided<[16, 1]>> into memref<6x2x4xf32, strided<[16, 4, 1]>>
// CHECK-NEXT:     %[[REINTERPRET_CAST:.*]] = memref.reinterpret_cast %[[EXPAND_SHAPE]] to offset: [0], sizes: [12, 4], strides: [8, 1] : memref<6x2x4xf32, strided<[16, 4, 1]>> to memref<12x4xf32, strided<[8, 1]>>
// CHECK-NEXT:     return %[[REINTERPRET_CAST]] : memref<12x4xf32, strided<[8, 1]>>
// CHECK-NEXT:   }
func.func @collapse_of_strided(%m: memref<6x8xf32, strided<[16, 1]>>) -> memref<12x4xf32, strided<[8, 1]>> {
  %0 = memref.expand_shape %m [[0], [1, 2]] output_shape [6, 2, 4] : memref<6x8xf32, strided<[16, 1]>> into memref<6x2x4xf32, strided<[16, 4, 1]>>
  %1 = memref.reinterpret_cast %0 to offset: [0], sizes: [12, 4], strides: [8, 1] : memref<6x2x4xf32, strided<[16, 4, 1]>> to memref<12x4xf32, strided<[8, 1]>>
  return %1 : memref<12x4xf32, strided<[8, 1]>>
}

// -----

// CHECK-LABEL: func.func @expand_of_cast(
// CHECK-SAME:    %[[ARG0:.*]]: memref<8x?xf32>, %[[ARG1:.*]]: index) -> memref<?x?x?xf32> {
// CHECK-NEXT:     %[[EXPAND_SHAPE:.*]] = memref.expand_shape %[[ARG0]] {{\[\[}}0, 1], [2]] output_shape [2, 4, %[[ARG1]]] : memref<8x?xf32> into memref<2x4x?xf32>
// CHECK-NEXT:     %[[CAST:.*]] = memref.cast %[[EXPAND_SHAPE]] : memref<2x4x?xf32> to memref<?x?x?xf32>
// CHECK-NEXT:     return %[[CAST]] : memref<?x?x?xf32>
// CHECK-NEXT:   }
func.func @expand_of_cast(%m: memref<8x?xf32>, %n: index) -> memref<?x?x?xf32> {
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %0 = memref.cast %m : memref<8x?xf32> to memref<?x?xf32>
  %1 = memref.expand_shape %0 [[0, 1], [2]] output_shape [%c2, %c4, %n] : memref<?x?xf32> into memref<?x?x?xf32>
  return %1 : memref<?x?x?xf32>
}

// -----

// CHECK-LABEL: func.func @to_the_same_type(
// CHECK-SAME:    %[[ARG0:.*]]: memref<2x3xf32>, %[[ARG1:.*]]: memref<8xi8>) -> (memref<2x3xf32>, memref<8xi8>) {
// CHECK-NEXT:     return %[[ARG0]], %[[ARG1]] : memref<2x3xf32>, memref<8xi8>
// CHECK-NEXT:   }
func.func @to_the_same_type(%m: memref<2x3xf32>, %b: memref<8xi8>) -> (memref<2x3xf32>, memref<8xi8>) {
  %c0 = arith.constant 0 : index
  %0 = memref.reinterpret_cast %m to offset: [0], sizes: [2, 3], strides: [3, 1] : memref<2x3xf32> to memref<2x3xf32>
  %1 = memref.view %b[%c0][] : memref<8xi8> to memref<8xi8>
  return %0, %1 : memref<2x3xf32>, memref<8xi8>
}

// -----

// CHECK-LABEL: func.func @whole_subview(
// CHECK-SAME:    %[[ARG0:.*]]: memref<?xf32, strided<[?], offset: ?>>, %[[ARG1:.*]]: index) -> memref<?xf32, strided<[?], offset: ?>> {
// CHECK-NEXT:     %[[SUBVIEW:.*]] = memref.subview %[[ARG0]][5] [%[[ARG1]]] [1] : memref<?xf32, strided<[?], offset: ?>> to memref<?xf32, strided<[?], offset: ?>>
// CHECK-NEXT:     return %[[SUBVIEW]] : memref<?xf32, strided<[?], offset: ?>>
// CHECK-NEXT:   }
func.func @whole_subview(%m: memref<?xf32, strided<[?], offset: ?>>, %n: index) -> memref<?xf32, strided<[?], offset: ?>> {
  %0 = memref.subview %m[5] [%n] [1] : memref<?xf32, strided<[?], offset: ?>> to memref<?xf32, strided<[?], offset: ?>>
  %1 = memref.subview %0[0] [%n] [1] : memref<?xf32, strided<[?], offset: ?>> to memref<?xf32, strided<[?], offset: ?>>
  return %1 : memref<?xf32, strided<[?], offset: ?>>
}

// -----

// CHECK-LABEL: func.func @stride_of_zero(
// CHECK-SAME:    %[[ARG0:.*]]: memref<8xf32>) -> memref<1xf32, strided<[?], offset: 1>> {
// CHECK-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:     %[[SUBVIEW:.*]] = memref.subview %[[ARG0]][1] [1] [%[[C0]]] : memref<8xf32> to memref<1xf32, strided<[?], offset: 1>>
// CHECK-NEXT:     return %[[SUBVIEW]] : memref<1xf32, strided<[?], offset: 1>>
// CHECK-NEXT:   }
func.func @stride_of_zero(%m: memref<8xf32>) -> memref<1xf32, strided<[?], offset: 1>> {
  %c0 = arith.constant 0 : index
  %0 = memref.subview %m[1] [1] [%c0] : memref<8xf32> to memref<1xf32, strided<[?], offset: 1>>
  return %0 : memref<1xf32, strided<[?], offset: 1>>
}

// -----

// CHECK-LABEL: func.func @size_of_reshape(
// CHECK-SAME:    %[[ARG0:.*]]: memref<*xf32>, %[[ARG1:.*]]: memref<?xi32>) -> index {
// CHECK-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:     %[[LOAD:.*]] = memref.load %[[ARG1]][%[[C1]]] : memref<?xi32>
// CHECK-NEXT:     %[[INDEX_CAST:.*]] = arith.index_cast %[[LOAD]] : i32 to index
// CHECK-NEXT:     return %[[INDEX_CAST]] : index
// CHECK-NEXT:   }
func.func @size_of_reshape(%m: memref<*xf32>, %s: memref<?xi32>) -> index {
  %c1 = arith.constant 1 : index
  %0 = memref.reshape %m(%s) : (memref<*xf32>, memref<?xi32>) -> memref<*xf32>
  %1 = memref.dim %0, %c1 : memref<*xf32>
  return %1 : index
}

// -----

// CHECK-LABEL: func.func @assumed_twice(
// CHECK-SAME:    %[[ARG0:.*]]: memref<8xf32>) -> (memref<8xf32>, memref<8xf32>) {
// CHECK-NEXT:     %[[ASSUME_ALIGN:.*]] = memref.assume_alignment %[[ARG0]], 16 : memref<8xf32>
// CHECK-NEXT:     %[[ASSUME_ALIGN_0:.*]] = memref.assume_alignment %[[ASSUME_ALIGN]], 32 : memref<8xf32>
// CHECK-NEXT:     return %[[ASSUME_ALIGN]], %[[ASSUME_ALIGN_0]] : memref<8xf32>, memref<8xf32>
// CHECK-NEXT:   }
func.func @assumed_twice(%m: memref<8xf32>) -> (memref<8xf32>, memref<8xf32>) {
  %0 = memref.assume_alignment %m, 16 : memref<8xf32>
  %1 = memref.assume_alignment %0, 16 : memref<8xf32>
  %2 = memref.assume_alignment %0, 32 : memref<8xf32>
  return %1, %2 : memref<8xf32>, memref<8xf32>
}

// -----

// CHECK-LABEL: func.func @dead_realloc(
// CHECK-SAME:    %[[ARG0:.*]]: memref<2xf32>, %[[ARG1:.*]]: f32) {
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @dead_realloc(%m: memref<2xf32>, %x: f32) {
  %c2 = arith.constant 2 : index
  %0 = memref.realloc %m : memref<2xf32> to memref<4xf32>
  memref.store %x, %0[%c2] : memref<4xf32>
  return
}
