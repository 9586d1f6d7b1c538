// What ops fold to where nothing else is done: a conversion folds an op before it lowers it, and
// so do other passes.
// RUN: mlirlite-opt %s --int-range-optimizations --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @vector_parts(
// CHECK-SAME:    %[[ARG0:.*]]: vector<2x3x4xf32>, %[[ARG1:.*]]: f32, %[[ARG2:.*]]: vector<4xf32>) -> (f32, vector<4xf32>, f32, f32, vector<4xf32>) {
// CHECK-NEXT:     %[[EXTRACT:.*]] = vector.extract %[[ARG0]][1, 2, 3] : f32 from vector<2x3x4xf32>
// CHECK-NEXT:     %[[INSERT:.*]] = vector.insert %[[EXTRACT]], %[[ARG2]] [1] : f32 into vector<4xf32>
// CHECK-NEXT:     return %[[EXTRACT]], %[[ARG2]], %[[ARG1]], %[[EXTRACT]], %[[INSERT]] : f32, vector<4xf32>, f32, f32, vector<4xf32>
// CHECK-NEXT:   }
func.func @vector_parts(%v: vector<2x3x4xf32>, %x: f32, %row: vector<4xf32>) -> (f32, vector<4xf32>, f32, f32, vector<4xf32>) {
  %c1 = arith.constant 1 : index
  %0 = vector.extract %v[%c1] : vector<3x4xf32> from vector<2x3x4xf32>
  %1 = vector.extract %0[2] : vector<4xf32> from vector<3x4xf32>
  %2 = vector.extract %1[3] : f32 from vector<4xf32>
  %3 = vector.insert %row, %v [1, 2] : vector<4xf32> into vector<2x3x4xf32>
  %4 = vector.extract %3[1, 2] : vector<4xf32> from vector<2x3x4xf32>
  %5 = vector.broadcast %x : f32 to vector<2x3xf32>
  %6 = vector.extract %5[1, 2] : f32 from vector<2x3xf32>
  %7 = vector.from_elements %x, %2 : vector<2xf32>
  %8:2 = vector.to_elements %7 : vector<2xf32>
  %9 = vector.insert %x, %row [%c1] : f32 into vector<4xf32>
  %10 = vector.insert %2, %9 [1] : f32 into vector<4xf32>
  return %2, %4, %6, %8#1, %10 : f32, vector<4xf32>, f32, f32, vector<4xf32>
}

// -----

// CHECK-LABEL: func.func @transfers(
// CHECK-SAME:    %[[ARG0:.*]]: memref<8xf32>, %[[ARG1:.*]]: tensor<4xf32>, %[[ARG2:.*]]: vector<4xf32>, %[[ARG3:.*]]: f32) -> (vector<4xf32>, vector<4xf32>) {
// CHECK-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:     %[[TRANSFER_READ:.*]] = vector.transfer_read %[[ARG0]][%[[C0]]], %[[ARG3]] {in_bounds = [true]} : memref<8xf32>, vector<4xf32>
// CHECK-NEXT:     return %[[TRANSFER_READ]], %[[ARG2]] : vector<4xf32>, vector<4xf32>
// CHECK-NEXT:   }
func.func @transfers(%m: memref<8xf32>, %t: tensor<4xf32>, %v: vector<4xf32>, %pad: f32) -> (vector<4xf32>, vector<4xf32>) {
  %c0 = arith.constant 0 : index
  %mask = arith.constant dense<true> : vector<4xi1>
  %cast = memref.cast %m : memref<8xf32> to memref<?xf32>
  %0 = vector.transfer_read %cast[%c0], %pad, %mask : memref<?xf32>, vector<4xf32>
  %1 = vector.transfer_write %v, %t[%c0] {in_bounds = [true]} : vector<4xf32>, tensor<4xf32>
  %2 = vector.transfer_read %1[%c0], %pad {in_bounds = [true]} : tensor<4xf32>, vector<4xf32>
  return %0, %2 : vector<4xf32>, vector<4xf32>
}

// -----

// CHECK-LABEL: func.func @masks(
// CHECK-SAME:    %[[ARG0:.*]]: memref<8xf32>, %[[ARG1:.*]]: vector<4xf32>, %[[ARG2:.*]]: vector<4xi1>) -> (f32, vector<4xf32>) {
// CHECK-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:     %[[REDUCTION:.*]] = vector.reduction <add>, %[[ARG1]] : vector<4xf32> into f32
// CHECK-NEXT:     vector.transfer_write %[[ARG1]], %[[ARG0]][%[[C0]]] {in_bounds = [true]} : vector<4xf32>, memref<8xf32>
// CHECK-NEXT:     return %[[REDUCTION]], %[[ARG1]] : f32, vector<4xf32>
// CHECK-NEXT:   }
func.func @masks(%m: memref<8xf32>, %v: vector<4xf32>, %mask: vector<4xi1>) -> (f32, vector<4xf32>) {
  %c0 = arith.constant 0 : index
  %true = arith.constant dense<true> : vector<4xi1>
  %0 = vector.mask %true { vector.reduction <add>, %v : vector<4xf32> into f32 } : vector<4xi1> -> f32
  %1 = vector.mask %mask { vector.yield %v : vector<4xf32> } : vector<4xi1> -> vector<4xf32>
  vector.mask %true { vector.transfer_write %v, %m[%c0] {in_bounds = [true]} : vector<4xf32>, memref<8xf32> } : vector<4xi1>
  return %0, %1 : f32, vector<4xf32>
}

// -----

// CHECK-LABEL: func.func @tensors(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<4x8xf32>, %[[ARG1:.*]]: tensor<2x8xf32>, %[[ARG2:.*]]: index, %[[ARG3:.*]]: tensor<2xindex>, %[[ARG4:.*]]: tensor<4xf32>, %[[ARG5:.*]]: tensor<1xindex>, %[[ARG6:.*]]: f32) -> (tensor<4x8xf32>, tensor<2x8xf32>, tensor<4x8xf32>, tensor<4xf32>, tensor<4x8xf32>, tensor<4x8xf32>, index) {
// CHECK-NEXT:     %[[C8:.*]] = arith.constant 8 : index
// CHECK-NEXT:     %[[RESHAPE:.*]] = tensor.reshape %[[ARG0]](%[[ARG3]]) : (tensor<4x8xf32>, tensor<2xindex>) -> tensor<4x8xf32>
// CHECK-NEXT:     return %[[ARG0]], %[[ARG1]], %[[ARG0]], %[[ARG4]], %[[RESHAPE]], %[[ARG0]], %[[C8]] : tensor<4x8xf32>, tensor<2x8xf32>, tensor<4x8xf32>, tensor<4xf32>, tensor<4x8xf32>, tensor<4x8xf32>, index
// CHECK-NEXT:   }
func.func @tensors(%t: tensor<4x8xf32>, %s: tensor<2x8xf32>, %i: index, %n: tensor<2xindex>, %row: tensor<4xf32>, %one: tensor<1xindex>, %pad: f32) -> (tensor<4x8xf32>, tensor<2x8xf32>, tensor<4x8xf32>, tensor<4xf32>, tensor<4x8xf32>, tensor<4x8xf32>, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = tensor.extract_slice %t[%c0, 0] [4, 8] [1, %c1] : tensor<4x8xf32> to tensor<4x8xf32>
  %1 = tensor.insert_slice %s into %t[%i, 0] [2, 8] [1, 1] : tensor<2x8xf32> into tensor<4x8xf32>
  %2 = tensor.extract_slice %1[%i, 0] [2, 8] [1, 1] : tensor<4x8xf32> to tensor<2x8xf32>
  %3 = tensor.extract_slice %t[%i, 0] [2, 8] [1, 1] : tensor<4x8xf32> to tensor<2x8xf32>
  %4 = tensor.insert_slice %3 into %t[%i, 0] [2, 8] [1, 1] : tensor<2x8xf32> into tensor<4x8xf32>
  %5 = tensor.reshape %row(%one) : (tensor<4xf32>, tensor<1xindex>) -> tensor<4xf32>
  %6 = tensor.reshape %t(%n) : (tensor<4x8xf32>, tensor<2xindex>) -> tensor<4x8xf32>
  %7 = tensor.pad %t low[0, 0] high[0, 0] {
  ^bb0(%a: index, %b: index):
    tensor.yield %pad : f32
  } : tensor<4x8xf32> to tensor<4x8xf32>
  %8 = tensor.cast %t : tensor<4x8xf32> to tensor<?x?xf32>
  %9 = tensor.dim %8, %c1 : tensor<?x?xf32>
  return %0, %2, %4, %5, %6, %7, %9 : tensor<4x8xf32>, tensor<2x8xf32>, tensor<4x8xf32>, tensor<4xf32>, tensor<4x8xf32>, tensor<4x8xf32>, index
}

// -----

// CHECK-LABEL: func.func @buffers(
// CHECK-SAME:    %[[ARG0:.*]]: memref<4x8xf32>, %[[ARG1:.*]]: f32, %[[ARG2:.*]]: index) -> (memref<4x8xf32>, memref<4x8xf32, strided<[8, 1]>>, memref<2xf32, strided<[1], offset: 3>>) {
// CHECK-NEXT:     memref.store %[[ARG1]], %[[ARG0]][%[[ARG2]], %[[ARG2]]] : memref<4x8xf32>
// CHECK-NEXT:     %[[TRANSPOSE:.*]] = memref.transpose %[[ARG0]] (d0, d1) -> (d0, d1) : memref<4x8xf32> to memref<4x8xf32, strided<[8, 1]>>
// CHECK-NEXT:     %[[REINTERPRET_CAST:.*]] = memref.reinterpret_cast %[[ARG0]] to offset: [3], sizes: [2], strides: [1] : memref<4x8xf32> to memref<2xf32, strided<[1], offset: 3>>
// CHECK-NEXT:     return %[[ARG0]], %[[TRANSPOSE]], %[[REINTERPRET_CAST]] : memref<4x8xf32>, memref<4x8xf32, strided<[8, 1]>>, memref<2xf32, strided<[1], offset: 3>>
// CHECK-NEXT:   }
func.func @buffers(%m: memref<4x8xf32>, %x: f32, %i: index) -> (memref<4x8xf32>, memref<4x8xf32, strided<[8, 1]>>, memref<2xf32, strided<[1], offset: 3>>) {
  %cast = memref.cast %m : memref<4x8xf32> to memref<?x?xf32>
  memref.store %x, %cast[%i, %i] : memref<?x?xf32>
  %0 = memref.reinterpret_cast %m to offset: [0], sizes: [4, 8], strides: [8, 1] : memref<4x8xf32> to memref<4x8xf32>
  %1 = memref.transpose %m (a, b) -> (b, a) : memref<4x8xf32> to memref<8x4xf32, strided<[1, 8]>>
  %2 = memref.transpose %1 (a, b) -> (b, a) : memref<8x4xf32, strided<[1, 8]>> to memref<4x8xf32, strided<[8, 1]>>
  %3 = memref.reinterpret_cast %cast to offset: [3], sizes: [2], strides: [1] : memref<?x?xf32> to memref<2xf32, strided<[1], offset: 3>>
  return %0, %2, %3 : memref<4x8xf32>, memref<4x8xf32, strided<[8, 1]>>, memref<2xf32, strided<[1], offset: 3>>
}
