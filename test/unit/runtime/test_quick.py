"""tier="quick": numpy answers until another process has made the code; both give the same."""

import os
import time
from itertools import product

import numpy as np
import onnx
import onnx.helper
import onnx.numpy_helper
import pytest

import mlirlite
from mlirlite.interp import Machine
from mlirlite.parser import parse_module
from mlirlite.runtime import cache
from mlirlite.runtime.quick import QuickModel
from mlirlite.support.diagnostics import DiagnosticError
from mlirlite.target.onnx.evaluation import QUICKLY

F = onnx.TensorProto.FLOAT


def network():
    """A convolution, a pool, a product and a softmax, for any number of images."""
    rng = np.random.default_rng(0)
    node = onnx.helper.make_node
    info = onnx.helper.make_tensor_value_info
    weights = {
        "w": rng.standard_normal((8, 3, 3, 3)),
        "b": rng.standard_normal(8),
        "m": rng.standard_normal((8 * 4 * 4, 5)),
    }
    nodes = [
        node("Conv", ["x", "w", "b"], ["c"], pads=[1] * 4, strides=[2, 2]),
        node("Relu", ["c"], ["r"]),
        node("MaxPool", ["r"], ["p"], kernel_shape=[2, 2], strides=[2, 2]),
        node("Flatten", ["p"], ["f"]),
        node("MatMul", ["f", "m"], ["g"]),
        node("Softmax", ["g"], ["y"], axis=1),
    ]
    graph = onnx.helper.make_graph(
        nodes,
        "g",
        [info("x", F, ["n", 3, 16, 16])],
        [info("y", F, ["n", 5])],
        [onnx.numpy_helper.from_array(a.astype(np.float32), n) for n, a in weights.items()],
    )
    return onnx.helper.make_model(graph, opset_imports=[onnx.helper.make_opsetid("", 17)])


@pytest.fixture(autouse=True)
def no_plugins(monkeypatch):
    """As in a process of its own: other tests register code of theirs."""
    monkeypatch.setattr("mlirlite.runtime.quick.extensions", list)


@pytest.fixture
def image():
    return np.random.default_rng(1).standard_normal((2, 3, 16, 16)).astype(np.float32)


def given_as(kind, folder):
    model = network()
    if kind == "path":
        onnx.save(model, str(folder / "model.onnx"))
        return folder / "model.onnx"
    return model.SerializeToString() if kind == "bytes" else model


@pytest.mark.parametrize(("kind", "kept"), [("path", "on"), ("bytes", "off"), ("proto", "on")])
def test_the_code_takes_over(kind, kept, tmp_path, image, monkeypatch):
    monkeypatch.setenv("MLIRLITE_CACHE", kept)
    monkeypatch.setenv("MLIRLITE_CACHE_DIR", str(tmp_path / "cache"))
    session = mlirlite.InferenceSession(given_as(kind, tmp_path), tier="quick")
    assert session.current_tier == "quick"
    assert [(i.name, i.shape) for i in session.get_inputs()] == [("x", ["n", 3, 16, 16])]
    [quick] = session.run(None, {"x": image})
    session.wait_for_code()
    assert session.current_tier == "best"
    [best] = session.run(["y"], {"x": image})
    assert quick.dtype == best.dtype
    np.testing.assert_allclose(quick, best, atol=1e-6)
    direct = mlirlite.InferenceSession(given_as(kind, tmp_path)).run(None, {"x": image})[0]
    assert best.tobytes() == direct.tobytes()


def test_what_is_in_the_cache_needs_no_first_tier(tmp_path, image, monkeypatch):
    monkeypatch.setenv("MLIRLITE_CACHE", "all")
    monkeypatch.setenv("MLIRLITE_CACHE_DIR", str(tmp_path))
    data = network().SerializeToString()
    mlirlite.InferenceSession(data)
    assert mlirlite.InferenceSession(data, tier="quick").current_tier == "best"


def test_a_session_that_is_let_go_ends_its_process(monkeypatch, image):
    monkeypatch.setenv("MLIRLITE_CACHE", "off")
    session = mlirlite.InferenceSession(network(), tier="quick")
    session.run(None, {"x": image})
    code = session._quick._code
    process, folder = code._process, code._folder
    assert process.poll() is None
    assert os.path.isdir(folder)
    del session, code
    assert process.poll() is not None
    assert not os.path.exists(folder)


def test_a_process_that_fails_is_made_up_for(monkeypatch, image):
    monkeypatch.setenv("MLIRLITE_CACHE", "off")
    session = mlirlite.InferenceSession(network(), tier="quick")
    [quick] = session.run(None, {"x": image})
    session._quick._code._process.kill()
    session.wait_for_code()
    np.testing.assert_allclose(quick, session.run(None, {"x": image})[0], atol=1e-6)


@pytest.mark.parametrize(
    ("feeds", "message"),
    [
        ({}, "input 'x' is missing"),
        ({"x": np.zeros((1, 3, 16, 15), np.float32)}, "input 'x'"),
        ({"x": np.zeros((1, 3, 16, 16))}, "has the wrong type"),
    ],
)
def test_wrong_feeds_are_rejected_at_once(feeds, message, monkeypatch):
    monkeypatch.setenv("MLIRLITE_CACHE", "off")
    session = mlirlite.InferenceSession(network(), tier="quick")
    with pytest.raises(DiagnosticError, match=message):
        session.run(None, feeds)
    assert session.current_tier == "quick"


def test_what_numpy_cannot_do_waits_for_the_code(monkeypatch, image):
    monkeypatch.setenv("MLIRLITE_CACHE", "off")

    def refuse(self, arrays):
        raise DiagnosticError("cannot be evaluated")

    monkeypatch.setattr(QuickModel, "run", refuse)
    session = mlirlite.InferenceSession(network(), tier="quick")
    assert session.run(None, {"x": image})[0].shape == (2, 5)
    assert session.current_tier == "best"


def test_results_are_the_callers_own(monkeypatch):
    monkeypatch.setenv("MLIRLITE_CACHE", "off")
    info = onnx.helper.make_tensor_value_info
    graph = onnx.helper.make_graph(
        [onnx.helper.make_node("Identity", ["x"], ["y"])],
        "g",
        [info("x", F, [2])],
        [info("y", F, [2])],
    )
    model = onnx.helper.make_model(graph, opset_imports=[onnx.helper.make_opsetid("", 17)])
    x = np.ones(2, np.float32)
    [y] = mlirlite.InferenceSession(model, tier="quick").run(None, {"x": x})
    y[0] = 5
    assert x.tolist() == [1, 1]


@pytest.mark.parametrize("options", [{"sanitize": "address"}, {}])
def test_code_of_this_process_is_made_here(options, monkeypatch):
    if not options:
        monkeypatch.setattr("mlirlite.runtime.quick.extensions", lambda: ["a plugin"])
    session = mlirlite.InferenceSession(network(), tier="quick", **options)
    assert session.current_tier == "best"


def test_an_unknown_tier():
    with pytest.raises(DiagnosticError, match="expected a tier of 'best' or 'quick', found 'fast'"):
        mlirlite.InferenceSession(network(), tier="fast")


def test_a_damaged_entry_is_made_again(tmp_path, image, monkeypatch):
    monkeypatch.setenv("MLIRLITE_CACHE", "off")
    session = mlirlite.InferenceSession(network(), tier="quick")
    [quick] = session.run(None, {"x": image})
    code = session._quick._code
    while code._process.poll() is None:
        time.sleep(0.05)
    for file in (p for p in os.scandir(os.path.join(code._folder, cache.MODELS))):
        with open(file.path, "r+b") as opened:
            opened.truncate(100)
    session.wait_for_code()
    np.testing.assert_allclose(quick, session.run(None, {"x": image})[0], atol=1e-6)


WINDOWS = [
    f"{{kernel_shape = [{k}, {k}], strides = [{s}, {s}], dilations = [{d}, {d}], "
    f"pads = [{p}, 0, 0, {p}]{more}}}"
    for k, s, d, p, more in product((1, 3), (1, 2), (1, 2), (0, 1), ("", ", ceil_mode = 1 : si64"))
    if p < k
]


def both(text, *arrays):
    """What onnx.reference and numpy's products give."""
    module = parse_module(text)
    found = []
    for quickly in (False, True):
        machine = Machine(module)
        machine.globals[QUICKLY] = quickly
        [y] = machine.call("f", arrays)
        found.append(y)
        if quickly:
            assert not machine.globals.get("onnx"), "it asked onnx.reference"
    np.testing.assert_allclose(*found, rtol=2e-5, atol=1e-5)
    assert found[0].dtype == found[1].dtype
    assert found[0].shape == found[1].shape


@pytest.mark.parametrize("groups", [1, 2, 4])
def test_convolutions_by_products(groups):
    rng = np.random.default_rng(3)
    x = rng.standard_normal((2, 4, 9, 8)).astype(np.float32)
    for window in (w for w in WINDOWS if "ceil" not in w):
        taps = 3 if "[3, 3]" in window else 1
        w = rng.standard_normal((4, 4 // groups, taps, taps)).astype(np.float32)
        b = rng.standard_normal(4).astype(np.float32)
        attributes = window.replace("}", f", group = {groups} : si64}}")
        both(
            f"""func.func @f(%x: tensor<2x4x9x8xf32>, %w: tensor<{"x".join(map(str, w.shape))}xf32>,
                             %b: tensor<4xf32>) -> tensor<*xf32> {{
              %y = "onnx.Conv"(%x, %w, %b) {attributes} : (tensor<2x4x9x8xf32>,
                tensor<{"x".join(map(str, w.shape))}xf32>, tensor<4xf32>) -> tensor<*xf32>
              onnx.Return %y : tensor<*xf32>
            }}""",
            x,
            w,
            b,
        )


@pytest.mark.parametrize(
    ("name", "more"),
    [
        ("MaxPoolSingleOut", ""),
        ("AveragePool", ""),
        ("AveragePool", ", count_include_pad = 1 : si64"),
    ],
)
def test_pools(name, more):
    x = np.random.default_rng(4).standard_normal((2, 3, 9, 8)).astype(np.float32)
    for window in (w for w in WINDOWS if "ceil" not in w):
        attributes = window.replace("}", f"{more}}}")
        both(
            f"""func.func @f(%x: tensor<2x3x9x8xf32>) -> tensor<*xf32> {{
              %y = "onnx.{name}"(%x) {attributes} : (tensor<2x3x9x8xf32>) -> tensor<*xf32>
              onnx.Return %y : tensor<*xf32>
            }}""",
            x,
        )


PARTIAL = "{kernel_shape = [3, 3], strides = [2, 2], pads = [1, 0, 0, 1], ceil_mode = 1 : si64}"


@pytest.mark.parametrize(
    ("name", "attributes", "shape"),
    [
        ("MaxPoolSingleOut", PARTIAL, "2x3x5x4"),  # the reference counts windows in the end padding
        ("AveragePool", PARTIAL, "2x3x5x4"),
        ("LRN", "{size = 3 : si64, bias = 2.0 : f32}", "2x3x9x8"),  # it stops after two channels
        ("LRN", "{size = 4 : si64, alpha = 0.1 : f32}", "2x3x9x8"),
        ("SoftmaxV11", "{axis = 2 : si64}", "2x3x9x8"),  # it has only the newest version
    ],
)
def test_where_the_reference_differs_from_the_code(name, attributes, shape):
    text = f"""func.func @f(%x: tensor<2x3x9x8xf32>) -> tensor<{shape}xf32> {{
      %y = "onnx.{name}"(%x) {attributes} : (tensor<2x3x9x8xf32>) -> tensor<{shape}xf32>
      onnx.Return %y : tensor<{shape}xf32>
    }}"""
    x = np.random.default_rng(4).standard_normal((2, 3, 9, 8)).astype(np.float32)
    machine = Machine(parse_module(text))
    machine.globals[QUICKLY] = True
    [quick] = machine.call("f", [x])
    [compiled] = mlirlite.InferenceSession(parse_module(text)).run(None, {"input0": x})
    np.testing.assert_allclose(quick, compiled, atol=1e-6)


UNARY = [
    ("GlobalAveragePool", ""),
    ("GlobalMaxPool", ""),
    ("Flatten", "{axis = 2 : si64}"),
    ("Flatten", "{axis = -1 : si64}"),
    ("Relu", ""),
    ("SoftmaxV11", "{axis = 3 : si64}"),
    ("Softmax", "{axis = 1 : si64}"),
    ("UnsqueezeV11", "{axes = [0, 2]}"),
    ("Shape", "{start = 1 : si64}"),
]


@pytest.mark.parametrize(("name", "attributes"), UNARY)
def test_operators_of_one_tensor(name, attributes):
    x = np.random.default_rng(5).standard_normal((2, 6, 3, 4)).astype(np.float32)
    result = "tensor<*xi64>" if name == "Shape" else "tensor<*xf32>"
    both(
        f"""func.func @f(%x: tensor<?x6x3x4xf32>) -> {result} {{
          %y = "onnx.{name}"(%x) {attributes} : (tensor<?x6x3x4xf32>) -> {result}
          onnx.Return %y : {result}
        }}""",
        x,
    )
