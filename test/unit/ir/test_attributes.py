"""Interning, number formats, elements and affine expressions."""

import math
import struct

import pytest
from hypothesis import given, strategies as st

from mlirlite.ir.affine import AffineConst, AffineDim, AffineMap, AffineSymbol
from mlirlite.ir.attributes import (
    ArrayAttr,
    DenseArrayAttr,
    DictionaryAttr,
    FloatAttr,
    IntegerAttr,
)
from mlirlite.ir.dense import DenseElementsAttr, pack_elements, unpack_elements
from mlirlite.ir.floats import FORMATS
from mlirlite.ir.from_python import to_attribute
from mlirlite.ir.types import (
    DYNAMIC,
    F16,
    F32,
    F64,
    I1,
    I8,
    I32,
    I64,
    ComplexType,
    FloatType,
    IntegerType,
    MemRefType,
    RankedTensorType,
    Signedness,
    VectorType,
)

d0, d1, s0 = AffineDim(0), AffineDim(1), AffineSymbol(0)


def test_equal_parameters_give_the_same_object():
    assert VectorType([4], F32) is VectorType((4,), F32)
    assert IntegerType(32) is I32
    assert ArrayAttr([IntegerAttr(1, I32)]) is ArrayAttr((IntegerAttr(1, I32),))
    assert MemRefType((2,), F32) is not MemRefType((3,), F32)


def test_interned_objects_cannot_be_changed():
    with pytest.raises(AttributeError, match="immutable"):
        I32.width = 7


def test_missing_and_unknown_arguments_are_named():
    with pytest.raises(TypeError, match="misses argument 'element_type'"):
        VectorType((4,))
    with pytest.raises(TypeError, match="'lanes' which it does not have"):
        VectorType((4,), F32, lanes=1)


def test_zero_signs_and_nan_payloads_are_different_floats():
    assert FloatAttr(0.0, F32) is not FloatAttr(-0.0, F32)
    quiet, other = FloatAttr.from_bits(0x7FC00000, F32), FloatAttr.from_bits(0x7FC00001, F32)
    assert quiet is not other
    assert (quiet.bits, other.bits) == (0x7FC00000, 0x7FC00001)


def test_floats_are_rounded_to_their_type():
    assert FloatAttr(0.1, F32).value == struct.unpack("<f", struct.pack("<f", 0.1))[0]
    assert FloatAttr(1e39, F32).value == math.inf
    assert FloatAttr(65520.0, F16).value == math.inf


@pytest.mark.parametrize("name", sorted(FORMATS))
def test_every_pattern_of_a_format_survives_decoding_and_encoding(name):
    form = FORMATS[name]
    step = max(1, 2 ** (form.bits - 12) - 1)
    for bits in range(0, 2**form.bits, step):
        value = form.decode(bits)
        exact = form.bits <= 64 or abs(value) not in (0.0, math.inf)
        if not math.isnan(value) and exact and form.bits <= 64:
            assert form.encode(value) == bits, (bits, value)


@pytest.mark.parametrize(("name", "numpy_name"), [("f16", "float16"), ("f32", "float32")])
@given(value=st.floats(allow_nan=False))
def test_rounding_agrees_with_numpy(name, numpy_name, value):
    import numpy as np

    with np.errstate(over="ignore"):
        want = float(np.array(value, "f8").astype(numpy_name))
    assert FORMATS[name].decode(FORMATS[name].encode(value)) == want


@given(value=st.floats(width=32, allow_nan=False))
@pytest.mark.parametrize("name", ["bfloat16", "float8_e5m2", "float8_e4m3fn", "float8_e4m3fnuz"])
def test_small_formats_agree_with_ml_dtypes(name, value):
    ml_dtypes = pytest.importorskip("ml_dtypes")
    import numpy as np

    dtype = getattr(ml_dtypes, name)
    keyword = {
        "bfloat16": "bf16",
        "float8_e5m2": "f8E5M2",
        "float8_e4m3fn": "f8E4M3FN",
        "float8_e4m3fnuz": "f8E4M3FNUZ",
    }[name]
    with np.errstate(over="ignore"):
        want = float(np.array(value, "f4").astype(dtype))
    got = FORMATS[keyword].round(value)
    assert got == want or (math.isnan(got) and math.isnan(want))


def test_integers_wrap_to_the_printed_range():
    assert IntegerAttr(255, I8) is IntegerAttr(-1, I8)
    assert IntegerAttr(-1, I1) is IntegerAttr(1, I1)
    unsigned = IntegerType(8, Signedness.UNSIGNED)
    assert IntegerAttr(-1, unsigned).value == 255
    with pytest.raises(ValueError, match="out of range"):
        IntegerAttr(256, I8)


def test_dictionaries_are_sorted():
    attribute = DictionaryAttr({"b": I1, "a": I8})
    assert [n for n, _ in attribute.entries] == ["a", "b"]
    assert attribute.get("b") is I1


def test_python_values_become_attributes():
    assert to_attribute([1, True]) is ArrayAttr((IntegerAttr(1, I64), IntegerAttr(1, I1)))
    assert to_attribute(AffineMap.identity(2)).map.is_identity
    with pytest.raises(TypeError, match="no attribute"):
        to_attribute(object())


@pytest.mark.parametrize(
    ("type", "values"),
    [
        (I1, [0, 1, 1]),
        (I8, [-128, 127]),
        (IntegerType(4), [-8, 7]),
        (IntegerType(128), [-(1 << 127), 5]),
        (IntegerType(16, Signedness.UNSIGNED), [65535, 0]),
        (F64, [0.5, -1e300]),
        (F16, [0.5, 65504.0]),
        (FloatType("bf16"), [1.0, -2.0]),
        (ComplexType(F32), [complex(1, -2)]),
        (ComplexType(I8), [(1, -2)]),
    ],
)
def test_raw_elements_round_trip(type, values):
    assert unpack_elements(pack_elements(values, type), type) == values


def test_equal_elements_become_a_splat():
    dense = DenseElementsAttr.of(RankedTensorType((2, 2), I32), [7, 7, 7, 7])
    assert dense.is_splat
    assert dense.splat_value() == 7
    assert dense.values() == [7] * 4
    assert dense == DenseElementsAttr.of(RankedTensorType((2, 2), I32), 7)
    assert dense.numpy().shape == (2, 2)


def test_elements_of_an_array_are_shared():
    import numpy as np

    array = np.arange(6, dtype=np.float32).reshape(2, 3)
    dense = DenseElementsAttr.from_numpy(array, RankedTensorType((2, 3), F32))
    array[0, 0] = 9
    assert dense.values()[0] == 9
    with pytest.raises(ValueError, match="does not fit"):
        DenseElementsAttr.from_numpy(array, RankedTensorType((2, 4), F32))


def test_types_refuse_what_upstream_refuses():
    with pytest.raises(ValueError, match="positive constant sizes but got 0"):
        VectorType((0,), F32)
    with pytest.raises(ValueError, match="limited to 16777215 bits"):
        IntegerType(1 << 24)
    with pytest.raises(ValueError, match="expected integer or floating point element type"):
        DenseArrayAttr(VectorType((2,), F32), (1,))


def test_identity_layouts_vanish():
    from mlirlite.ir.attributes import AffineMapAttr

    assert MemRefType((2, 3), F32, AffineMapAttr(AffineMap.identity(2))) is MemRefType((2, 3), F32)
    assert MemRefType((2, 3, DYNAMIC), F32).row_major_strides() == (DYNAMIC, DYNAMIC, 1)


@pytest.mark.parametrize(
    ("expression", "text"),
    [
        (d0 + 1 + d1 + 2, "d0 + d1 + 3"),
        (d0 - d0, "0"),
        (d0 * 2 + d0 * 3, "d0 * 5"),
        (d0 - (d0 // 4) * 4, "d0 mod 4"),
        ((d0 * 8) // 4, "d0 * 2"),
        ((d0 * 8 + d1) % 4, "d1 mod 4"),
        (d0 * 0, "0"),
        (2 + d0, "d0 + 2"),
        (s0 + d0, "d0 + s0"),
        (d0 - d1 * 2, "d0 - d1 * 2"),
        ((d0 + 1) * 3, "(d0 + 1) * 3"),
        (-d0, "-d0"),
        ((d0 + d1) % 2, "(d0 + d1) mod 2"),
        ((d0 * 3).ceildiv(3), "d0"),
    ],
)
def test_affine_expressions_simplify_as_upstream(expression, text):
    assert str(expression) == text


@given(
    st.lists(st.tuples(st.sampled_from("+*/%c"), st.integers(1, 9)), max_size=8),
    st.integers(-50, 50),
    st.integers(-50, 50),
)
def test_simplification_keeps_the_value(steps, x, y):
    expression, value = d0 + d1 * 2, x + y * 2
    for operator, n in steps:
        if operator == "+":
            expression, value = expression + n + d0, value + n + x
        elif operator == "*":
            expression, value = expression * n, value * n
        elif operator == "/":
            expression, value = expression // n, value // n
        elif operator == "%":
            expression, value = expression % n, value % n
        else:
            expression, value = expression.ceildiv(n), -(-value // n)
    assert expression.evaluate((x, y)) == value


def test_maps_compose():
    outer = AffineMap(1, 1, (d0 + s0,))
    inner = AffineMap(2, 1, (d0 * 2 + s0,))
    composed = outer.compose(inner)
    assert str(composed) == "(d0, d1)[s0, s1] -> (d0 * 2 + s1 + s0)"
    assert composed.evaluate((3, 0), (10, 1)) == (17,)
    assert AffineMap.constant(4).single_constant == 4
    assert AffineMap(2, 0, (d1, d0)).is_permutation
    assert not AffineMap(2, 0, (d1, AffineConst(0))).is_permutation
