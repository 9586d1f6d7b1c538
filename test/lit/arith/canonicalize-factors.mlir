// RUN: mlirlite-opt %s --canonicalize | FileCheck %s

// A factor of a product that does not wrap; one that may wrap stays.

// CHECK-LABEL: func.func @quotients(
// CHECK-SAME:    %[[ARG0:.*]]: i32, %[[ARG1:.*]]: i32) -> (i32, i32, i32) {
// CHECK-NEXT:     %[[MULI:.*]] = arith.muli %[[ARG0]], %[[ARG1]] overflow<nuw> : i32
// CHECK-NEXT:     %[[DIVSI:.*]] = arith.divsi %[[MULI]], %[[ARG1]] : i32
// CHECK-NEXT:     return %[[ARG1]], %[[DIVSI]], %[[ARG0]] : i32, i32, i32
// CHECK-NEXT:   }
func.func @quotients(%a: i32, %b: i32) -> (i32, i32, i32) {
  %0 = arith.muli %a, %b overflow<nuw> : i32
  %1 = arith.divui %0, %a : i32
  %2 = arith.divsi %0, %b : i32
  %3 = arith.muli %a, %b overflow<nsw> : i32
  %4 = arith.divsi %3, %b : i32
  return %1, %2, %4 : i32, i32, i32
}

// Twice the same bits.

// CHECK-LABEL: func.func @bits(
// CHECK-SAME:    %[[ARG0:.*]]: i32, %[[ARG1:.*]]: i32) -> (i32, i32, i32) {
// CHECK-NEXT:     %[[ANDI:.*]] = arith.andi %[[ARG0]], %[[ARG1]] : i32
// CHECK-NEXT:     return %[[ANDI]], %[[ARG0]], %[[ARG1]] : i32, i32, i32
// CHECK-NEXT:   }
func.func @bits(%a: i32, %b: i32) -> (i32, i32, i32) {
  %0 = arith.andi %a, %b : i32
  %1 = arith.andi %b, %0 : i32
  %2 = arith.andi %1, %a : i32
  %3 = arith.xori %a, %b : i32
  %4 = arith.xori %b, %3 : i32
  %5 = arith.xori %a, %3 : i32
  return %2, %4, %5 : i32, i32, i32
}

// Both halves of a product with 1.

// CHECK-LABEL: func.func @halves(
// CHECK-SAME:    %[[ARG0:.*]]: i32, %[[ARG1:.*]]: vector<2xi8>) -> (i32, i32, vector<2xi8>, vector<2xi8>) {
// CHECK-NEXT:     %[[C0_I32:.*]] = arith.constant 0 : i32
// CHECK-NEXT:     %[[CST:.*]] = arith.constant dense<0> : vector<2xi8>
// CHECK-NEXT:     %[[CMPI:.*]] = arith.cmpi slt, %[[ARG1]], %[[CST]] : vector<2xi8>
// CHECK-NEXT:     %[[EXTSI:.*]] = arith.extsi %[[CMPI]] : vector<2xi1> to vector<2xi8>
// CHECK-NEXT:     return %[[ARG0]], %[[C0_I32]], %[[ARG1]], %[[EXTSI]] : i32, i32, vector<2xi8>, vector<2xi8>
// CHECK-NEXT:   }
func.func @halves(%a: i32, %b: vector<2xi8>) -> (i32, i32, vector<2xi8>, vector<2xi8>) {
  %c1 = arith.constant 1 : i32
  %ones = arith.constant dense<1> : vector<2xi8>
  %0, %1 = arith.mului_extended %c1, %a : i32
  %2, %3 = arith.mulsi_extended %b, %ones : vector<2xi8>
  return %0, %1, %2, %3 : i32, i32, vector<2xi8>, vector<2xi8>
}

// A truth that was widened.

// CHECK-LABEL: func.func @truths(
// CHECK-SAME:    %[[ARG0:.*]]: i1, %[[ARG1:.*]]: vector<2xi1>) -> (i1, vector<2xi1>, i1, i64, i64) {
// CHECK-NEXT:     %[[TRUE:.*]] = arith.constant true
// CHECK-NEXT:     %[[C0_I64:.*]] = arith.constant 0 : i64
// CHECK-NEXT:     %[[EXTUI:.*]] = arith.extui %[[ARG0]] : i1 to i64
// CHECK-NEXT:     %[[CMPI:.*]] = arith.cmpi sgt, %[[EXTUI]], %[[C0_I64]] : i64
// CHECK-NEXT:     %[[XORI:.*]] = arith.xori %[[ARG0]], %[[TRUE]] : i1
// CHECK-NEXT:     %[[EXTUI_1:.*]] = arith.extui %[[XORI]] : i1 to i64
// CHECK-NEXT:     %[[EXTUI_2:.*]] = arith.extui %[[ARG0]] : i1 to i64
// CHECK-NEXT:     return %[[ARG0]], %[[ARG1]], %[[CMPI]], %[[EXTUI_1]], %[[EXTUI_2]] : i1, vector<2xi1>, i1, i64, i64
// CHECK-NEXT:   }
func.func @truths(%a: i1, %b: vector<2xi1>) -> (i1, vector<2xi1>, i1, i64, i64) {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %zeros = arith.constant dense<0> : vector<2xi8>
  %0 = arith.extui %a : i1 to i64
  %1 = arith.cmpi ne, %0, %c0 : i64
  %2 = arith.extsi %b : vector<2xi1> to vector<2xi8>
  %3 = arith.cmpi ne, %2, %zeros : vector<2xi8>
  %4 = arith.cmpi sgt, %0, %c0 : i64
  %5 = arith.select %a, %c0, %c1 : i64
  %6 = arith.extui %a : i1 to i8
  %7 = arith.extsi %6 : i8 to i64
  return %1, %3, %4, %5, %7 : i1, vector<2xi1>, i1, i64, i64
}
