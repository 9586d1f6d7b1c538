"""Transposes of elements of every width, of sizes around those of squares, against numpy."""

import numpy as np
import pytest
from onnx import helper

from mlirlite.runtime.session import InferenceSession

pytestmark = pytest.mark.sampled(4)

RNG = np.random.default_rng(0)
CASES = [
    ((33, 47), [1, 0]),
    ((2, 17, 3, 16), [0, 2, 3, 1]),
    ((1, 20, 8, 35), [0, 3, 1, 2]),
    ((16, 5, 32), [2, 1, 0]),
    ((9, 4), [1, 0]),
    ((16, 16), [1, 0]),
]
UNKNOWN = [*CASES[:2], ((64, 16), [1, 0]), ((15, 40), [1, 0]), ((2, 0, 17), [0, 2, 1])]


@pytest.mark.sampled(3)
@pytest.mark.parametrize("type", [np.uint8, np.int8, np.float16, np.int16, np.float32, np.bool_])
@pytest.mark.parametrize("is_known", [False, True])
def test_transposed(type, is_known):
    element = helper.np_dtype_to_tensor_dtype(np.dtype(type))
    for shape, order in CASES if is_known else UNKNOWN:
        sizes = shape if is_known else [f"d{d}" for d in range(len(shape))]
        inputs = [helper.make_tensor_value_info("x", element, sizes)]
        outputs = [helper.make_tensor_value_info("y", element, None)]
        node = helper.make_node("Transpose", ["x"], ["y"], perm=order)
        graph = helper.make_graph([node], "g", inputs, outputs)
        opset = [helper.make_opsetid("", 17)]
        model = helper.make_model(graph, opset_imports=opset, ir_version=8)
        high = 2 if type is np.bool_ else 128
        x = RNG.integers(0, high, shape).astype(type)
        found = InferenceSession(model.SerializeToString()).run(None, {"x": x})[0]
        np.testing.assert_array_equal(found, x.transpose(order))
