// Ops whose region must have one block, and ops that look into a region in which something is wrong.
// RUN: mlirlite-opt %s --split-input-file --verify-diagnostics

func.func @f(%i: index) {
  // expected-error @+1 {{'tensor.generate' op region #0 ('body') failed to verify constraint: region with 1 blocks}}
  %0 = "tensor.generate"(%i) ({
  }) : (index) -> tensor<?xf32>
  return
}

// -----

func.func @f(%c: i1, %v: vector<4xi1>, %w: !shape.witness, %t: tensor<2xf32>, %z: f32, %s: tensor<?xindex>) {
  // expected-error @+1 {{'tensor.pad' op region #0 ('region') failed to verify constraint: region with 1 blocks}}
  "tensor.pad"(%t) <{operandSegmentSizes = array<i32: 1, 0, 0>, static_low = array<i64: 1>, static_high = array<i64: 1>}> ({
  }) : (tensor<2xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'memref.alloca_scope' op region #0 ('bodyRegion') failed to verify constraint: region with 1 blocks}}
  "memref.alloca_scope"() ({
  }) : () -> ()
  return
}

// -----

func.func @f(%w: !shape.witness) {
  // expected-error @+1 {{'shape.assuming' op region #0 ('doRegion') failed to verify constraint: region with 1 blocks}}
  "shape.assuming"(%w) ({
  }) : (!shape.witness) -> ()
  return
}

// -----

func.func @f(%w: vector<4xi1>) {
  // expected-error @+1 {{'vector.mask' op region #0 ('maskRegion') failed to verify constraint: region with 1 blocks}}
  "vector.mask"(%w) ({
  }) : (vector<4xi1>) -> ()
  return
}

// -----

func.func @f(%i: index) {
  // expected-error @+1 {{'affine.if' op region #0 ('thenRegion') failed to verify constraint: region with 1 blocks}}
  "affine.if"(%i) <{condition = affine_set<(d0) : (1 == 0)>}> ({
  }, {
  }) : (index) -> ()
  return
}

// -----

func.func @a_step_of_zero() {
  "affine.for"() <{lowerBoundMap = affine_map<() -> (0)>, operandSegmentSizes = array<i32: 0, 0, 0>, step = 0 : index, upperBoundMap = affine_map<() -> (4)>}> ({
  ^bb0(%i: index):
    "affine.yield"() : () -> ()
  }) : () -> ()
  return
}
