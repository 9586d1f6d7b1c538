// RUN: mlirlite-opt %s --scf-for-loop-range-folding --split-input-file | FileCheck %s

func.func @one_sum(%arg0: memref<?xi32>, %arg1: index, %arg2: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : i32
  scf.for %i = %c0 to %arg1 step %c1 {
    %0 = arith.addi %arg2, %i : index
    %1 = memref.load %arg0[%0] : memref<?xi32>
    %2 = arith.muli %1, %c4 : i32
    memref.store %2, %arg0[%0] : memref<?xi32>
  }
  return
}

// CHECK-LABEL: func.func @one_sum
// CHECK-SAME: (%[[ARG0:.+]]: memref<?xi32>, %[[ARG1:.+]]: index, %[[ARG2:.+]]: index) {
// CHECK-NEXT: %[[C0:.+]] = arith.constant 0 : index
// CHECK-NEXT: %[[C1:.+]] = arith.constant 1 : index
// CHECK-NEXT: %[[C4_I32:.+]] = arith.constant 4 : i32
// CHECK-NEXT: %[[V0:.+]] = arith.addi %[[ARG2]], %[[C0]] : index
// CHECK-NEXT: %[[V1:.+]] = arith.addi %[[ARG2]], %[[ARG1]] : index
// CHECK-NEXT: scf.for %[[ARG3:.+]] = %[[V0]] to %[[V1]] step %[[C1]] {
// CHECK-NEXT:   %[[V2:.+]] = memref.load %[[ARG0]][%[[ARG3]]] : memref<?xi32>
// CHECK-NEXT:   %[[V3:.+]] = arith.muli %[[V2]], %[[C4_I32]] : i32
// CHECK-NEXT:   memref.store %[[V3]], %[[ARG0]][%[[ARG3]]] : memref<?xi32>
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }

// -----

func.func @one_product(%arg0: memref<?xi32>, %arg1: index, %arg2: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : i32
  scf.for %i = %c0 to %arg1 step %c1 {
    %0 = arith.muli %arg2, %i : index
    %1 = memref.load %arg0[%0] : memref<?xi32>
    memref.store %c4, %arg0[%0] : memref<?xi32>
  }
  return
}

// CHECK-LABEL: func.func @one_product
// CHECK-SAME: (%[[ARG0:.+]]: memref<?xi32>, %[[ARG1:.+]]: index, %[[ARG2:.+]]: index) {
// CHECK-NEXT: %[[C0:.+]] = arith.constant 0 : index
// CHECK-NEXT: %[[C1:.+]] = arith.constant 1 : index
// CHECK-NEXT: %[[C4_I32:.+]] = arith.constant 4 : i32
// CHECK-NEXT: %[[V0:.+]] = arith.muli %[[ARG2]], %[[C0]] : index
// CHECK-NEXT: %[[V1:.+]] = arith.muli %[[ARG2]], %[[ARG1]] : index
// CHECK-NEXT: %[[V2:.+]] = arith.muli %[[ARG2]], %[[C1]] : index
// CHECK-NEXT: scf.for %[[ARG3:.+]] = %[[V0]] to %[[V1]] step %[[V2]] {
// CHECK-NEXT:   %[[V3:.+]] = memref.load %[[ARG0]][%[[ARG3]]] : memref<?xi32>
// CHECK-NEXT:   memref.store %[[C4_I32]], %[[ARG0]][%[[ARG3]]] : memref<?xi32>
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }

// -----

func.func @both(%arg0: memref<?xi32>, %arg1: index, %arg2: index, %arg3: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : i32
  scf.for %i = %c0 to %arg1 step %c1 {
    %0 = arith.addi %arg2, %i : index
    %1 = arith.muli %arg3, %0 : index
    memref.store %c4, %arg0[%1] : memref<?xi32>
  }
  return
}

// CHECK-LABEL: func.func @both
// CHECK-SAME: (%[[ARG0:.+]]: memref<?xi32>, %[[ARG1:.+]]: index, %[[ARG2:.+]]: index, %[[ARG3:.+]]: index) {
// CHECK-NEXT: %[[C0:.+]] = arith.constant 0 : index
// CHECK-NEXT: %[[C1:.+]] = arith.constant 1 : index
// CHECK-NEXT: %[[C4_I32:.+]] = arith.constant 4 : i32
// CHECK-NEXT: %[[V0:.+]] = arith.addi %[[ARG2]], %[[C0]] : index
// CHECK-NEXT: %[[V1:.+]] = arith.addi %[[ARG2]], %[[ARG1]] : index
// CHECK-NEXT: %[[V2:.+]] = arith.muli %[[ARG3]], %[[V0]] : index
// CHECK-NEXT: %[[V3:.+]] = arith.muli %[[ARG3]], %[[V1]] : index
// CHECK-NEXT: %[[V4:.+]] = arith.muli %[[ARG3]], %[[C1]] : index
// CHECK-NEXT: scf.for %[[ARG4:.+]] = %[[V2]] to %[[V3]] step %[[V4]] {
// CHECK-NEXT:   memref.store %[[C4_I32]], %[[ARG0]][%[[ARG4]]] : memref<?xi32>
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }

// -----

// In nests, and both ways around.

func.func @nest(%arg0: memref<?xi32>, %arg1: index, %arg2: index, %arg3: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : i32
  scf.for %i = %c0 to %arg1 step %c1 {
    scf.for %j = %c0 to %arg1 step %c1 {
      %0 = arith.muli %arg3, %j : index
      %1 = arith.addi %arg2, %0 : index
      memref.store %c4, %arg0[%1] : memref<?xi32>
    }
    %2 = arith.addi %i, %arg2 : index
    memref.store %c4, %arg0[%2] : memref<?xi32>
  }
  return
}

// CHECK-LABEL: func.func @nest
// CHECK-SAME: (%[[ARG0:.+]]: memref<?xi32>, %[[ARG1:.+]]: index, %[[ARG2:.+]]: index, %[[ARG3:.+]]: index) {
// CHECK-NEXT: %[[C0:.+]] = arith.constant 0 : index
// CHECK-NEXT: %[[C1:.+]] = arith.constant 1 : index
// CHECK-NEXT: %[[C4_I32:.+]] = arith.constant 4 : i32
// CHECK-NEXT: %[[V0:.+]] = arith.addi %[[C0]], %[[ARG2]] : index
// CHECK-NEXT: %[[V1:.+]] = arith.addi %[[ARG1]], %[[ARG2]] : index
// CHECK-NEXT: scf.for %[[ARG4:.+]] = %[[V0]] to %[[V1]] step %[[C1]] {
// CHECK-NEXT:   %[[V2:.+]] = arith.muli %[[ARG3]], %[[C0]] : index
// CHECK-NEXT:   %[[V3:.+]] = arith.muli %[[ARG3]], %[[ARG1]] : index
// CHECK-NEXT:   %[[V4:.+]] = arith.muli %[[ARG3]], %[[C1]] : index
// CHECK-NEXT:   %[[V5:.+]] = arith.addi %[[ARG2]], %[[V2]] : index
// CHECK-NEXT:   %[[V6:.+]] = arith.addi %[[ARG2]], %[[V3]] : index
// CHECK-NEXT:   scf.for %[[ARG5:.+]] = %[[V5]] to %[[V6]] step %[[V4]] {
// CHECK-NEXT:     memref.store %[[C4_I32]], %[[ARG0]][%[[ARG5]]] : memref<?xi32>
// CHECK-NEXT:   }
// CHECK-NEXT:   memref.store %[[C4_I32]], %[[ARG0]][%[[ARG4]]] : memref<?xi32>
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }

// -----

// Two uses, or an operand from inside: the sum stays.

func.func @stays(%arg0: memref<?xindex>, %arg1: index, %arg2: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %arg1 step %c1 {
    %0 = arith.addi %arg2, %i : index
    memref.store %i, %arg0[%0] : memref<?xindex>
  }
  scf.for %i = %c0 to %arg1 step %c1 {
    %0 = memref.load %arg0[%c0] : memref<?xindex>
    %1 = arith.addi %0, %i : index
    memref.store %c0, %arg0[%1] : memref<?xindex>
  }
  return
}

// CHECK-LABEL: func.func @stays
// CHECK-SAME: (%[[ARG0:.+]]: memref<?xindex>, %[[ARG1:.+]]: index, %[[ARG2:.+]]: index) {
// CHECK-NEXT: %[[C0:.+]] = arith.constant 0 : index
// CHECK-NEXT: %[[C1:.+]] = arith.constant 1 : index
// CHECK-NEXT: scf.for %[[ARG3:.+]] = %[[C0]] to %[[ARG1]] step %[[C1]] {
// CHECK-NEXT:   %[[V0:.+]] = arith.addi %[[ARG2]], %[[ARG3]] : index
// CHECK-NEXT:   memref.store %[[ARG3]], %[[ARG0]][%[[V0]]] : memref<?xindex>
// CHECK-NEXT: }
// CHECK-NEXT: scf.for %[[ARG3]] = %[[C0]] to %[[ARG1]] step %[[C1]] {
// CHECK-NEXT:   %[[V0]] = memref.load %[[ARG0]][%[[C0]]] : memref<?xindex>
// CHECK-NEXT:   %[[V1:.+]] = arith.addi %[[V0]], %[[ARG3]] : index
// CHECK-NEXT:   memref.store %[[C0]], %[[ARG0]][%[[V1]]] : memref<?xindex>
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }
