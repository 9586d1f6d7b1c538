// RUN: mlirlite-opt %s --expand-realloc --split-input-file | FileCheck %s

func.func @dynamic(%m: memref<?xf32>, %n: index) -> memref<4xf32> {
  %0 = memref.realloc %m(%n) : memref<?xf32> to memref<?xf32>
  %1 = memref.realloc %0 : memref<?xf32> to memref<4xf32>
  return %1 : memref<4xf32>
}

// CHECK-LABEL: func.func @dynamic
// CHECK-SAME: (%[[ARG0:.+]]: memref<?xf32>, %[[ARG1:.+]]: index) -> memref<4xf32> {
// CHECK-NEXT: %[[C0:.+]] = arith.constant 0 : index
// CHECK-NEXT: %[[DIM:.+]] = memref.dim %[[ARG0]], %[[C0]] : memref<?xf32>
// CHECK-NEXT: %[[V0:.+]] = arith.cmpi ult, %[[DIM]], %[[ARG1]] : index
// CHECK-NEXT: %[[V1:.+]] = scf.if %[[V0]] -> (memref<?xf32>) {
// CHECK-NEXT:   %[[ALLOC:.+]] = memref.alloc(%[[ARG1]]) : memref<?xf32>
// CHECK-NEXT:   %[[SUBVIEW:.+]] = memref.subview %[[ALLOC]][0] [%[[DIM]]] [1] : memref<?xf32> to memref<?xf32, strided<[1]>>
// CHECK-NEXT:   memref.copy %[[ARG0]], %[[SUBVIEW]] : memref<?xf32> to memref<?xf32, strided<[1]>>
// CHECK-NEXT:   memref.dealloc %[[ARG0]] : memref<?xf32>
// CHECK-NEXT:   scf.yield %[[ALLOC]] : memref<?xf32>
// CHECK-NEXT: } else {
// CHECK-NEXT:   %[[REINTERPRET_CAST:.+]] = memref.reinterpret_cast %[[ARG0]] to offset: [0], sizes: [%[[ARG1]]], strides: [1] : memref<?xf32> to memref<?xf32>
// CHECK-NEXT:   scf.yield %[[REINTERPRET_CAST]] : memref<?xf32>
// CHECK-NEXT: }
// CHECK-NEXT: %[[C0_0:.+]] = arith.constant 0 : index
// CHECK-NEXT: %[[DIM_1:.+]] = memref.dim %[[V1]], %[[C0_0]] : memref<?xf32>
// CHECK-NEXT: %[[C4:.+]] = arith.constant 4 : index
// CHECK-NEXT: %[[V2:.+]] = arith.cmpi ult, %[[DIM_1]], %[[C4]] : index
// CHECK-NEXT: %[[V3:.+]] = scf.if %[[V2]] -> (memref<4xf32>) {
// CHECK-NEXT:   %[[ALLOC]] = memref.alloc() : memref<4xf32>
// CHECK-NEXT:   %[[SUBVIEW]] = memref.subview %[[ALLOC]][0] [%[[DIM_1]]] [1] : memref<4xf32> to memref<?xf32, strided<[1]>>
// CHECK-NEXT:   memref.copy %[[V1]], %[[SUBVIEW]] : memref<?xf32> to memref<?xf32, strided<[1]>>
// CHECK-NEXT:   memref.dealloc %[[V1]] : memref<?xf32>
// CHECK-NEXT:   scf.yield %[[ALLOC]] : memref<4xf32>
// CHECK-NEXT: } else {
// CHECK-NEXT:   %[[REINTERPRET_CAST]] = memref.reinterpret_cast %[[V1]] to offset: [0], sizes: [4], strides: [1] : memref<?xf32> to memref<4xf32>
// CHECK-NEXT:   scf.yield %[[REINTERPRET_CAST]] : memref<4xf32>
// CHECK-NEXT: }
// CHECK-NEXT: return %[[V3]] : memref<4xf32>
// CHECK-NEXT: }

// -----

func.func @static(%m: memref<2xf32>) -> memref<4xf32> {
  %1 = memref.realloc %m : memref<2xf32> to memref<4xf32>
  return %1 : memref<4xf32>
}

// CHECK-LABEL: func.func @static
// CHECK-SAME: (%[[ARG0:.+]]: memref<2xf32>) -> memref<4xf32> {
// CHECK-NEXT: %[[C2:.+]] = arith.constant 2 : index
// CHECK-NEXT: %[[C4:.+]] = arith.constant 4 : index
// CHECK-NEXT: %[[V0:.+]] = arith.cmpi ult, %[[C2]], %[[C4]] : index
// CHECK-NEXT: %[[V1:.+]] = scf.if %[[V0]] -> (memref<4xf32>) {
// CHECK-NEXT:   %[[ALLOC:.+]] = memref.alloc() : memref<4xf32>
// CHECK-NEXT:   %[[SUBVIEW:.+]] = memref.subview %[[ALLOC]][0] [2] [1] : memref<4xf32> to memref<2xf32, strided<[1]>>
// CHECK-NEXT:   memref.copy %[[ARG0]], %[[SUBVIEW]] : memref<2xf32> to memref<2xf32, strided<[1]>>
// CHECK-NEXT:   memref.dealloc %[[ARG0]] : memref<2xf32>
// CHECK-NEXT:   scf.yield %[[ALLOC]] : memref<4xf32>
// CHECK-NEXT: } else {
// CHECK-NEXT:   %[[REINTERPRET_CAST:.+]] = memref.reinterpret_cast %[[ARG0]] to offset: [0], sizes: [4], strides: [1] : memref<2xf32> to memref<4xf32>
// CHECK-NEXT:   scf.yield %[[REINTERPRET_CAST]] : memref<4xf32>
// CHECK-NEXT: }
// CHECK-NEXT: return %[[V1]] : memref<4xf32>
// CHECK-NEXT: }

// -----

func.func @aligned(%m: memref<2xf32>, %n: index) -> memref<?xf32> {
  %1 = memref.realloc %m(%n) {alignment = 8} : memref<2xf32> to memref<?xf32>
  return %1 : memref<?xf32>
}

// CHECK-LABEL: func.func @aligned
// CHECK-SAME: (%[[ARG0:.+]]: memref<2xf32>, %[[ARG1:.+]]: index) -> memref<?xf32> {
// CHECK-NEXT: %[[C2:.+]] = arith.constant 2 : index
// CHECK-NEXT: %[[V0:.+]] = arith.cmpi ult, %[[C2]], %[[ARG1]] : index
// CHECK-NEXT: %[[V1:.+]] = scf.if %[[V0]] -> (memref<?xf32>) {
// CHECK-NEXT:   %[[ALLOC:.+]] = memref.alloc(%[[ARG1]]) {alignment = 8 : i64} : memref<?xf32>
// CHECK-NEXT:   %[[SUBVIEW:.+]] = memref.subview %[[ALLOC]][0] [2] [1] : memref<?xf32> to memref<2xf32, strided<[1]>>
// CHECK-NEXT:   memref.copy %[[ARG0]], %[[SUBVIEW]] : memref<2xf32> to memref<2xf32, strided<[1]>>
// CHECK-NEXT:   memref.dealloc %[[ARG0]] : memref<2xf32>
// CHECK-NEXT:   scf.yield %[[ALLOC]] : memref<?xf32>
// CHECK-NEXT: } else {
// CHECK-NEXT:   %[[REINTERPRET_CAST:.+]] = memref.reinterpret_cast %[[ARG0]] to offset: [0], sizes: [%[[ARG1]]], strides: [1] : memref<2xf32> to memref<?xf32>
// CHECK-NEXT:   scf.yield %[[REINTERPRET_CAST]] : memref<?xf32>
// CHECK-NEXT: }
// CHECK-NEXT: return %[[V1]] : memref<?xf32>
// CHECK-NEXT: }

// -----

func.func @stays(%n: index) -> memref<?xf32> {
  %1 = memref.alloc(%n) : memref<?xf32>
  return %1 : memref<?xf32>
}

// CHECK-LABEL: func.func @stays
// CHECK-SAME: (%[[ARG0:.+]]: index) -> memref<?xf32> {
// CHECK-NEXT: %[[ALLOC:.+]] = memref.alloc(%[[ARG0]]) : memref<?xf32>
// CHECK-NEXT: return %[[ALLOC]] : memref<?xf32>
// CHECK-NEXT: }
