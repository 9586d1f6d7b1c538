// RUN: mlirlite-opt %s --fold-memref-alias-ops --split-input-file | FileCheck %s

func.func @load_of_subview(%arg0: memref<12x32xf32>, %i: index, %j: index, %k: index, %l: index) -> f32 {
  %0 = memref.subview %arg0[%i, %j] [4, 4] [2, 3] : memref<12x32xf32> to memref<4x4xf32, strided<[64, 3], offset: ?>>
  %1 = memref.load %0[%k, %l] : memref<4x4xf32, strided<[64, 3], offset: ?>>
  return %1 : f32
}

// CHECK: #[[$MAP0:.+]] = affine_map<()[s0, s1] -> (s0 + s1 * 2)>
// CHECK: #[[$MAP1:.+]] = affine_map<()[s0, s1] -> (s0 + s1 * 3)>
// CHECK-LABEL: func.func @load_of_subview
// CHECK-SAME: (%[[ARG0:.+]]: memref<12x32xf32>, %[[ARG1:.+]]: index, %[[ARG2:.+]]: index, %[[ARG3:.+]]: index, %[[ARG4:.+]]: index) -> f32 {
// CHECK-NEXT: %[[V0:.+]] = affine.apply #[[$MAP0]]()[%[[ARG1]], %[[ARG3]]]
// CHECK-NEXT: %[[V1:.+]] = affine.apply #[[$MAP1]]()[%[[ARG2]], %[[ARG4]]]
// CHECK-NEXT: %[[V2:.+]] = memref.load %[[ARG0]][%[[V0]], %[[V1]]] : memref<12x32xf32>
// CHECK-NEXT: return %[[V2]] : f32
// CHECK-NEXT: }

// -----

func.func @dynamic_strides(%arg0: memref<12x32xf32>, %i: index, %j: index, %s: index, %t: index) -> f32 {
  %0 = memref.subview %arg0[%i, %j] [4, 4] [%s, %t] : memref<12x32xf32> to memref<4x4xf32, strided<[?, ?], offset: ?>>
  %1 = memref.load %0[%s, %t] : memref<4x4xf32, strided<[?, ?], offset: ?>>
  return %1 : f32
}

// CHECK: #[[$MAP0:.+]] = affine_map<()[s0, s1] -> (s0 + s1 * s1)>
// CHECK-LABEL: func.func @dynamic_strides
// CHECK-SAME: (%[[ARG0:.+]]: memref<12x32xf32>, %[[ARG1:.+]]: index, %[[ARG2:.+]]: index, %[[ARG3:.+]]: index, %[[ARG4:.+]]: index) -> f32 {
// CHECK-NEXT: %[[V0:.+]] = affine.apply #[[$MAP0]]()[%[[ARG1]], %[[ARG3]]]
// CHECK-NEXT: %[[V1:.+]] = affine.apply #[[$MAP0]]()[%[[ARG2]], %[[ARG4]]]
// CHECK-NEXT: %[[V2:.+]] = memref.load %[[ARG0]][%[[V0]], %[[V1]]] : memref<12x32xf32>
// CHECK-NEXT: return %[[V2]] : f32
// CHECK-NEXT: }

// -----

func.func @store_of_subview(%arg0: memref<12x32xf32>, %i: index, %j: index, %v: f32) {
  %0 = memref.subview %arg0[%i, 3] [4, 1] [2, 1] : memref<12x32xf32> to memref<4xf32, strided<[64], offset: ?>>
  memref.store %v, %0[%j] : memref<4xf32, strided<[64], offset: ?>>
  return
}

// CHECK: #[[$MAP0:.+]] = affine_map<()[s0, s1] -> (s0 + s1 * 2)>
// CHECK-LABEL: func.func @store_of_subview
// CHECK-SAME: (%[[ARG0:.+]]: memref<12x32xf32>, %[[ARG1:.+]]: index, %[[ARG2:.+]]: index, %[[ARG3:.+]]: f32) {
// CHECK-NEXT: %[[C3:.+]] = arith.constant 3 : index
// CHECK-NEXT: %[[V0:.+]] = affine.apply #[[$MAP0]]()[%[[ARG1]], %[[ARG2]]]
// CHECK-NEXT: memref.store %[[ARG3]], %[[ARG0]][%[[V0]], %[[C3]]] : memref<12x32xf32>
// CHECK-NEXT: return
// CHECK-NEXT: }

// -----

func.func @constants(%arg0: memref<12x32xf32>, %v: f32) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %0 = memref.subview %arg0[2, 3] [4, 4] [2, 1] : memref<12x32xf32> to memref<4x4xf32, strided<[64, 1], offset: 67>>
  memref.store %v, %0[%c1, %c2] : memref<4x4xf32, strided<[64, 1], offset: 67>>
  return
}

// CHECK-LABEL: func.func @constants
// CHECK-SAME: (%[[ARG0:.+]]: memref<12x32xf32>, %[[ARG1:.+]]: f32) {
// CHECK-NEXT: %[[C4:.+]] = arith.constant 4 : index
// CHECK-NEXT: %[[C5:.+]] = arith.constant 5 : index
// CHECK-NEXT: memref.store %[[ARG1]], %[[ARG0]][%[[C4]], %[[C5]]] : memref<12x32xf32>
// CHECK-NEXT: return
// CHECK-NEXT: }

// -----

func.func @affine_accesses(%arg0: memref<12x32xf32>, %i: index, %j: index) {
  %0 = memref.subview %arg0[%i, %j] [4, 4] [2, 3] : memref<12x32xf32> to memref<4x4xf32, strided<[64, 3], offset: ?>>
  affine.for %k = 0 to 4 {
    affine.for %l = 0 to 4 {
      %1 = affine.load %0[%k, %l] : memref<4x4xf32, strided<[64, 3], offset: ?>>
      affine.store %1, %0[%l, %k] : memref<4x4xf32, strided<[64, 3], offset: ?>>
    }
  }
  return
}

// CHECK-LABEL: func.func @affine_accesses
// CHECK-SAME: (%[[ARG0:.+]]: memref<12x32xf32>, %[[ARG1:.+]]: index, %[[ARG2:.+]]: index) {
// CHECK-NEXT: %[[SUBVIEW:.+]] = memref.subview %[[ARG0]][%[[ARG1]], %[[ARG2]]] [4, 4] [2, 3] : memref<12x32xf32> to memref<4x4xf32, strided<[64, 3], offset: ?>>
// CHECK-NEXT: affine.for %[[ARG3:.+]] = 0 to 4 {
// CHECK-NEXT:   affine.for %[[ARG4:.+]] = 0 to 4 {
// CHECK-NEXT:     %[[V0:.+]] = affine.load %[[SUBVIEW]][%[[ARG3]], %[[ARG4]]] : memref<4x4xf32, strided<[64, 3], offset: ?>>
// CHECK-NEXT:     affine.store %[[V0]], %[[SUBVIEW]][%[[ARG4]], %[[ARG3]]] : memref<4x4xf32, strided<[64, 3], offset: ?>>
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }

// -----

func.func @expand(%arg0: memref<12x32xf32>, %i: index, %j: index, %k: index, %v: f32) -> f32 {
  %0 = memref.expand_shape %arg0 [[0, 1], [2]] output_shape [2, 6, 32] : memref<12x32xf32> into memref<2x6x32xf32>
  memref.store %v, %0[%i, %j, %k] : memref<2x6x32xf32>
  %1 = memref.load %0[%i, %j, %k] : memref<2x6x32xf32>
  return %1 : f32
}

// CHECK-LABEL: func.func @expand
// CHECK-SAME: (%[[ARG0:.+]]: memref<12x32xf32>, %[[ARG1:.+]]: index, %[[ARG2:.+]]: index, %[[ARG3:.+]]: index, %[[ARG4:.+]]: f32) -> f32 {
// CHECK-NEXT: %[[V0:.+]] = affine.linearize_index disjoint [%[[ARG1]], %[[ARG2]]] by (2, 6) : index
// CHECK-NEXT: memref.store %[[ARG4]], %[[ARG0]][%[[V0]], %[[ARG3]]] : memref<12x32xf32>
// CHECK-NEXT: %[[V1:.+]] = affine.linearize_index disjoint [%[[ARG1]], %[[ARG2]]] by (2, 6) : index
// CHECK-NEXT: %[[V2:.+]] = memref.load %[[ARG0]][%[[V1]], %[[ARG3]]] : memref<12x32xf32>
// CHECK-NEXT: return %[[V2]] : f32
// CHECK-NEXT: }

// -----

func.func @expand_dynamic(%arg0: memref<?xf32>, %n: index, %i: index, %j: index) -> f32 {
  %0 = memref.expand_shape %arg0 [[0, 1]] output_shape [%n, 4] : memref<?xf32> into memref<?x4xf32>
  %1 = memref.load %0[%i, %j] : memref<?x4xf32>
  return %1 : f32
}

// CHECK-LABEL: func.func @expand_dynamic
// CHECK-SAME: (%[[ARG0:.+]]: memref<?xf32>, %[[ARG1:.+]]: index, %[[ARG2:.+]]: index, %[[ARG3:.+]]: index) -> f32 {
// CHECK-NEXT: %[[V0:.+]] = affine.linearize_index disjoint [%[[ARG2]], %[[ARG3]]] by (%[[ARG1]], 4) : index
// CHECK-NEXT: %[[V1:.+]] = memref.load %[[ARG0]][%[[V0]]] : memref<?xf32>
// CHECK-NEXT: return %[[V1]] : f32
// CHECK-NEXT: }

// -----

func.func @collapse(%arg0: memref<2x6x32xf32>, %i: index, %j: index) -> f32 {
  %0 = memref.collapse_shape %arg0 [[0, 1], [2]] : memref<2x6x32xf32> into memref<12x32xf32>
  %1 = memref.load %0[%i, %j] : memref<12x32xf32>
  memref.store %1, %0[%j, %i] : memref<12x32xf32>
  return %1 : f32
}

// CHECK-LABEL: func.func @collapse
// CHECK-SAME: (%[[ARG0:.+]]: memref<2x6x32xf32>, %[[ARG1:.+]]: index, %[[ARG2:.+]]: index) -> f32 {
// CHECK-NEXT: %[[V0:.+]]:2 = affine.delinearize_index %[[ARG1]] into (2, 6) : index, index
// CHECK-NEXT: %[[V1:.+]] = memref.load %[[ARG0]][%[[V0]]#0, %[[V0]]#1, %[[ARG2]]] : memref<2x6x32xf32>
// CHECK-NEXT: %[[V2:.+]]:2 = affine.delinearize_index %[[ARG2]] into (2, 6) : index, index
// CHECK-NEXT: memref.store %[[V1]], %[[ARG0]][%[[V2]]#0, %[[V2]]#1, %[[ARG1]]] : memref<2x6x32xf32>
// CHECK-NEXT: return %[[V1]] : f32
// CHECK-NEXT: }

// -----

func.func @collapse_dynamic(%arg0: memref<?x6x?xf32>, %i: index) -> f32 {
  %0 = memref.collapse_shape %arg0 [[0, 1, 2]] : memref<?x6x?xf32> into memref<?xf32>
  %1 = memref.load %0[%i] : memref<?xf32>
  return %1 : f32
}

// CHECK-LABEL: func.func @collapse_dynamic
// CHECK-SAME: (%[[ARG0:.+]]: memref<?x6x?xf32>, %[[ARG1:.+]]: index) -> f32 {
// CHECK-NEXT: %[[BASE_BUFFER:.+]], %[[OFFSET:.+]], %[[SIZES:.+]]:3, %[[STRIDES:.+]]:3 = memref.extract_strided_metadata %[[ARG0]] : memref<?x6x?xf32> -> memref<f32>, index, index, index, index, index, index, index
// CHECK-NEXT: %[[V0:.+]]:3 = affine.delinearize_index %[[ARG1]] into (%[[SIZES]]#0, 6, %[[SIZES]]#2) : index, index, index
// CHECK-NEXT: %[[V1:.+]] = memref.load %[[ARG0]][%[[V0]]#0, %[[V0]]#1, %[[V0]]#2] : memref<?x6x?xf32>
// CHECK-NEXT: return %[[V1]] : f32
// CHECK-NEXT: }

// -----

func.func @collapse_all(%arg0: memref<1x1xf32>) -> f32 {
  %0 = memref.collapse_shape %arg0 [] : memref<1x1xf32> into memref<f32>
  %1 = memref.load %0[] : memref<f32>
  return %1 : f32
}

// CHECK-LABEL: func.func @collapse_all
// CHECK-SAME: (%[[ARG0:.+]]: memref<1x1xf32>) -> f32 {
// CHECK-NEXT: %[[C0:.+]] = arith.constant 0 : index
// CHECK-NEXT: %[[V0:.+]] = memref.load %[[ARG0]][%[[C0]], %[[C0]]] : memref<1x1xf32>
// CHECK-NEXT: return %[[V0]] : f32
// CHECK-NEXT: }

// -----

func.func @subviews(%arg0: memref<64x64xf32>, %i: index, %j: index, %n: index) -> memref<?x8xf32, strided<[64, 1], offset: ?>> {
  %0 = memref.subview %arg0[%i, 4] [32, 32] [1, 1] : memref<64x64xf32> to memref<32x32xf32, strided<[64, 1], offset: ?>>
  %1 = memref.subview %0[2, %j] [%n, 8] [1, 1] : memref<32x32xf32, strided<[64, 1], offset: ?>> to memref<?x8xf32, strided<[64, 1], offset: ?>>
  return %1 : memref<?x8xf32, strided<[64, 1], offset: ?>>
}

// CHECK: #[[$MAP0:.+]] = affine_map<()[s0] -> (s0 + 2)>
// CHECK: #[[$MAP1:.+]] = affine_map<()[s0] -> (s0 + 4)>
// CHECK-LABEL: func.func @subviews
// CHECK-SAME: (%[[ARG0:.+]]: memref<64x64xf32>, %[[ARG1:.+]]: index, %[[ARG2:.+]]: index, %[[ARG3:.+]]: index) -> memref<?x8xf32, strided<[64, 1], offset: ?>> {
// CHECK-NEXT: %[[V0:.+]] = affine.apply #[[$MAP0]]()[%[[ARG1]]]
// CHECK-NEXT: %[[V1:.+]] = affine.apply #[[$MAP1]]()[%[[ARG2]]]
// CHECK-NEXT: %[[SUBVIEW:.+]] = memref.subview %[[ARG0]][%[[V0]], %[[V1]]] [%[[ARG3]], 8] [1, 1] : memref<64x64xf32> to memref<?x8xf32, strided<[64, 1], offset: ?>>
// CHECK-NEXT: return %[[SUBVIEW]] : memref<?x8xf32, strided<[64, 1], offset: ?>>
// CHECK-NEXT: }

// -----

func.func @vectors(%arg0: memref<12x32xf32>, %i: index, %j: index, %m: vector<8xi1>, %p: vector<8xf32>) {
  %0 = memref.subview %arg0[%i, %j] [4, 16] [1, 1] : memref<12x32xf32> to memref<4x16xf32, strided<[32, 1], offset: ?>>
  %1 = vector.load %0[%i, %i] : memref<4x16xf32, strided<[32, 1], offset: ?>>, vector<8xf32>
  vector.store %1, %0[%j, %j] : memref<4x16xf32, strided<[32, 1], offset: ?>>, vector<8xf32>
  %2 = vector.maskedload %0[%i, %i], %m, %p : memref<4x16xf32, strided<[32, 1], offset: ?>>, vector<8xi1>, vector<8xf32> into vector<8xf32>
  vector.maskedstore %0[%i, %j], %m, %2 : memref<4x16xf32, strided<[32, 1], offset: ?>>, vector<8xi1>, vector<8xf32>
  return
}

// CHECK: #[[$MAP0:.+]] = affine_map<()[s0] -> (s0 * 2)>
// CHECK: #[[$MAP1:.+]] = affine_map<()[s0, s1] -> (s0 + s1)>
// CHECK-LABEL: func.func @vectors
// CHECK-SAME: (%[[ARG0:.+]]: memref<12x32xf32>, %[[ARG1:.+]]: index, %[[ARG2:.+]]: index, %[[ARG3:.+]]: vector<8xi1>, %[[ARG4:.+]]: vector<8xf32>) {
// CHECK-NEXT: %[[V0:.+]] = affine.apply #[[$MAP0]]()[%[[ARG1]]]
// CHECK-NEXT: %[[V1:.+]] = affine.apply #[[$MAP1]]()[%[[ARG2]], %[[ARG1]]]
// CHECK-NEXT: %[[V2:.+]] = vector.load %[[ARG0]][%[[V0]], %[[V1]]] : memref<12x32xf32>, vector<8xf32>
// CHECK-NEXT: %[[V3:.+]] = affine.apply #[[$MAP1]]()[%[[ARG1]], %[[ARG2]]]
// CHECK-NEXT: %[[V4:.+]] = affine.apply #[[$MAP0]]()[%[[ARG2]]]
// CHECK-NEXT: vector.store %[[V2]], %[[ARG0]][%[[V3]], %[[V4]]] : memref<12x32xf32>, vector<8xf32>
// CHECK-NEXT: %[[V5:.+]] = affine.apply #[[$MAP0]]()[%[[ARG1]]]
// CHECK-NEXT: %[[V6:.+]] = affine.apply #[[$MAP1]]()[%[[ARG2]], %[[ARG1]]]
// CHECK-NEXT: %[[V7:.+]] = vector.maskedload %[[ARG0]][%[[V5]], %[[V6]]], %[[ARG3]], %[[ARG4]] : memref<12x32xf32>, vector<8xi1>, vector<8xf32> into vector<8xf32>
// CHECK-NEXT: %[[V8:.+]] = affine.apply #[[$MAP0]]()[%[[ARG1]]]
// CHECK-NEXT: %[[V9:.+]] = affine.apply #[[$MAP0]]()[%[[ARG2]]]
// CHECK-NEXT: vector.maskedstore %[[ARG0]][%[[V8]], %[[V9]]], %[[ARG3]], %[[V7]] : memref<12x32xf32>, vector<8xi1>, vector<8xf32>
// CHECK-NEXT: return
// CHECK-NEXT: }

// -----

func.func @transfers(%arg0: memref<12x32xf32>, %i: index, %j: index) -> vector<4xf32> {
  %f0 = arith.constant 0.0 : f32
  %0 = memref.subview %arg0[%i, %j] [4, 1] [1, 1] : memref<12x32xf32> to memref<4xf32, strided<[32], offset: ?>>
  %1 = vector.transfer_read %0[%i], %f0 {in_bounds = [true]} : memref<4xf32, strided<[32], offset: ?>>, vector<4xf32>
  vector.transfer_write %1, %0[%j] {in_bounds = [true]} : vector<4xf32>, memref<4xf32, strided<[32], offset: ?>>
  return %1 : vector<4xf32>
}

// CHECK: #[[$MAP0:.+]] = affine_map<()[s0] -> (s0 * 2)>
// CHECK: #[[$MAP1:.+]] = affine_map<(d0, d1) -> (d0)>
// CHECK: #[[$MAP2:.+]] = affine_map<()[s0, s1] -> (s0 + s1)>
// CHECK-LABEL: func.func @transfers
// CHECK-SAME: (%[[ARG0:.+]]: memref<12x32xf32>, %[[ARG1:.+]]: index, %[[ARG2:.+]]: index) -> vector<4xf32> {
// CHECK-NEXT: %[[CST:.+]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: %[[V0:.+]] = affine.apply #[[$MAP0]]()[%[[ARG1]]]
// CHECK-NEXT: %[[V1:.+]] = vector.transfer_read %[[ARG0]][%[[V0]], %[[ARG2]]], %[[CST]] {in_bounds = [true], permutation_map = #[[$MAP1]]} : memref<12x32xf32>, vector<4xf32>
// CHECK-NEXT: %[[V2:.+]] = affine.apply #[[$MAP2]]()[%[[ARG1]], %[[ARG2]]]
// CHECK-NEXT: vector.transfer_write %[[V1]], %[[ARG0]][%[[V2]], %[[ARG2]]] {in_bounds = [true], permutation_map = #[[$MAP1]]} : vector<4xf32>, memref<12x32xf32>
// CHECK-NEXT: return %[[V1]] : vector<4xf32>
// CHECK-NEXT: }

// -----

// Not views: casts, strides other than 1 in subviews of subviews, transfers out of bounds.

func.func @stays(%arg0: memref<64x64xf32>, %i: index) -> (f32, memref<4x4xf32, strided<[256, 4], offset: ?>>, vector<4x4xf32>) {
  %f0 = arith.constant 0.0 : f32
  %0 = memref.cast %arg0 : memref<64x64xf32> to memref<?x?xf32>
  %1 = memref.load %0[%i, %i] : memref<?x?xf32>
  %2 = memref.subview %arg0[%i, 4] [16, 16] [2, 2] : memref<64x64xf32> to memref<16x16xf32, strided<[128, 2], offset: ?>>
  %3 = memref.subview %2[2, 4] [4, 4] [2, 2] : memref<16x16xf32, strided<[128, 2], offset: ?>> to memref<4x4xf32, strided<[256, 4], offset: ?>>
  %4 = vector.transfer_read %2[%i, %i], %f0 : memref<16x16xf32, strided<[128, 2], offset: ?>>, vector<4x4xf32>
  return %1, %3, %4 : f32, memref<4x4xf32, strided<[256, 4], offset: ?>>, vector<4x4xf32>
}

// CHECK-LABEL: func.func @stays
// CHECK-SAME: (%[[ARG0:.+]]: memref<64x64xf32>, %[[ARG1:.+]]: index) -> (f32, memref<4x4xf32, strided<[256, 4], offset: ?>>, vector<4x4xf32>) {
// CHECK-NEXT: %[[CST:.+]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: %[[V0:.+]] = memref.load %[[ARG0]][%[[ARG1]], %[[ARG1]]] : memref<64x64xf32>
// CHECK-NEXT: %[[SUBVIEW:.+]] = memref.subview %[[ARG0]][%[[ARG1]], 4] [16, 16] [2, 2] : memref<64x64xf32> to memref<16x16xf32, strided<[128, 2], offset: ?>>
// CHECK-NEXT: %[[SUBVIEW_0:.+]] = memref.subview %[[SUBVIEW]][2, 4] [4, 4] [2, 2] : memref<16x16xf32, strided<[128, 2], offset: ?>> to memref<4x4xf32, strided<[256, 4], offset: ?>>
// CHECK-NEXT: %[[V1:.+]] = vector.transfer_read %[[SUBVIEW]][%[[ARG1]], %[[ARG1]]], %[[CST]] : memref<16x16xf32, strided<[128, 2], offset: ?>>, vector<4x4xf32>
// CHECK-NEXT: return %[[V0]], %[[SUBVIEW_0]], %[[V1]] : f32, memref<4x4xf32, strided<[256, 4], offset: ?>>, vector<4x4xf32>
// CHECK-NEXT: }

// -----

// Of several dimensions of size 1 those go whose strides go.

// CHECK-LABEL: func.func @strides_tell
// CHECK-SAME: (%[[M:.*]]: memref<?x?x?x?xf32>, %[[A:.*]]: index, %[[B:.*]]: index, %[[C:.*]]: index, %[[D:.*]]: index, %[[I:.*]]: index, %[[J:.*]]: index)
// CHECK:      %[[X:.*]] = affine.apply #{{.*}}()[%[[A]], %[[I]]]
// CHECK:      %[[Y:.*]] = affine.apply #{{.*}}()[%[[C]], %[[J]]]
// CHECK:      memref.load %[[M]][%[[X]], %[[B]], %[[Y]], %[[D]]]
func.func @strides_tell(%m: memref<?x?x?x?xf32>, %a: index, %b: index, %c: index, %d: index, %i: index, %j: index) -> f32 {
  %v = memref.subview %m[%a, %b, %c, %d] [4, 1, 1, 1] [1, 1, 1, 1] : memref<?x?x?x?xf32> to memref<4x1xf32, strided<[?, ?], offset: ?>>
  %x = memref.load %v[%i, %j] : memref<4x1xf32, strided<[?, ?], offset: ?>>
  return %x : f32
}
