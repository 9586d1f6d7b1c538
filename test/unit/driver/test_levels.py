"""The main job by its very commands: import, one named pass a step through text, LLVM IR,
numbers."""

import io

import numpy as np
import onnx
import onnx.helper
import onnx.numpy_helper
import pytest

import mlirlite
from mlirlite.driver import compile as compile_, opt, run, translate
from mlirlite.runtime.compiler import stages_for
from mlirlite.runtime.host import host_machine


@pytest.fixture(scope="module")
def model(tmp_path_factory):
    """Conv, Relu, MaxPool, Flatten, Gemm, Softmax; the weights are big enough for resources."""
    rng = np.random.default_rng(0)
    weights = {
        "w": rng.random((4, 2, 3, 3), np.float32) - 0.5,
        "b": rng.random(4, np.float32),
        "g": rng.random((3, 16), np.float32) - 0.5,
    }
    node = onnx.helper.make_node
    nodes = [
        node("Conv", ["x", "w", "b"], ["c"], name="conv", pads=[1, 1, 1, 1]),
        node("Relu", ["c"], ["r"], name="relu"),
        node("MaxPool", ["r"], ["p"], name="pool", kernel_shape=[2, 2], strides=[2, 2]),
        node("Flatten", ["p"], ["f"], name="flatten"),
        node("Gemm", ["f", "g"], ["m"], name="gemm", transB=1),
        node("Softmax", ["m"], ["y"], name="softmax"),
    ]
    info = onnx.helper.make_tensor_value_info
    graph = onnx.helper.make_graph(
        nodes,
        "small",
        [info("x", onnx.TensorProto.FLOAT, [1, 2, 4, 4])],
        [info("y", onnx.TensorProto.FLOAT, [1, 3])],
        [onnx.numpy_helper.from_array(a, n) for n, a in weights.items()],
    )
    path = tmp_path_factory.mktemp("levels") / "model.onnx"
    onnx.save(onnx.helper.make_model(graph, opset_imports=[onnx.helper.make_opsetid("", 17)]), path)
    return path


def call(program, *words):
    out, err = io.StringIO(), io.StringIO()
    code = program.main([str(w) for w in words], stdin=io.StringIO(), stdout=out, stderr=err)
    assert code == 0, err.getvalue()
    return out.getvalue()


@pytest.fixture(
    scope="module",
    params=[
        pytest.param("", marks=pytest.mark.bulk, id="plain"),
        pytest.param("host", id="scheduled"),
    ],
)
def texts(request, model, tmp_path_factory):
    """The text after each pass; each is what the pass before printed, read again."""
    folder = tmp_path_factory.mktemp("texts")
    at = folder / "imported.mlir"
    call(translate, "--import-onnx", model, "-o", at)
    found = {"imported": at}
    for stage in stages_for(host_machine() if request.param else ""):
        for number, name in enumerate(stage.passes):
            to = folder / f"{stage.name}.{number}.mlir"
            call(opt, f"--pass-pipeline=builtin.module({name})", at, "-o", to)
            at = found[name] = to
        found[stage.name] = at
    return found


def test_the_importer_keeps_weights_as_resources_and_elides_them_on_demand(model, texts):
    text = texts["imported"].read_text()
    assert "dense_resource<w> : tensor<4x2x3x3xf32>" in text
    assert 'w: "0x' in text
    assert 'onnx_node_name = "conv"' in text
    elided = call(translate, "--import-onnx", "--elide-weights", model)
    assert "dense_resource<w>" in elided
    assert '"0x' not in elided


def test_the_command_of_the_readme(model, texts):
    text = call(opt, "--shape-inference", "--convert-onnx-to-krnl", texts["imported"])
    assert "krnl.iterate" in text
    assert "krnl.entry_point" in text
    assert '"onnx.' not in text


@pytest.mark.parametrize(
    ("level", "has", "has_not"),
    [
        ("onnx", '"onnx.Conv"', "krnl."),
        ("krnl", "krnl.iterate", "onnx.Conv"),
        ("affine", "affine.for", "krnl.iterate"),
        ("scf", "scf.for", "affine."),
        ("cf", "cf.cond_br", "scf."),
        ("llvm", "llvm.func", "unrealized_conversion_cast"),
    ],
)
def test_each_level_is_text(texts, level, has, has_not):
    text = texts[level].read_text()
    assert has in text
    assert has_not not in text


def test_llvm_ir_is_what_llvm_accepts(texts):
    text = call(translate, "--mlir-to-llvmir", texts["llvm"])
    assert "define void @_mlir_ciface_main_graph" in text


def test_every_level_computes_the_same(model, texts):
    x = np.random.default_rng(3).random((1, 2, 4, 4), np.float32)
    from onnx.reference import ReferenceEvaluator

    [want] = ReferenceEvaluator(onnx.load(model)).run(None, {"x": x})
    for level in ("imported", "onnx", "krnl", "affine", "scf", "cf", "llvm"):
        session = mlirlite.InferenceSession(texts[level])
        [got] = session.run(None, {"x": x})
        np.testing.assert_allclose(got, want, rtol=1e-5, atol=1e-6, err_msg=level)


@pytest.mark.bulk
def test_compile_writes_every_form(model, tmp_path):
    for level in ("onnx", "krnl", "llvm"):
        assert "module" in call(compile_, model, f"--emit={level}", "-o", "-")
    call(compile_, model, "-o", tmp_path / "m.o")
    assert (tmp_path / "m.o").read_bytes()[:4] == b"\x7fELF"
    call(compile_, model, "-o", tmp_path / "m.s")
    assert "run_main_graph" in (tmp_path / "m.s").read_text()


def test_run_writes_outputs_and_verifies(model, tmp_path):
    x = np.random.default_rng(4).random((1, 2, 4, 4), np.float32)
    np.save(tmp_path / "x.npy", x)
    text = call(
        run,
        model,
        "--input",
        f"x={tmp_path / 'x.npy'}",
        "--output-dir",
        tmp_path / "out",
        "--verify=reference",
    )
    assert "y: largest error against reference" in text
    assert np.load(tmp_path / "out" / "y.npy").shape == (1, 3)


def test_python_api(texts):
    module = mlirlite.parse(texts["imported"].read_text())
    mlirlite.run_pipeline(module, "builtin.module(shape-inference,convert-onnx-to-krnl)")
    assert "krnl.iterate" in str(module)
    assert str(mlirlite.parse(str(module))) == str(module)
