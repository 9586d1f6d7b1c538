"""Cast between numbers and strings, against onnxruntime."""

from __future__ import annotations

from typing import Any

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper

import mlirlite
from mlirlite.support.diagnostics import DiagnosticError

FLOATS = [
    *(1.5, 1e10, 3.4e38, 0.1, -0.0, 0.0, 123456789, 1e-45, 1e-5, 1e-4, 100.0, 1e8, 0.987654321),
    *(99999999.5, 1e-300, -1.7976931348623157e308, 5e-324, float("nan"), -float("nan")),
    *(float("inf"), float("-inf")),
]
TEXTS = [
    *("1.5", "nan", "NaN", "-nan", "nan(12)", "inf", "INF", "-INF", "+inf", "infinity", "infx"),
    *("1e39", "-1e39", "1e-46", "1e-320", "1e400", "-1e400", "1e-400", "0e-400", "0.0", "0..5", ""),
    *(" ", "  7", "7 ", "\t\v7", "\n-7", "7x", "x7", "0x10", "0x1p3", "1_000", "1,5", "+5", "-5"),
    *("--5", "+-5", "- 5", "1.", ".", ".5", " .5", "-.5e1", "-0", "-", "+", "1e", "1e+", "é", "5é"),
    *("99999999999999999999", "9223372036854775807", "9223372036854775808", "-9223372036854775808"),
    *(
        "-9223372036854775809",
        "18446744073709551615",
        "18446744073709551616",
        "000000000000000000009",
    ),
    *(
        "-18446744073709551615",
        "-18446744073709551616",
        "128",
        "300",
        "65536",
        "-129",
        "1.9",
        "-1.9",
    ),
    *(
        "true",
        "False",
        "0",
        "00",
        "010",
        "1e3",
        "7 99999999999999999999",
        "2.2250738585072014e-308",
    ),
]
NUMBERS = [
    *("float", "double", "float16", "int8", "uint8", "int16", "uint16", "int32", "uint32"),
    *("int64", "uint64", "bool"),
]


def kind(name: str) -> int:
    return getattr(TensorProto, name.upper())


def model(source: str, target: str, dims: Any, constant: Any = None) -> onnx.ModelProto:
    nodes = [helper.make_node("Cast", ["x"], ["y"], to=kind(target))]
    given = [helper.make_tensor_value_info("x", kind(source), dims)]
    made = [helper.make_tensor_value_info("y", kind(target), dims)]
    fixed = []
    if constant is not None:
        given = []
        fixed = [
            helper.make_tensor("x", kind(source), dims, [t.encode() for t in constant])
            if constant.dtype == object
            else numpy_helper.from_array(constant, "x")
        ]
    graph = helper.make_graph(nodes, "g", given, made, fixed)
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 19)], ir_version=9)


def check(source: str, target: str, x: Any) -> None:
    """Static, dynamic and constant inputs all give what onnxruntime gives."""
    ort = pytest.importorskip("onnxruntime")
    text = model(source, target, [len(x)]).SerializeToString()
    [wanted] = ort.InferenceSession(text).run(None, {"x": x})
    for dims in ([len(x)], ["N"]):
        [y] = mlirlite.InferenceSession(model(source, target, dims)).run(None, {"x": x})
        assert y.dtype == wanted.dtype
        np.testing.assert_array_equal(y, wanted)
    [y] = mlirlite.InferenceSession(model(source, target, [len(x)], x)).run(None, {})
    np.testing.assert_array_equal(y, wanted)


@pytest.mark.sampled(8)
@pytest.mark.parametrize("source", ["float", "double", "float16"])
def test_floats_are_written_as_by_onnxruntime(source: str) -> None:
    dtype = helper.tensor_dtype_to_np_dtype(kind(source))
    with np.errstate(over="ignore"):
        check(source, "string", np.array(FLOATS).astype(dtype))


@pytest.mark.sampled(4)
@pytest.mark.parametrize("source", NUMBERS[3:])
def test_integers_are_written_as_by_onnxruntime(source: str) -> None:
    dtype = helper.tensor_dtype_to_np_dtype(kind(source))
    ends = [0, 1] if source == "bool" else [np.iinfo(dtype).min, np.iinfo(dtype).max, 0, 65]
    check(source, "string", np.array(ends, dtype))


@pytest.mark.sampled(8)
@pytest.mark.parametrize("target", NUMBERS)
def test_strings_are_read_as_by_onnxruntime(target: str) -> None:
    ort = pytest.importorskip("onnxruntime")
    theirs = ort.InferenceSession(model("string", target, ["N"]).SerializeToString())
    ours = mlirlite.InferenceSession(model("string", target, ["N"]))
    good = []
    for text in TEXTS:
        x = np.array([text], object)
        try:
            theirs.run(None, {"x": x})
            good.append(text)
        except Exception:
            with pytest.raises(DiagnosticError, match="reads text 0 of its operand"):
                ours.run(None, {"x": x})
    assert 10 < len(good) < len(TEXTS)
    check("string", target, np.array(good, object))


def test_the_first_wrong_string_is_named() -> None:
    session = mlirlite.InferenceSession(model("string", "int32", [2, 2]))
    x = np.array([["1", "2"], ["three", "four"]], object)
    with pytest.raises(DiagnosticError, match=r"reads text 2 of its operand, .* cast to i32"):
        session.run(None, {"x": x})
    constant = mlirlite.InferenceSession(model("string", "int32", [1], np.array(["x"], object)))
    with pytest.raises(DiagnosticError, match="reads text 0"):
        constant.run(None, {})


def test_empty_arrays_and_scalars_of_strings() -> None:
    session = mlirlite.InferenceSession(model("string", "float", []))
    assert session.run(None, {"x": np.array("2.5", object)})[0] == 2.5
    session = mlirlite.InferenceSession(model("string", "float", ["N", 3]))
    assert session.run(None, {"x": np.zeros((0, 3), object)})[0].shape == (0, 3)


def test_computed_numbers_become_strings() -> None:
    graph = "g (float[N] x) => (string[N] y) { s = Add(x, x) y = Cast<to = 8>(s) }"
    found = onnx.parser.parse_model(f'<ir_version: 9, opset_import: ["" : 19]> {graph}')
    [y] = mlirlite.InferenceSession(found).run(None, {"x": np.array([1, 0.25], np.float32)})
    assert y.tolist() == ["2", "0.5"]
