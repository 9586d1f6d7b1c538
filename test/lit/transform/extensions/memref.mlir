// RUN: mlirlite-opt %s | FileCheck %s
// RUN: mlirlite-opt %s --mlir-print-op-generic | mlirlite-opt | FileCheck %s

// CHECK-LABEL: func.func @memref_alloca_to_global(
// CHECK-SAME:    %[[ARG0:.*]]: !transform.op<"memref.alloca">) {
// CHECK-NEXT:     %[[GETGLOBAL:.*]], %[[GLOBAL:.*]] = transform.memref.alloca_to_global %[[ARG0]] : (!transform.op<"memref.alloca">) -> (!transform.any_op, !transform.any_op)
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @memref_alloca_to_global(%0: !transform.op<"memref.alloca">) {
  %1, %2 = transform.memref.alloca_to_global %0
      : (!transform.op<"memref.alloca">) -> (!transform.any_op, !transform.any_op)
  return
}

// CHECK-LABEL: func.func @memref_erase_dead_alloc_and_stores(
// CHECK-SAME:    %[[ARG0:.*]]: !transform.any_op) {
// CHECK-NEXT:     transform.memref.erase_dead_alloc_and_stores %[[ARG0]] : (!transform.any_op) -> ()
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @memref_erase_dead_alloc_and_stores(%0: !transform.any_op) {
  transform.memref.erase_dead_alloc_and_stores %0 : (!transform.any_op) -> ()
  return
}

// CHECK-LABEL: func.func @memref_make_loop_independent(
// CHECK-SAME:    %[[ARG0:.*]]: !transform.any_op) {
// CHECK-NEXT:     %[[MAKE_LOOP_INDEPENDENT:.*]] = transform.memref.make_loop_independent %[[ARG0]] {num_loops = 1 : i64} : (!transform.any_op) -> !transform.any_op
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @memref_make_loop_independent(%0: !transform.any_op) {
  %1 = transform.memref.make_loop_independent %0 {num_loops = 1 : i64}
      : (!transform.any_op) -> !transform.any_op
  return
}

// CHECK-LABEL: func.func @memref_multibuffer(
// CHECK-SAME:    %[[ARG0:.*]]: !transform.op<"memref.alloc">) {
// CHECK-NEXT:     %[[MULTIBUFFER:.*]] = transform.memref.multibuffer %[[ARG0]] {factor = 2 : i64} : (!transform.op<"memref.alloc">) -> !transform.any_op
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @memref_multibuffer(%0: !transform.op<"memref.alloc">) {
  %1 = transform.memref.multibuffer %0 {factor = 2 : i64}
      : (!transform.op<"memref.alloc">) -> !transform.any_op
  return
}

// CHECK-LABEL: func.func @patterns(
// CHECK-SAME:    ) {
// CHECK-NEXT:     transform.apply_conversion_patterns.memref.memref_to_llvm_type_converter {use_bare_ptr_call_conv = true}
// CHECK-NEXT:     transform.apply_patterns.memref.alloc_to_alloca size_limit(32)
// CHECK-NEXT:     transform.apply_patterns.memref.expand_ops
// CHECK-NEXT:     transform.apply_patterns.memref.expand_strided_metadata
// CHECK-NEXT:     transform.apply_patterns.memref.extract_address_computations
// CHECK-NEXT:     transform.apply_patterns.memref.fold_memref_alias_ops
// CHECK-NEXT:     transform.apply_patterns.memref.resolve_ranked_shaped_type_result_dims
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @patterns() {
  transform.apply_conversion_patterns.memref.memref_to_llvm_type_converter
      {use_bare_ptr_call_conv = true}
  transform.apply_patterns.memref.alloc_to_alloca size_limit(32)
  transform.apply_patterns.memref.expand_ops
  transform.apply_patterns.memref.expand_strided_metadata
  transform.apply_patterns.memref.extract_address_computations
  transform.apply_patterns.memref.fold_memref_alias_ops
  transform.apply_patterns.memref.resolve_ranked_shaped_type_result_dims
  return
}
