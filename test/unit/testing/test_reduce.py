"""mlirlite-reduce and mlirlite-bisect: small tests, and the rewrite that is at fault."""

import io

import pytest

from mlirlite.testing import bisect, reduce
from mlirlite.testing.lit import run_test

PLUGIN = '''
from mlirlite.dialects import arith
from mlirlite.passes import compiler_pass
from mlirlite.rewriting import apply_patterns_greedily, rule, terms, variables

x, y = variables("x y")
Sub, Mul, Add = terms(arith.SubIOp, arith.MulIOp, arith.AddIOp)


@compiler_pass("boom", anchor="func.func")
def boom(op, state):
    """Crashes on products of products in a loop."""
    for one in op.walk():
        if one.name == "arith.muli" and one.lhs.defining_op is not None:
            if one.lhs.defining_op.name == "arith.muli" and one.parent_op.name == "scf.for":
                raise KeyError("here")


@compiler_pass("wrong", anchor="func.func")
def wrong(op, state):
    """One of two rules is wrong."""
    rules = [rule(Sub(x, x), 0, name="right"), rule(Sub(x, y), x, name="sub_is_wrong")]
    apply_patterns_greedily(op, rules, fold=False)
'''


def big():
    lines = []
    for k in range(3):
        lines.append(f"func.func @f{k}(%a: i64, %m: memref<16x32xi64>, %n: index) -> i64 {{")
        lines += ["%c0 = arith.constant 0 : index", "%c1 = arith.constant 1 : index"]
        previous = "%a"
        for i in range(30):
            lines.append(f"%v{i} = arith.addi {previous}, %a : i64")
            previous = f"%v{i}"
        lines.append("%r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %a) -> (i64) {")
        lines.append("%x = memref.load %m[%i, %i] : memref<16x32xi64>")
        lines.append("%y = arith.muli %x, %s : i64")
        if k == 1:
            lines.append("%z = arith.muli %y, %y {note = 1 : i32} : i64")
        lines += ["scf.yield %y : i64", "}", f"return {previous} : i64", "}"]
    return "\n".join(lines)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    (tmp_path / "plugin.py").write_text(PLUGIN)
    (tmp_path / "in.mlir").write_text(big())
    monkeypatch.chdir(tmp_path)
    return tmp_path


def call(program, *words):
    out, err = io.StringIO(), io.StringIO()
    return program.main(list(words), stdout=out, stderr=err), out.getvalue(), err.getvalue()


def test_the_first_error_is_kept_without_a_command(folder):
    words = ("in.mlir", "--load-plugin", str(folder / "plugin.py"), "--boom", "-o", "out.mlir")
    code, _, err = call(reduce, *words)
    assert code == 0, err
    text = (folder / "out.mlir").read_text()
    assert text.startswith("// RUN: not mlirlite-opt %s --load-plugin=%S/plugin.py --boom")
    assert "// CHECK: pass 'boom' crashed on 'func.func': KeyError: 'here'" in text
    assert text.count("arith.muli") == 2
    assert text.count("scf.for") == 1
    assert "arith.addi" not in text
    assert "note" not in text
    assert len(text.splitlines()) <= 14
    assert run_test(folder / "out.mlir").ok


def test_a_command_decides(folder):
    code, out, err = call(
        reduce, "in.mlir", "--test", "mlirlite-opt %s --symbol-dce | grep -q scf.for"
    )
    assert code == 0, err
    assert out.startswith("// RUN: mlirlite-opt %s --symbol-dce | grep -q scf.for\n")
    assert "memref" not in out
    assert len(out.splitlines()) <= 11


def test_nothing_to_keep(folder):
    code, _, err = call(reduce, "in.mlir", "--cse")
    assert code == 1
    assert "mlirlite-opt has no error for 'in.mlir' itself: nothing to keep" in err
    code, _, err = call(reduce, "in.mlir", "--test", "false")
    assert code == 1
    assert "the command fails on 'in.mlir' itself" in err


def test_a_reproducer_is_reduced_with_its_pipeline(folder):
    text = big() + "\n{-# external_resources: { mlir_reproducer: { pipeline: "
    text += '"builtin.module(symbol-dce,func.func(boom))" } } #-}\n'
    (folder / "crash.mlir").write_text(text)
    plugin = str(folder / "plugin.py")
    code, out, err = call(reduce, "crash.mlir", "--run-reproducer", "--load-plugin", plugin)
    assert code == 0, err
    assert "'--pass-pipeline=builtin.module(symbol-dce,func.func(boom))'" in out
    assert out.count("arith.muli") == 2


def test_bisect_finds_the_pass_and_the_rewrite(folder):
    (folder / "b.mlir").write_text(
        "func.func @main(%a: i32, %b: i32) -> i32 {\n"
        "  %0 = arith.subi %a, %a : i32\n"
        "  %1 = arith.subi %b, %a : i32\n"
        "  %2 = arith.addi %0, %1 : i32\n"
        "  return %2 : i32\n}\n"
    )
    run = "mlirlite-run - --interpret --arg=3 --arg=5 | grep -q 'result0: 2'"
    command = f"mlirlite-opt b.mlir --load-plugin plugin.py --cse --wrong --cse | {run}"
    code, out, err = call(bisect, command)
    assert code == 0, err
    first, second = out.splitlines()
    assert first == "pass 2 breaks the command: wrong on 'func.func' at b.mlir:1:1"
    assert "breaks the command: sub_is_wrong on 'arith.subi' at b.mlir:3:8" in second


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("grep x in.mlir", "the command does not run mlirlite-opt"),
        ("mlirlite-opt in.mlir --cse", "the command succeeds: there is nothing to find"),
        ("mlirlite-opt in.mlir --cse | grep -q xyzzy", "fails without any pass, too"),
    ],
)
def test_bisect_with_nothing_to_find(folder, command, message):
    code, _, err = call(bisect, command)
    assert code == 1
    assert message in err


def test_tries_that_take_too_long_do_not_hold(folder):
    (folder / "in.mlir").write_text("func.func @a() { return }\nfunc.func @b() { return }\n")
    # Without @b the command hangs; so only @a goes.
    command = "grep -q @b %s || sleep 60"
    code, out, err = call(reduce, "in.mlir", "--test", command, "--try-timeout=0.5")
    assert code == 0, err
    assert "@b" in out
    assert "@a" not in out


def test_the_best_until_the_end_of_the_time_is_written(folder):
    (folder / "in.mlir").write_text(big())
    code, out, err = call(reduce, "in.mlir", "--test", "grep -q arith.muli %s", "--timeout=0")
    assert code == 0, err
    assert "stopped early" in err
    assert "arith.muli" in out
    code, _, err = call(reduce, "in.mlir", "--test", "true", "--timeout=soon")
    assert code == 2
    assert "option '--timeout' needs a number of seconds, found 'soon'" in err
