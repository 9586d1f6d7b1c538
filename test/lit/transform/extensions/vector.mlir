// RUN: mlirlite-opt %s | FileCheck %s
// RUN: mlirlite-opt %s --mlir-print-op-generic | mlirlite-opt | FileCheck %s

// CHECK-LABEL: func.func @patterns(
// CHECK-SAME:    ) {
// CHECK-NEXT:     transform.apply_conversion_patterns.vector.vector_to_llvm {reassociate_fp_reductions = true}
// CHECK-NEXT:     transform.apply_patterns.vector.cast_away_vector_leading_one_dim
// CHECK-NEXT:     transform.apply_patterns.vector.drop_inner_most_unit_dims_from_xfer_ops
// CHECK-NEXT:     transform.apply_patterns.vector.drop_unit_dims_with_shape_cast
// CHECK-NEXT:     transform.apply_patterns.vector.elementwise_to_vector
// CHECK-NEXT:     transform.apply_patterns.vector.fold_arith_extension
// CHECK-NEXT:     transform.apply_patterns.vector.interleave_to_shuffle
// CHECK-NEXT:     transform.apply_patterns.vector.lower_bitcast
// CHECK-NEXT:     transform.apply_patterns.vector.lower_broadcast
// CHECK-NEXT:     transform.apply_patterns.vector.lower_contraction
// CHECK-NEXT:     transform.apply_patterns.vector.lower_create_mask
// CHECK-NEXT:     transform.apply_patterns.vector.lower_gather
// CHECK-NEXT:     transform.apply_patterns.vector.lower_interleave
// CHECK-NEXT:     transform.apply_patterns.vector.lower_masked_transfers
// CHECK-NEXT:     transform.apply_patterns.vector.lower_masks
// CHECK-NEXT:     transform.apply_patterns.vector.lower_multi_reduction lowering_strategy = innerreduction
// CHECK-NEXT:     transform.apply_patterns.vector.lower_outerproduct
// CHECK-NEXT:     transform.apply_patterns.vector.lower_scan
// CHECK-NEXT:     transform.apply_patterns.vector.lower_shape_cast
// CHECK-NEXT:     transform.apply_patterns.vector.lower_transfer max_transfer_rank = 2
// CHECK-NEXT:     transform.apply_patterns.vector.lower_transpose lowering_strategy = shuffle_16x16 avx2_lowering_strategy = true
// CHECK-NEXT:     transform.apply_patterns.vector.materialize_masks
// CHECK-NEXT:     transform.apply_patterns.vector.rank_reducing_subview_patterns
// CHECK-NEXT:     transform.apply_patterns.vector.reduction_to_contract
// CHECK-NEXT:     transform.apply_patterns.vector.rewrite_narrow_types
// CHECK-NEXT:     transform.apply_patterns.vector.sink_mem_ops
// CHECK-NEXT:     transform.apply_patterns.vector.sink_ops
// CHECK-NEXT:     transform.apply_patterns.vector.split_transfer_full_partial split_transfer_strategy = "vector-transfer"
// CHECK-NEXT:     transform.apply_patterns.vector.transfer_permutation_patterns
// CHECK-NEXT:     transform.apply_patterns.vector.transfer_to_scf full_unroll = true
// CHECK-NEXT:     transform.apply_patterns.vector.unroll_from_elements
// CHECK-NEXT:     transform.apply_patterns.vector.unroll_to_elements
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @patterns() {
  transform.apply_conversion_patterns.vector.vector_to_llvm {reassociate_fp_reductions = true}
  transform.apply_patterns.vector.cast_away_vector_leading_one_dim
  transform.apply_patterns.vector.drop_inner_most_unit_dims_from_xfer_ops
  transform.apply_patterns.vector.drop_unit_dims_with_shape_cast
  transform.apply_patterns.vector.elementwise_to_vector
  transform.apply_patterns.vector.fold_arith_extension
  transform.apply_patterns.vector.interleave_to_shuffle
  transform.apply_patterns.vector.lower_bitcast
  transform.apply_patterns.vector.lower_broadcast
  transform.apply_patterns.vector.lower_contraction lowering_strategy = outerproduct
  transform.apply_patterns.vector.lower_create_mask
  transform.apply_patterns.vector.lower_gather
  transform.apply_patterns.vector.lower_interleave
  transform.apply_patterns.vector.lower_masked_transfers
  transform.apply_patterns.vector.lower_masks
  transform.apply_patterns.vector.lower_multi_reduction lowering_strategy = innerreduction
  transform.apply_patterns.vector.lower_outerproduct
  transform.apply_patterns.vector.lower_scan
  transform.apply_patterns.vector.lower_shape_cast
  transform.apply_patterns.vector.lower_transfer max_transfer_rank = 2
  transform.apply_patterns.vector.lower_transpose lowering_strategy = shuffle_16x16
      avx2_lowering_strategy = true
  transform.apply_patterns.vector.materialize_masks
  transform.apply_patterns.vector.rank_reducing_subview_patterns
  transform.apply_patterns.vector.reduction_to_contract
  transform.apply_patterns.vector.rewrite_narrow_types
  transform.apply_patterns.vector.sink_mem_ops
  transform.apply_patterns.vector.sink_ops
  transform.apply_patterns.vector.split_transfer_full_partial
      split_transfer_strategy = "vector-transfer"
  transform.apply_patterns.vector.transfer_permutation_patterns
  transform.apply_patterns.vector.transfer_to_scf max_transfer_rank = 1 full_unroll = true
  transform.apply_patterns.vector.unroll_from_elements
  transform.apply_patterns.vector.unroll_to_elements
  return
}
