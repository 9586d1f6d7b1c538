// RUN: mlirlite-opt %s | FileCheck %s

// CHECK-LABEL: func.func @f(
// CHECK-SAME:    %[[ARG0:.*]]: !smt.int, %[[ARG1:.*]]: !smt.int, %[[ARG2:.*]]: !smt.bv<8>) {
// CHECK-NEXT:     %[[EQ:.*]] = smt.eq %[[ARG0]], %[[ARG1]] : !smt.int
// CHECK-NEXT:     %[[DISTINCT:.*]] = smt.distinct %[[ARG0]], %[[ARG1]] : !smt.int
// CHECK-NEXT:     %[[CONCAT:.*]] = smt.bv.concat %[[ARG2]], %[[ARG2]] : !smt.bv<8>, !smt.bv<8>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @f(%a: !smt.int, %b: !smt.int, %v: !smt.bv<8>) {
  %0 = smt.eq %a, %b : !smt.int
  %1 = smt.distinct %a, %b : !smt.int
  %2 = smt.bv.concat %v, %v : !smt.bv<8>, !smt.bv<8>
  return
}
