// RUN: mlirlite-opt %s | FileCheck %s
// RUN: mlirlite-opt %s --mlir-print-op-generic | mlirlite-opt | FileCheck %s

// CHECK-LABEL: func.func @nvgpu_create_async_groups(
// CHECK-SAME:    %[[ARG0:.*]]: !transform.any_op) {
// CHECK-NEXT:     %[[CREATE_ASYNC_GROUPS:.*]] = transform.nvgpu.create_async_groups %[[ARG0]] {bypass_l1} : (!transform.any_op) -> !transform.any_op
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @nvgpu_create_async_groups(%0: !transform.any_op) {
  %1 = transform.nvgpu.create_async_groups %0 {bypass_l1}
      : (!transform.any_op) -> !transform.any_op
  return
}

// CHECK-LABEL: func.func @nvgpu_pipeline_shared_memory_copies(
// CHECK-SAME:    %[[ARG0:.*]]: !transform.any_op) {
// CHECK-NEXT:     %[[PIPELINE_SHARED_MEMORY_COPIES:.*]] = transform.nvgpu.pipeline_shared_memory_copies failures(propagate) %[[ARG0]] {depth = 4 : i64} : (!transform.any_op) -> !transform.any_op
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @nvgpu_pipeline_shared_memory_copies(%0: !transform.any_op) {
  %1 = transform.nvgpu.pipeline_shared_memory_copies failures(propagate) %0 {depth = 4 : i64}
      : (!transform.any_op) -> !transform.any_op
  return
}

// CHECK-LABEL: func.func @nvgpu_rewrite_copy_as_tma(
// CHECK-SAME:    %[[ARG0:.*]]: !transform.any_op) {
// CHECK-NEXT:     transform.nvgpu.rewrite_copy_as_tma %[[ARG0]] : (!transform.any_op) -> ()
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @nvgpu_rewrite_copy_as_tma(%0: !transform.any_op) {
  transform.nvgpu.rewrite_copy_as_tma %0 : (!transform.any_op) -> ()
  return
}

// CHECK-LABEL: func.func @nvgpu_rewrite_matmul_as_mma_sync(
// CHECK-SAME:    %[[ARG0:.*]]: !transform.any_op) {
// CHECK-NEXT:     transform.nvgpu.rewrite_matmul_as_mma_sync %[[ARG0]] : (!transform.any_op) -> ()
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @nvgpu_rewrite_matmul_as_mma_sync(%0: !transform.any_op) {
  transform.nvgpu.rewrite_matmul_as_mma_sync %0 : (!transform.any_op) -> ()
  return
}

// CHECK-LABEL: func.func @patterns(
// CHECK-SAME:    ) {
// CHECK-NEXT:     transform.apply_conversion_patterns.nvgpu.nvgpu_to_nvvm
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @patterns() {
  transform.apply_conversion_patterns.nvgpu.nvgpu_to_nvvm
  return
}
