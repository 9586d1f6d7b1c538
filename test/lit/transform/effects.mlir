// Ops of plugins say what they do with their handles.
// RUN: mlirlite-opt %s --load-plugin=%S/../../lib/dialect.py --load-plugin=%S/../../lib/transform.py --split-input-file --verify-diagnostics

transform.sequence failures(suppress) {
^bb0(%arg0: !transform.any_op):
  // expected-error @below {{TransformOpInterface requires memory effects on operands to be specified}}
  // expected-note @below {{no effects specified for operand #0}}
  %0 = transform.test_required_memory_effects %arg0 {has_result_effect} : (!transform.any_op) -> !transform.any_op
}

// -----

transform.sequence failures(suppress) {
^bb0(%arg0: !transform.any_op):
  // expected-error @below {{TransformOpInterface requires 'allocate' memory effect to be specified for results}}
  // expected-note @below {{no 'allocate' effect specified for result #0}}
  %0 = transform.test_required_memory_effects %arg0 {has_operand_effect, modifies_payload} : (!transform.any_op) -> !transform.any_op
}

// -----

module attributes {transform.with_named_sequence} {
  // expected-warning @below {{argument #1 is not consumed in the body but is marked as consume}}
  transform.named_sequence @first(%a: !transform.any_op {transform.readonly}, %b: !transform.any_op {transform.consumed}) {
    transform.yield
  }
}
