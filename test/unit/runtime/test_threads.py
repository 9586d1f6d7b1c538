"""Sessions on several threads: the same numbers, from several callers at once, with each OpenMP
runtime that is there."""

import ctypes
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import onnx
import onnx.helper
import onnx.numpy_helper
import pytest

import mlirlite
from mlirlite.dialects.onnx.schedules.schedule import as_attribute
from mlirlite.ir.context import Context
from mlirlite.runtime.aot.texts import runtime_text, words_for
from mlirlite.runtime.compiler import load_module, lower
from mlirlite.runtime.openmp import _places, openmp, usable_threads

needs_openmp = pytest.mark.skipif(
    openmp() is None, reason="no OpenMP runtime (intel-openmp, libomp5 or libgomp1)"
)
F = onnx.TensorProto.FLOAT


def net(channels=24, outputs=40, size=19, batch=2, declared=None):
    """A convolution, a sum, pooling, softmax and a matrix product: sizes that no tile divides."""
    rng = np.random.default_rng(0)
    w = rng.standard_normal((outputs, channels, 3, 3)).astype(np.float32) / channels
    bias = rng.standard_normal(outputs).astype(np.float32)
    m = rng.standard_normal((outputs * 81, 51)).astype(np.float32) / outputs
    make = onnx.helper.make_node
    nodes = [
        make("Conv", ["x", "w", "bias"], ["a"], pads=[1, 1, 1, 1]),
        make("Relu", ["a"], ["b"]),
        make("Add", ["b", "a"], ["c"]),
        make("MaxPool", ["c"], ["d"], kernel_shape=[3, 3], strides=[2, 2]),
        make("Softmax", ["d"], ["e"]),
        make("Flatten", ["e"], ["f"]),
        make("MatMul", ["f", "m"], ["y"]),
    ]
    info = onnx.helper.make_tensor_value_info
    graph = onnx.helper.make_graph(
        nodes,
        "g",
        [info("x", F, [declared or batch, channels, size, size])],
        [info("y", F, [declared or batch, 51])],
        [onnx.numpy_helper.from_array(a, n) for a, n in ((w, "w"), (bias, "bias"), (m, "m"))],
    )
    x = rng.standard_normal((batch, channels, size, size)).astype(np.float32)
    return onnx.helper.make_model(graph, opset_imports=[onnx.helper.make_opsetid("", 17)]), x


@pytest.mark.covering(1)
@pytest.mark.sampled(27)
@needs_openmp
@pytest.mark.parametrize("threads", [2, 3])
@pytest.mark.parametrize("machine", [None, "", "haswell"])
def test_two_and_three_threads_give_the_numbers_of_one(machine, threads):
    model, x = net()
    [one] = mlirlite.InferenceSession(model, machine=machine).run(None, {"x": x})
    session = mlirlite.InferenceSession(model, threads=threads, machine=machine)
    np.testing.assert_allclose(session.run(None, {"x": x})[0], one, rtol=1e-5, atol=1e-6)


@pytest.mark.bulk
@needs_openmp
@pytest.mark.parametrize("batch", [1, 3])
def test_a_batch_of_unknown_size(batch):
    model, x = net(batch=batch, declared="n")
    [one] = mlirlite.InferenceSession(model).run(None, {"x": x})
    [two] = mlirlite.InferenceSession(model, threads=2).run(None, {"x": x})
    np.testing.assert_allclose(two, one, rtol=1e-5, atol=1e-6)


@pytest.mark.covering(1)
@pytest.mark.bulk
@needs_openmp
@pytest.mark.parametrize("size", [7, 12, 19])
@pytest.mark.parametrize("tile", [2, 3, 4])
def test_bands_of_tiles_are_dealt_out_or_shared(tile, size):
    make, info = onnx.helper.make_node, onnx.helper.make_tensor_value_info
    rng = np.random.default_rng(size)
    w = rng.standard_normal((40, 32, 3, 3)).astype(np.float32)
    x = rng.standard_normal((2, 32, size, size)).astype(np.float32)
    graph = onnx.helper.make_graph(
        [make("Conv", ["x", "w"], ["y"], pads=[1, 1, 1, 1])],
        "g",
        [info("x", F, x.shape)],
        [info("y", F, [2, 40, size, size])],
        [onnx.numpy_helper.from_array(w, "w")],
    )
    model = onnx.helper.make_model(graph, opset_imports=[onnx.helper.make_opsetid("", 17)])

    def run(threads, rows):
        module, _ = load_module(model, Context())
        schedule = {"algorithm": "winograd", "tile": tile, "columns": 3, "blocks": 2, "rows": rows}
        for op in module.walk():
            if op.name == "onnx.Conv":
                op.attributes["schedule"] = as_attribute(schedule)
        return mlirlite.InferenceSession(module, threads=threads).run(None, {"x": x})[0]

    want = run(1, 1)
    for rows in (1, 2, 99):
        for threads in (2, 3):
            np.testing.assert_allclose(run(threads, rows), want, rtol=1e-4, atol=1e-3)


@pytest.mark.parametrize("declared", [None, "n"])
@pytest.mark.parametrize("size", [128, 4096])
@pytest.mark.parametrize("op", ["Softmax", "LogSoftmax", "ReduceLogSumExp"])
def test_rows_are_dealt_out(op, size, declared):
    """Also if several rows are processed together."""
    info = onnx.helper.make_tensor_value_info
    shape = [declared or 2048, size]
    axes = {"keepdims": 1} if op == "ReduceLogSumExp" else {"axis": 1}
    names = ["x", "axes"] if op == "ReduceLogSumExp" else ["x"]
    graph = onnx.helper.make_graph(
        [onnx.helper.make_node(op, names, ["y"], **axes)],
        "g",
        [info("x", F, shape)],
        [info("y", F, None)],
        [onnx.numpy_helper.from_array(np.array([1]), n) for n in names[1:]],
    )
    model = onnx.helper.make_model(graph, opset_imports=[onnx.helper.make_opsetid("", 18)])
    context = Context()
    module, _ = load_module(model, context)
    lower(module, context, end="affine", machine="haswell", threads=2)
    assert any(o.name == "affine.parallel" for o in module.walk())


@needs_openmp
def test_four_callers_share_a_session():
    model, x = net()
    session = mlirlite.InferenceSession(model, threads=2)
    images = [x * (k + 1) for k in range(8)]
    want = [session.run(None, {"x": image})[0] for image in images]
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda i: session.run(None, {"x": images[i % 8]})[0], range(64)))
    for i, result in enumerate(found):
        np.testing.assert_array_equal(result, want[i % 8])


PARTS = """
func.func @main_graph(%x: memref<?xi64>) -> memref<?xi64> {
  %c0 = arith.constant 0 : index
  %n = memref.dim %x, %c0 : memref<?xi64>
  %y = memref.alloc(%n) : memref<?xi64>
  affine.parallel (%i) = (0) to (symbol(%n)) {
    %v = affine.load %x[%i] : memref<?xi64>
    %size = arith.index_cast %v : i64 to index
    %zero = arith.constant 0 : i64
    %ok = arith.cmpi sge, %v, %zero : i64
    krnl.require %ok, "%lld is negative"(%size)
    %room = memref.alloc(%size) : memref<?xi8>
    %address = memref.extract_aligned_pointer_as_index %room : memref<?xi8> -> index
    %bits = arith.index_cast %address : index to i64
    %shift = arith.constant 60 : i64
    %none = arith.shrui %bits, %shift : i64
    %found = arith.addi %v, %none : i64
    memref.dealloc %room : memref<?xi8>
    affine.store %found, %y[%i] : memref<?xi64>
  }
  return %y : memref<?xi64>
}
"""
"""Each iteration has a requirement and memory of its own."""


@needs_openmp
@pytest.mark.parametrize("threads", [1, 2, 3])
def test_a_thread_that_fails_ends_the_run(threads):
    session = mlirlite.InferenceSession(mlirlite.parse(PARTS), threads=threads)
    name, good = session.get_inputs()[0].name, np.arange(1000)
    for at in (0, 400, 999):
        for value, text in ((-5, "-5 is negative"), (2**60, "out of memory")):
            bad = good.copy()
            bad[at] = value
            with pytest.raises(mlirlite.DiagnosticError, match=text):
                session.run(None, {name: bad})
        np.testing.assert_array_equal(session.run(None, {name: good})[0], good)


BARRIER = """
func.func @main_graph(%x: memref<?xi64>) -> memref<?xi64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i64
  %n = memref.dim %x, %c0 : memref<?xi64>
  %y = memref.alloc(%n) : memref<?xi64>
  %z = memref.alloc(%n) : memref<?xi64>
  omp.parallel {
    omp.wsloop {
      omp.loop_nest (%i) : index = (%c0) to (%n) step (%c1) {
        %v = memref.load %x[%i] : memref<?xi64>
        %ok = arith.cmpi sge, %v, %zero : i64
        %size = arith.index_cast %v : i64 to index
        krnl.require %ok, "%lld is negative"(%size)
        memref.store %v, %y[%i] : memref<?xi64>
        omp.yield
      }
    }
    omp.wsloop {
      omp.loop_nest (%i) : index = (%c0) to (%n) step (%c1) {
        %last = arith.subi %n, %c1 : index
        %back = arith.subi %last, %i : index
        %v = memref.load %y[%back] : memref<?xi64>
        memref.store %v, %z[%i] : memref<?xi64>
        omp.yield
      }
    }
    omp.barrier
    omp.terminator
  }
  memref.dealloc %y : memref<?xi64>
  return %z : memref<?xi64>
}
"""
"""All threads wait between two loops, where one of them may not arrive."""


@needs_openmp
@pytest.mark.parametrize("threads", [2, 3, 7])
def test_threads_do_not_wait_for_one_that_has_failed(threads):
    session = mlirlite.InferenceSession(mlirlite.parse(BARRIER), threads=threads)
    name, good = session.get_inputs()[0].name, np.arange(1000)
    for at in (0, 400, 999):
        with pytest.raises(mlirlite.DiagnosticError, match="-5 is negative"):
            session.run(None, {name: np.where(good == at, -5, good)})
        np.testing.assert_array_equal(session.run(None, {name: good})[0], good[::-1])


def test_variadic_arguments_are_found_where_the_system_puts_them():
    """OpenMP's fork function is variadic: on Apple's processors its data is on the stack."""
    triple = "arm64-apple-darwin"
    text = "".join(runtime_text(part, words_for(triple)) for part in ("records", "team"))
    assert "@om.fork(ptr %ident, i32 %count, ptr %task, ...)" in text
    assert "%data = va_arg" in text
    text = runtime_text("team", words_for("aarch64-unknown-linux-gnu"))
    assert "@om.fork(ptr %ident, i32 %count, ptr %task, ptr %data)" in text


def _other_runtimes():
    found = []
    for name in ("libomp.so.5", "libgomp.so.1"):
        try:
            ctypes.CDLL(name)
        except OSError:
            continue
        found.append(name)
    return found or [pytest.param("libgomp.so.1", marks=pytest.mark.skip("no other runtime"))]


@pytest.mark.bulk
@pytest.mark.parametrize("name", _other_runtimes())
def test_other_openmp_runtimes(name, tmp_path):
    model, x = net()
    [want] = mlirlite.InferenceSession(model).run(None, {"x": x})
    onnx.save(model, tmp_path / "m.onnx")
    np.save(tmp_path / "x.npy", x)
    np.save(tmp_path / "want.npy", want)
    program = f"""
import numpy as np, mlirlite
from mlirlite.runtime.openmp import openmp
session = mlirlite.InferenceSession({str(tmp_path / "m.onnx")!r}, threads=3)
assert openmp().path == {name!r}, openmp().path
[found] = session.run(None, {{"x": np.load({str(tmp_path / "x.npy")!r})}})
np.testing.assert_allclose(found, np.load({str(tmp_path / "want.npy")!r}), rtol=1e-5, atol=1e-6)
"""
    env = {**os.environ, "MLIRLITE_OPENMP": name, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run([sys.executable, "-c", program], env=env, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("stated", [None, "77"])
def test_libgomp_waits_awake_briefly_unless_told(stated):
    env = {**os.environ, "MLIRLITE_OPENMP": "libgomp.so.1", "OMP_DISPLAY_ENV": "verbose"}
    env["PYTHONPATH"] = os.pathsep.join(sys.path)
    env.pop("GOMP_SPINCOUNT", None)
    env.pop("OMP_WAIT_POLICY", None)
    if stated is not None:
        env["GOMP_SPINCOUNT"] = stated
    program = """
import os
from mlirlite.runtime.openmp import openmp
before = os.environ.get("GOMP_SPINCOUNT")
if openmp() is not None:
    print("loaded")
assert os.environ.get("GOMP_SPINCOUNT") == before
"""
    done = subprocess.run([sys.executable, "-c", program], env=env, capture_output=True, text=True)
    if "no OpenMP runtime that can be loaded" in done.stderr:
        pytest.skip("no libgomp")
    assert done.stdout == "loaded\n", done.stderr
    assert f"GOMP_SPINCOUNT = '{stated or 10000}'" in done.stderr


def test_without_a_runtime_one_thread_with_a_warning(monkeypatch):
    monkeypatch.setenv("MLIRLITE_OPENMP", "off")
    with pytest.warns(RuntimeWarning, match="no OpenMP runtime is there for 2 threads"):
        assert usable_threads(2) == 1


def test_a_name_is_looked_for_in_the_environment(monkeypatch):
    monkeypatch.setattr(sys, "prefix", "/there")
    monkeypatch.setattr(sys, "base_prefix", "/here")
    places = ["libomp.so", "/there/lib/libomp.so", "/here/lib/libomp.so"]
    assert list(_places("libomp.so")) == places
    assert list(_places("./libomp.so")) == ["./libomp.so"]


def test_more_threads_than_a_process_can_have_are_an_error():
    """libgomp ends the process when it cannot make a thread."""
    model, _ = net()
    for wanted in (1025, 40_000, 2**40):
        with pytest.raises(mlirlite.DiagnosticError, match=f"{wanted} threads, the limit is 1024"):
            mlirlite.InferenceSession(model, threads=wanted)


def test_a_library_that_is_none_is_an_error(monkeypatch):
    monkeypatch.setenv("MLIRLITE_OPENMP", "libnowhere.so")
    with pytest.raises(
        mlirlite.DiagnosticError, match="is not an OpenMP runtime that can be loaded"
    ):
        usable_threads(2)
