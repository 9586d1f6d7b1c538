"""No program loses what it reads to what it writes, whatever the names are."""

import io
import os
from pathlib import Path

import pytest

from mlirlite.driver.compile import main as compile
from mlirlite.driver.opt import main as opt
from mlirlite.driver.quantize import main as quantize
from mlirlite.driver.run import main as run
from mlirlite.driver.translate import main as translate
from mlirlite.driver.tune import main as tune

onnx = pytest.importorskip("onnx.parser") and pytest.importorskip("onnx")
np = pytest.importorskip("numpy")

REFUSED = {
    "a level": (compile, "m.onnx -q --emit=onnx -o OUT"),
    "an object": (compile, "m.onnx -q --emit=o -o OUT"),
    "a library": (compile, "m.onnx -q --emit=so -o OUT"),
    "a page": (compile, "m.onnx -q -o m.so --html=OUT"),
    "text": (translate, "--import-onnx m.onnx -o OUT"),
    "a graph": (translate, "--to-dot m.onnx -o OUT"),
    "bytes": (quantize, "m.onnx -q --batches=1 -o OUT"),
    "a profile": (run, "m.onnx --random-inputs --profile-trace=OUT"),
    "a log": (tune, "m.onnx -o OUT"),
}


@pytest.fixture
def files(tmp_path, monkeypatch):
    """A model, its external data, and all by other names, too."""
    monkeypatch.chdir(tmp_path)
    helper = onnx.helper
    info = helper.make_tensor_value_info
    weights = onnx.numpy_helper.from_array(np.ones((64, 64), np.float32), "w")
    values = [info("x", 1, [1, 64])], [info("y", 1, [1, 64])], [weights]
    graph = helper.make_graph([helper.make_node("MatMul", ["x", "w"], ["y"])], "g", *values)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)])
    onnx.save(model, "m.onnx", save_as_external_data=True, location="w.onnx")
    for name in ("m", "w"):
        os.symlink(f"{name}.onnx", f"{name}-link.onnx")
        os.mkdir(name)
    os.symlink("../m.onnx", "m/x.onnx")
    return {p.name: p.read_bytes() for p in tmp_path.iterdir() if p.is_file()}


@pytest.mark.parametrize("what", REFUSED)
def test_an_input_is_kept(what, files, tmp_path):
    program, words = REFUSED[what]
    for output in ("m.onnx", "./m.onnx", "m-link.onnx", "m/x.onnx", "w.onnx", "w-link.onnx"):
        errors = io.StringIO()
        line = words.replace("OUT", output).split()
        assert program(line, stdout=io.StringIO(), stderr=errors) == 1
        assert f"cannot write output file '{output}': it is the input '" in errors.getvalue()
        assert len(errors.getvalue().splitlines()) == 1
    assert {p.name: p.read_bytes() for p in tmp_path.iterdir() if p.is_file()} == files


def test_files_beside_an_output_are_outputs(files, tmp_path):
    for line in ("x.onnx --store-constants-to-file -o w.so", "x.onnx -o w.s"):
        os.replace("w.onnx", "w.constants.bin")
        model = onnx.load("m.onnx", load_external_data=False)
        model.graph.initializer[0].external_data[0].value = "w.constants.bin"
        onnx.save(model, "x.onnx")
        errors = io.StringIO()
        assert compile(line.split(), stdout=io.StringIO(), stderr=errors) == 1
        assert "'w.constants.bin': it is the input" in errors.getvalue()
        os.replace("w.constants.bin", "w.onnx")


def test_a_calibration_is_kept(files, tmp_path):
    np.save(tmp_path / "x.npy", np.ones((1, 64), np.float32))
    os.symlink("x.npy", "x.onnx")
    errors = io.StringIO()
    assert quantize(["m.onnx", "--data=x.npy", "-q", "-o", "x.onnx"], stderr=errors) == 1
    assert "'x.onnx': it is the input 'x.npy'" in errors.getvalue()


def test_text_may_be_rewritten(tmp_path):
    """As by mlir-opt; a page is not the text."""
    path = tmp_path / "a.mlir"
    text = "func.func @f() {\n  %c = arith.constant 0 : i32\n  return\n}\n"
    path.write_text(text)
    errors = io.StringIO()
    assert opt([str(path), f"--html={path}", "--canonicalize"], stderr=errors) == 1
    assert "it is the input" in errors.getvalue()
    assert path.read_text() == text
    assert opt([str(path), "--canonicalize", "-o", str(path)]) == 0
    assert "constant" not in path.read_text()


def test_arrays_are_kept(files):
    """An input in the folder of the outputs is not lost to an output of its name."""
    np.save("y.npy", np.ones((1, 64), np.float32))
    before = Path("y.npy").read_bytes()
    errors = io.StringIO()
    line = ["m.onnx", "--input", "x=y.npy", "--output-dir", "."]
    assert run(line, stdout=io.StringIO(), stderr=errors) == 1
    assert "'./y.npy': it is the input 'y.npy'; name another file" in errors.getvalue()
    assert Path("y.npy").read_bytes() == before


def test_outputs_with_one_file_name(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    model = onnx.parser.parse_model(
        '<ir_version: 9, opset_import: ["" : 17]> g (float[2] x) => (float[2] a_b, float[2] c)'
        " { a_b = Relu(x) c = Neg(x) }"
    )
    model.graph.output[1].name = model.graph.node[1].output[0] = "a/b"
    onnx.save(model, "m.onnx")
    errors = io.StringIO()
    line = ["m.onnx", "--random-inputs", "--output-dir", "out"]
    assert run(line, stdout=io.StringIO(), stderr=errors) == 1
    assert "outputs 'a_b' and 'a/b' would both be 'out/a_b.npy'" in errors.getvalue()
