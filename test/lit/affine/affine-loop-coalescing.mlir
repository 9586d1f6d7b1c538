// RUN: mlirlite-opt %s --affine-loop-coalescing --split-input-file --allow-unregistered-dialect | FileCheck %s

func.func @constants() {
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 64 {
      affine.for %k = 0 to 8 {
        "test.foo"(%i, %j, %k) : (index, index, index) -> ()
      }
    }
  }
  return
}

// CHECK: #[[$MAP0:.+]] = affine_map<() -> (16)>
// CHECK: #[[$MAP1:.+]] = affine_map<() -> (64)>
// CHECK: #[[$MAP2:.+]] = affine_map<(d0)[s0] -> (d0 * s0)>
// CHECK: #[[$MAP3:.+]] = affine_map<() -> (8)>
// CHECK: #[[$MAP4:.+]] = affine_map<(d0)[s0] -> (d0 mod s0)>
// CHECK: #[[$MAP5:.+]] = affine_map<(d0)[s0] -> (d0 floordiv s0)>
// CHECK-LABEL: func.func @constants
// CHECK-NEXT: %[[V0:.+]] = affine.apply #[[$MAP0]]()
// CHECK-NEXT: %[[V1:.+]] = affine.apply #[[$MAP1]]()
// CHECK-NEXT: %[[V2:.+]] = affine.apply #[[$MAP2]](%[[V0]])[%[[V1]]]
// CHECK-NEXT: %[[V3:.+]] = affine.apply #[[$MAP3]]()
// CHECK-NEXT: %[[V4:.+]] = affine.apply #[[$MAP2]](%[[V2]])[%[[V3]]]
// CHECK-NEXT: affine.for %[[ARG0:.+]] = 0 to %[[V4]] {
// CHECK-NEXT:   %[[V5:.+]] = affine.apply #[[$MAP4]](%[[ARG0]])[%[[V3]]]
// CHECK-NEXT:   %[[V6:.+]] = affine.apply #[[$MAP5]](%[[ARG0]])[%[[V3]]]
// CHECK-NEXT:   %[[V7:.+]] = affine.apply #[[$MAP4]](%[[V6]])[%[[V1]]]
// CHECK-NEXT:   %[[V8:.+]] = affine.apply #[[$MAP5]](%[[V6]])[%[[V1]]]
// CHECK-NEXT:   "test.foo"(%[[V8]], %[[V7]], %[[V5]]) : (index, index, index) -> ()
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }

// -----

func.func @symbols(%n: index, %m: index) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to min affine_map<(d0)[s0] -> (d0, s0)>(%n)[%m] {
      "test.foo"(%i, %j) : (index, index) -> ()
    }
  }
  return
}

// CHECK: #[[$MAP0:.+]] = affine_map<()[s0] -> (s0)>
// CHECK: #[[$MAP1:.+]] = affine_map<(d0)[s0] -> (d0, s0)>
// CHECK: #[[$MAP2:.+]] = affine_map<(d0)[s0] -> (d0 * s0)>
// CHECK: #[[$MAP3:.+]] = affine_map<(d0)[s0] -> (d0 mod s0)>
// CHECK: #[[$MAP4:.+]] = affine_map<(d0)[s0] -> (d0 floordiv s0)>
// CHECK-LABEL: func.func @symbols
// CHECK-SAME: (%[[ARG0:.+]]: index, %[[ARG1:.+]]: index) {
// CHECK-NEXT: %[[V0:.+]] = affine.apply #[[$MAP0]]()[%[[ARG0]]]
// CHECK-NEXT: %[[V1:.+]] = affine.min #[[$MAP1]](%[[ARG0]])[%[[ARG1]]]
// CHECK-NEXT: %[[V2:.+]] = affine.apply #[[$MAP2]](%[[V0]])[%[[V1]]]
// CHECK-NEXT: affine.for %[[ARG2:.+]] = 0 to %[[V2]] {
// CHECK-NEXT:   %[[V3:.+]] = affine.apply #[[$MAP3]](%[[ARG2]])[%[[V1]]]
// CHECK-NEXT:   %[[V4:.+]] = affine.apply #[[$MAP4]](%[[ARG2]])[%[[V1]]]
// CHECK-NEXT:   "test.foo"(%[[V4]], %[[V3]]) : (index, index) -> ()
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }

// -----

func.func @stays(%n: index) {
  affine.for %i = 0 to %n {
    affine.for %j = 1 to 9 {
      "test.foo"(%i, %j) : (index, index) -> ()
    }
  }
  affine.for %i = 0 to %n {
    "test.foo"(%i) : (index) -> ()
  }
  return
}

// CHECK-LABEL: func.func @stays
// CHECK-SAME: (%[[ARG0:.+]]: index) {
// CHECK-NEXT: affine.for %[[ARG1:.+]] = 0 to %[[ARG0]] {
// CHECK-NEXT:   affine.for %[[ARG2:.+]] = 1 to 9 {
// CHECK-NEXT:     "test.foo"(%[[ARG1]], %[[ARG2]]) : (index, index) -> ()
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-NEXT: affine.for %[[ARG1]] = 0 to %[[ARG0]] {
// CHECK-NEXT:   "test.foo"(%[[ARG1]]) : (index) -> ()
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }

// -----

// CHECK-LABEL: func.func @scf_index
// CHECK-SAME: (%[[N:.*]]: index, %[[M:.*]]: index)
// CHECK:      %[[P:.*]] = affine.apply #{{.*}}()[%[[N]], %[[M]]]
// CHECK-NEXT: scf.for %[[K:.*]] = %{{.*}} to %[[P]] step %{{.*}} {
// CHECK-NEXT:   %[[I:.*]]:2 = affine.delinearize_index %[[K]] into (%[[N]], %[[M]])
// CHECK-NEXT:   "use"(%[[I]]#0, %[[I]]#1)
// CHECK-NEXT: }
func.func @scf_index(%n: index, %m: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    scf.for %j = %c0 to %m step %c1 {
      "use"(%i, %j) : (index, index) -> ()
    }
  }
  return
}

// -----

// Loops over integers that carry a value, with a lower bound and a step.

// CHECK-LABEL: func.func @scf_integer
// CHECK:      %[[R:.*]] = scf.for %[[K:.*]] = %{{.*}} to %{{.*}} step %{{.*}} iter_args(%[[X:.*]] = %{{.*}}) -> (i32)
// CHECK:        arith.remsi %[[K]]
// CHECK:        arith.divsi %[[K]]
// CHECK:        %[[V:.*]] = "use"
// CHECK-NEXT:   scf.yield %[[V]] : i32
// CHECK-NOT:  scf.for
func.func @scf_integer(%n: i32, %x: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c3 = arith.constant 3 : i32
  %r = scf.for %i = %c1 to %n step %c3 iter_args(%a = %x) -> (i32) : i32 {
    %s = scf.for %j = %c0 to %n step %c1 iter_args(%b = %a) -> (i32) : i32 {
      %v = "use"(%i, %j, %b) : (i32, i32, i32) -> i32
      scf.yield %v : i32
    }
    scf.yield %s : i32
  }
  return %r : i32
}

// -----

// The inner loop carries something else.

// CHECK-LABEL: func.func @scf_other_value
// CHECK:      scf.for
// CHECK:        scf.for
func.func @scf_other_value(%n: index, %x: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %s = scf.for %j = %c0 to %n step %c1 iter_args(%b = %x) -> (i32) {
      %v = "use"(%i, %j, %b) : (index, index, i32) -> i32
      scf.yield %v : i32
    }
  }
  return
}
