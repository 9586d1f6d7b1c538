// What is wrong with omp's ops, in upstream's words.
// RUN: mlirlite-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect

func.func @a(%n: i1) {
  // expected-error @+1 {{custom op 'omp.parallel' `if` clause can appear at most once in the expansion of the oilist directive}}
  omp.parallel if(%n) if(%n) {
    omp.terminator
  }
  return
}

// -----

func.func @a() {
  // expected-error @+1 {{custom op 'omp.parallel' invalid clause value: 'bogus'}}
  omp.parallel proc_bind(bogus) {
    omp.terminator
  }
  return
}

// -----

func.func @a(%n: f32) {
  // expected-error @+1 {{'omp.parallel' op operand #0 must be integer or index, but got 'f32'}}
  omp.parallel num_threads(%n : f32) {
    omp.terminator
  }
  return
}

// -----

func.func @a(%i: index) {
  // expected-error @+1 {{custom op 'omp.wsloop'  expected schedule kind}}
  omp.wsloop schedule(bogus) {
    omp.loop_nest (%k) : index = (%i) to (%i) step (%i) {
      omp.yield
    }
  }
  return
}

// -----

func.func @a(%i: index) {
  // expected-error @+1 {{custom op 'omp.wsloop'  unknown modifier type: bogus}}
  omp.wsloop schedule(dynamic, bogus) {
    omp.loop_nest (%k) : index = (%i) to (%i) step (%i) {
      omp.yield
    }
  }
  return
}

// -----

func.func @a(%i: index) {
  // expected-error @+1 {{custom op 'omp.wsloop'  incorrect modifier order}}
  omp.wsloop schedule(dynamic, simd, monotonic) {
    omp.loop_nest (%k) : index = (%i) to (%i) step (%i) {
      omp.yield
    }
  }
  return
}

// -----

func.func @a(%i: index) {
  // expected-error @+1 {{custom op 'omp.wsloop' invalid clause value: 'bogus'}}
  omp.wsloop order(bogus) {
    omp.loop_nest (%k) : index = (%i) to (%i) step (%i) {
      omp.yield
    }
  }
  return
}

// -----

func.func @a(%p: !llvm.ptr) {
  // expected-error @+1 {{'omp.parallel' op expected symbol reference @foo to point to a reduction declaration}}
  omp.parallel reduction(@foo %p -> %r : !llvm.ptr) {
    omp.terminator
  }
  return
}

// -----

func.func @a() {
  // expected-error @+1 {{'omp.critical' op expected symbol reference @foo to point to a critical declaration}}
  omp.critical(@foo) {
    omp.terminator
  }
  return
}

// -----

// expected-error @+1 {{'omp.critical.declare' op the hints omp_sync_hint_uncontended and omp_sync_hint_contended cannot be combined}}
omp.critical.declare @m hint(contended, uncontended)

// -----

// expected-error @+1 {{'omp.critical.declare' op the hints omp_sync_hint_nonspeculative and omp_sync_hint_speculative cannot be combined.}}
omp.critical.declare @m hint(speculative, nonspeculative)

// -----

// expected-error @+1 {{custom op 'omp.critical.declare' bogus is not a valid hint}}
omp.critical.declare @m hint(bogus)

// -----

func.func @a(%i: index) {
  // expected-error @+1 {{'omp.loop_nest' op expects parent op to be a loop wrapper}}
  omp.loop_nest (%k) : index = (%i) to (%i) step (%i) {
    omp.yield
  }
  return
}

// -----

func.func @a(%i: index) {
  // expected-error @+1 {{'omp.wsloop' op nested in loop wrapper is not another loop wrapper or `omp.loop_nest`}}
  omp.wsloop {
    omp.terminator
  }
  return
}

// -----

func.func @a(%i: index) {
  omp.wsloop {
    // expected-error @+1 {{custom op 'omp.loop_nest' expected 1 operands}}
    omp.loop_nest (%k) : index = (%i, %i) to (%i) step (%i) {
      omp.yield
    }
  }
  return
}

// -----

func.func @a(%i: index) {
  omp.wsloop {
    // expected-error @+1 {{'omp.loop_nest' op range argument type does not match corresponding IV type}}
    "omp.loop_nest"(%i, %i, %i) ({
    ^bb0(%k: i32):
      omp.yield
    }) : (index, index, index) -> ()
  }
  return
}

// -----

func.func @a(%i: index) {
  omp.wsloop {
    // expected-error @+1 {{'omp.loop_nest' op number of range arguments and IVs do not match}}
    "omp.loop_nest"(%i, %i, %i) ({
      omp.yield
    }) : (index, index, index) -> ()
  }
  return
}

// -----

func.func @a() {
  // expected-error @+1 {{'omp.yield' op expects parent op to be one of 'omp.atomic.update, omp.declare_reduction, omp.loop_nest, omp.private'}}
  omp.yield
}

// -----

func.func @a(%p: !llvm.ptr) {
  // expected-error @+1 {{failed to lookup privatizer op with symbol: '@a'}}
  omp.parallel private(@a %p -> %q : !llvm.ptr) {
    omp.terminator
  }
  return
}

// -----

// expected-error @+1 {{'omp.declare_reduction' op expects initializer region argument to match the reduction type}}
omp.declare_reduction @add : f64 init {
^bb0(%a: f32):
  omp.yield(%a : f32)
} combiner {
^bb0(%a: f32, %b: f32):
  omp.yield(%a : f32)
}

// -----

// expected-error @+1 {{'omp.declare_reduction' op expects initializer region to yield a value of the reduction type}}
omp.declare_reduction @add : f32 init {
^bb0(%a: f32):
  %0 = arith.constant 0.0 : f64
  omp.yield(%0 : f64)
} combiner {
^bb0(%a: f32, %b: f32):
  omp.yield(%a : f32)
}

// -----

// expected-error @+1 {{'omp.declare_reduction' op expects reduction region with two arguments of the reduction type}}
omp.declare_reduction @add : f32 init {
^bb0(%a: f32):
  omp.yield(%a : f32)
} combiner {
^bb0(%a: f64, %b: f64):
  omp.yield(%a : f64)
}

// -----

// expected-error @+1 {{'omp.declare_reduction' op expects reduction region to yield a value of the reduction type}}
omp.declare_reduction @add : f32 init {
^bb0(%a: f32):
  omp.yield(%a : f32)
} combiner {
^bb0(%a: f32, %b: f32):
  %0 = arith.constant 0.0 : f64
  omp.yield(%0 : f64)
}

// -----

// expected-error @+1 {{'omp.declare_reduction' op expects atomic reduction region with two arguments of the same type}}
omp.declare_reduction @add : f32 init {
^bb0(%a: f32):
  omp.yield(%a : f32)
} combiner {
^bb0(%a: f32, %b: f32):
  omp.yield(%a : f32)
} atomic {
^bb0(%a: !llvm.ptr, %b: i32):
  omp.yield
}

// -----

omp.declare_reduction @add : f32 init {
^bb0(%a: f32):
  omp.yield(%a : f32)
} combiner {
^bb0(%a: f32, %b: f32):
  omp.yield(%a : f32)
}
func.func @a(%p: !llvm.ptr) {
  // expected-error @+1 {{'omp.parallel' op accumulator variable used more than once}}
  omp.parallel reduction(@add %p -> %r, @add %p -> %s : !llvm.ptr, !llvm.ptr) {
    omp.terminator
  }
  return
}

// -----

func.func @f(%m: memref<i32>) {
  // expected-error @+1 {{'omp.single' op inconsistent number of copyprivate vars (= 1) and functions (= 0), both must be equal}}
  "omp.single"(%m) ({
    omp.barrier
  }) {operandSegmentSizes = array<i32: 0, 0, 1, 0>} : (memref<i32>) -> ()
  return
}

// -----

func.func @f(%p: !llvm.ptr) {
  // expected-error @+1 {{'omp.task' op expected symbol reference @add to point to a reduction declaration}}
  omp.task in_reduction(@add %p -> %a : !llvm.ptr) {
    omp.terminator
  }
}

// -----

func.func @f() {
  omp.teams {
    // expected-error @+1 {{'omp.workdistribute' op region must be terminated with omp.terminator}}
    omp.workdistribute {
      %0 = arith.constant 0 : i32
    }
    omp.terminator
  }
  return
}

// -----

func.func @f(%a: index) {
  // expected-error @+2 {{expected attribute value}}
  // expected-error @+1 {{custom op 'omp.parallel' invalid `private` format}}
  omp.parallel private(byref @x %a -> %b : index) {
    omp.terminator
  }
  return
}

// -----

func.func @f(%n: i32) {
  // expected-error @+1 {{'omp.new_cli' op CLI must have at most one generator}}
  %cli = omp.new_cli
  // expected-note @+1 {{second generator here:}}
  omp.canonical_loop(%cli) %i : i32 in range(%n) {
    omp.terminator
  }
  // expected-note @+1 {{first generator here:}}
  omp.canonical_loop(%cli) %j : i32 in range(%n) {
    omp.terminator
  }
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'omp.new_cli' op CLI has no generator}}
  %cli = omp.new_cli
  // expected-note @+1 {{see consumer here: "omp.unroll_heuristic"(%0) : (!omp.cli) -> ()}}
  omp.unroll_heuristic(%cli)
  return
}

// -----

func.func @f(%a: memref<?xi32>) {
  %0 = omp.map.info var_ptr(%a : memref<?xi32>, tensor<?xi32>) map_clauses(to) capture(ByRef) -> memref<?xi32>
  // expected-error @+1 {{'omp.target_enter_data' op expected as many depend values as depend variables}}
  omp.target_enter_data map_entries(%0 : memref<?xi32>) {operandSegmentSizes = array<i32: 1, 0, 0, 0>}
  return
}

// -----

func.func @f(%x: memref<i32>, %y: i32) {
  // expected-error @+1 {{invalid kind of type specified}}
  omp.atomic.update %x : i32 {
  ^bb0(%old: i32):
    omp.yield(%old : i32)
  }
  return
}

// -----

// The host cannot count the iterations of a loop that may not run.
func.func @f(%n: i32, %run: i1) {
  // expected-error @+1 {{op host_eval argument only legal as loop bounds and steps in 'omp.loop_nest' when trip count must be evaluated in the host}}
  omp.target host_eval(%n -> %m : i32) {
    omp.teams {
      %c = llvm.mlir.constant(true) : i1
      llvm.cond_br %c, ^bb1, ^bb2
    ^bb1:
      omp.distribute {
        omp.loop_nest (%i) : i32 = (%m) to (%m) step (%m) {
          omp.yield
        }
      }
      llvm.br ^bb2
    ^bb2:
      omp.terminator
    }
    omp.terminator
  }
  return
}

// -----

// All of the work is in the loop that the host counts.
func.func @f(%n: i32) {
  omp.target host_eval(%n -> %m : i32) {
    omp.teams {
      omp.distribute {
        omp.loop_nest (%i) : i32 = (%m) to (%m) step (%m) {
          omp.yield
        }
      }
      omp.terminator
    }
    omp.terminator
  }
  return
}

// -----

func.func @f(%n: i32) {
  // expected-error @+1 {{op host_eval argument only legal as 'num_threads' in 'omp.parallel' when representing target SPMD}}
  omp.target host_eval(%n -> %m : i32) {
    omp.parallel num_threads(%m : i32) {
      omp.terminator
    }
    omp.terminator
  }
  return
}
