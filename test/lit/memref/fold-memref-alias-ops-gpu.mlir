// RUN: mlirlite-opt %s --fold-memref-alias-ops | FileCheck %s

// Matrices are loaded and stored in the buffer itself.
// CHECK: #map = affine_map<()[s0, s1] -> (s0 + s1 * 2)>
// CHECK-LABEL: func.func @matrices(
// CHECK-SAME:    %[[ARG0:.*]]: memref<128x128xf32>, %[[ARG1:.*]]: index, %[[ARG2:.*]]: index) {
// CHECK-NEXT:     %[[APPLY:.*]] = affine.apply #map()[%[[ARG1]], %[[ARG2]]]
// CHECK-NEXT:     %[[SUBGROUP_MMA_LOAD_MATRIX:.*]] = gpu.subgroup_mma_load_matrix %[[ARG0]][%[[APPLY]], %[[ARG2]]] {leadDimension = 32 : index} : memref<128x128xf32> -> !gpu.mma_matrix<16x16xf32, "COp">
// CHECK-NEXT:     %[[APPLY_1:.*]] = affine.apply #map()[%[[ARG1]], %[[ARG2]]]
// CHECK-NEXT:     gpu.subgroup_mma_store_matrix %[[SUBGROUP_MMA_LOAD_MATRIX]], %[[ARG0]][%[[APPLY_1]], %[[ARG2]]] {leadDimension = 32 : index} : !gpu.mma_matrix<16x16xf32, "COp">, memref<128x128xf32>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @matrices(%m: memref<128x128xf32>, %o: index, %i: index) {
  %0 = memref.subview %m[%o, 0] [64, 32] [2, 1] : memref<128x128xf32> to memref<64x32xf32, strided<[256, 1], offset: ?>>
  %1 = gpu.subgroup_mma_load_matrix %0[%i, %i] {leadDimension = 32 : index} : memref<64x32xf32, strided<[256, 1], offset: ?>> -> !gpu.mma_matrix<16x16xf32, "COp">
  gpu.subgroup_mma_store_matrix %1, %0[%i, %i] {leadDimension = 32 : index} : !gpu.mma_matrix<16x16xf32, "COp">, memref<64x32xf32, strided<[256, 1], offset: ?>>
  return
}

// An expanded buffer stays.
// CHECK-LABEL: func.func @expanded(
// CHECK-SAME:    %[[ARG0:.*]]: memref<4096xf32>, %[[ARG1:.*]]: index) -> !gpu.mma_matrix<16x16xf32, "COp"> {
// CHECK-NEXT:     %[[EXPAND_SHAPE:.*]] = memref.expand_shape %[[ARG0]] {{\[\[}}0, 1]] output_shape [64, 64] : memref<4096xf32> into memref<64x64xf32>
// CHECK-NEXT:     %[[SUBGROUP_MMA_LOAD_MATRIX:.*]] = gpu.subgroup_mma_load_matrix %[[EXPAND_SHAPE]][%[[ARG1]], %[[ARG1]]] {leadDimension = 64 : index} : memref<64x64xf32> -> !gpu.mma_matrix<16x16xf32, "COp">
// CHECK-NEXT:     return %[[SUBGROUP_MMA_LOAD_MATRIX]] : !gpu.mma_matrix<16x16xf32, "COp">
// CHECK-NEXT:   }
func.func @expanded(%m: memref<4096xf32>, %i: index) -> !gpu.mma_matrix<16x16xf32, "COp"> {
  %0 = memref.expand_shape %m [[0, 1]] output_shape [64, 64] : memref<4096xf32> into memref<64x64xf32>
  %1 = gpu.subgroup_mma_load_matrix %0[%i, %i] {leadDimension = 64 : index} : memref<64x64xf32> -> !gpu.mma_matrix<16x16xf32, "COp">
  return %1 : !gpu.mma_matrix<16x16xf32, "COp">
}
