"""Libraries of ranks, called from C under mpirun: the result is that of one rank, and a rank that
cannot go on says why and ends all."""

import os
import shutil
import signal
import subprocess
import time
from pathlib import Path

import numpy as np
import onnx
import onnx.parser
import pytest
from onnx import numpy_helper

from mlirlite import InferenceSession
from mlirlite.driver.compile import main
from mlirlite.runtime import include
from mlirlite.testing.mpirun import finish, missing, start

if missing():
    pytest.skip(missing(), allow_module_level=True)
if shutil.which("mpicc") is None:
    pytest.skip("mpicc is missing (Debian: libopenmpi-dev)", allow_module_level=True)

HEAD = '<ir_version: 10, opset_import: ["" : 21]>'
PERCEPTRON = (
    "m (float[N,32] x) => (float[N,32] y, float[N,64] h) "
    "{ h = MatMul(x, a)  r = Relu(h)  p = MatMul(r, b)  y = Softmax(p) }",
    {"a": (32, 64), "b": (64, 32)},
)
ATTENTION = (
    """m (float[2,8,64] x) => (float[2,8,64] y)
    <int64[4] s = {2,8,4,16}, int64[3] f = {2,8,64}> {
    q = MatMul(x, wq)  k = MatMul(x, wk)  v = MatMul(x, wv)
    q1 = Reshape(q, s)  k1 = Reshape(k, s)  v1 = Reshape(v, s)
    q2 = Transpose<perm=[0,2,1,3]>(q1)  k2 = Transpose<perm=[0,2,3,1]>(k1)
    v2 = Transpose<perm=[0,2,1,3]>(v1)
    p = MatMul(q2, k2)  a = Softmax(p)  o = MatMul(a, v2)
    o1 = Transpose<perm=[0,2,1,3]>(o)  o2 = Reshape(o1, f)  r = MatMul(o2, wo)  y = Add(x, r) }""",
    dict.fromkeys(("wq", "wk", "wv", "wo"), (64, 64)),
)
IMAGES = (
    """m (float[1,2,8,6] x) => (float[1,4] y) { h = Conv<pads=[1,1,1,1]>(x, a)  r = Relu(h)
    q = MaxPool<kernel_shape=[3,3], strides=[2,2], pads=[1,1,1,1]>(r)
    g = Conv<pads=[1,1,1,1]>(q, b)  p = GlobalAveragePool(g)  y = Flatten(p) }""",
    {"a": (4, 2, 3, 3), "b": (4, 4, 3, 3)},
)
RANKS = Path(__file__).parents[3] / "examples/native/ranks.c"


@pytest.fixture(scope="module")
def program(tmp_path_factory):
    """examples/native/ranks.c."""
    built = tmp_path_factory.mktemp("c") / "ranks"
    folder = Path(include.__file__).parent
    words = ["mpicc", "-Wall", "-Wextra", "-Werror", "-O1", f"-I{folder}", RANKS, "-ldl", "-lm"]
    subprocess.run([*words, "-o", built], check=True)
    return built


@pytest.mark.parametrize("standard", ["c99", "c11", "c++17"])
def test_header_stands_alone(standard):
    compiler, language = ("mpicxx", "c++") if "+" in standard else ("mpicc", "c")
    words = ["-Wall", "-Wextra", "-Werror", "-fsyntax-only", "-DOMPI_SKIP_MPICXX"]
    text = "#include <MlirliteRanks.h>\n" * 2 + "int main(void) { return 0; }\n"
    folder = f"-I{Path(include.__file__).parent}"
    command = [compiler, "-x", language, f"-std={standard}", *words, folder, "-"]
    subprocess.run(command, input=text, text=True, check=True)


def save(text, weights, path, seed=0):
    model = onnx.parser.parse_model(HEAD + text)
    rng = np.random.default_rng(seed)
    for key, shape in weights.items():
        array = rng.standard_normal(shape).astype(np.float32) / 8
        model.graph.initializer.append(numpy_helper.from_array(array, key))
    onnx.save(model, path)
    return str(path)


def libraries(model, shard, output):
    words = [f"--shard={shard}", "--network=1TB/s,1ns,1MFLOP/s", "-o", str(output), "-q"]
    assert main([model, *words]) == 0
    return str(output).replace(".so", "-%d.so")


@pytest.mark.parametrize(
    ("model", "shard", "shape"),
    [
        (PERCEPTRON, "data=2", (5, 32)),
        (PERCEPTRON, "data=2,tensor=2", (4, 32)),
        (PERCEPTRON, "pipeline=2", (4, 32)),
        (IMAGES, "spatial=2", (1, 2, 8, 6)),
        pytest.param(ATTENTION, "tensor=2", (2, 8, 64), marks=pytest.mark.bulk),
        pytest.param(ATTENTION, "pipeline=2,tensor=2", (2, 8, 64), marks=pytest.mark.bulk),
    ],
)
def test_ranks_in_c_give_the_whole_result(tmp_path, program, model, shard, shape):
    """Rows that two ranks cannot share equally are among them."""
    path = save(*model, tmp_path / "m.onnx")
    count = int(np.prod([int(part.split("=")[1]) for part in shard.split(",")]))
    code, out, err = finish(
        start(count, program, libraries(path, shard, tmp_path / "m.so"), *shape)
    )
    assert code == 0, out + err
    x = np.sin(np.arange(np.prod(shape), dtype=np.float32)).reshape(shape)
    want = InferenceSession(path).run(None, {"x": x})
    found = np.array(out.split(), np.float64)
    expected = np.concatenate([w.ravel() for w in want])
    np.testing.assert_allclose(found, expected, rtol=1e-5, atol=1e-5)


@pytest.fixture
def two(tmp_path):
    """Libraries for two ranks."""
    path = save(*PERCEPTRON, tmp_path / "m.onnx")
    return libraries(path, "tensor=2", tmp_path / "m.so")


def test_wrong_libraries(tmp_path, program, two):
    code, _, err = finish(start(1, program, two, 4, 32))
    assert code != 0
    assert "error: rank 0: " in err
    assert "is for 2 ranks, but there are 1: start it with 'mpirun -n 2'" in err
    other = libraries(save(*PERCEPTRON, tmp_path / "o.onnx", 1), "tensor=2", tmp_path / "o.so")
    shutil.copy(other % 1, two % 1)
    code, _, err = finish(start(2, program, two, 4, 32))
    assert code != 0
    assert "was not made together with all other ranks' libraries" in err
    shutil.copy(two % 0, two % 1)
    code, _, err = finish(start(2, program, two, 4, 32))
    assert code != 0
    assert "is rank 0's library" in err
    code, _, err = finish(start(2, program, two, 4, 31))
    assert code != 0
    assert "error: rank" in err


def test_a_rank_that_dies_ends_all(program, two):
    """mpirun ends the others; nothing hangs."""
    process = start(2, program, two, 2_000_000, 32)
    time.sleep(0.5)
    children = subprocess.run(
        ["ps", "-o", "pid=,comm=", "--ppid", str(process.pid)], capture_output=True, text=True
    ).stdout
    pids = [int(line.split()[0]) for line in children.splitlines() if "ranks" in line]
    if pids:
        os.kill(pids[0], signal.SIGKILL)
        code, _, _ = finish(process, 60)
        assert code != 0
    else:
        finish(process, 60)


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (("--shard=tensor=0",), "has a size of 0"),
        (("--shard=layers=2",), "'layers' is no way to share a model out"),
        (("--shard=",), "expected ways to share a model out"),
        (("--shard=tensor=2", "--static-arena"), "leave out --static-arena"),
        (("--shard=tensor=2", "--emit=o"), "found --emit=o"),
    ],
)
def test_wrong_options(tmp_path, capsys, options, reason):
    path = save(*PERCEPTRON, tmp_path / "m.onnx")
    assert main([path, *options, "-o", str(tmp_path / "m.so")]) == 1
    assert reason in capsys.readouterr().err
    assert not list(tmp_path.glob("*.so"))


def test_sums_of_short_numbers_are_refused(tmp_path, capsys):
    text = "m (float16[4,32] x) => (float16[4,32] y) { h = MatMul(x, a)  y = MatMul(h, b) }"
    model = onnx.parser.parse_model(HEAD + text)
    for name, shape in {"a": (32, 256), "b": (256, 32)}.items():
        array = np.ones(shape, np.float16)
        model.graph.initializer.append(numpy_helper.from_array(array, name))
    onnx.save(model, tmp_path / "m.onnx")
    code = main([str(tmp_path / "m.onnx"), "--shard=tensor=2", "-o", str(tmp_path / "m.so")])
    assert code == 1
    assert "ranks would add f16" in capsys.readouterr().err
