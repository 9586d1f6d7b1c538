// RUN: mlirlite-opt %s --buffer-hoisting --split-input-file --allow-unregistered-dialect | FileCheck %s

func.func @condBranch(%arg0: i1, %arg1: memref<2xf32>, %arg2: memref<2xf32>) {
  cf.cond_br %arg0, ^bb1, ^bb2
^bb1:
  cf.br ^bb3(%arg1 : memref<2xf32>)
^bb2:
  %0 = memref.alloc() : memref<2xf32>
  "test.fill"(%arg1, %0) : (memref<2xf32>, memref<2xf32>) -> ()
  cf.br ^bb3(%0 : memref<2xf32>)
^bb3(%1: memref<2xf32>):
  "test.duplicate"(%1, %arg2) : (memref<2xf32>, memref<2xf32>) -> ()
  return
}

// CHECK-LABEL: func.func @condBranch
// CHECK-SAME: (%[[ARG0:.+]]: i1, %[[ARG1:.+]]: memref<2xf32>, %[[ARG2:.+]]: memref<2xf32>) {
// CHECK-NEXT: %[[ALLOC:.+]] = memref.alloc() : memref<2xf32>
// CHECK-NEXT: cf.cond_br %[[ARG0]], ^bb1, ^bb2
// CHECK-NEXT: ^bb1:  // pred: ^bb0
// CHECK-NEXT: cf.br ^bb3(%[[ARG1]] : memref<2xf32>)
// CHECK-NEXT: ^bb2:  // pred: ^bb0
// CHECK-NEXT: "test.fill"(%[[ARG1]], %[[ALLOC]]) : (memref<2xf32>, memref<2xf32>) -> ()
// CHECK-NEXT: cf.br ^bb3(%[[ALLOC]] : memref<2xf32>)
// CHECK-NEXT: ^bb3(%[[V0:.+]]: memref<2xf32>):  // 2 preds: ^bb1, ^bb2
// CHECK-NEXT: "test.duplicate"(%[[V0]], %[[ARG2]]) : (memref<2xf32>, memref<2xf32>) -> ()
// CHECK-NEXT: return
// CHECK-NEXT: }

// -----

func.func @condBranchDynamic(%arg0: i1, %arg1: memref<?xf32>, %arg2: memref<?xf32>, %arg3: index) {
  cf.cond_br %arg0, ^bb1, ^bb2(%arg3 : index)
^bb1:
  cf.br ^bb3(%arg1 : memref<?xf32>)
^bb2(%0: index):
  %1 = memref.alloc(%0) : memref<?xf32>
  "test.fill"(%arg1, %1) : (memref<?xf32>, memref<?xf32>) -> ()
  cf.br ^bb3(%1 : memref<?xf32>)
^bb3(%2: memref<?xf32>):
  "test.duplicate"(%2, %arg2) : (memref<?xf32>, memref<?xf32>) -> ()
  return
}

// CHECK-LABEL: func.func @condBranchDynamic
// CHECK-SAME: (%[[ARG0:.+]]: i1, %[[ARG1:.+]]: memref<?xf32>, %[[ARG2:.+]]: memref<?xf32>, %[[ARG3:.+]]: index) {
// CHECK-NEXT: cf.cond_br %[[ARG0]], ^bb1, ^bb2(%[[ARG3]] : index)
// CHECK-NEXT: ^bb1:  // pred: ^bb0
// CHECK-NEXT: cf.br ^bb3(%[[ARG1]] : memref<?xf32>)
// CHECK-NEXT: ^bb2(%[[V0:.+]]: index):  // pred: ^bb0
// CHECK-NEXT: %[[ALLOC:.+]] = memref.alloc(%[[V0]]) : memref<?xf32>
// CHECK-NEXT: "test.fill"(%[[ARG1]], %[[ALLOC]]) : (memref<?xf32>, memref<?xf32>) -> ()
// CHECK-NEXT: cf.br ^bb3(%[[ALLOC]] : memref<?xf32>)
// CHECK-NEXT: ^bb3(%[[V1:.+]]: memref<?xf32>):  // 2 preds: ^bb1, ^bb2
// CHECK-NEXT: "test.duplicate"(%[[V1]], %[[ARG2]]) : (memref<?xf32>, memref<?xf32>) -> ()
// CHECK-NEXT: return
// CHECK-NEXT: }

// -----

func.func @nested_if(%arg0: index, %arg1: index) -> memref<?x?xf32> {
  %0 = arith.cmpi eq, %arg0, %arg1 : index
  %1 = memref.alloc(%arg0, %arg0) : memref<?x?xf32>
  %2 = scf.if %0 -> (memref<?x?xf32>) {
    %3 = scf.if %0 -> (memref<?x?xf32>) {
      scf.yield %1 : memref<?x?xf32>
    } else {
      %4 = memref.alloc(%arg0, %arg1) : memref<?x?xf32>
      scf.yield %4 : memref<?x?xf32>
    }
    scf.yield %3 : memref<?x?xf32>
  } else {
    %3 = memref.alloc(%arg1, %arg1) : memref<?x?xf32>
    scf.yield %3 : memref<?x?xf32>
  }
  return %2 : memref<?x?xf32>
}

// CHECK-LABEL: func.func @nested_if
// CHECK-SAME: (%[[ARG0:.+]]: index, %[[ARG1:.+]]: index) -> memref<?x?xf32> {
// CHECK-NEXT: %[[V0:.+]] = arith.cmpi eq, %[[ARG0]], %[[ARG1]] : index
// CHECK-NEXT: %[[ALLOC:.+]] = memref.alloc(%[[ARG0]], %[[ARG0]]) : memref<?x?xf32>
// CHECK-NEXT: %[[ALLOC_0:.+]] = memref.alloc(%[[ARG0]], %[[ARG1]]) : memref<?x?xf32>
// CHECK-NEXT: %[[ALLOC_1:.+]] = memref.alloc(%[[ARG1]], %[[ARG1]]) : memref<?x?xf32>
// CHECK-NEXT: %[[V1:.+]] = scf.if %[[V0]] -> (memref<?x?xf32>) {
// CHECK-NEXT:   %[[V2:.+]] = scf.if %[[V0]] -> (memref<?x?xf32>) {
// CHECK-NEXT:     scf.yield %[[ALLOC]] : memref<?x?xf32>
// CHECK-NEXT:   } else {
// CHECK-NEXT:     scf.yield %[[ALLOC_0]] : memref<?x?xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   scf.yield %[[V2]] : memref<?x?xf32>
// CHECK-NEXT: } else {
// CHECK-NEXT:   scf.yield %[[ALLOC_1]] : memref<?x?xf32>
// CHECK-NEXT: }
// CHECK-NEXT: return %[[V1]] : memref<?x?xf32>
// CHECK-NEXT: }

// -----

func.func @inner_only(%c: i1, %m: memref<2xf32>) {
  scf.if %c {
    %0 = memref.alloc() : memref<2xf32>
    memref.copy %m, %0 : memref<2xf32> to memref<2xf32>
    memref.copy %0, %m : memref<2xf32> to memref<2xf32>
  }
  return
}

// CHECK-LABEL: func.func @inner_only
// CHECK-SAME: (%[[ARG0:.+]]: i1, %[[ARG1:.+]]: memref<2xf32>) {
// CHECK-NEXT: scf.if %[[ARG0]] {
// CHECK-NEXT:   %[[ALLOC:.+]] = memref.alloc() : memref<2xf32>
// CHECK-NEXT:   memref.copy %[[ARG1]], %[[ALLOC]] : memref<2xf32> to memref<2xf32>
// CHECK-NEXT:   memref.copy %[[ALLOC]], %[[ARG1]] : memref<2xf32> to memref<2xf32>
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }

// -----

// Allocations stay in loops.

func.func @loop(%lb: index, %ub: index, %step: index, %buf: memref<2xf32>, %res: memref<2xf32>) {
  %0 = memref.alloc() : memref<2xf32>
  %1 = scf.for %i = %lb to %ub step %step iter_args(%iter = %buf) -> memref<2xf32> {
    %2 = arith.cmpi eq, %i, %ub : index
    %3 = scf.if %2 -> (memref<2xf32>) {
      %4 = memref.alloc() : memref<2xf32>
      scf.yield %4 : memref<2xf32>
    } else {
      scf.yield %0 : memref<2xf32>
    }
    scf.yield %3 : memref<2xf32>
  }
  memref.copy %1, %res : memref<2xf32> to memref<2xf32>
  return
}

// CHECK-LABEL: func.func @loop
// CHECK-SAME: (%[[ARG0:.+]]: index, %[[ARG1:.+]]: index, %[[ARG2:.+]]: index, %[[ARG3:.+]]: memref<2xf32>, %[[ARG4:.+]]: memref<2xf32>) {
// CHECK-NEXT: %[[ALLOC:.+]] = memref.alloc() : memref<2xf32>
// CHECK-NEXT: %[[V0:.+]] = scf.for %[[ARG5:.+]] = %[[ARG0]] to %[[ARG1]] step %[[ARG2]] iter_args(%[[ARG6:.+]] = %[[ARG3]]) -> (memref<2xf32>) {
// CHECK-NEXT:   %[[V1:.+]] = arith.cmpi eq, %[[ARG5]], %[[ARG1]] : index
// CHECK-NEXT:   %[[ALLOC_0:.+]] = memref.alloc() : memref<2xf32>
// CHECK-NEXT:   %[[V2:.+]] = scf.if %[[V1]] -> (memref<2xf32>) {
// CHECK-NEXT:     scf.yield %[[ALLOC_0]] : memref<2xf32>
// CHECK-NEXT:   } else {
// CHECK-NEXT:     scf.yield %[[ALLOC]] : memref<2xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   scf.yield %[[V2]] : memref<2xf32>
// CHECK-NEXT: }
// CHECK-NEXT: memref.copy %[[V0]], %[[ARG4]] : memref<2xf32> to memref<2xf32>
// CHECK-NEXT: return
// CHECK-NEXT: }
