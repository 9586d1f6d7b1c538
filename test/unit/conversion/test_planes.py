"""Convolutions of rows of any length and of volumes, which become those of planes, against
onnxruntime."""

from __future__ import annotations

from typing import Any

import numpy as np
import onnxruntime
import pytest
from onnx import TensorProto, helper, numpy_helper

from mlirlite.runtime.session import InferenceSession

pytestmark = pytest.mark.sampled(4)

RNG = np.random.default_rng(0)


def compare(weights: Any, attributes: Any, sizes: Any, known: bool = False) -> None:
    """Conv, a function and Conv, without and with a bias."""
    channels = weights[1] * attributes.get("group", 1)
    last = (9, weights[0], *[1] * (len(weights) - 2))
    arrays = {"w": RNG.standard_normal(weights), "b": RNG.standard_normal(weights[0])}
    arrays["v"] = RNG.standard_normal(last)
    spatial = list(sizes[0]) if known else [None] * len(sizes[0])
    nodes = [
        helper.make_node("Conv", ["x", "w", "b"], ["c"], **attributes),
        helper.make_node("LeakyRelu", ["c"], ["d"]),
        helper.make_node("Conv", ["d", "v"], ["y"]),
    ]
    graph = helper.make_graph(
        nodes,
        "g",
        [helper.make_tensor_value_info("x", TensorProto.FLOAT, [None, channels, *spatial])],
        [helper.make_tensor_value_info("y", TensorProto.FLOAT, None)],
        [numpy_helper.from_array(a.astype(np.float32), n) for n, a in arrays.items()],
    )
    opset = [helper.make_opsetid("", 17)]
    model = helper.make_model(graph, opset_imports=opset, ir_version=8).SerializeToString()
    mine, peer = InferenceSession(model), onnxruntime.InferenceSession(model)
    for size in sizes:
        x = RNG.standard_normal((2, channels, *size)).astype(np.float32)
        [found], [wanted] = mine.run(None, {"x": x}), peer.run(None, {"x": x})
        # A sum of large terms may be small: its error depends on the terms.
        limit = 1e-4 + 5e-6 * np.abs(wanted).max()
        np.testing.assert_allclose(found, wanted, rtol=1e-3, atol=limit)


@pytest.mark.parametrize(
    ("weights", "attributes"),
    [
        ((20, 16, 3), {"pads": [1, 1]}),
        ((16, 8, 5), {"strides": [2], "dilations": [2], "pads": [3, 0], "group": 2}),
        ((12, 3, 4), {"auto_pad": "SAME_UPPER", "strides": [2]}),
    ],
)
def test_rows(weights: Any, attributes: Any) -> None:
    compare(weights, attributes, ((9,), (40,)))


@pytest.mark.bulk
@pytest.mark.parametrize("known", [False, True])
@pytest.mark.parametrize(
    ("weights", "attributes"),
    [
        ((16, 8, 3, 3, 3), {"pads": [1] * 6}),
        (
            (24, 5, 3, 2, 1),
            {"pads": [1, 0, 0, 2, 1, 1], "strides": [2, 1, 2], "dilations": [2, 1, 1]},
        ),
    ],
)
def test_volumes(weights: Any, attributes: Any, known: bool) -> None:
    compare(weights, attributes, ((6, 5, 7),) if known else ((6, 5, 7), (5, 4, 9)), known)
