"""CumSum along every axis of any size, against numpy: integers and floats, reversed, exclusive."""

import numpy as np
import pytest
from onnx import helper

from mlirlite.runtime.session import InferenceSession

pytestmark = pytest.mark.sampled(4)

RNG = np.random.default_rng(0)


@pytest.mark.parametrize(("exclusive", "reverse"), [(0, 0), (1, 0), (0, 1), (1, 1)])
@pytest.mark.parametrize("type", [np.int32, np.float64])
def test_every_axis(type, exclusive, reverse):
    element = helper.np_dtype_to_tensor_dtype(np.dtype(type))
    inputs = [
        helper.make_tensor_value_info("x", element, ["i", "j", "k"]),
        helper.make_tensor_value_info("a", 7, []),
    ]
    node = helper.make_node("CumSum", ["x", "a"], ["y"], exclusive=exclusive, reverse=reverse)
    outputs = [helper.make_tensor_value_info("y", element, None)]
    graph = helper.make_graph([node], "g", inputs, outputs)
    opset = [helper.make_opsetid("", 14)]
    model = helper.make_model(graph, opset_imports=opset, ir_version=8)
    made = InferenceSession(model.SerializeToString())
    for shape in [(3, 5, 19), (1, 8, 1), (4, 1, 33), (0, 2, 3), (2, 0, 3), (2, 3, 0)]:
        x = RNG.integers(-9, 9, shape).astype(type)
        for axis in range(3):
            found = made.run(None, {"x": x, "a": np.array(axis)})[0]
            turned = np.flip(x, axis) if reverse else x
            wanted = np.cumsum(turned, axis, dtype=type)
            wanted = wanted - turned if exclusive else wanted
            np.testing.assert_array_equal(found, np.flip(wanted, axis) if reverse else wanted)
