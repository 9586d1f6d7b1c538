// RUN: mlirlite-opt %s --expand-strided-metadata --split-input-file | FileCheck %s

func.func @subview(%base: memref<5x4xf32>, %i: index, %j: index) -> memref<2x2xf32, strided<[8, 1], offset: ?>> {
  %0 = memref.subview %base[%i, %j] [2, 2] [2, 1] : memref<5x4xf32> to memref<2x2xf32, strided<[8, 1], offset: ?>>
  return %0 : memref<2x2xf32, strided<[8, 1], offset: ?>>
}

// CHECK: #[[$MAP0:.+]] = affine_map<()[s0, s1] -> (s0 * 4 + s1)>
// CHECK-LABEL: func.func @subview
// CHECK-SAME: (%[[ARG0:.+]]: memref<5x4xf32>, %[[ARG1:.+]]: index, %[[ARG2:.+]]: index) -> memref<2x2xf32, strided<[8, 1], offset: ?>> {
// CHECK-NEXT: %[[BASE_BUFFER:.+]], %[[OFFSET:.+]], %[[SIZES:.+]]:2, %[[STRIDES:.+]]:2 = memref.extract_strided_metadata %[[ARG0]] : memref<5x4xf32> -> memref<f32>, index, index, index, index, index
// CHECK-NEXT: %[[V0:.+]] = affine.apply #[[$MAP0]]()[%[[ARG1]], %[[ARG2]]]
// CHECK-NEXT: %[[REINTERPRET_CAST:.+]] = memref.reinterpret_cast %[[BASE_BUFFER]] to offset: [%[[V0]]], sizes: [2, 2], strides: [8, 1] : memref<f32> to memref<2x2xf32, strided<[8, 1], offset: ?>>
// CHECK-NEXT: return %[[REINTERPRET_CAST]] : memref<2x2xf32, strided<[8, 1], offset: ?>>
// CHECK-NEXT: }

// -----

func.func @subview_static(%base: memref<8x16x4xf32, strided<[64, 4, 1], offset: 3>>) -> memref<6x3xf32, strided<[4, 1], offset: 212>> {
  %0 = memref.subview %base[3, 4, 1] [1, 6, 3] [1, 1, 1] : memref<8x16x4xf32, strided<[64, 4, 1], offset: 3>> to memref<6x3xf32, strided<[4, 1], offset: 212>>
  return %0 : memref<6x3xf32, strided<[4, 1], offset: 212>>
}

// CHECK-LABEL: func.func @subview_static
// CHECK-SAME: (%[[ARG0:.+]]: memref<8x16x4xf32, strided<[64, 4, 1], offset: 3>>) -> memref<6x3xf32, strided<[4, 1], offset: 212>> {
// CHECK-NEXT: %[[BASE_BUFFER:.+]], %[[OFFSET:.+]], %[[SIZES:.+]]:3, %[[STRIDES:.+]]:3 = memref.extract_strided_metadata %[[ARG0]] : memref<8x16x4xf32, strided<[64, 4, 1], offset: 3>> -> memref<f32>, index, index, index, index, index, index, index
// CHECK-NEXT: %[[REINTERPRET_CAST:.+]] = memref.reinterpret_cast %[[BASE_BUFFER]] to offset: [212], sizes: [6, 3], strides: [4, 1] : memref<f32> to memref<6x3xf32, strided<[4, 1], offset: 212>>
// CHECK-NEXT: return %[[REINTERPRET_CAST]] : memref<6x3xf32, strided<[4, 1], offset: 212>>
// CHECK-NEXT: }

// -----

func.func @subview_dynamic(%base: memref<?x?xf32, strided<[?, ?], offset: ?>>, %i: index, %n: index, %s: index) -> memref<?x4xf32, strided<[?, ?], offset: ?>> {
  %0 = memref.subview %base[%i, 2] [%n, 4] [%s, 1] : memref<?x?xf32, strided<[?, ?], offset: ?>> to memref<?x4xf32, strided<[?, ?], offset: ?>>
  return %0 : memref<?x4xf32, strided<[?, ?], offset: ?>>
}

// CHECK: #[[$MAP0:.+]] = affine_map<()[s0, s1] -> (s0 * s1)>
// CHECK: #[[$MAP1:.+]] = affine_map<()[s0, s1, s2, s3] -> (s0 + s1 * s2 + s3 * 2)>
// CHECK-LABEL: func.func @subview_dynamic
// CHECK-SAME: (%[[ARG0:.+]]: memref<?x?xf32, strided<[?, ?], offset: ?>>, %[[ARG1:.+]]: index, %[[ARG2:.+]]: index, %[[ARG3:.+]]: index) -> memref<?x4xf32, strided<[?, ?], offset: ?>> {
// CHECK-NEXT: %[[BASE_BUFFER:.+]], %[[OFFSET:.+]], %[[SIZES:.+]]:2, %[[STRIDES:.+]]:2 = memref.extract_strided_metadata %[[ARG0]] : memref<?x?xf32, strided<[?, ?], offset: ?>> -> memref<f32>, index, index, index, index, index
// CHECK-NEXT: %[[V0:.+]] = affine.apply #[[$MAP0]]()[%[[ARG3]], %[[STRIDES]]#0]
// CHECK-NEXT: %[[V1:.+]] = affine.apply #[[$MAP1]]()[%[[OFFSET]], %[[ARG1]], %[[STRIDES]]#0, %[[STRIDES]]#1]
// CHECK-NEXT: %[[REINTERPRET_CAST:.+]] = memref.reinterpret_cast %[[BASE_BUFFER]] to offset: [%[[V1]]], sizes: [%[[ARG2]], 4], strides: [%[[V0]], %[[STRIDES]]#1] : memref<f32> to memref<?x4xf32, strided<[?, ?], offset: ?>>
// CHECK-NEXT: return %[[REINTERPRET_CAST]] : memref<?x4xf32, strided<[?, ?], offset: ?>>
// CHECK-NEXT: }

// -----

func.func @expand(%arg: memref<?x4xf32>, %n: index) -> memref<?x5x2x2xf32> {
  %0 = memref.expand_shape %arg [[0, 1], [2, 3]] output_shape [%n, 5, 2, 2] : memref<?x4xf32> into memref<?x5x2x2xf32>
  return %0 : memref<?x5x2x2xf32>
}

// CHECK: #[[$MAP0:.+]] = affine_map<()[s0] -> (s0 floordiv 5)>
// CHECK-LABEL: func.func @expand
// CHECK-SAME: (%[[ARG0:.+]]: memref<?x4xf32>, %[[ARG1:.+]]: index) -> memref<?x5x2x2xf32> {
// CHECK-NEXT: %[[BASE_BUFFER:.+]], %[[OFFSET:.+]], %[[SIZES:.+]]:2, %[[STRIDES:.+]]:2 = memref.extract_strided_metadata %[[ARG0]] : memref<?x4xf32> -> memref<f32>, index, index, index, index, index
// CHECK-NEXT: %[[V0:.+]] = affine.apply #[[$MAP0]]()[%[[SIZES]]#0]
// CHECK-NEXT: %[[REINTERPRET_CAST:.+]] = memref.reinterpret_cast %[[BASE_BUFFER]] to offset: [0], sizes: [%[[V0]], 5, 2, 2], strides: [20, 4, 2, 1] : memref<f32> to memref<?x5x2x2xf32>
// CHECK-NEXT: return %[[REINTERPRET_CAST]] : memref<?x5x2x2xf32>
// CHECK-NEXT: }

// -----

func.func @expand_static(%arg: memref<30x4xf32>) -> memref<2x3x5x4xf32> {
  %0 = memref.expand_shape %arg [[0, 1, 2], [3]] output_shape [2, 3, 5, 4] : memref<30x4xf32> into memref<2x3x5x4xf32>
  return %0 : memref<2x3x5x4xf32>
}

// CHECK-LABEL: func.func @expand_static
// CHECK-SAME: (%[[ARG0:.+]]: memref<30x4xf32>) -> memref<2x3x5x4xf32> {
// CHECK-NEXT: %[[BASE_BUFFER:.+]], %[[OFFSET:.+]], %[[SIZES:.+]]:2, %[[STRIDES:.+]]:2 = memref.extract_strided_metadata %[[ARG0]] : memref<30x4xf32> -> memref<f32>, index, index, index, index, index
// CHECK-NEXT: %[[REINTERPRET_CAST:.+]] = memref.reinterpret_cast %[[BASE_BUFFER]] to offset: [0], sizes: [2, 3, 5, 4], strides: [60, 20, 4, 1] : memref<f32> to memref<2x3x5x4xf32>
// CHECK-NEXT: return %[[REINTERPRET_CAST]] : memref<2x3x5x4xf32>
// CHECK-NEXT: }

// -----

func.func @collapse(%arg: memref<?x?x4xf32>) -> memref<?x4xf32> {
  %0 = memref.collapse_shape %arg [[0, 1], [2]] : memref<?x?x4xf32> into memref<?x4xf32>
  return %0 : memref<?x4xf32>
}

// CHECK: #[[$MAP0:.+]] = affine_map<()[s0, s1] -> (s0 * s1)>
// CHECK-LABEL: func.func @collapse
// CHECK-SAME: (%[[ARG0:.+]]: memref<?x?x4xf32>) -> memref<?x4xf32> {
// CHECK-NEXT: %[[BASE_BUFFER:.+]], %[[OFFSET:.+]], %[[SIZES:.+]]:3, %[[STRIDES:.+]]:3 = memref.extract_strided_metadata %[[ARG0]] : memref<?x?x4xf32> -> memref<f32>, index, index, index, index, index, index, index
// CHECK-NEXT: %[[V0:.+]] = affine.apply #[[$MAP0]]()[%[[SIZES]]#0, %[[SIZES]]#1]
// CHECK-NEXT: %[[REINTERPRET_CAST:.+]] = memref.reinterpret_cast %[[BASE_BUFFER]] to offset: [0], sizes: [%[[V0]], 4], strides: [4, 1] : memref<f32> to memref<?x4xf32>
// CHECK-NEXT: return %[[REINTERPRET_CAST]] : memref<?x4xf32>
// CHECK-NEXT: }

// -----

func.func @collapse_static(%arg: memref<3x4x5xf32>) -> memref<12x5xf32> {
  %0 = memref.collapse_shape %arg [[0, 1], [2]] : memref<3x4x5xf32> into memref<12x5xf32>
  return %0 : memref<12x5xf32>
}

// CHECK-LABEL: func.func @collapse_static
// CHECK-SAME: (%[[ARG0:.+]]: memref<3x4x5xf32>) -> memref<12x5xf32> {
// CHECK-NEXT: %[[BASE_BUFFER:.+]], %[[OFFSET:.+]], %[[SIZES:.+]]:3, %[[STRIDES:.+]]:3 = memref.extract_strided_metadata %[[ARG0]] : memref<3x4x5xf32> -> memref<f32>, index, index, index, index, index, index, index
// CHECK-NEXT: %[[REINTERPRET_CAST:.+]] = memref.reinterpret_cast %[[BASE_BUFFER]] to offset: [0], sizes: [12, 5], strides: [5, 1] : memref<f32> to memref<12x5xf32>
// CHECK-NEXT: return %[[REINTERPRET_CAST]] : memref<12x5xf32>
// CHECK-NEXT: }

// -----

func.func @metadata_of_alloc(%n: index) -> (memref<f32>, index, index, index, index, index) {
  %m = memref.alloc(%n) : memref<?x64xf32>
  %b, %o, %sizes:2, %strides:2 = memref.extract_strided_metadata %m : memref<?x64xf32> -> memref<f32>, index, index, index, index, index
  return %b, %o, %sizes#0, %sizes#1, %strides#0, %strides#1 : memref<f32>, index, index, index, index, index
}

// CHECK-LABEL: func.func @metadata_of_alloc
// CHECK-SAME: (%[[ARG0:.+]]: index) -> (memref<f32>, index, index, index, index, index) {
// CHECK-NEXT: %[[C1:.+]] = arith.constant 1 : index
// CHECK-NEXT: %[[C64:.+]] = arith.constant 64 : index
// CHECK-NEXT: %[[C0:.+]] = arith.constant 0 : index
// CHECK-NEXT: %[[ALLOC:.+]] = memref.alloc(%[[ARG0]]) : memref<?x64xf32>
// CHECK-NEXT: %[[REINTERPRET_CAST:.+]] = memref.reinterpret_cast %[[ALLOC]] to offset: [0], sizes: [], strides: [] : memref<?x64xf32> to memref<f32>
// CHECK-NEXT: return %[[REINTERPRET_CAST]], %[[C0]], %[[ARG0]], %[[C64]], %[[C64]], %[[C1]] : memref<f32>, index, index, index, index, index
// CHECK-NEXT: }

// -----

memref.global "private" @g : memref<4x8xf32>
func.func @metadata_of_global() -> (memref<f32>, index, index, index, index, index) {
  %m = memref.get_global @g : memref<4x8xf32>
  %b, %o, %sizes:2, %strides:2 = memref.extract_strided_metadata %m : memref<4x8xf32> -> memref<f32>, index, index, index, index, index
  return %b, %o, %sizes#0, %sizes#1, %strides#0, %strides#1 : memref<f32>, index, index, index, index, index
}

// CHECK:      memref.global "private" @g : memref<4x8xf32>
// CHECK-LABEL: func.func @metadata_of_global
// CHECK-NEXT: %[[C1:.+]] = arith.constant 1 : index
// CHECK-NEXT: %[[C8:.+]] = arith.constant 8 : index
// CHECK-NEXT: %[[C4:.+]] = arith.constant 4 : index
// CHECK-NEXT: %[[C0:.+]] = arith.constant 0 : index
// CHECK-NEXT: %[[V0:.+]] = memref.get_global @g : memref<4x8xf32>
// CHECK-NEXT: %[[REINTERPRET_CAST:.+]] = memref.reinterpret_cast %[[V0]] to offset: [0], sizes: [], strides: [] : memref<4x8xf32> to memref<f32>
// CHECK-NEXT: return %[[REINTERPRET_CAST]], %[[C0]], %[[C4]], %[[C8]], %[[C8]], %[[C1]] : memref<f32>, index, index, index, index, index
// CHECK-NEXT: }

// -----

func.func @metadata_of_cast(%arg: memref<4x?xf32, strided<[?, ?], offset: ?>>) -> (memref<f32>, index, index, index, index, index) {
  %m = memref.cast %arg : memref<4x?xf32, strided<[?, ?], offset: ?>> to memref<?x?xf32, strided<[?, ?], offset: ?>>
  %b, %o, %sizes:2, %strides:2 = memref.extract_strided_metadata %m : memref<?x?xf32, strided<[?, ?], offset: ?>> -> memref<f32>, index, index, index, index, index
  return %b, %o, %sizes#0, %sizes#1, %strides#0, %strides#1 : memref<f32>, index, index, index, index, index
}

// CHECK-LABEL: func.func @metadata_of_cast
// CHECK-SAME: (%[[ARG0:.+]]: memref<4x?xf32, strided<[?, ?], offset: ?>>) -> (memref<f32>, index, index, index, index, index) {
// CHECK-NEXT: %[[C4:.+]] = arith.constant 4 : index
// CHECK-NEXT: %[[BASE_BUFFER:.+]], %[[OFFSET:.+]], %[[SIZES:.+]]:2, %[[STRIDES:.+]]:2 = memref.extract_strided_metadata %[[ARG0]] : memref<4x?xf32, strided<[?, ?], offset: ?>> -> memref<f32>, index, index, index, index, index
// CHECK-NEXT: return %[[BASE_BUFFER]], %[[OFFSET]], %[[C4]], %[[SIZES]]#1, %[[STRIDES]]#0, %[[STRIDES]]#1 : memref<f32>, index, index, index, index, index
// CHECK-NEXT: }

// -----

func.func @metadata_of_reinterpret_cast(%arg: memref<?xf32>, %n: index) -> (memref<f32>, index, index, index) {
  %m = memref.reinterpret_cast %arg to offset: [%n], sizes: [10], strides: [2] : memref<?xf32> to memref<10xf32, strided<[2], offset: ?>>
  %b, %o, %sizes, %strides = memref.extract_strided_metadata %m : memref<10xf32, strided<[2], offset: ?>> -> memref<f32>, index, index, index
  return %b, %o, %sizes, %strides : memref<f32>, index, index, index
}

// CHECK-LABEL: func.func @metadata_of_reinterpret_cast
// CHECK-SAME: (%[[ARG0:.+]]: memref<?xf32>, %[[ARG1:.+]]: index) -> (memref<f32>, index, index, index) {
// CHECK-NEXT: %[[C10:.+]] = arith.constant 10 : index
// CHECK-NEXT: %[[C2:.+]] = arith.constant 2 : index
// CHECK-NEXT: %[[BASE_BUFFER:.+]], %[[OFFSET:.+]], %[[SIZES:.+]], %[[STRIDES:.+]] = memref.extract_strided_metadata %[[ARG0]] : memref<?xf32> -> memref<f32>, index, index, index
// CHECK-NEXT: return %[[BASE_BUFFER]], %[[ARG1]], %[[C10]], %[[C2]] : memref<f32>, index, index, index
// CHECK-NEXT: }

// -----

func.func @pointer(%arg: memref<?x?xf32>, %i: index) -> index {
  %0 = memref.subview %arg[%i, %i] [4, 4] [1, 1] : memref<?x?xf32> to memref<4x4xf32, strided<[?, 1], offset: ?>>
  %1 = memref.extract_aligned_pointer_as_index %0 : memref<4x4xf32, strided<[?, 1], offset: ?>> -> index
  return %1 : index
}

// CHECK-LABEL: func.func @pointer
// CHECK-SAME: (%[[ARG0:.+]]: memref<?x?xf32>, %[[ARG1:.+]]: index) -> index {
// CHECK-NEXT: %[[INTPTR:.+]] = memref.extract_aligned_pointer_as_index %[[ARG0]] : memref<?x?xf32> -> index
// CHECK-NEXT: return %[[INTPTR]] : index
// CHECK-NEXT: }

// -----

func.func @metadata_of_metadata(%arg: memref<?xf32>) -> (memref<f32>, index) {
  %b, %o, %s, %t = memref.extract_strided_metadata %arg : memref<?xf32> -> memref<f32>, index, index, index
  %c, %p = memref.extract_strided_metadata %b : memref<f32> -> memref<f32>, index
  return %c, %p : memref<f32>, index
}

// CHECK-LABEL: func.func @metadata_of_metadata
// CHECK-SAME: (%[[ARG0:.+]]: memref<?xf32>) -> (memref<f32>, index) {
// CHECK-NEXT: %[[C0:.+]] = arith.constant 0 : index
// CHECK-NEXT: %[[BASE_BUFFER:.+]], %[[OFFSET:.+]], %[[SIZES:.+]], %[[STRIDES:.+]] = memref.extract_strided_metadata %[[ARG0]] : memref<?xf32> -> memref<f32>, index, index, index
// CHECK-NEXT: return %[[BASE_BUFFER]], %[[C0]] : memref<f32>, index
// CHECK-NEXT: }

// -----

func.func @stays(%arg: memref<?xf32>, %i: index) -> f32 {
  %0 = memref.load %arg[%i] : memref<?xf32>
  return %0 : f32
}

// CHECK-LABEL: func.func @stays
// CHECK-SAME: (%[[ARG0:.+]]: memref<?xf32>, %[[ARG1:.+]]: index) -> f32 {
// CHECK-NEXT: %[[V0:.+]] = memref.load %[[ARG0]][%[[ARG1]]] : memref<?xf32>
// CHECK-NEXT: return %[[V0]] : f32
// CHECK-NEXT: }

// -----

// CHECK-LABEL: func.func @metadata_of_views
// CHECK-SAME: (%[[M:.*]]: memref<4x?xf32>, %[[A:.*]]: memref<8xf32>)
// CHECK:      %[[B:.*]], %{{.*}}, %{{.*}}:2, %[[S:.*]]:2 = memref.extract_strided_metadata %[[M]]
// CHECK:      %[[BASE:.*]], %{{.*}}, %{{.*}}, %{{.*}} = memref.extract_strided_metadata %[[A]]
// CHECK:      %[[CAST:.*]] = memref.memory_space_cast %[[BASE]] : memref<f32> to memref<f32, 1>
// CHECK:      %[[C:.*]], %{{.*}}, %{{.*}}, %{{.*}} = memref.extract_strided_metadata %[[A]]
// CHECK:      return %[[B]], %[[S]]#0, %[[CAST]], %[[C]]
func.func @metadata_of_views(%m: memref<4x?xf32>, %a: memref<8xf32>)
    -> (memref<f32>, index, memref<f32, 1>, memref<f32>) {
  %v = memref.subview %m[0, 0] [1, 2] [1, 1] : memref<4x?xf32> to memref<1x2xf32, strided<[?, 1]>>
  %0:6 = memref.extract_strided_metadata %v : memref<1x2xf32, strided<[?, 1]>>
      -> memref<f32>, index, index, index, index, index
  %c = memref.memory_space_cast %a : memref<8xf32> to memref<8xf32, 1>
  %1:4 = memref.extract_strided_metadata %c : memref<8xf32, 1> -> memref<f32, 1>, index, index, index
  %d = memref.assume_alignment %a, 8 : memref<8xf32>
  %2:4 = memref.extract_strided_metadata %d : memref<8xf32> -> memref<f32>, index, index, index
  return %0#0, %0#4, %1#0, %2#0 : memref<f32>, index, memref<f32, 1>, memref<f32>
}

// -----

// A view through bytes has a place of its own.

// CHECK-LABEL: func.func @pointer_of_bytes
// CHECK:      %[[V:.*]] = memref.view
// CHECK:      memref.extract_aligned_pointer_as_index %[[V]]
func.func @pointer_of_bytes(%m: memref<64xi8>, %i: index) -> index {
  %v = memref.view %m[%i][] : memref<64xi8> to memref<4xf32>
  %p = memref.extract_aligned_pointer_as_index %v : memref<4xf32> -> index
  return %p : index
}
