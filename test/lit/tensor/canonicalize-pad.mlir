// RUN: mlirlite-opt %s --canonicalize --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @by_constants(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<?x8xf32>, %[[ARG1:.*]]: f32) -> tensor<?x?xf32> {
// CHECK-NEXT:     %[[PADDED:.*]] = tensor.pad %[[ARG0]] low[0, 1] high[1, 2] {
// CHECK-NEXT:     ^bb0(%[[ARG2:.*]]: index, %[[ARG3:.*]]: index):
// CHECK-NEXT:       tensor.yield %[[ARG1]] : f32
// CHECK-NEXT:     } : tensor<?x8xf32> to tensor<?x11xf32>
// CHECK-NEXT:     %[[CAST:.*]] = tensor.cast %[[PADDED]] : tensor<?x11xf32> to tensor<?x?xf32>
// CHECK-NEXT:     return %[[CAST]] : tensor<?x?xf32>
// CHECK-NEXT:   }
func.func @by_constants(%t: tensor<?x8xf32>, %x: f32) -> tensor<?x?xf32> {
  %c1 = arith.constant 1 : index
  %0 = tensor.pad %t low[0, %c1] high[%c1, 2] {
  ^bb0(%i: index, %j: index):
    tensor.yield %x : f32
  } : tensor<?x8xf32> to tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// -----

// CHECK-LABEL: func.func @of_a_cast(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<4x8xf32>, %[[ARG1:.*]]: f32, %[[ARG2:.*]]: index) -> tensor<?x?xf32> {
// CHECK-NEXT:     %[[PADDED:.*]] = tensor.pad %[[ARG0]] low[1, 0] high[1, %[[ARG2]]] {
// CHECK-NEXT:     ^bb0(%[[ARG3:.*]]: index, %[[ARG4:.*]]: index):
// CHECK-NEXT:       tensor.yield %[[ARG1]] : f32
// CHECK-NEXT:     } : tensor<4x8xf32> to tensor<6x?xf32>
// CHECK-NEXT:     %[[CAST:.*]] = tensor.cast %[[PADDED]] : tensor<6x?xf32> to tensor<?x?xf32>
// CHECK-NEXT:     return %[[CAST]] : tensor<?x?xf32>
// CHECK-NEXT:   }
func.func @of_a_cast(%t: tensor<4x8xf32>, %x: f32, %n: index) -> tensor<?x?xf32> {
  %0 = tensor.cast %t : tensor<4x8xf32> to tensor<?x?xf32>
  %1 = tensor.pad %0 low[1, 0] high[1, %n] {
  ^bb0(%i: index, %j: index):
    tensor.yield %x : f32
  } : tensor<?x?xf32> to tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}

// -----

// CHECK-LABEL: func.func @cast_afterwards(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<?xf32>, %[[ARG1:.*]]: f32, %[[ARG2:.*]]: index) -> tensor<32xf32> {
// CHECK-NEXT:     %[[PADDED:.*]] = tensor.pad %[[ARG0]] low[0] high[%[[ARG2]]] {
// CHECK-NEXT:     ^bb0(%[[ARG3:.*]]: index):
// CHECK-NEXT:       tensor.yield %[[ARG1]] : f32
// CHECK-NEXT:     } : tensor<?xf32> to tensor<32xf32>
// CHECK-NEXT:     return %[[PADDED]] : tensor<32xf32>
// CHECK-NEXT:   }
func.func @cast_afterwards(%t: tensor<?xf32>, %x: f32, %n: index) -> tensor<32xf32> {
  %0 = tensor.pad %t low[0] high[%n] {
  ^bb0(%i: index):
    tensor.yield %x : f32
  } : tensor<?xf32> to tensor<?xf32>
  %1 = tensor.cast %0 : tensor<?xf32> to tensor<32xf32>
  return %1 : tensor<32xf32>
}

// -----

// CHECK-LABEL: func.func @with_other_values(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<3xf32>, %[[ARG1:.*]]: f32, %[[ARG2:.*]]: f32) -> tensor<7xf32> {
// CHECK-NEXT:     %[[PADDED:.*]] = tensor.pad %[[ARG0]] low[1] high[1] {
// CHECK-NEXT:     ^bb0(%[[ARG3:.*]]: index):
// CHECK-NEXT:       tensor.yield %[[ARG1]] : f32
// CHECK-NEXT:     } : tensor<3xf32> to tensor<5xf32>
// CHECK-NEXT:     %[[PADDED_0:.*]] = tensor.pad %[[PADDED]] low[1] high[1] {
// CHECK-NEXT:     ^bb0(%[[ARG3]]: index):
// CHECK-NEXT:       tensor.yield %[[ARG2]] : f32
// CHECK-NEXT:     } : tensor<5xf32> to tensor<7xf32>
// CHECK-NEXT:     return %[[PADDED_0]] : tensor<7xf32>
// CHECK-NEXT:   }
func.func @with_other_values(%t: tensor<3xf32>, %x: f32, %y: f32) -> tensor<7xf32> {
  %0 = tensor.pad %t low[1] high[1] {
  ^bb0(%i: index):
    tensor.yield %x : f32
  } : tensor<3xf32> to tensor<5xf32>
  %1 = tensor.pad %0 low[1] high[1] {
  ^bb0(%i: index):
    tensor.yield %y : f32
  } : tensor<5xf32> to tensor<7xf32>
  return %1 : tensor<7xf32>
}

// -----

// CHECK-LABEL: func.func @of_other_dimensions(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<64x64xf32>, %[[ARG1:.*]]: index, %[[ARG2:.*]]: index, %[[ARG3:.*]]: index, %[[ARG4:.*]]: index) -> tensor<8x4xf32> {
// CHECK-NEXT:     %[[CST:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:     %[[EXTRACTED_SLICE:.*]] = tensor.extract_slice %[[ARG0]][16, 4] [%[[ARG1]], %[[ARG2]]] [1, 1] : tensor<64x64xf32> to tensor<?x?xf32>
// CHECK-NEXT:     %[[PADDED:.*]] = tensor.pad %[[EXTRACTED_SLICE]] low[0, 0] high[%[[ARG3]], %[[ARG4]]] {
// CHECK-NEXT:     ^bb0(%[[ARG5:.*]]: index, %[[ARG6:.*]]: index):
// CHECK-NEXT:       tensor.yield %[[CST]] : f32
// CHECK-NEXT:     } : tensor<?x?xf32> to tensor<8x4xf32>
// CHECK-NEXT:     return %[[PADDED]] : tensor<8x4xf32>
// CHECK-NEXT:   }
func.func @of_other_dimensions(%t: tensor<64x64xf32>, %n: index, %m: index, %p: index, %q: index) -> tensor<8x4xf32> {
  %x = arith.constant 0.0 : f32
  %0 = tensor.extract_slice %t[16, 0] [%n, 64] [1, 1] : tensor<64x64xf32> to tensor<?x64xf32>
  %1 = tensor.pad %0 low[0, 0] high[%p, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %x : f32
  } : tensor<?x64xf32> to tensor<8x64xf32>
  %2 = tensor.extract_slice %1[0, 4] [8, %m] [1, 1] : tensor<8x64xf32> to tensor<8x?xf32>
  %3 = tensor.pad %2 low[0, 0] high[0, %q] {
  ^bb0(%i: index, %j: index):
    tensor.yield %x : f32
  } : tensor<8x?xf32> to tensor<8x4xf32>
  return %3 : tensor<8x4xf32>
}
