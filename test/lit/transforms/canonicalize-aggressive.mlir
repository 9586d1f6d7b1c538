// RUN: mlirlite-opt %s --canonicalize=region-simplify=aggressive --split-input-file | FileCheck %s

// Both blocks do the same: one is enough, then the condition decides nothing.
// CHECK-LABEL: func.func @equal(
// CHECK-SAME:    %[[ARG0:.*]]: i32, %[[ARG1:.*]]: i32) {
// CHECK-NEXT:     cf.switch %[[ARG0]] : i32, [
// CHECK-NEXT:       default: ^bb2,
// CHECK-NEXT:       1: ^bb1,
// CHECK-NEXT:       2: ^bb1
// CHECK-NEXT:     ]
// CHECK-NEXT:   ^bb1:  // 2 preds: ^bb0, ^bb0
// CHECK-NEXT:     %[[ADDI:.*]] = arith.addi %[[ARG1]], %[[ARG1]] : i32
// CHECK-NEXT:     vector.print %[[ADDI]] : i32
// CHECK-NEXT:     return
// CHECK-NEXT:   ^bb2:  // pred: ^bb0
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @equal(%c: i32, %x: i32) {
  cf.switch %c : i32, [
    default: ^bb3,
    1: ^bb1,
    2: ^bb2
  ]
^bb1:
  %0 = arith.addi %x, %x : i32
  vector.print %0 : i32
  return
^bb2:
  %1 = arith.addi %x, %x : i32
  vector.print %1 : i32
  return
^bb3:
  return
}

// -----

// The order matters.
// CHECK-LABEL: func.func @different(
// CHECK-SAME:    %[[ARG0:.*]]: i1, %[[ARG1:.*]]: i32, %[[ARG2:.*]]: i32) {
// CHECK-NEXT:     cf.cond_br %[[ARG0]], ^bb1, ^bb2
// CHECK-NEXT:   ^bb1:  // pred: ^bb0
// CHECK-NEXT:     %[[SUBI:.*]] = arith.subi %[[ARG1]], %[[ARG2]] : i32
// CHECK-NEXT:     vector.print %[[SUBI]] : i32
// CHECK-NEXT:     return
// CHECK-NEXT:   ^bb2:  // pred: ^bb0
// CHECK-NEXT:     %[[DIVSI:.*]] = arith.divsi %[[ARG1]], %[[ARG2]] : i32
// CHECK-NEXT:     vector.print %[[DIVSI]] : i32
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @different(%c: i1, %x: i32, %y: i32) {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  %0 = arith.subi %x, %y : i32
  vector.print %0 : i32
  return
^bb2:
  %1 = arith.divsi %x, %y : i32
  vector.print %1 : i32
  return
}

// -----

// Every branch passes the same value.
// CHECK-LABEL: func.func @redundant_argument(
// CHECK-SAME:    %[[ARG0:.*]]: i1, %[[ARG1:.*]]: i32, %[[ARG2:.*]]: i32) -> i32 {
// CHECK-NEXT:     cf.cond_br %[[ARG0]], ^bb1, ^bb2
// CHECK-NEXT:   ^bb1:  // pred: ^bb0
// CHECK-NEXT:     vector.print %[[ARG2]] : i32
// CHECK-NEXT:     cf.br ^bb2
// CHECK-NEXT:   ^bb2:  // 2 preds: ^bb0, ^bb1
// CHECK-NEXT:     return %[[ARG1]] : i32
// CHECK-NEXT:   }
func.func @redundant_argument(%c: i1, %x: i32, %y: i32) -> i32 {
  cf.cond_br %c, ^bb1, ^bb2(%x : i32)
^bb1:
  vector.print %y : i32
  cf.br ^bb2(%x : i32)
^bb2(%z: i32):
  return %z : i32
}
