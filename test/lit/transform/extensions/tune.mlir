// RUN: mlirlite-opt %s | FileCheck %s
// RUN: mlirlite-opt %s --mlir-print-op-generic | mlirlite-opt | FileCheck %s

// CHECK-LABEL: func.func @tune_alternatives(
// CHECK-SAME:    ) {
// CHECK-NEXT:     %[[ALTERNATIVES:.*]] = transform.tune.alternatives<"which"> selected_region = 1 -> !transform.any_param {
// CHECK-NEXT:       %[[CONSTANT:.*]] = transform.param.constant 1 : i64 -> !transform.any_param
// CHECK-NEXT:       transform.yield %[[CONSTANT]] : !transform.any_param
// CHECK-NEXT:     }, {
// CHECK-NEXT:       %[[CONSTANT]] = transform.param.constant 2 : i64 -> !transform.any_param
// CHECK-NEXT:       transform.yield %[[CONSTANT]] : !transform.any_param
// CHECK-NEXT:     }
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @tune_alternatives() {
  %0 = transform.tune.alternatives<"which"> selected_region = 1 -> !transform.any_param {
    %a = transform.param.constant 1 -> !transform.any_param
    transform.yield %a : !transform.any_param
  }, {
    %b = transform.param.constant 2 -> !transform.any_param
    transform.yield %b : !transform.any_param
  }
  return
}

// CHECK-LABEL: func.func @tune_knob(
// CHECK-SAME:    ) {
// CHECK-NEXT:     %[[KNOB:.*]] = transform.tune.knob<"size"> = 16 : i64 from options = [8, 16] -> !transform.param<i64>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @tune_knob() {
  %0 = transform.tune.knob<"size"> = 16
      : i64 from options = [8 : i64, 16 : i64] -> !transform.param<i64>
  return
}
