// RUN: mlirlite-opt %s --canonicalize --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @undone(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<16x8x8x32xf32>, %[[ARG1:.*]]: tensor<128x256xf32>) -> (tensor<16x8x8x32xf32>, tensor<128x256xf32>) {
// CHECK-NEXT:     return %[[ARG0]], %[[ARG1]] : tensor<16x8x8x32xf32>, tensor<128x256xf32>
// CHECK-NEXT:   }
func.func @undone(%t: tensor<16x8x8x32xf32>, %u: tensor<128x256xf32>) -> (tensor<16x8x8x32xf32>, tensor<128x256xf32>) {
  %0 = tensor.empty() : tensor<128x256xf32>
  %1 = tensor.empty() : tensor<16x8x8x32xf32>
  %2 = linalg.unpack %t inner_dims_pos = [0, 1] inner_tiles = [8, 32] into %0 : tensor<16x8x8x32xf32> -> tensor<128x256xf32>
  %3 = linalg.pack %2 inner_dims_pos = [0, 1] inner_tiles = [8, 32] into %1 : tensor<128x256xf32> -> tensor<16x8x8x32xf32>
  %4 = linalg.pack %u inner_dims_pos = [0, 1] inner_tiles = [8, 32] into %1 : tensor<128x256xf32> -> tensor<16x8x8x32xf32>
  %5 = linalg.unpack %4 outer_dims_perm = [0, 1] inner_dims_pos = [0, 1] inner_tiles = [8, 32] into %0 : tensor<16x8x8x32xf32> -> tensor<128x256xf32>
  return %3, %5 : tensor<16x8x8x32xf32>, tensor<128x256xf32>
}

// -----

// CHECK-LABEL: func.func @other_layout(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<16x16x8x8xf32>, %[[ARG1:.*]]: tensor<128x128xf32>, %[[ARG2:.*]]: tensor<16x16x8x8xf32>) -> tensor<16x16x8x8xf32> {
// CHECK-NEXT:     %[[UNPACK:.*]] = linalg.unpack %[[ARG0]] inner_dims_pos = [0, 1] inner_tiles = [8, 8] into %[[ARG1]] : tensor<16x16x8x8xf32> -> tensor<128x128xf32>
// CHECK-NEXT:     %[[PACK:.*]] = linalg.pack %[[UNPACK]] inner_dims_pos = [1, 0] inner_tiles = [8, 8] into %[[ARG2]] : tensor<128x128xf32> -> tensor<16x16x8x8xf32>
// CHECK-NEXT:     return %[[PACK]] : tensor<16x16x8x8xf32>
// CHECK-NEXT:   }
func.func @other_layout(%t: tensor<16x16x8x8xf32>, %0: tensor<128x128xf32>, %1: tensor<16x16x8x8xf32>) -> tensor<16x16x8x8xf32> {
  %2 = linalg.unpack %t inner_dims_pos = [0, 1] inner_tiles = [8, 8] into %0 : tensor<16x16x8x8xf32> -> tensor<128x128xf32>
  %3 = linalg.pack %2 inner_dims_pos = [1, 0] inner_tiles = [8, 8] into %1 : tensor<128x128xf32> -> tensor<16x16x8x8xf32>
  return %3 : tensor<16x16x8x8xf32>
}

// -----

// CHECK-LABEL: func.func @needless_padding(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<32xf32>, %[[ARG1:.*]]: tensor<4x8xf32>, %[[ARG2:.*]]: f32) -> tensor<4x8xf32> {
// CHECK-NEXT:     %[[PACK:.*]] = linalg.pack %[[ARG0]] inner_dims_pos = [0] inner_tiles = [8] into %[[ARG1]] : tensor<32xf32> -> tensor<4x8xf32>
// CHECK-NEXT:     return %[[PACK]] : tensor<4x8xf32>
// CHECK-NEXT:   }
func.func @needless_padding(%t: tensor<32xf32>, %d: tensor<4x8xf32>, %x: f32) -> tensor<4x8xf32> {
  %0 = linalg.pack %t padding_value(%x : f32) inner_dims_pos = [0] inner_tiles = [8] into %d : tensor<32xf32> -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

// CHECK-LABEL: func.func @needed_padding(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<31xf32>, %[[ARG1:.*]]: tensor<4x8xf32>, %[[ARG2:.*]]: f32) -> tensor<4x8xf32> {
// CHECK-NEXT:     %[[PACK:.*]] = linalg.pack %[[ARG0]] padding_value(%[[ARG2]] : f32) inner_dims_pos = [0] inner_tiles = [8] into %[[ARG1]] : tensor<31xf32> -> tensor<4x8xf32>
// CHECK-NEXT:     return %[[PACK]] : tensor<4x8xf32>
// CHECK-NEXT:   }
func.func @needed_padding(%t: tensor<31xf32>, %d: tensor<4x8xf32>, %x: f32) -> tensor<4x8xf32> {
  %0 = linalg.pack %t padding_value(%x : f32) inner_dims_pos = [0] inner_tiles = [8] into %d : tensor<31xf32> -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

// CHECK-LABEL: func.func @splats(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<4x8xf32>, %[[ARG1:.*]]: tensor<32xf32>) -> (tensor<4x8xf32>, tensor<32xf32>) {
// CHECK-NEXT:     %[[CST:.*]] = arith.constant dense<2.000000e+00> : tensor<4x8xf32>
// CHECK-NEXT:     %[[CST_0:.*]] = arith.constant dense<3.000000e+00> : tensor<32xf32>
// CHECK-NEXT:     return %[[CST]], %[[CST_0]] : tensor<4x8xf32>, tensor<32xf32>
// CHECK-NEXT:   }
func.func @splats(%d: tensor<4x8xf32>, %e: tensor<32xf32>) -> (tensor<4x8xf32>, tensor<32xf32>) {
  %0 = arith.constant dense<2.0> : tensor<32xf32>
  %1 = arith.constant dense<3.0> : tensor<4x8xf32>
  %2 = linalg.pack %0 inner_dims_pos = [0] inner_tiles = [8] into %d : tensor<32xf32> -> tensor<4x8xf32>
  %3 = linalg.unpack %1 inner_dims_pos = [0] inner_tiles = [8] into %e : tensor<4x8xf32> -> tensor<32xf32>
  return %2, %3 : tensor<4x8xf32>, tensor<32xf32>
}

// -----

// CHECK-LABEL: func.func @sizes(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<30x20x?x10xf32>, %[[ARG1:.*]]: tensor<?x?x?x?x16xf32>, %[[ARG2:.*]]: f32) -> tensor<?x?x?x?x16xf32> {
// CHECK-NEXT:     %[[CAST:.*]] = tensor.cast %[[ARG1]] : tensor<?x?x?x?x16xf32> to tensor<?x20x10x30x16xf32>
// CHECK-NEXT:     %[[PACK:.*]] = linalg.pack %[[ARG0]] padding_value(%[[ARG2]] : f32) outer_dims_perm = [2, 1, 3, 0] inner_dims_pos = [2] inner_tiles = [16] into %[[CAST]] : tensor<30x20x?x10xf32> -> tensor<?x20x10x30x16xf32>
// CHECK-NEXT:     %[[CAST_0:.*]] = tensor.cast %[[PACK]] : tensor<?x20x10x30x16xf32> to tensor<?x?x?x?x16xf32>
// CHECK-NEXT:     return %[[CAST_0]] : tensor<?x?x?x?x16xf32>
// CHECK-NEXT:   }
func.func @sizes(%t: tensor<30x20x?x10xf32>, %d: tensor<?x?x?x?x16xf32>, %x: f32) -> tensor<?x?x?x?x16xf32> {
  %0 = linalg.pack %t padding_value(%x : f32) outer_dims_perm = [2, 1, 3, 0] inner_dims_pos = [2] inner_tiles = [16] into %d : tensor<30x20x?x10xf32> -> tensor<?x?x?x?x16xf32>
  return %0 : tensor<?x?x?x?x16xf32>
}

// -----

// CHECK-LABEL: func.func @cast_with_tile(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<1x1x8x1xi32>, %[[ARG1:.*]]: tensor<7x?xi32>) -> tensor<7x?xi32> {
// CHECK-NEXT:     %[[UNPACK:.*]] = linalg.unpack %[[ARG0]] inner_dims_pos = [0, 1] inner_tiles = [8, 1] into %[[ARG1]] : tensor<1x1x8x1xi32> -> tensor<7x?xi32>
// CHECK-NEXT:     return %[[UNPACK]] : tensor<7x?xi32>
// CHECK-NEXT:   }
func.func @cast_with_tile(%t: tensor<1x1x8x1xi32>, %d: tensor<7x?xi32>) -> tensor<7x?xi32> {
  %c8 = arith.constant 8 : index
  %0 = tensor.cast %t : tensor<1x1x8x1xi32> to tensor<1x1x?x1xi32>
  %1 = linalg.unpack %0 inner_dims_pos = [0, 1] inner_tiles = [%c8, 1] into %d : tensor<1x1x?x1xi32> -> tensor<7x?xi32>
  return %1 : tensor<7x?xi32>
}

// -----

// CHECK-LABEL: func.func @slice(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<28x2x16xf32>, %[[ARG1:.*]]: tensor<28x28xf32>) -> tensor<28x17xf32> {
// CHECK-NEXT:     %[[EXTRACTED_SLICE:.*]] = tensor.extract_slice %[[ARG1]][0, 0] [28, 17] [1, 1] : tensor<28x28xf32> to tensor<28x17xf32>
// CHECK-NEXT:     %[[UNPACK:.*]] = linalg.unpack %[[ARG0]] inner_dims_pos = [1] inner_tiles = [16] into %[[EXTRACTED_SLICE]] : tensor<28x2x16xf32> -> tensor<28x17xf32>
// CHECK-NEXT:     return %[[UNPACK]] : tensor<28x17xf32>
// CHECK-NEXT:   }
func.func @slice(%t: tensor<28x2x16xf32>, %d: tensor<28x28xf32>) -> (tensor<28x17xf32>) {
  %0 = linalg.unpack %t inner_dims_pos = [1] inner_tiles = [16] into %d : tensor<28x2x16xf32> -> tensor<28x28xf32>
  %1 = tensor.extract_slice %0[0, 0] [28, 17] [1, 1] : tensor<28x28xf32> to tensor<28x17xf32>
  return %1 : tensor<28x17xf32>
}

// -----

// The slice leaves a tile out.
// CHECK-LABEL: func.func @smaller_slice(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<28x2x16xf32>, %[[ARG1:.*]]: tensor<28x28xf32>) -> tensor<28x16xf32> {
// CHECK-NEXT:     %[[UNPACK:.*]] = linalg.unpack %[[ARG0]] inner_dims_pos = [1] inner_tiles = [16] into %[[ARG1]] : tensor<28x2x16xf32> -> tensor<28x28xf32>
// CHECK-NEXT:     %[[EXTRACTED_SLICE:.*]] = tensor.extract_slice %[[UNPACK]][0, 0] [28, 16] [1, 1] : tensor<28x28xf32> to tensor<28x16xf32>
// CHECK-NEXT:     return %[[EXTRACTED_SLICE]] : tensor<28x16xf32>
// CHECK-NEXT:   }
func.func @smaller_slice(%t: tensor<28x2x16xf32>, %d: tensor<28x28xf32>) -> (tensor<28x16xf32>) {
  %0 = linalg.unpack %t inner_dims_pos = [1] inner_tiles = [16] into %d : tensor<28x2x16xf32> -> tensor<28x28xf32>
  %1 = tensor.extract_slice %0[0, 0] [28, 16] [1, 1] : tensor<28x28xf32> to tensor<28x16xf32>
  return %1 : tensor<28x16xf32>
}
