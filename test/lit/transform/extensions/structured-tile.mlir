// RUN: mlirlite-opt %s | FileCheck %s
// RUN: mlirlite-opt %s --mlir-print-op-generic | mlirlite-opt | FileCheck %s

// CHECK-LABEL: func.func @structured_continuous_tile_sizes(
// CHECK-SAME:    %[[ARG0:.*]]: !transform.any_op) {
// CHECK-NEXT:     %[[TILE_SIZES:.*]], %[[CHUNK_SIZES:.*]] = transform.structured.continuous_tile_sizes %[[ARG0]] {dimension = 0 : i64, target_size = 9 : i64} : (!transform.any_op) -> !transform.any_param
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @structured_continuous_tile_sizes(%0: !transform.any_op) {
  %1, %2 = transform.structured.continuous_tile_sizes %0
      {dimension = 0 : i64, target_size = 9 : i64}
      : (!transform.any_op) -> !transform.any_param
  return
}

// CHECK-LABEL: func.func @structured_fuse(
// CHECK-SAME:    %[[ARG0:.*]]: !transform.any_op) {
// CHECK-NEXT:     %[[TRANSFORMED:.*]], %[[LOOPS:.*]] = transform.structured.fuse %[[ARG0]] tile_sizes [4, 0] interchange [1, 0] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @structured_fuse(%0: !transform.any_op) {
  %1, %2 = transform.structured.fuse %0 tile_sizes [4, 0] interchange [1, 0]
      : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  return
}

// CHECK-LABEL: func.func @structured_fuse_into_containing_op(
// CHECK-SAME:    %[[ARG0:.*]]: !transform.any_op, %[[ARG1:.*]]: !transform.any_op) {
// CHECK-NEXT:     %[[FUSED_OP:.*]], %[[NEW_CONTAINING_OP:.*]] = transform.structured.fuse_into_containing_op %[[ARG0]] into %[[ARG1]] : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @structured_fuse_into_containing_op(%0: !transform.any_op, %1: !transform.any_op) {
  %2, %3 = transform.structured.fuse_into_containing_op %0 into %1
      : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
  return
}

// CHECK-LABEL: func.func @structured_gpu_map_copy_to_threads(
// CHECK-SAME:    %[[ARG0:.*]]: !transform.any_op) {
// CHECK-NEXT:     %[[FORALL_OP:.*]], %[[TILED_OP:.*]] = transform.structured.gpu.map_copy_to_threads %[[ARG0]] total_num_threads = 32 desired_bit_alignment = 128 : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @structured_gpu_map_copy_to_threads(%0: !transform.any_op) {
  %1, %2 = transform.structured.gpu.map_copy_to_threads %0 total_num_threads = 32
      desired_bit_alignment = 128
      : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  return
}

// CHECK-LABEL: func.func @structured_multitile_sizes(
// CHECK-SAME:    %[[ARG0:.*]]: !transform.any_op) {
// CHECK-NEXT:     %[[LOW_SIZE:.*]], %[[HIGH_SIZE:.*]], %[[SPLIT_POINT:.*]] = transform.structured.multitile_sizes %[[ARG0]] {dimension = 0 : i64, target_size = 10 : i64} : (!transform.any_op) -> !transform.any_op
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @structured_multitile_sizes(%0: !transform.any_op) {
  %1, %2, %3 = transform.structured.multitile_sizes %0
      {dimension = 0 : i64, target_size = 10 : i64}
      : (!transform.any_op) -> !transform.any_op
  return
}

// CHECK-LABEL: func.func @structured_split(
// CHECK-SAME:    %[[ARG0:.*]]: !transform.any_op) {
// CHECK-NEXT:     %[[SPLIT:.*]] = transform.structured.split %[[ARG0]] after 42  {dimension = 0 : i64} : !transform.any_op
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @structured_split(%0: !transform.any_op) {
  %1 = transform.structured.split %0 after 42 {dimension = 0 : i64} : !transform.any_op
  return
}

// CHECK-LABEL: func.func @structured_split_reduction(
// CHECK-SAME:    %[[ARG0:.*]]: !transform.any_op) {
// CHECK-NEXT:     %[[INIT_OR_ALLOC_OP:.*]], %[[FILL_OP:.*]], %[[SPLIT_LINALG_OP:.*]], %[[COMBINING_LINALG_OP:.*]] = transform.structured.split_reduction %[[ARG0]] {insert_split_dimension = 2 : i64, split_factor = 4 : i64} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @structured_split_reduction(%0: !transform.any_op) {
  %1, %2, %3, %4 = transform.structured.split_reduction %0
      {split_factor = 4, insert_split_dimension = 2}
      : (!transform.any_op)
         -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
  return
}

// CHECK-LABEL: func.func @structured_tile_reduction_using_for(
// CHECK-SAME:    %[[ARG0:.*]]: !transform.any_op) {
// CHECK-NEXT:     %[[FILL_OP:.*]], %[[SPLIT_OP:.*]], %[[COMBINING_OP:.*]], %[[FOR_OP:.*]] = transform.structured.tile_reduction_using_for %[[ARG0]] by tile_sizes = [0, 5] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @structured_tile_reduction_using_for(%0: !transform.any_op) {
  %1, %2, %3, %4 = transform.structured.tile_reduction_using_for %0 by tile_sizes = [0, 5]
      : (!transform.any_op)
         -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
  return
}

// CHECK-LABEL: func.func @structured_tile_reduction_using_forall(
// CHECK-SAME:    %[[ARG0:.*]]: !transform.any_op) {
// CHECK-NEXT:     %[[FILL_OP:.*]], %[[SPLIT_OP:.*]], %[[COMBINING_OP:.*]], %[[FORALL_OP:.*]] = transform.structured.tile_reduction_using_forall %[[ARG0]] by num_threads = [0, 5] tile_sizes = [0, 3] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @structured_tile_reduction_using_forall(%0: !transform.any_op) {
  %1, %2, %3, %4 = transform.structured.tile_reduction_using_forall %0 by num_threads = [0, 5]
      tile_sizes = [0, 3] : (!transform.any_op) ->
      (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
  return
}

// CHECK-LABEL: func.func @structured_tile_using_for(
// CHECK-SAME:    %[[ARG0:.*]]: !transform.any_op) {
// CHECK-NEXT:     %[[TILED_LINALG_OP:.*]], %[[LOOPS:.*]]:2 = transform.structured.tile_using_for %[[ARG0]] tile_sizes [4, 0, [8]] interchange = [0, 2, 1] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @structured_tile_using_for(%0: !transform.any_op) {
  %1, %2:2 = transform.structured.tile_using_for %0 tile_sizes [4, 0, [8]]
      interchange = [0, 2, 1]
      : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  return
}

// CHECK-LABEL: func.func @structured_tile_using_forall(
// CHECK-SAME:    %[[ARG0:.*]]: !transform.any_op) {
// CHECK-NEXT:     %[[TILED_OP:.*]], %[[FORALL_OP:.*]] = transform.structured.tile_using_forall %[[ARG0]] num_threads [10, 20](mapping = [#gpu.thread<y>, #gpu.thread<x>]) : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @structured_tile_using_forall(%0: !transform.any_op) {
  %1, %2 = transform.structured.tile_using_forall %0 num_threads [10, 20]
      (mapping = [#gpu.thread<y>, #gpu.thread<x>])
      : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  return
}
