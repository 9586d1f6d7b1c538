"""A session takes and gives what programs for onnxruntime say besides `run`."""

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper

import mlirlite
from mlirlite.support.diagnostics import DiagnosticError


@pytest.fixture(scope="module")
def model(tmp_path_factory):
    x, y = (helper.make_tensor_value_info(n, TensorProto.FLOAT, [2]) for n in "xy")
    graph = helper.make_graph([helper.make_node("Add", ["x", "x"], ["y"])], "twice", [x], [y])
    made = helper.make_model(graph, producer_name="me", opset_imports=[helper.make_opsetid("", 17)])
    made.metadata_props.add(key="labels", value="a,b")
    path = tmp_path_factory.mktemp("words") / "model.onnx"
    onnx.save(made, path)
    return str(path)


class Options:
    """As onnxruntime's SessionOptions, which need not be installed."""

    intra_op_num_threads = 0


@pytest.mark.parametrize(
    ("words", "more"),
    [
        ([], {"providers": ["CPUExecutionProvider"]}),
        ([], {"providers": ["CUDAExecutionProvider", ("CPUExecutionProvider", {})]}),
        ([Options()], {"providers": ["CPUExecutionProvider"]}),
        ([], {"sess_options": Options(), "provider_options": [{}]}),
    ],
)
def test_it_is_made_as_onnxruntimes(model, words, more):
    session = mlirlite.InferenceSession(model, *words, **more)
    assert session.get_providers() == ["CPUExecutionProvider"]
    [y] = session.run(None, {"x": np.ones(2, np.float32)})
    assert y.tolist() == [2, 2]


def test_other_processors_are_refused(model):
    with pytest.raises(DiagnosticError, match=r"expected 'CPUExecutionProvider' .* found 'CUDA"):
        mlirlite.InferenceSession(model, providers=["CUDAExecutionProvider"])


def test_threads_have_a_number(model):
    with pytest.raises(DiagnosticError, match="expected one thread or more, found 0"):
        mlirlite.InferenceSession(model, 0)


def test_what_the_model_says_of_itself(model):
    meta = mlirlite.InferenceSession(model).get_modelmeta()
    assert (meta.producer_name, meta.graph_name, meta.version) == ("me", "twice", 0)
    assert meta.custom_metadata_map == {"labels": "a,b"}
