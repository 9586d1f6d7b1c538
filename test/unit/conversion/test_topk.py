"""TopK against a stable sort: few and many of few and many elements, along every axis, equal ones
in their order, and NaN as the greatest."""

import numpy as np
import pytest
from onnx import helper

from mlirlite.runtime.session import InferenceSession

pytestmark = pytest.mark.sampled(4)

RNG = np.random.default_rng(0)


def session(type, rank, axis, largest):
    """A model whose sizes and k are unknown."""
    element = helper.np_dtype_to_tensor_dtype(np.dtype(type))
    inputs = [
        helper.make_tensor_value_info("x", element, [f"d{d}" for d in range(rank)]),
        helper.make_tensor_value_info("k", 7, [1]),
    ]
    node = helper.make_node("TopK", ["x", "k"], ["v", "i"], axis=axis, largest=largest)
    outputs = [helper.make_empty_tensor_value_info(n) for n in ("v", "i")]
    graph = helper.make_graph([node], "g", inputs, outputs)
    opset = [helper.make_opsetid("", 11)]
    model = helper.make_model(graph, opset_imports=opset, ir_version=8)
    return InferenceSession(model.SerializeToString())


def expected(x, k, axis, largest):
    """The places of the best."""
    x = np.moveaxis(x, axis, -1)
    if largest:  # the last of equal ones in reverse is the first
        order = x.shape[-1] - 1 - np.argsort(x[..., ::-1], axis=-1, kind="stable")[..., ::-1]
    else:
        order = np.argsort(x, axis=-1, kind="stable")
    return np.moveaxis(order[..., :k], -1, axis)


@pytest.mark.sampled(8)
@pytest.mark.parametrize("largest", [0, 1])
@pytest.mark.parametrize("type", [np.float32, np.int64, np.uint8, np.float16, np.float64])
def test_any_k(type, largest):
    made = session(type, 2, -1, largest)
    for columns in (1, 7, 63, 200, 1100):
        x = RNG.integers(0, 90, (3, columns)).astype(type)
        if np.dtype(type).kind != "u":
            x[:, ::3] = -x[:, ::3]
        if np.dtype(type).kind == "f":
            x[1, ::5], x[2, :1] = np.nan, np.inf
        for k in sorted({0, 1, min(columns, 5), columns // 9, columns // 2, columns}):
            values, places = made.run(None, {"x": x, "k": np.array([k])})
            wanted = expected(x, k, -1, largest)
            np.testing.assert_array_equal(places, wanted)
            np.testing.assert_array_equal(values, np.take_along_axis(x, wanted, -1))


@pytest.mark.parametrize("axis", [0, 1])
def test_other_axes(axis):
    made = session(np.int32, 3, axis, 1)
    x = RNG.integers(-9, 9, (150, 90, 2)).astype(np.int32)
    for k in (3, 20, 80):
        _, places = made.run(None, {"x": x, "k": np.array([k])})
        np.testing.assert_array_equal(places, expected(x, k, axis, 1))


@pytest.mark.bulk
def test_no_elements():
    made = session(np.float32, 2, 1, 1)
    for shape in ((0, 5), (2, 0)):
        values, _ = made.run(None, {"x": np.zeros(shape, np.float32), "k": np.array([0])})
        assert values.shape == (shape[0], 0)
