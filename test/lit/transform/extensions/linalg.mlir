// RUN: mlirlite-opt %s | FileCheck %s
// RUN: mlirlite-opt %s --mlir-print-op-generic | mlirlite-opt | FileCheck %s

// CHECK-LABEL: func.func @patterns(
// CHECK-SAME:    ) {
// CHECK-NEXT:     transform.apply_patterns.linalg.decompose_pack_unpack
// CHECK-NEXT:     transform.apply_patterns.linalg.decompose_pad
// CHECK-NEXT:     transform.apply_patterns.linalg.erase_unnecessary_inputs
// CHECK-NEXT:     transform.apply_patterns.linalg.fold_add_into_dest
// CHECK-NEXT:     transform.apply_patterns.linalg.fold_pack_unpack_into_empty {fold_single_use_only = true}
// CHECK-NEXT:     transform.apply_patterns.linalg.fold_unit_extent_dims_via_reshapes
// CHECK-NEXT:     transform.apply_patterns.linalg.fold_unit_extent_dims_via_slices
// CHECK-NEXT:     transform.apply_patterns.linalg.pad_vectorization
// CHECK-NEXT:     transform.apply_patterns.linalg.tiling_canonicalization
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @patterns() {
  transform.apply_patterns.linalg.decompose_pack_unpack
  transform.apply_patterns.linalg.decompose_pad
  transform.apply_patterns.linalg.erase_unnecessary_inputs
  transform.apply_patterns.linalg.fold_add_into_dest
  transform.apply_patterns.linalg.fold_pack_unpack_into_empty {fold_single_use_only = true}
  transform.apply_patterns.linalg.fold_unit_extent_dims_via_reshapes
  transform.apply_patterns.linalg.fold_unit_extent_dims_via_slices
  transform.apply_patterns.linalg.pad_vectorization
  transform.apply_patterns.linalg.tiling_canonicalization
  return
}
