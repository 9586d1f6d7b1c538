// RUN: mlirlite-opt %s --remove-dead-values=canonicalize=0 --split-input-file | FileCheck %s

// Nobody needs the argument and the result of a private function: they go, the call stays.
// CHECK-LABEL: func.func private @callee(
// CHECK-SAME:    %[[ARG0:.*]]: memref<i32>) -> i32 {
// CHECK-NEXT:     %[[C7_I32:.*]] = arith.constant 7 : i32
// CHECK-NEXT:     memref.store %[[C7_I32]], %[[ARG0]][] : memref<i32>
// CHECK-NEXT:     return %[[C7_I32]] : i32
// CHECK-NEXT:   }
func.func private @callee(%arg0: i32, %arg1: memref<i32>) -> (i32, i32) {
  %c7 = arith.constant 7 : i32
  memref.store %c7, %arg1[] : memref<i32>
  %0 = arith.addi %arg0, %arg0 : i32
  return %0, %c7 : i32, i32
}
// CHECK-LABEL: func.func @caller(
// CHECK-SAME:    %[[ARG0:.*]]: i32, %[[ARG1:.*]]: memref<i32>) -> i32 {
// CHECK-NEXT:     %[[CALL:.*]] = call @callee(%[[ARG1]]) : (memref<i32>) -> i32
// CHECK-NEXT:     return %[[CALL]] : i32
// CHECK-NEXT:   }
func.func @caller(%arg0: i32, %arg1: memref<i32>) -> i32 {
  %0:2 = call @callee(%arg0, %arg1) : (i32, memref<i32>) -> (i32, i32)
  return %0#1 : i32
}

// -----

// A function that can be seen from outside keeps its signature.
// CHECK-LABEL: func.func @open(
// CHECK-SAME:    %[[ARG0:.*]]: i32, %[[ARG1:.*]]: i32) -> i32 {
// CHECK-NEXT:     return %[[ARG0]] : i32
// CHECK-NEXT:   }
func.func @open(%arg0: i32, %arg1: i32) -> i32 {
  %0 = arith.muli %arg1, %arg1 : i32
  return %arg0 : i32
}

// -----

// A value that only goes round in a loop.
// CHECK-LABEL: func.func @loop(
// CHECK-SAME:    %[[ARG0:.*]]: index, %[[ARG1:.*]]: index) -> index {
// CHECK-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:     %[[POISON:.*]] = ub.poison : index
// CHECK-NEXT:     %[[FOR:.*]]:2 = scf.for %[[ARG2:.*]] = %[[C0]] to %[[ARG1]] step %[[C1]] iter_args(%[[ARG3:.*]] = %[[ARG0]], %[[ARG4:.*]] = %[[POISON]]) -> (index, index) {
// CHECK-NEXT:       %[[ADDI:.*]] = arith.addi %[[ARG3]], %[[ARG2]] : index
// CHECK-NEXT:       %[[POISON_1:.*]] = ub.poison : index
// CHECK-NEXT:       scf.yield %[[ADDI]], %[[POISON_1]] : index, index
// CHECK-NEXT:     }
// CHECK-NEXT:     return %[[FOR]]#0 : index
// CHECK-NEXT:   }
func.func @loop(%arg0: index, %n: index) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0:2 = scf.for %i = %c0 to %n step %c1 iter_args(%live = %arg0, %dead = %c1) -> (index, index) {
    %1 = arith.addi %live, %i : index
    %2 = arith.muli %dead, %n : index
    scf.yield %1, %2 : index, index
  }
  return %0#0 : index
}

// -----

// The loop has an effect: its bounds are needed, its result is not.
// CHECK-LABEL: func.func @effect(
// CHECK-SAME:    %[[ARG0:.*]]: memref<?xindex>, %[[ARG1:.*]]: index) {
// CHECK-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:     %[[POISON:.*]] = ub.poison : index
// CHECK-NEXT:     %[[FOR:.*]] = scf.for %[[ARG2:.*]] = %[[C0]] to %[[ARG1]] step %[[C1]] iter_args(%[[ARG3:.*]] = %[[POISON]]) -> (index) {
// CHECK-NEXT:       memref.store %[[ARG2]], %[[ARG0]][%[[ARG2]]] : memref<?xindex>
// CHECK-NEXT:       %[[POISON_1:.*]] = ub.poison : index
// CHECK-NEXT:       scf.yield %[[POISON_1]] : index
// CHECK-NEXT:     }
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @effect(%arg0: memref<?xindex>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %c0) -> index {
    memref.store %i, %arg0[%i] : memref<?xindex>
    %1 = arith.addi %sum, %i : index
    scf.yield %1 : index
  }
  return
}

// -----

// CHECK-LABEL: func.func @blocks(
// CHECK-SAME:    %[[ARG0:.*]]: i1, %[[ARG1:.*]]: i32) {
// CHECK-NEXT:     cf.br ^bb1
// CHECK-NEXT:   ^bb1:  // 2 preds: ^bb0, ^bb1
// CHECK-NEXT:     cf.cond_br %[[ARG0]], ^bb1, ^bb2
// CHECK-NEXT:   ^bb2:  // pred: ^bb1
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @blocks(%arg0: i1, %arg1: i32) {
  cf.br ^bb1(%arg1 : i32)
^bb1(%0: i32):
  cf.cond_br %arg0, ^bb1(%0 : i32), ^bb2(%0 : i32)
^bb2(%1: i32):
  return
}

// -----

// Nobody calls it.
// CHECK-LABEL: func.func private @never(
// CHECK-SAME:    ) {
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func private @never(%arg0: memref<i32>, %arg1: i32) -> i32 {
  memref.store %arg1, %arg0[] : memref<i32>
  return %arg1 : i32
}

// -----

// Ops that combine values stay with what their regions compute.
// CHECK-LABEL: func.func @reduction(
// CHECK:         scf.reduce(
// CHECK:           %[[SUM:.*]] = arith.addi
// CHECK-NEXT:      scf.reduce.return %[[SUM]]
func.func @reduction(%n: index, %x: index) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%x) -> index {
    scf.reduce(%i : index) {
    ^bb0(%a: index, %b: index):
      %1 = arith.addi %a, %b : index
      scf.reduce.return %1 : index
    }
  }
  return %0 : index
}
