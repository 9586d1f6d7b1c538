"""Wrong feeds and names: an error that names the input, never a traceback."""

import shutil

import numpy as np
import pytest
from onnx import parser

import mlirlite
import mlirlite.backend
from mlirlite.driver.compile import main as compile_
from mlirlite.support.diagnostics import DiagnosticError

F = np.ones((2, 3), np.float32)


class Broken:
    """An array that cannot be had."""

    def __array__(self, dtype=None, copy=None):
        raise RuntimeError("no")

    def __iter__(self):
        raise RuntimeError("no")


WRONG = [None, 3, 2.5, "x", b"x", object, Broken(), [[1.0], [2.0, 3.0]], [[1.0, 2.0, 3.0]] * 2,
         {"x": 1}, {1, 2}, F.astype(object), F.astype("f8"), F.astype("i4"), F.astype("U"),
         F > 0, F.astype("c8"), F[0], F[None], F[:, :2], np.float32(1), np.zeros((0, 3), "f8"),
         np.ma.masked_array(F, F > 0), np.array("x"), np.zeros(3, "M8[s]"), np.zeros(2, "f4,i4"),
         [F, F], (F,), iter([F]), memoryview(b"abc"), -1, float("nan"), slice(None)]  # fmt: skip
FEEDS = [None, [], [F], (F,), F, "x", 3, {"y": F}, {"x": F, "z": F}, {}, {1: F}, {None: F},
         {("x",): F}, {b"x": F}, {"X": F}, {"x\0": F}, {"": F}, [("x", F)], {"x"}]  # fmt: skip
NAMES = ["y", b"y", 3, ["z"], [None], [["y"]], [b"y"], [3], {"y": 1}.values(), object, Broken()]


def model(inputs="float[N, 3] x", body="y = Neg(x)", output="float[N, 3] y"):
    text = f'<ir_version: 9, opset_import: ["" : 18]> g ({inputs}) => ({output}) {{ {body} }}'
    return parser.parse_model(text)


@pytest.fixture(scope="module", params=["session", "library", "backend"])
def run(request, tmp_path_factory):
    if request.param == "backend":
        prepared = mlirlite.backend.prepare(model())
        return lambda names, feeds: prepared.session.run(names, feeds)
    if request.param == "session":
        return mlirlite.InferenceSession(model()).run
    if shutil.which("cc") is None:
        pytest.skip("cc is not installed")
    folder = tmp_path_factory.mktemp("wrong")
    (folder / "m.onnx").write_bytes(model().SerializeToString())
    assert compile_([str(folder / "m.onnx"), "-o", str(folder / "m.so"), "-q"]) == 0
    return mlirlite.load(folder / "m.so").run


def test_arrays(run):
    for value in WRONG:
        with pytest.raises(DiagnosticError, match="input 'x'"):
            run(None, {"x": value})
    np.testing.assert_array_equal(run(None, {"x": F})[0], -F)


def test_feeds(run):
    for feeds in FEEDS:
        with pytest.raises(DiagnosticError, match=r"input|dict of arrays"):
            run(None, feeds)


def test_names_of_outputs(run):
    for names in NAMES:
        with pytest.raises(DiagnosticError, match="output"):
            run(names, {"x": F})
    assert len(run([], {"x": F})) == len(run(None, {"x": F}))  # as onnxruntime
    assert len(run(("y", "y"), {"x": F})) == 2


def test_positions_of_the_backend():
    prepared = mlirlite.backend.prepare(model())
    for wrong in ([], [F, F], None, [None], {}, {1: F}):
        with pytest.raises(DiagnosticError):
            prepared.run(wrong)


@pytest.mark.parametrize(
    ("inputs", "body", "output", "right"),
    [
        ("seq(float[N, 3]) x", "i = Constant<value_int: int = 0>() y = SequenceAt(x, i)",
         "float[N, 3] y", [F]),
        ("optional(float[N, 3]) x", "y = OptionalGetElement(x)", "float[N, 3] y", F),
        ("string[N] x", "y = Identity(x)", "string[N] y", ["a"]),
    ],
)  # fmt: skip
def test_values_beyond_arrays(inputs, body, output, right):
    run = mlirlite.InferenceSession(model(inputs, body, output)).run
    run(None, {"x": right})
    wrong = [w for w in WRONG if not isinstance(w, (list, tuple)) and w is not None]
    wrong += [[w] for w in WRONG if not isinstance(w, (str, bytes))]
    texts = ["\ud800", "a\0b", ["a", "\ud800"], [["a"]]]
    for value in (*wrong, *texts):
        message = "input 'x'"
        try:
            run(None, {"x": value})  # some are right: rows of an array are a sequence
        except DiagnosticError as found:
            message = str(found)
        no_rows = "'onnx.SequenceAt' op position is 0, accepted range is [0, -1]"
        assert "input 'x'" in message or no_rows in message


def test_a_copy_that_no_memory_holds_names_the_input():
    session = mlirlite.InferenceSession(model())
    with pytest.raises(
        MemoryError, match="input 'x': out of memory for a contiguous copy"
    ) as error:
        session.run(None, {"x": np.broadcast_to(F[0], (1 << 50, 3))})
    assert isinstance(error.value, DiagnosticError)
