// RUN: mlirlite-opt %s --scf-for-to-while --split-input-file --allow-unregistered-dialect | FileCheck %s

// CHECK-LABEL: func.func @carried
// CHECK-SAME: (%[[LB:.*]]: index, %[[UB:.*]]: index, %[[STEP:.*]]: index, %[[INIT:.*]]: f32)
// CHECK-NEXT: %[[R:.*]]:2 = scf.while (%[[I:.*]] = %[[LB]], %[[X:.*]] = %[[INIT]]) : (index, f32) -> (index, f32) {
// CHECK-NEXT:   %[[C:.*]] = arith.cmpi slt, %[[I]], %[[UB]] : index
// CHECK-NEXT:   scf.condition(%[[C]]) %[[I]], %[[X]] : index, f32
// CHECK-NEXT: } do {
// CHECK-NEXT: ^bb0(%[[J:.*]]: index, %[[Y:.*]]: f32):
// CHECK-NEXT:   %[[NEXT:.*]] = arith.addi %[[J]], %[[STEP]] : index
// CHECK-NEXT:   %[[V:.*]] = "use"(%[[J]], %[[Y]]) : (index, f32) -> f32
// CHECK-NEXT:   scf.yield %[[NEXT]], %[[V]] : index, f32
// CHECK-NEXT: } attributes {tag}
// CHECK-NEXT: return %[[R]]#1 : f32
func.func @carried(%lb: index, %ub: index, %step: index, %init: f32) -> f32 {
  %r = scf.for %i = %lb to %ub step %step iter_args(%x = %init) -> (f32) {
    %v = "use"(%i, %x) : (index, f32) -> f32
    scf.yield %v : f32
  } {tag}
  return %r : f32
}

// -----

// CHECK-LABEL: func.func @unsigned
// CHECK:      scf.while (%{{.*}} = %{{.*}}) : (i32) -> i32
// CHECK-NEXT:   arith.cmpi ult
func.func @unsigned(%lb: i32, %ub: i32, %step: i32) {
  scf.for unsigned %i = %lb to %ub step %step : i32 {
    "use"(%i) : (i32) -> ()
  }
  return
}

// -----

// CHECK-LABEL: func.func @others
// CHECK:      scf.parallel
func.func @others(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    "use"(%i) : (index) -> ()
  }
  return
}
