// Transfers: bounds and masks that are known, writes that are read back or overwritten.
// RUN: mlirlite-opt %s --canonicalize --split-input-file --allow-unregistered-dialect | FileCheck %s

// CHECK: #map = affine_map<(d0, d1) -> (d0, 0)>
// CHECK-LABEL: func.func @bounds(
// CHECK-SAME:    %[[ARG0:.*]]: memref<8x?xf32>, %[[ARG1:.*]]: f32, %[[ARG2:.*]]: index) -> (vector<4x2xf32>, vector<4x2xf32>, vector<4x2xf32>) {
// CHECK-NEXT:     %[[C4:.*]] = arith.constant 4 : index
// CHECK-NEXT:     %[[C5:.*]] = arith.constant 5 : index
// CHECK-NEXT:     %[[TRANSFER_READ:.*]] = vector.transfer_read %[[ARG0]][%[[C4]], %[[ARG2]]], %[[ARG1]] {in_bounds = [true, false]} : memref<8x?xf32>, vector<4x2xf32>
// CHECK-NEXT:     %[[TRANSFER_READ_1:.*]] = vector.transfer_read %[[ARG0]][%[[C5]], %[[ARG2]]], %[[ARG1]] : memref<8x?xf32>, vector<4x2xf32>
// CHECK-NEXT:     %[[TRANSFER_READ_2:.*]] = vector.transfer_read %[[ARG0]][%[[C4]], %[[ARG2]]], %[[ARG1]] {in_bounds = [true, true], permutation_map = #map} : memref<8x?xf32>, vector<4x2xf32>
// CHECK-NEXT:     return %[[TRANSFER_READ]], %[[TRANSFER_READ_1]], %[[TRANSFER_READ_2]] : vector<4x2xf32>, vector<4x2xf32>, vector<4x2xf32>
// CHECK-NEXT:   }
func.func @bounds(%m: memref<8x?xf32>, %f: f32, %i: index) -> (vector<4x2xf32>, vector<4x2xf32>, vector<4x2xf32>) {
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %0 = vector.transfer_read %m[%c4, %i], %f : memref<8x?xf32>, vector<4x2xf32>
  %1 = vector.transfer_read %m[%c5, %i], %f : memref<8x?xf32>, vector<4x2xf32>
  // All that is not repeated lies inside: so does what is.
  %2 = vector.transfer_read %m[%c4, %i], %f {permutation_map = affine_map<(d0, d1) -> (d0, 0)>} : memref<8x?xf32>, vector<4x2xf32>
  return %0, %1, %2 : vector<4x2xf32>, vector<4x2xf32>, vector<4x2xf32>
}

// -----

// CHECK-LABEL: func.func @masks_and_casts(
// CHECK-SAME:    %[[ARG0:.*]]: memref<4x4xf32>, %[[ARG1:.*]]: vector<4xf32>, %[[ARG2:.*]]: index, %[[ARG3:.*]]: f32) -> (vector<4xf32>, vector<4xf32>) {
// CHECK-NEXT:     %[[TRANSFER_READ:.*]] = vector.transfer_read %[[ARG0]][%[[ARG2]], %[[ARG2]]], %[[ARG3]] : memref<4x4xf32>, vector<4xf32>
// CHECK-NEXT:     vector.transfer_write %[[ARG1]], %[[ARG0]][%[[ARG2]], %[[ARG2]]] : vector<4xf32>, memref<4x4xf32>
// CHECK-NEXT:     %[[LOAD:.*]] = vector.load %[[ARG0]][%[[ARG2]], %[[ARG2]]] : memref<4x4xf32>, vector<4xf32>
// CHECK-NEXT:     vector.store %[[ARG1]], %[[ARG0]][%[[ARG2]], %[[ARG2]]] : memref<4x4xf32>, vector<4xf32>
// CHECK-NEXT:     return %[[TRANSFER_READ]], %[[LOAD]] : vector<4xf32>, vector<4xf32>
// CHECK-NEXT:   }
func.func @masks_and_casts(%m: memref<4x4xf32>, %v: vector<4xf32>, %i: index, %f: f32) -> (vector<4xf32>, vector<4xf32>) {
  %all = vector.constant_mask [4] : vector<4xi1>
  %0 = memref.cast %m : memref<4x4xf32> to memref<?x?xf32>
  %1 = vector.transfer_read %0[%i, %i], %f, %all : memref<?x?xf32>, vector<4xf32>
  vector.transfer_write %v, %0[%i, %i], %all : vector<4xf32>, memref<?x?xf32>
  %2 = vector.load %0[%i, %i] : memref<?x?xf32>, vector<4xf32>
  vector.store %v, %0[%i, %i] : memref<?x?xf32>, vector<4xf32>
  return %1, %2 : vector<4xf32>, vector<4xf32>
}

// -----

// CHECK-LABEL: func.func @read_of_written(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<8x8xf32>, %[[ARG1:.*]]: vector<1x4xf32>, %[[ARG2:.*]]: vector<1x4xf32>, %[[ARG3:.*]]: index, %[[ARG4:.*]]: f32) -> (vector<1x4xf32>, vector<1x4xf32>, vector<1x4xf32>) {
// CHECK-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:     %[[TRANSFER_WRITE:.*]] = vector.transfer_write %[[ARG1]], %[[ARG0]][%[[C0]], %[[C0]]] {in_bounds = [true, true]} : vector<1x4xf32>, tensor<8x8xf32>
// CHECK-NEXT:     %[[TRANSFER_WRITE_1:.*]] = vector.transfer_write %[[ARG2]], %[[TRANSFER_WRITE]][%[[C1]], %[[C0]]] {in_bounds = [true, true]} : vector<1x4xf32>, tensor<8x8xf32>
// CHECK-NEXT:     %[[TRANSFER_READ:.*]] = vector.transfer_read %[[TRANSFER_WRITE_1]][%[[ARG3]], %[[C0]]], %[[ARG4]] {in_bounds = [true, true]} : tensor<8x8xf32>, vector<1x4xf32>
// CHECK-NEXT:     return %[[ARG2]], %[[ARG1]], %[[TRANSFER_READ]] : vector<1x4xf32>, vector<1x4xf32>, vector<1x4xf32>
// CHECK-NEXT:   }
func.func @read_of_written(%t: tensor<8x8xf32>, %v: vector<1x4xf32>, %w: vector<1x4xf32>, %i: index, %f: f32) -> (vector<1x4xf32>, vector<1x4xf32>, vector<1x4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = vector.transfer_write %v, %t[%c0, %c0] {in_bounds = [true, true]} : vector<1x4xf32>, tensor<8x8xf32>
  %1 = vector.transfer_write %w, %0[%c1, %c0] {in_bounds = [true, true]} : vector<1x4xf32>, tensor<8x8xf32>
  %2 = vector.transfer_read %1[%c1, %c0], %f {in_bounds = [true, true]} : tensor<8x8xf32>, vector<1x4xf32>
  %3 = vector.transfer_read %1[%c0, %c0], %f {in_bounds = [true, true]} : tensor<8x8xf32>, vector<1x4xf32>
  // It may be the row that was written last.
  %4 = vector.transfer_read %1[%i, %c0], %f {in_bounds = [true, true]} : tensor<8x8xf32>, vector<1x4xf32>
  return %2, %3, %4 : vector<1x4xf32>, vector<1x4xf32>, vector<1x4xf32>
}

// -----

// CHECK: #map = affine_map<(d0, d1, d2) -> (d2, d1)>
// CHECK-LABEL: func.func @read_through_another_map(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<4x4x4xf32>, %[[ARG1:.*]]: vector<4x1xf32>, %[[ARG2:.*]]: f32) -> (vector<1x100x4x5xf32>, vector<4x4xf32>) {
// CHECK-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:     %[[TRANSFER_WRITE:.*]] = vector.transfer_write %[[ARG1]], %[[ARG0]][%[[C0]], %[[C0]], %[[C0]]] {in_bounds = [true, true], permutation_map = #map} : vector<4x1xf32>, tensor<4x4x4xf32>
// CHECK-NEXT:     %[[BROADCAST:.*]] = vector.broadcast %[[ARG1]] : vector<4x1xf32> to vector<100x5x4x1xf32>
// CHECK-NEXT:     %[[TRANSPOSE:.*]] = vector.transpose %[[BROADCAST]], [3, 0, 2, 1] : vector<100x5x4x1xf32> to vector<1x100x4x5xf32>
// CHECK-NEXT:     %[[TRANSFER_READ:.*]] = vector.transfer_read %[[TRANSFER_WRITE]][%[[C0]], %[[C0]], %[[C0]]], %[[ARG2]] {in_bounds = [true, true]} : tensor<4x4x4xf32>, vector<4x4xf32>
// CHECK-NEXT:     return %[[TRANSPOSE]], %[[TRANSFER_READ]] : vector<1x100x4x5xf32>, vector<4x4xf32>
// CHECK-NEXT:   }
func.func @read_through_another_map(%t: tensor<4x4x4xf32>, %v: vector<4x1xf32>, %f: f32) -> (vector<1x100x4x5xf32>, vector<4x4xf32>) {
  %c0 = arith.constant 0 : index
  %0 = vector.transfer_write %v, %t[%c0, %c0, %c0] {in_bounds = [true, true], permutation_map = affine_map<(d0, d1, d2) -> (d2, d1)>} : vector<4x1xf32>, tensor<4x4x4xf32>
  %1 = vector.transfer_read %0[%c0, %c0, %c0], %f {in_bounds = [true, true, true, true], permutation_map = affine_map<(d0, d1, d2) -> (d1, 0, d2, 0)>} : tensor<4x4x4xf32>, vector<1x100x4x5xf32>
  // More is read than was written.
  %2 = vector.transfer_read %0[%c0, %c0, %c0], %f {in_bounds = [true, true]} : tensor<4x4x4xf32>, vector<4x4xf32>
  return %1, %2 : vector<1x100x4x5xf32>, vector<4x4xf32>
}

// -----

// CHECK-LABEL: func.func @read_under_a_mask(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<8xf32>, %[[ARG1:.*]]: vector<4xi1>) -> (vector<4xf32>, vector<4xf32>) {
// CHECK-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:     %[[CST:.*]] = arith.constant 1.000000e+00 : f32
// CHECK-NEXT:     %[[CST_0:.*]] = arith.constant dense<0.000000e+00> : vector<4xf32>
// CHECK-NEXT:     %[[TRANSFER_WRITE:.*]] = vector.transfer_write %[[CST_0]], %[[ARG0]][%[[C0]]] {in_bounds = [true]} : vector<4xf32>, tensor<8xf32>
// CHECK-NEXT:     %[[TRANSFER_READ:.*]] = vector.transfer_read %[[TRANSFER_WRITE]][%[[C0]]], %[[CST]], %[[ARG1]] {in_bounds = [true]} : tensor<8xf32>, vector<4xf32>
// CHECK-NEXT:     return %[[CST_0]], %[[TRANSFER_READ]] : vector<4xf32>, vector<4xf32>
// CHECK-NEXT:   }
func.func @read_under_a_mask(%t: tensor<8xf32>, %mask: vector<4xi1>) -> (vector<4xf32>, vector<4xf32>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %zeros = arith.constant dense<0.0> : vector<4xf32>
  %0 = vector.transfer_write %zeros, %t[%c0] {in_bounds = [true]} : vector<4xf32>, tensor<8xf32>
  %1 = vector.transfer_read %0[%c0], %zero, %mask {in_bounds = [true]} : tensor<8xf32>, vector<4xf32>
  // Padded with something else.
  %2 = vector.transfer_read %0[%c0], %one, %mask {in_bounds = [true]} : tensor<8xf32>, vector<4xf32>
  return %1, %2 : vector<4xf32>, vector<4xf32>
}

// -----

// CHECK-LABEL: func.func @written_back(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<4x8xf32>, %[[ARG1:.*]]: tensor<4x8xf32>, %[[ARG2:.*]]: index, %[[ARG3:.*]]: f32) -> (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) {
// CHECK-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:     %[[TRANSFER_READ:.*]] = vector.transfer_read %[[ARG0]][%[[ARG2]], %[[C0]]], %[[ARG3]] {in_bounds = [false, true]} : tensor<4x8xf32>, vector<2x4xf32>
// CHECK-NEXT:     %[[TRANSFER_WRITE:.*]] = vector.transfer_write %[[TRANSFER_READ]], %[[ARG1]][%[[ARG2]], %[[C0]]] {in_bounds = [false, true]} : vector<2x4xf32>, tensor<4x8xf32>
// CHECK-NEXT:     return %[[ARG0]], %[[ARG0]], %[[TRANSFER_WRITE]] : tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>
// CHECK-NEXT:   }
func.func @written_back(%t: tensor<4x8xf32>, %u: tensor<4x8xf32>, %i: index, %f: f32) -> (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) {
  %c0 = arith.constant 0 : index
  %0 = vector.transfer_read %t[%i, %c0], %f : tensor<4x8xf32>, vector<2x4xf32>
  %1 = vector.transfer_write %0, %t[%i, %c0] : vector<2x4xf32>, tensor<4x8xf32>
  %2 = vector.transfer_read %t[%c0, %c0], %f : tensor<4x8xf32>, vector<4x8xf32>
  %3 = vector.transfer_write %2, %u[%c0, %c0] : vector<4x8xf32>, tensor<4x8xf32>
  // Read from another tensor.
  %4 = vector.transfer_write %0, %u[%i, %c0] : vector<2x4xf32>, tensor<4x8xf32>
  return %1, %3, %4 : tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>
}

// -----

// CHECK-LABEL: func.func @overwritten(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<8x8xf32>, %[[ARG1:.*]]: vector<1x4xf32>, %[[ARG2:.*]]: vector<1x4xf32>, %[[ARG3:.*]]: index) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
// CHECK-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:     %[[TRANSFER_WRITE:.*]] = vector.transfer_write %[[ARG1]], %[[ARG0]][%[[C1]], %[[C0]]] {in_bounds = [true, true]} : vector<1x4xf32>, tensor<8x8xf32>
// CHECK-NEXT:     %[[TRANSFER_WRITE_1:.*]] = vector.transfer_write %[[ARG2]], %[[TRANSFER_WRITE]][%[[C0]], %[[C0]]] {in_bounds = [true, true]} : vector<1x4xf32>, tensor<8x8xf32>
// CHECK-NEXT:     %[[TRANSFER_WRITE_2:.*]] = vector.transfer_write %[[ARG1]], %[[ARG0]][%[[C0]], %[[C0]]] {in_bounds = [true, true]} : vector<1x4xf32>, tensor<8x8xf32>
// CHECK-NEXT:     %[[TRANSFER_WRITE_3:.*]] = vector.transfer_write %[[ARG2]], %[[TRANSFER_WRITE_2]][%[[ARG3]], %[[C0]]] {in_bounds = [false, true]} : vector<1x4xf32>, tensor<8x8xf32>
// CHECK-NEXT:     return %[[TRANSFER_WRITE_1]], %[[TRANSFER_WRITE_3]] : tensor<8x8xf32>, tensor<8x8xf32>
// CHECK-NEXT:   }
func.func @overwritten(%t: tensor<8x8xf32>, %v: vector<1x4xf32>, %w: vector<1x4xf32>, %i: index) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = vector.transfer_write %v, %t[%c0, %c0] : vector<1x4xf32>, tensor<8x8xf32>
  %1 = vector.transfer_write %v, %0[%c1, %c0] : vector<1x4xf32>, tensor<8x8xf32>
  %2 = vector.transfer_write %w, %1[%c0, %c0] : vector<1x4xf32>, tensor<8x8xf32>
  // The place of the first may not be that of the second.
  %3 = vector.transfer_write %v, %t[%c0, %c0] : vector<1x4xf32>, tensor<8x8xf32>
  %4 = vector.transfer_write %w, %3[%i, %c0] : vector<1x4xf32>, tensor<8x8xf32>
  return %2, %4 : tensor<8x8xf32>, tensor<8x8xf32>
}

// -----

// CHECK-LABEL: func.func @into_slice(
// CHECK-SAME:    %[[ARG0:.*]]: vector<8x16xf32>, %[[ARG1:.*]]: tensor<8x16xf32>, %[[ARG2:.*]]: tensor<27x37xf32>, %[[ARG3:.*]]: index, %[[ARG4:.*]]: index, %[[ARG5:.*]]: index) -> (tensor<27x37xf32>, tensor<27x37xf32>) {
// CHECK-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:     %[[EXTRACTED_SLICE:.*]] = tensor.extract_slice %[[ARG2]][%[[ARG3]], %[[ARG3]]] [%[[ARG4]], %[[ARG5]]] [1, 1] : tensor<27x37xf32> to tensor<?x?xf32>
// CHECK-NEXT:     %[[TRANSFER_WRITE:.*]] = vector.transfer_write %[[ARG0]], %[[EXTRACTED_SLICE]][%[[C0]], %[[C0]]] : vector<8x16xf32>, tensor<?x?xf32>
// CHECK-NEXT:     %[[INSERTED_SLICE:.*]] = tensor.insert_slice %[[TRANSFER_WRITE]] into %[[ARG2]][%[[ARG3]], %[[ARG3]]] [%[[ARG4]], %[[ARG5]]] [1, 1] : tensor<?x?xf32> into tensor<27x37xf32>
// CHECK-NEXT:     %[[TRANSFER_WRITE_1:.*]] = vector.transfer_write %[[ARG0]], %[[ARG1]][%[[C0]], %[[C0]]] {in_bounds = [true, true]} : vector<8x16xf32>, tensor<8x16xf32>
// CHECK-NEXT:     %[[EXTRACTED_SLICE_0:.*]] = tensor.extract_slice %[[TRANSFER_WRITE_1]][0, 1] [%[[ARG4]], %[[ARG5]]] [1, 1] : tensor<8x16xf32> to tensor<?x?xf32>
// CHECK-NEXT:     %[[INSERTED_SLICE_1:.*]] = tensor.insert_slice %[[EXTRACTED_SLICE_0]] into %[[ARG2]][%[[ARG3]], %[[ARG3]]] [%[[ARG4]], %[[ARG5]]] [1, 1] : tensor<?x?xf32> into tensor<27x37xf32>
// CHECK-NEXT:     return %[[INSERTED_SLICE]], %[[INSERTED_SLICE_1]] : tensor<27x37xf32>, tensor<27x37xf32>
// CHECK-NEXT:   }
func.func @into_slice(%v: vector<8x16xf32>, %t: tensor<8x16xf32>, %u: tensor<27x37xf32>, %i: index, %n: index, %m: index) -> (tensor<27x37xf32>, tensor<27x37xf32>) {
  %c0 = arith.constant 0 : index
  %0 = vector.transfer_write %v, %t[%c0, %c0] : vector<8x16xf32>, tensor<8x16xf32>
  %1 = tensor.extract_slice %0[0, 0] [%n, %m] [1, 1] : tensor<8x16xf32> to tensor<?x?xf32>
  %2 = tensor.insert_slice %1 into %u[%i, %i] [%n, %m] [1, 1] : tensor<?x?xf32> into tensor<27x37xf32>
  // The slice does not begin where the vector does.
  %3 = vector.transfer_write %v, %t[%c0, %c0] : vector<8x16xf32>, tensor<8x16xf32>
  %4 = tensor.extract_slice %3[0, 1] [%n, %m] [1, 1] : tensor<8x16xf32> to tensor<?x?xf32>
  %5 = tensor.insert_slice %4 into %u[%i, %i] [%n, %m] [1, 1] : tensor<?x?xf32> into tensor<27x37xf32>
  return %2, %5 : tensor<27x37xf32>, tensor<27x37xf32>
}
