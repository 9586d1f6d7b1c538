// RUN: mlirlite-opt %s --scf-for-loop-canonicalization --split-input-file --allow-unregistered-dialect | FileCheck %s

func.func @scf_for(%a: memref<i64>, %b: memref<i64>) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  scf.for %i = %c0 to %c4 step %c2 {
    %0 = affine.min affine_map<(d0, d1)[s0] -> (s0, d0 - d1)>(%c4, %i)[%c2]
    %1 = arith.index_cast %0 : index to i64
    memref.store %1, %a[] : memref<i64>
  }
  scf.for %i = %c0 to %c4 step %c2 {
    %0 = affine.max affine_map<(d0) -> (d0, 4 - d0)>(%i)
    %1 = arith.index_cast %0 : index to i64
    memref.store %1, %b[] : memref<i64>
  }
  return
}

// CHECK: #[[$MAP0:.+]] = affine_map<(d0) -> (-d0 + 4)>
// CHECK-LABEL: func.func @scf_for
// CHECK-SAME: (%[[ARG0:.+]]: memref<i64>, %[[ARG1:.+]]: memref<i64>) {
// CHECK-NEXT: %[[C2_I64:.+]] = arith.constant 2 : i64
// CHECK-NEXT: %[[C0:.+]] = arith.constant 0 : index
// CHECK-NEXT: %[[C2:.+]] = arith.constant 2 : index
// CHECK-NEXT: %[[C4:.+]] = arith.constant 4 : index
// CHECK-NEXT: scf.for %[[ARG2:.+]] = %[[C0]] to %[[C4]] step %[[C2]] {
// CHECK-NEXT:   memref.store %[[C2_I64]], %[[ARG0]][] : memref<i64>
// CHECK-NEXT: }
// CHECK-NEXT: scf.for %[[ARG2]] = %[[C0]] to %[[C4]] step %[[C2]] {
// CHECK-NEXT:   %[[V0:.+]] = affine.apply #[[$MAP0]](%[[ARG2]])
// CHECK-NEXT:   %[[V1:.+]] = arith.index_cast %[[V0]] : index to i64
// CHECK-NEXT:   memref.store %[[V1]], %[[ARG1]][] : memref<i64>
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }

// -----

func.func @scf_parallel(%a: memref<i64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c7 = arith.constant 7 : index
  scf.parallel (%i, %j) = (%c0, %c0) to (%c7, %n) step (%c3, %c2) {
    %0 = affine.min affine_map<(d0) -> (d0 + 2, 9)>(%i)
    %1 = arith.index_cast %0 : index to i64
    memref.store %1, %a[] : memref<i64>
    %2 = affine.min affine_map<(d0)[s0] -> (d0, s0)>(%j)[%n]
    %3 = arith.index_cast %2 : index to i64
    memref.store %3, %a[] : memref<i64>
  }
  return
}

// CHECK: #[[$MAP0:.+]] = affine_map<(d0) -> (d0 + 2)>
// CHECK: #[[$MAP1:.+]] = affine_map<(d0)[s0] -> (d0, s0)>
// CHECK-LABEL: func.func @scf_parallel
// CHECK-SAME: (%[[ARG0:.+]]: memref<i64>, %[[ARG1:.+]]: index) {
// CHECK-NEXT: %[[C0:.+]] = arith.constant 0 : index
// CHECK-NEXT: %[[C2:.+]] = arith.constant 2 : index
// CHECK-NEXT: %[[C3:.+]] = arith.constant 3 : index
// CHECK-NEXT: %[[C7:.+]] = arith.constant 7 : index
// CHECK-NEXT: scf.parallel (%[[ARG2:.+]], %[[ARG3:.+]]) = (%[[C0]], %[[C0]]) to (%[[C7]], %[[ARG1]]) step (%[[C3]], %[[C2]]) {
// CHECK-NEXT:   %[[V0:.+]] = affine.apply #[[$MAP0]](%[[ARG2]])
// CHECK-NEXT:   %[[V1:.+]] = arith.index_cast %[[V0]] : index to i64
// CHECK-NEXT:   memref.store %[[V1]], %[[ARG0]][] : memref<i64>
// CHECK-NEXT:   %[[V2:.+]] = affine.min #[[$MAP1]](%[[ARG3]])[%[[ARG1]]]
// CHECK-NEXT:   %[[V3:.+]] = arith.index_cast %[[V2]] : index to i64
// CHECK-NEXT:   memref.store %[[V3]], %[[ARG0]][] : memref<i64>
// CHECK-NEXT:   scf.reduce
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }

// -----

func.func @one_trip(%a: memref<i64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c1 step %c8 {
    %0 = affine.min affine_map<(d0) -> (d0 + 3, 7)>(%i)
    %1 = arith.index_cast %0 : index to i64
    memref.store %1, %a[] : memref<i64>
  }
  return
}

// CHECK-LABEL: func.func @one_trip
// CHECK-SAME: (%[[ARG0:.+]]: memref<i64>) {
// CHECK-NEXT: %[[C3_I64:.+]] = arith.constant 3 : i64
// CHECK-NEXT: %[[C0:.+]] = arith.constant 0 : index
// CHECK-NEXT: %[[C1:.+]] = arith.constant 1 : index
// CHECK-NEXT: %[[C8:.+]] = arith.constant 8 : index
// CHECK-NEXT: scf.for %[[ARG1:.+]] = %[[C0]] to %[[C1]] step %[[C8]] {
// CHECK-NEXT:   memref.store %[[C3_I64]], %[[ARG0]][] : memref<i64>
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }

// -----

func.func @forall(%n: index) {
  scf.forall (%i) in (4) {
    %0 = affine.min affine_map<(d0) -> (4 - d0, 5)>(%i)
    "test.use"(%0) : (index) -> ()
  }
  scf.forall (%i) = (0) to (%n) step (2) {
    %0 = affine.max affine_map<(d0) -> (0, d0)>(%i)
    "test.use"(%0) : (index) -> ()
  }
  return
}

// CHECK: #[[$MAP0:.+]] = affine_map<(d0) -> (-d0 + 4)>
// CHECK: #[[$MAP1:.+]] = affine_map<(d0) -> (0, d0)>
// CHECK-LABEL: func.func @forall
// CHECK-SAME: (%[[ARG0:.+]]: index) {
// CHECK-NEXT: scf.forall (%[[ARG1:.+]]) in (4) {
// CHECK-NEXT:   %[[V0:.+]] = affine.apply #[[$MAP0]](%[[ARG1]])
// CHECK-NEXT:   "test.use"(%[[V0]]) : (index) -> ()
// CHECK-NEXT: }
// CHECK-NEXT: scf.forall (%[[ARG1]]) = (0) to (%[[ARG0]]) step (2) {
// CHECK-NEXT:   %[[V0]] = affine.max #[[$MAP1]](%[[ARG1]])
// CHECK-NEXT:   "test.use"(%[[V0]]) : (index) -> ()
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }

// -----

func.func @sizes(%arg0: tensor<?x?xf32>, %arg1: memref<?xf32>, %lb: index, %ub: index, %step: index) -> (tensor<?x?xf32>, index) {
  %c0 = arith.constant 0 : index
  %r = scf.for %i = %lb to %ub step %step iter_args(%t = %arg0) -> (tensor<?x?xf32>) {
    %d = tensor.dim %t, %c0 : tensor<?x?xf32>
    "test.use"(%d) : (index) -> ()
    scf.yield %t : tensor<?x?xf32>
  }
  %d = tensor.dim %r, %c0 : tensor<?x?xf32>
  return %r, %d : tensor<?x?xf32>, index
}

// CHECK-LABEL: func.func @sizes
// CHECK-SAME: (%[[ARG0:.+]]: tensor<?x?xf32>, %[[ARG1:.+]]: memref<?xf32>, %[[ARG2:.+]]: index, %[[ARG3:.+]]: index, %[[ARG4:.+]]: index) -> (tensor<?x?xf32>, index) {
// CHECK-NEXT: %[[C0:.+]] = arith.constant 0 : index
// CHECK-NEXT: %[[V0:.+]] = scf.for %[[ARG5:.+]] = %[[ARG2]] to %[[ARG3]] step %[[ARG4]] iter_args(%[[ARG6:.+]] = %[[ARG0]]) -> (tensor<?x?xf32>) {
// CHECK-NEXT:   %[[DIM_0:.+]] = tensor.dim %[[ARG0]], %[[C0]] : tensor<?x?xf32>
// CHECK-NEXT:   "test.use"(%[[DIM_0]]) : (index) -> ()
// CHECK-NEXT:   scf.yield %[[ARG6]] : tensor<?x?xf32>
// CHECK-NEXT: }
// CHECK-NEXT: %[[DIM:.+]] = tensor.dim %[[ARG0]], %[[C0]] : tensor<?x?xf32>
// CHECK-NEXT: return %[[V0]], %[[DIM]] : tensor<?x?xf32>, index
// CHECK-NEXT: }

// -----

// Not decided: it depends on %i; the shape may change.

func.func @stays(%arg0: tensor<?xf32>, %a: memref<i64>, %n: index) -> index {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c9 = arith.constant 9 : index
  scf.for %i = %c0 to %c9 step %c2 {
    %0 = affine.min affine_map<(d0) -> (2, 9 - d0)>(%i)
    %1 = arith.index_cast %0 : index to i64
    memref.store %1, %a[] : memref<i64>
  }
  %r = scf.for %i = %c0 to %n step %c2 iter_args(%t = %arg0) -> (tensor<?xf32>) {
    %d = tensor.dim %t, %c0 : tensor<?xf32>
    %u = "test.make"(%d) : (index) -> tensor<?xf32>
    scf.yield %u : tensor<?xf32>
  }
  %d = tensor.dim %r, %c0 : tensor<?xf32>
  return %d : index
}

// CHECK: #[[$MAP0:.+]] = affine_map<(d0) -> (2, -d0 + 9)>
// CHECK-LABEL: func.func @stays
// CHECK-SAME: (%[[ARG0:.+]]: tensor<?xf32>, %[[ARG1:.+]]: memref<i64>, %[[ARG2:.+]]: index) -> index {
// CHECK-NEXT: %[[C0:.+]] = arith.constant 0 : index
// CHECK-NEXT: %[[C2:.+]] = arith.constant 2 : index
// CHECK-NEXT: %[[C9:.+]] = arith.constant 9 : index
// CHECK-NEXT: scf.for %[[ARG3:.+]] = %[[C0]] to %[[C9]] step %[[C2]] {
// CHECK-NEXT:   %[[V1:.+]] = affine.min #[[$MAP0]](%[[ARG3]])
// CHECK-NEXT:   %[[V2:.+]] = arith.index_cast %[[V1]] : index to i64
// CHECK-NEXT:   memref.store %[[V2]], %[[ARG1]][] : memref<i64>
// CHECK-NEXT: }
// CHECK-NEXT: %[[V0:.+]] = scf.for %[[ARG3]] = %[[C0]] to %[[ARG2]] step %[[C2]] iter_args(%[[ARG4:.+]] = %[[ARG0]]) -> (tensor<?xf32>) {
// CHECK-NEXT:   %[[DIM_0:.+]] = tensor.dim %[[ARG4]], %[[C0]] : tensor<?xf32>
// CHECK-NEXT:   %[[V1]] = "test.make"(%[[DIM_0]]) : (index) -> tensor<?xf32>
// CHECK-NEXT:   scf.yield %[[V1]] : tensor<?xf32>
// CHECK-NEXT: }
// CHECK-NEXT: %[[DIM:.+]] = tensor.dim %[[V0]], %[[C0]] : tensor<?xf32>
// CHECK-NEXT: return %[[DIM]] : index
// CHECK-NEXT: }
