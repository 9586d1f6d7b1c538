"""Reductions of integers, and logarithms of sums along columns, by vectors, against numpy: rows,
columns, several runs of dimensions, sizes that do not fill vectors or that the run tells, and sums
that wrap."""

import numpy as np
import pytest
from onnx import helper, numpy_helper

from mlirlite.runtime.session import InferenceSession

pytestmark = pytest.mark.sampled(4)

REDUCTIONS = {
    "ReduceSum": np.sum,
    "ReduceProd": np.prod,
    "ReduceMax": np.max,
    "ReduceMin": np.min,
    "ReduceSumSquare": lambda x, axis, dtype: np.sum(x * x, axis, dtype),
}


@pytest.mark.parametrize("is_known", [True, False])
@pytest.mark.parametrize("type", [np.int32, np.int64, np.uint32, np.uint64])
@pytest.mark.parametrize("op", REDUCTIONS)
def test_integers(op, type, is_known):
    element = helper.np_dtype_to_tensor_dtype(np.dtype(type))
    random = np.random.default_rng(0)
    for axes in [(2,), (0,), (1,), (0, 2), (0, 1, 2)]:
        x = random.integers(0, np.iinfo(type).max, (3, 6, 37), type, endpoint=True)
        if np.iinfo(type).min:
            x = x * random.choice([-1, 1], x.shape).astype(type)
        sizes = x.shape if is_known else ["a", "b", "c"]
        graph = helper.make_graph(
            [helper.make_node(op, ["x", "axes"], ["y"], keepdims=0)],
            "g",
            [helper.make_tensor_value_info("x", element, sizes)],
            [helper.make_empty_tensor_value_info("y")],
            [numpy_helper.from_array(np.array(axes, np.int64), "axes")],
        )
        opset = [helper.make_opsetid("", 18)]
        model = helper.make_model(graph, opset_imports=opset, ir_version=8)
        found = InferenceSession(model.SerializeToString()).run(None, {"x": x})[0]
        more = {} if op in ("ReduceMax", "ReduceMin") else {"dtype": type}
        np.testing.assert_array_equal(found, REDUCTIONS[op](x, axis=axes, **more))


@pytest.mark.parametrize("is_known", [True, False])
@pytest.mark.parametrize("type", [np.float32, np.float16, np.float64])
def test_log_sums_of_columns(type, is_known):
    element = helper.np_dtype_to_tensor_dtype(np.dtype(type))
    x = np.random.default_rng(0).normal(0, 3, (3, 6, 37)).astype(type)
    x[0, :, 0], x[1, 2, 1], x[2, :, 2], x[0, 3, 3] = -np.inf, np.nan, 9000, np.inf
    for axes, keepdims in [((0,), 0), ((1,), 1), ((0, 1), 0)]:
        graph = helper.make_graph(
            [helper.make_node("ReduceLogSumExp", ["x", "axes"], ["y"], keepdims=keepdims)],
            "g",
            [helper.make_tensor_value_info("x", element, x.shape if is_known else ["a", "b", "c"])],
            [helper.make_empty_tensor_value_info("y")],
            [numpy_helper.from_array(np.array(axes, np.int64), "axes")],
        )
        opset = [helper.make_opsetid("", 18)]
        model = helper.make_model(graph, opset_imports=opset, ir_version=8)
        found = InferenceSession(model.SerializeToString()).run(None, {"x": x})[0]
        with np.errstate(invalid="ignore"):
            wanted = np.logaddexp.reduce(x.astype(np.float64), axes, keepdims=bool(keepdims))
        bound = {np.float16: 2e-3, np.float32: 1e-5, np.float64: 1e-13}[type]
        np.testing.assert_allclose(found, wanted, bound, bound)
