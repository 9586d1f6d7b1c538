// RUN: mlirlite-opt %s --split-input-file --verify-diagnostics

pdl.pattern : benefit(1) {
  // expected-error @+1 {{'pdl.operand' op expected a bindable user when defined in the matcher body of a `pdl.pattern`}}
  %x = operand
  %op = operation "foo.op"
  rewrite %op with "rewriter"
}

// -----

// expected-error @+1 {{'pdl.pattern' op the pattern must contain at least one `pdl.operation`}}
pdl.pattern : benefit(1) {
  rewrite with "rewriter"
}

// -----

pdl.pattern : benefit(1) {
  %op = operation "foo.op"
  // expected-error @+1 {{'pdl.rewrite' op expected rewrite region to be non-empty if external name is not specified}}
  "pdl.rewrite"(%op) ({}) {operandSegmentSizes = array<i32: 1, 0>} : (!pdl.operation) -> ()
}
