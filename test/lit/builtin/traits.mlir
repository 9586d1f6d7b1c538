// What traits say of operands, results and regions, with ops that have one each.
// RUN: mlirlite-opt %s --load-plugin=%S/../../lib/dialect.py --split-input-file --verify-diagnostics

func.func @f(%a: tensor<?xf32>, %b: tensor<10xf32>) {
  // expected-error @+1 {{'test.same_operand_and_result_shape' op requires the same shape for all operands and results}}
  %0 = "test.same_operand_and_result_shape"(%a, %b) : (tensor<?xf32>, tensor<10xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'test.same_operand_and_result_type' op expected 1 or more operands, but found 0}}
  %0 = "test.same_operand_and_result_type"() : () -> tensor<3xf32>
  return
}

// -----

func.func @f(%a: f32) {
  // expected-error @+1 {{'test.same_operand_and_result_element_type' op expected 1 or more results}}
  "test.same_operand_and_result_element_type"(%a) : (f32) -> ()
  return
}

// -----

// expected-error @+1 {{'test.sized_region_op' op region #1 failed to verify constraint: region with 1 blocks}}
"test.sized_region_op"() ({
  cf.br ^bb1
^bb1:
  cf.br ^bb1
}, {
}) : () -> ()
