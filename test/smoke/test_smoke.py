"""What has to work on every version of Python (test_versions.py runs this file on others): text,
dialects of one file, the interpreter, machine code. Needs plain pytest, and skips what the packages
that are installed do not reach."""

import sys
from pathlib import Path

import pytest

import mlirlite
from mlirlite.ir.attribute import Attribute
from mlirlite.parser.grammar.tables import whole_grammar
from mlirlite.testing.lit import run_test

ROOT = Path(__file__).resolve().parents[2]
TEXT = """\
func.func @main(%a: i32) -> i32 {
  %c = arith.constant 20 : i32
  %d = arith.addi %c, %c : i32
  %y = arith.addi %a, %d : i32
  return %y : i32
}
"""
DEFERRED = "from __future__ import annotations\n"
PLUGIN_TESTS = (
    "fold-casts",
    "quantized-invalid",
    "shift-invalid",
    "shift-to-arith",
    "square-to-arith",
)


def test_text_is_read_verified_rewritten_and_printed():
    module = mlirlite.parse(TEXT)
    mlirlite.run_pipeline(module, "builtin.module(canonicalize,cse)")
    assert "arith.addi %arg0, %c40_i32 : i32" in str(module)
    assert str(mlirlite.parse(str(module))) == str(module)


def test_the_grammar_reads_types():
    assert whole_grammar().parse("tensor<?x4xf32>", start="type").data


@pytest.mark.parametrize("prefix", ["", DEFERRED], ids=["as written", "annotations deferred"])
@pytest.mark.parametrize("name", PLUGIN_TESTS)
def test_dialects_of_one_file(name, prefix, tmp_path):
    for source in (ROOT / "examples").glob("*.py"):
        copy = tmp_path / "examples" / source.name
        copy.parent.mkdir(exist_ok=True)
        copy.write_text(prefix + source.read_text())
    test = tmp_path / "test" / "lit" / "examples" / f"{name}.mlir"
    test.parent.mkdir(parents=True)
    test.write_text((ROOT / "test" / "lit" / "examples" / test.name).read_text())
    result = run_test(test)
    assert result.ok, result.output


@pytest.mark.parametrize("prefix", ["", DEFERRED], ids=["as written", "annotations deferred"])
def test_an_attribute_that_names_itself(prefix):
    if not prefix and sys.version_info < (3, 14):
        pytest.skip("before Python 3.14 such a file has to defer its annotations")
    body = "class TreeAttr(Attribute, name='t.tree'):\n  inside: tuple[TreeAttr, ...] = ()\n"
    names = {"Attribute": Attribute, "__name__": __name__}
    exec(compile(prefix + body, "tree.py", "exec", dont_inherit=True), names)
    tree = names["TreeAttr"]
    assert tree.parameters == ("inside",)
    assert tree([tree()]) is tree((tree(),))


def test_the_interpreter_runs_functions():
    pytest.importorskip("numpy")
    from mlirlite.interp import Machine

    assert Machine(mlirlite.parse(TEXT)).call("main", [2]) == [42]


def test_functions_become_machine_code():
    pytest.importorskip("llvmlite")
    from mlirlite.runtime.function import CompiledFunction

    assert CompiledFunction(mlirlite.parse(TEXT), mlirlite.Context(), "main")(2) == [42]


def test_models_become_machine_code():
    onnx = pytest.importorskip("onnx")
    np = pytest.importorskip("numpy")
    pytest.importorskip("llvmlite")
    value = onnx.helper.make_tensor_value_info
    kinds = [value(n, onnx.TensorProto.FLOAT, ["n", 4]) for n in ("x", "y")]
    node = onnx.helper.make_node("Relu", ["x"], ["y"])
    model = onnx.helper.make_model(onnx.helper.make_graph([node], "g", kinds[:1], kinds[1:]))
    x = np.linspace(-1, 1, 12, dtype=np.float32).reshape(3, 4)
    [y] = mlirlite.InferenceSession(model.SerializeToString()).run(None, {"x": x})
    assert np.array_equal(y, np.maximum(x, 0))
