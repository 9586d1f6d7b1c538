// The custom syntax of omp's ops, as mlir-opt prints it.
// RUN: mlirlite-opt %s --allow-unregistered-dialect | FileCheck %s
// RUN: mlirlite-opt %s --allow-unregistered-dialect | mlirlite-opt --allow-unregistered-dialect | FileCheck %s
// RUN: mlirlite-opt %s --allow-unregistered-dialect --mlir-print-op-generic | mlirlite-opt --allow-unregistered-dialect | FileCheck %s

// CHECK: omp.declare_reduction @add_f32 : f32 init {
omp.declare_reduction @add_f32 : f32 init {
// CHECK: ^bb{{[0-9]+}}(%{{.*}}: f32):
^bb0(%arg: f32):
  // CHECK: %{{.*}} = arith.constant 0.000000e+00 : f32
  %0 = arith.constant 0.0 : f32
  // CHECK: omp.yield(%{{.*}} : f32)
  omp.yield(%0 : f32)
// CHECK: } combiner {
} combiner {
// CHECK: ^bb{{[0-9]+}}(%{{.*}}: f32, %{{.*}}: f32):
^bb1(%a: f32, %b: f32):
  // CHECK: %{{.*}} = arith.addf %{{.*}}, %{{.*}} : f32
  %1 = arith.addf %a, %b : f32
  // CHECK: omp.yield(%{{.*}} : f32)
  omp.yield(%1 : f32)
// CHECK: } atomic {
} atomic {
// CHECK: ^bb{{[0-9]+}}(%{{.*}}: !llvm.ptr, %{{.*}}: !llvm.ptr):
^bb2(%a: !llvm.ptr, %b: !llvm.ptr):
  // CHECK: %{{.*}} = llvm.load %{{.*}} : !llvm.ptr -> f32
  %2 = llvm.load %b : !llvm.ptr -> f32
  // CHECK: %{{.*}} = llvm.atomicrmw fadd %{{.*}}, %{{.*}} monotonic : !llvm.ptr, f32
  llvm.atomicrmw fadd %a, %2 monotonic : !llvm.ptr, f32
  // CHECK: omp.yield
  omp.yield
// CHECK: }
}
// CHECK: omp.critical.declare @mutex1 hint(contended, speculative)
omp.critical.declare @mutex1 hint(contended, speculative)
// CHECK: omp.critical.declare @mutex2
omp.critical.declare @mutex2
// CHECK: omp.private {type = private} @x : i32
omp.private {type = private} @x : i32
// CHECK: omp.private {type = firstprivate} @y : i32 copy {
omp.private {type = firstprivate} @y : i32 copy {
// CHECK: ^bb{{[0-9]+}}(%{{.*}}: !llvm.ptr, %{{.*}}: !llvm.ptr):
^bb0(%a: !llvm.ptr, %b: !llvm.ptr):
  // CHECK: omp.yield(%{{.*}} : !llvm.ptr)
  omp.yield(%b : !llvm.ptr)
// CHECK: }
}
// CHECK-LABEL: func.func @f(
func.func @f(%lb: index, %ub: index, %st: index, %n: i32, %c: i1, %p: !llvm.ptr, %i64: i64, %p2: !llvm.ptr) {
  // CHECK: omp.parallel {
  omp.parallel {
    // CHECK: omp.terminator
    omp.terminator
  // CHECK: }
  }
  // CHECK: omp.parallel if(%{{.*}}) num_threads(%{{.*}} : i32) proc_bind(close) {
  omp.parallel if(%c) num_threads(%n : i32) proc_bind(close) {
    // CHECK: omp.barrier
    omp.barrier
    // CHECK: omp.wsloop {
    omp.wsloop {
      // CHECK: omp.loop_nest (%{{.*}}) : index = (%{{.*}}) to (%{{.*}}) step (%{{.*}}) {
      omp.loop_nest (%i) : index = (%lb) to (%ub) step (%st) {
        // CHECK: "test.use"(%{{.*}}) : (index) -> ()
        "test.use"(%i) : (index) -> ()
        // CHECK: omp.yield
        omp.yield
      // CHECK: }
      }
    // CHECK: }
    }
    // CHECK: omp.terminator
    omp.terminator
  // CHECK: }
  }
  // CHECK: omp.wsloop nowait schedule(static) {
  omp.wsloop nowait schedule(static) {
    // CHECK: omp.loop_nest (%{{.*}}, %{{.*}}) : index = (%{{.*}}, %{{.*}}) to (%{{.*}}, %{{.*}}) inclusive step (%{{.*}}, %{{.*}}) {
    omp.loop_nest (%i, %j) : index = (%lb, %lb) to (%ub, %ub) inclusive step (%st, %st) {
      // CHECK: omp.yield
      omp.yield
    // CHECK: }
    }
  // CHECK: }
  }
  // CHECK: omp.wsloop ordered(1) schedule(dynamic = %{{.*}} : i32, monotonic, simd) {
  omp.wsloop schedule(dynamic = %n : i32, monotonic, simd) ordered(1) {
    // CHECK: omp.loop_nest (%{{.*}}) : index = (%{{.*}}) to (%{{.*}}) step (%{{.*}}) {
    omp.loop_nest (%i) : index = (%lb) to (%ub) step (%st) {
      // CHECK: omp.yield
      omp.yield
    // CHECK: }
    }
  // CHECK: }
  }
  // CHECK: omp.wsloop reduction(@add_f32 %{{.*}} -> %{{.*}} : !llvm.ptr) {
  omp.wsloop reduction(@add_f32 %p -> %r : !llvm.ptr) {
    // CHECK: omp.loop_nest (%{{.*}}) : index = (%{{.*}}) to (%{{.*}}) step (%{{.*}}) {
    omp.loop_nest (%i) : index = (%lb) to (%ub) step (%st) {
      // CHECK: omp.yield
      omp.yield
    // CHECK: }
    }
  // CHECK: }
  }
  // CHECK: omp.wsloop order(reproducible:concurrent) reduction(byref @add_f32 %{{.*}} -> %{{.*}}, @add_f32 %{{.*}} -> %{{.*}} : !llvm.ptr, !llvm.ptr) {
  omp.wsloop order(reproducible:concurrent) reduction(byref @add_f32 %p -> %r, @add_f32 %p2 -> %r2 : !llvm.ptr, !llvm.ptr) {
    // CHECK: omp.loop_nest (%{{.*}}) : index = (%{{.*}}) to (%{{.*}}) step (%{{.*}}) {
    omp.loop_nest (%i) : index = (%lb) to (%ub) step (%st) {
      // CHECK: omp.yield
      omp.yield
    // CHECK: }
    }
  // CHECK: }
  }
  // CHECK: omp.parallel reduction(@add_f32 %{{.*}} -> %{{.*}} : !llvm.ptr) {
  omp.parallel reduction(@add_f32 %p -> %r : !llvm.ptr) {
    // CHECK: omp.terminator
    omp.terminator
  // CHECK: }
  }
  // CHECK: omp.parallel private(@x %{{.*}} -> %{{.*}} : !llvm.ptr) reduction(@add_f32 %{{.*}} -> %{{.*}} : !llvm.ptr) {
  omp.parallel private(@x %p -> %q : !llvm.ptr) reduction(@add_f32 %p -> %r : !llvm.ptr) {
    // CHECK: omp.terminator
    omp.terminator
  // CHECK: }
  }
  // CHECK: omp.single {
  omp.single {
    // CHECK: omp.terminator
    omp.terminator
  // CHECK: }
  }
  // CHECK: omp.single nowait {
  omp.single nowait {
    // CHECK: omp.terminator
    omp.terminator
  // CHECK: }
  }
  // CHECK: omp.critical(@mutex1) {
  omp.critical(@mutex1) {
    // CHECK: omp.terminator
    omp.terminator
  // CHECK: }
  }
  // CHECK: omp.critical {
  omp.critical {
    // CHECK: omp.terminator
    omp.terminator
  // CHECK: }
  }
  // CHECK: omp.master {
  omp.master {
    // CHECK: omp.terminator
    omp.terminator
  // CHECK: }
  }
  // CHECK: omp.taskwait
  omp.taskwait
  // CHECK: omp.taskyield
  omp.taskyield
  // CHECK: omp.flush
  omp.flush
  // CHECK: omp.flush(%{{.*}} : !llvm.ptr)
  omp.flush(%p : !llvm.ptr)
  // CHECK: return
  return
// CHECK: }
}
