// RUN: mlirlite-opt %s --scf-parallel-for-to-nested-fors --split-input-file --allow-unregistered-dialect | FileCheck %s

// CHECK-LABEL: func.func @nest
// CHECK-SAME: (%[[A:.*]]: index, %[[N:.*]]: index, %[[S:.*]]: index)
// CHECK-NEXT: scf.for %[[I:.*]] = %[[A]] to %[[N]] step %[[S]] {
// CHECK-NEXT:   scf.for %[[J:.*]] = %[[S]] to %[[A]] step %[[N]] {
// CHECK-NEXT:     "use"(%[[I]], %[[J]])
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-NEXT: return
func.func @nest(%a: index, %n: index, %s: index) {
  scf.parallel (%i, %j) = (%a, %s) to (%n, %a) step (%s, %n) {
    "use"(%i, %j) : (index, index) -> ()
  }
  return
}

// -----

// Loops with reductions stay.

// CHECK-LABEL: func.func @reduction
// CHECK:      scf.parallel
func.func @reduction(%a: index, %n: index, %s: index, %x: f32) -> f32 {
  %r = scf.parallel (%i) = (%a) to (%n) step (%s) init (%x) -> f32 {
    scf.reduce(%x : f32) {
    ^bb0(%l: f32, %m: f32):
      %t = arith.addf %l, %m : f32
      scf.reduce.return %t : f32
    }
  }
  return %r : f32
}
