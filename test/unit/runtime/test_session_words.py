"""A session has the rest of onnxruntime's interface that programs use besides `run`."""

import copy
import gc
import pickle

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper

import mlirlite
from mlirlite.runtime.compiled import compile_model
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
        ([], {"sess_options": mlirlite.SessionOptions()}),
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


@pytest.mark.parametrize("names", [None, [], (), np.array([], str)])
def test_no_names_are_all_outputs(model, names):
    [y] = mlirlite.InferenceSession(model).run(names, {"x": np.ones(2, np.float32)})
    assert y.tolist() == [2, 2]


def test_an_unknown_size_is_shown_as_in_the_shape():
    info = helper.make_tensor_value_info
    nodes = [helper.make_node("Abs", ["x"], ["y"])]
    graph = helper.make_graph(nodes, "g", [info("x", 1, ["n", 3])], [info("y", 1, [None, 3])])
    made = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)])
    session = mlirlite.InferenceSession(made)
    for word, [value] in (("x", session.get_inputs()), ("y", session.get_outputs())):
        shown = f"NodeArg(name='{word}', shape={value.shape!r}, type='tensor(float)')"
        assert repr(value) == shown


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    "doing", [pickle.dumps, copy.deepcopy, copy.copy], ids=["pickle", "deepcopy", "copy"]
)
def test_machine_code_stays_in_its_process(model, doing, capsys):
    context = mlirlite.Context()
    text = "func.func @f(%x: f32) -> f32 {\n  return %x : f32\n}"
    session = mlirlite.InferenceSession(model)
    session.run(None, {"x": np.ones(2, np.float32)})
    function = mlirlite.CompiledFunction(mlirlite.parse(text, context), context, "f")
    for value in (session, function, function._engine, compile_model(model)):
        said = f"'{type(value).__name__}' cannot be pickled or copied: .* make one in each process"
        for holder in (value, {"a": [value]}):
            if holder is value or doing is not copy.copy:
                with pytest.raises(TypeError, match=said):
                    doing(holder)
    gc.collect()
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("sizes", [[0, 2**62], [0, 2**61]])
@pytest.mark.parametrize("kind", ["ConstantOfShape", "Reshape"])
@pytest.mark.parametrize("direct", [True, False])
def test_an_output_that_numpy_cannot_hold(kind, sizes, direct):
    """No elements, so that compiled code has no trouble with it."""
    info = helper.make_tensor_value_info
    given = ["s"] if kind == "ConstantOfShape" else ["x", "s"]
    node = helper.make_node(kind, given, ["y"], **({} if len(given) == 1 else {"allowzero": 1}))
    inputs = [info("x", 1, ["n"]), info("s", TensorProto.INT64, [2])][-len(given) :]
    graph = helper.make_graph([node], "g", inputs, [info("y", 1, ["a", "b"])])
    made = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)])
    session = mlirlite.InferenceSession(made)
    if not direct:
        session._direct = None
    feeds = {"x": np.zeros(0, np.float32), "s": np.array(sizes, np.int64)}
    with pytest.raises(DiagnosticError, match=rf"output 'y' of shape \[{sizes[0]}, {sizes[1]}\]"):
        session.run(None, {name: feeds[name] for name in given})


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ({"threads": "2"}, "expected one thread or more, found '2'"),
        ({"sess_options": 3}, "expected SessionOptions, found int"),
        ({"providers": "CUDAExecutionProvider"}, "found 'CUDAExecutionProvider'"),
        ({"providers": [3]}, "found 3"),
        ({"opt_level": 9}, "a level of optimization from 0 to 3, found 9"),
    ],
)
def test_arguments_of_other_types_are_refused(model, more, message):
    with pytest.raises(DiagnosticError, match=message):
        mlirlite.InferenceSession(model, **more)
