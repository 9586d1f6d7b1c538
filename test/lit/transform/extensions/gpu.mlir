// RUN: mlirlite-opt %s | FileCheck %s
// RUN: mlirlite-opt %s --mlir-print-op-generic | mlirlite-opt | FileCheck %s

// CHECK-LABEL: func.func @gpu_map_forall_to_blocks(
// CHECK-SAME:    %[[ARG0:.*]]: !transform.any_op) {
// CHECK-NEXT:     %[[MAP_FORALL_TO_BLOCKS:.*]] = transform.gpu.map_forall_to_blocks %[[ARG0]] generate_gpu_launch grid_dims = [50, 16, 1] : (!transform.any_op) -> !transform.any_op
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @gpu_map_forall_to_blocks(%0: !transform.any_op) {
  %1 = transform.gpu.map_forall_to_blocks %0 generate_gpu_launch grid_dims = [50, 16, 1]
      : (!transform.any_op) -> !transform.any_op
  return
}

// CHECK-LABEL: func.func @gpu_map_nested_forall_to_threads(
// CHECK-SAME:    %[[ARG0:.*]]: !transform.any_op) {
// CHECK-NEXT:     %[[MAP_NESTED_FORALL_TO_THREADS:.*]] = transform.gpu.map_nested_forall_to_threads %[[ARG0]] block_dims = [32, 4, 1] : (!transform.any_op) -> !transform.any_op
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @gpu_map_nested_forall_to_threads(%0: !transform.any_op) {
  %1 = transform.gpu.map_nested_forall_to_threads %0 block_dims = [32, 4, 1]
      : (!transform.any_op) -> !transform.any_op
  return
}

// CHECK-LABEL: func.func @patterns(
// CHECK-SAME:    ) {
// CHECK-NEXT:     transform.apply_conversion_patterns.gpu.gpu_subgroup_reduce_to_nvvm
// CHECK-NEXT:     transform.apply_conversion_patterns.gpu.gpu_to_nvvm
// CHECK-NEXT:     transform.apply_conversion_patterns.gpu.gpu_to_rocdl chipset = "gfx90a"
// CHECK-NEXT:     transform.apply_conversion_patterns.gpu.gpu_wmma_to_nvvm
// CHECK-NEXT:     transform.apply_patterns.gpu.eliminate_barriers
// CHECK-NEXT:     transform.apply_patterns.gpu.gpu_rewrite_patterns
// CHECK-NEXT:     transform.apply_patterns.gpu.gpu_shuffle_to_amdgpu chipset = "gfx950"
// CHECK-NEXT:     transform.apply_patterns.gpu.unroll_vectors_subgroup_mma[16, 16, 8]
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @patterns() {
  transform.apply_conversion_patterns.gpu.gpu_subgroup_reduce_to_nvvm
  transform.apply_conversion_patterns.gpu.gpu_to_nvvm
  transform.apply_conversion_patterns.gpu.gpu_to_rocdl chipset = "gfx90a"
  transform.apply_conversion_patterns.gpu.gpu_wmma_to_nvvm
  transform.apply_patterns.gpu.eliminate_barriers
  transform.apply_patterns.gpu.gpu_rewrite_patterns
  transform.apply_patterns.gpu.gpu_shuffle_to_amdgpu chipset = "gfx950"
  transform.apply_patterns.gpu.unroll_vectors_subgroup_mma [16, 16, 8]
  return
}
