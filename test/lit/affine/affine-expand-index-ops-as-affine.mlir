// RUN: mlirlite-opt %s --affine-expand-index-ops-as-affine --split-input-file | FileCheck %s

// CHECK-DAG:  #[[OUTER:.*]] = affine_map<()[s0, s1] -> (s1 floordiv (s0 * 4))>
// CHECK-LABEL: func.func @delinearize
// CHECK-SAME: (%[[L:.*]]: index, %[[N:.*]]: index)
// CHECK:      %[[A:.*]] = affine.apply #[[OUTER]]()[%[[N]], %[[L]]]
// CHECK:      %[[B:.*]] = affine.apply
// CHECK:      %[[C:.*]] = affine.apply
// CHECK:      return %[[A]], %[[B]], %[[C]]
func.func @delinearize(%l: index, %n: index) -> (index, index, index) {
  %0:3 = affine.delinearize_index %l into (4, %n) : index, index, index
  return %0#0, %0#1, %0#2 : index, index, index
}

// -----

// CHECK:      #[[SUM:.*]] = affine_map<()[s0, s1, s2] -> (s0 * 15 + s1 * 5 + s2)>
// CHECK-LABEL: func.func @linearize
// CHECK-SAME: (%[[A:.*]]: index, %[[B:.*]]: index, %[[C:.*]]: index)
// CHECK:      affine.apply #[[SUM]]()[%[[A]], %[[B]], %[[C]]]
func.func @linearize(%a: index, %b: index, %c: index) -> index {
  %0 = affine.linearize_index [%a, %b, %c] by (7, 3, 5) : index
  return %0 : index
}

// -----

// CHECK-LABEL: func.func @others
// CHECK:      affine.min
func.func @others(%a: index) -> index {
  %0 = affine.min affine_map<(d0) -> (d0 * 2, 7)>(%a)
  return %0 : index
}
