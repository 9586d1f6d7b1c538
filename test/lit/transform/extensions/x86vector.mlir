// RUN: mlirlite-opt %s | FileCheck %s
// RUN: mlirlite-opt %s --mlir-print-op-generic | mlirlite-opt | FileCheck %s

// CHECK-LABEL: func.func @patterns(
// CHECK-SAME:    ) {
// CHECK-NEXT:     transform.apply_patterns.x86vector.sink_vector_producer_ops
// CHECK-NEXT:     transform.apply_patterns.x86vector.vector_contract_bf16_to_fma
// CHECK-NEXT:     transform.apply_patterns.x86vector.vector_contract_to_fma
// CHECK-NEXT:     transform.apply_patterns.x86vector.vector_contract_to_packed_type_dot_product
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @patterns() {
  transform.apply_patterns.x86vector.sink_vector_producer_ops
  transform.apply_patterns.x86vector.vector_contract_bf16_to_fma
  transform.apply_patterns.x86vector.vector_contract_to_fma
  transform.apply_patterns.x86vector.vector_contract_to_packed_type_dot_product
  return
}
