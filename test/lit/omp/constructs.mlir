// Tasks, devices, teams, atomics and the rest of omp's ops, as mlir-opt prints them.
// RUN: mlirlite-opt %s | FileCheck %s
// RUN: mlirlite-opt %s --mlir-print-op-generic | mlirlite-opt | FileCheck %s

// CHECK-LABEL: func.func @tasks
func.func @tasks(%c: i1, %n: i32, %m: memref<i32>) {
  // CHECK: omp.task depend(taskdependin -> %{{.*}} : memref<i32>) final(%{{.*}}) untied {
  omp.task depend(taskdependin -> %m : memref<i32>) final(%c) untied {
    omp.terminator
  }
  // CHECK: omp.taskgroup {
  omp.taskgroup {
    omp.terminator
  }
  // CHECK: omp.taskloop grainsize(strict, %{{.*}}: i32) nogroup {
  omp.taskloop grainsize(strict, %n: i32) nogroup {
    omp.loop_nest (%i) : i32 = (%n) to (%n) step (%n) {
      omp.yield
    }
  }
  // CHECK: omp.taskwait depend(taskdependout -> %{{.*}} : memref<i32>) nowait
  omp.taskwait depend(taskdependout -> %m : memref<i32>) nowait
  return
}

// CHECK-LABEL: func.func @devices
func.func @devices(%p: !llvm.ptr, %n: i64) {
  // CHECK: %[[B:.*]] = omp.map.bounds lower_bound(%{{.*}} : i64) upper_bound(%{{.*}} : i64)
  %0 = omp.map.bounds lower_bound(%n : i64) upper_bound(%n : i64)
  // CHECK: %[[M:.*]] = omp.map.info var_ptr(%{{.*}} : !llvm.ptr, !llvm.array<4 x f32>) map_clauses(always, tofrom) capture(ByRef) bounds(%[[B]]) -> !llvm.ptr {name = "x"}
  %1 = omp.map.info var_ptr(%p : !llvm.ptr, !llvm.array<4 x f32>) map_clauses(always, tofrom) capture(ByRef) bounds(%0) -> !llvm.ptr {name = "x"}
  // CHECK: omp.target map_entries(%[[M]] -> %{{.*}} : !llvm.ptr) {
  omp.target map_entries(%1 -> %arg : !llvm.ptr) {
    %c = llvm.mlir.constant(1 : i64) : i64
    // CHECK: omp.teams {
    omp.teams {
      // CHECK: omp.distribute {
      omp.distribute {
        omp.loop_nest (%i) : i64 = (%c) to (%c) step (%c) {
          omp.yield
        }
      }
      omp.terminator
    }
    omp.terminator
  }
  return
}

// CHECK-LABEL: func.func @atomics
func.func @atomics(%x: memref<i32>, %v: memref<i32>, %e: i32) {
  // CHECK: omp.atomic.read %{{.*}} = %{{.*}} memory_order(acquire) : memref<i32>, memref<i32>, i32
  omp.atomic.read %v = %x memory_order(acquire) : memref<i32>, memref<i32>, i32
  // CHECK: omp.atomic.write %{{.*}} = %{{.*}} hint(contended) : memref<i32>, i32
  omp.atomic.write %x = %e hint(contended) : memref<i32>, i32
  // CHECK: omp.atomic.capture {
  omp.atomic.capture {
    // CHECK: omp.atomic.update %{{.*}} : memref<i32> {
    omp.atomic.update %x : memref<i32> {
    ^bb0(%old: i32):
      %new = arith.addi %old, %e : i32
      omp.yield(%new : i32)
    }
    // CHECK: omp.atomic.read
    omp.atomic.read %v = %x : memref<i32>, memref<i32>, i32
  }
  return
}

// CHECK-LABEL: func.func @sharing
func.func @sharing(%c: i1, %n: index, %m: memref<i32>) {
  // CHECK: omp.sections nowait {
  omp.sections nowait {
    // CHECK: omp.section {
    omp.section {
      omp.terminator
    }
    omp.terminator
  }
  // CHECK: omp.masked filter(%{{.*}} : index) {
  omp.masked filter(%n : index) {
    omp.terminator
  }
  // CHECK: omp.simd aligned(%{{.*}} : memref<i32> -> 32 : i64) simdlen(4) {
  omp.simd aligned(%m : memref<i32> -> 32 : i64) simdlen(4) {
    omp.loop_nest (%i) : index = (%n) to (%n) step (%n) {
      omp.yield
    }
  }
  // CHECK: omp.parallel {
  omp.parallel {
    // CHECK: omp.cancel cancellation_construct_type(parallel) if(%{{.*}})
    omp.cancel cancellation_construct_type(parallel) if(%c)
    // CHECK: omp.cancellation_point cancellation_construct_type(parallel)
    omp.cancellation_point cancellation_construct_type(parallel)
    omp.terminator
  }
  return
}
