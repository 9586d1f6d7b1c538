// What irdl's ops reject, in upstream's words.
// RUN: mlirlite-opt %s --split-input-file --verify-diagnostics

// expected-error@+1 {{name of dialect should not contain uppercase letters}}
irdl.dialect @Shapes {
}

// -----

irdl.dialect @shapes {
  // expected-error@+1 {{name of type should not contain leading or double underscores}}
  irdl.type @_circle
}

// -----

irdl.dialect @shapes {
  irdl.operation @draw {
    %0 = irdl.any
    // expected-error@+1 {{'irdl.operands' op name of operand #1 is a duplicate of the name of operand #0}}
    irdl.operands(pen: %0, pen: %0)
  }
}

// -----

irdl.dialect @shapes {
  // expected-error@+1 {{'irdl.operation' op contains a value named 'pen' for both its operands and results}}
  irdl.operation @draw {
    %0 = irdl.any
    irdl.operands(pen: %0)
    irdl.results(pen: %0)
  }
}

// -----

irdl.dialect @shapes {
  irdl.operation @draw {
    // expected-error@+1 {{'irdl.base' op symbol '@shapes::@pen' not found}}
    %0 = irdl.base @shapes::@pen
    irdl.operands(pen: %0)
  }
}

// -----

irdl.dialect @shapes {
  irdl.operation @draw {
    // expected-error@+1 {{'irdl.base' op the base type or attribute name should start with '!' or '#'}}
    %0 = irdl.base "builtin.integer"
    irdl.operands(pen: %0)
  }
}

// -----

irdl.dialect @shapes {
  irdl.operation @draw {
    // expected-error@+1 {{'irdl.region' op the number of blocks is expected to be >= 1 but got 0}}
    %0 = irdl.region with size 0
  }
}

// -----

irdl.dialect @two_blocks {
  // expected-error @+1 {{'irdl.type' op region #0 ('body') failed to verify constraint: region with 1 blocks}}
  irdl.type @t {
    %0 = irdl.any
  ^bb1:
    %1 = irdl.any
  }
}
