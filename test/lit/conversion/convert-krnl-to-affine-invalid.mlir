// RUN: mlirlite-opt %s --convert-krnl-to-affine --split-input-file --verify-diagnostics

func.func @unrolled_how_often(%n: index) {
  %ii = krnl.define_loops 1
  // expected-error @+1 {{'krnl.unroll' op asks to unroll a loop whose number of iterations is not a constant}}
  krnl.unroll %ii : !krnl.loop
  // expected-note @+1 {{the loop is here}}
  krnl.iterate(%ii) with (%ii -> %i = 0 to %n) {
  }
  return
}

// -----

func.func @parallel_carried(%f: f32) {
  %ii = krnl.define_loops 1
  // expected-error @+1 {{'krnl.parallel' op asks for a loop in parallel that passes values from one iteration to the next}}
  krnl.parallel(%ii) : !krnl.loop
  %r = krnl.iterate(%ii) with (%ii -> %i = 0 to 4) iter_args(%a = %f) -> (f32) {
    krnl.yield %a : f32
  }
  return
}

// -----

func.func @no_bounds() {
  %ii = krnl.define_loops 1
  // expected-error @+1 {{'krnl.iterate' op runs a loop that no krnl.iterate around it gives bounds to}}
  krnl.iterate(%ii) with () {
  }
  return
}

// -----

func.func @local_alone() {
  %ii = krnl.define_loops 1
  %b, %l = krnl.block %ii 4 : (!krnl.loop) -> (!krnl.loop, !krnl.loop)
  // expected-error @+1 {{'krnl.iterate' op runs the loop over the points of a tile outside of the loop over tiles}}
  krnl.iterate(%l) with (%ii -> %i = 0 to 10) {
  }
  return
}

// -----

func.func @split_loop() {
  %ii = krnl.define_loops 1
  %b, %l = krnl.block %ii 4 : (!krnl.loop) -> (!krnl.loop, !krnl.loop)
  // expected-error @+1 {{'krnl.iterate' op runs a loop that krnl.block split; name its parts}}
  krnl.iterate(%ii) with (%ii -> %i = 0 to 10) {
  }
  return
}

// -----

func.func @index_outside() {
  %ii = krnl.define_loops 1
  krnl.iterate(%ii) with (%ii -> %i = 0 to 10) {
  }
  // expected-error @+1 {{'krnl.get_induction_var_value' op asks for the index of a loop that no krnl.iterate around it runs}}
  %0 = krnl.get_induction_var_value(%ii) : (!krnl.loop) -> index
  return
}

// -----

func.func @strangers() {
  %ii, %jj = krnl.define_loops 2
  // expected-error @+1 {{'krnl.permute' op permutes loops that no krnl.iterate gives bounds to together, or that are blocked already}}
  krnl.permute(%ii, %jj) [1, 0] : !krnl.loop, !krnl.loop
  krnl.iterate(%ii) with (%ii -> %i = 0 to 10) {
    krnl.iterate(%jj) with (%jj -> %j = 0 to 10) {
    }
  }
  return
}
