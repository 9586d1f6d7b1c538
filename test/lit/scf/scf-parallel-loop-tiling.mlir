// RUN: mlirlite-opt %s --scf-parallel-loop-tiling=parallel-loop-tile-sizes=1,4 --split-input-file | FileCheck %s

func.func @dynamic(%arg0: index, %arg1: index, %arg2: index, %arg3: index, %arg4: index, %arg5: index, %A: memref<?x?xf32>) {
  scf.parallel (%i0, %i1) = (%arg0, %arg1) to (%arg2, %arg3) step (%arg4, %arg5) {
    %0 = memref.load %A[%i0, %i1] : memref<?x?xf32>
    memref.store %0, %A[%i1, %i0] : memref<?x?xf32>
  }
  return
}

// CHECK: #[[$MAP0:.+]] = affine_map<(d0, d1, d2) -> (d0, d1 - d2)>
// CHECK-LABEL: func.func @dynamic
// CHECK-SAME: (%[[ARG0:.+]]: index, %[[ARG1:.+]]: index, %[[ARG2:.+]]: index, %[[ARG3:.+]]: index, %[[ARG4:.+]]: index, %[[ARG5:.+]]: index, %[[ARG6:.+]]: memref<?x?xf32>) {
// CHECK-NEXT: %[[C0:.+]] = arith.constant 0 : index
// CHECK-NEXT: %[[C1:.+]] = arith.constant 1 : index
// CHECK-NEXT: %[[C4:.+]] = arith.constant 4 : index
// CHECK-NEXT: %[[V0:.+]] = arith.muli %[[ARG4]], %[[C1]] : index
// CHECK-NEXT: %[[V1:.+]] = arith.muli %[[ARG5]], %[[C4]] : index
// CHECK-NEXT: scf.parallel (%[[ARG7:.+]], %[[ARG8:.+]]) = (%[[ARG0]], %[[ARG1]]) to (%[[ARG2]], %[[ARG3]]) step (%[[V0]], %[[V1]]) {
// CHECK-NEXT:   %[[V2:.+]] = affine.min #[[$MAP0]](%[[V0]], %[[ARG2]], %[[ARG7]])
// CHECK-NEXT:   %[[V3:.+]] = affine.min #[[$MAP0]](%[[V1]], %[[ARG3]], %[[ARG8]])
// CHECK-NEXT:   scf.parallel (%[[ARG9:.+]], %[[ARG10:.+]]) = (%[[C0]], %[[C0]]) to (%[[V2]], %[[V3]]) step (%[[ARG4]], %[[ARG5]]) {
// CHECK-NEXT:     %[[V4:.+]] = arith.addi %[[ARG9]], %[[ARG7]] : index
// CHECK-NEXT:     %[[V5:.+]] = arith.addi %[[ARG10]], %[[ARG8]] : index
// CHECK-NEXT:     %[[V6:.+]] = memref.load %[[ARG6]][%[[V4]], %[[V5]]] : memref<?x?xf32>
// CHECK-NEXT:     memref.store %[[V6]], %[[ARG6]][%[[V5]], %[[V4]]] : memref<?x?xf32>
// CHECK-NEXT:     scf.reduce
// CHECK-NEXT:   }
// CHECK-NEXT:   scf.reduce
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }

// -----

func.func @static(%A: memref<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %c22 = arith.constant 22 : index
  %c24 = arith.constant 24 : index
  scf.parallel (%i0, %i1) = (%c0, %c0) to (%c22, %c24) step (%c3, %c3) {
    %0 = memref.load %A[%i0, %i1] : memref<?x?xf32>
    memref.store %0, %A[%i1, %i0] : memref<?x?xf32>
  }
  return
}

// CHECK-LABEL: func.func @static
// CHECK-SAME: (%[[ARG0:.+]]: memref<?x?xf32>) {
// CHECK-NEXT: %[[C0:.+]] = arith.constant 0 : index
// CHECK-NEXT: %[[C3:.+]] = arith.constant 3 : index
// CHECK-NEXT: %[[C22:.+]] = arith.constant 22 : index
// CHECK-NEXT: %[[C24:.+]] = arith.constant 24 : index
// CHECK-NEXT: %[[C0_0:.+]] = arith.constant 0 : index
// CHECK-NEXT: %[[C1:.+]] = arith.constant 1 : index
// CHECK-NEXT: %[[C4:.+]] = arith.constant 4 : index
// CHECK-NEXT: %[[V0:.+]] = arith.muli %[[C3]], %[[C1]] : index
// CHECK-NEXT: %[[V1:.+]] = arith.muli %[[C3]], %[[C4]] : index
// CHECK-NEXT: scf.parallel (%[[ARG1:.+]], %[[ARG2:.+]]) = (%[[C0]], %[[C0]]) to (%[[C22]], %[[C24]]) step (%[[V0]], %[[V1]]) {
// CHECK-NEXT:   scf.parallel (%[[ARG3:.+]], %[[ARG4:.+]]) = (%[[C0_0]], %[[C0_0]]) to (%[[V0]], %[[V1]]) step (%[[C3]], %[[C3]]) {
// CHECK-NEXT:     %[[V2:.+]] = arith.addi %[[ARG3]], %[[ARG1]] : index
// CHECK-NEXT:     %[[V3:.+]] = arith.addi %[[ARG4]], %[[ARG2]] : index
// CHECK-NEXT:     %[[V4:.+]] = memref.load %[[ARG0]][%[[V2]], %[[V3]]] : memref<?x?xf32>
// CHECK-NEXT:     memref.store %[[V4]], %[[ARG0]][%[[V3]], %[[V2]]] : memref<?x?xf32>
// CHECK-NEXT:     scf.reduce
// CHECK-NEXT:   }
// CHECK-NEXT:   scf.reduce
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }

// -----

// The innermost loops only, and no reductions.

func.func @nested(%n: index, %A: memref<?x?xf32>, %z: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    scf.parallel (%j) = (%c0) to (%c2) step (%c1) {
      memref.store %z, %A[%i, %j] : memref<?x?xf32>
    }
    %r = scf.parallel (%j) = (%c0) to (%c2) step (%c1) init (%z) -> f32 {
      %0 = memref.load %A[%i, %j] : memref<?x?xf32>
      scf.reduce(%0 : f32) {
      ^bb0(%x: f32, %y: f32):
        %1 = arith.addf %x, %y : f32
        scf.reduce.return %1 : f32
      }
    }
    memref.store %r, %A[%i, %i] : memref<?x?xf32>
  }
  return
}

// CHECK-LABEL: func.func @nested
// CHECK-SAME: (%[[ARG0:.+]]: index, %[[ARG1:.+]]: memref<?x?xf32>, %[[ARG2:.+]]: f32) {
// CHECK-NEXT: %[[C0:.+]] = arith.constant 0 : index
// CHECK-NEXT: %[[C1:.+]] = arith.constant 1 : index
// CHECK-NEXT: %[[C2:.+]] = arith.constant 2 : index
// CHECK-NEXT: scf.parallel (%[[ARG3:.+]]) = (%[[C0]]) to (%[[ARG0]]) step (%[[C1]]) {
// CHECK-NEXT:   %[[C0_0:.+]] = arith.constant 0 : index
// CHECK-NEXT:   %[[C1_1:.+]] = arith.constant 1 : index
// CHECK-NEXT:   %[[V0:.+]] = arith.muli %[[C1]], %[[C1_1]] : index
// CHECK-NEXT:   scf.parallel (%[[ARG4:.+]]) = (%[[C0]]) to (%[[C2]]) step (%[[V0]]) {
// CHECK-NEXT:     scf.parallel (%[[ARG5:.+]]) = (%[[C0_0]]) to (%[[V0]]) step (%[[C1]]) {
// CHECK-NEXT:       %[[V2:.+]] = arith.addi %[[ARG5]], %[[ARG4]] : index
// CHECK-NEXT:       memref.store %[[ARG2]], %[[ARG1]][%[[ARG3]], %[[V2]]] : memref<?x?xf32>
// CHECK-NEXT:       scf.reduce
// CHECK-NEXT:     }
// CHECK-NEXT:     scf.reduce
// CHECK-NEXT:   }
// CHECK-NEXT:   %[[V1:.+]] = scf.parallel (%[[ARG4]]) = (%[[C0]]) to (%[[C2]]) step (%[[C1]]) init (%[[ARG2]]) -> f32 {
// CHECK-NEXT:     %[[V2]] = memref.load %[[ARG1]][%[[ARG3]], %[[ARG4]]] : memref<?x?xf32>
// CHECK-NEXT:     scf.reduce(%[[V2]] : f32) {
// CHECK-NEXT:     ^bb0(%[[ARG5]]: f32, %[[ARG6:.+]]: f32):
// CHECK-NEXT:       %[[V3:.+]] = arith.addf %[[ARG5]], %[[ARG6]] : f32
// CHECK-NEXT:       scf.reduce.return %[[V3]] : f32
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   memref.store %[[V1]], %[[ARG1]][%[[ARG3]], %[[ARG3]]] : memref<?x?xf32>
// CHECK-NEXT:   scf.reduce
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }
