// RUN: mlirlite-opt %s --scf-forall-to-for --split-input-file --allow-unregistered-dialect | FileCheck %s

// CHECK-LABEL: func.func @nest
// CHECK-SAME: (%[[N:.*]]: index)
// CHECK:      scf.for %[[I:.*]] = %{{.*}} to %[[N]] step %{{.*}} {
// CHECK-NEXT:   scf.for %[[J:.*]] = %c2{{.*}} to %c9{{.*}} step %c3{{.*}} {
// CHECK-NEXT:     "use"(%[[I]], %[[J]])
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-NEXT: return
func.func @nest(%n: index) {
  scf.forall (%i, %j) = (0, 2) to (%n, 9) step (1, 3) {
    "use"(%i, %j) : (index, index) -> ()
  }
  return
}

// -----

// CHECK-LABEL: func.func @nested
// CHECK-NOT:  scf.forall
// CHECK:      scf.for
// CHECK:        scf.for
// CHECK:        scf.parallel
func.func @nested(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.forall (%i) in (%n) {
    scf.forall (%j) in (%i) {
      "use"(%j) : (index) -> ()
    }
    scf.parallel (%k) = (%c0) to (%n) step (%c1) {
      "use"(%k) : (index) -> ()
    }
  }
  return
}
