// RUN: mlirlite-opt %s --canonicalize --split-input-file --allow-unregistered-dialect | FileCheck %s

func.func @subview_cast(%m: memref<8x8xf32>) -> memref<4x4xf32, strided<[8, 1]>> {
  %0 = memref.cast %m : memref<8x8xf32> to memref<?x?xf32>
  %1 = memref.subview %0[0, 0] [4, 4] [1, 1] : memref<?x?xf32> to memref<4x4xf32, strided<[?, 1]>>
  %2 = memref.cast %1 : memref<4x4xf32, strided<[?, 1]>> to memref<4x4xf32, strided<[8, 1]>>
  return %2 : memref<4x4xf32, strided<[8, 1]>>
}

// CHECK-LABEL: func.func @subview_cast
// CHECK-SAME: (%[[ARG0:.+]]: memref<8x8xf32>) -> memref<4x4xf32, strided<[8, 1]>> {
// CHECK-NEXT: %[[SUBVIEW:.+]] = memref.subview %[[ARG0]][0, 0] [4, 4] [1, 1] : memref<8x8xf32> to memref<4x4xf32, strided<[8, 1]>>
// CHECK-NEXT: return %[[SUBVIEW]] : memref<4x4xf32, strided<[8, 1]>>
// CHECK-NEXT: }

// -----

func.func @dims(%m: memref<?x?xf32>, %n: index, %k: index) -> (index, index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = memref.alloc(%n, %k) : memref<?x?xf32>
  %d0 = memref.dim %a, %c1 : memref<?x?xf32>
  "test.use"(%a) : (memref<?x?xf32>) -> ()
  %s = memref.subview %m[0, 0] [%n, %k] [1, 1] : memref<?x?xf32> to memref<?x?xf32, strided<[?, 1]>>
  %d1 = memref.dim %s, %c0 : memref<?x?xf32, strided<[?, 1]>>
  %c = memref.cast %m : memref<?x?xf32> to memref<4x?xf32>
  %d2 = memref.dim %c, %c1 : memref<4x?xf32>
  return %d0, %d1, %d2 : index, index, index
}

// CHECK-LABEL: func.func @dims
// CHECK-SAME: (%[[ARG0:.+]]: memref<?x?xf32>, %[[ARG1:.+]]: index, %[[ARG2:.+]]: index) -> (index, index, index) {
// CHECK-NEXT: %[[C1:.+]] = arith.constant 1 : index
// CHECK-NEXT: %[[ALLOC:.+]] = memref.alloc(%[[ARG1]], %[[ARG2]]) : memref<?x?xf32>
// CHECK-NEXT: "test.use"(%[[ALLOC]]) : (memref<?x?xf32>) -> ()
// CHECK-NEXT: %[[DIM:.+]] = memref.dim %[[ARG0]], %[[C1]] : memref<?x?xf32>
// CHECK-NEXT: return %[[ARG2]], %[[ARG1]], %[[DIM]] : index, index, index
// CHECK-NEXT: }

// -----

func.func @collapse_collapse(%m: memref<2x3x4x5xf32>) -> memref<120xf32> {
  %0 = memref.collapse_shape %m [[0, 1], [2, 3]] : memref<2x3x4x5xf32> into memref<6x20xf32>
  %1 = memref.collapse_shape %0 [[0, 1]] : memref<6x20xf32> into memref<120xf32>
  return %1 : memref<120xf32>
}

// CHECK-LABEL: func.func @collapse_collapse
// CHECK-SAME: (%[[ARG0:.+]]: memref<2x3x4x5xf32>) -> memref<120xf32> {
// CHECK-NEXT: %[[COLLAPSE_SHAPE:.+]] = memref.collapse_shape %[[ARG0]] {{\[\[}}0, 1, 2, 3{{\]\]}} : memref<2x3x4x5xf32> into memref<120xf32>
// CHECK-NEXT: return %[[COLLAPSE_SHAPE]] : memref<120xf32>
// CHECK-NEXT: }

// -----

func.func @expand_expand(%m: memref<120xf32>) -> memref<2x3x4x5xf32> {
  %0 = memref.expand_shape %m [[0, 1]] output_shape [6, 20] : memref<120xf32> into memref<6x20xf32>
  %1 = memref.expand_shape %0 [[0, 1], [2, 3]] output_shape [2, 3, 4, 5] : memref<6x20xf32> into memref<2x3x4x5xf32>
  return %1 : memref<2x3x4x5xf32>
}

// CHECK-LABEL: func.func @expand_expand
// CHECK-SAME: (%[[ARG0:.+]]: memref<120xf32>) -> memref<2x3x4x5xf32> {
// CHECK-NEXT: %[[EXPAND_SHAPE:.+]] = memref.expand_shape %[[ARG0]] {{\[\[}}0, 1, 2, 3{{\]\]}} output_shape [2, 3, 4, 5] : memref<120xf32> into memref<2x3x4x5xf32>
// CHECK-NEXT: return %[[EXPAND_SHAPE]] : memref<2x3x4x5xf32>
// CHECK-NEXT: }

// -----

func.func @collapse_of_cast(%m: memref<8x4xf32>) -> memref<?xf32> {
  %0 = memref.cast %m : memref<8x4xf32> to memref<?x4xf32>
  %1 = memref.collapse_shape %0 [[0, 1]] : memref<?x4xf32> into memref<?xf32>
  return %1 : memref<?xf32>
}

// CHECK-LABEL: func.func @collapse_of_cast
// CHECK-SAME: (%[[ARG0:.+]]: memref<8x4xf32>) -> memref<?xf32> {
// CHECK-NEXT: %[[COLLAPSE_SHAPE:.+]] = memref.collapse_shape %[[ARG0]] {{\[\[}}0, 1{{\]\]}} : memref<8x4xf32> into memref<32xf32>
// CHECK-NEXT: %[[CAST:.+]] = memref.cast %[[COLLAPSE_SHAPE]] : memref<32xf32> to memref<?xf32>
// CHECK-NEXT: return %[[CAST]] : memref<?xf32>
// CHECK-NEXT: }

// -----

func.func @rank_static(%m: memref<2x3xf32>) -> index {
  %0 = memref.rank %m : memref<2x3xf32>
  return %0 : index
}

// CHECK-LABEL: func.func @rank_static
// CHECK-SAME: (%[[ARG0:.+]]: memref<2x3xf32>) -> index {
// CHECK-NEXT: %[[C2:.+]] = arith.constant 2 : index
// CHECK-NEXT: return %[[C2]] : index
// CHECK-NEXT: }

// -----

func.func @reinterpret_of_metadata(%m: memref<?xf32>) -> memref<?xf32> {
  %b, %o, %s, %t = memref.extract_strided_metadata %m : memref<?xf32> -> memref<f32>, index, index, index
  %0 = memref.reinterpret_cast %b to offset: [%o], sizes: [%s], strides: [%t] : memref<f32> to memref<?xf32, strided<[?], offset: ?>>
  %1 = memref.cast %0 : memref<?xf32, strided<[?], offset: ?>> to memref<?xf32>
  return %1 : memref<?xf32>
}

// CHECK-LABEL: func.func @reinterpret_of_metadata
// CHECK-SAME: (%[[ARG0:.+]]: memref<?xf32>) -> memref<?xf32> {
// CHECK-NEXT: return %[[ARG0]] : memref<?xf32>
// CHECK-NEXT: }

// -----

func.func @reinterpret_constants(%m: memref<?xf32>) -> memref<?xf32, strided<[?], offset: ?>> {
  %c4 = arith.constant 4 : index
  %c1 = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %0 = memref.reinterpret_cast %m to offset: [%c0], sizes: [%c4], strides: [%c1] : memref<?xf32> to memref<?xf32, strided<[?], offset: ?>>
  return %0 : memref<?xf32, strided<[?], offset: ?>>
}

// CHECK-LABEL: func.func @reinterpret_constants
// CHECK-SAME: (%[[ARG0:.+]]: memref<?xf32>) -> memref<?xf32, strided<[?], offset: ?>> {
// CHECK-NEXT: %[[REINTERPRET_CAST:.+]] = memref.reinterpret_cast %[[ARG0]] to offset: [0], sizes: [4], strides: [1] : memref<?xf32> to memref<4xf32, strided<[1]>>
// CHECK-NEXT: %[[CAST:.+]] = memref.cast %[[REINTERPRET_CAST]] : memref<4xf32, strided<[1]>> to memref<?xf32, strided<[?], offset: ?>>
// CHECK-NEXT: return %[[CAST]] : memref<?xf32, strided<[?], offset: ?>>
// CHECK-NEXT: }

// -----

func.func @transpose_id(%m: memref<2x3xf32>) -> memref<2x3xf32, strided<[3, 1]>> {
  %0 = memref.transpose %m (i, j) -> (i, j) : memref<2x3xf32> to memref<2x3xf32, strided<[3, 1]>>
  return %0 : memref<2x3xf32, strided<[3, 1]>>
}

// CHECK-LABEL: func.func @transpose_id
// CHECK-SAME: (%[[ARG0:.+]]: memref<2x3xf32>) -> memref<2x3xf32, strided<[3, 1]>> {
// CHECK-NEXT: %[[TRANSPOSE:.+]] = memref.transpose %[[ARG0]] (d0, d1) -> (d0, d1) : memref<2x3xf32> to memref<2x3xf32, strided<[3, 1]>>
// CHECK-NEXT: return %[[TRANSPOSE]] : memref<2x3xf32, strided<[3, 1]>>
// CHECK-NEXT: }

// -----

func.func @transpose_twice(%m: memref<2x3xf32>) -> memref<2x3xf32, strided<[3, 1]>> {
  %0 = memref.transpose %m (i, j) -> (j, i) : memref<2x3xf32> to memref<3x2xf32, strided<[1, 3]>>
  %1 = memref.transpose %0 (i, j) -> (j, i) : memref<3x2xf32, strided<[1, 3]>> to memref<2x3xf32, strided<[3, 1]>>
  return %1 : memref<2x3xf32, strided<[3, 1]>>
}

// CHECK-LABEL: func.func @transpose_twice
// CHECK-SAME: (%[[ARG0:.+]]: memref<2x3xf32>) -> memref<2x3xf32, strided<[3, 1]>> {
// CHECK-NEXT: %[[TRANSPOSE:.+]] = memref.transpose %[[ARG0]] (d0, d1) -> (d0, d1) : memref<2x3xf32> to memref<2x3xf32, strided<[3, 1]>>
// CHECK-NEXT: return %[[TRANSPOSE]] : memref<2x3xf32, strided<[3, 1]>>
// CHECK-NEXT: }

// -----

func.func @alloca_scope(%m: memref<4xf32>) {
  memref.alloca_scope {
    "test.use"(%m) : (memref<4xf32>) -> ()
  }
  return
}

// CHECK-LABEL: func.func @alloca_scope
// CHECK-SAME: (%[[ARG0:.+]]: memref<4xf32>) {
// CHECK-NEXT: "test.use"(%[[ARG0]]) : (memref<4xf32>) -> ()
// CHECK-NEXT: return
// CHECK-NEXT: }

// -----

func.func @subview_of_subview_dim(%m: memref<?xf32>, %n: index) -> index {
  %c0 = arith.constant 0 : index
  %s = memref.subview %m[2] [%n] [1] : memref<?xf32> to memref<?xf32, strided<[1], offset: 2>>
  %d = memref.dim %s, %c0 : memref<?xf32, strided<[1], offset: 2>>
  return %d : index
}

// CHECK-LABEL: func.func @subview_of_subview_dim
// CHECK-SAME: (%[[ARG0:.+]]: memref<?xf32>, %[[ARG1:.+]]: index) -> index {
// CHECK-NEXT: return %[[ARG1]] : index
// CHECK-NEXT: }

// -----

func.func @dim_reshape(%m: memref<*xf32>, %s: memref<2xindex>) -> index {
  %c1 = arith.constant 1 : index
  %0 = memref.reshape %m(%s) : (memref<*xf32>, memref<2xindex>) -> memref<?x?xf32>
  %d = memref.dim %0, %c1 : memref<?x?xf32>
  return %d : index
}

// CHECK-LABEL: func.func @dim_reshape
// CHECK-SAME: (%[[ARG0:.+]]: memref<*xf32>, %[[ARG1:.+]]: memref<2xindex>) -> index {
// CHECK-NEXT: %[[C1:.+]] = arith.constant 1 : index
// CHECK-NEXT: %[[V0:.+]] = memref.load %[[ARG1]][%[[C1]]] : memref<2xindex>
// CHECK-NEXT: return %[[V0]] : index
// CHECK-NEXT: }

// -----

func.func @get_global_static(%i: index) -> index {
  %a = memref.alloc() : memref<0x4xf32>
  %b = memref.alloc() : memref<0x4xf32>
  memref.copy %a, %b : memref<0x4xf32> to memref<0x4xf32>
  return %i : index
}

// CHECK-LABEL: func.func @get_global_static
// CHECK-SAME: (%[[ARG0:.+]]: index) -> index {
// CHECK-NEXT: return %[[ARG0]] : index
// CHECK-NEXT: }
