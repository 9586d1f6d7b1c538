"""Models, libraries of them, and programs that call them."""

import importlib.util
import io
import shutil
import subprocess
import sys
from collections.abc import Sequence
from math import prod
from pathlib import Path

import numpy as np
import onnx
import onnx.helper
import onnx.numpy_helper
import pytest

from mlirlite.driver.compile import main as compile_
from mlirlite.testing.models import light_models, with_random_weights

ROOT = Path(__file__).resolve().parents[4]
INCLUDE = ROOT / "mlirlite" / "runtime" / "include"
EXAMPLES = ROOT / "examples" / "native"
F = onnx.TensorProto.FLOAT


def make_model(nodes, inputs, outputs, initializers=()):
    """A model of nodes, with an IR version that onnxruntime reads."""
    info = onnx.helper.make_tensor_value_info
    graph = onnx.helper.make_graph(
        nodes,
        "g",
        [info(n, t, s) for n, t, s in inputs],
        [info(n, t, s) for n, t, s in outputs],
        [onnx.numpy_helper.from_array(a, n) for n, a in dict(initializers).items()],
    )
    opset = onnx.helper.make_opsetid("", 17)
    return onnx.helper.make_model(graph, opset_imports=[opset], ir_version=8)


def dense_model(rows="batch"):
    """e = exp(relu(x @ w + b)) and y = x @ w + b; x is rows x 5, w is larger than constants in
    text may be."""
    rng = np.random.default_rng(0)
    node = onnx.helper.make_node
    return make_model(
        [
            node("MatMul", ["x", "w"], ["m"]),
            node("Add", ["m", "b"], ["y"]),
            node("Relu", ["y"], ["z"]),
            node("Exp", ["z"], ["e"]),
        ],
        [("x", F, [rows, 5])],
        [("y", F, [rows, 300]), ("e", F, [rows, 300])],
        {"w": rng.random((5, 300), np.float32) - 0.5, "b": rng.random(300, np.float32)},
    )


def conv_model():
    """A small CNN of fixed shapes: convolutions, a residual sum, pooling, softmax."""
    rng = np.random.default_rng(1)
    node = onnx.helper.make_node

    def weights(*shape):
        return ((rng.random(shape) - 0.5) * 2 / np.sqrt(prod(shape[1:]))).astype("f4")

    return make_model(
        [
            node("Conv", ["x", "w1", "b1"], ["c1"], pads=[1, 1, 1, 1]),
            node("Relu", ["c1"], ["r1"]),
            node("Conv", ["r1", "w2"], ["c2"], pads=[1, 1, 1, 1]),
            node("Add", ["c2", "r1"], ["s"]),
            node("MaxPool", ["s"], ["p"], kernel_shape=[2, 2], strides=[2, 2]),
            node("GlobalAveragePool", ["p"], ["g"]),
            node("Flatten", ["g"], ["f"]),
            node("Gemm", ["f", "w3"], ["l"], transB=1),
            node("Softmax", ["l"], ["y"]),
        ],
        [("x", F, [1, 3, 20, 20])],
        [("y", F, [1, 10])],
        {"w1": weights(24, 3, 3, 3), "b1": weights(24), "w2": weights(24, 24, 3, 3)}
        | {"w3": weights(10, 24)},
    )


def numbers(shape: Sequence[int]) -> np.ndarray:
    """What the example programs feed."""
    state, found = 12345, []
    for _ in range(prod(shape)):
        state = (state * 1664525 + 1013904223) & 0xFFFFFFFF
        found.append(state >> 8)
    return (np.array(found, np.float32) / np.float32(1 << 24)).reshape(shape)


def expected(path: Path, shape: Sequence[int]) -> np.ndarray:
    """onnxruntime's outputs for these numbers, one behind the other."""
    import onnxruntime

    session = onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    found = session.run(None, {session.get_inputs()[0].name: numbers(shape)})
    return np.concatenate([f.ravel() for f in found])


def assert_close(
    printed: str, path: Path, shape: Sequence[int], rtol: float = 1e-4, first: int | None = None
) -> None:
    """The numbers that a program printed are onnxruntime's (the first of them)."""
    found = np.array(printed.split(), np.float32)
    want = expected(path, shape)[:first]
    assert found.shape == want.shape
    assert np.abs(found - want).max() <= rtol * np.abs(want).max()


def compile_model(model: Path, output: Path, *options: str) -> str:
    """Run mlirlite-compile; what it prints. Fails on its error."""
    out, err = io.StringIO(), io.StringIO()
    code = compile_([str(model), "-o", str(output), *options], stdout=out, stderr=err)
    assert code == 0, err.getvalue()
    return out.getvalue()


def fails(model: Path, output: Path, *options: str, wanted: int = 1) -> str:
    """Run mlirlite-compile, which must fail cleanly with the wanted exit code; its error."""
    err = io.StringIO()
    before = set(output.parent.iterdir()) if output.parent.is_dir() else set()
    code = compile_([str(model), "-o", str(output), *options], stdout=io.StringIO(), stderr=err)
    assert code == wanted
    assert "Traceback" not in err.getvalue()
    assert (set(output.parent.iterdir()) if output.parent.is_dir() else set()) == before
    return err.getvalue()


def need(*programs: str) -> None:
    """Skip the test unless these programs are installed."""
    for name in programs:
        if shutil.which(name) is None:
            pytest.skip(f"{name} is not installed")


def run(*command: object, code: int = 0, **more: object) -> str:
    """A program's standard output; fails on another exit code."""
    done = subprocess.run(
        [str(c) for c in command], capture_output=True, text=True, check=False, **more
    )
    assert done.returncode == code, done.stdout + done.stderr
    return done.stdout


def build(source: Path, library: Path, program: Path, *flags: str, compiler: str = "cc") -> Path:
    """A C or C++ program that is linked with a library, without a warning."""
    need(compiler)
    paths = ("-Wl,-rpath," + str(library.parent), "-lm") if library.suffix == ".so" else ("-lm",)
    warnings = ("-Wall", "-Wextra", "-Werror")
    run(compiler, *warnings, f"-I{INCLUDE}", *flags, source, library, "-o", program, *paths)
    return program


def zig(*command: object) -> str:
    """A tool of the PyPI package ziglang."""
    if importlib.util.find_spec("ziglang") is None:
        pytest.skip("ziglang is not installed")
    return run(sys.executable, "-m", "ziglang", *command)


@pytest.fixture(scope="session")
def aot():
    """The functions of this file."""
    return sys.modules[__name__]


@pytest.fixture(scope="session")
def dense(tmp_path_factory) -> Path:
    """The dense model with an unknown batch."""
    path = tmp_path_factory.mktemp("aot") / "dense.onnx"
    onnx.save(dense_model(), path)
    return path


@pytest.fixture(scope="session")
def dense_library(dense, tmp_path_factory) -> Path:
    """It, compiled for any x86-64 with AVX2 (valgrind knows no more)."""
    path = tmp_path_factory.mktemp("aot") / "dense.so"
    need("cc")
    compile_model(dense, path, "-q", *portable())
    return path


def portable() -> tuple[str, ...]:
    """Options for code that emulators of this machine run."""
    import platform

    return ("--mcpu=haswell",) if platform.machine() == "x86_64" else ()


@pytest.fixture(scope="session")
def conv(tmp_path_factory) -> Path:
    """The small CNN."""
    path = tmp_path_factory.mktemp("aot") / "conv.onnx"
    onnx.save(conv_model(), path)
    return path


@pytest.fixture(scope="session")
def real_model(tmp_path_factory):
    """A CNN of the onnx package with random weights, by name, as a file."""
    folder = tmp_path_factory.mktemp("models")

    def make(name: str) -> Path:
        path = folder / f"{name}.onnx"
        if not path.exists():
            onnx.save(with_random_weights(onnx.load(light_models()[name])), path)
        return path

    return make
