// RUN: mlirlite-opt %s --scf-for-loop-specialization --split-input-file | FileCheck %s

#map0 = affine_map<()[s0, s1] -> (1024, s0 - s1)>
#map1 = affine_map<()[s0, s1] -> (64, s0 - s1)>
func.func @for(%outer: index, %A: memref<?xf32>, %B: memref<?xf32>, %C: memref<?xf32>, %result: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %d0 = memref.dim %A, %c0 : memref<?xf32>
  %b0 = affine.min #map0()[%d0, %outer]
  scf.for %i0 = %c0 to %b0 step %c1 {
    %B_elem = memref.load %B[%i0] : memref<?xf32>
    %C_elem = memref.load %C[%i0] : memref<?xf32>
    %sum_elem = arith.addf %B_elem, %C_elem : f32
    memref.store %sum_elem, %result[%i0] : memref<?xf32>
  }
  return
}

// CHECK: #[[$MAP0:.+]] = affine_map<()[s0, s1] -> (1024, s0 - s1)>
// CHECK-LABEL: func.func @for
// CHECK-SAME: (%[[ARG0:.+]]: index, %[[ARG1:.+]]: memref<?xf32>, %[[ARG2:.+]]: memref<?xf32>, %[[ARG3:.+]]: memref<?xf32>, %[[ARG4:.+]]: memref<?xf32>) {
// CHECK-NEXT: %[[C0:.+]] = arith.constant 0 : index
// CHECK-NEXT: %[[C1:.+]] = arith.constant 1 : index
// CHECK-NEXT: %[[DIM:.+]] = memref.dim %[[ARG1]], %[[C0]] : memref<?xf32>
// CHECK-NEXT: %[[V0:.+]] = affine.min #[[$MAP0]]()[%[[DIM]], %[[ARG0]]]
// CHECK-NEXT: %[[C1024:.+]] = arith.constant 1024 : index
// CHECK-NEXT: %[[V1:.+]] = arith.cmpi eq, %[[V0]], %[[C1024]] : index
// CHECK-NEXT: scf.if %[[V1]] {
// CHECK-NEXT:   scf.for %[[ARG5:.+]] = %[[C0]] to %[[C1024]] step %[[C1]] {
// CHECK-NEXT:     %[[V2:.+]] = memref.load %[[ARG2]][%[[ARG5]]] : memref<?xf32>
// CHECK-NEXT:     %[[V3:.+]] = memref.load %[[ARG3]][%[[ARG5]]] : memref<?xf32>
// CHECK-NEXT:     %[[V4:.+]] = arith.addf %[[V2]], %[[V3]] : f32
// CHECK-NEXT:     memref.store %[[V4]], %[[ARG4]][%[[ARG5]]] : memref<?xf32>
// CHECK-NEXT:   }
// CHECK-NEXT: } else {
// CHECK-NEXT:   scf.for %[[ARG5]] = %[[C0]] to %[[V0]] step %[[C1]] {
// CHECK-NEXT:     %[[V2]] = memref.load %[[ARG2]][%[[ARG5]]] : memref<?xf32>
// CHECK-NEXT:     %[[V3]] = memref.load %[[ARG3]][%[[ARG5]]] : memref<?xf32>
// CHECK-NEXT:     %[[V4]] = arith.addf %[[V2]], %[[V3]] : f32
// CHECK-NEXT:     memref.store %[[V4]], %[[ARG4]][%[[ARG5]]] : memref<?xf32>
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }

// -----

// No constant in the minimum, or no minimum: the loop stays.

func.func @stays(%n: index, %m: index, %A: memref<?xindex>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %b = affine.min affine_map<()[s0, s1] -> (s0, s1)>()[%n, %m]
  scf.for %i = %c0 to %b step %c1 {
    memref.store %i, %A[%i] : memref<?xindex>
  }
  scf.for %i = %c0 to %n step %c1 {
    memref.store %i, %A[%i] : memref<?xindex>
  }
  return
}

// CHECK: #[[$MAP0:.+]] = affine_map<()[s0, s1] -> (s0, s1)>
// CHECK-LABEL: func.func @stays
// CHECK-SAME: (%[[ARG0:.+]]: index, %[[ARG1:.+]]: index, %[[ARG2:.+]]: memref<?xindex>) {
// CHECK-NEXT: %[[C0:.+]] = arith.constant 0 : index
// CHECK-NEXT: %[[C1:.+]] = arith.constant 1 : index
// CHECK-NEXT: %[[V0:.+]] = affine.min #[[$MAP0]]()[%[[ARG0]], %[[ARG1]]]
// CHECK-NEXT: scf.for %[[ARG3:.+]] = %[[C0]] to %[[V0]] step %[[C1]] {
// CHECK-NEXT:   memref.store %[[ARG3]], %[[ARG2]][%[[ARG3]]] : memref<?xindex>
// CHECK-NEXT: }
// CHECK-NEXT: scf.for %[[ARG3]] = %[[C0]] to %[[ARG0]] step %[[C1]] {
// CHECK-NEXT:   memref.store %[[ARG3]], %[[ARG2]][%[[ARG3]]] : memref<?xindex>
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }
