// RUN: mlirlite-opt %s | FileCheck %s
// RUN: mlirlite-opt %s --mlir-print-op-generic | mlirlite-opt | FileCheck %s

// CHECK-LABEL: func.func @structured_bufferize_to_allocation(
// CHECK-SAME:    %[[ARG0:.*]]: !transform.any_op) {
// CHECK-NEXT:     %[[ALLOCATED_BUFFER:.*]], %[[NEW_OPS:.*]] = transform.structured.bufferize_to_allocation %[[ARG0]] {memory_space = 3 : i64} : !transform.any_op
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @structured_bufferize_to_allocation(%0: !transform.any_op) {
  %1, %2 = transform.structured.bufferize_to_allocation %0 {memory_space = 3}
      : !transform.any_op
  return
}

// CHECK-LABEL: func.func @structured_convert_conv2d_to_img2col(
// CHECK-SAME:    %[[ARG0:.*]]: !transform.any_op) {
// CHECK-NEXT:     %[[IMG2COL_TENSOR:.*]], %[[TRANSFORMED:.*]] = transform.structured.convert_conv2d_to_img2col %[[ARG0]] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @structured_convert_conv2d_to_img2col(%0: !transform.any_op) {
  %1, %2 = transform.structured.convert_conv2d_to_img2col %0
      : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  return
}

// CHECK-LABEL: func.func @structured_convert_to_loops(
// CHECK-SAME:    %[[ARG0:.*]]: !transform.any_op) {
// CHECK-NEXT:     %[[CONVERT_TO_LOOPS:.*]] = transform.structured.convert_to_loops %[[ARG0]] : (!transform.any_op) -> !transform.any_op
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @structured_convert_to_loops(%0: !transform.any_op) {
  %1 = transform.structured.convert_to_loops %0 : (!transform.any_op) -> !transform.any_op
  return
}

// CHECK-LABEL: func.func @structured_decompose(
// CHECK-SAME:    %[[ARG0:.*]]: !transform.any_op) {
// CHECK-NEXT:     %[[DECOMPOSE:.*]] = transform.structured.decompose %[[ARG0]] : (!transform.any_op) -> !transform.any_op
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @structured_decompose(%0: !transform.any_op) {
  %1 = transform.structured.decompose %0 : (!transform.any_op) -> !transform.any_op
  return
}

// CHECK-LABEL: func.func @structured_decompose_interface(
// CHECK-SAME:    %[[ARG0:.*]]: !transform.any_op) {
// CHECK-NEXT:     %[[DECOMPOSE_INTERFACE:.*]] = transform.structured.decompose_interface %[[ARG0]] : (!transform.any_op) -> !transform.any_op
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @structured_decompose_interface(%0: !transform.any_op) {
  %1 = transform.structured.decompose_interface %0 : (!transform.any_op) -> !transform.any_op
  return
}

// CHECK-LABEL: func.func @structured_decompose_winograd_op(
// CHECK-SAME:    %[[ARG0:.*]]: !transform.any_op) {
// CHECK-NEXT:     %[[DECOMPOSE_WINOGRAD_OP:.*]] = transform.structured.decompose_winograd_op %[[ARG0]] : (!transform.any_op) -> !transform.any_op
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @structured_decompose_winograd_op(%0: !transform.any_op) {
  %1 = transform.structured.decompose_winograd_op %0 : (!transform.any_op) -> !transform.any_op
  return
}

// CHECK-LABEL: func.func @structured_eliminate_empty_tensors(
// CHECK-SAME:    %[[ARG0:.*]]: !transform.any_op) {
// CHECK-NEXT:     transform.structured.eliminate_empty_tensors %[[ARG0]] : !transform.any_op
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @structured_eliminate_empty_tensors(%0: !transform.any_op) {
  transform.structured.eliminate_empty_tensors %0 : !transform.any_op
  return
}

// CHECK-LABEL: func.func @structured_flatten_elementwise(
// CHECK-SAME:    %[[ARG0:.*]]: !transform.any_op) {
// CHECK-NEXT:     %[[FLATTEN_ELEMENTWISE:.*]] = transform.structured.flatten_elementwise %[[ARG0]] : (!transform.any_op) -> !transform.any_op
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @structured_flatten_elementwise(%0: !transform.any_op) {
  %1 = transform.structured.flatten_elementwise %0 : (!transform.any_op) -> !transform.any_op
  return
}

// CHECK-LABEL: func.func @structured_generalize(
// CHECK-SAME:    %[[ARG0:.*]]: !transform.any_op) {
// CHECK-NEXT:     %[[GENERALIZE:.*]] = transform.structured.generalize %[[ARG0]] : (!transform.any_op) -> !transform.any_op
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @structured_generalize(%0: !transform.any_op) {
  %1 = transform.structured.generalize %0 : (!transform.any_op) -> !transform.any_op
  return
}

// CHECK-LABEL: func.func @structured_hoist_pad(
// CHECK-SAME:    %[[ARG0:.*]]: !transform.any_op) {
// CHECK-NEXT:     %[[HOIST_PAD:.*]] = transform.structured.hoist_pad %[[ARG0]] by 1 loops, transpose by [1, 0] : (!transform.any_op) -> !transform.any_op
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @structured_hoist_pad(%0: !transform.any_op) {
  %1 = transform.structured.hoist_pad %0 by 1 loops, transpose by [1, 0]
      : (!transform.any_op) -> !transform.any_op
  return
}

// CHECK-LABEL: func.func @structured_hoist_pad_build_packing_loop_nest(
// CHECK-SAME:    %[[ARG0:.*]]: !transform.any_op, %[[ARG1:.*]]: !transform.any_op) {
// CHECK-NEXT:     %[[BUILD_PACKING_LOOP_NEST:.*]] = transform.structured.hoist_pad.build_packing_loop_nest %[[ARG0]] above %[[ARG1]] : (!transform.any_op, !transform.any_op) -> !transform.any_op
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @structured_hoist_pad_build_packing_loop_nest(%0: !transform.any_op, %1: !transform.any_op) {
  %2 = transform.structured.hoist_pad.build_packing_loop_nest %0 above %1
      : (!transform.any_op, !transform.any_op) -> !transform.any_op
  return
}

// CHECK-LABEL: func.func @structured_hoist_redundant_vector_broadcasts(
// CHECK-SAME:    %[[ARG0:.*]]: !transform.any_op) {
// CHECK-NEXT:     %[[HOIST_REDUNDANT_VECTOR_BROADCASTS:.*]] = transform.structured.hoist_redundant_vector_broadcasts %[[ARG0]] : (!transform.any_op) -> !transform.any_op
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @structured_hoist_redundant_vector_broadcasts(%0: !transform.any_op) {
  %1 = transform.structured.hoist_redundant_vector_broadcasts %0
      : (!transform.any_op) -> !transform.any_op
  return
}

// CHECK-LABEL: func.func @structured_hoist_redundant_vector_transfers(
// CHECK-SAME:    %[[ARG0:.*]]: !transform.any_op) {
// CHECK-NEXT:     %[[HOIST_REDUNDANT_VECTOR_TRANSFERS:.*]] = transform.structured.hoist_redundant_vector_transfers %[[ARG0]] {verify_non_zero_trip} : (!transform.any_op) -> !transform.any_op
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @structured_hoist_redundant_vector_transfers(%0: !transform.any_op) {
  %1 = transform.structured.hoist_redundant_vector_transfers %0 {verify_non_zero_trip}
      : (!transform.any_op) -> !transform.any_op
  return
}

// CHECK-LABEL: func.func @structured_insert_slice_to_copy(
// CHECK-SAME:    %[[ARG0:.*]]: !transform.any_op) {
// CHECK-NEXT:     %[[INSERT_SLICE_TO_COPY:.*]] = transform.structured.insert_slice_to_copy %[[ARG0]] : (!transform.any_op) -> !transform.any_op
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @structured_insert_slice_to_copy(%0: !transform.any_op) {
  %1 = transform.structured.insert_slice_to_copy %0 : (!transform.any_op) -> !transform.any_op
  return
}

// CHECK-LABEL: func.func @structured_interchange(
// CHECK-SAME:    %[[ARG0:.*]]: !transform.any_op) {
// CHECK-NEXT:     %[[INTERCHANGE:.*]] = transform.structured.interchange %[[ARG0]] iterator_interchange = [1, 0] : (!transform.any_op) -> !transform.any_op
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @structured_interchange(%0: !transform.any_op) {
  %1 = transform.structured.interchange %0 iterator_interchange = [1, 0]
      : (!transform.any_op) -> !transform.any_op
  return
}

// CHECK-LABEL: func.func @structured_linalg_copy_to_memref(
// CHECK-SAME:    %[[ARG0:.*]]: !transform.any_op) {
// CHECK-NEXT:     %[[LINALG_COPY_TO_MEMREF:.*]] = transform.structured.linalg_copy_to_memref %[[ARG0]] : (!transform.any_op) -> !transform.any_op
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @structured_linalg_copy_to_memref(%0: !transform.any_op) {
  %1 = transform.structured.linalg_copy_to_memref %0 : (!transform.any_op) -> !transform.any_op
  return
}

// CHECK-LABEL: func.func @structured_lower_pack(
// CHECK-SAME:    %[[ARG0:.*]]: !transform.op<"linalg.pack">) {
// CHECK-NEXT:     %[[PAD_OP:.*]], %[[EXPAND_SHAPE_OP:.*]], %[[TRANSPOSE_OP:.*]] = transform.structured.lower_pack %[[ARG0]] : (!transform.op<"linalg.pack">) -> (!transform.op<"tensor.pad">, !transform.op<"tensor.expand_shape">, !transform.op<"linalg.transpose">)
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @structured_lower_pack(%0: !transform.op<"linalg.pack">) {
  %1, %2, %3 = transform.structured.lower_pack %0
      : (!transform.op<"linalg.pack">)
         -> (!transform.op<"tensor.pad">, !transform.op<"tensor.expand_shape">,
         !transform.op<"linalg.transpose">)
  return
}

// CHECK-LABEL: func.func @structured_lower_unpack(
// CHECK-SAME:    %[[ARG0:.*]]: !transform.op<"linalg.unpack">) {
// CHECK-NEXT:     %[[EMPTY_OP:.*]], %[[TRANSPOSE_OP:.*]], %[[COLLAPSE_SHAPE_OP:.*]], %[[EXTRACT_SLICE_OP:.*]] = transform.structured.lower_unpack %[[ARG0]] : (!transform.op<"linalg.unpack">) -> (!transform.op<"tensor.empty">, !transform.op<"linalg.transpose">, !transform.op<"tensor.collapse_shape">, !transform.op<"tensor.extract_slice">)
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @structured_lower_unpack(%0: !transform.op<"linalg.unpack">) {
  %1, %2, %3, %4 = transform.structured.lower_unpack %0
      : (!transform.op<"linalg.unpack">)
         -> (!transform.op<"tensor.empty">, !transform.op<"linalg.transpose">,
         !transform.op<"tensor.collapse_shape">, !transform.op<"tensor.extract_slice">)
  return
}

// CHECK-LABEL: func.func @structured_match(
// CHECK-SAME:    %[[ARG0:.*]]: !transform.any_op) {
// CHECK-NEXT:     %[[MATCH:.*]] = transform.structured.match ops{["linalg.matmul"]} attributes {first} in %[[ARG0]] : (!transform.any_op) -> !transform.any_op
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @structured_match(%0: !transform.any_op) {
  %1 = transform.structured.match ops{["linalg.matmul"]} attributes {first} in %0
      : (!transform.any_op) -> !transform.any_op
  return
}

// CHECK-LABEL: func.func @structured_pack(
// CHECK-SAME:    %[[ARG0:.*]]: !transform.any_op) {
// CHECK-NEXT:     %[[PACK:.*]] = transform.structured.pack %[[ARG0]] packed_sizes = [0, 2, 8] : (!transform.any_op) -> !transform.op<"linalg.generic">
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @structured_pack(%0: !transform.any_op) {
  %1 = transform.structured.pack %0 packed_sizes = [0, 2, 8]
      : (!transform.any_op) -> !transform.op<"linalg.generic">
  return
}

// CHECK-LABEL: func.func @structured_pack_greedily(
// CHECK-SAME:    %[[ARG0:.*]]: !transform.any_op) {
// CHECK-NEXT:     %[[PACK_GREEDILY:.*]] = transform.structured.pack_greedily %[[ARG0]] matmul_packed_sizes = [8, 16, 32] matmul_inner_dims_order = [1, 2, 0] : (!transform.any_op) -> !transform.op<"linalg.generic">
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @structured_pack_greedily(%0: !transform.any_op) {
  %1 = transform.structured.pack_greedily %0 matmul_packed_sizes = [8, 16, 32]
      matmul_inner_dims_order = [1, 2, 0]
      : (!transform.any_op) -> !transform.op<"linalg.generic">
  return
}

// CHECK-LABEL: func.func @structured_pack_transpose(
// CHECK-SAME:    %[[ARG0:.*]]: !transform.any_op, %[[ARG1:.*]]: !transform.any_op) {
// CHECK-NEXT:     %[[PACKED_OP:.*]], %[[PACK_OP:.*]], %[[UN_PACK_OP:.*]] = transform.structured.pack_transpose %[[ARG0]] with_compute_op(%[[ARG1]]) outer_perm = [1, 0] : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @structured_pack_transpose(%0: !transform.any_op, %1: !transform.any_op) {
  %2, %3, %4 = transform.structured.pack_transpose %0 with_compute_op(%1) outer_perm = [1, 0]
      : (!transform.any_op, !transform.any_op)
         -> (!transform.any_op, !transform.any_op, !transform.any_op)
  return
}

// CHECK-LABEL: func.func @structured_pad(
// CHECK-SAME:    %[[ARG0:.*]]: !transform.any_op) {
// CHECK-NEXT:     %[[PADDED:.*]], %[[PAD:.*]], %[[COPY:.*]] = transform.structured.pad %[[ARG0]] pad_to_multiple_of [2] {padding_dimensions = [0], padding_values = [0.000000e+00 : f32]} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @structured_pad(%0: !transform.any_op) {
  %1, %2, %3 = transform.structured.pad %0 pad_to_multiple_of [2]
      {padding_values = [0.0 : f32], padding_dimensions = [0]}
      : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  return
}

// CHECK-LABEL: func.func @structured_pad_tiling_interface(
// CHECK-SAME:    %[[ARG0:.*]]: !transform.any_op) {
// CHECK-NEXT:     %[[PADDED:.*]], %[[PAD:.*]] = transform.structured.pad_tiling_interface %[[ARG0]] to padding_sizes [8, 16] pad_to_multiple_of {padding_values = [0.000000e+00 : f32]} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @structured_pad_tiling_interface(%0: !transform.any_op) {
  %1, %2 = transform.structured.pad_tiling_interface %0 to padding_sizes [8, 16]
      pad_to_multiple_of {padding_values = [0.0 : f32]}
      : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  return
}

// CHECK-LABEL: func.func @structured_promote(
// CHECK-SAME:    %[[ARG0:.*]]: !transform.any_op) {
// CHECK-NEXT:     %[[PROMOTE:.*]] = transform.structured.promote %[[ARG0]] {alignment = 32 : i64, operands_to_promote = [0, 1]} : (!transform.any_op) -> !transform.any_op
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @structured_promote(%0: !transform.any_op) {
  %1 = transform.structured.promote %0 {operands_to_promote = [0, 1], alignment = 32}
      : (!transform.any_op) -> !transform.any_op
  return
}

// CHECK-LABEL: func.func @structured_promote_tensor(
// CHECK-SAME:    %[[ARG0:.*]]: !transform.any_value) {
// CHECK-NEXT:     %[[PROMOTE_TENSOR:.*]] = transform.structured.promote_tensor to 1 : i64 %[[ARG0]] : !transform.any_value
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @structured_promote_tensor(%0: !transform.any_value) {
  %1 = transform.structured.promote_tensor to 1 %0 : !transform.any_value
  return
}

// CHECK-LABEL: func.func @structured_replace(
// CHECK-SAME:    %[[ARG0:.*]]: !transform.any_op) {
// CHECK-NEXT:     %[[REPLACE:.*]] = transform.structured.replace %[[ARG0]] {
// CHECK-NEXT:       %[[EMPTY:.*]] = tensor.empty() : tensor<4xf32>
// CHECK-NEXT:     } : (!transform.any_op) -> !transform.any_op
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @structured_replace(%0: !transform.any_op) {
  %1 = transform.structured.replace %0 {
    %new = tensor.empty() : tensor<4xf32>
  } : (!transform.any_op) -> !transform.any_op
  return
}

// CHECK-LABEL: func.func @structured_rewrite_in_destination_passing_style(
// CHECK-SAME:    %[[ARG0:.*]]: !transform.any_op) {
// CHECK-NEXT:     %[[REWRITE_IN_DESTINATION_PASSING_STYLE:.*]] = transform.structured.rewrite_in_destination_passing_style %[[ARG0]] : (!transform.any_op) -> !transform.any_op
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @structured_rewrite_in_destination_passing_style(%0: !transform.any_op) {
  %1 = transform.structured.rewrite_in_destination_passing_style %0
      : (!transform.any_op) -> !transform.any_op
  return
}

// CHECK-LABEL: func.func @structured_scalarize(
// CHECK-SAME:    %[[ARG0:.*]]: !transform.any_op) {
// CHECK-NEXT:     %[[SCALARIZE:.*]] = transform.structured.scalarize %[[ARG0]] : (!transform.any_op) -> !transform.any_op
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @structured_scalarize(%0: !transform.any_op) {
  %1 = transform.structured.scalarize %0 : (!transform.any_op) -> !transform.any_op
  return
}

// CHECK-LABEL: func.func @structured_specialize(
// CHECK-SAME:    %[[ARG0:.*]]: !transform.any_op) {
// CHECK-NEXT:     %[[SPECIALIZE:.*]] = transform.structured.specialize %[[ARG0]] : (!transform.any_op) -> !transform.any_op
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @structured_specialize(%0: !transform.any_op) {
  %1 = transform.structured.specialize %0 : (!transform.any_op) -> !transform.any_op
  return
}

// CHECK-LABEL: func.func @structured_transpose_conv2d(
// CHECK-SAME:    %[[ARG0:.*]]: !transform.any_op) {
// CHECK-NEXT:     %[[TRANSPOSE_CONV2D:.*]] = transform.structured.transpose_conv2d %[[ARG0]] : (!transform.any_op) -> !transform.any_op
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @structured_transpose_conv2d(%0: !transform.any_op) {
  %1 = transform.structured.transpose_conv2d %0 : (!transform.any_op) -> !transform.any_op
  return
}

// CHECK-LABEL: func.func @structured_transpose_matmul(
// CHECK-SAME:    %[[ARG0:.*]]: !transform.any_op) {
// CHECK-NEXT:     %[[TRANSPOSE_MATMUL:.*]] = transform.structured.transpose_matmul %[[ARG0]]<rhs> : (!transform.any_op) -> !transform.any_op
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @structured_transpose_matmul(%0: !transform.any_op) {
  %1 = transform.structured.transpose_matmul %0 <rhs> : (!transform.any_op) -> !transform.any_op
  return
}

// CHECK-LABEL: func.func @structured_vectorize(
// CHECK-SAME:    %[[ARG0:.*]]: !transform.any_op) {
// CHECK-NEXT:     transform.structured.vectorize %[[ARG0]] vector_sizes [4, [8]] {vectorize_nd_extract} : !transform.any_op
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @structured_vectorize(%0: !transform.any_op) {
  transform.structured.vectorize %0 vector_sizes [4, [8]] {vectorize_nd_extract}
      : !transform.any_op
  return
}

// CHECK-LABEL: func.func @structured_vectorize_children_and_apply_patterns(
// CHECK-SAME:    %[[ARG0:.*]]: !transform.any_op) {
// CHECK-NEXT:     %[[VECTORIZE_CHILDREN_AND_APPLY_PATTERNS:.*]] = transform.structured.vectorize_children_and_apply_patterns %[[ARG0]] {vectorize_padding} : (!transform.any_op) -> !transform.any_op
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @structured_vectorize_children_and_apply_patterns(%0: !transform.any_op) {
  %1 = transform.structured.vectorize_children_and_apply_patterns %0 {vectorize_padding}
      : (!transform.any_op) -> !transform.any_op
  return
}

// CHECK-LABEL: func.func @structured_winograd_conv2d(
// CHECK-SAME:    %[[ARG0:.*]]: !transform.any_op) {
// CHECK-NEXT:     %[[WINOGRAD_CONV2D:.*]] = transform.structured.winograd_conv2d %[[ARG0]] {fmr = 0 : i32} : (!transform.any_op) -> !transform.any_op
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @structured_winograd_conv2d(%0: !transform.any_op) {
  %1 = transform.structured.winograd_conv2d %0 {fmr = 0 : i32}
      : (!transform.any_op) -> !transform.any_op
  return
}
