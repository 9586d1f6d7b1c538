// RUN: mlirlite-opt %s --allow-unregistered-dialect --split-input-file --verify-diagnostics

module attributes {transform.with_named_sequence} {
  transform.named_sequence @terminator(%root: !transform.any_op) {
    %0 = transform.param.constant 4 -> !transform.param<i64>
    // expected-error @below {{'transform.smt.constrain_params' op expected 'smt.yield' as terminator}}
    "transform.smt.constrain_params"(%0) ({
    ^bb0(%variable: !smt.int):
      "transform.yield"() : () -> ()
    }) : (!transform.param<i64>) -> ()
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @variables(%root: !transform.any_op) {
    %0 = transform.param.constant 4 -> !transform.param<i64>
    // expected-error @below {{must have the same number of block arguments as operands}}
    "transform.smt.constrain_params"(%0) ({
      "smt.yield"() : () -> ()
    }) : (!transform.param<i64>) -> ()
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @dialect(%root: !transform.any_op) {
    %0 = transform.param.constant 4 -> !transform.param<i64>
    // expected-error @below {{ops contained in region should belong to SMT-dialect}}
    "transform.smt.constrain_params"(%0) ({
    ^bb0(%variable: !smt.int):
      %1 = "arith.constant"() <{value = 4 : i32}> : () -> i32
      "smt.yield"() : () -> ()
    }) : (!transform.param<i64>) -> ()
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @results(%root: !transform.any_op) {
    %0 = transform.param.constant 4 -> !transform.param<i64>
    "transform.smt.constrain_params"(%0) ({
    ^bb0(%variable: !smt.int):
      // expected-error @below {{expected terminator to have as many operands as the parent op has results}}
      "smt.yield"(%variable) : (!smt.int) -> ()
    }) : (!transform.param<i64>) -> ()
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @type(%root: !transform.any_op) {
    %0 = transform.param.constant 4 -> !transform.param<i8>
    // expected-error @below {{the type of block arg #0 is expected to be either a !smt.bool, a !smt.int, or a !smt.bv}}
    "transform.smt.constrain_params"(%0) ({
    ^bb0(%variable: i8):
      "smt.yield"() : () -> ()
    }) : (!transform.param<i8>) -> ()
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @boolean(%root: !transform.any_op) {
    %0 = transform.param.constant 4 -> !transform.param<i8>
    // expected-error @below {{the type of block arg #0 is !smt.bool though the corresponding operand type ('!transform.param<i8>') is not wrapping i1}}
    "transform.smt.constrain_params"(%0) ({
    ^bb0(%variable: !smt.bool):
      "smt.yield"() : () -> ()
    }) : (!transform.param<i8>) -> ()
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @vector(%root: !transform.any_op) {
    %0 = transform.param.constant 4 -> !transform.param<i8>
    %1 = "transform.smt.constrain_params"(%0) ({
    ^bb0(%variable: !smt.bv<8>):
      // expected-error @below {{the type of terminator operand #0 is '!smt.bv<8>' though the corresponding result type ('!transform.param<i16>') is not wrapping an integer type of the same bitwidth}}
      "smt.yield"(%variable) : (!smt.bv<8>) -> ()
    }) : (!transform.param<i8>) -> !transform.param<i16>
    transform.yield
  }
}
