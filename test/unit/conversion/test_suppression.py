"""NonMaxSuppression by vectors and without, against numpy."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from onnx import TensorProto, helper

from mlirlite.runtime.session import InferenceSession

MODEL = helper.make_model(
    helper.make_graph(
        [helper.make_node("NonMaxSuppression", ["b", "s", "m", "t", "u"], ["y"])],
        "g",
        [
            helper.make_tensor_value_info("b", TensorProto.FLOAT, [None, None, 4]),
            helper.make_tensor_value_info("s", TensorProto.FLOAT, [None, None, None]),
            helper.make_tensor_value_info("m", TensorProto.INT64, [1]),
            helper.make_tensor_value_info("t", TensorProto.FLOAT, [1]),
            helper.make_tensor_value_info("u", TensorProto.FLOAT, [1]),
        ],
        [helper.make_tensor_value_info("y", TensorProto.INT64, None)],
    ),
    opset_imports=[helper.make_opsetid("", 17)],
    ir_version=8,
).SerializeToString()


def overlap(a: Any, b: Any) -> float:
    least, most = np.maximum(a[:2], b[:2]), np.minimum(a[2:], b[2:])
    common = np.prod(np.maximum(most - least, 0))
    both = np.prod(a[2:] - a[:2]) + np.prod(b[2:] - b[:2]) - common
    return float(common / both) if both > 0 else 0.0


def chosen(boxes: Any, scores: Any, most: int, threshold: float, least: float) -> Any:
    rows = []
    for n, c in np.ndindex(*scores.shape[:2]):
        alive = scores[n, c] > least
        for _ in range(most):
            if not alive.any():
                break
            best = int(np.argmax(np.where(alive, scores[n, c], -np.inf)))
            rows.append((n, c, best))
            alive &= [overlap(boxes[n, best], other) <= threshold for other in boxes[n]]
            alive[best] = False
    return np.array(rows, np.int64).reshape(-1, 3)


@pytest.mark.parametrize("machine", [None, ""])
def test_boxes(machine: str | None) -> None:
    """Equal scores, fewer boxes than a vector, none that is good enough, boxes without an area."""
    session, random = InferenceSession(MODEL, machine=machine), np.random.default_rng(0)
    for count, most, threshold, least in ((37, 9, 0.3, -0.5), (3, 9, 0.9, -9), (21, 4, 0, 9)):
        corners = random.integers(0, 9, (2, count, 2)).astype(np.float32)
        boxes = np.concatenate([corners, corners + random.integers(0, 4, corners.shape)], -1)
        scores = random.integers(-2, 3, (2, 3, count)).astype(np.float32)
        feeds = {"b": boxes.astype(np.float32), "s": scores, "m": np.array([most])}
        feeds |= {"t": np.float32([threshold]), "u": np.float32([least])}
        [found] = session.run(None, feeds)
        assert (found == chosen(feeds["b"], scores, most, threshold, least)).all()
