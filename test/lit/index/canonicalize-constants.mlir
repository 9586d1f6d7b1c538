// RUN: mlirlite-opt %s --canonicalize | FileCheck %s

// Constants of ops of one kind come together; those of subtractions and of two kinds do not.

// CHECK-LABEL: func.func @gather(
// CHECK-SAME:    %[[ARG0:.*]]: index) -> (index, index, index, index, index, index) {
// CHECK-NEXT:     %[[IDX6:.*]] = index.constant 6
// CHECK-NEXT:     %[[IDX2:.*]] = index.constant 2
// CHECK-NEXT:     %[[IDX3:.*]] = index.constant 3
// CHECK-NEXT:     %[[IDX5:.*]] = index.constant 5
// CHECK-NEXT:     %[[ADD:.*]] = index.add %[[ARG0]], %[[IDX5]]
// CHECK-NEXT:     %[[MUL:.*]] = index.mul %[[ARG0]], %[[IDX2]]
// CHECK-NEXT:     %[[MUL_1:.*]] = index.mul %[[ARG0]], %[[IDX6]]
// CHECK-NEXT:     %[[MAXS:.*]] = index.maxs %[[ARG0]], %[[IDX3]]
// CHECK-NEXT:     %[[AND:.*]] = index.and %[[ARG0]], %[[IDX2]]
// CHECK-NEXT:     %[[SUB:.*]] = index.sub %[[ARG0]], %[[IDX2]]
// CHECK-NEXT:     %[[SUB_1:.*]] = index.sub %[[SUB]], %[[IDX3]]
// CHECK-NEXT:     %[[ADD_1:.*]] = index.add %[[MUL]], %[[IDX3]]
// CHECK-NEXT:     return %[[ADD]], %[[MUL_1]], %[[MAXS]], %[[AND]], %[[SUB_1]], %[[ADD_1]] : index, index, index, index, index, index
// CHECK-NEXT:   }
func.func @gather(%x: index) -> (index, index, index, index, index, index) {
  %c2 = index.constant 2
  %c3 = index.constant 3
  %0 = index.add %x, %c2
  %1 = index.add %0, %c3
  %2 = index.mul %x, %c2
  %3 = index.mul %2, %c3
  %4 = index.maxs %x, %c2
  %5 = index.maxs %4, %c3
  %6 = index.and %x, %c2
  %7 = index.and %6, %c3
  %8 = index.sub %x, %c2
  %9 = index.sub %8, %c3
  %10 = index.add %2, %c3
  return %1, %3, %5, %7, %9, %10 : index, index, index, index, index, index
}

// A bound decides some comparisons with a constant.

// CHECK-LABEL: func.func @bounded(
// CHECK-SAME:    %[[A:.*]]: index)
// CHECK-DAG:     %[[FALSE:.*]] = index.bool.constant false
// CHECK-DAG:     %[[TRUE:.*]] = index.bool.constant true
// CHECK-DAG:     %[[FIVE:.*]] = index.constant 5
// CHECK:         %[[MAX:.*]] = index.maxs %[[A]]
// CHECK-NEXT:    %[[OPEN:.*]] = index.cmp sgt(%[[MAX]], %[[FIVE]])
// CHECK-NEXT:    return %[[TRUE]], %[[FALSE]], %[[OPEN]], %[[TRUE]], %[[TRUE]], %[[TRUE]] :
func.func @bounded(%a: index) -> (i1, i1, i1, i1, i1, i1) {
  %c0 = index.constant 0
  %c1 = index.constant 1
  %c5 = index.constant 5
  %max = index.maxs %a, %c1
  %0 = index.cmp sgt(%max, %c0)
  %1 = index.cmp eq(%max, %c0)
  %2 = index.cmp sgt(%max, %c5)
  %min = index.minu %a, %c1
  %3 = index.cmp ult(%min, %c5)
  %4 = index.cmp slt(%min, %c5)
  %5 = index.cmp ne(%min, %c5)
  return %0, %1, %2, %3, %4, %5 : i1, i1, i1, i1, i1, i1
}

// -----

// A bound may be a constant of any dialect.
// CHECK-LABEL: func.func @bound_of_arith(
// CHECK: %[[FALSE:.*]] = index.bool.constant false
// CHECK: return %[[FALSE]]
func.func @bound_of_arith(%x: index) -> i1 {
  %c16 = arith.constant 16 : index
  %0 = index.mins %x, %c16
  %1 = index.cmp sgt(%0, %c16)
  return %1 : i1
}
