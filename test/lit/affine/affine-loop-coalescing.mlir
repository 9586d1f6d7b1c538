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
