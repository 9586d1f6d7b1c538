"""Transposed convolutions of images whose sizes the run tells, against onnxruntime; and the
interleaving of channels that is part of them."""

from __future__ import annotations

from typing import Any

import numpy as np
import onnxruntime
import pytest
from onnx import TensorProto, helper, numpy_helper

from mlirlite.runtime.session import InferenceSession

pytestmark = pytest.mark.sampled(4)

RNG = np.random.default_rng(0)
CASES: list[tuple[tuple[int, ...], dict[str, Any], tuple[tuple[int, ...], ...]]] = [
    ((6, 4, 4, 4), {"strides": [2, 2], "pads": [1] * 4}, ((1, 1), (3, 20), (9, 4))),
    ((6, 2, 5, 3), {"strides": [3, 2], "pads": [1, 0, 2, 1], "output_padding": [1, 1]}, ((4, 7),)),
    ((6, 4, 8), {"strides": [4], "pads": [2, 2], "group": 2}, ((1,), (37,))),
    ((6, 2, 3, 3), {"strides": [2, 1], "dilations": [2, 3], "pads": [1, 2, 0, 1]}, ((5, 6),)),
]


@pytest.mark.parametrize(("weights", "attributes", "sizes"), CASES)
def test_one_model_for_sizes(weights: Any, attributes: Any, sizes: Any) -> None:
    filters = RNG.standard_normal(weights).astype(np.float32)
    bias = RNG.standard_normal(weights[1] * attributes.get("group", 1)).astype(np.float32)
    unknown = [None] * (len(weights) - 2)
    graph = helper.make_graph(
        [helper.make_node("ConvTranspose", ["x", "w", "b"], ["y"], **attributes)],
        "g",
        [helper.make_tensor_value_info("x", TensorProto.FLOAT, [None, weights[0], *unknown])],
        [helper.make_tensor_value_info("y", TensorProto.FLOAT, None)],
        [numpy_helper.from_array(filters, "w"), numpy_helper.from_array(bias, "b")],
    )
    opset = [helper.make_opsetid("", 17)]
    model = helper.make_model(graph, opset_imports=opset, ir_version=8).SerializeToString()
    mine, peer = InferenceSession(model), onnxruntime.InferenceSession(model)
    for size in sizes:
        x = RNG.standard_normal((2, weights[0], *size)).astype(np.float32)
        [found], [wanted] = mine.run(None, {"x": x}), peer.run(None, {"x": x})
        np.testing.assert_allclose(found, wanted, rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("mode", ["DCR", "CRD"])
@pytest.mark.parametrize("size", [2, 4])
def test_channels_in_turn(size: int, mode: str) -> None:
    """Rows of whole vectors and a remainder."""
    depth, high, wide = 3, 2, 21
    node = helper.make_node("DepthToSpace", ["x"], ["y"], blocksize=size, mode=mode)
    shape = [2, depth * size * size, high, wide]
    graph = helper.make_graph(
        [node],
        "g",
        [helper.make_tensor_value_info("x", TensorProto.FLOAT, shape)],
        [helper.make_tensor_value_info("y", TensorProto.FLOAT, None)],
    )
    opset = [helper.make_opsetid("", 17)]
    model = helper.make_model(graph, opset_imports=opset, ir_version=8).SerializeToString()
    x = RNG.standard_normal(shape).astype(np.float32)
    [found] = InferenceSession(model).run(None, {"x": x})
    parts = [size, size, depth] if mode == "DCR" else [depth, size, size]
    order = (0, 3, 4, 1, 5, 2) if mode == "DCR" else (0, 1, 4, 2, 5, 3)
    split = x.reshape(2, *parts, high, wide).transpose(order)
    assert (found == split.reshape(2, depth, high * size, wide * size)).all()
