"""What compiled models do with data that the operators have no answer for: a defined result."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from onnx import parser

import mlirlite


def run(graph: str, *inputs: Any) -> Any:
    model = parser.parse_model(f'<ir_version: 9, opset_import: ["" : 24]> {graph}')
    session = mlirlite.InferenceSession(model)
    names = [i.name for i in session.get_inputs()]
    return session.run(None, dict(zip(names, inputs, strict=True)))[0]


@pytest.mark.parametrize("type", ["int32", "int64", "uint8"])
def test_integers_divided_by_zero_are_zero(type: str) -> None:
    least = np.iinfo(type).min
    x = np.array([5, least, 7], type)
    y = np.array([0, 3 if type == "uint8" else -1, 2], type)
    for op in ("Div", "Mod"):
        z = run(f"g ({type}[3] x, {type}[3] y) => ({type}[3] z) {{ z = {op}(x, y) }}", x, y)
        assert z[0] == 0
        assert z[2] == (3 if op == "Div" else 1)


@pytest.mark.parametrize("dim", ["N", "4"])
def test_indices_out_of_range_are_clamped(dim: str) -> None:
    graph = f"g (float[{dim}] x, int64[M] i) => (float[M] z) {{ z = Gather(x, i) }}"
    z = run(graph, np.arange(4, dtype=np.float32), np.array([99, -99, -1, 2**62]))
    assert z.tolist() == [3, 0, 3, 3]


@pytest.mark.parametrize("op", ["Gather", "GatherElements"])
def test_what_is_gathered_from_nothing_is_zero(op: str) -> None:
    graph = f"g (float[N, 1000] x, int64[M, 1] i) => (float[A, B] z) {{ z = {op}<axis = 0>(x, i) }}"
    if op == "Gather":
        graph = graph.replace("float[A, B]", "float[A, C, B]")
    z = run(graph, np.zeros((0, 1000), np.float32), np.array([[0], [5]]))
    assert (z == 0).all()
    graph = "g (string[N] x, int64[M] i) => (string[M] z) { z = Gather(x, i) }"
    assert run(graph, np.zeros(0, object), np.array([1])).tolist() == [""]


def test_nothing_is_scattered_into_nothing() -> None:
    graph = """g (float[N, 8] x, int64[M, 8] i, float[M, 8] u) => (float[N, 8] z)
        { z = ScatterElements<axis = 0>(x, i, u) }"""
    i, u = np.zeros((3, 8), np.int64), np.ones((3, 8), np.float32)
    assert run(graph, np.zeros((0, 8), np.float32), i, u).shape == (0, 8)


def test_a_cache_is_not_written_beyond_its_end() -> None:
    graph = """g (float[1, 1, N, 2] past, float[1, 1, M, 2] new, int64[1] at)
        => (float[1, 1, N, 2] z) { z = TensorScatter(past, new, at) }"""
    past, new = np.zeros((1, 1, 3, 2), np.float32), np.ones((1, 1, 4, 2), np.float32)
    z = run(graph, past, new, np.array([2]))
    assert z[0, 0, :, 0].tolist() == [0, 0, 1]


@pytest.mark.parametrize("op", ["Relu", "Transpose", "Softmax"])
def test_sizes_of_zero(op: str) -> None:
    graph = f"g (float[N, M] x) => (float[A, B] z) {{ z = {op}(x) }}"
    for shape in ((0, 4), (4, 0), (0, 0)):
        wanted = shape[::-1] if op == "Transpose" else shape
        assert run(graph, np.zeros(shape, np.float32)).shape == wanted
