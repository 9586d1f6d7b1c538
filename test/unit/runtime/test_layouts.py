"""Arrays of every layout that numpy makes, into everything that takes arrays.

Memory that is let go too early often still has what it had. So all of this runs once more in a
child process whose allocators write over what is freed."""

import os
import subprocess
import sys
import threading
from functools import cache
from itertools import product

import numpy as np
import pytest
from numpy.lib.stride_tricks import as_strided
from onnx import numpy_helper, parser

import mlirlite
import mlirlite.backend
from mlirlite.driver.compile import main as compile_
from mlirlite.driver.run import main as run_
from mlirlite.ir.context import Context
from mlirlite.parser import parse_module
from mlirlite.runtime.calibration import quantize
from mlirlite.runtime.function import CompiledFunction
from mlirlite.support.diagnostics import DiagnosticError

IN_CHILD = "MLIRLITE_TEST_POISONED" in os.environ
SHAPES = [(1, 1, 1), (1, 5, 7), (3, 5, 7), (64, 64, 1), (2, 0, 3), (17, 65, 33)]
TYPES = {"int8": ("int8", "i8"), "float32": ("float", "f32"), "float64": ("double", "f64")}


def sum_model(type, rank, graph=None):
    dims = ", ".join("NMK"[:rank])
    tensor = TYPES[type][0] + (f"[{dims}]" if rank else "")
    inputs, body = graph or (f"{tensor} a, {tensor} b", "y = Add(a, b)")
    text = f'<ir_version: 9, opset_import: ["" : 18]> g ({inputs}) => ({tensor} y) {{ {body} }}'
    return parser.parse_model(text.replace("tensor", tensor))


def session(type, rank, **options):
    run = mlirlite.InferenceSession(sum_model(type, rank), **options).run
    return lambda a, b: run(None, {"a": a, "b": b})[0]


def long_way(type, rank):
    session = mlirlite.InferenceSession(sum_model(type, rank))
    session.__dict__["_direct"] = None
    return lambda a, b: session.run(None, {"a": a, "b": b})[0]


def threads(type, rank):
    return session(type, rank, threads=2)


def backend(type, rank):
    run = mlirlite.backend.prepare(sum_model(type, rank)).run
    return lambda a, b: run([a, b])[0]


def sequence(type, rank):
    body = "zero = Constant<value_int: int = 0>() one = Constant<value_int: int = 1>()"
    body += " a = SequenceAt(s, zero) b = SequenceAt(s, one) y = Add(a, b)"
    run = mlirlite.InferenceSession(sum_model(type, rank, ("seq(tensor) s", body))).run
    return lambda a, b: run(None, {"s": [a, b]})[0]


def optional(type, rank):
    inputs = "optional(tensor) o, optional(tensor) p"
    body = "a = OptionalGetElement(o) b = OptionalGetElement(p) y = Add(a, b)"
    run = mlirlite.InferenceSession(sum_model(type, rank, (inputs, body))).run
    return lambda a, b: run(None, {"o": a, "p": b})[0]


def library(type, rank):
    import shutil
    import tempfile
    from pathlib import Path

    if shutil.which("cc") is None:
        pytest.skip("cc is not installed")
    folder = Path(tempfile.mkdtemp())
    try:
        (folder / "m.onnx").write_bytes(sum_model(type, rank).SerializeToString())
        assert compile_([str(folder / "m.onnx"), "-o", str(folder / "m.so"), "-q"]) == 0
        run = mlirlite.load(folder / "m.so").run
    finally:
        shutil.rmtree(folder)
    return lambda a, b: run(None, {"a": a, "b": b})[0]


def function(type, rank):
    element = TYPES[type][1]
    sizes = "?x" * rank
    strided = f"strided<[{', '.join('?' * rank)}], offset: ?>"
    given, made = f"memref<{sizes}{element}, {strided}>", f"memref<{sizes}{element}>"
    names = [f"%i{i}" for i in range(rank)]
    loops = "".join(f"affine.for {n} = 0 to %n{n[2:]} {{ " for n in names)
    dims = "".join(f"%c{i} = arith.constant {i} : index %n{i} = memref.dim %a, %c{i} : {given} "
                   for i in range(rank))  # fmt: skip
    at = f"[{', '.join(names)}]"
    add = "arith.addi" if element[0] == "i" else "arith.addf"
    text = f"""func.func @f(%a: {given}, %b: {given}) -> {made} {{ {dims}
      %y = memref.alloc({", ".join(f"%n{i}" for i in range(rank))}) : {made}
      {loops}
      %p = affine.load %a{at} : {given}
      %q = affine.load %b{at} : {given}
      %r = {add} %p, %q : {element}
      affine.store %r, %y{at} : {made}
      {"}" * rank}
      return %y : {made} }}"""
    context = Context()
    compiled = CompiledFunction(parse_module(text, context), context, "f")
    return lambda a, b: compiled(a, b)[0]


ENTRIES = [session, long_way, threads, backend, sequence, optional, library, function]


@cache
def made(entry, type, rank):
    return entry(type, rank)


class Maker:
    """Gives its array only when it is asked, and keeps none."""

    def __init__(self, array):
        self.raw, self.like = array.tobytes(), array

    def __array__(self, dtype=None, copy=None):
        found = np.frombuffer(self.raw, self.like.dtype).reshape(self.like.shape)
        return found.copy()


class Subclass(np.ndarray):
    pass


def unaligned(a):
    room = np.empty(a.nbytes + 1, np.uint8)
    found = room[1:].view(a.dtype).reshape(a.shape)
    found[...] = a
    return found


def sliced(a):
    room = np.full([2 * n + 3 for n in a.shape], 77, a.dtype)
    found = room[(*(slice(1, 2 * n + 1, 2) for n in a.shape), ...)]
    found[...] = a
    return found


def window(a):
    room = np.full([n + 5 for n in a.shape], 77, a.dtype)
    found = room[(*(slice(2, n + 2) for n in a.shape), ...)]
    found[...] = a
    return found


def field(a):
    room = np.empty(a.shape, [("pad", "u1"), ("value", a.dtype), ("more", "u2")])
    found = room["value"]
    found[...] = a
    return found


def overlapping(a):
    return as_strided(values((sum(a.shape) + 1,), a.dtype, 1), a.shape, [a.itemsize] * a.ndim)


def mapped(a):
    import tempfile

    with tempfile.NamedTemporaryFile() as file:
        file.write(b"#" * 24 + a.tobytes() + b"#")
        file.flush()
        return np.memmap(file.name, a.dtype, "r", 24, a.shape)


def read_only(a):
    found = a.copy()
    found.flags.writeable = False
    return found


def odd_strides(a):
    """Dimensions of one element may have any stride."""
    ones = [i for i, n in enumerate(a.shape) if n == 1]
    return as_strided(a, strides=[13 if i in ones else s for i, s in enumerate(a.strides)])


LAYOUTS = {
    "plain": np.copy,
    "reversed": lambda a: np.flip(np.flip(a).copy()),
    "last reversed": lambda a: a[..., ::-1] if a.ndim else a,
    "transposed": lambda a: a.T.copy().T,
    "cycled": lambda a: np.moveaxis(np.moveaxis(a, 0, -1).copy(), -1, 0) if a.ndim else a,
    "fortran": lambda a: np.asarray(a, order="F"),
    "broadcast": lambda a: np.broadcast_to(a[:1], a.shape) if a.ndim else a,
    "one number": lambda a: np.broadcast_to(np.asarray(3, a.dtype), a.shape),
    "overlapping": overlapping,
    "sliced": sliced,
    "window": window,
    "odd strides": odd_strides,
    "unaligned": unaligned,
    "read-only": read_only,
    "of bytes": lambda a: np.frombuffer(a.tobytes() or b"", a.dtype).reshape(a.shape),
    "swapped": lambda a: a.astype(a.dtype.newbyteorder(">")),
    "field": field,
    "mapped": lambda a: mapped(a) if a.size else a,
    "subclass": lambda a: a.T.copy().T.view(Subclass),
    "maker": Maker,
    "complex part": lambda a: (
        (a + 1j * a).astype(np.complex128).real if a.dtype == np.float64 else a
    ),
}


def values(shape, type, seed):
    count = int(np.prod(shape))
    return (np.arange(count) % 60 + seed).astype(type).reshape(shape)


def takes(entry, array):
    """Functions take arrays as they are, so not every layout."""
    if entry is not function:
        return True
    return isinstance(array, np.ndarray) and (
        array.dtype.isnative
        and array.flags.aligned
        and not any(s % array.itemsize for s in array.strides)
    )


def check(entry, type, layout, shape):
    run = made(entry, type, len(shape))
    a, b = (LAYOUTS[layout](values(shape, type, i)) for i in (1, 5))
    if not takes(entry, a):
        with pytest.raises(DiagnosticError, match="argument 0 needs an "):
            run(a, b)
        return
    want = np.asarray(a) + np.asarray(b)
    np.testing.assert_array_equal(run(a, b), want, strict=True)
    np.testing.assert_array_equal(np.asarray(a) + np.asarray(b), want)


@pytest.mark.sampled(20)
@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("entry", ENTRIES)
def test_every_layout(entry, layout):
    for type, shape in product(("int8", "float32"), SHAPES):
        check(entry, type, layout, shape)
    if entry not in (sequence, optional):  # whose members have a rank in the text only from 1
        check(entry, "float64", layout, ())


@pytest.mark.bulk
@pytest.mark.skipif(IN_CHILD, reason="large blocks go back to the system when they are freed")
@pytest.mark.parametrize("layout", ["reversed", "transposed"])
@pytest.mark.parametrize("entry", [session, library])
def test_100_megabytes(entry, layout):
    check(entry, "float32", layout, (5, 1 << 20, 5))


@pytest.mark.parametrize("layout", ["reversed", "transposed", "sliced", "broadcast"])
@pytest.mark.parametrize("kind", [object, "U", "S"])
def test_texts(kind, layout):
    model = parser.parse_model(
        '<ir_version: 9, opset_import: ["" : 20]> g (string[N, M] a, seq(string[K, L]) s)'
        " => (string[N, M] y, string[K, L] z)"
        " { y = Identity(a) one = Constant<value_int: int = 1>() z = SequenceAt(s, one) }"
    )
    texts = np.array([[f"text {i}{j}" * (i + 1) for j in range(5)] for i in range(7)], kind)
    a = LAYOUTS[layout](texts) if layout != "sliced" else np.repeat(texts, 2, 1)[:, ::2]
    y, z = mlirlite.InferenceSession(model).run(None, {"a": a, "s": [a[:2], a[::-1]]})
    assert y.tolist() == a.astype("U").tolist()
    assert z.tolist() == a[::-1].astype("U").tolist()


@pytest.mark.sampled(7)
@pytest.mark.parametrize("layout", LAYOUTS)
def test_calibration_sees_what_is_fed(layout):
    model = parser.parse_model(
        '<ir_version: 9, opset_import: ["" : 18]> g (float[N, 8, 8] x) => (float[N, 8, 8] y)'
        " <float[8, 8] w> { y = MatMul(x, w) }"
    )
    weights = np.arange(64, dtype=np.float32).reshape(8, 8) - 20
    del model.graph.initializer[:]
    model.graph.initializer.append(numpy_helper.from_array(weights, "w"))
    x = LAYOUTS[layout](values((9, 8, 8), np.float32, -30))
    plain = np.array(np.asarray(x), np.float32, order="C", copy=True)
    assert str(quantize(model, [{"x": x}] * 2)) == str(quantize(model, [{"x": plain}] * 2))


@pytest.mark.parametrize("layout", ["reversed", "fortran", "transposed", "sliced", "unaligned"])
def test_programs_read_every_file_of_numpy(layout, tmp_path):
    x = LAYOUTS[layout](values((3, 5, 7), np.float32, 1))
    (tmp_path / "m.onnx").write_bytes(sum_model("float32", 3).SerializeToString())
    np.save(tmp_path / "x.npy", x)
    code = run_([str(tmp_path / "m.onnx"), *(f"--input={n}={tmp_path / 'x.npy'}" for n in "ab"),
                 f"--output-dir={tmp_path / 'out'}"])  # fmt: skip
    assert code == 0
    np.testing.assert_array_equal(np.load(tmp_path / "out" / "y.npy"), x + x)


def test_another_thread_may_take_feeds_away():
    """The session keeps the array that it was given."""
    run = mlirlite.InferenceSession(sum_model("float32", 3)).run
    feeds, going = {}, [True]

    def replace():
        while going:
            feeds["a"] = feeds["b"] = np.ones((4, 50, 50), np.float32)

    feeds["a"] = feeds["b"] = np.ones((4, 50, 50), np.float32)
    thread = threading.Thread(target=replace)
    thread.start()
    try:
        wrong = sum(int((run(None, feeds)[0] != 2).sum()) for _ in range(300))
    finally:
        going.clear()
        thread.join()
    assert wrong == 0


@pytest.mark.bulk
@pytest.mark.skipif(IN_CHILD, reason="is the child")
def test_where_freed_memory_is_overwritten():
    poison = {"PYTHONMALLOC": "debug", "MALLOC_PERTURB_": "165", "MLIRLITE_TEST_POISONED": "1"}
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", __file__,
         "-k", "layout or texts or thread"],
        env=os.environ | poison,
        capture_output=True,
        text=True,
        check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
