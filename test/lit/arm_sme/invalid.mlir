// RUN: mlirlite-opt %s --split-input-file --verify-diagnostics

func.func @f(%a: vector<[8]xf16>, %m: vector<[8]xi1>) {
  // expected-error @+1 {{failed to verify that both `lhsMask` and `rhsMask` should be provided or neither}}
  %0 = "arm_sme.fmopa_2way"(%a, %a, %m) <{operandSegmentSizes = array<i32: 1, 1, 1, 0, 0>}> : (vector<[8]xf16>, vector<[8]xf16>, vector<[8]xi1>) -> vector<[4]x[4]xf32>
  return
}
