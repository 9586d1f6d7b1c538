"""Initializers that are inputs, too, are defaults: each set of them can be replaced by feeds, as in
onnxruntime and onnx.reference."""

from itertools import chain, combinations
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import onnx.parser
import pytest
from onnx import numpy_helper
from onnx.reference import ReferenceEvaluator

import mlirlite
from mlirlite.support.diagnostics import DiagnosticError

TEXT = """
<ir_version: 10, opset_import: ["" : 21]>
g (float[2, 3] x, float[k] w, float[1] b, bool c) => (float[2, 3] y) {
  t = Mul(x, w)
  y = If(c) <
    then_branch = plus () => (float[2, 3] p) { p = Add(t, b) },
    else_branch = minus () => (float[2, 3] m) { m = Sub(t, b) }>
}
"""
DEFAULTS = {
    "w": np.arange(3, dtype=np.float32),
    "b": np.array([10], np.float32),
    "c": np.array(True),
}
OTHERS = {
    "w": np.array([5, -6, 7], np.float32),
    "b": np.array([0.5], np.float32),
    "c": np.array(False),
}
X = np.linspace(-1, 1, 6, dtype=np.float32).reshape(2, 3)
SETS = list(chain.from_iterable(combinations(DEFAULTS, n) for n in range(4)))


def model_of() -> onnx.ModelProto:
    model = onnx.parser.parse_model(TEXT)
    model.graph.initializer.extend(numpy_helper.from_array(a, n) for n, a in DEFAULTS.items())
    return model


@pytest.mark.parametrize("form", ["path", "bytes", "proto"])
def test_each_set_of_defaults_is_replaced(form: str, tmp_path: Path) -> None:
    model: Any = model_of()
    reference = ReferenceEvaluator(model)
    if form == "path":
        onnx.save(model, tmp_path / "m.onnx")
        model = tmp_path / "m.onnx"
    elif form == "bytes":
        model = model.SerializeToString()
    session = mlirlite.InferenceSession(model)
    assert [i.name for i in session.get_inputs()] == ["x"]
    found = {i.name: (i.shape, i.type) for i in session.get_overridable_initializers()}
    assert found == {
        "w": (["k"], "tensor(float)"),
        "b": ([1], "tensor(float)"),
        "c": ([], "tensor(bool)"),
    }
    for names in SETS if form == "proto" else (SETS[0], SETS[-1]):
        feeds = {"x": X, **{n: OTHERS[n] for n in names}}
        [wanted] = reference.run(None, feeds)
        np.testing.assert_array_equal(session.run(None, feeds)[0], wanted)
        binding = session.io_binding()
        for name, value in feeds.items():
            binding.bind_cpu_input(name, value)
        binding.bind_output("y")
        session.run_with_iobinding(binding)
        np.testing.assert_array_equal(binding.copy_outputs_to_cpu()[0], wanted)


@pytest.mark.parametrize(
    ("feeds", "words"),
    [
        ({"w": np.zeros(2, "f4")}, "do not broadcast"),
        ({"b": np.zeros(2, "f4")}, r"input 'b' has the wrong shape: expected \[1\]"),
        ({"b": np.zeros(1, "f8")}, "input 'b' has the wrong type"),
        ({"q": X}, "there is no input 'q'"),
        ({"w": DEFAULTS["w"], "q": X}, "there is no input 'q'"),
    ],
)
def test_what_does_not_fit_is_refused(feeds: dict[str, Any], words: str) -> None:
    session = mlirlite.InferenceSession(model_of(), sanitize="address")
    with pytest.raises(DiagnosticError, match=words):
        session.run(None, {"x": X, **feeds})


def test_before_version_4_of_the_format_there_are_none() -> None:
    model = model_of()
    model.ir_version = 3
    session = mlirlite.InferenceSession(model)
    assert not session.get_overridable_initializers()
    with pytest.raises(DiagnosticError, match="there is no input 'w'"):
        session.run(None, {"x": X, **OTHERS})


def test_a_file_that_has_changed_is_not_compiled(tmp_path: Path) -> None:
    path = tmp_path / "m.onnx"
    onnx.save(model_of(), path)
    session = mlirlite.InferenceSession(path)
    path.write_bytes(b"")
    with pytest.raises(DiagnosticError, match="has changed since the session was made"):
        session.get_overridable_initializers()
    with pytest.raises(DiagnosticError, match="there is no input"):
        session.run(None, {"x": X, "w": OTHERS["w"]})
    assert session.run(None, {"x": X})[0].shape == (2, 3)
