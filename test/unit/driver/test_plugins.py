"""Plugins are known everywhere: to every program that reads modules, and to Python."""

import io
import tomllib
from importlib import import_module
from pathlib import Path

import pytest

import mlirlite
from mlirlite.__main__ import PROGRAMS
from mlirlite.driver import compile as compile_program, opt, quantize, run, translate, tune
from mlirlite.support.diagnostics import DiagnosticError

ROOT = Path(__file__).resolve().parents[3]
PLUGIN = '''
from mlirlite.dialects import arith
from mlirlite.interp import evaluate
from mlirlite.ir.constraints import SignlessInteger
from mlirlite.ir.definition import Op
from mlirlite.ir.dialect import Dialect
from mlirlite.ir.fields import Operand, Result
from mlirlite.ir.traits import Pure, SameOperandsAndResultType
from mlirlite.passes import compiler_pass
from mlirlite.rewriting import Lowerings


class TwiceOp(Op, name="dozen.twice", traits=(Pure, SameOperandsAndResultType)):
    x: Operand[SignlessInteger]
    result: Result[SignlessInteger]
    assembly_format = "$x attr-dict `:` type($result)"


lower = Lowerings("dozen-to-arith")


@lower(TwiceOp)
def lower_twice(op, rw):
    return rw.insert(arith.AddIOp(rw.operands[0], rw.operands[0])).result


@compiler_pass("dozen-to-arith")
def dozen_to_arith(op, state):
    """Lower the dialect to arith."""
    lower.convert(op)


@evaluate(TwiceOp)
def twice(machine, op):
    return 2 * machine[op.x]


DIALECT = Dialect("dozen", __name__)
'''
TEXT = """func.func @main(%a: i32) -> i32 {
  %0 = dozen.twice %a : i32
  return %0 : i32
}
"""
READ_NO_MODULE = {"mlirlite-lit", "mlirlite-update-checks", "mlirlite-tblgen"}
"""They read no module: tests and checks name plugins in their commands."""
SCRIPTS = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["scripts"]


@pytest.fixture
def files(tmp_path):
    (tmp_path / "dozen.py").write_text(PLUGIN)
    (tmp_path / "in.mlir").write_text(TEXT)
    return tmp_path


def call(program, *words):
    out = io.StringIO()
    return program.main(list(map(str, words)), stdout=out, stderr=out), out.getvalue()


@pytest.mark.parametrize("name", [n for n in SCRIPTS if n.startswith("mlirlite-")])
def test_every_program_that_reads_modules_takes_plugins(name):
    home, _ = PROGRAMS[name.removeprefix("mlirlite-")]
    code, text = call(import_module(f"mlirlite.{home}"), "--help-all")
    assert code == 0
    if name != "mlirlite-reduce":  # hands options on to mlirlite-opt
        assert ("--load-plugin" in text) == (name not in READ_NO_MODULE)


def test_a_function_with_an_op_of_a_plugin_is_evaluated(files):
    given = f"--load-plugin={files / 'dozen.py'}", files / "in.mlir", "--interpret", "--arg=21"
    assert call(run, *given) == (0, "result0: 42\n")


@pytest.mark.parametrize(
    ("program", "words"),
    [
        (run, ["--arg=1"]),
        (compile_program, ["--emit=llvm", "-o", "-"]),
        (translate, ["--to-dot"]),
        (quantize, ["-o", "out.mlir"]),
        (tune, []),
    ],
)
def test_programs_know_the_dialect(files, program, words):
    """With the plugin the op is known, whatever else the program reports."""
    unknown = "not found for custom op"
    assert unknown in call(program, files / "in.mlir", *words)[1]
    known = call(program, files / "in.mlir", *words, f"--load-plugin={files / 'dozen.py'}")[1]
    assert unknown not in known


def test_the_passes_of_a_context_are_known_to_pipelines(files):
    context = mlirlite.Context()
    context.load_plugin(str(files / "dozen.py"))
    module = mlirlite.parse(TEXT, context)
    mlirlite.run_pipeline(module, "builtin.module(dozen-to-arith)", context)
    assert "arith.addi" in str(module)
    with pytest.raises(DiagnosticError, match="does not refer to a registered pass"):
        mlirlite.run_pipeline(module, "builtin.module(dozen-to-arith)")


def test_programs_forget_the_plugins_of_others(files):
    plugin = f"--load-plugin={files / 'dozen.py'}"
    assert "arith.addi" in call(opt, plugin, files / "in.mlir", "--dozen-to-arith")[1]
    assert (
        "unknown option '--dozen-to-arith'" in call(opt, files / "in.mlir", "--dozen-to-arith")[1]
    )


def test_a_plugin_is_one_module_for_programs_and_for_its_neighbors(files):
    """`import neighbor` in another plugin gives the classes that `--load-plugin neighbor.py`
    knows."""
    (files / "neighbor.py").write_text(PLUGIN)
    (files / "doubling.py").write_text(
        "import neighbor\n"
        "from mlirlite.dsl import Lowerings, compiler_pass\n"
        "from mlirlite.dialects import arith\n"
        "lower = Lowerings('double')\n"
        "@lower(neighbor.TwiceOp)\n"
        "def twice(op, rw):\n"
        "    return rw.insert(arith.MulIOp(*rw.operands, *rw.operands)).result\n"
        "@compiler_pass('double')\n"
        "def double(op, state):\n"
        "    lower.convert(op)\n"
    )
    for order in (["neighbor", "doubling"], ["doubling", "neighbor"]):
        plugins = [f"--load-plugin={files / name}.py" for name in order]
        assert "arith.muli" in call(opt, *plugins, files / "in.mlir", "--double")[1]


def test_a_plugin_that_is_called_as_another_module_is_one_of_its_own(files):
    (files / "json.py").write_text(PLUGIN.replace("dozen", "json"))
    text = TEXT.replace("dozen", "json")
    context = mlirlite.Context()
    assert context.load_plugin(str(files / "json.py")).__name__ != "json"
    assert "json.twice" in str(mlirlite.parse(text, context))


def test_names_longer_than_a_files_are_unknown():
    name = "a" * 5000
    with pytest.raises(DiagnosticError, match="does not refer to a registered pass"):
        mlirlite.run_pipeline(mlirlite.parse(""), name)
    for plugin in (name, f"{name}.py"):
        with pytest.raises(DiagnosticError, match="cannot load plugin"):
            mlirlite.Context().load_plugin(plugin)
