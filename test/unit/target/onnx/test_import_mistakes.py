"""A bug in the importer is an error that names the node, never a traceback."""

import subprocess
import sys

import pytest
from onnx import parser

from mlirlite.dialects import onnx
from mlirlite.ir.crash import CrashError
from mlirlite.runtime.session import InferenceSession
from mlirlite.target.onnx import import_model
from mlirlite.target.onnx.claims import Claims
from mlirlite.target.onnx.tensors import TensorReader

MODEL = """<ir_version: 9, opset_import: ["" : 18, "own" : 1]>
g (float[2] x, bool c) => (float[2] y) <float[2] w = {1, 2}> {
    a = own.f (x)
    b = If (c) <
        then_branch = t () => (float[2] p) {
            k = Constant <value = float[2] {3, 4}> () p = Mul (a, k)
        },
        else_branch = e () => (float[2] q) { q = Identity (a) }
    >
    y = Add (b, w)
}
<domain: "own", opset_import: ["" : 18]> f (i) => (o) { o = Neg (i) }
"""

PLACES = {
    "a weight": (TensorReader, "read"),
    "a node in a function": (onnx.NegOp, "infer_shapes"),
    "a node in a branch": (onnx.MulOp, "infer_shapes"),
    "a node": (onnx.AddOp, "infer_shapes"),
    "a constant": (onnx.ConstantOp, "elements"),
    "after the nodes": (Claims, "settle"),
}
CAUSES = ZeroDivisionError, KeyError, TypeError, OverflowError, RecursionError, AttributeError


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("cause", CAUSES)
def test_any_exception_is_an_error_that_says_where(place, cause, monkeypatch):
    def mistake(*_):
        raise cause("oh")

    monkeypatch.setattr(*PLACES[place], mistake)
    for enter in (import_model, InferenceSession):
        with pytest.raises(CrashError, match=rf"import crashed on '.*': {cause.__name__}: .*oh"):
            enter(parser.parse_model(MODEL))


PROGRAM = """
import sys
from mlirlite.driver import compile, run, translate
from mlirlite.target.onnx.tensors import TensorReader

def mistake(*_):
    raise ZeroDivisionError("oh")

TensorReader.read = mistake
name, *words = sys.argv[1:]
sys.exit({"compile": compile, "run": run, "translate": translate}[name].main(words))
"""


@pytest.mark.parametrize(
    "words",
    [
        ["compile", "m.onnx", "--emit=onnx"],
        ["run", "m.onnx"],
        ["translate", "--import-onnx", "m.onnx"],
    ],
    ids=lambda words: words[0],
)
def test_programs_end_with_one_error(words, tmp_path):
    (tmp_path / "m.onnx").write_bytes(parser.parse_model(MODEL).SerializeToString())
    command = [sys.executable, "-c", PROGRAM, *words]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.count("error: ") == 1
    assert "ZeroDivisionError: oh" in done.stderr
    assert "Traceback" not in done.stderr
