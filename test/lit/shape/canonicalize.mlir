// Canonical forms of shape ops: shapes that are named twice, shapes of nothing.
// RUN: mlirlite-opt %s --canonicalize | FileCheck %s

// CHECK-LABEL: func.func @broadcasts(
// CHECK-SAME: %[[A:.*]]: !shape.shape, %[[B:.*]]: !shape.shape, %[[E:.*]]: tensor<?xindex>
func.func @broadcasts(%a: !shape.shape, %b: !shape.shape, %e: tensor<?xindex>) -> (!shape.shape, !shape.shape, !shape.shape) {
  %n = shape.const_shape [] : !shape.shape
  // CHECK: %[[R:.*]] = shape.broadcast %[[A]], %[[B]] : !shape.shape, !shape.shape -> !shape.shape
  %0 = shape.broadcast %a, %b, %a, %n : !shape.shape, !shape.shape, !shape.shape, !shape.shape -> !shape.shape
  %1 = shape.broadcast %b, %n : !shape.shape, !shape.shape -> !shape.shape
  // CHECK: %[[F:.*]] = shape.from_extent_tensor %[[E]]
  %2 = shape.broadcast %e : tensor<?xindex> -> !shape.shape
  // CHECK: return %[[R]], %[[B]], %[[F]]
  return %0, %1, %2 : !shape.shape, !shape.shape, !shape.shape
}

// CHECK-LABEL: func.func @witnesses(
func.func @witnesses(%a: !shape.shape, %b: !shape.shape, %c: !shape.shape) -> (!shape.witness, !shape.witness) {
  // CHECK-DAG: %[[T:.*]] = shape.const_witness true
  %0 = shape.cstr_broadcastable %a, %a : !shape.shape, !shape.shape
  // CHECK-DAG: %[[E:.*]] = shape.cstr_eq %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : !shape.shape, !shape.shape, !shape.shape, !shape.shape
  %x = shape.cstr_eq %a, %b : !shape.shape, !shape.shape
  %y = shape.cstr_eq %b, %c : !shape.shape, !shape.shape
  %1 = shape.assuming_all %x, %y
  // CHECK: return %[[T]], %[[E]]
  return %0, %1 : !shape.witness, !shape.witness
}

// CHECK-LABEL: func.func @add_of_poison(
func.func @add_of_poison(%n: index) -> index {
  // CHECK: %[[P:.*]] = ub.poison : index
  %0 = ub.poison : index
  %1 = shape.add %n, %0 : index, index -> index
  // CHECK: return %[[P]]
  return %1 : index
}
