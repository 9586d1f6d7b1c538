// RUN: mlirlite-opt %s | FileCheck %s
// RUN: mlirlite-opt %s --mlir-print-op-generic | mlirlite-opt | FileCheck %s

// CHECK-LABEL: func.func @debug_emit_param_as_remark(
// CHECK-SAME:    %[[ARG0:.*]]: !transform.param<i64>, %[[ARG1:.*]]: !transform.any_op) {
// CHECK-NEXT:     transform.debug.emit_param_as_remark %[[ARG0]], "size" at %[[ARG1]] : !transform.param<i64>, !transform.any_op
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @debug_emit_param_as_remark(%0: !transform.param<i64>, %1: !transform.any_op) {
  transform.debug.emit_param_as_remark %0, "size" at %1
      : !transform.param<i64>, !transform.any_op
  return
}

// CHECK-LABEL: func.func @debug_emit_remark_at(
// CHECK-SAME:    %[[ARG0:.*]]: !transform.any_op) {
// CHECK-NEXT:     transform.debug.emit_remark_at %[[ARG0]], "here" : !transform.any_op
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @debug_emit_remark_at(%0: !transform.any_op) {
  transform.debug.emit_remark_at %0, "here" : !transform.any_op
  return
}
