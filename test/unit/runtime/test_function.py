"""What a compiled function returns belongs to the caller, wherever it lay."""

import gc

import numpy as np

from mlirlite import CompiledFunction, Context, parse

TEXT = """
memref.global "private" constant @table : memref<2x2xf64> = dense<[[1.0, 2.0], [3.0, 4.0]]>
func.func @table() -> (memref<2x2xf64>, memref<2x2xf64>) {
  %0 = memref.get_global @table : memref<2x2xf64>
  return %0, %0 : memref<2x2xf64>, memref<2x2xf64>
}
"""


def test_a_global_is_returned_as_a_copy():
    table = CompiledFunction(parse(TEXT.replace("@table()", "@main()")), Context(), "main")
    for _ in range(3):
        first, second = table()
        first += 1.0
        np.testing.assert_array_equal(first, [[2, 3], [4, 5]])
        np.testing.assert_array_equal(second, [[1, 2], [3, 4]])
        del first, second
        gc.collect()
