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

// -----

// A size is one of those in the type.
// CHECK-LABEL: func.func @sizes(
// CHECK-SAME:    %[[ARG0:.*]]: memref<4x5xf32>, %[[ARG1:.*]]: tensor<4xf32>, %[[ARG2:.*]]: memref<4x?xf32>, %[[ARG3:.*]]: index) -> (i1, index, index, index) {
// CHECK-NEXT:     %[[C7:.*]] = arith.constant 7 : index
// CHECK-NEXT:     %[[TRUE:.*]] = arith.constant true
// CHECK-NEXT:     %[[C4:.*]] = arith.constant 4 : index
// CHECK-NEXT:     %[[DIM:.*]] = memref.dim %[[ARG2]], %[[ARG3]] : memref<4x?xf32>
// CHECK-NEXT:     %[[DIM_0:.*]] = tensor.dim %[[ARG1]], %[[C7]] : tensor<4xf32>
// CHECK-NEXT:     return %[[TRUE]], %[[C4]], %[[DIM]], %[[DIM_0]] : i1, index, index, index
// CHECK-NEXT:   }
func.func @sizes(%a: memref<4x5xf32>, %b: tensor<4xf32>, %c: memref<4x?xf32>, %i: index) -> (i1, index, index, index) {
  %c7 = arith.constant 7 : index
  %0 = memref.dim %a, %i : memref<4x5xf32>
  %1 = arith.cmpi ult, %0, %c7 : index
  %2 = tensor.dim %b, %i : tensor<4xf32>
  %3 = memref.dim %c, %i : memref<4x?xf32>
  %4 = tensor.dim %b, %c7 : tensor<4xf32>
  return %1, %2, %3, %4 : i1, index, index, index
}

// -----

// Nothing is known of a quotient where the divisor may be zero.
// CHECK-LABEL: func.func @division_by_zero(
// CHECK-SAME:    %[[ARG0:.*]]: i1, %[[ARG1:.*]]: i32) -> (i1, i1, i32, i1) {
// CHECK-NEXT:     %[[C7_I32:.*]] = arith.constant 7 : i32
// CHECK-NEXT:     %[[C9_I32:.*]] = arith.constant 9 : i32
// CHECK-NEXT:     %[[REMSI:.*]] = arith.remsi %[[ARG0]], %[[ARG0]] : i1
// CHECK-NEXT:     %[[CEILDIVSI:.*]] = arith.ceildivsi %[[ARG0]], %[[ARG0]] : i1
// CHECK-NEXT:     %[[ANDI:.*]] = arith.andi %[[ARG1]], %[[C7_I32]] : i32
// CHECK-NEXT:     %[[DIVSI:.*]] = arith.divsi %[[C7_I32]], %[[ANDI]] : i32
// CHECK-NEXT:     %[[CMPI:.*]] = arith.cmpi sle, %[[DIVSI]], %[[C9_I32]] : i32
// CHECK-NEXT:     return %[[REMSI]], %[[CEILDIVSI]], %[[DIVSI]], %[[CMPI]] : i1, i1, i32, i1
// CHECK-NEXT:   }
func.func @division_by_zero(%x: i1, %y: i32) -> (i1, i1, i32, i1) {
  %c7 = arith.constant 7 : i32
  %c9 = arith.constant 9 : i32
  %0 = arith.remsi %x, %x : i1
  %1 = arith.ceildivsi %x, %x : i1
  %2 = arith.andi %y, %c7 : i32
  %3 = arith.divsi %c7, %2 : i32
  %4 = arith.cmpi sle, %3, %c9 : i32
  return %0, %1, %3, %4 : i1, i1, i32, i1
}

// -----

// All branches pass the same value.
// CHECK-LABEL: func.func @redundant_argument(
// CHECK-SAME:    %[[ARG0:.*]]: i1, %[[ARG1:.*]]: i32) -> i32 {
// CHECK-NEXT:     cf.cond_br %[[ARG0]], ^bb1, ^bb2
// CHECK-NEXT:   ^bb1:  // pred: ^bb0
// CHECK-NEXT:     vector.print %[[ARG1]] : i32
// CHECK-NEXT:     cf.br ^bb2
// CHECK-NEXT:   ^bb2:  // 2 preds: ^bb0, ^bb1
// CHECK-NEXT:     return %[[ARG1]] : i32
// CHECK-NEXT:   }
func.func @redundant_argument(%c: i1, %x: i32) -> i32 {
  cf.cond_br %c, ^bb1, ^bb2(%x : i32)
^bb1:
  vector.print %x : i32
  cf.br ^bb2(%x : i32)
^bb2(%y: i32):
  return %y : i32
}

// -----

// As upstream: shifts by the width or more may give anything, promises of no overflow then the limit;
// a maximum of unsigned numbers has no signed bounds of its own.
// CHECK-LABEL: func.func @limits(
// CHECK-SAME:    %[[ARG0:.*]]: i8, %[[ARG1:.*]]: i8) -> (i8, i8, i8, i1) {
// CHECK-NEXT:     %[[C0_I8:.*]] = arith.constant 0 : i8
// CHECK-NEXT:     %[[C3_I8:.*]] = arith.constant 3 : i8
// CHECK-NEXT:     %[[C_2_I8:.*]] = arith.constant -2 : i8
// CHECK-NEXT:     %[[C127_I8:.*]] = arith.constant 127 : i8
// CHECK-NEXT:     %[[MAXSI:.*]] = arith.maxsi %[[ARG1]], %[[C3_I8]] : i8
// CHECK-NEXT:     %[[SHRSI:.*]] = arith.shrsi %[[C_2_I8]], %[[MAXSI]] : i8
// CHECK-NEXT:     %[[MINSI:.*]] = arith.minsi %[[ARG1]], %[[C3_I8]] : i8
// CHECK-NEXT:     %[[MAXUI:.*]] = arith.maxui %[[MINSI]], %[[C3_I8]] : i8
// CHECK-NEXT:     %[[CMPI:.*]] = arith.cmpi sle, %[[MAXUI]], %[[C3_I8]] : i8
// CHECK-NEXT:     return %[[C127_I8]], %[[SHRSI]], %[[C0_I8]], %[[CMPI]] : i8, i8, i8, i1
// CHECK-NEXT:   }
func.func @limits(%x: i8, %y: i8) -> (i8, i8, i8, i1) {
  %c8 = arith.constant 8 : i8
  %c7 = arith.constant 7 : i8
  %c3 = arith.constant 3 : i8
  %cm2 = arith.constant -2 : i8
  %0 = arith.shli %c8, %c8 overflow<nsw> : i8
  %1 = arith.maxsi %y, %c3 : i8
  %2 = arith.shrsi %cm2, %1 : i8
  %3 = arith.andi %x, %c7 : i8
  %4 = arith.shrsi %3, %c3 : i8
  %5 = arith.minsi %y, %c3 : i8
  %6 = arith.maxui %5, %c3 : i8
  %7 = arith.cmpi sle, %6, %c3 : i8
  return %0, %2, %4, %7 : i8, i8, i8, i1
}

// -----

// CHECK-LABEL: func.func @counters(
// CHECK-SAME:    %[[ARG0:.*]]: memref<?x?xi32>, %[[ARG1:.*]]: i32, %[[ARG2:.*]]: index) -> i64 {
// CHECK-NEXT:     %[[C1_I64:.*]] = arith.constant 1 : i64
// CHECK-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:     scf.parallel (%[[ARG3:.*]], %[[ARG4:.*]]) = (%[[C0]], %[[C0]]) to (%[[C1]], %[[ARG2]]) step (%[[C1]], %[[C1]]) {
// CHECK-NEXT:       memref.store %[[ARG1]], %[[ARG0]][%[[C0]], %[[ARG4]]] : memref<?x?xi32>
// CHECK-NEXT:       scf.reduce
// CHECK-NEXT:     }
// CHECK-NEXT:     scf.forall (%[[ARG3]], %[[ARG4]]) in (1, %[[ARG2]]) {
// CHECK-NEXT:       memref.store %[[ARG1]], %[[ARG0]][%[[C0]], %[[ARG4]]] : memref<?x?xi32>
// CHECK-NEXT:     }
// CHECK-NEXT:     return %[[C1_I64]] : i64
// CHECK-NEXT:   }
func.func @counters(%m: memref<?x?xi32>, %v: i32, %n: index) -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : i64
  %c3 = arith.constant 3 : i64
  scf.parallel (%i, %j) = (%c0, %c0) to (%c1, %n) step (%c1, %c1) {
    memref.store %v, %m[%i, %j] : memref<?x?xi32>
    scf.reduce
  }
  scf.forall (%i, %j) in (1, %n) {
    memref.store %v, %m[%i, %j] : memref<?x?xi32>
  }
  %one = arith.constant 1 : i64
  %0 = scf.for %i = %c5 to %c3 step %one iter_args(%a = %one) -> i64 : i64 {
    scf.yield %i : i64
  }
  return %0 : i64
}

// -----

// CHECK-LABEL: func.func @two_widths(
// CHECK-SAME:    ) -> (index, index, index, vector<4xi1>) {
// CHECK-NEXT:     %[[CST:.*]] = arith.constant dense<true> : vector<4xi1>
// CHECK-NEXT:     %[[IDX0:.*]] = index.constant 0
// CHECK-NEXT:     %[[IDX_2:.*]] = index.constant -2
// CHECK-NEXT:     %[[IDX7:.*]] = index.constant 7
// CHECK-NEXT:     %[[DIVU:.*]] = index.divu %[[IDX_2]], %[[IDX7]]
// CHECK-NEXT:     %[[SIZEOF:.*]] = index.sizeof
// CHECK-NEXT:     %[[FLOORDIVS:.*]] = index.floordivs %[[SIZEOF]], %[[SIZEOF]]
// CHECK-NEXT:     return %[[DIVU]], %[[FLOORDIVS]], %[[IDX0]], %[[CST]] : index, index, index, vector<4xi1>
// CHECK-NEXT:   }
func.func @two_widths() -> (index, index, index, vector<4xi1>) {
  %a = index.constant -2
  %b = index.constant 7
  %0 = index.divu %a, %b
  %1 = index.sizeof
  %2 = index.floordivs %1, %1
  %3 = index.floordivs %2, %1
  %s = vector.step : vector<4xindex>
  %c4 = arith.constant dense<4> : vector<4xindex>
  %4 = arith.cmpi ult, %s, %c4 : vector<4xindex>
  return %0, %2, %3, %4 : index, index, index, vector<4xi1>
}
