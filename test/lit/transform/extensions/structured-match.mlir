// RUN: mlirlite-opt %s | FileCheck %s
// RUN: mlirlite-opt %s --mlir-print-op-generic | mlirlite-opt | FileCheck %s

// CHECK:   transform.named_sequence @kinds(%[[ARG0:.*]]: !transform.any_op {transform.readonly}) {
// CHECK-NEXT:     transform.match.structured %[[ARG0]] : !transform.any_op {
// CHECK-NEXT:     ^bb0(%[[ARG1:.*]]: !transform.any_op):
// CHECK-NEXT:       transform.match.structured.body %[[ARG1]] {passthrough} : !transform.any_op
// CHECK-NEXT:       transform.match.structured.body %[[ARG1]] {reduction_position = 0 : i64} : !transform.any_op
// CHECK-NEXT:       transform.match.structured.body %[[ARG1]] {contraction = ["arith.mulf", "arith.addf"]} : !transform.any_op
// CHECK-NEXT:       transform.match.structured.dim %[[ARG1]][all] {parallel} : !transform.any_op
// CHECK-NEXT:       transform.match.structured.input %[[ARG1]][all] {permutation} : !transform.any_op
// CHECK-NEXT:       transform.match.structured.init %[[ARG1]][except(0, 1)] {projected_permutation} : !transform.any_op
// CHECK-NEXT:     }
// CHECK-NEXT:     transform.yield
// CHECK-NEXT:   }
// CHECK-NEXT:   transform.named_sequence @parts(%[[ARG0]]: !transform.any_op {transform.readonly}) -> (!transform.any_value, !transform.param<i64>) {
// CHECK-NEXT:     %[[STRUCTURED:.*]]:2 = transform.match.structured failures(suppress) %[[ARG0]] : (!transform.any_op) -> (!transform.any_value, !transform.param<i64>) {
// CHECK-NEXT:     ^bb0(%[[ARG1]]: !transform.any_op):
// CHECK-NEXT:       %[[DIM:.*]] = transform.match.structured.dim %[[ARG1]][0, -1] {reduction} : (!transform.any_op) -> !transform.param<i64>
// CHECK-NEXT:       %[[INPUT:.*]] = transform.match.structured.input %[[ARG1]][0] : (!transform.any_op) -> !transform.any_value
// CHECK-NEXT:       %[[INIT:.*]] = transform.match.structured.init %[[ARG1]][0] : (!transform.any_op) -> !transform.any_op
// CHECK-NEXT:       %[[INPUT_1:.*]] = transform.match.structured.input %[[ARG1]][1] : (!transform.any_op) -> !transform.affine_map
// CHECK-NEXT:       %[[NUM_INPUTS:.*]] = transform.match.structured.num_inputs %[[ARG1]] : (!transform.any_op) -> !transform.param<i64>
// CHECK-NEXT:       %[[NUM_INITS:.*]] = transform.match.structured.num_inits %[[ARG1]] : (!transform.any_op) -> !transform.param<i64>
// CHECK-NEXT:       %[[RANK:.*]] = transform.match.structured.rank %[[ARG1]] : (!transform.any_op) -> !transform.param<i64>
// CHECK-NEXT:       %[[RESULT:.*]] = transform.match.structured.result %[[ARG1]][0] : (!transform.any_op) -> !transform.any_value
// CHECK-NEXT:       %[[RESULT_1:.*]] = transform.match.structured.result %[[ARG1]][0] any : (!transform.any_op) -> !transform.any_op
// CHECK-NEXT:       %[[RESULT_2:.*]] = transform.match.structured.result %[[ARG1]][-1] single : (!transform.any_op) -> !transform.any_op
// CHECK-NEXT:       %[[BATCH:.*]], %[[M:.*]], %[[N:.*]], %[[K:.*]] = transform.match.structured.classify_contraction_dims %[[ARG1]] : (!transform.any_op) -> (!transform.param<i64>, !transform.param<i64>, !transform.param<i64>, !transform.param<i64>)
// CHECK-NEXT:       %[[BATCH_0:.*]], %[[OUTPUT_IMAGE:.*]], %[[OUTPUT_CHANNEL:.*]], %[[FILTER_LOOP:.*]], %[[INPUT_CHANNEL:.*]], %[[DEPTH:.*]], %[[STRIDES:.*]], %[[DILATIONS:.*]] = transform.match.structured.classify_convolution_dims %[[ARG1]] : (!transform.any_op) -> (!transform.param<i64>, !transform.param<i64>, !transform.param<i64>, !transform.param<i64>, !transform.param<i64>, !transform.param<i64>, !transform.param<i64>, !transform.param<i64>)
// CHECK-NEXT:       %[[ELEMENTAL_BITWIDTH:.*]] = transform.match.structured.elemental_bitwidth %[[INPUT]] : (!transform.any_value) -> !transform.param<i64>
// CHECK-NEXT:       transform.match.structured.yield %[[INPUT]], %[[ELEMENTAL_BITWIDTH]] : !transform.any_value, !transform.param<i64>
// CHECK-NEXT:     }
// CHECK-NEXT:     transform.yield %[[STRUCTURED]]#0, %[[STRUCTURED]]#1 : !transform.any_value, !transform.param<i64>
// CHECK-NEXT:   }
module attributes {transform.with_named_sequence} {
  transform.named_sequence @kinds(%op: !transform.any_op {transform.readonly}) {
    transform.match.structured %op : !transform.any_op {
    ^bb0(%s: !transform.any_op):
      transform.match.structured.body %s {passthrough} : !transform.any_op
      transform.match.structured.body %s {reduction_position = 0 : i64} : !transform.any_op
      transform.match.structured.body %s {contraction = ["arith.mulf", "arith.addf"]} : !transform.any_op
      transform.match.structured.dim %s[all] {parallel} : !transform.any_op
      transform.match.structured.input %s[all] {permutation} : !transform.any_op
      transform.match.structured.init %s[except(0, 1)] {projected_permutation} : !transform.any_op
      transform.match.structured.yield
    }
    transform.yield
  }

  transform.named_sequence @parts(%op: !transform.any_op {transform.readonly}) -> (!transform.any_value, !transform.param<i64>) {
    %0:2 = transform.match.structured failures(suppress) %op : (!transform.any_op) -> (!transform.any_value, !transform.param<i64>) {
    ^bb0(%s: !transform.any_op):
      %dims = transform.match.structured.dim %s[0, -1] {reduction} : (!transform.any_op) -> !transform.param<i64>
      %value = transform.match.structured.input %s[0] : (!transform.any_op) -> !transform.any_value
      %maker = transform.match.structured.init %s[0] : (!transform.any_op) -> !transform.any_op
      %map = transform.match.structured.input %s[1] : (!transform.any_op) -> !transform.affine_map
      %inputs = transform.match.structured.num_inputs %s : (!transform.any_op) -> !transform.param<i64>
      %inits = transform.match.structured.num_inits %s : (!transform.any_op) -> !transform.param<i64>
      %rank = transform.match.structured.rank %s : (!transform.any_op) -> !transform.param<i64>
      %result = transform.match.structured.result %s[0] : (!transform.any_op) -> !transform.any_value
      %user = transform.match.structured.result %s[0] any : (!transform.any_op) -> !transform.any_op
      %only = transform.match.structured.result %s[-1] single : (!transform.any_op) -> !transform.any_op
      %product:4 = transform.match.structured.classify_contraction_dims %s
          : (!transform.any_op) -> (!transform.param<i64>, !transform.param<i64>, !transform.param<i64>, !transform.param<i64>)
      %window:8 = transform.match.structured.classify_convolution_dims %s
          : (!transform.any_op) -> (!transform.param<i64>, !transform.param<i64>, !transform.param<i64>, !transform.param<i64>, !transform.param<i64>, !transform.param<i64>, !transform.param<i64>, !transform.param<i64>)
      %bits = transform.match.structured.elemental_bitwidth %value : (!transform.any_value) -> !transform.param<i64>
      transform.match.structured.yield %value, %bits : !transform.any_value, !transform.param<i64>
    }
    transform.yield %0#0, %0#1 : !transform.any_value, !transform.param<i64>
  }
}
