"""The session: onnxruntime's interface over compiled code."""

import threading

import numpy as np
import onnx
import onnx.helper
import onnx.numpy_helper
import pytest

import mlirlite
from mlirlite.testing.models import light_models, random_inputs, with_random_weights

F = onnx.TensorProto.FLOAT


def model_of(nodes, inputs, outputs, initializers=(), opset=17):
    info = onnx.helper.make_tensor_value_info
    graph = onnx.helper.make_graph(
        nodes,
        "g",
        [info(n, t, s) for n, t, s in inputs],
        [info(n, t, s) for n, t, s in outputs],
        list(initializers),
    )
    return onnx.helper.make_model(graph, opset_imports=[onnx.helper.make_opsetid("", opset)])


@pytest.fixture(scope="module")
def affine_model():
    """y = x @ w + b, z = relu(y), with an unknown batch."""
    rng = np.random.default_rng(0)
    w, b = rng.random((5, 3), np.float32) - 0.5, rng.random(3, np.float32)
    model = model_of(
        [
            onnx.helper.make_node("MatMul", ["x", "w"], ["m"]),
            onnx.helper.make_node("Add", ["m", "b"], ["y"]),
            onnx.helper.make_node("Relu", ["y"], ["z"]),
        ],
        [("x", F, ["batch", 5])],
        [("y", F, ["batch", 3]), ("z", F, ["batch", 3])],
        [onnx.numpy_helper.from_array(w, "w"), onnx.numpy_helper.from_array(b, "b")],
    )
    return model, w, b


def test_names_shapes_and_types(affine_model):
    session = mlirlite.InferenceSession(affine_model[0])
    [x] = session.get_inputs()
    assert (x.name, x.shape, x.type) == ("x", ["batch", 5], "tensor(float)")
    assert [o.name for o in session.get_outputs()] == ["y", "z"]


@pytest.mark.parametrize("form", ["proto", "bytes", "path"])
def test_every_form_of_a_model_runs(affine_model, form, tmp_path):
    model, w, b = affine_model
    source = model
    if form == "bytes":
        source = model.SerializeToString()
    elif form == "path":
        source = tmp_path / "m.onnx"
        onnx.save(model, source)
    session = mlirlite.InferenceSession(source)
    for batch in (1, 4, 0):
        x = np.random.default_rng(1).random((batch, 5), np.float32)
        y, z = session.run(None, {"x": x})
        np.testing.assert_allclose(y, x @ w + b, rtol=1e-5, atol=1e-6)
        np.testing.assert_allclose(z, np.maximum(y, 0))
    assert session.run(["z"], {"x": x})[0].shape == (0, 3)


def test_outputs_outlive_the_session(affine_model):
    session = mlirlite.InferenceSession(affine_model[0])
    [z] = session.run(["z"], {"x": np.ones((2, 5), np.float32)})
    kept = z.copy()
    del session
    np.testing.assert_array_equal(z, kept)


def test_outputs_that_are_inputs_or_constants_are_copies():
    constant = onnx.numpy_helper.from_array(np.arange(3, dtype=np.float32), "c")
    model = model_of(
        [
            onnx.helper.make_node("Identity", ["x"], ["y"]),
            onnx.helper.make_node("Identity", ["c"], ["z"]),
            onnx.helper.make_node("Identity", ["y"], ["w"]),
        ],
        [("x", F, [3])],
        [("y", F, [3]), ("z", F, [3]), ("w", F, [3])],
        [constant],
    )
    session = mlirlite.InferenceSession(model)
    x = np.ones(3, np.float32)
    y, z, w = session.run(None, {"x": x})
    y[:] = 7
    z[:] = 7
    assert x.tolist() == [1, 1, 1]
    assert w.tolist() == [1, 1, 1]
    assert session.run(["z"], {"x": x})[0].tolist() == [0, 1, 2]


@pytest.mark.sampled(3)
@pytest.mark.parametrize("sizes", [[3], ["n"], [2, "n"]])
def test_many_outputs_computed_given_and_constant(sizes):
    """Functions of many results write them into memory as they are made."""
    names = [f"y{i}" for i in range(40)]
    nodes = [onnx.helper.make_node("Add", ["x", "x"], ["y0"])]
    nodes += [
        onnx.helper.make_node(
            *(("Add", [f"y{i - 1}", "x"]) if i % 5 else ("Identity", [f"y{i - 1}"])), [f"y{i}"]
        )
        for i in range(1, 40)
    ]
    nodes += [
        onnx.helper.make_node("Identity", ["x"], ["given"]),
        onnx.helper.make_node("Identity", ["c"], ["constant"]),
    ]
    constant = onnx.numpy_helper.from_array(np.arange(3, dtype=np.float32), "c")
    outputs = [*((n, F, sizes) for n in [*names, "given"]), ("constant", F, [3])]
    session = mlirlite.InferenceSession(model_of(nodes, [("x", F, sizes)], outputs, [constant]))
    x = np.arange(3, dtype=np.float32).reshape([1] * (len(sizes) - 1) + [3])
    x = np.broadcast_to(x, [2, 3] if len(sizes) > 1 else [3])
    *found, given, constants = session.run(None, {"x": x})
    times = 2
    for i, y in enumerate(found):
        times += i % 5 > 0
        np.testing.assert_array_equal(y, times * x)
    np.testing.assert_array_equal(given, x)
    assert constants.tolist() == [0, 1, 2]


def test_strided_inputs_are_read_rightly(affine_model):
    model, w, b = affine_model
    session = mlirlite.InferenceSession(model)
    x = np.random.default_rng(2).random((5, 4), np.float32).T
    [y] = session.run(["y"], {"x": x})
    np.testing.assert_allclose(y, x @ w + b, rtol=1e-5, atol=1e-6)


def test_calls_from_several_threads(affine_model):
    model, w, b = affine_model
    session = mlirlite.InferenceSession(model)
    wrong = []

    def work(seed):
        rng = np.random.default_rng(seed)
        for _ in range(100):
            x = rng.random((rng.integers(1, 9), 5), np.float32)
            [y] = session.run(["y"], {"x": x})
            if not np.allclose(y, x @ w + b, rtol=1e-5, atol=1e-6):
                wrong.append(seed)

    threads = [threading.Thread(target=work, args=(s,)) for s in range(4)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert wrong == []


def test_wrong_output_name(affine_model):
    session = mlirlite.InferenceSession(affine_model[0])
    with pytest.raises(mlirlite.DiagnosticError, match="no output 'zz'; did you mean 'z'"):
        session.run(["zz"], {"x": np.ones((1, 5), np.float32)})


def test_one_dimension_name_means_one_size():
    model = model_of(
        [onnx.helper.make_node("Add", ["a", "b"], ["y"])],
        [("a", F, ["n"]), ("b", F, ["n"])],
        [("y", F, ["n"])],
    )
    session = mlirlite.InferenceSession(model)
    with pytest.raises(mlirlite.DiagnosticError, match="dimension 'n' is 2 in input 'a' but 3"):
        session.run(None, {"a": np.ones(2, np.float32), "b": np.ones(3, np.float32)})


@pytest.mark.bulk
@pytest.mark.parametrize("name", ["squeezenet", "shufflenet"])
def test_a_real_model_agrees_with_onnxruntime(name):
    """The small two of the nine; bench/nine_models.py does them all."""
    onnxruntime = pytest.importorskip("onnxruntime")
    model = with_random_weights(onnx.load(light_models()[name]), seed=0)
    feeds = random_inputs(model, seed=1)
    onnxruntime.set_default_logger_severity(4)
    peer = onnxruntime.InferenceSession(
        model.SerializeToString(), providers=["CPUExecutionProvider"]
    )
    [want] = peer.run(None, feeds)
    [got] = mlirlite.InferenceSession(model).run(None, feeds)
    assert np.abs(got - want).max() / np.abs(want).max() < 1e-3
