// RUN: mlirlite-opt %s | FileCheck %s
// RUN: mlirlite-opt %s --mlir-print-op-generic | mlirlite-opt | FileCheck %s

// CHECK-LABEL: func.func @loop_coalesce(
// CHECK-SAME:    %[[ARG0:.*]]: !transform.any_op) {
// CHECK-NEXT:     %[[COALESCE:.*]] = transform.loop.coalesce %[[ARG0]] : (!transform.any_op) -> !transform.any_op
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @loop_coalesce(%0: !transform.any_op) {
  %1 = transform.loop.coalesce %0 : (!transform.any_op) -> !transform.any_op
  return
}

// CHECK-LABEL: func.func @loop_forall_to_for(
// CHECK-SAME:    %[[ARG0:.*]]: !transform.any_op) {
// CHECK-NEXT:     transform.loop.forall_to_for %[[ARG0]] : (!transform.any_op) -> ()
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @loop_forall_to_for(%0: !transform.any_op) {
  transform.loop.forall_to_for %0 : (!transform.any_op) -> ()
  return
}

// CHECK-LABEL: func.func @loop_forall_to_parallel(
// CHECK-SAME:    %[[ARG0:.*]]: !transform.any_op) {
// CHECK-NEXT:     transform.loop.forall_to_parallel %[[ARG0]] : (!transform.any_op) -> ()
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @loop_forall_to_parallel(%0: !transform.any_op) {
  transform.loop.forall_to_parallel %0 : (!transform.any_op) -> ()
  return
}

// CHECK-LABEL: func.func @loop_fuse_sibling(
// CHECK-SAME:    %[[ARG0:.*]]: !transform.any_op, %[[ARG1:.*]]: !transform.any_op) {
// CHECK-NEXT:     %[[FUSE_SIBLING:.*]] = transform.loop.fuse_sibling %[[ARG0]] into %[[ARG1]] : (!transform.any_op, !transform.any_op) -> !transform.any_op
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @loop_fuse_sibling(%0: !transform.any_op, %1: !transform.any_op) {
  %2 = transform.loop.fuse_sibling %0 into %1
      : (!transform.any_op, !transform.any_op) -> !transform.any_op
  return
}

// CHECK-LABEL: func.func @loop_hoist_loop_invariant_subsets(
// CHECK-SAME:    %[[ARG0:.*]]: !transform.any_op) {
// CHECK-NEXT:     transform.loop.hoist_loop_invariant_subsets %[[ARG0]] : !transform.any_op
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @loop_hoist_loop_invariant_subsets(%0: !transform.any_op) {
  transform.loop.hoist_loop_invariant_subsets %0 : !transform.any_op
  return
}

// CHECK-LABEL: func.func @loop_outline(
// CHECK-SAME:    %[[ARG0:.*]]: !transform.any_op) {
// CHECK-NEXT:     %[[FUNCTION:.*]], %[[CALL:.*]] = transform.loop.outline %[[ARG0]] {func_name = "outlined"} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @loop_outline(%0: !transform.any_op) {
  %1, %2 = transform.loop.outline %0 {func_name = "outlined"}
      : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  return
}

// CHECK-LABEL: func.func @loop_parallel_for_to_nested_fors(
// CHECK-SAME:    %[[ARG0:.*]]: !transform.any_op) {
// CHECK-NEXT:     transform.loop.parallel_for_to_nested_fors %[[ARG0]] : (!transform.any_op) -> ()
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @loop_parallel_for_to_nested_fors(%0: !transform.any_op) {
  transform.loop.parallel_for_to_nested_fors %0 : (!transform.any_op) -> ()
  return
}

// CHECK-LABEL: func.func @loop_peel(
// CHECK-SAME:    %[[ARG0:.*]]: !transform.op<"scf.for">) {
// CHECK-NEXT:     %[[PEELED_LOOP:.*]], %[[REMAINDER_LOOP:.*]] = transform.loop.peel %[[ARG0]] {peel_front = true} : (!transform.op<"scf.for">) -> (!transform.any_op, !transform.any_op)
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @loop_peel(%0: !transform.op<"scf.for">) {
  %1, %2 = transform.loop.peel %0 {peel_front = true}
      : (!transform.op<"scf.for">) -> (!transform.any_op, !transform.any_op)
  return
}

// CHECK-LABEL: func.func @loop_pipeline(
// CHECK-SAME:    %[[ARG0:.*]]: !transform.op<"scf.for">) {
// CHECK-NEXT:     %[[PIPELINE:.*]] = transform.loop.pipeline %[[ARG0]] {iteration_interval = 2 : i64} : (!transform.op<"scf.for">) -> !transform.any_op
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @loop_pipeline(%0: !transform.op<"scf.for">) {
  %1 = transform.loop.pipeline %0 {iteration_interval = 2 : i64}
      : (!transform.op<"scf.for">) -> !transform.any_op
  return
}

// CHECK-LABEL: func.func @loop_promote_if_one_iteration(
// CHECK-SAME:    %[[ARG0:.*]]: !transform.any_op) {
// CHECK-NEXT:     transform.loop.promote_if_one_iteration %[[ARG0]] : !transform.any_op
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @loop_promote_if_one_iteration(%0: !transform.any_op) {
  transform.loop.promote_if_one_iteration %0 : !transform.any_op
  return
}

// CHECK-LABEL: func.func @loop_unroll(
// CHECK-SAME:    %[[ARG0:.*]]: !transform.any_op) {
// CHECK-NEXT:     transform.loop.unroll %[[ARG0]] {factor = 4 : i64} : !transform.any_op
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @loop_unroll(%0: !transform.any_op) {
  transform.loop.unroll %0 {factor = 4 : i64} : !transform.any_op
  return
}

// CHECK-LABEL: func.func @loop_unroll_and_jam(
// CHECK-SAME:    %[[ARG0:.*]]: !transform.any_op) {
// CHECK-NEXT:     transform.loop.unroll_and_jam %[[ARG0]] {factor = 4 : i64} : !transform.any_op
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @loop_unroll_and_jam(%0: !transform.any_op) {
  transform.loop.unroll_and_jam %0 {factor = 4 : i64} : !transform.any_op
  return
}
