"""Triangles and reversed sequences, whose runs are copied, against numpy: sizes that do not fill
vectors, none at all, known sizes and such that the run tells."""

import numpy as np
import pytest
from onnx import helper, numpy_helper

from mlirlite.runtime.session import InferenceSession

pytestmark = pytest.mark.sampled(3)


def run(op, x, is_known, constant, **attributes):
    """The result of an operator of an array and a constant."""
    element = helper.np_dtype_to_tensor_dtype(x.dtype)
    sizes = x.shape if is_known else [f"d{d}" for d in range(x.ndim)]
    graph = helper.make_graph(
        [helper.make_node(op, ["x", "c"], ["y"], **attributes)],
        "g",
        [helper.make_tensor_value_info("x", element, sizes)],
        [helper.make_empty_tensor_value_info("y")],
        [numpy_helper.from_array(constant, "c")],
    )
    opset = [helper.make_opsetid("", 17)]
    model = helper.make_model(graph, opset_imports=opset, ir_version=8)
    return InferenceSession(model.SerializeToString()).run(None, {"x": x})[0]


@pytest.mark.parametrize("is_known", [True, False])
@pytest.mark.parametrize("type", [np.bool_, np.uint8, np.float32])
@pytest.mark.parametrize("upper", [0, 1])
def test_triangles(upper, type, is_known):
    for shape in [(5, 9), (2, 40, 33), (1, 1), (0, 3)]:
        x = np.ones(shape, type)
        for k in (0, 2, -3, 100, -100):
            found = run("Trilu", x, is_known, np.array(k, np.int64), upper=upper)
            np.testing.assert_array_equal(found, (np.triu if upper else np.tril)(x, k))


@pytest.mark.parametrize("is_known", [True, False])
@pytest.mark.parametrize("type", [np.bool_, np.float16, np.int64])
@pytest.mark.parametrize("batch", [0, 1])
def test_reversed(batch, type, is_known):
    for shape in [(4, 4, 33), (4, 4), (4, 4, 2, 5)]:
        x = np.random.default_rng(0).integers(0, 2, shape).astype(type)
        lengths = np.array([4, 1, 3, 2])
        wanted = np.moveaxis(x, batch, 0).copy()
        for row, length in zip(wanted, lengths, strict=True):
            row[:length] = row[:length][::-1].copy()
        axes = {"batch_axis": batch, "time_axis": 1 - batch}
        found = run("ReverseSequence", x, is_known, lengths, **axes)
        np.testing.assert_array_equal(found, np.moveaxis(wanted, 0, batch))


@pytest.mark.parametrize("is_known", [True, False])
@pytest.mark.parametrize(("type", "count"), [(np.float32, 2), (np.uint8, 4), (np.float16, 3)])
def test_interleaved(type, count, is_known):
    """A Concat of single elements."""
    element = helper.np_dtype_to_tensor_dtype(np.dtype(type))
    names = [f"x{i}" for i in range(count)]
    made = {}
    for shape in [(3, 17, 1), (40, 1), (0, 1)]:
        sizes = list(shape) if is_known else [*[f"d{d}" for d in range(len(shape) - 1)], 1]
        key = tuple(sizes)
        if key not in made:
            inputs = [helper.make_tensor_value_info(n, element, sizes) for n in names]
            outputs = [helper.make_empty_tensor_value_info("y")]
            node = helper.make_node("Concat", names, ["y"], axis=-1)
            graph = helper.make_graph([node], "g", inputs, outputs)
            opset = [helper.make_opsetid("", 17)]
            model = helper.make_model(graph, opset_imports=opset, ir_version=8)
            made[key] = InferenceSession(model.SerializeToString())
        random = np.random.default_rng(0)
        feeds = {n: random.integers(0, 99, shape).astype(type) for n in names}
        wanted = np.concatenate(list(feeds.values()), -1)
        np.testing.assert_array_equal(made[key].run(None, feeds)[0], wanted)
