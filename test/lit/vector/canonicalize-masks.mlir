// Masks that are known, and what works under them.
// RUN: mlirlite-opt %s --canonicalize --split-input-file --allow-unregistered-dialect | FileCheck %s

// CHECK-LABEL: func.func @create_mask(
// CHECK-SAME:    %[[ARG0:.*]]: index) -> (vector<4x8xi1>, vector<4x8xi1>, vector<4x[8]xi1>, vector<4x[8]xi1>, vector<[8]xi1>) {
// CHECK-NEXT:     %[[CST:.*]] = arith.constant dense<false> : vector<4x8xi1>
// CHECK-NEXT:     %[[C2:.*]] = arith.constant 2 : index
// CHECK-NEXT:     %[[C8:.*]] = arith.constant 8 : index
// CHECK-NEXT:     %[[VSCALE:.*]] = vector.vscale
// CHECK-NEXT:     %[[C2_VSCALE:.*]] = arith.muli %[[VSCALE]], %[[C2]] : index
// CHECK-NEXT:     %[[CONSTANT_MASK:.*]] = vector.constant_mask [2, 8] : vector<4x8xi1>
// CHECK-NEXT:     %[[CONSTANT_MASK_1:.*]] = vector.constant_mask [2, 8] : vector<4x[8]xi1>
// CHECK-NEXT:     %[[CREATE_MASK:.*]] = vector.create_mask %[[C2]], %[[C2_VSCALE]] : vector<4x[8]xi1>
// CHECK-NEXT:     %[[CREATE_MASK_1:.*]] = vector.create_mask %[[C8]] : vector<[8]xi1>
// CHECK-NEXT:     return %[[CONSTANT_MASK]], %[[CST]], %[[CONSTANT_MASK_1]], %[[CREATE_MASK]], %[[CREATE_MASK_1]] : vector<4x8xi1>, vector<4x8xi1>, vector<4x[8]xi1>, vector<4x[8]xi1>, vector<[8]xi1>
// CHECK-NEXT:   }
func.func @create_mask(%n: index) -> (vector<4x8xi1>, vector<4x8xi1>, vector<4x[8]xi1>, vector<4x[8]xi1>, vector<[8]xi1>) {
  %c-1 = arith.constant -1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %c9 = arith.constant 9 : index
  %vscale = vector.vscale
  %all = arith.muli %vscale, %c8 : index
  %half = arith.muli %vscale, %c2 : index
  %0 = vector.create_mask %c2, %c9 : vector<4x8xi1>
  %1 = vector.create_mask %c-1, %c9 : vector<4x8xi1>
  %2 = vector.create_mask %c2, %all : vector<4x[8]xi1>
  // Cut at a number, or at a multiple of vscale.
  %3 = vector.create_mask %c2, %half : vector<4x[8]xi1>
  %4 = vector.create_mask %c8 : vector<[8]xi1>
  return %0, %1, %2, %3, %4 : vector<4x8xi1>, vector<4x8xi1>, vector<4x[8]xi1>, vector<4x[8]xi1>, vector<[8]xi1>
}

// -----

// CHECK-LABEL: func.func @loads(
// CHECK-SAME:    %[[ARG0:.*]]: memref<?xf32>, %[[ARG1:.*]]: vector<4xf32>, %[[ARG2:.*]]: index) -> (vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>) {
// CHECK-NEXT:     %[[CREATE_MASK:.*]] = vector.create_mask %[[ARG2]] : vector<4xi1>
// CHECK-NEXT:     %[[LOAD:.*]] = vector.load %[[ARG0]][%[[ARG2]]] : memref<?xf32>, vector<4xf32>
// CHECK-NEXT:     %[[MASKEDLOAD:.*]] = vector.maskedload %[[ARG0]][%[[ARG2]]], %[[CREATE_MASK]], %[[ARG1]] : memref<?xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
// CHECK-NEXT:     %[[LOAD_1:.*]] = vector.load %[[ARG0]][%[[ARG2]]] : memref<?xf32>, vector<4xf32>
// CHECK-NEXT:     return %[[LOAD]], %[[ARG1]], %[[MASKEDLOAD]], %[[LOAD_1]], %[[ARG1]] : vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>
// CHECK-NEXT:   }
func.func @loads(%m: memref<?xf32>, %v: vector<4xf32>, %n: index) -> (vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>) {
  %c0 = arith.constant 0 : index
  %all = vector.constant_mask [4] : vector<4xi1>
  %none = vector.create_mask %c0 : vector<4xi1>
  %some = vector.create_mask %n : vector<4xi1>
  %0 = vector.maskedload %m[%n], %all, %v : memref<?xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  %1 = vector.maskedload %m[%n], %none, %v : memref<?xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  %2 = vector.maskedload %m[%n], %some, %v : memref<?xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  %3 = vector.expandload %m[%n], %all, %v : memref<?xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  %4 = vector.expandload %m[%n], %none, %v : memref<?xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  return %0, %1, %2, %3, %4 : vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>
}

// -----

// CHECK-LABEL: func.func @stores(
// CHECK-SAME:    %[[ARG0:.*]]: memref<?xf32>, %[[ARG1:.*]]: vector<4xf32>, %[[ARG2:.*]]: index) {
// CHECK-NEXT:     %[[CST:.*]] = arith.constant dense<[true, false, true, false]> : vector<4xi1>
// CHECK-NEXT:     vector.store %[[ARG1]], %[[ARG0]][%[[ARG2]]] : memref<?xf32>, vector<4xf32>
// CHECK-NEXT:     vector.maskedstore %[[ARG0]][%[[ARG2]]], %[[CST]], %[[ARG1]] : memref<?xf32>, vector<4xi1>, vector<4xf32>
// CHECK-NEXT:     vector.store %[[ARG1]], %[[ARG0]][%[[ARG2]]] : memref<?xf32>, vector<4xf32>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @stores(%m: memref<?xf32>, %v: vector<4xf32>, %i: index) {
  %all = arith.constant dense<true> : vector<4xi1>
  %none = arith.constant dense<false> : vector<4xi1>
  %some = arith.constant dense<[true, false, true, false]> : vector<4xi1>
  vector.maskedstore %m[%i], %all, %v : memref<?xf32>, vector<4xi1>, vector<4xf32>
  vector.maskedstore %m[%i], %none, %v : memref<?xf32>, vector<4xi1>, vector<4xf32>
  vector.maskedstore %m[%i], %some, %v : memref<?xf32>, vector<4xi1>, vector<4xf32>
  vector.compressstore %m[%i], %all, %v : memref<?xf32>, vector<4xi1>, vector<4xf32>
  vector.compressstore %m[%i], %none, %v : memref<?xf32>, vector<4xi1>, vector<4xf32>
  return
}

// -----

// CHECK-LABEL: func.func @gathers(
// CHECK-SAME:    %[[ARG0:.*]]: memref<?xf32>, %[[ARG1:.*]]: tensor<?xf32>, %[[ARG2:.*]]: vector<4xf32>, %[[ARG3:.*]]: index, %[[ARG4:.*]]: vector<4xi1>) -> (vector<4xf32>, vector<4xf32>, vector<4xf32>, tensor<?xf32>) {
// CHECK-NEXT:     %[[CST:.*]] = arith.constant dense<[3, 2, 1, 0]> : vector<4xi32>
// CHECK-NEXT:     %[[MASKEDLOAD:.*]] = vector.maskedload %[[ARG0]][%[[ARG3]]], %[[ARG4]], %[[ARG2]] : memref<?xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
// CHECK-NEXT:     %[[GATHER:.*]] = vector.gather %[[ARG0]][%[[ARG3]]] [%[[CST]]], %[[ARG4]], %[[ARG2]] : memref<?xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
// CHECK-NEXT:     vector.maskedstore %[[ARG0]][%[[ARG3]]], %[[ARG4]], %[[ARG2]] : memref<?xf32>, vector<4xi1>, vector<4xf32>
// CHECK-NEXT:     return %[[ARG2]], %[[MASKEDLOAD]], %[[GATHER]], %[[ARG1]] : vector<4xf32>, vector<4xf32>, vector<4xf32>, tensor<?xf32>
// CHECK-NEXT:   }
func.func @gathers(%m: memref<?xf32>, %t: tensor<?xf32>, %v: vector<4xf32>, %i: index, %mask: vector<4xi1>) -> (vector<4xf32>, vector<4xf32>, vector<4xf32>, tensor<?xf32>) {
  %none = arith.constant dense<false> : vector<4xi1>
  %step = vector.step : vector<4xindex>
  %up = arith.constant dense<[0, 1, 2, 3]> : vector<4xi32>
  %down = arith.constant dense<[3, 2, 1, 0]> : vector<4xi32>
  %0 = vector.gather %m[%i] [%down], %none, %v : memref<?xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  %1 = vector.gather %m[%i] [%up], %mask, %v : memref<?xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  %2 = vector.gather %m[%i] [%down], %mask, %v : memref<?xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.scatter %m[%i] [%step], %mask, %v : memref<?xf32>, vector<4xindex>, vector<4xi1>, vector<4xf32>
  vector.scatter %m[%i] [%down], %none, %v : memref<?xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32>
  %3 = vector.scatter %t[%i] [%down], %none, %v : tensor<?xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32> -> tensor<?xf32>
  return %0, %1, %2, %3 : vector<4xf32>, vector<4xf32>, vector<4xf32>, tensor<?xf32>
}

// -----

// CHECK-LABEL: func.func @mask(
// CHECK-SAME:    %[[ARG0:.*]]: vector<4xf32>, %[[ARG1:.*]]: vector<4xf32>, %[[ARG2:.*]]: vector<4xi1>) -> (f32, f32, vector<4xf32>, vector<4xf32>) {
// CHECK-NEXT:     %[[REDUCTION:.*]] = vector.reduction <add>, %[[ARG0]] : vector<4xf32> into f32
// CHECK-NEXT:     %[[MASK:.*]] = vector.mask %[[ARG2]] { vector.reduction <add>, %[[ARG0]] : vector<4xf32> into f32 } : vector<4xi1> -> f32
// CHECK-NEXT:     %[[SELECT:.*]] = arith.select %[[ARG2]], %[[ARG0]], %[[ARG1]] : vector<4xi1>, vector<4xf32>
// CHECK-NEXT:     return %[[REDUCTION]], %[[MASK]], %[[ARG0]], %[[SELECT]] : f32, f32, vector<4xf32>, vector<4xf32>
// CHECK-NEXT:   }
func.func @mask(%v: vector<4xf32>, %w: vector<4xf32>, %some: vector<4xi1>) -> (f32, f32, vector<4xf32>, vector<4xf32>) {
  %all = arith.constant dense<true> : vector<4xi1>
  %0 = vector.mask %all { vector.reduction <add>, %v : vector<4xf32> into f32 } : vector<4xi1> -> f32
  %1 = vector.mask %some { vector.reduction <add>, %v : vector<4xf32> into f32 } : vector<4xi1> -> f32
  %2 = vector.mask %some { vector.yield %v : vector<4xf32> } : vector<4xi1> -> vector<4xf32>
  %3 = vector.mask %some, %w { vector.yield %v : vector<4xf32> } : vector<4xi1> -> vector<4xf32>
  vector.mask %some { } : vector<4xi1>
  return %0, %1, %2, %3 : f32, f32, vector<4xf32>, vector<4xf32>
}

// -----

// Writing to a tensor is an effect.
// CHECK-LABEL: func.func @scatter(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<4xi32>, %[[ARG1:.*]]: index, %[[ARG2:.*]]: vector<4xi32>, %[[ARG3:.*]]: vector<4xi1>) {
// CHECK-NEXT:     %[[SCATTER:.*]] = vector.scatter %[[ARG0]][%[[ARG1]]] [%[[ARG2]]], %[[ARG3]], %[[ARG2]] : tensor<4xi32>, vector<4xi32>, vector<4xi1>, vector<4xi32> -> tensor<4xi32>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @scatter(%t: tensor<4xi32>, %i: index, %v: vector<4xi32>, %k: vector<4xi1>) {
  %0 = vector.scatter %t[%i] [%v], %k, %v : tensor<4xi32>, vector<4xi32>, vector<4xi1>, vector<4xi32> -> tensor<4xi32>
  return
}
