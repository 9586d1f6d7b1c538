"""What compiled functions and sessions return belongs to the caller, wherever it lay."""

import gc

import numpy as np
import pytest

from mlirlite import CompiledFunction, Context, DiagnosticError, InferenceSession, parse

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


READ = """
func.func @read(%x: memref<4xf32, strided<[{step}]>>) -> f32 {{
  %i = arith.constant 3 : index
  %0 = memref.load %x[%i] : memref<4xf32, strided<[{step}]>>
  return %0 : f32
}}
"""


def made(text, name="read"):
    return CompiledFunction(parse(text), Context(), name)


@pytest.mark.parametrize(("step", "index"), [(2, slice(None, None, 2)), ("?", slice(6, None, -2))])
def test_a_read_only_array_keeps_its_strides(step, index):
    whole = np.arange(8, dtype=np.float32)
    whole.flags.writeable = False
    assert made(READ.format(step=step))(whole[index]) == [whole[index][3]]


def test_arguments_that_do_not_fit_are_errors():
    f = made("func.func @read(%x: memref<2xi8>, %n: si32) {return}")
    x = np.zeros(2, np.int8)
    assert f(x, -3) == []
    for wrong in ((np.ma.masked_array(x, [True, False]), 1), (x, 10**5000), (x, 1 << 32)):
        with pytest.raises(DiagnosticError, match=r"argument [01] needs"):
            f(*wrong)


def test_names_and_levels():
    assert made(
        'func.func @"a b\\n"() -> i32 {%0 = arith.constant 3 : i32 return %0 : i32}', "a b\n"
    )() == [3]
    for level in (4, -1, "2", None):
        with pytest.raises(DiagnosticError, match="a level of optimization from 0 to 3"):
            CompiledFunction(parse(TEXT), Context(), "table", opt_level=level)
