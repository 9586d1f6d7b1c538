// Scripts that run, and how they fail.
// RUN: mlirlite-opt %s --transform-interpreter --split-input-file --verify-diagnostics | FileCheck %s

module attributes {transform.with_named_sequence} {
  // CHECK-LABEL: func.func @invariants(
  // CHECK-SAME:    attributes {count = 1 : i64}
  // CHECK:         %[[SUM:.*]] = arith.addf
  // CHECK-NEXT:    %[[SQUARE:.*]] = arith.mulf %[[SUM]], %[[SUM]]
  // CHECK-NEXT:    scf.for
  // CHECK-NEXT:      memref.store %[[SQUARE]]
  // CHECK-NEXT:    }
  func.func @invariants(%n: index, %x: f32, %m: memref<?xf32>) {
    // expected-remark @-1 {{loops 1 : i64}}
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    // expected-remark @+1 {{a loop}}
    scf.for %i = %c0 to %n step %c1 {
      %a = arith.addf %x, %x : f32
      %b = arith.addf %x, %x : f32
      %c = arith.mulf %a, %b : f32
      memref.store %c, %m[%i] : memref<?xf32>
    }
    return
  }

  transform.named_sequence @is_loop(%op: !transform.any_op {transform.readonly}) -> !transform.any_op {
    transform.match.operation_name %op ["scf.for", "scf.while"] : !transform.any_op
    transform.yield %op : !transform.any_op
  }

  transform.named_sequence @clean(%loop: !transform.any_op {transform.readonly}) -> !transform.any_op {
    transform.apply_cse to %loop : !transform.any_op
    transform.apply_licm to %loop : !transform.any_op
    %f = transform.get_parent_op %loop {isolated_from_above} : (!transform.any_op) -> !transform.any_op
    transform.yield %f : !transform.any_op
  }

  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %loops = transform.collect_matching @is_loop in %root : (!transform.any_op) -> !transform.any_op
    transform.debug.emit_remark_at %loops, "a loop" : !transform.any_op
    %f = transform.include @clean failures(propagate) (%loops) : (!transform.any_op) -> !transform.any_op
    %n = transform.num_associations %loops : (!transform.any_op) -> !transform.param<i64>
    transform.debug.emit_param_as_remark %n, "loops" at %f : !transform.param<i64>, !transform.any_op
    transform.annotate %f "count" = %n : !transform.any_op, !transform.param<i64>
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  // CHECK-LABEL: func.func @passes(
  // CHECK-NEXT:    %[[SUM:.*]] = arith.addi
  // CHECK-NEXT:    arith.addi %[[SUM]], %[[SUM]]
  func.func @passes(%x: i32) -> i32 {
    %a = arith.addi %x, %x : i32
    %b = arith.addi %x, %x : i32
    %c = arith.addi %a, %b : i32
    return %c : i32
  }

  // CHECK-LABEL: func.func @not_this(
  // CHECK-NEXT:    arith.addi
  // CHECK-NEXT:    arith.addi
  func.func @not_this(%x: i32) -> (i32, i32) {
    %a = arith.addi %x, %x : i32
    %b = arith.addi %x, %x : i32
    return %a, %b : i32, i32
  }

  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %all = transform.structured.match ops{["func.func"]} attributes {sym_name = "passes"} in %root : (!transform.any_op) -> !transform.any_op
    %limit = transform.param.constant 3 : i64 -> !transform.param<i64>
    %0 = transform.apply_registered_pass "cse" to %all : (!transform.any_op) -> !transform.any_op
    %1 = transform.apply_registered_pass "canonicalize" with options = {"max-iterations" = %limit, "top-down" = false} to %0
        : (!transform.any_op, !transform.param<i64>) -> !transform.any_op
    transform.verify %1 : !transform.any_op
    transform.yield
  }
}

// -----

// The first alternative fails, what it did is undone.
module attributes {transform.with_named_sequence} {
  // CHECK-LABEL: func.func @alternatives(
  // CHECK-SAME:    attributes {chosen, second}
  func.func @alternatives(%x: i32) -> i32 {
    return %x : i32
  }

  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %m = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    %n = transform.alternatives %m : !transform.any_op -> !transform.any_op {
    ^bb0(%scope: !transform.any_op):
      transform.annotate %scope "first" : !transform.any_op
      transform.match.operation_name %scope ["func.call"] : !transform.any_op
      transform.yield %scope : !transform.any_op
    }, {
    ^bb0(%scope: !transform.any_op):
      transform.annotate %scope "second" : !transform.any_op
      transform.yield %scope : !transform.any_op
    }
    transform.annotate %n "chosen" : !transform.any_op
    transform.yield
  }
}

// -----

// Each op goes to the first matcher that takes it.
module attributes {transform.with_named_sequence} {
  // CHECK-LABEL: func.func @each(
  // CHECK-NEXT:    arith.addi {{.*}} {one}
  // CHECK-NEXT:    arith.muli {{.*}} {seen, two}
  // CHECK-NEXT:    arith.divsi {{.*}} {seen}
  func.func @each(%x: i32) -> i32 {
    %a = arith.addi %x, %x : i32
    %b = arith.muli %a, %x : i32
    %c = arith.divsi %b, %a : i32
    return %c : i32
  }

  transform.named_sequence @add(%op: !transform.any_op {transform.readonly}) -> !transform.any_op {
    transform.match.operation_name %op ["arith.addi"] : !transform.any_op
    transform.yield %op : !transform.any_op
  }
  transform.named_sequence @any(%op: !transform.any_op {transform.readonly}) -> !transform.any_op {
    transform.match.operation_name %op ["arith.addi", "arith.muli"] : !transform.any_op
    transform.yield %op : !transform.any_op
  }
  transform.named_sequence @one(%op: !transform.any_op {transform.readonly}) {
    transform.annotate %op "one" : !transform.any_op
    transform.yield
  }
  transform.named_sequence @two(%op: !transform.any_op {transform.readonly}) {
    transform.annotate %op "two" : !transform.any_op
    transform.yield
  }

  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.consumed}) {
    %0 = transform.foreach_match in %root @add -> @one, @any -> @two : (!transform.any_op) -> !transform.any_op
    %div = transform.structured.match ops{["arith.divsi"]} in %0 : (!transform.any_op) -> !transform.any_op
    %makers = transform.get_producer_of_operand %div[0] : (!transform.any_op) -> !transform.any_op
    %both = transform.merge_handles deduplicate %div, %makers, %div : !transform.any_op
    transform.foreach %both : !transform.any_op {
    ^bb0(%op: !transform.any_op):
      %values = transform.get_result %op[all] : (!transform.any_op) -> !transform.any_value
      %made = transform.get_defining_op %values : (!transform.any_value) -> !transform.any_op
      transform.annotate %made "seen" : !transform.any_op
    }
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  // CHECK-LABEL: func.func @peeled(
  // CHECK:         scf.for %{{.*}} = %{{.*}} to %{{.*}} step
  // CHECK-NEXT:      memref.store
  // CHECK-NEXT:    } {main}
  // CHECK-NEXT:    scf.for
  // CHECK-NEXT:      memref.store
  // CHECK-NEXT:    } {rest}
  func.func @peeled(%m: memref<?xf32>, %x: f32) {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c17 = arith.constant 17 : index
    scf.for %i = %c0 to %c17 step %c4 {
      memref.store %x, %m[%i] : memref<?xf32>
    }
    return
  }

  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.op<"scf.for">
    %main, %rest = transform.loop.peel %0 : (!transform.op<"scf.for">) -> (!transform.any_op, !transform.any_op)
    transform.annotate %main "main" : !transform.any_op
    transform.annotate %rest "rest" : !transform.any_op
    transform.yield
  }
}

// -----

// A failure that is suppressed ends nothing.
module attributes {transform.with_named_sequence} {
  // CHECK-LABEL: func.func @suppressed(
  // CHECK-SAME:    attributes {"went on"}
  func.func @suppressed() {
    return
  }

  transform.named_sequence @fails(%op: !transform.any_op {transform.readonly}) {
    %0:2 = transform.split_handle %op : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.annotate %op "went on" : !transform.any_op
    transform.yield
  }

  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.include @fails failures(suppress) (%f) : (!transform.any_op) -> ()
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  // expected-note @+2 {{ancestor payload op}}
  // expected-note @+1 {{nested payload op}}
  func.func @used_after() {
    return
  }

  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    // expected-note @+1 {{handle to invalidated ops}}
    %0 = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @+1 {{invalidated by this transform op that consumes its operand #0 and invalidates all handles to payload IR entities associated with this operand and entities nested in them}}
    %1 = transform.apply_registered_pass "cse" to %0 : (!transform.any_op) -> !transform.any_op
    // expected-error @+1 {{op uses a handle invalidated by a previously executed transform op}}
    transform.annotate %0 "late" : !transform.any_op
    transform.yield
  }
}

// -----

// expected-note @+1 {{target op}}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    // expected-error @+1 {{could not find a parent op that matches all requirements}}
    %0 = transform.get_parent_op %root {op_name = "func.func"} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

// expected-note @+1 {{target payload op}}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    // expected-error @+1 {{cannot apply transform to itself (or one of its ancestors)}}
    transform.apply_cse to %root : !transform.any_op
    transform.yield
  }
}

// -----

// expected-error @+1 {{could not find a nested named sequence with name: __transform_main}}
module {
}
