// RUN: mlirlite-opt %s --affine-loop-normalize --split-input-file | FileCheck %s

func.func @constant(%m: memref<100xindex>) {
  affine.for %i = 4 to 20 step 2 {
    affine.store %i, %m[%i] : memref<100xindex>
  }
  affine.for %i = 7 to 30 {
    affine.store %i, %m[%i] : memref<100xindex>
  }
  return
}

// CHECK: #[[$MAP0:.+]] = affine_map<(d0) -> (d0 * 2 + 4)>
// CHECK: #[[$MAP1:.+]] = affine_map<(d0) -> (d0 + 7)>
// CHECK-LABEL: func.func @constant
// CHECK-SAME: (%[[ARG0:.+]]: memref<100xindex>) {
// CHECK-NEXT: affine.for %[[ARG1:.+]] = 0 to 8 {
// CHECK-NEXT:   %[[V0:.+]] = affine.apply #[[$MAP0]](%[[ARG1]])
// CHECK-NEXT:   affine.store %[[V0]], %[[ARG0]][%[[V0]]] : memref<100xindex>
// CHECK-NEXT: }
// CHECK-NEXT: affine.for %[[ARG1]] = 0 to 23 {
// CHECK-NEXT:   %[[V0]] = affine.apply #[[$MAP1]](%[[ARG1]])
// CHECK-NEXT:   affine.store %[[V0]], %[[ARG0]][%[[V0]]] : memref<100xindex>
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }

// -----

func.func @symbols(%lb: index, %ub: index, %m: memref<100xindex>) {
  affine.for %i = %lb to %ub step 3 {
    affine.for %j = affine_map<(d0) -> (d0 + 1)>(%i) to affine_map<(d0) -> (d0 * 2)>(%i) {
      affine.store %j, %m[%i] : memref<100xindex>
    }
  }
  return
}

// CHECK: #[[$MAP0:.+]] = affine_map<()[s0, s1] -> ((s0 - s1) ceildiv 3)>
// CHECK: #[[$MAP1:.+]] = affine_map<(d0)[s0] -> (d0 * 3 + s0)>
// CHECK: #[[$MAP2:.+]] = affine_map<(d0) -> (d0 - 1)>
// CHECK: #[[$MAP3:.+]] = affine_map<(d0, d1) -> (d0 + d1 + 1)>
// CHECK-LABEL: func.func @symbols
// CHECK-SAME: (%[[ARG0:.+]]: index, %[[ARG1:.+]]: index, %[[ARG2:.+]]: memref<100xindex>) {
// CHECK-NEXT: affine.for %[[ARG3:.+]] = 0 to #[[$MAP0]]()[%[[ARG1]], %[[ARG0]]] {
// CHECK-NEXT:   %[[V0:.+]] = affine.apply #[[$MAP1]](%[[ARG3]])[%[[ARG0]]]
// CHECK-NEXT:   affine.for %[[ARG4:.+]] = 0 to #[[$MAP2]](%[[V0]]) {
// CHECK-NEXT:     %[[V1:.+]] = affine.apply #[[$MAP3]](%[[V0]], %[[ARG4]])
// CHECK-NEXT:     affine.store %[[V1]], %[[ARG2]][%[[V0]]] : memref<100xindex>
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }

// -----

func.func @min(%lb: index, %a: index, %b: index, %m: memref<100xindex>) {
  affine.for %i = %lb to min affine_map<()[s0, s1] -> (s0, s1 + 1)>()[%a, %b] step 2 {
    affine.store %i, %m[%i] : memref<100xindex>
  }
  return
}

// CHECK: #[[$MAP0:.+]] = affine_map<()[s0, s1, s2] -> ((s0 - s2) ceildiv 2, (s1 - s2 + 1) ceildiv 2)>
// CHECK: #[[$MAP1:.+]] = affine_map<(d0)[s0] -> (d0 * 2 + s0)>
// CHECK-LABEL: func.func @min
// CHECK-SAME: (%[[ARG0:.+]]: index, %[[ARG1:.+]]: index, %[[ARG2:.+]]: index, %[[ARG3:.+]]: memref<100xindex>) {
// CHECK-NEXT: affine.for %[[ARG4:.+]] = 0 to min #[[$MAP0]]()[%[[ARG1]], %[[ARG2]], %[[ARG0]]] {
// CHECK-NEXT:   %[[V0:.+]] = affine.apply #[[$MAP1]](%[[ARG4]])[%[[ARG0]]]
// CHECK-NEXT:   affine.store %[[V0]], %[[ARG3]][%[[V0]]] : memref<100xindex>
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }

// -----

func.func @single(%m: memref<100xindex>) {
  affine.for %i = 5 to 6 {
    affine.store %i, %m[%i] : memref<100xindex>
  }
  return
}

// CHECK: #[[$MAP0:.+]] = affine_map<(d0) -> (d0 + 5)>
// CHECK-LABEL: func.func @single
// CHECK-SAME: (%[[ARG0:.+]]: memref<100xindex>) {
// CHECK-NEXT: affine.for %[[ARG1:.+]] = 0 to 1 {
// CHECK-NEXT:   %[[V0:.+]] = affine.apply #[[$MAP0]](%[[ARG1]])
// CHECK-NEXT:   affine.store %[[V0]], %[[ARG0]][%[[V0]]] : memref<100xindex>
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }

// -----

func.func @parallel(%m: memref<100x100xindex>, %n: index) {
  affine.parallel (%i, %j) = (2, %n) to (10, %n + 30) step (1, 3) {
    affine.store %i, %m[%i, %j] : memref<100x100xindex>
  }
  return
}

// CHECK: #[[$MAP0:.+]] = affine_map<(d0, d1) -> (d1 + 2)>
// CHECK: #[[$MAP1:.+]] = affine_map<(d0, d1) -> (d0 + d1 * 3)>
// CHECK-LABEL: func.func @parallel
// CHECK-SAME: (%[[ARG0:.+]]: memref<100x100xindex>, %[[ARG1:.+]]: index) {
// CHECK-NEXT: affine.parallel (%[[ARG2:.+]], %[[ARG3:.+]]) = (0, 0) to (8, 10) {
// CHECK-NEXT:   %[[V0:.+]] = affine.apply #[[$MAP0]](%[[ARG1]], %[[ARG2]])
// CHECK-NEXT:   %[[V1:.+]] = affine.apply #[[$MAP1]](%[[ARG1]], %[[ARG3]])
// CHECK-NEXT:   affine.store %[[V0]], %[[ARG0]][%[[V0]], %[[V1]]] : memref<100x100xindex>
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }

// -----

func.func @stays(%a: index, %b: index, %n: index, %m: memref<100xindex>) {
  affine.for %i = max affine_map<()[s0, s1] -> (s0, s1)>()[%a, %b] to %n {
    affine.store %i, %m[%i] : memref<100xindex>
  }
  affine.for %i = 0 to %n {
    affine.store %i, %m[%i] : memref<100xindex>
  }
  affine.parallel (%i) = (0) to (%n) {
    affine.store %i, %m[%i] : memref<100xindex>
  }
  return
}

// CHECK: #[[$MAP0:.+]] = affine_map<()[s0, s1] -> (s0, s1)>
// CHECK-LABEL: func.func @stays
// CHECK-SAME: (%[[ARG0:.+]]: index, %[[ARG1:.+]]: index, %[[ARG2:.+]]: index, %[[ARG3:.+]]: memref<100xindex>) {
// CHECK-NEXT: affine.for %[[ARG4:.+]] = max #[[$MAP0]]()[%[[ARG0]], %[[ARG1]]] to %[[ARG2]] {
// CHECK-NEXT:   affine.store %[[ARG4]], %[[ARG3]][%[[ARG4]]] : memref<100xindex>
// CHECK-NEXT: }
// CHECK-NEXT: affine.for %[[ARG4]] = 0 to %[[ARG2]] {
// CHECK-NEXT:   affine.store %[[ARG4]], %[[ARG3]][%[[ARG4]]] : memref<100xindex>
// CHECK-NEXT: }
// CHECK-NEXT: affine.parallel (%[[ARG4]]) = (0) to (%[[ARG2]]) {
// CHECK-NEXT:   affine.store %[[ARG4]], %[[ARG3]][%[[ARG4]]] : memref<100xindex>
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }

// -----

// CHECK-LABEL: func.func @same_offset
// CHECK:      affine.for %{{.*}} = 0 to 4 {
func.func @same_offset(%n: index) {
  affine.for %i = affine_map<(d0) -> (d0)>(%n) to affine_map<(d0) -> (d0 + 4)>(%n) {
    %0 = affine.apply affine_map<(d0) -> (d0 * 2)>(%i)
  }
  return
}
