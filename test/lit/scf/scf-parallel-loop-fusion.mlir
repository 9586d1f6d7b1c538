// RUN: mlirlite-opt %s --scf-parallel-loop-fusion --split-input-file --allow-unregistered-dialect | FileCheck %s

func.func @empty() {
  %c2 = arith.constant 2 : index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i, %j) = (%c0, %c0) to (%c2, %c2) step (%c1, %c1) {
  }
  scf.parallel (%i, %j) = (%c0, %c0) to (%c2, %c2) step (%c1, %c1) {
  }
  return
}

// CHECK-LABEL: func.func @empty
// CHECK-NEXT: %[[C2:.+]] = arith.constant 2 : index
// CHECK-NEXT: %[[C0:.+]] = arith.constant 0 : index
// CHECK-NEXT: %[[C1:.+]] = arith.constant 1 : index
// CHECK-NEXT: scf.parallel (%[[ARG0:.+]], %[[ARG1:.+]]) = (%[[C0]], %[[C0]]) to (%[[C2]], %[[C2]]) step (%[[C1]], %[[C1]]) {
// CHECK-NEXT:   scf.reduce
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }

// -----

func.func @two(%A: memref<2x2xf32>, %B: memref<2x2xf32>, %C: memref<2x2xf32>, %result: memref<2x2xf32>) {
  %c2 = arith.constant 2 : index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %sum = memref.alloc() : memref<2x2xf32>
  scf.parallel (%i, %j) = (%c0, %c0) to (%c2, %c2) step (%c1, %c1) {
    %b = memref.load %B[%i, %j] : memref<2x2xf32>
    %c = memref.load %C[%i, %j] : memref<2x2xf32>
    %s = arith.addf %b, %c : f32
    memref.store %s, %sum[%i, %j] : memref<2x2xf32>
  }
  scf.parallel (%i, %j) = (%c0, %c0) to (%c2, %c2) step (%c1, %c1) {
    %s = memref.load %sum[%i, %j] : memref<2x2xf32>
    %a = memref.load %A[%i, %j] : memref<2x2xf32>
    %p = arith.mulf %s, %a : f32
    memref.store %p, %result[%i, %j] : memref<2x2xf32>
  }
  memref.dealloc %sum : memref<2x2xf32>
  return
}

// CHECK-LABEL: func.func @two
// CHECK-SAME: (%[[ARG0:.+]]: memref<2x2xf32>, %[[ARG1:.+]]: memref<2x2xf32>, %[[ARG2:.+]]: memref<2x2xf32>, %[[ARG3:.+]]: memref<2x2xf32>) {
// CHECK-NEXT: %[[C2:.+]] = arith.constant 2 : index
// CHECK-NEXT: %[[C0:.+]] = arith.constant 0 : index
// CHECK-NEXT: %[[C1:.+]] = arith.constant 1 : index
// CHECK-NEXT: %[[ALLOC:.+]] = memref.alloc() : memref<2x2xf32>
// CHECK-NEXT: scf.parallel (%[[ARG4:.+]], %[[ARG5:.+]]) = (%[[C0]], %[[C0]]) to (%[[C2]], %[[C2]]) step (%[[C1]], %[[C1]]) {
// CHECK-NEXT:   %[[V0:.+]] = memref.load %[[ARG1]][%[[ARG4]], %[[ARG5]]] : memref<2x2xf32>
// CHECK-NEXT:   %[[V1:.+]] = memref.load %[[ARG2]][%[[ARG4]], %[[ARG5]]] : memref<2x2xf32>
// CHECK-NEXT:   %[[V2:.+]] = arith.addf %[[V0]], %[[V1]] : f32
// CHECK-NEXT:   memref.store %[[V2]], %[[ALLOC]][%[[ARG4]], %[[ARG5]]] : memref<2x2xf32>
// CHECK-NEXT:   scf.reduce
// CHECK-NEXT: }
// CHECK-NEXT: scf.parallel (%[[ARG4]], %[[ARG5]]) = (%[[C0]], %[[C0]]) to (%[[C2]], %[[C2]]) step (%[[C1]], %[[C1]]) {
// CHECK-NEXT:   %[[V0]] = memref.load %[[ALLOC]][%[[ARG4]], %[[ARG5]]] : memref<2x2xf32>
// CHECK-NEXT:   %[[V1]] = memref.load %[[ARG0]][%[[ARG4]], %[[ARG5]]] : memref<2x2xf32>
// CHECK-NEXT:   %[[V2]] = arith.mulf %[[V0]], %[[V1]] : f32
// CHECK-NEXT:   memref.store %[[V2]], %[[ARG3]][%[[ARG4]], %[[ARG5]]] : memref<2x2xf32>
// CHECK-NEXT:   scf.reduce
// CHECK-NEXT: }
// CHECK-NEXT: memref.dealloc %[[ALLOC]] : memref<2x2xf32>
// CHECK-NEXT: return
// CHECK-NEXT: }

// -----

func.func @three(%lhs: memref<100x10xf32>, %rhs: memref<100xf32>, %out: memref<100x10xf32>) {
  %c100 = arith.constant 100 : index
  %c10 = arith.constant 10 : index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = memref.alloc() : memref<100x10xf32>
  %d = memref.alloc() : memref<100x10xf32>
  scf.parallel (%i, %j) = (%c0, %c0) to (%c100, %c10) step (%c1, %c1) {
    %0 = memref.load %rhs[%i] : memref<100xf32>
    memref.store %0, %a[%i, %j] : memref<100x10xf32>
  }
  scf.parallel (%i, %j) = (%c0, %c0) to (%c100, %c10) step (%c1, %c1) {
    %0 = memref.load %lhs[%i, %j] : memref<100x10xf32>
    %1 = memref.load %a[%i, %j] : memref<100x10xf32>
    %2 = arith.subf %0, %1 : f32
    memref.store %2, %d[%i, %j] : memref<100x10xf32>
  }
  scf.parallel (%i, %j) = (%c0, %c0) to (%c100, %c10) step (%c1, %c1) {
    %0 = memref.load %d[%i, %j] : memref<100x10xf32>
    %1 = math.exp %0 : f32
    memref.store %1, %out[%i, %j] : memref<100x10xf32>
  }
  memref.dealloc %a : memref<100x10xf32>
  memref.dealloc %d : memref<100x10xf32>
  return
}

// CHECK-LABEL: func.func @three
// CHECK-SAME: (%[[ARG0:.+]]: memref<100x10xf32>, %[[ARG1:.+]]: memref<100xf32>, %[[ARG2:.+]]: memref<100x10xf32>) {
// CHECK-NEXT: %[[C100:.+]] = arith.constant 100 : index
// CHECK-NEXT: %[[C10:.+]] = arith.constant 10 : index
// CHECK-NEXT: %[[C0:.+]] = arith.constant 0 : index
// CHECK-NEXT: %[[C1:.+]] = arith.constant 1 : index
// CHECK-NEXT: %[[ALLOC:.+]] = memref.alloc() : memref<100x10xf32>
// CHECK-NEXT: %[[ALLOC_0:.+]] = memref.alloc() : memref<100x10xf32>
// CHECK-NEXT: scf.parallel (%[[ARG3:.+]], %[[ARG4:.+]]) = (%[[C0]], %[[C0]]) to (%[[C100]], %[[C10]]) step (%[[C1]], %[[C1]]) {
// CHECK-NEXT:   %[[V0:.+]] = memref.load %[[ARG1]][%[[ARG3]]] : memref<100xf32>
// CHECK-NEXT:   memref.store %[[V0]], %[[ALLOC]][%[[ARG3]], %[[ARG4]]] : memref<100x10xf32>
// CHECK-NEXT:   %[[V1:.+]] = memref.load %[[ARG0]][%[[ARG3]], %[[ARG4]]] : memref<100x10xf32>
// CHECK-NEXT:   %[[V2:.+]] = memref.load %[[ALLOC]][%[[ARG3]], %[[ARG4]]] : memref<100x10xf32>
// CHECK-NEXT:   %[[V3:.+]] = arith.subf %[[V1]], %[[V2]] : f32
// CHECK-NEXT:   memref.store %[[V3]], %[[ALLOC_0]][%[[ARG3]], %[[ARG4]]] : memref<100x10xf32>
// CHECK-NEXT:   scf.reduce
// CHECK-NEXT: }
// CHECK-NEXT: scf.parallel (%[[ARG3]], %[[ARG4]]) = (%[[C0]], %[[C0]]) to (%[[C100]], %[[C10]]) step (%[[C1]], %[[C1]]) {
// CHECK-NEXT:   %[[V0]] = memref.load %[[ALLOC_0]][%[[ARG3]], %[[ARG4]]] : memref<100x10xf32>
// CHECK-NEXT:   %[[V1]] = math.exp %[[V0]] : f32
// CHECK-NEXT:   memref.store %[[V1]], %[[ARG2]][%[[ARG3]], %[[ARG4]]] : memref<100x10xf32>
// CHECK-NEXT:   scf.reduce
// CHECK-NEXT: }
// CHECK-NEXT: memref.dealloc %[[ALLOC]] : memref<100x10xf32>
// CHECK-NEXT: memref.dealloc %[[ALLOC_0]] : memref<100x10xf32>
// CHECK-NEXT: return
// CHECK-NEXT: }

// -----

// Reductions come together too.

func.func @reductions(%A: memref<2x2xf32>, %B: memref<2x2xf32>) -> (f32, f32) {
  %c2 = arith.constant 2 : index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0.0 : f32
  %o = arith.constant 1.0 : f32
  %r1 = scf.parallel (%i, %j) = (%c0, %c0) to (%c2, %c2) step (%c1, %c1) init(%z) -> f32 {
    %a = memref.load %A[%i, %j] : memref<2x2xf32>
    scf.reduce(%a : f32) {
    ^bb0(%x: f32, %y: f32):
      %1 = arith.addf %x, %y : f32
      scf.reduce.return %1 : f32
    }
  }
  %r2 = scf.parallel (%i, %j) = (%c0, %c0) to (%c2, %c2) step (%c1, %c1) init(%o) -> f32 {
    %b = memref.load %B[%i, %j] : memref<2x2xf32>
    scf.reduce(%b : f32) {
    ^bb0(%x: f32, %y: f32):
      %1 = arith.mulf %x, %y : f32
      scf.reduce.return %1 : f32
    }
  }
  return %r1, %r2 : f32, f32
}

// CHECK-LABEL: func.func @reductions
// CHECK-SAME: (%[[ARG0:.+]]: memref<2x2xf32>, %[[ARG1:.+]]: memref<2x2xf32>) -> (f32, f32) {
// CHECK-NEXT: %[[C2:.+]] = arith.constant 2 : index
// CHECK-NEXT: %[[C0:.+]] = arith.constant 0 : index
// CHECK-NEXT: %[[C1:.+]] = arith.constant 1 : index
// CHECK-NEXT: %[[CST:.+]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: %[[CST_0:.+]] = arith.constant 1.000000e+00 : f32
// CHECK-NEXT: %[[V0:.+]]:2 = scf.parallel (%[[ARG2:.+]], %[[ARG3:.+]]) = (%[[C0]], %[[C0]]) to (%[[C2]], %[[C2]]) step (%[[C1]], %[[C1]]) init (%[[CST]], %[[CST_0]]) -> (f32, f32) {
// CHECK-NEXT:   %[[V1:.+]] = memref.load %[[ARG0]][%[[ARG2]], %[[ARG3]]] : memref<2x2xf32>
// CHECK-NEXT:   %[[V2:.+]] = memref.load %[[ARG1]][%[[ARG2]], %[[ARG3]]] : memref<2x2xf32>
// CHECK-NEXT:   scf.reduce(%[[V1]], %[[V2]] : f32, f32) {
// CHECK-NEXT:   ^bb0(%[[ARG4:.+]]: f32, %[[ARG5:.+]]: f32):
// CHECK-NEXT:     %[[V3:.+]] = arith.addf %[[ARG4]], %[[ARG5]] : f32
// CHECK-NEXT:     scf.reduce.return %[[V3]] : f32
// CHECK-NEXT:   }, {
// CHECK-NEXT:   ^bb0(%[[ARG4]]: f32, %[[ARG5]]: f32):
// CHECK-NEXT:     %[[V3]] = arith.mulf %[[ARG4]], %[[ARG5]] : f32
// CHECK-NEXT:     scf.reduce.return %[[V3]] : f32
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-NEXT: return %[[V0]]#0, %[[V0]]#1 : f32, f32
// CHECK-NEXT: }

// -----

// Different bounds; a buffer read at other points; an effect between; loops inside.

func.func @stays(%A: memref<2x2xf32>, %B: memref<2x2xf32>) {
  %c2 = arith.constant 2 : index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0.0 : f32
  scf.parallel (%i, %j) = (%c0, %c0) to (%c1, %c2) step (%c1, %c1) {
    memref.store %z, %A[%i, %j] : memref<2x2xf32>
  }
  scf.parallel (%i, %j) = (%c0, %c0) to (%c2, %c2) step (%c1, %c1) {
    memref.store %z, %A[%i, %j] : memref<2x2xf32>
  }
  scf.parallel (%i, %j) = (%c0, %c0) to (%c2, %c2) step (%c1, %c1) {
    %0 = memref.load %A[%j, %i] : memref<2x2xf32>
    memref.store %0, %B[%i, %j] : memref<2x2xf32>
  }
  "test.effect"() : () -> ()
  scf.parallel (%i, %j) = (%c0, %c0) to (%c2, %c2) step (%c1, %c1) {
    scf.parallel (%k) = (%c0) to (%c2) step (%c1) {
      memref.store %z, %B[%i, %k] : memref<2x2xf32>
    }
  }
  scf.parallel (%i, %j) = (%c0, %c0) to (%c2, %c2) step (%c1, %c1) {
    memref.store %z, %B[%i, %j] : memref<2x2xf32>
  }
  return
}

// CHECK-LABEL: func.func @stays
// CHECK-SAME: (%[[ARG0:.+]]: memref<2x2xf32>, %[[ARG1:.+]]: memref<2x2xf32>) {
// CHECK-NEXT: %[[C2:.+]] = arith.constant 2 : index
// CHECK-NEXT: %[[C0:.+]] = arith.constant 0 : index
// CHECK-NEXT: %[[C1:.+]] = arith.constant 1 : index
// CHECK-NEXT: %[[CST:.+]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: scf.parallel (%[[ARG2:.+]], %[[ARG3:.+]]) = (%[[C0]], %[[C0]]) to (%[[C1]], %[[C2]]) step (%[[C1]], %[[C1]]) {
// CHECK-NEXT:   memref.store %[[CST]], %[[ARG0]][%[[ARG2]], %[[ARG3]]] : memref<2x2xf32>
// CHECK-NEXT:   scf.reduce
// CHECK-NEXT: }
// CHECK-NEXT: scf.parallel (%[[ARG2]], %[[ARG3]]) = (%[[C0]], %[[C0]]) to (%[[C2]], %[[C2]]) step (%[[C1]], %[[C1]]) {
// CHECK-NEXT:   memref.store %[[CST]], %[[ARG0]][%[[ARG2]], %[[ARG3]]] : memref<2x2xf32>
// CHECK-NEXT:   scf.reduce
// CHECK-NEXT: }
// CHECK-NEXT: scf.parallel (%[[ARG2]], %[[ARG3]]) = (%[[C0]], %[[C0]]) to (%[[C2]], %[[C2]]) step (%[[C1]], %[[C1]]) {
// CHECK-NEXT:   %[[V0:.+]] = memref.load %[[ARG0]][%[[ARG3]], %[[ARG2]]] : memref<2x2xf32>
// CHECK-NEXT:   memref.store %[[V0]], %[[ARG1]][%[[ARG2]], %[[ARG3]]] : memref<2x2xf32>
// CHECK-NEXT:   scf.reduce
// CHECK-NEXT: }
// CHECK-NEXT: "test.effect"() : () -> ()
// CHECK-NEXT: scf.parallel (%[[ARG2]], %[[ARG3]]) = (%[[C0]], %[[C0]]) to (%[[C2]], %[[C2]]) step (%[[C1]], %[[C1]]) {
// CHECK-NEXT:   scf.parallel (%[[ARG4:.+]]) = (%[[C0]]) to (%[[C2]]) step (%[[C1]]) {
// CHECK-NEXT:     memref.store %[[CST]], %[[ARG1]][%[[ARG2]], %[[ARG4]]] : memref<2x2xf32>
// CHECK-NEXT:     scf.reduce
// CHECK-NEXT:   }
// CHECK-NEXT:   scf.reduce
// CHECK-NEXT: }
// CHECK-NEXT: scf.parallel (%[[ARG2]], %[[ARG3]]) = (%[[C0]], %[[C0]]) to (%[[C2]], %[[C2]]) step (%[[C1]], %[[C1]]) {
// CHECK-NEXT:   memref.store %[[CST]], %[[ARG1]][%[[ARG2]], %[[ARG3]]] : memref<2x2xf32>
// CHECK-NEXT:   scf.reduce
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }
