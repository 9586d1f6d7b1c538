// RUN: mlirlite-opt %s --canonicalize --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @constant_basis(
// CHECK-SAME:    %[[ARG0:.*]]: index, %[[ARG1:.*]]: index) -> (index, index) {
// CHECK-NEXT:     %[[DELINEARIZE_INDEX:.*]]:2 = affine.delinearize_index %[[ARG0]] into (%[[ARG1]], 4) : index, index
// CHECK-NEXT:     return %[[DELINEARIZE_INDEX]]#0, %[[DELINEARIZE_INDEX]]#1 : index, index
// CHECK-NEXT:   }
func.func @constant_basis(%i: index, %n: index) -> (index, index) {
  %c4 = arith.constant 4 : index
  %0:2 = affine.delinearize_index %i into (%n, %c4) : index, index
  return %0#0, %0#1 : index, index
}

// -----

// CHECK-LABEL: func.func @same_end(
// CHECK-SAME:    %[[ARG0:.*]]: index, %[[ARG1:.*]]: index, %[[ARG2:.*]]: index, %[[ARG3:.*]]: index) -> (index, index, index) {
// CHECK-NEXT:     %[[LINEARIZE_INDEX:.*]] = affine.linearize_index disjoint [%[[ARG0]], %[[ARG1]]] by (%[[ARG3]], 4) : index
// CHECK-NEXT:     %[[DELINEARIZE_INDEX:.*]]:2 = affine.delinearize_index %[[LINEARIZE_INDEX]] into (8) : index, index
// CHECK-NEXT:     return %[[DELINEARIZE_INDEX]]#0, %[[DELINEARIZE_INDEX]]#1, %[[ARG2]] : index, index, index
// CHECK-NEXT:   }
func.func @same_end(%a: index, %b: index, %c: index, %n: index) -> (index, index, index) {
  %0 = affine.linearize_index disjoint [%a, %b, %c] by (%n, 4, 5) : index
  %1:3 = affine.delinearize_index %0 into (8, 5) : index, index, index
  return %1#0, %1#1, %1#2 : index, index, index
}

// -----

// Without the promise that the indices are disjoint nothing is known.
// CHECK-LABEL: func.func @may_overlap(
// CHECK-SAME:    %[[ARG0:.*]]: index, %[[ARG1:.*]]: index) -> (index, index) {
// CHECK-NEXT:     %[[LINEARIZE_INDEX:.*]] = affine.linearize_index [%[[ARG0]], %[[ARG1]]] by (4, 5) : index
// CHECK-NEXT:     %[[DELINEARIZE_INDEX:.*]]:2 = affine.delinearize_index %[[LINEARIZE_INDEX]] into (4, 5) : index, index
// CHECK-NEXT:     return %[[DELINEARIZE_INDEX]]#0, %[[DELINEARIZE_INDEX]]#1 : index, index
// CHECK-NEXT:   }
func.func @may_overlap(%a: index, %b: index) -> (index, index) {
  %0 = affine.linearize_index [%a, %b] by (4, 5) : index
  %1:2 = affine.delinearize_index %0 into (4, 5) : index, index
  return %1#0, %1#1 : index, index
}

// -----

// CHECK-LABEL: func.func @within_the_last(
// CHECK-SAME:    %[[ARG0:.*]]: index, %[[ARG1:.*]]: index, %[[ARG2:.*]]: index) -> (index, index, index, index) {
// CHECK-NEXT:     %[[DELINEARIZE_INDEX:.*]]:2 = affine.delinearize_index %[[ARG2]] into (8, 8) : index, index
// CHECK-NEXT:     return %[[ARG0]], %[[ARG1]], %[[DELINEARIZE_INDEX]]#0, %[[DELINEARIZE_INDEX]]#1 : index, index, index, index
// CHECK-NEXT:   }
func.func @within_the_last(%a: index, %b: index, %c: index) -> (index, index, index, index) {
  %0 = affine.linearize_index disjoint [%a, %b, %c] by (2, 4, 64) : index
  %1:4 = affine.delinearize_index %0 into (2, 4, 8, 8) : index, index, index, index
  return %1#0, %1#1, %1#2, %1#3 : index, index, index, index
}

// -----

// CHECK-LABEL: func.func @by_one(
// CHECK-SAME:    %[[ARG0:.*]]: index, %[[ARG1:.*]]: index, %[[ARG2:.*]]: index, %[[ARG3:.*]]: index) -> (index, index) {
// CHECK-NEXT:     %[[LINEARIZE_INDEX:.*]] = affine.linearize_index disjoint [%[[ARG0]], %[[ARG2]]] by (3, %[[ARG3]]) : index
// CHECK-NEXT:     %[[LINEARIZE_INDEX_1:.*]] = affine.linearize_index [%[[ARG0]], %[[ARG2]]] by (3, %[[ARG3]]) : index
// CHECK-NEXT:     return %[[LINEARIZE_INDEX]], %[[LINEARIZE_INDEX_1]] : index, index
// CHECK-NEXT:   }
func.func @by_one(%a: index, %b: index, %c: index, %n: index) -> (index, index) {
  %c0 = arith.constant 0 : index
  %0 = affine.linearize_index disjoint [%a, %b, %c] by (3, 1, %n) : index
  %1 = affine.linearize_index [%a, %c0, %c] by (3, 1, %n) : index
  return %0, %1 : index, index
}

// -----

// CHECK-LABEL: func.func @neighbors(
// CHECK-SAME:    %[[ARG0:.*]]: index, %[[ARG1:.*]]: index) -> index {
// CHECK-NEXT:     %[[DELINEARIZE_INDEX:.*]]:2 = affine.delinearize_index %[[ARG0]] into (3, 32) : index, index
// CHECK-NEXT:     %[[LINEARIZE_INDEX:.*]] = affine.linearize_index [%[[ARG1]], %[[DELINEARIZE_INDEX]]#1] by (5, 32) : index
// CHECK-NEXT:     return %[[LINEARIZE_INDEX]] : index
// CHECK-NEXT:   }
func.func @neighbors(%i: index, %a: index) -> index {
  %0:3 = affine.delinearize_index %i into (3, 4, 8) : index, index, index
  %1 = affine.linearize_index [%a, %0#1, %0#2] by (5, 4, 8) : index
  return %1 : index
}

// -----

// CHECK-LABEL: func.func @all_neighbors(
// CHECK-SAME:    %[[ARG0:.*]]: index, %[[ARG1:.*]]: index, %[[ARG2:.*]]: index) -> index {
// CHECK-NEXT:     %[[LINEARIZE_INDEX:.*]] = affine.linearize_index [%[[ARG1]], %[[ARG0]], %[[ARG2]]] by (9, 30, 7) : index
// CHECK-NEXT:     return %[[LINEARIZE_INDEX]] : index
// CHECK-NEXT:   }
func.func @all_neighbors(%i: index, %a: index, %b: index) -> index {
  %0:3 = affine.delinearize_index %i into (2, 3, 5) : index, index, index
  %1 = affine.linearize_index [%a, %0#0, %0#1, %0#2, %b] by (9, 2, 3, 5, 7) : index
  return %1 : index
}

// -----

// CHECK-LABEL: func.func @other_basis(
// CHECK-SAME:    %[[ARG0:.*]]: index, %[[ARG1:.*]]: index) -> index {
// CHECK-NEXT:     %[[DELINEARIZE_INDEX:.*]]:3 = affine.delinearize_index %[[ARG0]] into (3, 4, 8) : index, index, index
// CHECK-NEXT:     %[[LINEARIZE_INDEX:.*]] = affine.linearize_index [%[[ARG1]], %[[DELINEARIZE_INDEX]]#1, %[[DELINEARIZE_INDEX]]#2] by (5, 4, 9) : index
// CHECK-NEXT:     return %[[LINEARIZE_INDEX]] : index
// CHECK-NEXT:   }
func.func @other_basis(%i: index, %a: index) -> index {
  %0:3 = affine.delinearize_index %i into (3, 4, 8) : index, index, index
  %1 = affine.linearize_index [%a, %0#1, %0#2] by (5, 4, 9) : index
  return %1 : index
}
