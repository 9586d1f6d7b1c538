// RUN: mlirlite-opt %s | FileCheck %s
// RUN: mlirlite-opt %s --mlir-print-op-generic | mlirlite-opt | FileCheck %s

// CHECK-LABEL: func.func @alternatives(
// CHECK-SAME:    %[[ARG0:.*]]: !transform.any_op) {
// CHECK-NEXT:     transform.alternatives %[[ARG0]] : !transform.any_op {
// CHECK-NEXT:     ^bb0(%[[ARG1:.*]]: !transform.any_op):
// CHECK-NEXT:       transform.apply_cse to %[[ARG1]] : !transform.any_op
// CHECK-NEXT:     }
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @alternatives(%0: !transform.any_op) {
  transform.alternatives %0 : !transform.any_op {
  ^bb0(%scope: !transform.any_op):
    transform.apply_cse to %scope : !transform.any_op
  }
  return
}

// CHECK-LABEL: func.func @annotate(
// CHECK-SAME:    %[[ARG0:.*]]: !transform.any_op, %[[ARG1:.*]]: !transform.param<i64>) {
// CHECK-NEXT:     transform.annotate %[[ARG0]] "seen" = %[[ARG1]] : !transform.any_op, !transform.param<i64>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @annotate(%0: !transform.any_op, %1: !transform.param<i64>) {
  transform.annotate %0 "seen" = %1 : !transform.any_op, !transform.param<i64>
  return
}

// CHECK-LABEL: func.func @apply_conversion_patterns(
// CHECK-SAME:    %[[ARG0:.*]]: !transform.any_op) {
// CHECK-NEXT:     transform.apply_conversion_patterns to %[[ARG0]] {
// CHECK-NEXT:       transform.apply_conversion_patterns.dialect_to_llvm "math"
// CHECK-NEXT:     } {legal_dialects = ["llvm"]} : !transform.any_op
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @apply_conversion_patterns(%0: !transform.any_op) {
  transform.apply_conversion_patterns to %0
      { transform.apply_conversion_patterns.dialect_to_llvm "math" } {legal_dialects = ["llvm"]}
      : !transform.any_op
  return
}

// CHECK-LABEL: func.func @apply_cse(
// CHECK-SAME:    %[[ARG0:.*]]: !transform.any_op) {
// CHECK-NEXT:     transform.apply_cse to %[[ARG0]] : !transform.any_op
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @apply_cse(%0: !transform.any_op) {
  transform.apply_cse to %0 : !transform.any_op
  return
}

// CHECK-LABEL: func.func @apply_dce(
// CHECK-SAME:    %[[ARG0:.*]]: !transform.any_op) {
// CHECK-NEXT:     transform.apply_dce to %[[ARG0]] : !transform.any_op
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @apply_dce(%0: !transform.any_op) {
  transform.apply_dce to %0 : !transform.any_op
  return
}

// CHECK-LABEL: func.func @apply_licm(
// CHECK-SAME:    %[[ARG0:.*]]: !transform.any_op) {
// CHECK-NEXT:     transform.apply_licm to %[[ARG0]] : !transform.any_op
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @apply_licm(%0: !transform.any_op) {
  transform.apply_licm to %0 : !transform.any_op
  return
}

// CHECK-LABEL: func.func @apply_patterns(
// CHECK-SAME:    %[[ARG0:.*]]: !transform.any_op) {
// CHECK-NEXT:     transform.apply_patterns to %[[ARG0]] {
// CHECK-NEXT:       transform.apply_patterns.canonicalization
// CHECK-NEXT:     } : !transform.any_op
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @apply_patterns(%0: !transform.any_op) {
  transform.apply_patterns to %0 { transform.apply_patterns.canonicalization }
      : !transform.any_op
  return
}

// CHECK-LABEL: func.func @apply_registered_pass(
// CHECK-SAME:    %[[ARG0:.*]]: !transform.any_op) {
// CHECK-NEXT:     %[[APPLY_REGISTERED_PASS:.*]] = transform.apply_registered_pass "canonicalize" with options = {"max-iterations" = 3 : i64} to %[[ARG0]] : (!transform.any_op) -> !transform.any_op
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @apply_registered_pass(%0: !transform.any_op) {
  %1 = transform.apply_registered_pass "canonicalize" with options = {"max-iterations" = 3} to
      %0
      : (!transform.any_op) -> !transform.any_op
  return
}

// CHECK-LABEL: func.func @cast(
// CHECK-SAME:    %[[ARG0:.*]]: !transform.any_op) {
// CHECK-NEXT:     %[[CAST:.*]] = transform.cast %[[ARG0]] : !transform.any_op to !transform.op<"scf.for">
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @cast(%0: !transform.any_op) {
  %1 = transform.cast %0 : !transform.any_op to !transform.op<"scf.for">
  return
}

// CHECK-LABEL: func.func @foreach(
// CHECK-SAME:    %[[ARG0:.*]]: !transform.any_op) {
// CHECK-NEXT:     transform.foreach %[[ARG0]] : !transform.any_op {
// CHECK-NEXT:     ^bb0(%[[ARG1:.*]]: !transform.any_op):
// CHECK-NEXT:       transform.apply_cse to %[[ARG1]] : !transform.any_op
// CHECK-NEXT:     }
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @foreach(%0: !transform.any_op) {
  transform.foreach %0 : !transform.any_op {
  ^bb0(%one: !transform.any_op):
    transform.apply_cse to %one : !transform.any_op
  }
  return
}

// CHECK-LABEL: func.func @get_consumers_of_result(
// CHECK-SAME:    %[[ARG0:.*]]: !transform.any_op) {
// CHECK-NEXT:     %[[GET_CONSUMERS_OF_RESULT:.*]] = transform.get_consumers_of_result %[[ARG0]][0] : (!transform.any_op) -> !transform.any_op
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @get_consumers_of_result(%0: !transform.any_op) {
  %1 = transform.get_consumers_of_result %0[0] : (!transform.any_op) -> !transform.any_op
  return
}

// CHECK-LABEL: func.func @get_defining_op(
// CHECK-SAME:    %[[ARG0:.*]]: !transform.any_value) {
// CHECK-NEXT:     %[[GET_DEFINING_OP:.*]] = transform.get_defining_op %[[ARG0]] : (!transform.any_value) -> !transform.any_op
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @get_defining_op(%0: !transform.any_value) {
  %1 = transform.get_defining_op %0 : (!transform.any_value) -> !transform.any_op
  return
}

// CHECK-LABEL: func.func @get_operand(
// CHECK-SAME:    %[[ARG0:.*]]: !transform.any_op) {
// CHECK-NEXT:     %[[GET_OPERAND:.*]] = transform.get_operand %[[ARG0]][except(0)] : (!transform.any_op) -> !transform.any_value
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @get_operand(%0: !transform.any_op) {
  %1 = transform.get_operand %0[except(0)] : (!transform.any_op) -> !transform.any_value
  return
}

// CHECK-LABEL: func.func @get_parent_op(
// CHECK-SAME:    %[[ARG0:.*]]: !transform.any_op) {
// CHECK-NEXT:     %[[GET_PARENT_OP:.*]] = transform.get_parent_op %[[ARG0]] {op_name = "scf.for"} : (!transform.any_op) -> !transform.any_op
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @get_parent_op(%0: !transform.any_op) {
  %1 = transform.get_parent_op %0 {op_name = "scf.for"}
      : (!transform.any_op) -> !transform.any_op
  return
}

// CHECK-LABEL: func.func @get_producer_of_operand(
// CHECK-SAME:    %[[ARG0:.*]]: !transform.any_op) {
// CHECK-NEXT:     %[[GET_PRODUCER_OF_OPERAND:.*]] = transform.get_producer_of_operand %[[ARG0]][0] : (!transform.any_op) -> !transform.any_op
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @get_producer_of_operand(%0: !transform.any_op) {
  %1 = transform.get_producer_of_operand %0[0] : (!transform.any_op) -> !transform.any_op
  return
}

// CHECK-LABEL: func.func @get_result(
// CHECK-SAME:    %[[ARG0:.*]]: !transform.any_op) {
// CHECK-NEXT:     %[[GET_RESULT:.*]] = transform.get_result %[[ARG0]][all] : (!transform.any_op) -> !transform.any_value
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @get_result(%0: !transform.any_op) {
  %1 = transform.get_result %0[all] : (!transform.any_op) -> !transform.any_value
  return
}

// CHECK-LABEL: func.func @get_type(
// CHECK-SAME:    %[[ARG0:.*]]: !transform.any_value) {
// CHECK-NEXT:     %[[GET_TYPE:.*]] = transform.get_type elemental %[[ARG0]] : (!transform.any_value) -> !transform.type
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @get_type(%0: !transform.any_value) {
  %1 = transform.get_type elemental %0 : (!transform.any_value) -> !transform.type
  return
}

// CHECK-LABEL: func.func @match_operation_empty(
// CHECK-SAME:    %[[ARG0:.*]]: !transform.any_op) {
// CHECK-NEXT:     transform.match.operation_empty %[[ARG0]] : !transform.any_op
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @match_operation_empty(%0: !transform.any_op) {
  transform.match.operation_empty %0 : !transform.any_op
  return
}

// CHECK-LABEL: func.func @match_operation_name(
// CHECK-SAME:    %[[ARG0:.*]]: !transform.any_op) {
// CHECK-NEXT:     transform.match.operation_name %[[ARG0]] ["scf.for", "scf.forall"] : !transform.any_op
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @match_operation_name(%0: !transform.any_op) {
  transform.match.operation_name %0 ["scf.for", "scf.forall"] : !transform.any_op
  return
}

// CHECK-LABEL: func.func @match_param_cmpi(
// CHECK-SAME:    %[[ARG0:.*]]: !transform.param<i64>, %[[ARG1:.*]]: !transform.param<i64>) {
// CHECK-NEXT:     transform.match.param.cmpi lt %[[ARG0]], %[[ARG1]] : !transform.param<i64>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @match_param_cmpi(%0: !transform.param<i64>, %1: !transform.param<i64>) {
  transform.match.param.cmpi lt %0, %1 : !transform.param<i64>
  return
}

// CHECK-LABEL: func.func @merge_handles(
// CHECK-SAME:    %[[ARG0:.*]]: !transform.any_op, %[[ARG1:.*]]: !transform.any_op) {
// CHECK-NEXT:     %[[MERGE_HANDLES:.*]] = transform.merge_handles deduplicate %[[ARG0]], %[[ARG1]] : !transform.any_op
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @merge_handles(%0: !transform.any_op, %1: !transform.any_op) {
  %2 = transform.merge_handles deduplicate %0, %1 : !transform.any_op
  return
}

// CHECK-LABEL: func.func @num_associations(
// CHECK-SAME:    %[[ARG0:.*]]: !transform.any_op) {
// CHECK-NEXT:     %[[NUM_ASSOCIATIONS:.*]] = transform.num_associations %[[ARG0]] : (!transform.any_op) -> !transform.param<i64>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @num_associations(%0: !transform.any_op) {
  %1 = transform.num_associations %0 : (!transform.any_op) -> !transform.param<i64>
  return
}

// CHECK-LABEL: func.func @param_constant(
// CHECK-SAME:    ) {
// CHECK-NEXT:     %[[CONSTANT:.*]] = transform.param.constant 42 : i64 -> !transform.param<i64>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @param_constant() {
  %0 = transform.param.constant 42 : i64 -> !transform.param<i64>
  return
}

// CHECK-LABEL: func.func @pdl_match(
// CHECK-SAME:    %[[ARG0:.*]]: !transform.any_op) {
// CHECK-NEXT:     %[[PDL_MATCH:.*]] = transform.pdl_match @pattern in %[[ARG0]] : (!transform.any_op) -> !transform.any_op
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @pdl_match(%0: !transform.any_op) {
  %1 = transform.pdl_match @pattern in %0 : (!transform.any_op) -> !transform.any_op
  return
}

// CHECK-LABEL: func.func @print(
// CHECK-SAME:    %[[ARG0:.*]]: !transform.any_op) {
// CHECK-NEXT:     transform.print %[[ARG0]] {name = "after tiling"} : !transform.any_op
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @print(%0: !transform.any_op) {
  transform.print %0 {name = "after tiling"} : !transform.any_op
  return
}

// CHECK-LABEL: func.func @replicate(
// CHECK-SAME:    %[[ARG0:.*]]: !transform.any_op, %[[ARG1:.*]]: !transform.any_op) {
// CHECK-NEXT:     %[[REPLICATE:.*]] = transform.replicate num(%[[ARG0]]) %[[ARG1]] : !transform.any_op, !transform.any_op
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @replicate(%0: !transform.any_op, %h: !transform.any_op) {
  %1 = transform.replicate num(%0) %h : !transform.any_op, !transform.any_op
  return
}

// CHECK-LABEL: func.func @select(
// CHECK-SAME:    %[[ARG0:.*]]: !transform.any_op) {
// CHECK-NEXT:     %[[SELECT:.*]] = transform.select "scf.for" in %[[ARG0]] : (!transform.any_op) -> !transform.any_op
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @select(%0: !transform.any_op) {
  %1 = transform.select "scf.for" in %0 : (!transform.any_op) -> !transform.any_op
  return
}

// CHECK-LABEL: func.func @sequence(
// CHECK-SAME:    ) {
// CHECK-NEXT:     transform.sequence  failures(propagate) {
// CHECK-NEXT:     ^bb0(%[[ARG0:.*]]: !transform.any_op):
// CHECK-NEXT:       %[[MATCH:.*]] = transform.structured.match ops{["scf.for"]} in %[[ARG0]] : (!transform.any_op) -> !transform.any_op
// CHECK-NEXT:     }
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @sequence() {
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %0 = transform.structured.match ops{["scf.for"]} in %root
        : (!transform.any_op) -> !transform.any_op
  }
  return
}

// CHECK-LABEL: func.func @split_handle(
// CHECK-SAME:    %[[ARG0:.*]]: !transform.any_op) {
// CHECK-NEXT:     %[[SPLIT_HANDLE:.*]]:2 = transform.split_handle %[[ARG0]] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @split_handle(%0: !transform.any_op) {
  %1:2 = transform.split_handle %0
      : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  return
}

// CHECK-LABEL: func.func @verify(
// CHECK-SAME:    %[[ARG0:.*]]: !transform.any_op) {
// CHECK-NEXT:     transform.verify %[[ARG0]] : !transform.any_op
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @verify(%0: !transform.any_op) {
  transform.verify %0 : !transform.any_op
  return
}

// CHECK-LABEL: func.func @with_pdl_patterns(
// CHECK-SAME:    ) {
// CHECK-NEXT:     transform.with_pdl_patterns {
// CHECK-NEXT:     ^bb0(%[[ARG0:.*]]: !transform.any_op):
// CHECK-NEXT:       sequence %[[ARG0]] : !transform.any_op failures(propagate) {
// CHECK-NEXT:       ^bb0(%[[ARG1:.*]]: !transform.any_op):
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @with_pdl_patterns() {
  transform.with_pdl_patterns {
  ^bb0(%root: !transform.any_op):
    transform.sequence %root : !transform.any_op failures(propagate) {
    ^bb1(%inner: !transform.any_op):
    }
  }
  return
}

// CHECK-LABEL: func.func @patterns(
// CHECK-SAME:    ) {
// CHECK-NEXT:     transform.apply_conversion_patterns.dialect_to_llvm "math"
// CHECK-NEXT:     transform.apply_patterns.canonicalization
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @patterns() {
  transform.apply_conversion_patterns.dialect_to_llvm "math"
  transform.apply_patterns.canonicalization
  return
}

// CHECK:   module attributes {transform.with_named_sequence} {
// CHECK-NEXT:     transform.named_sequence private @declared(!transform.any_op {transform.consumed}) -> !transform.any_op
// CHECK-NEXT:     transform.named_sequence @is_loop(%[[ARG0:.*]]: !transform.any_op {transform.readonly}) -> !transform.any_op {
// CHECK-NEXT:       transform.match.operation_name %[[ARG0]] ["scf.for"] : !transform.any_op
// CHECK-NEXT:       transform.yield %[[ARG0]] : !transform.any_op
// CHECK-NEXT:     }
// CHECK-NEXT:     transform.named_sequence @is_one_of(%[[ARG0]]: !transform.any_op {transform.readonly}, %[[ARG1:.*]]: !transform.param<i64> {transform.readonly}) -> (!transform.any_op, !transform.param<i64>) {
// CHECK-NEXT:       transform.match.operation_name %[[ARG0]] ["scf.for", "scf.forall"] : !transform.any_op
// CHECK-NEXT:       transform.yield %[[ARG0]], %[[ARG1]] : !transform.any_op, !transform.param<i64>
// CHECK-NEXT:     }
// CHECK-NEXT:     transform.named_sequence @is_call(%[[ARG0]]: !transform.any_op {transform.readonly}, %[[ARG1]]: !transform.param<i64> {transform.readonly}) -> (!transform.any_op, !transform.param<i64>) {
// CHECK-NEXT:       transform.match.operation_name %[[ARG0]] ["func.call"] : !transform.any_op
// CHECK-NEXT:       transform.yield %[[ARG0]], %[[ARG1]] : !transform.any_op, !transform.param<i64>
// CHECK-NEXT:     }
// CHECK-NEXT:     transform.named_sequence @unroll(%[[ARG0]]: !transform.any_op {transform.consumed}) {
// CHECK-NEXT:       transform.loop.unroll %[[ARG0]] {factor = 4 : i64} : !transform.any_op
// CHECK-NEXT:       transform.yield
// CHECK-NEXT:     }
// CHECK-NEXT:     transform.named_sequence @count(%[[ARG0]]: !transform.any_op {transform.readonly}, %[[ARG1]]: !transform.param<i64> {transform.readonly}) -> !transform.param<i64> {
// CHECK-NEXT:       transform.yield %[[ARG1]] : !transform.param<i64>
// CHECK-NEXT:     }
// CHECK-NEXT:     transform.named_sequence @__transform_main(%[[ARG0]]: !transform.any_op {transform.consumed}) {
// CHECK-NEXT:       %[[COLLECT_MATCHING:.*]] = transform.collect_matching @is_loop in %[[ARG0]] : (!transform.any_op) -> !transform.any_op
// CHECK-NEXT:       %[[NUM_ASSOCIATIONS:.*]] = transform.num_associations %[[COLLECT_MATCHING]] : (!transform.any_op) -> !transform.param<i64>
// CHECK-NEXT:       %[[UPDATED_ROOT:.*]], %[[YIELDED:.*]] = transform.foreach_match restrict_root flatten_results in %[[ARG0]], %[[NUM_ASSOCIATIONS]]
// CHECK-NEXT:           @is_one_of -> @count,
// CHECK-NEXT:           @is_call -> @count : (!transform.any_op, !transform.param<i64>) -> (!transform.any_op, !transform.param<i64>)
// CHECK-NEXT:       %[[INCLUDE:.*]] = transform.include @declared failures(propagate) (%[[UPDATED_ROOT]]) : (!transform.any_op) -> !transform.any_op
// CHECK-NEXT:       transform.include @unroll failures(suppress) (%[[COLLECT_MATCHING]]) : (!transform.any_op) -> ()
// CHECK-NEXT:       %[[CONSTANT:.*]] = transform.param.constant "top-down" -> !transform.any_param
// CHECK-NEXT:       %[[APPLY_REGISTERED_PASS:.*]] = transform.apply_registered_pass "canonicalize" with options = {"list" = [%[[NUM_ASSOCIATIONS]], [%[[CONSTANT]], 7 : i32]], "max" = %[[YIELDED]], "region-simplify" = "aggressive"} to %[[INCLUDE]] : (!transform.any_op, !transform.param<i64>, !transform.any_param, !transform.param<i64>) -> !transform.any_op
// CHECK-NEXT:       %[[SPLIT_HANDLE:.*]] = transform.split_handle %[[APPLY_REGISTERED_PASS]] {overflow_result = 0 : i64} : (!transform.any_op) -> !transform.any_op
// CHECK-NEXT:       transform.apply_conversion_patterns to %[[SPLIT_HANDLE]] {
// CHECK-NEXT:         transform.apply_conversion_patterns.dialect_to_llvm "math"
// CHECK-NEXT:       } with type_converter {
// CHECK-NEXT:         transform.apply_conversion_patterns.memref.memref_to_llvm_type_converter
// CHECK-NEXT:       } {legal_dialects = ["llvm"], partial_conversion, preserve_handles} : !transform.any_op
// CHECK-NEXT:       transform.yield
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   module {
// CHECK-NEXT:     transform.sequence  failures(suppress) {
// CHECK-NEXT:     ^bb0(%[[ARG0:.*]]: !transform.any_op, %[[ARG1:.*]]: !transform.any_param, %[[ARG2:.*]]: !transform.any_value):
// CHECK-NEXT:       %[[SEQUENCE:.*]] = sequence %[[ARG0]], %[[ARG1]] : (!transform.any_op, !transform.any_param) -> !transform.any_op failures(propagate) attributes {why} {
// CHECK-NEXT:       ^bb0(%[[ARG3:.*]]: !transform.any_op, %[[ARG4:.*]]: !transform.any_param):
// CHECK-NEXT:         yield %[[ARG3]] : !transform.any_op
// CHECK-NEXT:       }
// CHECK-NEXT:       %[[FOREACH:.*]]:2 = foreach %[[SEQUENCE]], %[[ARG2]] with_zip_shortest : !transform.any_op, !transform.any_value -> !transform.any_op, !transform.any_value {
// CHECK-NEXT:       ^bb0(%[[ARG3]]: !transform.any_op, %[[ARG4]]: !transform.any_value):
// CHECK-NEXT:         transform.yield %[[ARG3]], %[[ARG4]] : !transform.any_op, !transform.any_value
// CHECK-NEXT:       }
// CHECK-NEXT:       %[[ALTERNATIVES:.*]] = alternatives %[[FOREACH]]#0 : !transform.any_op -> !transform.any_op {
// CHECK-NEXT:       ^bb0(%[[ARG3]]: !transform.any_op):
// CHECK-NEXT:         transform.yield %[[ARG3]] : !transform.any_op
// CHECK-NEXT:       }, {
// CHECK-NEXT:       ^bb0(%[[ARG3]]: !transform.any_op):
// CHECK-NEXT:         transform.print %[[ARG3]] {name = "as it was", skip_regions} : !transform.any_op
// CHECK-NEXT:         transform.print
// CHECK-NEXT:         transform.yield %[[ARG3]] : !transform.any_op
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:   }
module attributes {transform.with_named_sequence} {
  transform.named_sequence private @declared(!transform.any_op {transform.consumed}) -> !transform.any_op
  transform.named_sequence @is_loop(%op: !transform.any_op {transform.readonly}) -> !transform.any_op {
    transform.match.operation_name %op ["scf.for"] : !transform.any_op
    transform.yield %op : !transform.any_op
  }
  transform.named_sequence @is_one_of(%op: !transform.any_op {transform.readonly}, %n: !transform.param<i64> {transform.readonly}) -> (!transform.any_op, !transform.param<i64>) {
    transform.match.operation_name %op ["scf.for", "scf.forall"] : !transform.any_op
    transform.yield %op, %n : !transform.any_op, !transform.param<i64>
  }
  transform.named_sequence @is_call(%op: !transform.any_op {transform.readonly}, %n: !transform.param<i64> {transform.readonly}) -> (!transform.any_op, !transform.param<i64>) {
    transform.match.operation_name %op ["func.call"] : !transform.any_op
    transform.yield %op, %n : !transform.any_op, !transform.param<i64>
  }
  transform.named_sequence @unroll(%loop: !transform.any_op {transform.consumed}) {
    transform.loop.unroll %loop {factor = 4 : i64} : !transform.any_op
    transform.yield
  }
  transform.named_sequence @count(%loop: !transform.any_op {transform.readonly}, %n: !transform.param<i64> {transform.readonly}) -> !transform.param<i64> {
    transform.yield %n : !transform.param<i64>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.consumed}) {
    %loops = transform.collect_matching @is_loop in %root : (!transform.any_op) -> !transform.any_op
    %n = transform.num_associations %loops : (!transform.any_op) -> !transform.param<i64>
    %same, %counted = transform.foreach_match restrict_root flatten_results in %root, %n
        @is_one_of -> @count, @is_call -> @count
        : (!transform.any_op, !transform.param<i64>) -> (!transform.any_op, !transform.param<i64>)
    %new = transform.include @declared failures(propagate) (%same) : (!transform.any_op) -> !transform.any_op
    transform.include @unroll failures(suppress) (%loops) : (!transform.any_op) -> ()
    %name = transform.param.constant "top-down" -> !transform.any_param
    %done = transform.apply_registered_pass "canonicalize"
        with options = {"region-simplify" = "aggressive", list = [%n, [%name, 7 : i32]], max = %counted} to %new
        : (!transform.any_op, !transform.param<i64>, !transform.any_param, !transform.param<i64>) -> !transform.any_op
    %ops = transform.split_handle %done {overflow_result = 0} : (!transform.any_op) -> !transform.any_op
    transform.apply_conversion_patterns to %ops {
      transform.apply_conversion_patterns.dialect_to_llvm "math"
    } with type_converter {
      transform.apply_conversion_patterns.memref.memref_to_llvm_type_converter
    } {legal_dialects = ["llvm"], partial_conversion, preserve_handles} : !transform.any_op
    transform.yield
  }
}

module {
  transform.sequence failures(suppress) {
  ^bb0(%root: !transform.any_op, %n: !transform.any_param, %value: !transform.any_value):
    %0 = sequence %root, %n : !transform.any_op, !transform.any_param -> !transform.any_op failures(propagate) attributes {why} {
    ^bb0(%inner: !transform.any_op, %m: !transform.any_param):
      yield %inner : !transform.any_op
    }
    %1:2 = foreach %0, %value with_zip_shortest : !transform.any_op, !transform.any_value -> !transform.any_op, !transform.any_value {
    ^bb0(%op: !transform.any_op, %one: !transform.any_value):
      transform.yield %op, %one : !transform.any_op, !transform.any_value
    }
    %2 = alternatives %1#0 : !transform.any_op -> !transform.any_op {
    ^bb0(%scope: !transform.any_op):
      transform.yield %scope : !transform.any_op
    }, {
    ^bb0(%scope: !transform.any_op):
      transform.print %scope {name = "as it was", skip_regions} : !transform.any_op
      transform.print
      transform.yield %scope : !transform.any_op
    }
  }
}
