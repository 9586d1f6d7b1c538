// RUN: mlirlite-opt %s --convert-openmp-to-kmpc --split-input-file | FileCheck %s

// A region becomes a function that the runtime calls and one with the captured values as arguments.
// What is known of an argument is kept, and pure ops are made again inside.

// CHECK: llvm.mlir.global internal constant @__omp_ident()
// CHECK-LABEL: llvm.func @loop(%arg0: !llvm.ptr {llvm.noalias}, %arg1: i64)
// CHECK: %[[D:.*]] = llvm.alloca %{{.*}} x !llvm.struct<(i64, ptr)>
// CHECK: llvm.call @__kmpc_fork_call(%{{.*}}, %{{.*}}, %{{.*}}, %[[D]]) vararg
// CHECK: llvm.func internal @loop..omp_par.body(%[[T:.*]]: i32, %[[N:.*]]: i64, %[[P:.*]]: !llvm.ptr {llvm.noalias}) attributes {passthrough = ["noinline"]}
// CHECK: llvm.call @__kmpc_for_static_init_8
// CHECK: llvm.icmp "sle"
// CHECK: llvm.getelementptr %[[P]]
// CHECK: llvm.call @__kmpc_for_static_fini
// CHECK-NOT: __kmpc_barrier
// CHECK: llvm.return
// CHECK: llvm.func internal @loop..omp_par(%[[G:.*]]: !llvm.ptr, %{{.*}}: !llvm.ptr, %{{.*}}: !llvm.ptr)
// CHECK: llvm.load %[[G]] : !llvm.ptr -> i32
// CHECK: llvm.call @loop..omp_par.body
llvm.func @loop(%p: !llvm.ptr {llvm.noalias}, %n: i64) {
  %c0 = llvm.mlir.constant(0 : index) : i64
  %c1 = llvm.mlir.constant(1 : index) : i64
  omp.parallel {
    omp.wsloop {
      omp.loop_nest (%i) : i64 = (%c0) to (%n) step (%c1) {
        %q = llvm.getelementptr %p[%i] : (!llvm.ptr, i64) -> !llvm.ptr, i64
        llvm.store %i, %q : i64, !llvm.ptr
        omp.yield
      }
    }
    omp.terminator
  }
  llvm.return
}

// -----

// Two loops share a team; threads wait between them, and request dynamic iterations.

// CHECK-LABEL: llvm.func @two
// CHECK: llvm.call @__kmpc_push_num_threads
// CHECK: llvm.func internal @two..omp_par.body
// CHECK: llvm.call @__kmpc_dispatch_init_8
// CHECK: llvm.call @__kmpc_dispatch_next_8
// CHECK: llvm.call @__kmpc_barrier
// CHECK: llvm.call @__kmpc_for_static_init_8
// CHECK: llvm.urem
llvm.func @f(i64)
llvm.func @two(%n: i64, %t: i32) {
  %c0 = llvm.mlir.constant(0 : index) : i64
  %c1 = llvm.mlir.constant(1 : index) : i64
  omp.parallel num_threads(%t : i32) {
    omp.wsloop schedule(dynamic) {
      omp.loop_nest (%i) : i64 = (%c0) to (%n) step (%c1) {
        llvm.call @f(%i) : (i64) -> ()
        omp.yield
      }
    }
    omp.wsloop {
      omp.loop_nest (%i, %j) : i64 = (%c0, %c0) to (%n, %n) step (%c1, %c1) collapse(2) {
        llvm.call @f(%j) : (i64) -> ()
        omp.yield
      }
    }
    omp.terminator
  }
  llvm.return
}

// -----

// A thread adds what it has to the team's sum, one at a time.

// CHECK-LABEL: llvm.func internal @sum..omp_par.body
// CHECK: llvm.call @__kmpc_for_static_fini
// CHECK: llvm.call @__kmpc_critical
// CHECK: llvm.fadd
// CHECK: llvm.call @__kmpc_end_critical
// CHECK-NOT: omp.declare_reduction
omp.declare_reduction @add : f32 init {
^bb0(%x: f32):
  %z = llvm.mlir.constant(0.0 : f32) : f32
  omp.yield(%z : f32)
} combiner {
^bb0(%x: f32, %y: f32):
  %s = llvm.fadd %x, %y : f32
  omp.yield(%s : f32)
}
llvm.func @sum(%a: !llvm.ptr, %n: i64, %v: f32) {
  %c0 = llvm.mlir.constant(0 : index) : i64
  %c1 = llvm.mlir.constant(1 : index) : i64
  omp.parallel {
    omp.wsloop reduction(@add %a -> %p : !llvm.ptr) {
      omp.loop_nest (%i) : i64 = (%c0) to (%n) step (%c1) {
        %x = llvm.load %p : !llvm.ptr -> f32
        %y = llvm.fadd %x, %v : f32
        llvm.store %y, %p : f32, !llvm.ptr
        omp.yield
      }
    }
    omp.terminator
  }
  llvm.return
}
