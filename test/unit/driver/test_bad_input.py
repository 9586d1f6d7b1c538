"""Bad input ends in one clear error, exit code 1 (2 for a wrong command line), no traceback, and
output files as they were."""

import io
import sys

import numpy as np
import onnx
import onnx.helper
import onnx.parser
import pytest

from mlirlite.driver import compile as compile_, opt, run, translate


def model_file(folder, op_type="Relu", **attributes):
    node = onnx.helper.make_node(op_type, ["x"], ["y"], name="the_node", **attributes)
    tensor = [
        onnx.helper.make_tensor_value_info(n, onnx.TensorProto.FLOAT, [2, "n"]) for n in ("x", "y")
    ]
    graph = onnx.helper.make_graph([node], "g", tensor[:1], tensor[1:])
    path = folder / "model.onnx"
    onnx.save(onnx.helper.make_model(graph, opset_imports=[onnx.helper.make_opsetid("", 17)]), path)
    return path


def call(program, *words, text=""):
    out, err = io.StringIO(), io.StringIO()
    code = program.main([str(w) for w in words], stdin=io.StringIO(text), stdout=out, stderr=err)
    return code, out.getvalue(), err.getvalue()


def fails(program, *words, text="", code=1):
    found, _, err = call(program, *words, text=text)
    assert found == code, err
    assert "Traceback" not in err
    assert "internal error" not in err
    return err


@pytest.mark.parametrize(
    ("program", "words"),
    [
        (compile_, ("-o", "x.so")),
        (compile_, ("--emit=onnx",)),
        (compile_, ("--print-schedule",)),
        (run, ("--random-inputs",)),
        (translate, ("--import-onnx",)),
    ],
)
def test_a_model_whose_types_do_not_agree(program, words, tmp_path):
    """`Add` of floats and doubles: every program refuses it by the importer's words."""
    info, double = onnx.helper.make_tensor_value_info, onnx.TensorProto.DOUBLE
    weight = onnx.helper.make_tensor("w", double, [2], [1, 2])
    add = onnx.helper.make_node("Add", ["x", "w"], ["y"], name="the_node")
    graph = onnx.helper.make_graph(
        [add], "g", [info("x", 1, ["n"])], [info("y", 1, ["n"])], [weight]
    )
    onnx.save(onnx.helper.make_model(graph), tmp_path / "m.onnx")
    err = fails(program, tmp_path / "m.onnx", *words)
    assert "operand #1 must be tensor of 32-bit float values as operand #0" in err
    assert "the_node" in err


def test_an_array_of_no_bytes(tmp_path):
    (tmp_path / "x.npy").touch()
    err = fails(run, model_file(tmp_path), f"--input=x={tmp_path / 'x.npy'}")
    assert f"cannot read input 'x' from '{tmp_path / 'x.npy'}': it is not in numpy's format" in err


def test_missing_files():
    assert "cannot open input file 'no.mlir': No such file" in fails(opt, "no.mlir")
    assert "no.onnx" in fails(translate, "--import-onnx", "no.onnx")
    assert "no.onnx" in fails(run, "no.onnx", "--random-inputs")
    assert "no.onnx" in fails(compile_, "no.onnx", "-o", "x.o")


@pytest.mark.parametrize(
    ("word", "near"),
    [("--canonicalze", "--canonicalize"), ("--split-input-fil", "--split-input-file")],
)
def test_unknown_flags_name_the_nearest(word, near):
    err = fails(opt, word, text="", code=2)
    assert f"unknown option '{word}'; did you mean '{near}'?" in err
    assert "the passes are" not in err
    assert "the passes are: " in fails(opt, "--frobnicate", text="", code=2)


def test_unknown_pass_in_a_pipeline():
    err = fails(opt, "--pass-pipeline=builtin.module(canonicalze)", text="")
    assert "canonicalze" in err
    assert "did you mean 'canonicalize'?" in err


def test_pipeline_without_an_anchor():
    err = fails(opt, "--pass-pipeline=cse", text="")
    assert "wrapped with the anchor operation type, e.g. 'builtin.module(...)', found 'cse'" in err


@pytest.mark.parametrize("option", ["before", "after"])
def test_printing_around_an_unknown_pass(option):
    err = fails(opt, f"--mlir-print-ir-{option}=canonicalze", "--cse", text="")
    assert "did you mean 'canonicalize'?" in err


def test_malformed_pipeline_points_at_the_place():
    err = fails(opt, "--pass-pipeline=builtin.module(cse,", text="")
    assert "pipeline" in err


def test_unknown_op_names_the_nearest():
    err = fails(opt, text="func.func @f(%a: i32) {\n  %0 = arith.addj %a, %a : i32\n  return\n}\n")
    assert "<stdin>:2:8: error: custom op 'arith.addj' is unknown" in err
    assert "did you mean 'arith.addi'?" in err


def test_several_errors_are_reported_in_one_run():
    text = "func.func @f(%a: f32) {\n" + "  %0 = arith.addi %a, %a : f32\n" * 1
    text += "  %1 = arith.muli %a, %a : f32\n  return\n}\n"
    err = fails(opt, text=text)
    assert err.count("error:") == 2


def test_not_a_model(tmp_path):
    path = tmp_path / "text.onnx"
    path.write_bytes(b"this is not a protobuf at all, is it? \xff\xff\xff\xff")
    for program, words in ((translate, ["--import-onnx"]), (run, ["--random-inputs"])):
        err = fails(program, *words, path)
        assert "text.onnx" in err


def test_truncated_model(tmp_path):
    path = model_file(tmp_path)
    data = path.read_bytes()
    path.write_bytes(data[: len(data) // 2])
    assert "model.onnx" in fails(translate, "--import-onnx", path)


def test_empty_model(tmp_path):
    path = tmp_path / "empty.onnx"
    path.write_bytes(b"")
    assert "empty.onnx" in fails(translate, "--import-onnx", path)


def test_output_is_untouched_by_a_failure(tmp_path):
    target = tmp_path / "out.mlir"
    target.write_text("what was there")
    fails(opt, "-o", target, text="func.func @f( {")
    fails(translate, "--import-onnx", tmp_path / "no.onnx", "-o", target)
    assert target.read_text() == "what was there"
    assert [p.name for p in tmp_path.iterdir()] == ["out.mlir"]


def test_unwritable_output(tmp_path):
    err = fails(opt, "-o", tmp_path / "no" / "out.mlir", text="module {\n}\n")
    assert "cannot write output file" in err


@pytest.mark.parametrize(
    ("name", "array", "words"),
    [
        ("y", np.zeros((2, 3), "f4"), ["no input 'y'; expected inputs: 'x'"]),
        ("x", np.zeros((3, 3), "f4"), ["input 'x' has the wrong shape", "[2, n]", "[3, 3]"]),
        ("x", np.zeros((2, 3, 1), "f4"), ["input 'x' has the wrong rank", "[2, n]"]),
        ("x", np.zeros((2, 3), "f8"), ["input 'x' has the wrong type", "float32", "float64"]),
    ],
)
def test_wrong_inputs(tmp_path, name, array, words):
    path = model_file(tmp_path)
    np.save(tmp_path / "in.npy", array)
    err = fails(
        run, path, "--input", f"{name}={tmp_path / 'in.npy'}", "--output-dir", tmp_path / "out"
    )
    for word in words:
        assert word in err
    assert not (tmp_path / "out").exists()


def test_missing_input_and_bad_files(tmp_path):
    path = model_file(tmp_path)
    assert "input 'x' is missing" in fails(run, path)
    assert "cannot read input 'x'" in fails(run, path, "--input", "x=no.npy")
    assert "needs name=value" in fails(run, path, "--input", "x", code=2)


def test_op_without_lowering_names_op_node_and_model(tmp_path):
    path = model_file(tmp_path, "Unknownish")
    err = fails(run, path, "--random-inputs")
    assert "Unknownish" in err
    assert "the_node" in err
    assert "model.onnx" in err


def test_unknown_engine_and_level(tmp_path):
    path = model_file(tmp_path)
    err = fails(run, path, "--random-inputs", "--verify=onnxruntim", code=2)
    assert "did you mean 'onnxruntime'?" in err
    assert "did you mean 'krnl'?" in fails(compile_, path, "--emit=krn", code=2)


def test_an_engine_that_does_not_run_the_model(tmp_path):
    """onnxruntime has no kernel for Tan of doubles: its words, not a traceback."""
    pytest.importorskip("onnxruntime")
    text = '<ir_version: 8, opset_import: ["": 17]> g (double[2] x) => (double[2] y) { y = Tan(x) }'
    onnx.save(onnx.parser.parse_model(text), tmp_path / "m.onnx")
    err = fails(run, tmp_path / "m.onnx", "--random-inputs", "--verify=onnxruntime")
    assert "cannot compare: onnxruntime does not run this model" in err
    assert "Tan" in err


@pytest.mark.parametrize("program", [opt, translate, run, compile_])
def test_help_fits_a_page_and_version_answers(program):
    code, out, _ = call(program, "--help")
    assert code == 0
    assert out.startswith("usage: ")
    assert out.count("\n") < 40
    code, out, _ = call(program, "--version")
    assert code == 0
    assert "llvmlite" in out


def test_a_package_that_is_missing_is_named(tmp_path, monkeypatch):
    path = model_file(tmp_path)
    monkeypatch.setitem(sys.modules, "llvmlite.binding", None)
    monkeypatch.delitem(sys.modules, "mlirlite.target.llvmir.processor", raising=False)
    err = fails(run, path, "--fusion-report")
    assert err == "mlirlite-run: error: the package 'llvmlite' is not installed\n"
