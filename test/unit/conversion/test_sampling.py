"""GridSample, RoiAlign and MaxRoiPool of sizes that the run tells, against onnxruntime."""

from __future__ import annotations

from typing import Any

import numpy as np
import onnxruntime
import pytest
from onnx import TensorProto, helper

from mlirlite.runtime.session import InferenceSession

RNG = np.random.default_rng(0)
SAMPLES: list[dict[str, Any]] = [
    {"mode": "linear", "padding_mode": "zeros"},
    {"mode": "cubic", "padding_mode": "reflection", "align_corners": 1},
    {"mode": "nearest", "padding_mode": "border"},
]
REGIONS: list[dict[str, Any]] = [
    {"mode": "avg", "sampling_ratio": 0},
    {"mode": "max", "sampling_ratio": 2, "spatial_scale": 0.5},
]


def compare(kind: str, feeds: dict[str, Any], attributes: dict[str, Any], opset: int) -> None:
    inputs = [
        helper.make_tensor_value_info(
            n, helper.np_dtype_to_tensor_dtype(a.dtype), [*[None] * (a.ndim - 1), a.shape[-1]]
        )
        for n, a in feeds.items()
    ]
    node = helper.make_node(kind, list(feeds), ["y"], **attributes)
    outputs = [helper.make_tensor_value_info("y", TensorProto.FLOAT, None)]
    graph = helper.make_graph([node], "g", inputs, outputs)
    made = helper.make_model(graph, opset_imports=[helper.make_opsetid("", opset)], ir_version=9)
    model = made.SerializeToString()
    [found] = InferenceSession(model).run(None, feeds)
    [wanted] = onnxruntime.InferenceSession(model).run(None, feeds)
    np.testing.assert_allclose(found, wanted, rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize("attributes", SAMPLES)
def test_grid_sample(attributes: Any) -> None:
    """Points inside and outside, infinities at the border, which a 0 beside them must not reach."""
    x = RNG.standard_normal((2, 3, 5, 6)).astype(np.float32)
    grid = (RNG.random((2, 4, 7, 2)) * 3 - 1.5).astype(np.float32)
    if attributes["padding_mode"] == "zeros":
        x[0, 0, 0], grid[0, 0] = np.inf, -4
    compare("GridSample", {"x": x, "g": grid}, attributes, 20)


@pytest.mark.parametrize("attributes", REGIONS)
def test_roi_align(attributes: Any) -> None:
    x = RNG.standard_normal((2, 3, 9, 12)).astype(np.float32)
    corners = RNG.random((5, 2)) * 14 - 2
    rois = np.concatenate([corners, corners + RNG.random((5, 2)) * 9], 1).astype(np.float32)
    feeds = {"x": x, "r": rois, "b": RNG.integers(0, 2, 5)}
    compare("RoiAlign", feeds, {"output_height": 3, "output_width": 4, **attributes}, 16)


@pytest.mark.parametrize("scale", [1.0, 0.3])
def test_max_roi_pool(scale: float) -> None:
    """Regions inside, across the border and outside, and of less than a pixel."""
    x = RNG.standard_normal((2, 3, 9, 12)).astype(np.float32)
    corners = RNG.random((30, 2)) * 20 - 5
    sides = np.concatenate([RNG.random((20, 2)) * 9, RNG.random((10, 2))])
    images = RNG.integers(0, 2, (30, 1))
    rois = np.concatenate([images, corners, corners + sides], 1).astype(np.float32)
    compare("MaxRoiPool", {"x": x, "r": rois}, {"pooled_shape": [3, 5], "spatial_scale": scale}, 16)


def test_max_roi_pool_of_an_image_that_does_not_exist() -> None:
    node = helper.make_node("MaxRoiPool", ["x", "r"], ["y"], pooled_shape=[2, 2])
    inputs = [
        helper.make_tensor_value_info("x", TensorProto.FLOAT, [1, 2, 4, 4]),
        helper.make_tensor_value_info("r", TensorProto.FLOAT, ["n", 5]),
    ]
    outputs = [helper.make_tensor_value_info("y", TensorProto.FLOAT, None)]
    model = helper.make_model(helper.make_graph([node], "g", inputs, outputs), ir_version=9)
    made = InferenceSession(model.SerializeToString())
    rois = np.array([[1, 0, 0, 2, 2]], np.float32)
    with pytest.raises(Exception, match="rois"):
        made.run(None, {"x": np.zeros((1, 2, 4, 4), np.float32), "r": rois})
