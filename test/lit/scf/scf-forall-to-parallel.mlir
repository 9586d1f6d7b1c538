// RUN: mlirlite-opt %s --scf-forall-to-parallel --split-input-file --allow-unregistered-dialect | FileCheck %s

// CHECK-LABEL: func.func @counters
// CHECK-SAME: (%[[N:.*]]: index)
// CHECK:      scf.parallel (%[[I:.*]], %[[J:.*]]) = (%c0{{.*}}, %c2{{.*}}) to (%[[N]], %c9{{.*}}) step (%c1{{.*}}, %c3{{.*}}) {
// CHECK-NEXT:   "use"(%[[I]], %[[J]])
// CHECK-NEXT:   scf.reduce
// CHECK-NEXT: }
func.func @counters(%n: index) {
  scf.forall (%i, %j) = (0, 2) to (%n, 9) step (1, 3) {
    "use"(%i, %j) : (index, index) -> ()
  }
  return
}

// -----

// CHECK-LABEL: func.func @mapping
// CHECK:      scf.parallel
// CHECK:      } {mapping = [#gpu.thread<x>]}
func.func @mapping(%n: index) {
  scf.forall (%i) in (%n) {
    "use"(%i) : (index) -> ()
  } {mapping = [#gpu.thread<x>]}
  return
}

// -----

// CHECK-LABEL: func.func @others
// CHECK:      scf.for
func.func @others(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    "use"(%i) : (index) -> ()
  }
  return
}
