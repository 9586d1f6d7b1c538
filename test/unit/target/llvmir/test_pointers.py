"""Addresses of the ptr dialect, as native code."""

import numpy as np

from .native import F32, I64, compiled, interface

TEXT = """
!p = !ptr.ptr<#ptr.generic_space>
!m = memref<?x4xf32, #ptr.generic_space>
func.func @shifted(%m: !m, %rows: index) -> f32 attributes {llvm.emit_c_interface} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %size = ptr.type_offset f32 : index
  %row = arith.muli %size, %c4 : index
  %bytes = arith.muli %row, %rows : index
  %p = ptr.to_ptr %m : !m -> !p
  %d = ptr.get_metadata %m : !m
  %q = ptr.ptr_add %p, %bytes : !p, index
  %n = ptr.from_ptr %q metadata %d : !p -> !m
  %v = memref.load %n[%c0, %c1] : !m
  return %v : f32
}
"""


def test_a_shifted_memref():
    """The address of a memref, some rows further, as a memref of the same sizes."""
    engine = compiled(TEXT, "convert-to-llvm,reconcile-unrealized-casts")
    shifted = interface(engine, "shifted")
    array = np.arange(20, dtype=np.float32).reshape(5, 4)
    for rows in range(5):
        assert shifted(array, I64(rows), result=F32) == array[rows, 1]
