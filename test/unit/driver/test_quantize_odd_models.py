"""mlirlite-quantize of models and weights that are valid, but not what it is made for: what is
written computes the same as the model, or one error names what is at fault."""

import io
import warnings

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper

import mlirlite
from mlirlite.driver.quantize import main

W = np.random.default_rng(0).standard_normal((64, 64)).astype("f4")
FLOAT, TEXT, BOOL, LONG = TensorProto.FLOAT, TensorProto.STRING, TensorProto.BOOL, TensorProto.INT64
MODES = ([], ["--method=percentile"], ["--activations=i8"], ["--weights=int4"])
MODES += (["--weights=int4", "--symmetric"], ["--weights=int8", "--method=hqq"])


def info(name, kind=FLOAT, shape=(4, 64)):
    return helper.make_tensor_value_info(name, kind, shape)


def product(weights, x="x", y="y", shape=(4, 64)):
    """y = MatMul(x, weights)."""
    node = helper.make_node("MatMul", [x, "w"], [y])
    return model([node], [info("x", shape=shape)], [info("y", shape=None)], weights)


def model(nodes, inputs, outputs, weights=W, **more):
    constants = [
        numpy_helper.from_array(np.asarray(a), n) for n, a in {"w": weights, **more}.items()
    ]
    graph = helper.make_graph(nodes, "g", inputs, outputs, constants)
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 21)], ir_version=10)


def with_one(value):
    found = W.copy()
    found[3, 5] = value
    return found


def branch(name, x):
    node = helper.make_node("MatMul", [x, "w"], [name])
    return helper.make_graph([node], name, [], [info(name)])


def loop():
    body = helper.make_graph(
        [helper.make_node("MatMul", ["h", "w"], ["k"]), helper.make_node("Identity", ["c"], ["d"])],
        "body",
        [info("i", LONG, []), info("c", BOOL, []), info("h")],
        [info("d", BOOL, []), info("k")],
    )
    node = helper.make_node("Loop", ["n", "", "x"], ["y"], body=body)
    more = helper.make_node("MatMul", ["y", "w"], ["z"])
    return model([node, more], [info("x")], [info("z")], W / 8, n=np.int64(3))


def texts():
    nodes = [helper.make_node("MatMul", ["x", "w"], ["y"])]
    nodes += [helper.make_node("Identity", ["s"], ["t"])]
    outputs = [info("y"), info("t", TEXT, [2])]
    return model(nodes, [info("x"), info("s", TEXT, [2])], outputs)


def branches():
    node = helper.make_node(
        "If", ["c"], ["y"], then_branch=branch("a", "x"), else_branch=branch("b", "x")
    )
    return model([node], [info("x"), info("c", BOOL, [])], [info("y")])


COMPUTED = {
    "an infinite weight": product(with_one(np.inf)),
    "a weight that is NaN": product(with_one(np.nan)),
    "huge weights": product(np.where(W > 0, 3e36, -3e36).astype("f4")),
    "no weights": product(np.zeros((64, 0), "f4")),
    "sums over nothing": product(np.zeros((0, 8), "f4"), shape=(4, 0)),
    "weights of zeros": product(np.zeros((64, 64), "f4")),
    "denormal weights": product(np.full((64, 64), 1e-45, "f4")),
    "a loop": loop(),
    "branches": branches(),
    "texts": texts(),
}


def quantized(made, *words):
    onnx.save(made, "m.onnx")
    out, err = io.StringIO(), io.StringIO()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        code = main(["m.onnx", "-q", "--batches=2", "-o", "q.onnx", *words], stdout=out, stderr=err)
    return code, err.getvalue()


@pytest.mark.sampled(8)
@pytest.mark.parametrize("words", MODES, ids=" ".join)
@pytest.mark.parametrize("name", COMPUTED)
def test_it_computes_the_same_or_has_nothing_to_do(name, words, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    code, err = quantized(COMPUTED[name], *words)
    if code:
        assert "no convolution, Gemm or MatMul" in err or "has no MatMul or Gemm" in err, err
        assert err.count("\n") == 1
        assert not (tmp_path / "q.onnx").exists()
        return
    first, second = (mlirlite.InferenceSession(p) for p in ("m.onnx", "q.onnx"))
    rng = np.random.default_rng(1)
    feeds = {"s": np.array(["a", "b"]), "c": np.array(True)}
    feeds["x"] = rng.standard_normal(first.get_inputs()[0].shape).astype("f4")
    feeds = {i.name: feeds[i.name] for i in first.get_inputs()}
    for want, got in zip(first.run(None, feeds), second.run(None, feeds), strict=True):
        if want.dtype != np.float32:
            assert list(want) == list(got)
            continue
        assert np.array_equal(np.isfinite(want), np.isfinite(got))
        finite = np.isfinite(want)
        off = np.abs(want[finite].astype("f8") - got[finite])
        assert off.max(initial=0) <= 1e-38 + 0.4 * np.abs(want[finite]).max(initial=0)


@pytest.mark.parametrize(
    ("op", "data", "error"),
    [
        ("Log", -np.ones((4, 64), "f4"), "the result of onnx.Log 'it' has elements that are NaN"),
        ("Exp", np.full((4, 64), 1e4, "f4"), "'it' has elements that are infinite"),
    ],
)
def test_a_value_without_a_range_is_named(op, data, error, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    np.save("d.npy", data)
    nodes = [helper.make_node(op, ["x"], ["a"], name="it")]
    nodes += [helper.make_node("MatMul", ["a", "w"], ["y"])]
    code, err = quantized(model(nodes, [info("x")], [info("y")]), "--data=d.npy")
    assert code == 1
    assert error in err
    assert "batch 0 of the examples" in err
