// RUN: mlirlite-opt %s --canonicalize --split-input-file | FileCheck %s

#id = affine_map<(d0, d1) -> (d0, d1)>
// CHECK-LABEL: func.func @copies_only(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<?x?xf32>, %[[ARG1:.*]]: tensor<?x?xf32>, %[[ARG2:.*]]: memref<4x4xf32>) -> (tensor<?x?xf32>, tensor<?x?xf32>) {
// CHECK-NEXT:     return %[[ARG1]], %[[ARG0]] : tensor<?x?xf32>, tensor<?x?xf32>
// CHECK-NEXT:   }
func.func @copies_only(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>, %m: memref<4x4xf32>) -> (tensor<?x?xf32>, tensor<?x?xf32>) {
  %0:2 = linalg.generic {indexing_maps = [#id, #id, #id, #id], iterator_types = ["parallel", "parallel"]}
    ins(%a, %b : tensor<?x?xf32>, tensor<?x?xf32>) outs(%a, %b : tensor<?x?xf32>, tensor<?x?xf32>) {
  ^bb0(%x: f32, %y: f32, %p: f32, %q: f32):
    linalg.yield %y, %x : f32, f32
  } -> (tensor<?x?xf32>, tensor<?x?xf32>)
  linalg.copy ins(%m : memref<4x4xf32>) outs(%m : memref<4x4xf32>)
  return %0#0, %0#1 : tensor<?x?xf32>, tensor<?x?xf32>
}

// -----

// CHECK-LABEL: func.func @copy_to_another(
// CHECK-SAME:    %[[ARG0:.*]]: memref<4xf32>, %[[ARG1:.*]]: memref<4xf32>) {
// CHECK-NEXT:     linalg.copy ins(%[[ARG0]] : memref<4xf32>) outs(%[[ARG1]] : memref<4xf32>)
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @copy_to_another(%m: memref<4xf32>, %n: memref<4xf32>) {
  linalg.copy ins(%m : memref<4xf32>) outs(%n : memref<4xf32>)
  return
}

// -----

// CHECK-LABEL: func.func @no_elements(
// CHECK-SAME:    %[[ARG0:.*]]: memref<0xf32>, %[[ARG1:.*]]: memref<0xf32>) {
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @no_elements(%m: memref<0xf32>, %n: memref<0xf32>) {
  linalg.exp ins(%m : memref<0xf32>) outs(%n : memref<0xf32>)
  return
}

// -----

// CHECK-LABEL: func.func @casts_of_buffers(
// CHECK-SAME:    %[[ARG0:.*]]: memref<4x4xf32>) {
// CHECK-NEXT:     linalg.matmul ins(%[[ARG0]], %[[ARG0]] : memref<4x4xf32>, memref<4x4xf32>) outs(%[[ARG0]] : memref<4x4xf32>)
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @casts_of_buffers(%m: memref<4x4xf32>) {
  %0 = memref.cast %m : memref<4x4xf32> to memref<?x?xf32>
  linalg.matmul ins(%0, %0 : memref<?x?xf32>, memref<?x?xf32>) outs(%0 : memref<?x?xf32>)
  return
}

// -----

// CHECK-LABEL: func.func @cast_of_a_result(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<?x?xf32>, %[[ARG1:.*]]: tensor<?x?xf32>, %[[ARG2:.*]]: tensor<?x?xf32>) -> (tensor<4x8xf32>, tensor<?x?xf32>) {
// CHECK-NEXT:     %[[CAST:.*]] = tensor.cast %[[ARG2]] : tensor<?x?xf32> to tensor<4x8xf32>
// CHECK-NEXT:     %[[CAST_0:.*]] = tensor.cast %[[ARG0]] : tensor<?x?xf32> to tensor<4x?xf32>
// CHECK-NEXT:     %[[CAST_1:.*]] = tensor.cast %[[ARG1]] : tensor<?x?xf32> to tensor<?x8xf32>
// CHECK-NEXT:     %[[MATMUL:.*]] = linalg.matmul ins(%[[CAST_0]], %[[CAST_1]] : tensor<4x?xf32>, tensor<?x8xf32>) outs(%[[CAST]] : tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK-NEXT:     %[[CAST_2:.*]] = tensor.cast %[[MATMUL]] : tensor<4x8xf32> to tensor<?x?xf32>
// CHECK-NEXT:     return %[[MATMUL]], %[[CAST_2]] : tensor<4x8xf32>, tensor<?x?xf32>
// CHECK-NEXT:   }
func.func @cast_of_a_result(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>, %c: tensor<?x?xf32>) -> (tensor<4x8xf32>, tensor<?x?xf32>) {
  %0 = linalg.matmul ins(%a, %b : tensor<?x?xf32>, tensor<?x?xf32>) outs(%c : tensor<?x?xf32>) -> tensor<?x?xf32>
  %1 = tensor.cast %0 : tensor<?x?xf32> to tensor<4x8xf32>
  return %1, %0 : tensor<4x8xf32>, tensor<?x?xf32>
}

// -----

// CHECK-LABEL: func.func @sizes_of_each_other(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<4x?xf32>, %[[ARG1:.*]]: tensor<?x?xf32>, %[[ARG2:.*]]: tensor<?x8xf32>) -> tensor<?x8xf32> {
// CHECK-NEXT:     %[[CAST:.*]] = tensor.cast %[[ARG1]] : tensor<?x?xf32> to tensor<?x8xf32>
// CHECK-NEXT:     %[[CAST_0:.*]] = tensor.cast %[[ARG2]] : tensor<?x8xf32> to tensor<4x8xf32>
// CHECK-NEXT:     %[[MATMUL:.*]] = linalg.matmul ins(%[[ARG0]], %[[CAST]] : tensor<4x?xf32>, tensor<?x8xf32>) outs(%[[CAST_0]] : tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK-NEXT:     %[[CAST_1:.*]] = tensor.cast %[[MATMUL]] : tensor<4x8xf32> to tensor<?x8xf32>
// CHECK-NEXT:     return %[[CAST_1]] : tensor<?x8xf32>
// CHECK-NEXT:   }
func.func @sizes_of_each_other(%a: tensor<4x?xf32>, %b: tensor<?x?xf32>, %c: tensor<?x8xf32>) -> tensor<?x8xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<4x?xf32>, tensor<?x?xf32>) outs(%c : tensor<?x8xf32>) -> tensor<?x8xf32>
  return %0 : tensor<?x8xf32>
}

// -----

// CHECK-LABEL: func.func @transposes(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<5x4x3xf32>, %[[ARG1:.*]]: tensor<4x3x5xf32>, %[[ARG2:.*]]: tensor<3x4x5xf32>, %[[ARG3:.*]]: tensor<5x4x3xf32>) -> (tensor<3x4x5xf32>, tensor<5x4x3xf32>) {
// CHECK-NEXT:     %[[TRANSPOSED:.*]] = linalg.transpose ins(%[[ARG0]] : tensor<5x4x3xf32>) outs(%[[ARG2]] : tensor<3x4x5xf32>) permutation = [2, 1, 0]
// CHECK-NEXT:     return %[[TRANSPOSED]], %[[ARG0]] : tensor<3x4x5xf32>, tensor<5x4x3xf32>
// CHECK-NEXT:   }
func.func @transposes(%a: tensor<5x4x3xf32>, %b: tensor<4x3x5xf32>, %c: tensor<3x4x5xf32>, %d: tensor<5x4x3xf32>) -> (tensor<3x4x5xf32>, tensor<5x4x3xf32>) {
  %0 = linalg.transpose ins(%a : tensor<5x4x3xf32>) outs(%b : tensor<4x3x5xf32>) permutation = [1, 2, 0]
  %1 = linalg.transpose ins(%0 : tensor<4x3x5xf32>) outs(%c : tensor<3x4x5xf32>) permutation = [1, 0, 2]
  %2 = linalg.transpose ins(%0 : tensor<4x3x5xf32>) outs(%d : tensor<5x4x3xf32>) permutation = [2, 0, 1]
  return %1, %2 : tensor<3x4x5xf32>, tensor<5x4x3xf32>
}

// -----

// CHECK-LABEL: func.func @broadcasts(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<2xf32>, %[[ARG1:.*]]: tensor<2x4xf32>, %[[ARG2:.*]]: tensor<2x3x4xf32>, %[[ARG3:.*]]: tensor<2xf32>) -> (tensor<2x3x4xf32>, tensor<2xf32>) {
// CHECK-NEXT:     %[[BROADCASTED:.*]] = linalg.broadcast ins(%[[ARG0]] : tensor<2xf32>) outs(%[[ARG2]] : tensor<2x3x4xf32>) dimensions = [1, 2]
// CHECK-NEXT:     return %[[BROADCASTED]], %[[ARG0]] : tensor<2x3x4xf32>, tensor<2xf32>
// CHECK-NEXT:   }
func.func @broadcasts(%a: tensor<2xf32>, %b: tensor<2x4xf32>, %c: tensor<2x3x4xf32>, %d: tensor<2xf32>) -> (tensor<2x3x4xf32>, tensor<2xf32>) {
  %0 = linalg.broadcast ins(%a : tensor<2xf32>) outs(%b : tensor<2x4xf32>) dimensions = [1]
  %1 = linalg.broadcast ins(%0 : tensor<2x4xf32>) outs(%c : tensor<2x3x4xf32>) dimensions = [1]
  %2 = linalg.broadcast ins(%a : tensor<2xf32>) outs(%d : tensor<2xf32>) dimensions = []
  return %1, %2 : tensor<2x3x4xf32>, tensor<2xf32>
}

// -----

// CHECK-LABEL: func.func @transpose_of_broadcast(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<2x?xf32>, %[[ARG1:.*]]: tensor<2x3x?xf32>, %[[ARG2:.*]]: tensor<?x3x2xf32>) -> tensor<?x3x2xf32> {
// CHECK-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:     %[[DIM:.*]] = tensor.dim %[[ARG0]], %[[C1]] : tensor<2x?xf32>
// CHECK-NEXT:     %[[EMPTY:.*]] = tensor.empty(%[[DIM]]) : tensor<?x2xf32>
// CHECK-NEXT:     %[[TRANSPOSED:.*]] = linalg.transpose ins(%[[ARG0]] : tensor<2x?xf32>) outs(%[[EMPTY]] : tensor<?x2xf32>) permutation = [1, 0]
// CHECK-NEXT:     %[[BROADCASTED:.*]] = linalg.broadcast ins(%[[TRANSPOSED]] : tensor<?x2xf32>) outs(%[[ARG2]] : tensor<?x3x2xf32>) dimensions = [1]
// CHECK-NEXT:     return %[[BROADCASTED]] : tensor<?x3x2xf32>
// CHECK-NEXT:   }
func.func @transpose_of_broadcast(%a: tensor<2x?xf32>, %b: tensor<2x3x?xf32>, %c: tensor<?x3x2xf32>) -> tensor<?x3x2xf32> {
  %0 = linalg.broadcast ins(%a : tensor<2x?xf32>) outs(%b : tensor<2x3x?xf32>) dimensions = [1]
  %1 = linalg.transpose ins(%0 : tensor<2x3x?xf32>) outs(%c : tensor<?x3x2xf32>) permutation = [2, 1, 0]
  return %1 : tensor<?x3x2xf32>
}

// -----

// CHECK-LABEL: func.func @unused(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<4x8xf32>, %[[ARG1:.*]]: tensor<4x8xf32>) {
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @unused(%a: tensor<4x8xf32>, %b: tensor<4x8xf32>) {
  %0 = linalg.softmax dimension(1) ins(%a : tensor<4x8xf32>) outs(%b : tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// CHECK: #map = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0, d1)>
// CHECK-LABEL: func.func @index_of_one(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<?x1xi32>, %[[ARG1:.*]]: tensor<?x1xi32>) -> tensor<?x1xi32> {
// CHECK-NEXT:     %[[GENERIC:.*]] = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%[[ARG0]] : tensor<?x1xi32>) outs(%[[ARG1]] : tensor<?x1xi32>) {
// CHECK-NEXT:     ^bb0(%[[IN:.*]]: i32, %[[OUT:.*]]: i32):
// CHECK-NEXT:       %[[INDEX:.*]] = linalg.index 0 : index
// CHECK-NEXT:       %[[INDEX_CAST:.*]] = arith.index_cast %[[INDEX]] : index to i32
// CHECK-NEXT:       linalg.yield %[[INDEX_CAST]] : i32
// CHECK-NEXT:     } -> tensor<?x1xi32>
// CHECK-NEXT:     return %[[GENERIC]] : tensor<?x1xi32>
// CHECK-NEXT:   }
func.func @index_of_one(%a: tensor<?x1xi32>, %b: tensor<?x1xi32>) -> tensor<?x1xi32> {
  %0 = linalg.generic {indexing_maps = [#row, #row], iterator_types = ["parallel", "parallel"]}
    ins(%a : tensor<?x1xi32>) outs(%b : tensor<?x1xi32>) {
  ^bb0(%in: i32, %out: i32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %s = arith.addi %i, %j : index
    %x = arith.index_cast %s : index to i32
    linalg.yield %x : i32
  } -> tensor<?x1xi32>
  return %0 : tensor<?x1xi32>
}
