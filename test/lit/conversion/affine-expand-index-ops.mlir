// RUN: mlirlite-opt %s --affine-expand-index-ops --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @delinearize
// CHECK-SAME: (%[[L:.*]]: index, %[[N:.*]]: index)
// CHECK-DAG:  %[[C0:.*]] = arith.constant 0 : index
// CHECK-DAG:  %[[C4:.*]] = arith.constant 4 : index
// CHECK:      %[[STRIDE:.*]] = arith.muli %[[N]], %[[C4]] overflow<nsw, nuw> : index
// CHECK-NEXT: %[[A:.*]] = arith.floordivsi %[[L]], %[[STRIDE]] : index
// CHECK:      %[[REST:.*]] = arith.select
// CHECK-NEXT: %[[B:.*]] = arith.divsi %[[REST]], %[[N]] : index
// CHECK:      %[[C:.*]] = arith.select
// CHECK-NEXT: return %[[A]], %[[B]], %[[C]]
func.func @delinearize(%l: index, %n: index) -> (index, index, index) {
  %0:3 = affine.delinearize_index %l into (4, %n) : index, index, index
  return %0#0, %0#1, %0#2 : index, index, index
}

// -----

// Without `disjoint` products may wrap as unsigned numbers.

// CHECK-LABEL: func.func @linearize
// CHECK-SAME: (%[[A:.*]]: index, %[[B:.*]]: index, %[[C:.*]]: index, %[[N:.*]]: index, %[[M:.*]]: index)
// CHECK-NEXT: %[[S:.*]] = arith.muli %[[M]], %[[N]] overflow<nsw> : index
// CHECK-NEXT: %[[X:.*]] = arith.muli %[[A]], %[[S]] overflow<nsw> : index
// CHECK-NEXT: %[[Y:.*]] = arith.muli %[[B]], %[[M]] overflow<nsw> : index
// CHECK-NEXT: %[[XY:.*]] = arith.addi %[[X]], %[[Y]] overflow<nsw> : index
// CHECK-NEXT: %[[R:.*]] = arith.addi %[[XY]], %[[C]] overflow<nsw> : index
// CHECK:      arith.muli %[[M]], %[[N]] overflow<nsw, nuw> : index
func.func @linearize(%a: index, %b: index, %c: index, %n: index, %m: index) -> (index, index) {
  %0 = affine.linearize_index [%a, %b, %c] by (%n, %m) : index
  %1 = affine.linearize_index disjoint [%a, %b, %c] by (%n, %m) : index
  return %0, %1 : index, index
}

// -----

// What an inner loop does not change is added first.

// CHECK-LABEL: func.func @invariant
// CHECK:      scf.for %[[I:.*]] =
// CHECK:        scf.for %[[J:.*]] =
// CHECK-NEXT:     %[[X:.*]] = arith.muli %[[J]]
// CHECK-NEXT:     arith.addi %[[I]], %[[X]]
func.func @invariant(%n: index, %s: index) {
  %c0 = arith.constant 0 : index
  scf.for %i = %c0 to %n step %s {
    scf.for %j = %c0 to %n step %s {
      %0 = affine.linearize_index [%j, %i] by (%n, %n) : index
      vector.print %0 : index
    }
  }
  return
}

// -----

// CHECK-LABEL: func.func @others
// CHECK:      affine.apply
func.func @others(%a: index) -> index {
  %0 = affine.apply affine_map<(d0) -> (d0 * 2)>(%a)
  return %0 : index
}
