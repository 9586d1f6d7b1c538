"""What newcomers tripped over: defaults that help pages name, files of another kind, options that
did nothing, hints that were missing."""

import io
import re

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper

import mlirlite
from mlirlite.driver import compile as compile_program, diff, opt, run, tune
from mlirlite.testing import reduce

MAIN = "func.func @main() -> i32 {\n  %0 = arith.constant 7 : i32\n  return %0 : i32\n}\n"
OTHER = MAIN.replace("@main", "@other")


def call(program, *words, stdin=""):
    out = io.StringIO()
    code = program.main(list(map(str, words)), stdin=io.StringIO(stdin), stdout=out, stderr=out)
    return code, out.getvalue()


@pytest.fixture
def model(tmp_path):
    """y = x + x for any number of rows."""
    x, y = (helper.make_tensor_value_info(n, TensorProto.FLOAT, ["rows", 2]) for n in "xy")
    graph = helper.make_graph([helper.make_node("Add", ["x", "x"], ["y"])], "g", [x], [y])
    path = tmp_path / "model.onnx"
    onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)]), path)
    return path


def test_main_is_run_by_default(tmp_path):
    (tmp_path / "in.mlir").write_text(MAIN + OTHER)
    assert call(run, tmp_path / "in.mlir") == (0, "result0: 7\n")
    assert call(run, "-", stdin=MAIN) == (0, "result0: 7\n")


def test_a_model_in_text_is_still_one(tmp_path):
    text = "func.func @main_graph(%x: tensor<2xf32>) -> tensor<2xf32> {\n"
    (tmp_path / "in.mlir").write_text(text + "  onnx.Return %x : tensor<2xf32>\n}\n")
    assert "output0: float32[2]" in call(run, tmp_path / "in.mlir", "--random-inputs")[1]


def test_the_only_function_is_a_model_whatever_its_name(tmp_path):
    """Its text need not say `llvm.emit_c_interface`; what cannot be called so is refused."""
    path = tmp_path / "a.mlir"
    path.write_text(
        "func.func @f(%a: memref<?xf32>) -> memref<?xf32> { return %a : memref<?xf32> }"
    )
    x = np.arange(3, dtype=np.float32)
    assert np.array_equal(mlirlite.InferenceSession(path).run(None, {"input0": x})[0], x)
    for text, error in (
        ("func.func private @f() { return }", "'func.func' op runs as a model only as a public"),
        ('spirv.func @f() "None" { spirv.Return }', "'spirv.func' op runs as a model only as"),
        ("func.func @f(%a: i32) { return }", "input 'input0' of type i32 is not a model's"),
        ("func.func @f(%a: vector<4xf32>) { return }", "of type vector<4xf32> is not a model's"),
        (
            "func.func @f(%a: memref<4xf32, strided<[2]>>) { return }",
            r"'input0' of type memref<4xf32, strided<\[2\]>> is not a model's",
        ),
    ):
        path.write_text(text)
        with pytest.raises(mlirlite.DiagnosticError, match=error):
            mlirlite.InferenceSession(path)


@pytest.mark.parametrize("program", [opt, diff, reduce])
def test_a_model_is_told_from_text(program, model):
    files = [model] * (2 if program is diff else 1)
    code, errors = call(program, *files)
    assert code != 0
    assert "it looks like an ONNX model, which mlirlite-translate --import-onnx" in errors
    assert len(errors.splitlines()) == 1


def test_other_files_are_told_from_text(tmp_path):
    for start, what in ((b"\x7fELF", "library"), (b"ML\xefR", "bytecode"), (b"\x93NUMPY", "array")):
        (tmp_path / "in").write_bytes(start + bytes(64))
        assert what in call(opt, tmp_path / "in")[1]


def test_a_folder_of_ir_needs_no_other_option(tmp_path):
    words = ["-", "--cse", "--canonicalize", f"--mlir-print-ir-tree-dir={tmp_path / 'ir'}"]
    assert call(opt, *words, stdin=MAIN)[0] == 0
    found = sorted(p.name for p in (tmp_path / "ir").rglob("*.mlir"))
    assert [re.sub(r"^[\d_]+", "", name) for name in found] == ["cse.mlir", "canonicalize.mlir"]


def test_tuning_says_which_sizes_are_unknown(model):
    code, errors = call(tune, model)
    assert code == 1
    assert (
        "sizes are unknown ('rows' of input 'x'); state them, as by --dim-params=rows=1" in errors
    )


@pytest.mark.parametrize(
    ("attributes", "inputs", "code"),
    [({}, ["x"], "MLE0403"), ({"axis": 1}, ["x", "x"], "MLE0403"), ({}, ["x", "q"], "MLE0403")],
)
def test_wrong_nodes_have_their_own_page(tmp_path, attributes, inputs, code):
    x, y = (helper.make_tensor_value_info(n, TensorProto.FLOAT, [2]) for n in "xy")
    node = helper.make_node("Add", inputs, ["y"], name="sum", **attributes)
    made = helper.make_model(helper.make_graph([node], "g", [x], [y]))
    onnx.save(made, tmp_path / "wrong.onnx")
    errors = call(compile_program, tmp_path / "wrong.onnx", "--emit=krnl", "-q", "-o", "-")[1]
    assert f"[{code}]" in errors
