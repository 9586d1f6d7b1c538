// Sequences that are named, included, matched with and held by others.
// RUN: mlirlite-opt %s | FileCheck %s
// RUN: mlirlite-opt %s --mlir-print-op-generic | mlirlite-opt | FileCheck %s

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
