"""Shapes that a model states, beside those that follow from its operators."""

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper

from mlirlite.runtime.session import InferenceSession
from mlirlite.support.diagnostics import DiagnosticError
from mlirlite.target.onnx import import_model

X = np.arange(25, dtype=np.float32).reshape(1, 1, 5, 5) - 12


def pooled(op: str, opset: int, stated: list[int]) -> onnx.ModelProto:
    """A pool whose last windows would start in the end pad: 2x2 of them are computed."""
    shapes = {"x": [1, 1, 5, 5], "m": stated, "r": stated, "y": stated}
    infos = {n: helper.make_tensor_value_info(n, TensorProto.FLOAT, s) for n, s in shapes.items()}
    nodes = [
        helper.make_node(
            op, ["x"], ["m"], kernel_shape=[2, 2], strides=[3, 3], pads=[1] * 4, ceil_mode=1
        ),
        helper.make_node("Relu", ["m"], ["r"]),
        helper.make_node("Neg", ["r"], ["y"]),
    ]
    graph = helper.make_graph(
        nodes, "g", [infos["x"]], [infos["y"]], value_info=[infos["m"], infos["r"]]
    )
    opsets = [helper.make_opsetid("", opset)]
    return helper.make_model(graph, opset_imports=opsets, ir_version=8)


@pytest.mark.parametrize("op", ["MaxPool", "AveragePool"])
@pytest.mark.parametrize("opset", [12, 19])
def test_windows_in_the_end_pad_that_shape_inference_counts_are_not_computed(op, opset):
    bare = pooled(op, opset, [1, 1, 3, 3])
    del bare.graph.value_info[:], bare.graph.output[0].type.tensor_type.shape.dim[:]
    bare.graph.output[0].type.tensor_type.ClearField("shape")
    inferred = onnx.shape_inference.infer_shapes(bare)
    dims = inferred.graph.value_info[0].type.tensor_type.shape.dim
    assert [d.dim_value for d in dims] == [1, 1, 3, 3]
    session = InferenceSession(inferred)
    [expected] = InferenceSession(bare).run(None, {"x": X})
    [found] = session.run(None, {"x": X})
    assert found.shape == (1, 1, 2, 2)
    np.testing.assert_array_equal(found, expected)
    assert list(session.get_outputs()[0].shape) == [1, 1, 2, 2]


def test_other_shapes_are_errors():
    with pytest.raises(DiagnosticError, match="but the model says 'tensor<1x1x4x4xf32>'"):
        import_model(pooled("MaxPool", 19, [1, 1, 4, 4]))
