// RUN: mlirlite-opt %s --allow-unregistered-dialect --mlir-print-op-generic | FileCheck %s
// RUN: mlirlite-opt %s --allow-unregistered-dialect --verify-roundtrip -o /dev/null

// CHECK: %[[PARAM:.*]] = "transform.param.constant"() <{value = 4 : i64}>
// CHECK: "transform.smt.constrain_params"(%[[PARAM]]) ({
// CHECK-NEXT: ^bb0(%[[VARIABLE:.*]]: !smt.int):
// CHECK-NEXT: "smt.yield"(%[[VARIABLE]]) : (!smt.int) -> ()
// CHECK-NEXT: }) : (!transform.param<i64>) -> !transform.param<i64>
module attributes {transform.with_named_sequence} {
  transform.named_sequence @conditions(%root: !transform.any_op) {
    %0 = transform.param.constant 4 -> !transform.param<i64>
    %1 = "transform.smt.constrain_params"(%0) ({
    ^bb0(%variable: !smt.int):
      "smt.yield"(%variable) : (!smt.int) -> ()
    }) : (!transform.param<i64>) -> !transform.param<i64>
    transform.yield
  }
}
