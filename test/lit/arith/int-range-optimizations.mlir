// RUN: mlirlite-opt %s --int-range-optimizations --split-input-file --allow-unregistered-dialect | FileCheck %s

// CHECK-LABEL: func.func @f(
// CHECK-SAME:    %[[ARG0:.*]]: i32, %[[ARG1:.*]]: index) -> (i1, i32, index, i1) {
// CHECK-NEXT:     %[[TRUE:.*]] = arith.constant true
// CHECK-NEXT:     %[[C5:.*]] = arith.constant 5 : index
// CHECK-NEXT:     %[[C7_I32:.*]] = arith.constant 7 : i32
// CHECK-NEXT:     %[[C10_I32:.*]] = arith.constant 10 : i32
// CHECK-NEXT:     %[[ANDI:.*]] = arith.andi %[[ARG0]], %[[C7_I32]] : i32
// CHECK-NEXT:     %[[REMUI:.*]] = arith.remui %[[ARG1]], %[[C5]] : index
// CHECK-NEXT:     %[[CMPI:.*]] = arith.cmpi sgt, %[[ARG0]], %[[C10_I32]] : i32
// CHECK-NEXT:     return %[[TRUE]], %[[ANDI]], %[[REMUI]], %[[CMPI]] : i1, i32, index, i1
// CHECK-NEXT:   }
func.func @f(%x: i32, %y: index) -> (i1, i32, index, i1) {
  %c7 = arith.constant 7 : i32
  %c10 = arith.constant 10 : i32
  %0 = arith.andi %x, %c7 : i32
  %1 = arith.cmpi ult, %0, %c10 : i32
  %2 = arith.remui %0, %c10 : i32
  %3 = arith.remsi %x, %c7 : i32
  %c5 = arith.constant 5 : index
  %4 = arith.remui %y, %c5 : index
  %c8 = arith.constant 8 : index
  %5 = arith.remsi %4, %c8 : index
  %6 = arith.cmpi slt, %c10, %x : i32
  return %1, %2, %5, %6 : i1, i32, index, i1
}
// -----
// CHECK-LABEL: func.func @g(
// CHECK-SAME:    %[[ARG0:.*]]: index) {
// CHECK-NEXT:     %[[C6_I32:.*]] = arith.constant 6 : i32
// CHECK-NEXT:     %[[TRUE:.*]] = arith.constant true
// CHECK-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:     %[[C10:.*]] = arith.constant 10 : index
// CHECK-NEXT:     scf.for %[[ARG1:.*]] = %[[C0]] to %[[C10]] step %[[C1]] {
// CHECK-NEXT:       "test.use"(%[[TRUE]], %[[ARG1]]) : (i1, index) -> ()
// CHECK-NEXT:       "test.use"(%[[ARG1]]) : (index) -> ()
// CHECK-NEXT:       "test.use"(%[[C6_I32]]) : (i32) -> ()
// CHECK-NEXT:     }
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @g(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  scf.for %i = %c0 to %c10 step %c1 {
    %d = arith.cmpi slt, %i, %c10 : index
    "test.use"(%d, %i) : (i1, index) -> ()
    %r = arith.remui %i, %c10 : index
    "test.use"(%r) : (index) -> ()
    %t = arith.constant 3 : i32
    %u = arith.addi %t, %t : i32
    "test.use"(%u) : (i32) -> ()
  }
  return
}
// -----
// A remainder that may be negative stays, and so does one by an unknown divisor.
// CHECK-LABEL: func.func @stays(
// CHECK-SAME:    %[[ARG0:.*]]: i32, %[[ARG1:.*]]: i32) -> (i32, i32) {
// CHECK-NEXT:     %[[C7_I32:.*]] = arith.constant 7 : i32
// CHECK-NEXT:     %[[REMSI:.*]] = arith.remsi %[[ARG0]], %[[C7_I32]] : i32
// CHECK-NEXT:     %[[REMUI:.*]] = arith.remui %[[C7_I32]], %[[ARG1]] : i32
// CHECK-NEXT:     return %[[REMSI]], %[[REMUI]] : i32, i32
// CHECK-NEXT:   }
func.func @stays(%x: i32, %y: i32) -> (i32, i32) {
  %c7 = arith.constant 7 : i32
  %0 = arith.remsi %x, %c7 : i32
  %1 = arith.remui %c7, %y : i32
  return %0, %1 : i32, i32
}
