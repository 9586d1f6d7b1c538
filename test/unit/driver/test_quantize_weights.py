"""mlirlite-quantize --weights: the file is small, other engines read it, and errors are told."""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
import pytest

import mlirlite
from mlirlite.dialects.onnx.transforms.quantize_weights_onnx import rounded
from mlirlite.driver.quantize import main

pytestmark = pytest.mark.processor
RNG = np.random.default_rng(0)


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = onnx.parser.parse_model("""
    <ir_version: 10, opset_import: ["" : 21]>
    g (float[n,256] x) => (float[n,70] y) <float[256,128] w, float[70,128] u, float[70] c> {
      a = MatMul(x, w)
      b = Relu(a)
      y = Gemm<transB=1>(b, u, c)
    }
    """)
    made.graph.node[0].name = "first"
    del made.graph.initializer[:]
    for name, shape in (("w", (256, 128)), ("u", (70, 128)), ("c", (70,))):
        array = RNG.standard_normal(shape).astype(np.float32)
        made.graph.initializer.append(onnx.numpy_helper.from_array(array, name))
    path = tmp_path_factory.mktemp("weights") / "model.onnx"
    onnx.save(made, path)
    return path


def run(*arguments: object) -> tuple[int, str, str]:
    out, err = io.StringIO(), io.StringIO()
    code = main([str(a) for a in arguments], stdout=out, stderr=err)
    return code, out.getvalue(), err.getvalue()


@pytest.mark.bulk
@pytest.mark.parametrize(
    ("options", "most", "share"),
    [(["--weights=int4"], 0.3, 0.21), (["--weights=int8", "--symmetric"], 0.03, 0.33)],
)
def test_a_small_file_that_others_read(
    model: Path, tmp_path: Path, options: list[str], most: float, share: float
) -> None:
    output = tmp_path / "small.onnx"
    code, told, _ = run(model, *options, "-q", "--check=2", "-o", output)
    assert code == 0
    assert "first, 256x128: largest error" in told
    assert "y: largest error" in told
    assert output.stat().st_size < share * model.stat().st_size
    x = RNG.standard_normal((3, 256)).astype(np.float32)
    plain, ours, theirs = (
        session.run(None, {"x": x})[0]
        for session in (
            mlirlite.InferenceSession(str(model)),
            mlirlite.InferenceSession(str(output)),
            onnxruntime.InferenceSession(output, providers=["CPUExecutionProvider"]),
        )
    )
    largest = np.abs(plain).max()
    assert np.abs(ours - theirs).max() < 1e-5 * largest
    assert np.abs(ours - plain).max() < most * largest


def test_wrong_options(model: Path, tmp_path: Path) -> None:
    for options, text in (
        (["--weights=int5"], "unknown type 'int5'"),
        (["--weights=int4", "--block=20"], "expected blocks of a power of two"),
        (["--weights=int4", "--block=512"], "has no MatMul or Gemm with constant weights"),
    ):
        code, _, told = run(model, *options, "-q", "-o", tmp_path / "no.onnx")
        assert code == 1
        assert text in told
        assert not (tmp_path / "no.onnx").exists()


@pytest.mark.parametrize("symmetric", [False, True])
@pytest.mark.parametrize("bits", [4, 8])
def test_half_quadratic_errors_are_smaller(symmetric: bool, bits: int) -> None:
    """In sum, in mean squares, and in no block larger by the measure that it minimizes."""
    rows = RNG.laplace(size=(40, 200)).astype(np.float32)
    rows[3, :32], rows[4] = 0, 1e-30
    costs, squares = [], []
    for method in ("rtn", "hqq"):
        numbers, scales, zeros = rounded(np, rows, bits, 32, symmetric, method)
        low, high = (-(1 << bits - 1), (1 << bits - 1) - 1) if symmetric else (0, (1 << bits) - 1)
        for integers in (numbers, *([] if zeros is None else [zeros])):
            assert (integers == np.round(integers)).all()
            assert integers.min() >= low
            assert integers.max() <= high
        points = 0 if zeros is None else np.repeat(zeros, 32, 1)[:, :200]
        back = (numbers - points) * np.repeat(scales, 32, 1)[:, :200]
        error = np.pad(np.abs(back - rows).astype(np.float64), [(0, 0), (0, 24)])
        costs.append((error**0.7).reshape(40, 7, 32).sum(-1))
        squares.append(np.square(error).sum())
    assert (costs[1] <= costs[0] * (1 + 1e-5)).all()
    assert costs[1].sum() < (0.985 if bits == 4 else 1) * costs[0].sum()
    assert squares[1] < squares[0]


@pytest.mark.parametrize("symmetric", [False, True])
@pytest.mark.parametrize(("bits", "depth", "block"), [(4, 200, 32), (4, 320, 64), (8, 90, 16)])
def test_products_of_examples_lose_less(bits: int, depth: int, block: int, symmetric: bool) -> None:
    """Integers in their range, and smaller errors for other inputs of the same kind, one of which
    is always 0; for unrelated inputs it is plain rounding."""
    rows = RNG.standard_normal((30, depth)).astype(np.float32)
    mixed = RNG.standard_normal((depth // 8, depth))
    mixed[:, 5] = 0
    seen, other = (RNG.standard_normal((400, depth // 8)) @ mixed for _ in range(2))
    ends = (-(1 << bits - 1), (1 << bits - 1) - 1) if symmetric else (0, (1 << bits) - 1)
    lost = []
    for method, moments in (("rtn", None), ("gptq", seen.T @ seen), ("gptq", np.eye(depth))):
        numbers, scales, zeros = rounded(np, rows, bits, block, symmetric, method, moments)
        for integers in (numbers, *([] if zeros is None else [zeros])):
            assert (integers == np.round(integers)).all()
            assert integers.min() >= ends[0]
            assert integers.max() <= ends[1]
        points = 0 if zeros is None else np.repeat(zeros, block, 1)[:, :depth]
        back = (numbers - points) * np.repeat(scales, block, 1)[:, :depth]
        lost.append(np.square(other @ (back - rows).T).mean())
    assert lost[1] < 0.3 * lost[0]
    assert lost[2] == pytest.approx(lost[0], rel=1e-3)


@pytest.mark.bulk
def test_examples_make_outputs_better(model: Path, tmp_path: Path) -> None:
    mixed = RNG.standard_normal((20, 256))
    seen, other = ((RNG.standard_normal((300, 20)) @ mixed).astype(np.float32) for _ in range(2))
    np.save(tmp_path / "seen.npy", seen)
    plain = mlirlite.InferenceSession(str(model)).run(None, {"x": other})[0]
    lost = []
    for method in ("rtn", "gptq"):
        output = tmp_path / f"{method}.onnx"
        data = f"--data={tmp_path / 'seen.npy'}"
        code, _, told = run(
            model, "--weights=int4", f"--method={method}", data, "-q", "--check=0", "-o", output
        )
        assert (code, told) == (0, "")
        found = mlirlite.InferenceSession(str(output)).run(None, {"x": other})[0]
        lost.append(np.square(found - plain).mean())
    assert lost[1] < 0.4 * lost[0]


def test_another_method_is_an_error(model: Path, tmp_path: Path) -> None:
    for option, message in (
        ("--weights=int4", "unknown method 'hqs'; did you mean 'hqq'?"),
        ("-q", "unknown method 'hqs'"),
    ):
        code, _, told = run(model, option, "--method=hqs", "-q", "-o", tmp_path / "x.onnx")
        assert code == 1
        assert message in told
