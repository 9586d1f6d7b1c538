"""Dialects from .td files: text, checks, hooks, what is not known."""

from __future__ import annotations

import io
import json
import shutil
import subprocess
from pathlib import Path

import pytest

import mlirlite
from mlirlite.driver.opt import main
from mlirlite.ods import load_dialect
from mlirlite.support.diagnostics import DiagnosticError

INPUTS = Path(__file__).with_name("Inputs")
TOY = str(INPUTS / "toy.td")
UPSTREAM = Path("/usr/lib/llvm-22/include")
TEXT = """module {
  func.func @f(%arg0: i32, %arg1: !toy.box<f32, 4>) {
    %0 = toy.add %arg0, %arg0 : i32
    %1 = toy.turn up %arg1 level 3 : <f32, 4> -> <i1, 2>
    %2 = toy.turn down %1 : <i1, 2> -> <i1, 2>
    toy.body {
      toy.end
    }
    return
  }
}
"""


@pytest.fixture(autouse=True)
def own_cache(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))


def context(file=TOY):
    found = mlirlite.Context()
    load_dialect(str(file), found)
    return found


def error(text, file=TOY):
    with pytest.raises(DiagnosticError) as e:
        mlirlite.parse(text, context(file))
    return e.value.diagnostics[0].message


def test_text_is_parsed_and_printed():
    module = mlirlite.parse(TEXT, context())
    assert f"{module}\n" == TEXT
    add = next(op for op in module.walk() if op.name == "toy.add")
    assert add.lhs is add.rhs
    assert add.sum.type is add.lhs.type


def test_fields_have_python_values():
    ctx = context()
    cls = ctx.op_class("toy.turn")
    turn = next(
        op
        for op in mlirlite.parse(TEXT.replace("up", "down"), _sized(ctx)).walk()
        if isinstance(op, cls)
    )
    assert (turn.kind.name, turn.level) == ("Down", 3)
    assert (turn.box.type.size, str(turn.box.type.inner)) == (4, "f32")


def _sized(ctx):
    ctx.allow_unregistered = True
    return ctx


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            '"toy.add"(%f, %f) : (f32, f32) -> i32',
            "'toy.add' op operand #0 must be integer, but got 'f32'",
        ),
        (
            '"toy.add"(%i, %i) : (i32, i32) -> i64',
            "'toy.add' op failed to verify that all of {lhs, rhs, sum} have same type",
        ),
        (
            '"toy.turn"(%b) <{kind = 2 : i32, level = 7 : i32}> : (!toy.box<f32, 4>) -> '
            "!toy.box<f32, 4>",
            "Invalid attribute `kind` in property conversion: 2 : i32",
        ),
        (
            '"toy.turn"(%i) <{kind = 1 : i32, level = 7 : i32}> : (i32) -> !toy.box<f32, 4>',
            "'toy.turn' op operand #0 must be a box, but got 'i32'",
        ),
        ('"toy.body"() ({}) : () -> ()', "'toy.body' op region #0 ('body') failed to verify"),
        ('"toy.gone"() : () -> ()', "unregistered operation 'toy.gone'"),
    ],
)
def test_constraints_are_checked(text, message):
    types = "%i: i32, %f: f32, %b: !toy.box<f32, 4>"
    result = "" if text.endswith("-> ()") else "%0 = "
    assert message in error(f"func.func @f({types}) {{\n {result}{text}\n return\n}}")


def test_hooks_of_the_file_beside():
    text = "func.func @f(%a: i32, %b: i32) -> i32 {\n  %0 = hooked.pair %a * %b\n"
    text += "  hooked.list of %a of %b : i32, i32\n  return %0 : i32\n}"
    module = mlirlite.parse(text, context(INPUTS / "hooked.td"))
    assert "hooked.pair %arg0 * %arg1" in str(module)
    assert "hooked.list of %arg0 of %arg1 : i32, i32" in str(module)
    wrong = text.replace("* %b", "* %a")
    assert "pairs a value with itself" in error(wrong, INPUTS / "hooked.td")


def test_what_is_not_known_is_listed():
    [toy] = load_dialect(TOY)
    problems = toy.problems()
    assert problems["predicate .isMysterious()"] == ["toy.odd"]
    assert problems["syntax: its syntax is written in C++"] == ["toy.odd"]


def run(*words, text=""):
    out, err = io.StringIO(), io.StringIO()
    code = main(list(words), stdin=io.StringIO(text), stdout=out, stderr=err)
    return code, out.getvalue(), err.getvalue()


def test_the_program_loads_and_lists():
    text = "func.func @f(%x: i32) {\n  toy.body {\n    toy.end\n  }\n  return\n}\n"
    code, out, err = run(f"--load-dialect={TOY}", text=text)
    assert (code, err) == (0, "")
    assert "toy.body {" in out
    code, out, _ = run(f"--load-dialect={TOY}", "--show-unknown-predicates")
    assert code == 0
    assert "toy: predicate .isMysterious(): toy.odd" in out


def test_a_predicate_that_is_not_known_is_not_silent():
    text = 'func.func @f(%x: i32) {\n  "toy.odd"(%x) : (i32) -> ()\n  return\n}\n'
    code, _, err = run(f"--load-dialect={TOY}", text=text)
    assert code == 0
    assert "--show-unknown-predicates" in err


def test_records_are_kept_until_a_file_changes(tmp_path, monkeypatch):
    for name in ("base.td", "toy.td"):
        shutil.copy(INPUTS / name, tmp_path / name)
    path = tmp_path / "toy.td"
    [first] = load_dialect(str(path))
    monkeypatch.setattr("mlirlite.tablegen.read", None)  # the cache is enough
    [second] = load_dialect(str(path))
    assert first.op_names() == second.op_names()
    monkeypatch.undo()
    path.write_text(path.read_text().replace('"add"', '"plus"'))
    [third] = load_dialect(str(path))
    assert "toy.plus" in third.op_names()


def test_json_of_records_is_enough(tmp_path):
    from mlirlite.tablegen import read
    from mlirlite.tablegen.dump import json_text

    path = tmp_path / "toy.json"
    path.write_text(json_text(read(TOY, [str(INPUTS)])))
    [toy] = load_dialect(str(path))
    assert "toy.add" in toy.op_names()


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("a.td", "class A;", "defines no dialect"),
        ("a.td", "def A : B;", "couldn't find class 'B'"),
        ("a.json", "[", "holds no records"),
        ("a.json", "[]", "holds no records"),
        ("a.json", json.dumps({"x": 1}), "holds no records"),
    ],
)
def test_wrong_files(tmp_path, name, content, message):
    (tmp_path / name).write_text(content)
    with pytest.raises(DiagnosticError, match=message):
        load_dialect(str(tmp_path / name))


@pytest.mark.parametrize("name", ["a\0.td", "a\0.json", "", ".", "missing.td"])
@pytest.mark.parametrize("load", [load_dialect, mlirlite.load_patterns])
def test_names_that_no_file_can_have(load, name):
    with pytest.raises(DiagnosticError, match=r"cannot open|embedded null byte"):
        load(name)


SMT = """module {
  func.func @f(%arg0: !smt.bv<8>, %arg1: !smt.int) -> !smt.bool {
    %0 = smt.bv.cmp slt %arg0, %arg0 : !smt.bv<8>
    %1 = smt.int.cmp le %arg1, %arg1
    %2 = smt.and %0, %1
    return %2 : !smt.bool
  }
}
"""


@pytest.mark.skipif(
    not (UPSTREAM / "mlir/Dialect/SMT/IR/SMT.td").exists(), reason="libmlir-22-dev is not installed"
)
def test_a_dialect_of_upstream():
    ctx = mlirlite.Context()
    load_dialect(str(UPSTREAM / "mlir/Dialect/SMT/IR/SMT.td"), ctx, [str(UPSTREAM)])
    text = str(mlirlite.parse(SMT, ctx))
    if shutil.which("mlir-opt-22"):
        done = subprocess.run(
            ["mlir-opt-22"], input=SMT, capture_output=True, text=True, check=True
        )
        assert text.split() == done.stdout.split()
    assert f"{text}\n" == SMT


@pytest.mark.skipif(
    not (UPSTREAM / "mlir/Dialect/Tensor/IR/TensorOps.td").exists(),
    reason="libmlir-22-dev is not installed",
)
def test_a_list_of_equal_types():
    """`SmallVector<Type, 2>(count, type)` in TypesMatchWith."""
    ctx = mlirlite.Context()
    load_dialect(str(UPSTREAM / "mlir/Dialect/Tensor/IR/TensorOps.td"), ctx, [str(UPSTREAM)])
    line = "%0 = tensor.from_elements %arg0, %arg0 : tensor<2xindex>"
    text = f"func.func @f(%arg0: index) {{\n  {line}\n  return\n}}\n"
    assert line in str(mlirlite.parse(text, ctx))
    with pytest.raises(DiagnosticError, match="got 2 operands and 3 types"):
        mlirlite.parse(text.replace("<2x", "<3x"), ctx)
