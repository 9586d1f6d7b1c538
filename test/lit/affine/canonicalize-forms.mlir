// RUN: mlirlite-opt %s --canonicalize --split-input-file | FileCheck %s

func.func @for_empty() {
  affine.for %i = 0 to 10 {
  }
  return
}

// CHECK-LABEL: func.func @for_empty
// CHECK-NEXT: return
// CHECK-NEXT: }

// -----

func.func @parallel_one(%m: memref<?xf32>, %v: f32) {
  affine.parallel (%i, %j) = (0, 2) to (4, 3) {
    affine.store %v, %m[%i + %j] : memref<?xf32>
  }
  return
}

// CHECK-LABEL: func.func @parallel_one
// CHECK-SAME: (%[[ARG0:.+]]: memref<?xf32>, %[[ARG1:.+]]: f32) {
// CHECK-NEXT: affine.parallel (%[[ARG2:.+]], %[[ARG3:.+]]) = (0, 2) to (4, 3) {
// CHECK-NEXT:   affine.store %[[ARG1]], %[[ARG0]][%[[ARG2]] + %[[ARG3]]] : memref<?xf32>
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }

// -----

func.func @if_always(%m: memref<?xf32>, %v: f32) {
  affine.for %i = 0 to 10 {
    affine.if affine_set<(d0) : (d0 >= 0)>(%i) {
      affine.store %v, %m[%i] : memref<?xf32>
    }
  }
  return
}

// CHECK: #[[$SET0:.+]] = affine_set<(d0) : (d0 >= 0)>
// CHECK-LABEL: func.func @if_always
// CHECK-SAME: (%[[ARG0:.+]]: memref<?xf32>, %[[ARG1:.+]]: f32) {
// CHECK-NEXT: affine.for %[[ARG2:.+]] = 0 to 10 {
// CHECK-NEXT:   affine.if #[[$SET0]](%[[ARG2]]) {
// CHECK-NEXT:     affine.store %[[ARG1]], %[[ARG0]][%[[ARG2]]] : memref<?xf32>
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }

// -----

func.func @merge_min(%a: index, %b: index, %c: index) -> index {
  %0 = affine.min affine_map<(d0)[s0] -> (d0, s0)>(%a)[%b]
  %1 = affine.min affine_map<(d0, d1) -> (d0, d1 + 4)>(%0, %c)
  return %1 : index
}

// CHECK: #[[$MAP0:.+]] = affine_map<()[s0, s1, s2] -> (s2 + 4, s1, s0)>
// CHECK-LABEL: func.func @merge_min
// CHECK-SAME: (%[[ARG0:.+]]: index, %[[ARG1:.+]]: index, %[[ARG2:.+]]: index) -> index {
// CHECK-NEXT: %[[V0:.+]] = affine.min #[[$MAP0]]()[%[[ARG1]], %[[ARG0]], %[[ARG2]]]
// CHECK-NEXT: return %[[V0]] : index
// CHECK-NEXT: }

// -----

func.func @min_const(%a: index) -> index {
  %c = arith.constant 8 : index
  %0 = affine.min affine_map<(d0)[s0] -> (d0 + 4, s0, 16)>(%a)[%c]
  %1 = affine.max affine_map<(d0)[s0] -> (d0 + 4, s0, 5)>(%a)[%c]
  %2 = arith.addi %0, %1 : index
  return %2 : index
}

// CHECK: #[[$MAP0:.+]] = affine_map<()[s0] -> (8, 16, s0 + 4)>
// CHECK: #[[$MAP1:.+]] = affine_map<()[s0] -> (5, 8, s0 + 4)>
// CHECK-LABEL: func.func @min_const
// CHECK-SAME: (%[[ARG0:.+]]: index) -> index {
// CHECK-NEXT: %[[V0:.+]] = affine.min #[[$MAP0]]()[%[[ARG0]]]
// CHECK-NEXT: %[[V1:.+]] = affine.max #[[$MAP1]]()[%[[ARG0]]]
// CHECK-NEXT: %[[V2:.+]] = arith.addi %[[V0]], %[[V1]] : index
// CHECK-NEXT: return %[[V2]] : index
// CHECK-NEXT: }

// -----

func.func @delin(%i: index) -> (index, index) {
  %c22 = arith.constant 22 : index
  %0:2 = affine.delinearize_index %c22 into (4, 8) : index, index
  return %0#0, %0#1 : index, index
}

// CHECK-LABEL: func.func @delin
// CHECK-SAME: (%[[ARG0:.+]]: index) -> (index, index) {
// CHECK-NEXT: %[[C2:.+]] = arith.constant 2 : index
// CHECK-NEXT: %[[C6:.+]] = arith.constant 6 : index
// CHECK-NEXT: return %[[C2]], %[[C6]] : index, index
// CHECK-NEXT: }

// -----

func.func @delin_unit(%i: index, %n: index) -> (index, index, index) {
  %0:3 = affine.delinearize_index %i into (%n, 1, 8) : index, index, index
  return %0#0, %0#1, %0#2 : index, index, index
}

// CHECK-LABEL: func.func @delin_unit
// CHECK-SAME: (%[[ARG0:.+]]: index, %[[ARG1:.+]]: index) -> (index, index, index) {
// CHECK-NEXT: %[[C0:.+]] = arith.constant 0 : index
// CHECK-NEXT: %[[V0:.+]]:2 = affine.delinearize_index %[[ARG0]] into (%[[ARG1]], 8) : index, index
// CHECK-NEXT: return %[[V0]]#0, %[[C0]], %[[V0]]#1 : index, index, index
// CHECK-NEXT: }

// -----

func.func @lin(%i: index, %j: index) -> index {
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %0 = affine.linearize_index [%c2, %c3] by (4, 8) : index
  return %0 : index
}

// CHECK-LABEL: func.func @lin
// CHECK-SAME: (%[[ARG0:.+]]: index, %[[ARG1:.+]]: index) -> index {
// CHECK-NEXT: %[[C19:.+]] = arith.constant 19 : index
// CHECK-NEXT: return %[[C19]] : index
// CHECK-NEXT: }

// -----

func.func @lin_of_delin(%i: index) -> index {
  %0:2 = affine.delinearize_index %i into (4, 8) : index, index
  %1 = affine.linearize_index disjoint [%0#0, %0#1] by (4, 8) : index
  return %1 : index
}

// CHECK-LABEL: func.func @lin_of_delin
// CHECK-SAME: (%[[ARG0:.+]]: index) -> index {
// CHECK-NEXT: return %[[ARG0]] : index
// CHECK-NEXT: }

// -----

func.func @delin_of_lin(%i: index, %j: index) -> (index, index) {
  %1 = affine.linearize_index disjoint [%i, %j] by (4, 8) : index
  %0:2 = affine.delinearize_index %1 into (4, 8) : index, index
  return %0#0, %0#1 : index, index
}

// CHECK-LABEL: func.func @delin_of_lin
// CHECK-SAME: (%[[ARG0:.+]]: index, %[[ARG1:.+]]: index) -> (index, index) {
// CHECK-NEXT: return %[[ARG0]], %[[ARG1]] : index, index
// CHECK-NEXT: }

// -----

func.func @lin_zero(%j: index) -> index {
  %c0 = arith.constant 0 : index
  %1 = affine.linearize_index disjoint [%c0, %j] by (4, 8) : index
  return %1 : index
}

// CHECK-LABEL: func.func @lin_zero
// CHECK-SAME: (%[[ARG0:.+]]: index) -> index {
// CHECK-NEXT: return %[[ARG0]] : index
// CHECK-NEXT: }

// -----

func.func @loads(%m: memref<?xf32>) -> f32 {
  %c = memref.cast %m : memref<?xf32> to memref<4xf32>
  %0 = affine.load %c[0] : memref<4xf32>
  affine.store %0, %c[1] : memref<4xf32>
  return %0 : f32
}

// CHECK-LABEL: func.func @loads
// CHECK-SAME: (%[[ARG0:.+]]: memref<?xf32>) -> f32 {
// CHECK-NEXT: %[[V0:.+]] = affine.load %[[ARG0]][0] : memref<?xf32>
// CHECK-NEXT: affine.store %[[V0]], %[[ARG0]][1] : memref<?xf32>
// CHECK-NEXT: return %[[V0]] : f32
// CHECK-NEXT: }

// -----

func.func @for_const_bounds(%m: memref<?xf32>, %v: f32) {
  %c0 = arith.constant 0 : index
  %c7 = arith.constant 7 : index
  affine.for %i = %c0 to min affine_map<()[s0] -> (s0, 9, 12)>()[%c7] {
    affine.store %v, %m[%i] : memref<?xf32>
  }
  return
}

// CHECK-LABEL: func.func @for_const_bounds
// CHECK-SAME: (%[[ARG0:.+]]: memref<?xf32>, %[[ARG1:.+]]: f32) {
// CHECK-NEXT: affine.for %[[ARG2:.+]] = 0 to 7 {
// CHECK-NEXT:   affine.store %[[ARG1]], %[[ARG0]][%[[ARG2]]] : memref<?xf32>
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }

// -----

func.func @apply_mod(%i: index) -> index {
  %0 = affine.apply affine_map<(d0) -> (d0 mod 1)>(%i)
  %1 = affine.apply affine_map<(d0, d1) -> (d0 * 4 + d1)>(%0, %i)
  return %1 : index
}

// CHECK-LABEL: func.func @apply_mod
// CHECK-SAME: (%[[ARG0:.+]]: index) -> index {
// CHECK-NEXT: return %[[ARG0]] : index
// CHECK-NEXT: }
