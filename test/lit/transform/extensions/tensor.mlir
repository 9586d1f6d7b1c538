// RUN: mlirlite-opt %s | FileCheck %s
// RUN: mlirlite-opt %s --mlir-print-op-generic | mlirlite-opt | FileCheck %s

// CHECK-LABEL: func.func @tensor_make_loop_independent(
// CHECK-SAME:    %[[ARG0:.*]]: !transform.any_op) {
// CHECK-NEXT:     %[[MAKE_LOOP_INDEPENDENT:.*]] = transform.tensor.make_loop_independent %[[ARG0]] {num_loops = 1 : i64} : (!transform.any_op) -> !transform.any_op
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @tensor_make_loop_independent(%0: !transform.any_op) {
  %1 = transform.tensor.make_loop_independent %0 {num_loops = 1 : i64}
      : (!transform.any_op) -> !transform.any_op
  return
}

// CHECK-LABEL: func.func @patterns(
// CHECK-SAME:    ) {
// CHECK-NEXT:     transform.apply_patterns.tensor.bubble_up_extract_slice
// CHECK-NEXT:     transform.apply_patterns.tensor.decompose_concat
// CHECK-NEXT:     transform.apply_patterns.tensor.drop_redundant_insert_slice_rank_expansion
// CHECK-NEXT:     transform.apply_patterns.tensor.fold_into_pack_and_unpack
// CHECK-NEXT:     transform.apply_patterns.tensor.fold_tensor_empty {fold_single_use_only = true}
// CHECK-NEXT:     transform.apply_patterns.tensor.fold_tensor_subset_ops
// CHECK-NEXT:     transform.apply_patterns.tensor.fold_tensor_subset_ops_into_vector_transfers
// CHECK-NEXT:     transform.apply_patterns.tensor.merge_consecutive_insert_extract_slice
// CHECK-NEXT:     transform.apply_patterns.tensor.reassociative_reshape_folding
// CHECK-NEXT:     transform.apply_patterns.tensor.rewrite_as_constant aggressive
// CHECK-NEXT:     transform.type_conversion.tensor.cast_shape_dynamic_dims ignore_dynamic_info
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @patterns() {
  transform.apply_patterns.tensor.bubble_up_extract_slice
  transform.apply_patterns.tensor.decompose_concat
  transform.apply_patterns.tensor.drop_redundant_insert_slice_rank_expansion
  transform.apply_patterns.tensor.fold_into_pack_and_unpack
  transform.apply_patterns.tensor.fold_tensor_empty {fold_single_use_only = true}
  transform.apply_patterns.tensor.fold_tensor_subset_ops
  transform.apply_patterns.tensor.fold_tensor_subset_ops_into_vector_transfers
  transform.apply_patterns.tensor.merge_consecutive_insert_extract_slice
  transform.apply_patterns.tensor.reassociative_reshape_folding
  transform.apply_patterns.tensor.rewrite_as_constant aggressive
  transform.type_conversion.tensor.cast_shape_dynamic_dims ignore_dynamic_info
  return
}
