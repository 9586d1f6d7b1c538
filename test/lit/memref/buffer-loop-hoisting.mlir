// RUN: mlirlite-opt %s --buffer-loop-hoisting --split-input-file --allow-unregistered-dialect | FileCheck %s

func.func @loop_alloc(%lb: index, %ub: index, %step: index, %buf: memref<2xf32>, %res: memref<2xf32>) {
  scf.for %i = %lb to %ub step %step {
    %0 = memref.alloc() : memref<2xf32>
    memref.copy %buf, %0 : memref<2xf32> to memref<2xf32>
    memref.copy %0, %res : memref<2xf32> to memref<2xf32>
  }
  return
}

// CHECK-LABEL: func.func @loop_alloc
// CHECK-SAME: (%[[ARG0:.+]]: index, %[[ARG1:.+]]: index, %[[ARG2:.+]]: index, %[[ARG3:.+]]: memref<2xf32>, %[[ARG4:.+]]: memref<2xf32>) {
// CHECK-NEXT: %[[ALLOC:.+]] = memref.alloc() : memref<2xf32>
// CHECK-NEXT: scf.for %[[ARG5:.+]] = %[[ARG0]] to %[[ARG1]] step %[[ARG2]] {
// CHECK-NEXT:   memref.copy %[[ARG3]], %[[ALLOC]] : memref<2xf32> to memref<2xf32>
// CHECK-NEXT:   memref.copy %[[ALLOC]], %[[ARG4]] : memref<2xf32> to memref<2xf32>
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }

// -----

func.func @nests(%lb: index, %ub: index, %step: index, %res: memref<2xf32>, %c: i1) {
  scf.for %i = %lb to %ub step %step {
    scf.for %j = %lb to %ub step %step {
      %0 = memref.alloc() : memref<2xf32>
      memref.copy %0, %res : memref<2xf32> to memref<2xf32>
      %1 = memref.alloc(%i) : memref<?xf32>
      "test.use"(%1) : (memref<?xf32>) -> ()
      scf.if %c {
        %2 = memref.alloca() : memref<2xf32>
        memref.copy %2, %res : memref<2xf32> to memref<2xf32>
      }
    }
  }
  return
}

// CHECK-LABEL: func.func @nests
// CHECK-SAME: (%[[ARG0:.+]]: index, %[[ARG1:.+]]: index, %[[ARG2:.+]]: index, %[[ARG3:.+]]: memref<2xf32>, %[[ARG4:.+]]: i1) {
// CHECK-NEXT: %[[ALLOC:.+]] = memref.alloc() : memref<2xf32>
// CHECK-NEXT: scf.for %[[ARG5:.+]] = %[[ARG0]] to %[[ARG1]] step %[[ARG2]] {
// CHECK-NEXT:   %[[ALLOC_0:.+]] = memref.alloc(%[[ARG5]]) : memref<?xf32>
// CHECK-NEXT:   scf.for %[[ARG6:.+]] = %[[ARG0]] to %[[ARG1]] step %[[ARG2]] {
// CHECK-NEXT:     memref.copy %[[ALLOC]], %[[ARG3]] : memref<2xf32> to memref<2xf32>
// CHECK-NEXT:     "test.use"(%[[ALLOC_0]]) : (memref<?xf32>) -> ()
// CHECK-NEXT:     scf.if %[[ARG4]] {
// CHECK-NEXT:       %[[ALLOCA:.+]] = memref.alloca() : memref<2xf32>
// CHECK-NEXT:       memref.copy %[[ALLOCA]], %[[ARG3]] : memref<2xf32> to memref<2xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }

// -----

// Carried to the next iteration; not in a loop.

func.func @stays(%lb: index, %ub: index, %step: index, %buf: memref<2xf32>, %res: memref<2xf32>, %c: i1) {
  %1 = scf.for %i = %lb to %ub step %step iter_args(%iter = %buf) -> memref<2xf32> {
    %2 = memref.alloc() : memref<2xf32>
    scf.yield %2 : memref<2xf32>
  }
  memref.copy %1, %res : memref<2xf32> to memref<2xf32>
  scf.if %c {
    %2 = memref.alloc() : memref<2xf32>
    memref.copy %2, %res : memref<2xf32> to memref<2xf32>
  }
  return
}

// CHECK-LABEL: func.func @stays
// CHECK-SAME: (%[[ARG0:.+]]: index, %[[ARG1:.+]]: index, %[[ARG2:.+]]: index, %[[ARG3:.+]]: memref<2xf32>, %[[ARG4:.+]]: memref<2xf32>, %[[ARG5:.+]]: i1) {
// CHECK-NEXT: %[[V0:.+]] = scf.for %[[ARG6:.+]] = %[[ARG0]] to %[[ARG1]] step %[[ARG2]] iter_args(%[[ARG7:.+]] = %[[ARG3]]) -> (memref<2xf32>) {
// CHECK-NEXT:   %[[ALLOC:.+]] = memref.alloc() : memref<2xf32>
// CHECK-NEXT:   scf.yield %[[ALLOC]] : memref<2xf32>
// CHECK-NEXT: }
// CHECK-NEXT: memref.copy %[[V0]], %[[ARG4]] : memref<2xf32> to memref<2xf32>
// CHECK-NEXT: scf.if %[[ARG5]] {
// CHECK-NEXT:   %[[ALLOC]] = memref.alloc() : memref<2xf32>
// CHECK-NEXT:   memref.copy %[[ALLOC]], %[[ARG4]] : memref<2xf32> to memref<2xf32>
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }
