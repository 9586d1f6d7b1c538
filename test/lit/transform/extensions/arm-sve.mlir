// RUN: mlirlite-opt %s | FileCheck %s
// RUN: mlirlite-opt %s --mlir-print-op-generic | mlirlite-opt | FileCheck %s

// CHECK-LABEL: func.func @patterns(
// CHECK-SAME:    ) {
// CHECK-NEXT:     transform.apply_patterns.arm_sve.vector_contract_to_bfmmla
// CHECK-NEXT:     transform.apply_patterns.arm_sve.vector_contract_to_i8mm
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @patterns() {
  transform.apply_patterns.arm_sve.vector_contract_to_bfmmla
  transform.apply_patterns.arm_sve.vector_contract_to_i8mm
  return
}
