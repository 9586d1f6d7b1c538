// RUN: mlirlite-opt %s --canonicalize --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @reshaped(
// CHECK-SAME:    %[[ARG0:.*]]: f32, %[[ARG1:.*]]: tensor<2x3xf32>) -> (tensor<6xf32>, f32) {
// CHECK-NEXT:     %[[COLLAPSED:.*]] = tensor.collapse_shape %[[ARG1]] {{\[\[}}0, 1]] : tensor<2x3xf32> into tensor<6xf32>
// CHECK-NEXT:     %[[FILL:.*]] = linalg.fill ins(%[[ARG0]] : f32) outs(%[[COLLAPSED]] : tensor<6xf32>) -> tensor<6xf32>
// CHECK-NEXT:     return %[[FILL]], %[[ARG0]] : tensor<6xf32>, f32
// CHECK-NEXT:   }
func.func @reshaped(%x: f32, %t: tensor<2x3xf32>) -> (tensor<6xf32>, f32) {
  %c0 = arith.constant 0 : index
  %0 = linalg.fill ins(%x : f32) outs(%t : tensor<2x3xf32>) -> tensor<2x3xf32>
  %1 = tensor.collapse_shape %0 [[0, 1]] : tensor<2x3xf32> into tensor<6xf32>
  %2 = tensor.extract %0[%c0, %c0] : tensor<2x3xf32>
  return %1, %2 : tensor<6xf32>, f32
}

// -----

// CHECK-LABEL: func.func @copied_and_transposed(
// CHECK-SAME:    %[[ARG0:.*]]: f32, %[[ARG1:.*]]: tensor<2x3xf32>, %[[ARG2:.*]]: tensor<2x3xf32>, %[[ARG3:.*]]: tensor<3x2xf32>) -> (tensor<2x3xf32>, tensor<3x2xf32>, tensor<2x3xf32>) {
// CHECK-NEXT:     %[[FILL:.*]] = linalg.fill ins(%[[ARG0]] : f32) outs(%[[ARG2]] : tensor<2x3xf32>) -> tensor<2x3xf32>
// CHECK-NEXT:     %[[FILL_1:.*]] = linalg.fill ins(%[[ARG0]] : f32) outs(%[[ARG3]] : tensor<3x2xf32>) -> tensor<3x2xf32>
// CHECK-NEXT:     %[[COPY:.*]] = linalg.copy ins(%[[ARG2]] : tensor<2x3xf32>) outs(%[[ARG1]] : tensor<2x3xf32>) -> tensor<2x3xf32>
// CHECK-NEXT:     return %[[FILL]], %[[FILL_1]], %[[COPY]] : tensor<2x3xf32>, tensor<3x2xf32>, tensor<2x3xf32>
// CHECK-NEXT:   }
func.func @copied_and_transposed(%x: f32, %a: tensor<2x3xf32>, %b: tensor<2x3xf32>, %c: tensor<3x2xf32>) -> (tensor<2x3xf32>, tensor<3x2xf32>, tensor<2x3xf32>) {
  %0 = linalg.fill ins(%x : f32) outs(%a : tensor<2x3xf32>) -> tensor<2x3xf32>
  %1 = linalg.copy ins(%0 : tensor<2x3xf32>) outs(%b : tensor<2x3xf32>) -> tensor<2x3xf32>
  %2 = linalg.transpose ins(%0 : tensor<2x3xf32>) outs(%c : tensor<3x2xf32>) permutation = [1, 0]
  %3 = linalg.copy ins(%b : tensor<2x3xf32>) outs(%0 : tensor<2x3xf32>) -> tensor<2x3xf32>
  return %1, %2, %3 : tensor<2x3xf32>, tensor<3x2xf32>, tensor<2x3xf32>
}

// -----

// CHECK-LABEL: func.func @packed(
// CHECK-SAME:    %[[ARG0:.*]]: f32, %[[ARG1:.*]]: tensor<64x64xf32>, %[[ARG2:.*]]: tensor<4x4x16x16xf32>) -> tensor<4x4x16x16xf32> {
// CHECK-NEXT:     %[[FILL:.*]] = linalg.fill ins(%[[ARG0]] : f32) outs(%[[ARG2]] : tensor<4x4x16x16xf32>) -> tensor<4x4x16x16xf32>
// CHECK-NEXT:     return %[[FILL]] : tensor<4x4x16x16xf32>
// CHECK-NEXT:   }
func.func @packed(%x: f32, %a: tensor<64x64xf32>, %b: tensor<4x4x16x16xf32>) -> tensor<4x4x16x16xf32> {
  %0 = linalg.fill ins(%x : f32) outs(%a : tensor<64x64xf32>) -> tensor<64x64xf32>
  %1 = linalg.pack %0 inner_dims_pos = [0, 1] inner_tiles = [16, 16] into %b : tensor<64x64xf32> -> tensor<4x4x16x16xf32>
  return %1 : tensor<4x4x16x16xf32>
}

// -----

// CHECK-LABEL: func.func @packed_with_another_value(
// CHECK-SAME:    %[[ARG0:.*]]: f32, %[[ARG1:.*]]: f32, %[[ARG2:.*]]: tensor<63xf32>, %[[ARG3:.*]]: tensor<4x16xf32>) -> tensor<4x16xf32> {
// CHECK-NEXT:     %[[FILL:.*]] = linalg.fill ins(%[[ARG0]] : f32) outs(%[[ARG2]] : tensor<63xf32>) -> tensor<63xf32>
// CHECK-NEXT:     %[[PACK:.*]] = linalg.pack %[[FILL]] padding_value(%[[ARG1]] : f32) inner_dims_pos = [0] inner_tiles = [16] into %[[ARG3]] : tensor<63xf32> -> tensor<4x16xf32>
// CHECK-NEXT:     return %[[PACK]] : tensor<4x16xf32>
// CHECK-NEXT:   }
func.func @packed_with_another_value(%x: f32, %y: f32, %a: tensor<63xf32>, %b: tensor<4x16xf32>) -> tensor<4x16xf32> {
  %0 = linalg.fill ins(%x : f32) outs(%a : tensor<63xf32>) -> tensor<63xf32>
  %1 = linalg.pack %0 padding_value(%y : f32) inner_dims_pos = [0] inner_tiles = [16] into %b : tensor<63xf32> -> tensor<4x16xf32>
  return %1 : tensor<4x16xf32>
}

// -----

// CHECK-LABEL: func.func @concatenated(
// CHECK-SAME:    %[[ARG0:.*]]: f32, %[[ARG1:.*]]: tensor<2x?xf32>, %[[ARG2:.*]]: tensor<2x?xf32>) -> tensor<2x?xf32> {
// CHECK-NEXT:     %[[CONCAT:.*]] = tensor.concat dim(1) %[[ARG1]], %[[ARG2]] : (tensor<2x?xf32>, tensor<2x?xf32>) -> tensor<2x?xf32>
// CHECK-NEXT:     %[[FILL:.*]] = linalg.fill ins(%[[ARG0]] : f32) outs(%[[CONCAT]] : tensor<2x?xf32>) -> tensor<2x?xf32>
// CHECK-NEXT:     return %[[FILL]] : tensor<2x?xf32>
// CHECK-NEXT:   }
func.func @concatenated(%x: f32, %a: tensor<2x?xf32>, %b: tensor<2x?xf32>) -> tensor<2x?xf32> {
  %0 = linalg.fill ins(%x : f32) outs(%a : tensor<2x?xf32>) -> tensor<2x?xf32>
  %1 = linalg.fill ins(%x : f32) outs(%b : tensor<2x?xf32>) -> tensor<2x?xf32>
  %2 = tensor.concat dim(1) %0, %1 : (tensor<2x?xf32>, tensor<2x?xf32>) -> tensor<2x?xf32>
  return %2 : tensor<2x?xf32>
}

// -----

// CHECK-LABEL: func.func @padded(
// CHECK-SAME:    %[[ARG0:.*]]: f32, %[[ARG1:.*]]: tensor<4x6xf32>) -> tensor<6x9xf32> {
// CHECK-NEXT:     %[[EMPTY:.*]] = tensor.empty() : tensor<6x9xf32>
// CHECK-NEXT:     %[[FILL:.*]] = linalg.fill ins(%[[ARG0]] : f32) outs(%[[EMPTY]] : tensor<6x9xf32>) -> tensor<6x9xf32>
// CHECK-NEXT:     return %[[FILL]] : tensor<6x9xf32>
// CHECK-NEXT:   }
func.func @padded(%x: f32, %a: tensor<4x6xf32>) -> tensor<6x9xf32> {
  %0 = linalg.fill ins(%x : f32) outs(%a : tensor<4x6xf32>) -> tensor<4x6xf32>
  %1 = tensor.pad %0 low[1, 1] high[1, 2] {
  ^bb0(%i: index, %j: index):
    tensor.yield %x : f32
  } : tensor<4x6xf32> to tensor<6x9xf32>
  return %1 : tensor<6x9xf32>
}

// -----

// CHECK-LABEL: func.func @padded_into(
// CHECK-SAME:    %[[ARG0:.*]]: f32, %[[ARG1:.*]]: tensor<4x6xf32>, %[[ARG2:.*]]: tensor<6x9xf32>) -> tensor<12x18xf32> {
// CHECK-NEXT:     %[[EMPTY:.*]] = tensor.empty() : tensor<12x18xf32>
// CHECK-NEXT:     %[[FILL:.*]] = linalg.fill ins(%[[ARG0]] : f32) outs(%[[EMPTY]] : tensor<12x18xf32>) -> tensor<12x18xf32>
// CHECK-NEXT:     %[[INSERTED_SLICE:.*]] = tensor.insert_slice %[[ARG2]] into %[[FILL]][0, 0] [6, 9] [1, 1] : tensor<6x9xf32> into tensor<12x18xf32>
// CHECK-NEXT:     %[[INSERTED_SLICE_0:.*]] = tensor.insert_slice %[[ARG1]] into %[[INSERTED_SLICE]][7, 10] [4, 6] [1, 1] : tensor<4x6xf32> into tensor<12x18xf32>
// CHECK-NEXT:     return %[[INSERTED_SLICE_0]] : tensor<12x18xf32>
// CHECK-NEXT:   }
func.func @padded_into(%x: f32, %a: tensor<4x6xf32>, %s: tensor<6x9xf32>) -> tensor<12x18xf32> {
  %0 = tensor.pad %a low[1, 1] high[1, 2] {
  ^bb0(%i: index, %j: index):
    tensor.yield %x : f32
  } : tensor<4x6xf32> to tensor<6x9xf32>
  %1 = tensor.empty() : tensor<12x18xf32>
  %2 = linalg.fill ins(%x : f32) outs(%1 : tensor<12x18xf32>) -> tensor<12x18xf32>
  %3 = tensor.insert_slice %s into %2[0, 0] [6, 9] [1, 1] : tensor<6x9xf32> into tensor<12x18xf32>
  %4 = tensor.insert_slice %0 into %3[6, 9] [6, 9] [1, 1] : tensor<6x9xf32> into tensor<12x18xf32>
  return %4 : tensor<12x18xf32>
}

// -----

// The first slice may be written over by padding: both stay.
// CHECK-LABEL: func.func @padded_over(
// CHECK-SAME:    %[[ARG0:.*]]: f32, %[[ARG1:.*]]: tensor<4x6xf32>, %[[ARG2:.*]]: tensor<6x9xf32>) -> tensor<12x18xf32> {
// CHECK-NEXT:     %[[PADDED:.*]] = tensor.pad %[[ARG1]] low[1, 1] high[1, 2] {
// CHECK-NEXT:     ^bb0(%[[ARG3:.*]]: index, %[[ARG4:.*]]: index):
// CHECK-NEXT:       tensor.yield %[[ARG0]] : f32
// CHECK-NEXT:     } : tensor<4x6xf32> to tensor<6x9xf32>
// CHECK-NEXT:     %[[EMPTY:.*]] = tensor.empty() : tensor<12x18xf32>
// CHECK-NEXT:     %[[FILL:.*]] = linalg.fill ins(%[[ARG0]] : f32) outs(%[[EMPTY]] : tensor<12x18xf32>) -> tensor<12x18xf32>
// CHECK-NEXT:     %[[INSERTED_SLICE:.*]] = tensor.insert_slice %[[ARG2]] into %[[FILL]][3, 3] [6, 9] [1, 1] : tensor<6x9xf32> into tensor<12x18xf32>
// CHECK-NEXT:     %[[INSERTED_SLICE_0:.*]] = tensor.insert_slice %[[PADDED]] into %[[INSERTED_SLICE]][6, 9] [6, 9] [1, 1] : tensor<6x9xf32> into tensor<12x18xf32>
// CHECK-NEXT:     return %[[INSERTED_SLICE_0]] : tensor<12x18xf32>
// CHECK-NEXT:   }
func.func @padded_over(%x: f32, %a: tensor<4x6xf32>, %s: tensor<6x9xf32>) -> tensor<12x18xf32> {
  %0 = tensor.pad %a low[1, 1] high[1, 2] {
  ^bb0(%i: index, %j: index):
    tensor.yield %x : f32
  } : tensor<4x6xf32> to tensor<6x9xf32>
  %1 = tensor.empty() : tensor<12x18xf32>
  %2 = linalg.fill ins(%x : f32) outs(%1 : tensor<12x18xf32>) -> tensor<12x18xf32>
  %3 = tensor.insert_slice %s into %2[3, 3] [6, 9] [1, 1] : tensor<6x9xf32> into tensor<12x18xf32>
  %4 = tensor.insert_slice %0 into %3[6, 9] [6, 9] [1, 1] : tensor<6x9xf32> into tensor<12x18xf32>
  return %4 : tensor<12x18xf32>
}
