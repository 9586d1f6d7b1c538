// RUN: mlirlite-opt %s --split-input-file --verify-diagnostics

// expected-error @+1 {{bit-vector must have at least a width of one}}
func.func private @f(!smt.bv<0>)

// -----

func.func @f() {
  // expected-error @+1 {{integer value out of range for given bit-vector type}}
  %c = smt.bv.constant #smt.bv<8> : !smt.bv<3>
  return
}

// -----

func.func @f(%x: !smt.bv<8>) {
  // expected-error @+1 {{'smt.bv.extract' op range to be extracted is too big, expected range starting at index 4 of length 8 requires input width of at least 12, but the input width is only 8}}
  %r = smt.bv.extract %x from 4 : (!smt.bv<8>) -> !smt.bv<8>
  return
}

// -----

func.func @f() {
  smt.solver() : () -> () {
    // expected-error @+1 {{'smt.forall' op yielded value must be of '!smt.bool' type}}
    %r = smt.forall {
    ^bb0(%x: !smt.int):
      smt.yield %x : !smt.int
    }
  }
  return
}
