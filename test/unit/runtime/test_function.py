"""What compiled functions and sessions return belongs to the caller, wherever it lay."""

import gc

import numpy as np
import pytest

from mlirlite import CompiledFunction, Context, InferenceSession, parse

TEXT = """
module attributes {krnl.entry_points = [{name = "table"}]} {
memref.global "private" constant @numbers : memref<2x2xf64> = dense<[[1.0, 2.0], [3.0, 4.0]]>
func.func @table(%unused: memref<1xf64>) -> (memref<2x2xf64>, memref<2x2xf64>)
    attributes {llvm.emit_c_interface} {
  %0 = memref.get_global @numbers : memref<2x2xf64>
  return %0, %0 : memref<2x2xf64>, memref<2x2xf64>
}
}
"""


def compiled():
    function = CompiledFunction(parse(TEXT), Context(), "table")
    return lambda: function(np.zeros(1))


def session():
    session = InferenceSession(parse(TEXT))
    [x] = session.get_inputs()
    return lambda: session.run(None, {x.name: np.zeros(1)})


def long_way():
    session = InferenceSession(parse(TEXT))
    session.__dict__["_direct"] = None
    [x] = session.get_inputs()
    return lambda: session.run(None, {x.name: np.zeros(1)})


@pytest.mark.sampled(3)
@pytest.mark.parametrize("engine", [compiled, session, long_way])
def test_a_global_is_returned_as_a_copy(engine):
    table = engine()
    for _ in range(3):
        first, second = table()
        first += 1.0
        np.testing.assert_array_equal(first, [[2, 3], [4, 5]])
        np.testing.assert_array_equal(second, [[1, 2], [3, 4]])
        del first, second
        gc.collect()
