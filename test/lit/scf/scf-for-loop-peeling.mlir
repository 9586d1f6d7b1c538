// RUN: mlirlite-opt %s --scf-for-loop-peeling --split-input-file | FileCheck %s

// All bounds are dynamic: what the last iteration gets is the rest.

#map = affine_map<(d0, d1)[s0] -> (s0, d0 - d1)>
func.func @dynamic(%lb: index, %ub: index, %step: index) -> i32 {
  %c0 = arith.constant 0 : i32
  %r = scf.for %iv = %lb to %ub step %step iter_args(%arg = %c0) -> i32 {
    %s = affine.min #map(%ub, %iv)[%step]
    %casted = arith.index_cast %s : index to i32
    %0 = arith.addi %arg, %casted : i32
    scf.yield %0 : i32
  }
  return %r : i32
}

// CHECK: #[[$MAP0:.+]] = affine_map<()[s0, s1, s2] -> (s1 - (s1 - s0) mod s2)>
// CHECK: #[[$MAP1:.+]] = affine_map<(d0)[s0] -> (-d0 + s0)>
// CHECK-LABEL: func.func @dynamic
// CHECK-SAME: (%[[ARG0:.+]]: index, %[[ARG1:.+]]: index, %[[ARG2:.+]]: index) -> i32 {
// CHECK-NEXT: %[[C0_I32:.+]] = arith.constant 0 : i32
// CHECK-NEXT: %[[V0:.+]] = affine.apply #[[$MAP0]]()[%[[ARG0]], %[[ARG1]], %[[ARG2]]]
// CHECK-NEXT: %[[V1:.+]] = scf.for %[[ARG3:.+]] = %[[ARG0]] to %[[V0]] step %[[ARG2]] iter_args(%[[ARG4:.+]] = %[[C0_I32]]) -> (i32) {
// CHECK-NEXT:   %[[V3:.+]] = arith.index_cast %[[ARG2]] : index to i32
// CHECK-NEXT:   %[[V4:.+]] = arith.addi %[[ARG4]], %[[V3]] : i32
// CHECK-NEXT:   scf.yield %[[V4]] : i32
// CHECK-NEXT: }
// CHECK-NEXT: %[[V2:.+]] = scf.for %[[ARG3]] = %[[V0]] to %[[ARG1]] step %[[ARG2]] iter_args(%[[ARG4]] = %[[V1]]) -> (i32) {
// CHECK-NEXT:   %[[V3]] = affine.apply #[[$MAP1]](%[[ARG3]])[%[[ARG1]]]
// CHECK-NEXT:   %[[V4]] = arith.index_cast %[[V3]] : index to i32
// CHECK-NEXT:   %[[V5:.+]] = arith.addi %[[ARG4]], %[[V4]] : i32
// CHECK-NEXT:   scf.yield %[[V5]] : i32
// CHECK-NEXT: }
// CHECK-NEXT: return %[[V2]] : i32
// CHECK-NEXT: }

// -----

#map = affine_map<(d0, d1)[s0] -> (s0, d0 - d1)>
func.func @static() -> i32 {
  %c0_i32 = arith.constant 0 : i32
  %lb = arith.constant 0 : index
  %step = arith.constant 4 : index
  %ub = arith.constant 17 : index
  %r = scf.for %iv = %lb to %ub step %step iter_args(%arg = %c0_i32) -> i32 {
    %s = affine.min #map(%ub, %iv)[%step]
    %casted = arith.index_cast %s : index to i32
    %0 = arith.addi %arg, %casted : i32
    scf.yield %0 : i32
  }
  return %r : i32
}

// CHECK: #[[$MAP0:.+]] = affine_map<(d0) -> (-d0 + 17)>
// CHECK-LABEL: func.func @static
// CHECK-NEXT: %[[C4_I32:.+]] = arith.constant 4 : i32
// CHECK-NEXT: %[[C0_I32:.+]] = arith.constant 0 : i32
// CHECK-NEXT: %[[C0:.+]] = arith.constant 0 : index
// CHECK-NEXT: %[[C4:.+]] = arith.constant 4 : index
// CHECK-NEXT: %[[C17:.+]] = arith.constant 17 : index
// CHECK-NEXT: %[[C16:.+]] = arith.constant 16 : index
// CHECK-NEXT: %[[V0:.+]] = scf.for %[[ARG0:.+]] = %[[C0]] to %[[C16]] step %[[C4]] iter_args(%[[ARG1:.+]] = %[[C0_I32]]) -> (i32) {
// CHECK-NEXT:   %[[V2:.+]] = arith.addi %[[ARG1]], %[[C4_I32]] : i32
// CHECK-NEXT:   scf.yield %[[V2]] : i32
// CHECK-NEXT: }
// CHECK-NEXT: %[[V1:.+]] = scf.for %[[ARG0]] = %[[C16]] to %[[C17]] step %[[C4]] iter_args(%[[ARG1]] = %[[V0]]) -> (i32) {
// CHECK-NEXT:   %[[V2]] = affine.apply #[[$MAP0]](%[[ARG0]])
// CHECK-NEXT:   %[[V3:.+]] = arith.index_cast %[[V2]] : index to i32
// CHECK-NEXT:   %[[V4:.+]] = arith.addi %[[ARG1]], %[[V3]] : i32
// CHECK-NEXT:   scf.yield %[[V4]] : i32
// CHECK-NEXT: }
// CHECK-NEXT: return %[[V1]] : i32
// CHECK-NEXT: }

// -----

// Counters of another type.

func.func @integers(%m: memref<?xi32>) {
  %lb = arith.constant 0 : i32
  %step = arith.constant 4 : i32
  %ub = arith.constant 17 : i32
  scf.for %iv = %lb to %ub step %step : i32 {
    %i = arith.index_cast %iv : i32 to index
    memref.store %iv, %m[%i] : memref<?xi32>
  }
  return
}

// CHECK-LABEL: func.func @integers
// CHECK-SAME: (%[[ARG0:.+]]: memref<?xi32>) {
// CHECK-NEXT: %[[C0_I32:.+]] = arith.constant 0 : i32
// CHECK-NEXT: %[[C4_I32:.+]] = arith.constant 4 : i32
// CHECK-NEXT: %[[C17_I32:.+]] = arith.constant 17 : i32
// CHECK-NEXT: %[[C16_I32:.+]] = arith.constant 16 : i32
// CHECK-NEXT: scf.for %[[ARG1:.+]] = %[[C0_I32]] to %[[C16_I32]] step %[[C4_I32]]  : i32 {
// CHECK-NEXT:   %[[V0:.+]] = arith.index_cast %[[ARG1]] : i32 to index
// CHECK-NEXT:   memref.store %[[ARG1]], %[[ARG0]][%[[V0]]] : memref<?xi32>
// CHECK-NEXT: }
// CHECK-NEXT: scf.for %[[ARG1]] = %[[C16_I32]] to %[[C17_I32]] step %[[C4_I32]]  : i32 {
// CHECK-NEXT:   %[[V0]] = arith.index_cast %[[ARG1]] : i32 to index
// CHECK-NEXT:   memref.store %[[ARG1]], %[[ARG0]][%[[V0]]] : memref<?xi32>
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }

// -----

#map = affine_map<(d0, d1)[s0] -> (s0, d0 - d1)>
func.func @dynamic_upper_bound(%ub: index, %d: memref<i32>) {
  %lb = arith.constant 0 : index
  %step = arith.constant 4 : index
  scf.for %iv = %lb to %ub step %step {
    %s = affine.min #map(%ub, %iv)[%step]
    %r = memref.load %d[] : memref<i32>
    %casted = arith.index_cast %s : index to i32
    %0 = arith.addi %r, %casted : i32
    memref.store %0, %d[] : memref<i32>
  }
  return
}

// CHECK: #[[$MAP0:.+]] = affine_map<()[s0, s1, s2] -> (s1 - (s1 - s0) mod s2)>
// CHECK: #[[$MAP1:.+]] = affine_map<(d0)[s0] -> (-d0 + s0)>
// CHECK-LABEL: func.func @dynamic_upper_bound
// CHECK-SAME: (%[[ARG0:.+]]: index, %[[ARG1:.+]]: memref<i32>) {
// CHECK-NEXT: %[[C4_I32:.+]] = arith.constant 4 : i32
// CHECK-NEXT: %[[C0:.+]] = arith.constant 0 : index
// CHECK-NEXT: %[[C4:.+]] = arith.constant 4 : index
// CHECK-NEXT: %[[V0:.+]] = affine.apply #[[$MAP0]]()[%[[C0]], %[[ARG0]], %[[C4]]]
// CHECK-NEXT: scf.for %[[ARG2:.+]] = %[[C0]] to %[[V0]] step %[[C4]] {
// CHECK-NEXT:   %[[V1:.+]] = memref.load %[[ARG1]][] : memref<i32>
// CHECK-NEXT:   %[[V2:.+]] = arith.addi %[[V1]], %[[C4_I32]] : i32
// CHECK-NEXT:   memref.store %[[V2]], %[[ARG1]][] : memref<i32>
// CHECK-NEXT: }
// CHECK-NEXT: scf.for %[[ARG2]] = %[[V0]] to %[[ARG0]] step %[[C4]] {
// CHECK-NEXT:   %[[V1]] = affine.apply #[[$MAP1]](%[[ARG2]])[%[[ARG0]]]
// CHECK-NEXT:   %[[V2]] = memref.load %[[ARG1]][] : memref<i32>
// CHECK-NEXT:   %[[V3:.+]] = arith.index_cast %[[V1]] : index to i32
// CHECK-NEXT:   %[[V4:.+]] = arith.addi %[[V2]], %[[V3]] : i32
// CHECK-NEXT:   memref.store %[[V4]], %[[ARG1]][] : memref<i32>
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }

// -----

// Which minima and maxima are decided.

#map0 = affine_map<(d0, d1)[s0] -> (s0, d0 - d1)>
#map1 = affine_map<(d0, d1)[s0] -> (d0 - d1 + 1, s0)>
#map2 = affine_map<(d0, d1)[s0] -> (s0 + 1, d0 - d1 + 1)>
#map3 = affine_map<(d0, d1)[s0] -> (s0, d0 - d1 - 1)>
#map4 = affine_map<(d0, d1, d2)[s0] -> (s0, d0 - d1, d2)>
#map5 = affine_map<(d0, d1)[s0] -> (-s0, -d0 + d1)>
func.func @extremes(%lb: index, %ub: index, %step: index, %d: memref<?xindex>, %other: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  scf.for %iv = %lb to %ub step %step {
    %m0 = affine.min #map0(%ub, %iv)[%step]
    memref.store %m0, %d[%c0] : memref<?xindex>
    %m1 = affine.min #map1(%ub, %iv)[%step]
    memref.store %m1, %d[%c1] : memref<?xindex>
    %m2 = affine.min #map2(%ub, %iv)[%step]
    memref.store %m2, %d[%c2] : memref<?xindex>
    %m3 = affine.min #map3(%ub, %iv)[%step]
    memref.store %m3, %d[%c3] : memref<?xindex>
    %m4 = affine.min #map4(%ub, %iv, %other)[%step]
    memref.store %m4, %d[%c4] : memref<?xindex>
    %m5 = affine.max #map5(%ub, %iv)[%step]
    memref.store %m5, %d[%c5] : memref<?xindex>
  }
  return
}

// CHECK: #[[$MAP0:.+]] = affine_map<()[s0, s1, s2] -> (s1 - (s1 - s0) mod s2)>
// CHECK: #[[$MAP1:.+]] = affine_map<()[s0] -> (s0 + 1)>
// CHECK: #[[$MAP2:.+]] = affine_map<(d0, d1)[s0] -> (s0, d0 - d1 - 1)>
// CHECK: #[[$MAP3:.+]] = affine_map<(d0, d1, d2)[s0] -> (s0, d0 - d1, d2)>
// CHECK: #[[$MAP4:.+]] = affine_map<()[s0] -> (-s0)>
// CHECK: #[[$MAP5:.+]] = affine_map<(d0)[s0] -> (-d0 + s0)>
// CHECK: #[[$MAP6:.+]] = affine_map<(d0)[s0] -> (-d0 + s0 + 1)>
// CHECK: #[[$MAP7:.+]] = affine_map<(d0)[s0] -> (-d0 + s0 - 1)>
// CHECK: #[[$MAP8:.+]] = affine_map<(d0)[s0] -> (d0 - s0)>
// CHECK-LABEL: func.func @extremes
// CHECK-SAME: (%[[ARG0:.+]]: index, %[[ARG1:.+]]: index, %[[ARG2:.+]]: index, %[[ARG3:.+]]: memref<?xindex>, %[[ARG4:.+]]: index) {
// CHECK-NEXT: %[[C0:.+]] = arith.constant 0 : index
// CHECK-NEXT: %[[C1:.+]] = arith.constant 1 : index
// CHECK-NEXT: %[[C2:.+]] = arith.constant 2 : index
// CHECK-NEXT: %[[C3:.+]] = arith.constant 3 : index
// CHECK-NEXT: %[[C4:.+]] = arith.constant 4 : index
// CHECK-NEXT: %[[C5:.+]] = arith.constant 5 : index
// CHECK-NEXT: %[[V0:.+]] = affine.apply #[[$MAP0]]()[%[[ARG0]], %[[ARG1]], %[[ARG2]]]
// CHECK-NEXT: scf.for %[[ARG5:.+]] = %[[ARG0]] to %[[V0]] step %[[ARG2]] {
// CHECK-NEXT:   memref.store %[[ARG2]], %[[ARG3]][%[[C0]]] : memref<?xindex>
// CHECK-NEXT:   memref.store %[[ARG2]], %[[ARG3]][%[[C1]]] : memref<?xindex>
// CHECK-NEXT:   %[[V1:.+]] = affine.apply #[[$MAP1]]()[%[[ARG2]]]
// CHECK-NEXT:   memref.store %[[V1]], %[[ARG3]][%[[C2]]] : memref<?xindex>
// CHECK-NEXT:   %[[V2:.+]] = affine.min #[[$MAP2]](%[[ARG1]], %[[ARG5]])[%[[ARG2]]]
// CHECK-NEXT:   memref.store %[[V2]], %[[ARG3]][%[[C3]]] : memref<?xindex>
// CHECK-NEXT:   %[[V3:.+]] = affine.min #[[$MAP3]](%[[ARG1]], %[[ARG5]], %[[ARG4]])[%[[ARG2]]]
// CHECK-NEXT:   memref.store %[[V3]], %[[ARG3]][%[[C4]]] : memref<?xindex>
// CHECK-NEXT:   %[[V4:.+]] = affine.apply #[[$MAP4]]()[%[[ARG2]]]
// CHECK-NEXT:   memref.store %[[V4]], %[[ARG3]][%[[C5]]] : memref<?xindex>
// CHECK-NEXT: }
// CHECK-NEXT: scf.for %[[ARG5]] = %[[V0]] to %[[ARG1]] step %[[ARG2]] {
// CHECK-NEXT:   %[[V1]] = affine.apply #[[$MAP5]](%[[ARG5]])[%[[ARG1]]]
// CHECK-NEXT:   memref.store %[[V1]], %[[ARG3]][%[[C0]]] : memref<?xindex>
// CHECK-NEXT:   %[[V2]] = affine.apply #[[$MAP6]](%[[ARG5]])[%[[ARG1]]]
// CHECK-NEXT:   memref.store %[[V2]], %[[ARG3]][%[[C1]]] : memref<?xindex>
// CHECK-NEXT:   %[[V3]] = affine.apply #[[$MAP6]](%[[ARG5]])[%[[ARG1]]]
// CHECK-NEXT:   memref.store %[[V3]], %[[ARG3]][%[[C2]]] : memref<?xindex>
// CHECK-NEXT:   %[[V4]] = affine.apply #[[$MAP7]](%[[ARG5]])[%[[ARG1]]]
// CHECK-NEXT:   memref.store %[[V4]], %[[ARG3]][%[[C3]]] : memref<?xindex>
// CHECK-NEXT:   %[[V5:.+]] = affine.min #[[$MAP3]](%[[ARG1]], %[[ARG5]], %[[ARG4]])[%[[ARG2]]]
// CHECK-NEXT:   memref.store %[[V5]], %[[ARG3]][%[[C4]]] : memref<?xindex>
// CHECK-NEXT:   %[[V6:.+]] = affine.apply #[[$MAP8]](%[[ARG5]])[%[[ARG1]]]
// CHECK-NEXT:   memref.store %[[V6]], %[[ARG3]][%[[C5]]] : memref<?xindex>
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }

// -----

// A loop in the partial iteration of another one stays.

#map = affine_map<(d0, d1)[s0] -> (s0, d0 - d1)>
func.func @nested(%lb0: index, %lb1: index, %ub0: index, %ub1: index, %step: index) -> i32 {
  %c0 = arith.constant 0 : i32
  %r0 = scf.for %iv0 = %lb0 to %ub0 step %step iter_args(%arg0 = %c0) -> i32 {
    %r1 = scf.for %iv1 = %lb1 to %ub1 step %step iter_args(%arg1 = %arg0) -> i32 {
      %s = affine.min #map(%ub1, %iv1)[%step]
      %casted = arith.index_cast %s : index to i32
      %0 = arith.addi %arg1, %casted : i32
      scf.yield %0 : i32
    }
    %1 = arith.addi %arg0, %r1 : i32
    scf.yield %1 : i32
  }
  return %r0 : i32
}

// CHECK: #[[$MAP0:.+]] = affine_map<()[s0, s1, s2] -> (s1 - (s1 - s0) mod s2)>
// CHECK: #[[$MAP1:.+]] = affine_map<(d0)[s0] -> (-d0 + s0)>
// CHECK: #[[$MAP2:.+]] = affine_map<(d0, d1)[s0] -> (s0, d0 - d1)>
// CHECK-LABEL: func.func @nested
// CHECK-SAME: (%[[ARG0:.+]]: index, %[[ARG1:.+]]: index, %[[ARG2:.+]]: index, %[[ARG3:.+]]: index, %[[ARG4:.+]]: index) -> i32 {
// CHECK-NEXT: %[[C0_I32:.+]] = arith.constant 0 : i32
// CHECK-NEXT: %[[V0:.+]] = affine.apply #[[$MAP0]]()[%[[ARG0]], %[[ARG2]], %[[ARG4]]]
// CHECK-NEXT: %[[V1:.+]] = scf.for %[[ARG5:.+]] = %[[ARG0]] to %[[V0]] step %[[ARG4]] iter_args(%[[ARG6:.+]] = %[[C0_I32]]) -> (i32) {
// CHECK-NEXT:   %[[V3:.+]] = affine.apply #[[$MAP0]]()[%[[ARG1]], %[[ARG3]], %[[ARG4]]]
// CHECK-NEXT:   %[[V4:.+]] = scf.for %[[ARG7:.+]] = %[[ARG1]] to %[[V3]] step %[[ARG4]] iter_args(%[[ARG8:.+]] = %[[ARG6]]) -> (i32) {
// CHECK-NEXT:     %[[V7:.+]] = arith.index_cast %[[ARG4]] : index to i32
// CHECK-NEXT:     %[[V8:.+]] = arith.addi %[[ARG8]], %[[V7]] : i32
// CHECK-NEXT:     scf.yield %[[V8]] : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   %[[V5:.+]] = scf.for %[[ARG7]] = %[[V3]] to %[[ARG3]] step %[[ARG4]] iter_args(%[[ARG8]] = %[[V4]]) -> (i32) {
// CHECK-NEXT:     %[[V7]] = affine.apply #[[$MAP1]](%[[ARG7]])[%[[ARG3]]]
// CHECK-NEXT:     %[[V8]] = arith.index_cast %[[V7]] : index to i32
// CHECK-NEXT:     %[[V9:.+]] = arith.addi %[[ARG8]], %[[V8]] : i32
// CHECK-NEXT:     scf.yield %[[V9]] : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   %[[V6:.+]] = arith.addi %[[ARG6]], %[[V5]] : i32
// CHECK-NEXT:   scf.yield %[[V6]] : i32
// CHECK-NEXT: }
// CHECK-NEXT: %[[V2:.+]] = scf.for %[[ARG5]] = %[[V0]] to %[[ARG2]] step %[[ARG4]] iter_args(%[[ARG6]] = %[[V1]]) -> (i32) {
// CHECK-NEXT:   %[[V3]] = scf.for %[[ARG7]] = %[[ARG1]] to %[[ARG3]] step %[[ARG4]] iter_args(%[[ARG8]] = %[[ARG6]]) -> (i32) {
// CHECK-NEXT:     %[[V5]] = affine.min #[[$MAP2]](%[[ARG3]], %[[ARG7]])[%[[ARG4]]]
// CHECK-NEXT:     %[[V6]] = arith.index_cast %[[V5]] : index to i32
// CHECK-NEXT:     %[[V7]] = arith.addi %[[ARG8]], %[[V6]] : i32
// CHECK-NEXT:     scf.yield %[[V7]] : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   %[[V4]] = arith.addi %[[ARG6]], %[[V3]] : i32
// CHECK-NEXT:   scf.yield %[[V4]] : i32
// CHECK-NEXT: }
// CHECK-NEXT: return %[[V2]] : i32
// CHECK-NEXT: }

// -----

// The step divides the range, or is 1: nothing to peel.

func.func @whole(%d: memref<?xindex>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c16 = arith.constant 16 : index
  scf.for %i = %c0 to %c16 step %c4 {
    memref.store %i, %d[%i] : memref<?xindex>
  }
  scf.for %i = %c0 to %c16 step %c1 {
    memref.store %i, %d[%i] : memref<?xindex>
  }
  return
}

// CHECK-LABEL: func.func @whole
// CHECK-SAME: (%[[ARG0:.+]]: memref<?xindex>) {
// CHECK-NEXT: %[[C0:.+]] = arith.constant 0 : index
// CHECK-NEXT: %[[C1:.+]] = arith.constant 1 : index
// CHECK-NEXT: %[[C4:.+]] = arith.constant 4 : index
// CHECK-NEXT: %[[C16:.+]] = arith.constant 16 : index
// CHECK-NEXT: scf.for %[[ARG1:.+]] = %[[C0]] to %[[C16]] step %[[C4]] {
// CHECK-NEXT:   memref.store %[[ARG1]], %[[ARG0]][%[[ARG1]]] : memref<?xindex>
// CHECK-NEXT: }
// CHECK-NEXT: scf.for %[[ARG1]] = %[[C0]] to %[[C16]] step %[[C1]] {
// CHECK-NEXT:   memref.store %[[ARG1]], %[[ARG0]][%[[ARG1]]] : memref<?xindex>
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }

// -----

func.func @divides(%arg0: memref<i64>, %arg1: index) {
  %c0 = arith.constant 0 : index
  %0 = affine.apply affine_map<()[s0] -> (s0 * s0)>()[%arg1]
  scf.for %arg2 = %c0 to %0 step %arg1 {
    %1 = affine.min affine_map<(d0)[s0] -> (s0, -d0 + s0 * s0)>(%arg2)[%arg1]
    %2 = arith.index_cast %0 : index to i64
    memref.store %2, %arg0[] : memref<i64>
  }
  return
}

// CHECK: #[[$MAP0:.+]] = affine_map<()[s0] -> (s0 * s0)>
// CHECK-LABEL: func.func @divides
// CHECK-SAME: (%[[ARG0:.+]]: memref<i64>, %[[ARG1:.+]]: index) {
// CHECK-NEXT: %[[C0:.+]] = arith.constant 0 : index
// CHECK-NEXT: %[[V0:.+]] = affine.apply #[[$MAP0]]()[%[[ARG1]]]
// CHECK-NEXT: scf.for %[[ARG2:.+]] = %[[C0]] to %[[V0]] step %[[ARG1]] {
// CHECK-NEXT:   %[[V1:.+]] = arith.index_cast %[[V0]] : index to i64
// CHECK-NEXT:   memref.store %[[V1]], %[[ARG0]][] : memref<i64>
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }
