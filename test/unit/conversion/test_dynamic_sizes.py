"""Operators whose kernels depend on sizes, with every dimension unknown, against onnx.reference."""

from __future__ import annotations

from typing import Any

import numpy as np
import onnxruntime
import pytest
from onnx import helper, parser
from onnx.reference import ReferenceEvaluator

import mlirlite

RNG = np.random.default_rng(5)


def floats(*shape: int) -> np.ndarray[Any, Any]:
    return RNG.standard_normal(shape).astype(np.float32)


def small(dtype: type, *shape: int) -> np.ndarray[Any, Any]:
    return RNG.integers(0, 100, shape).astype(dtype)


ONE = np.array(0.5, np.float32)
CASES: dict[str, tuple[str, list[Any], list[int], dict[str, Any]]] = {
    "grid": ("AffineGrid", [floats(2, 2, 3), np.array([2, 1, 4, 5])], [4], {}),
    "grid_of_corners": (
        "AffineGrid",
        [floats(2, 3, 4), np.array([2, 1, 3, 4, 5])],
        [5],
        {"align_corners": 1},
    ),
    "dft_of_axis": ("DFT", [floats(2, 5, 3, 1), None, np.array(1)], [4], {}),
    "zero_points_of_rows": (
        "MatMulInteger",
        [small(np.uint8, 3, 4), small(np.uint8, 4, 5), small(np.uint8, 3, 1), small(np.uint8, 1)],
        [2],
        {},
    ),
    "qlinear": (
        "QLinearMatMul",
        [
            small(np.uint8, 3, 4),
            ONE,
            small(np.uint8, 1),
            small(np.uint8, 4, 5),
            ONE,
            small(np.uint8, 1),
            ONE * 100,
            small(np.uint8, 1),
        ],
        [2],
        {},
    ),
    "broadcast": ("Add", [floats(1, 3, 1, 5), floats(2, 1, 4, 5)], [4], {}),
}


@pytest.mark.sampled(3)
@pytest.mark.parametrize("case", CASES)
def test_unknown_sizes(case: str) -> None:
    op, arrays, ranks, attributes = CASES[case]
    names = [f"x{i}" if a is not None else "" for i, a in enumerate(arrays)]
    feeds = {n: a for n, a in zip(names, arrays, strict=True) if a is not None}
    node = helper.make_node(op, names, ["y"], **attributes)
    inputs = [
        helper.make_tensor_value_info(n, helper.np_dtype_to_tensor_dtype(a.dtype), [None] * a.ndim)
        for n, a in feeds.items()
    ]
    opsets = [helper.make_opsetid("", 21)]
    reference = ReferenceEvaluator(node, opsets={"": 21})
    (want,) = reference.run(None, feeds)
    kind = helper.np_dtype_to_tensor_dtype(want.dtype)
    output = helper.make_tensor_value_info("y", kind, [None] * ranks[0])
    graph = helper.make_graph([node], "g", inputs, [output])
    model = helper.make_model(graph, opset_imports=opsets, ir_version=10)
    (got,) = mlirlite.InferenceSession(model).run(None, feeds)
    assert got.dtype == want.dtype
    assert got.shape == want.shape
    np.testing.assert_allclose(got, want, rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("directions", ["", ", directions = [1]"])
def test_scanned_sequences_of_different_lengths(directions: str) -> None:
    """Scan of opset 8, which onnx.reference supports without lengths only."""
    model = parser.parse_model(f"""<ir_version: 4, opset_import: ["" : 8]>
        g (int64[3] n, float[3, 2] s, float[3, 4, 2] x) => (float[3, 2] last, float[3, 4, 2] all)
        {{
            last, all = Scan<num_scan_inputs = 1{directions}, body = b (float[2] a, float[2] v)
                => (float[2] next, float[2] product) {{
                    next = Add(a, v)
                    product = Mul(next, v)
                }}>(n, s, x)
        }}""")
    feeds = {"n": np.array([4, 2, 1]), "s": floats(3, 2), "x": floats(3, 4, 2)}
    other = onnxruntime.InferenceSession(
        model.SerializeToString(), providers=["CPUExecutionProvider"]
    )
    found = mlirlite.InferenceSession(model).run(None, feeds)
    for want, have in zip(other.run(None, feeds), found, strict=True):
        np.testing.assert_array_equal(have, want)


@pytest.mark.parametrize(
    "node", ["Exp(x)", "Add(x, x)", "Softmax(x)", "Transpose(x)", "Cast<to=11>(x)"]
)
def test_a_dimension_of_size_zero_beside_an_unknown_one(node: str) -> None:
    for known in ("N, 0", "0, N"):
        text = f"g (float[{known}] x) => (float[A, B] z) {{ y = {node} z = Identity(y) }}"
        model = parser.parse_model(f'<ir_version: 9, opset_import: ["" : 21]> {text}')
        model.graph.output[0].type.Clear()
        x = np.zeros((3, 0) if known == "N, 0" else (0, 3), np.float32)
        [found] = mlirlite.InferenceSession(model).run(None, {"x": x})
        assert found.shape == (x.T.shape if node.startswith("Tr") else x.shape)
