// Attributes whose parameters have defaults, and the flags of a map.
// RUN: mlirlite-opt %s --allow-unregistered-dialect | FileCheck %s
// RUN: mlirlite-opt %s --allow-unregistered-dialect --mlir-print-op-generic | mlirlite-opt --allow-unregistered-dialect | FileCheck %s

// CHECK-LABEL: func.func @attributes()
// CHECK-SAME: test.atomic = #omp.atomic_control<ignore_denormal_mode = true, remote_memory = true>
// CHECK-SAME: test.flags = #omp.flags<debug_kind = 1, no_gpu_lib = true>
// CHECK-SAME: test.plain = #omp.flags<>
func.func @attributes() attributes {
  test.atomic = #omp.atomic_control<remote_memory = true, ignore_denormal_mode = true>,
  test.flags = #omp.flags<no_gpu_lib = true, debug_kind = 1>,
  test.plain = #omp.flags<openmp_device_version = 50>
} {
  return
}

// CHECK-LABEL: func.func @maps(
// CHECK: map_clauses(none) capture(ByRef)
// CHECK: map_clauses(always, to) capture(ByCopy)
func.func @maps(%p: !llvm.ptr) {
  %0 = omp.map.info var_ptr(%p : !llvm.ptr, f32) map_clauses(none) capture(ByRef) -> !llvm.ptr
  %1 = omp.map.info var_ptr(%p : !llvm.ptr, f32) map_clauses(always, to) capture(ByCopy) -> !llvm.ptr
  return
}
