// What nobody needs goes where it changes neither the payload nor handles; equal reads stay.
// RUN: mlirlite-opt %s --canonicalize --split-input-file | FileCheck %s
// RUN: mlirlite-opt %s --cse --split-input-file | FileCheck %s --check-prefix=CSE

// CHECK:   transform.named_sequence @unused(%[[ARG0:.*]]: !transform.any_op {transform.readonly}) {
// CHECK-NEXT:     transform.yield
// CHECK-NEXT:   }
// CSE:   transform.named_sequence @unused(%[[ARG0:.*]]: !transform.any_op {transform.readonly}) {
// CSE-NEXT:     transform.yield
// CSE-NEXT:   }
module attributes {transform.with_named_sequence} {
  transform.named_sequence @unused(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    %1 = transform.get_parent_op %root : (!transform.any_op) -> !transform.any_op
    %2 = transform.param.constant 4 : i64 -> !transform.param<i64>
    %3 = transform.merge_handles %root, %root : !transform.any_op
    %4:2 = transform.split_handle %root : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// CHECK:   transform.named_sequence @stays(%[[ARG0:.*]]: !transform.any_op {transform.consumed}) {
// CHECK-NEXT:     %[[MATCH:.*]] = transform.structured.match ops{["scf.for"]} in %[[ARG0]] : (!transform.any_op) -> !transform.any_op
// CHECK-NEXT:     %[[MATCH_1:.*]] = transform.structured.match ops{["scf.for"]} in %[[ARG0]] : (!transform.any_op) -> !transform.any_op
// CHECK-NEXT:     transform.annotate %[[MATCH]] "seen" : !transform.any_op
// CHECK-NEXT:     transform.annotate %[[MATCH_1]] "again" : !transform.any_op
// CHECK-NEXT:     transform.print %[[MATCH]] : !transform.any_op
// CHECK-NEXT:     %[[APPLY_REGISTERED_PASS:.*]] = transform.apply_registered_pass "cse" to %[[ARG0]] : (!transform.any_op) -> !transform.any_op
// CHECK-NEXT:     %[[GENERALIZE:.*]] = transform.structured.generalize %[[APPLY_REGISTERED_PASS]] : (!transform.any_op) -> !transform.any_op
// CHECK-NEXT:     transform.yield
// CHECK-NEXT:   }
// CSE:   transform.named_sequence @stays(%[[ARG0:.*]]: !transform.any_op {transform.consumed}) {
// CSE-NEXT:     %[[MATCH:.*]] = transform.structured.match ops{["scf.for"]} in %[[ARG0]] : (!transform.any_op) -> !transform.any_op
// CSE-NEXT:     %[[MATCH_1:.*]] = transform.structured.match ops{["scf.for"]} in %[[ARG0]] : (!transform.any_op) -> !transform.any_op
// CSE-NEXT:     transform.annotate %[[MATCH]] "seen" : !transform.any_op
// CSE-NEXT:     transform.annotate %[[MATCH_1]] "again" : !transform.any_op
// CSE-NEXT:     transform.print %[[MATCH]] : !transform.any_op
// CSE-NEXT:     %[[APPLY_REGISTERED_PASS:.*]] = transform.apply_registered_pass "cse" to %[[ARG0]] : (!transform.any_op) -> !transform.any_op
// CSE-NEXT:     %[[GENERALIZE:.*]] = transform.structured.generalize %[[APPLY_REGISTERED_PASS]] : (!transform.any_op) -> !transform.any_op
// CSE-NEXT:     transform.yield
// CSE-NEXT:   }
module attributes {transform.with_named_sequence} {
  transform.named_sequence @stays(%root: !transform.any_op {transform.consumed}) {
    %0 = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    %1 = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.annotate %0 "seen" : !transform.any_op
    transform.annotate %1 "again" : !transform.any_op
    transform.print %0 : !transform.any_op
    %2 = transform.apply_registered_pass "cse" to %root : (!transform.any_op) -> !transform.any_op
    %3 = transform.structured.generalize %2 : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

// CHECK:   transform.named_sequence @merged(%[[ARG0:.*]]: !transform.any_op {transform.readonly}) {
// CHECK-NEXT:     transform.annotate %[[ARG0]] "one" : !transform.any_op
// CHECK-NEXT:     %[[MERGE_HANDLES:.*]] = transform.merge_handles deduplicate %[[ARG0]] : !transform.any_op
// CHECK-NEXT:     transform.annotate %[[MERGE_HANDLES]] "each once" : !transform.any_op
// CHECK-NEXT:     transform.yield
// CHECK-NEXT:   }
// CSE:   transform.named_sequence @merged(%[[ARG0:.*]]: !transform.any_op {transform.readonly}) {
// CSE-NEXT:     %[[MERGE_HANDLES:.*]] = transform.merge_handles %[[ARG0]] : !transform.any_op
// CSE-NEXT:     transform.annotate %[[MERGE_HANDLES]] "one" : !transform.any_op
// CSE-NEXT:     %[[MERGE_HANDLES_1:.*]] = transform.merge_handles deduplicate %[[ARG0]] : !transform.any_op
// CSE-NEXT:     transform.annotate %[[MERGE_HANDLES_1]] "each once" : !transform.any_op
// CSE-NEXT:     transform.yield
// CSE-NEXT:   }
module attributes {transform.with_named_sequence} {
  transform.named_sequence @merged(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.merge_handles %root : !transform.any_op
    transform.annotate %0 "one" : !transform.any_op
    %1 = transform.merge_handles deduplicate %root : !transform.any_op
    transform.annotate %1 "each once" : !transform.any_op
    transform.yield
  }
}

// -----

// CHECK:   transform.named_sequence @inside(%[[ARG0:.*]]: !transform.any_op {transform.readonly}) {
// CHECK-NEXT:     transform.foreach %[[ARG0]] : !transform.any_op {
// CHECK-NEXT:     ^bb0(%[[ARG1:.*]]: !transform.any_op):
// CHECK-NEXT:       transform.apply_cse to %[[ARG1]] : !transform.any_op
// CHECK-NEXT:     }
// CHECK-NEXT:     transform.yield
// CHECK-NEXT:   }
// CSE:   transform.named_sequence @inside(%[[ARG0:.*]]: !transform.any_op {transform.readonly}) {
// CSE-NEXT:     transform.foreach %[[ARG0]] : !transform.any_op {
// CSE-NEXT:     ^bb0(%[[ARG1:.*]]: !transform.any_op):
// CSE-NEXT:       transform.apply_cse to %[[ARG1]] : !transform.any_op
// CSE-NEXT:     }
// CSE-NEXT:     transform.yield
// CSE-NEXT:   }
module attributes {transform.with_named_sequence} {
  transform.named_sequence @inside(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.foreach %root : !transform.any_op -> !transform.any_op {
    ^bb0(%op: !transform.any_op):
      %1 = transform.get_parent_op %op : (!transform.any_op) -> !transform.any_op
      transform.yield %1 : !transform.any_op
    }
    transform.foreach %root : !transform.any_op {
    ^bb0(%op: !transform.any_op):
      transform.apply_cse to %op : !transform.any_op
    }
    transform.yield
  }
}
