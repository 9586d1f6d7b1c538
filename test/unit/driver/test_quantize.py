"""mlirlite-quantize: its output runs and is close to the model, and the program reports the
error."""

from __future__ import annotations

import io
import platform
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import onnx.parser
import pytest

import mlirlite
from mlirlite.driver.quantize import main
from mlirlite.ir.context import Context
from mlirlite.parser import parse_module
from mlirlite.runtime.batches.examples import ExampleFiles
from mlirlite.runtime.batches.images import preparation
from mlirlite.runtime.calibration import calibrate, cost_of_bytes, losses, quantize, split_batches
from mlirlite.support.diagnostics import DiagnosticError

pytestmark = pytest.mark.processor

TEXT = """
<ir_version: 10, opset_import: ["" : 21]>
images (float[2,16,7,7] x) => (float[2,10] y)
  <float[32,16,3,3] u, float[32] b, float[32,32,1,1] v, float[10,32] w> {
  a = Conv<pads=[1,1,1,1]>(x, u, b)
  c = Relu(a)
  m = MaxPool<kernel_shape=[2,2]>(c)
  d = Conv(m, v)
  e = Add(m, d)
  f = Relu(e)
  g = GlobalAveragePool(f)
  h = Flatten(g)
  y = Gemm<transB=1>(h, w)
}
"""


@pytest.fixture
def model(tmp_path: Path) -> str:
    made = onnx.parser.parse_model(TEXT)
    rng = np.random.default_rng(0)
    shapes = {"u": (32, 16, 3, 3), "b": (32,), "v": (32, 32, 1, 1), "w": (10, 32)}
    del made.graph.initializer[:]
    made.graph.initializer.extend(
        onnx.numpy_helper.from_array(
            (rng.standard_normal(s) / np.sqrt(np.prod(s[1:]))).astype(np.float32), k
        )
        for k, s in shapes.items()
    )
    path = str(tmp_path / "model.onnx")
    onnx.save(made, path)
    return path


def run(*words: str) -> tuple[int, str, str]:
    out, err = io.StringIO(), io.StringIO()
    code = main(words, stdout=out, stderr=err)
    return code, out.getvalue(), err.getvalue()


def examples(count: int, seed: int = 1) -> Any:
    rng = np.random.default_rng(seed)
    return rng.standard_normal((2 * count, 16, 7, 7)).astype(np.float32)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("kind", ["onnx", "mlir"])
def test_what_is_written_runs(model: str, tmp_path: Path, kind: str) -> None:
    data, output = str(tmp_path / "x.npy"), str(tmp_path / f"small.{kind}")
    np.save(data, examples(4))
    code, out, err = run(model, f"--data={data}", "--check=4", "-q", "-o", output)
    assert (code, err) == (0, "")
    assert "of 8 rows" in out
    assert out.endswith(f"calibrated with 4 batches; wrote {output}\n")
    plain, small = mlirlite.InferenceSession(model), mlirlite.InferenceSession(output)
    unseen = [{"x": x} for x in np.split(examples(4, seed=2), 4)]
    [loss] = losses(plain, small, unseen)
    assert 0 < loss.root_mean_square < 0.02
    assert loss.rows == 8


def test_columns_of_parquet_are_examples(model: str, tmp_path: Path) -> None:
    pa, parquet = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    data, output = str(tmp_path / "x.parquet"), str(tmp_path / "small.mlir")
    column = pa.array(examples(3).reshape(6, -1).tolist())
    parquet.write_table(pa.table({"x": column}), data)
    np.save(tmp_path / "x.npy", examples(3))
    texts = []
    for file in (data, str(tmp_path / "x.npy")):
        code, out, err = run(model, f"--data={file}", "--check=0", "-q", "-o", output)
        assert (code, err) == (0, "")
        assert out == f"calibrated with 3 batches; wrote {output}\n"
        texts.append(Path(output).read_text())
    assert texts[0] == texts[1]


def test_patterns_of_files_are_one_stream_of_examples(model: str, tmp_path: Path) -> None:
    """Files of other sizes than the model's batches give what one file gives."""
    rows = examples(4)
    whole, output = str(tmp_path / "whole.npy"), str(tmp_path / "small.mlir")
    np.save(whole, rows)
    for name, (start, end) in {"a": (0, 3), "b": (3, 4), "c": (4, 8)}.items():
        np.savez(tmp_path / f"part-{name}.npz", x=rows[start:end], other=np.ones(2))
    texts = []
    for pattern in (whole, str(tmp_path / "part-*.npz")):
        code, out, err = run(model, f"--calibrate={pattern}", "--check=2", "-q", "-o", output)
        assert (code, err) == (0, "")
        assert out.endswith(f"calibrated with 4 batches; wrote {output}\n")
        texts.append(Path(output).read_text())
    assert texts[0] == texts[1]
    code, _, err = run(model, "--calibrate=none*.npz", "-q", "-o", output)
    assert code == 1
    assert "there is no file 'none*.npz' for --calibrate" in err


def inputs_of(text: str) -> Any:
    session = mlirlite.InferenceSession(onnx.parser.parse_model(HEAD + text))
    return session.get_inputs()


HEAD = '<ir_version: 10, opset_import: ["" : 21]>\n'


def test_examples_are_read_a_batch_at_a_time(tmp_path: Path) -> None:
    tracemalloc = pytest.importorskip("tracemalloc")
    inputs = inputs_of("m (float[8,1000] x) => (float[8,1000] y) { y = Neg(x) }")
    for n in range(3):
        np.save(tmp_path / f"{n}.npy", np.full((501, 1000), n, np.float32))
    files = ExampleFiles([str(tmp_path / f"{n}.npy") for n in range(3)], inputs)
    assert len(files) == 188
    tracemalloc.start()
    shapes = [batch["x"].shape for batch in files]
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert shapes == [(8, 1000)] * 188
    assert peak < 1 << 20  # the files have 6 MB
    last = list(files)[-1]["x"]
    assert (last == 2).all()


def test_examples_that_are_not_rows_are_taken_as_they_are(tmp_path: Path) -> None:
    inputs = inputs_of("m (float[N,3] x, float[1] k) => (float[N,3] y) { y = Mul(x, k) }")
    given = {"x": np.ones((5, 3), np.float32), "k": np.ones(1, np.float32)}
    np.savez(tmp_path / "a.npz", **given)
    found = list(ExampleFiles([str(tmp_path / "a.npz")] * 2, inputs))
    assert [{n: a.shape for n, a in batch.items()} for batch in found] == [
        {"x": (5, 3), "k": (1,)}
    ] * 2
    inputs = inputs_of("m (float[N,L] x) => (float[N,L] y) { y = Neg(x) }")
    for n in (2, 3):
        np.save(tmp_path / f"{n}.npy", np.ones((4, n), np.float32))
    files = [str(tmp_path / f"{n}.npy") for n in (2, 2, 3)]
    assert [b["x"].shape for b in ExampleFiles(files, inputs)] == [(8, 2), (4, 3)]


def test_images_are_examples(tmp_path: Path) -> None:
    image = pytest.importorskip("PIL.Image", reason="Pillow is not installed (extra images)")
    inputs = inputs_of("m (float[2,3,4,4] x) => (float[2,3,4,4] y) { y = Neg(x) }")
    for n in range(3):
        image.fromarray(np.full((8, 8, 3), 10 * n, np.uint8)).save(tmp_path / f"{n}.png")
    files = [str(tmp_path / f"{n}.png") for n in range(3)]
    found = [b["x"][:, 0, 0, 0] for b in ExampleFiles(files, inputs, preparation("crop=4,scale=1"))]
    np.testing.assert_array_equal(found, [[0, 10], [20, 20]])


@pytest.mark.parametrize("activations", ["ui8", "i8"])
def test_weights_are_in_the_file_once_as_bytes(
    model: str, tmp_path: Path, activations: str
) -> None:
    output = str(tmp_path / "small.onnx")
    assert (
        run(model, "--batches=1", "--check=0", f"--activations={activations}", "-o", output)[0] == 0
    )
    graph = onnx.load(output).graph
    read = {name for node in graph.node for name in node.input}
    assert {t.name for t in graph.initializer} <= read
    assert {out for node in graph.node for out in node.output} <= read | {"y"}
    before = sum(t.ByteSize() for t in onnx.load(model).graph.initializer)
    after = graph.ByteSize()
    assert after < 0.25 * before + 4096  # scales, and what the nodes take


def test_products_share_bytes_of_the_same_weights() -> None:
    w = np.random.default_rng(0).standard_normal((32, 32)).astype(np.float32) / 6
    text = """
    <ir_version: 10, opset_import: ["" : 21]>
    twice (float[4,32] x) => (float[4,32] y) <float[32,32] w> {
      a = MatMul(x, w)
      b = Relu(a)
      c = MatMul(b, w)
      d = Relu(c)
      y = MatMul(d, w)
    }
    """
    model = onnx.parser.parse_model(text)
    del model.graph.initializer[:]
    model.graph.initializer.append(onnx.numpy_helper.from_array(w, "w"))
    batches = [{"x": np.random.default_rng(1).standard_normal((4, 32)).astype(np.float32)}]
    module = quantize(model.SerializeToString(), batches)
    assert str(module).count("tensor<32x32xi8>, tensor<32xf32>") == 1
    [loss] = losses(mlirlite.InferenceSession(model), mlirlite.InferenceSession(module), batches)
    assert loss.root_mean_square < 0.03


class Terminal(io.StringIO):
    """A stream that claims to be a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.mark.bulk
@pytest.mark.parametrize("quiet", [(), ("-q",)])
def test_progress_is_shown_on_a_terminal(
    model: str, tmp_path: Path, quiet: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    err = Terminal()
    words = [model, "--batches=2", "--check=1", *quiet, "-o", str(tmp_path / "small.onnx")]
    assert main(words, stdout=io.StringIO(), stderr=err) == 0
    shown = [line.split()[0] for line in err.getvalue().split("\r\x1b[K") if line]
    stages = [
        "read",
        "onnx",
        "onnx",
        "krnl",
        "affine",
        "scf",
        "cf",
        "llvm",
        "batch",
        "batch",
        "write",
        "floats",
        "bytes",
        "check",
    ]
    assert shown[-len(stages) :] == ([] if quiet else stages)


@pytest.mark.bulk
@pytest.mark.skipif(platform.machine() != "x86_64", reason="names of x86-64's processors")
def test_a_processor_on_which_bytes_do_not_pay(
    model: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = [model, "--batches=1", "--check=0", "-o", str(tmp_path / "small.onnx")]
    for stated, known in (
        ("haswell", "processor, like 'haswell', sums up products of bytes as pairs of 16 bits"),
        ("x86-64-v2", "processor has no instruction that code is made for"),
    ):
        monkeypatch.setenv("MLIRLITE_MCPU", stated)
        code, _, err = run(*words)
        assert code == 0
        assert err.startswith(f"warning: this {known}")
        assert err.endswith("or keep the floats\n")
        assert run(*words, "-q")[2] == ""
    monkeypatch.setattr("mlirlite.runtime.calibration.host_machine", lambda: "cascadelake")
    assert cost_of_bytes() == ""


def test_other_engines_agree(model: str, tmp_path: Path) -> None:
    """onnxruntime runs the nodes as they are: products of bytes, which it would make of them,
    saturate on some processors."""
    onnxruntime = pytest.importorskip("onnxruntime")
    options = onnxruntime.SessionOptions()
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
    output = str(tmp_path / "small.onnx")
    assert run(model, "--batches=2", "--check=0", "-o", output)[0] == 0
    onnx.checker.check_model(output)
    session = onnxruntime.InferenceSession(output, options, providers=["CPUExecutionProvider"])
    x = examples(1)
    [want] = session.run(None, {"x": x})
    [got] = mlirlite.InferenceSession(output).run(None, {"x": x})
    assert np.abs(want - got).max() < 0.02 * np.abs(want).max()


@pytest.mark.bulk
@pytest.mark.parametrize("activations", ["ui8", "i8"])
def test_types_between_operators(model: str, activations: str) -> None:
    batches = [{"x": examples(1)}]
    module = quantize(model, batches, activations=activations)
    assert f"x7x7x{activations}" in str(module).replace("2x16", "")
    [loss] = losses(mlirlite.InferenceSession(model), mlirlite.InferenceSession(module), batches)
    assert loss.root_mean_square < 0.02


@pytest.mark.bulk
def test_percentiles_leave_out_what_is_rare(model: str) -> None:
    x = examples(1)
    x[0, 0, 0, 0] = 1000.0
    wide = quantize(model, [{"x": x}])
    narrow = quantize(model, [{"x": x}], method="percentile", percentile=99.0)
    assert "1.000000e+03> : " not in str(narrow)
    assert "onnx.range = array<f32" in str(wide)
    plain = mlirlite.InferenceSession(model)
    usual = [{"x": examples(1, seed=3)}]
    far, near = (
        losses(plain, mlirlite.InferenceSession(m), usual)[0].root_mean_square
        for m in (wide, narrow)
    )
    assert near < far


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("-o", "small.txt"), "expected -o with a file that ends in .onnx or .mlir"),
        (
            ("--method=mean", "-o", "x.onnx"),
            "unknown method 'mean'; expected one of minmax, percentile",
        ),
        (
            ("--method=percentile", "--percentile=3", "-o", "x.onnx"),
            "expected a percentile above 50",
        ),
        (("--data=nowhere.npy", "-o", "x.onnx"), "there is no file 'nowhere.npy' for --calibrate"),
        (("--batches=0", "-o", "x.onnx"), "calibration needs one batch of inputs or more"),
        (("--activations=i4", "-o", "x.onnx"), "unknown type 'i4'"),
    ],
)
def test_wrong_options(
    model: str, words: tuple[str, ...], message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(Path(model).parent)
    code, _, err = run(model, *words)
    assert code != 0
    assert message in err
    assert not (Path(model).parent / "x.onnx").exists()


def test_data_without_an_input(model: str, tmp_path: Path) -> None:
    data = str(tmp_path / "x.npz")
    np.savez(data, z=examples(1))
    _, _, err = run(model, f"--data={data}", "-o", str(tmp_path / "small.onnx"))
    assert "x.npz' has no array for input 'x': expected that name, found 'z'" in err


def test_examples_are_split_into_batches(model: str) -> None:
    inputs = mlirlite.InferenceSession(model).get_inputs()
    x = examples(3)
    found = split_batches(inputs, {"x": x})
    np.testing.assert_array_equal(np.concatenate([f["x"] for f in found]), x)
    assert [f["x"].shape[0] for f in found] == [2, 2, 2]


def test_a_model_without_products() -> None:
    text = "func.func @main_graph(%x: tensor<2xf32>) -> tensor<2xf32> { return %x : tensor<2xf32> }"
    with pytest.raises(DiagnosticError, match="no convolution, Gemm or MatMul with"):
        calibrate(parse_module(text, Context()), [])


def test_inputs_that_are_not_finite(model: str) -> None:
    with pytest.raises(DiagnosticError, match="elements that are infinite"):
        quantize(model, [{"x": np.full((2, 16, 7, 7), np.inf, np.float32)}])


@pytest.mark.parametrize("method", ["minmax", "percentile"])
def test_inputs_without_elements(method: str) -> None:
    weights = "float[3, 2] w = {1, 1, 1, 1, 1, 1}"
    text = f"g (float[n, 3] x) => (float[n, 2] y) <{weights}> {{ y = MatMul(x, w) }}"
    model = onnx.parser.parse_model(f'<ir_version: 8, opset_import: ["": 17]> {text}')
    with pytest.raises(DiagnosticError, match="input 0 of the model has no elements"):
        mlirlite.quantize(model, [{"x": np.zeros((0, 3), np.float32)}], method=method)
