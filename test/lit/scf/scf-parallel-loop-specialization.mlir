// RUN: mlirlite-opt %s --scf-parallel-loop-specialization --split-input-file | FileCheck %s

#map0 = affine_map<()[s0, s1] -> (1024, s0 - s1)>
#map1 = affine_map<()[s0, s1] -> (64, s0 - s1)>
func.func @parallel_loop(%outer_i0: index, %outer_i1: index, %A: memref<?x?xf32>, %B: memref<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %d0 = memref.dim %A, %c0 : memref<?x?xf32>
  %d1 = memref.dim %A, %c1 : memref<?x?xf32>
  %b0 = affine.min #map0()[%d0, %outer_i0]
  %b1 = affine.min #map1()[%d1, %outer_i1]
  scf.parallel (%i0, %i1) = (%c0, %c0) to (%b0, %b1) step (%c1, %c1) {
    %0 = memref.load %A[%i0, %i1] : memref<?x?xf32>
    memref.store %0, %B[%i0, %i1] : memref<?x?xf32>
  }
  return
}

// CHECK: #[[$MAP0:.+]] = affine_map<()[s0, s1] -> (1024, s0 - s1)>
// CHECK: #[[$MAP1:.+]] = affine_map<()[s0, s1] -> (64, s0 - s1)>
// CHECK-LABEL: func.func @parallel_loop
// CHECK-SAME: (%[[ARG0:.+]]: index, %[[ARG1:.+]]: index, %[[ARG2:.+]]: memref<?x?xf32>, %[[ARG3:.+]]: memref<?x?xf32>) {
// CHECK-NEXT: %[[C0:.+]] = arith.constant 0 : index
// CHECK-NEXT: %[[C1:.+]] = arith.constant 1 : index
// CHECK-NEXT: %[[DIM:.+]] = memref.dim %[[ARG2]], %[[C0]] : memref<?x?xf32>
// CHECK-NEXT: %[[DIM_0:.+]] = memref.dim %[[ARG2]], %[[C1]] : memref<?x?xf32>
// CHECK-NEXT: %[[V0:.+]] = affine.min #[[$MAP0]]()[%[[DIM]], %[[ARG0]]]
// CHECK-NEXT: %[[V1:.+]] = affine.min #[[$MAP1]]()[%[[DIM_0]], %[[ARG1]]]
// CHECK-NEXT: %[[C1024:.+]] = arith.constant 1024 : index
// CHECK-NEXT: %[[V2:.+]] = arith.cmpi eq, %[[V0]], %[[C1024]] : index
// CHECK-NEXT: %[[C64:.+]] = arith.constant 64 : index
// CHECK-NEXT: %[[V3:.+]] = arith.cmpi eq, %[[V1]], %[[C64]] : index
// CHECK-NEXT: %[[V4:.+]] = arith.andi %[[V2]], %[[V3]] : i1
// CHECK-NEXT: scf.if %[[V4]] {
// CHECK-NEXT:   scf.parallel (%[[ARG4:.+]], %[[ARG5:.+]]) = (%[[C0]], %[[C0]]) to (%[[C1024]], %[[C64]]) step (%[[C1]], %[[C1]]) {
// CHECK-NEXT:     %[[V5:.+]] = memref.load %[[ARG2]][%[[ARG4]], %[[ARG5]]] : memref<?x?xf32>
// CHECK-NEXT:     memref.store %[[V5]], %[[ARG3]][%[[ARG4]], %[[ARG5]]] : memref<?x?xf32>
// CHECK-NEXT:     scf.reduce
// CHECK-NEXT:   }
// CHECK-NEXT: } else {
// CHECK-NEXT:   scf.parallel (%[[ARG4]], %[[ARG5]]) = (%[[C0]], %[[C0]]) to (%[[V0]], %[[V1]]) step (%[[C1]], %[[C1]]) {
// CHECK-NEXT:     %[[V5]] = memref.load %[[ARG2]][%[[ARG4]], %[[ARG5]]] : memref<?x?xf32>
// CHECK-NEXT:     memref.store %[[V5]], %[[ARG3]][%[[ARG4]], %[[ARG5]]] : memref<?x?xf32>
// CHECK-NEXT:     scf.reduce
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }

// -----

// One of the bounds is not a minimum: the loop stays.

func.func @stays(%n: index, %m: index, %A: memref<?xindex>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %b = affine.min affine_map<()[s0] -> (16, s0)>()[%n]
  scf.parallel (%i, %j) = (%c0, %c0) to (%b, %m) step (%c1, %c1) {
    memref.store %i, %A[%j] : memref<?xindex>
  }
  return
}

// CHECK: #[[$MAP0:.+]] = affine_map<()[s0] -> (16, s0)>
// CHECK-LABEL: func.func @stays
// CHECK-SAME: (%[[ARG0:.+]]: index, %[[ARG1:.+]]: index, %[[ARG2:.+]]: memref<?xindex>) {
// CHECK-NEXT: %[[C0:.+]] = arith.constant 0 : index
// CHECK-NEXT: %[[C1:.+]] = arith.constant 1 : index
// CHECK-NEXT: %[[V0:.+]] = affine.min #[[$MAP0]]()[%[[ARG0]]]
// CHECK-NEXT: scf.parallel (%[[ARG3:.+]], %[[ARG4:.+]]) = (%[[C0]], %[[C0]]) to (%[[V0]], %[[ARG1]]) step (%[[C1]], %[[C1]]) {
// CHECK-NEXT:   memref.store %[[ARG3]], %[[ARG2]][%[[ARG4]]] : memref<?xindex>
// CHECK-NEXT:   scf.reduce
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }
