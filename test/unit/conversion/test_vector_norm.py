"""Normalizations by vectors whose statistics span several rows, against numpy: sizes that do not
fill vectors, none at all, NaN, known sizes and such that the run tells."""

import numpy as np
import pytest
from onnx import helper

from mlirlite.runtime.session import InferenceSession

pytestmark = pytest.mark.sampled(3)

RNG = np.random.default_rng(0)


def run(op, x, is_known, **attributes):
    """The result of an operator of one operand."""
    element = helper.np_dtype_to_tensor_dtype(x.dtype)
    sizes = x.shape if is_known else [f"d{d}" for d in range(x.ndim)]
    node = helper.make_node(op, ["x"], ["y"], **attributes)
    inputs = [helper.make_tensor_value_info("x", element, sizes)]
    graph = helper.make_graph([node], "g", inputs, [helper.make_empty_tensor_value_info("y")])
    opset = [helper.make_opsetid("", 17)]
    model = helper.make_model(graph, opset_imports=opset, ir_version=8)
    return InferenceSession(model.SerializeToString()).run(None, {"x": x})[0]


@pytest.mark.parametrize("is_known", [True, False])
@pytest.mark.parametrize("type", [np.float32, np.float16, np.float64])
@pytest.mark.parametrize(
    ("shape", "axes"),
    [((3, 5, 7, 11), (0, 2, 3)), ((4, 3, 13), (-1,)), ((2, 3, 4, 9), (1, 3)), ((37,), (0,)),
     ((2, 5, 3), (0, 1, 2)), ((3, 4, 5), (0, 1))],
)  # fmt: skip
def test_mean_variance(shape, axes, type, is_known):
    x = RNG.normal(3, 2, shape).astype(type)
    wide = x.astype(np.float64)
    mean, deviation = (f(wide, axis=axes, keepdims=True) for f in (np.mean, np.std))
    found = run("MeanVarianceNormalization", x, is_known, axes=axes)
    bound = 4e-3 if type is np.float16 else 1e-5
    np.testing.assert_allclose(found, (wide - mean) / (deviation + 1e-9), bound, bound)


@pytest.mark.parametrize("is_known", [True, False])
@pytest.mark.parametrize("type", [np.float32, np.float16, np.float64])
@pytest.mark.parametrize("p", [1, 2])
def test_lp(p, type, is_known):
    for shape, axis in [((5, 37), 1), ((2, 3, 8), -1), ((4, 5), 0), ((3, 4, 37), 1), ((0, 4), 1)]:
        x = RNG.normal(0, 1, shape).astype(type)
        x[:1] = 0
        x[-1:] = np.nan
        norm = np.linalg.norm(x.astype(np.float64), p, axis, keepdims=True)
        wanted = x / np.where(norm == 0, 1, norm)
        bound = 2e-3 if type is np.float16 else 1e-6
        found = run("LpNormalization", x, is_known, p=p, axis=axis)
        np.testing.assert_allclose(found, wanted, bound, bound)
