// RUN: mlirlite-opt %s | FileCheck %s
// RUN: mlirlite-opt %s --mlir-print-op-generic | mlirlite-opt | FileCheck %s

// CHECK-LABEL: func.func @scf_take_assumed_branch(
// CHECK-SAME:    %[[ARG0:.*]]: !transform.any_op) {
// CHECK-NEXT:     transform.scf.take_assumed_branch %[[ARG0]] take_else_branch : (!transform.any_op) -> ()
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @scf_take_assumed_branch(%0: !transform.any_op) {
  transform.scf.take_assumed_branch %0 take_else_branch : (!transform.any_op) -> ()
  return
}

// CHECK-LABEL: func.func @patterns(
// CHECK-SAME:    ) {
// CHECK-NEXT:     transform.apply_conversion_patterns.scf.scf_to_control_flow
// CHECK-NEXT:     transform.apply_conversion_patterns.scf.structural_conversions
// CHECK-NEXT:     transform.apply_patterns.scf.for_loop_canonicalization
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @patterns() {
  transform.apply_conversion_patterns.scf.scf_to_control_flow
  transform.apply_conversion_patterns.scf.structural_conversions
  transform.apply_patterns.scf.for_loop_canonicalization
  return
}
