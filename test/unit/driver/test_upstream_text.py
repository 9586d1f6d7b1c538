"""Dumps of the IR, files of dumps, pipelines and reproducers: the text that mlir-opt writes."""

import io
import re
import subprocess

import pytest

from mlirlite.driver import opt

TEXT = """\
module {
  func.func @f(%a: i32) -> i32 {
    %c = arith.constant 0 : i32
    %0 = arith.addi %a, %c : i32
    func.return %0 : i32
  }
  func.func @g() { return }
}
"""
PIPELINE = "--pass-pipeline=builtin.module(func.func(canonicalize,cse),symbol-dce)"


@pytest.fixture
def both(mlir_opt, tmp_path):
    """`both(*flags)`: what mlir-opt and mlirlite-opt write to standard error."""
    path = tmp_path / "in.mlir"
    path.write_text(TEXT)

    def run(*flags):
        words = [str(path), "--mlir-disable-threading", PIPELINE, *flags, "-o", "/dev/null"]
        theirs = subprocess.run([mlir_opt, *words], capture_output=True, text=True, check=False)
        ours = io.StringIO()
        code = opt.main(words, stdin=io.StringIO(), stdout=io.StringIO(), stderr=ours)
        assert code == theirs.returncode
        return theirs.stderr, ours.getvalue()

    return run


@pytest.mark.parametrize(
    "flags",
    [
        ["--mlir-print-ir-before-all"],
        ["--mlir-print-ir-after-all"],
        ["--mlir-print-ir-after-all", "--mlir-print-ir-after-change"],
        ["--mlir-print-ir-before=cse", "--mlir-print-ir-after=symbol-dce"],
        ["--mlir-print-ir-after=cse", "--mlir-print-ir-module-scope"],
        ["--mlir-print-ir-after-failure"],
    ],
    ids=" ".join,
)
def test_dumps(both, flags):
    theirs, ours = both(*flags)
    assert ours == theirs


def test_pipelines(both):
    theirs, ours = both("--dump-pass-pipeline")
    # Theirs leaves blanks where an empty list of names would stand.
    assert ours == re.sub(r"\{ +", "{", theirs)


def test_trees_of_dumps(both, mlir_opt, tmp_path):
    flags = [str(tmp_path / "in.mlir"), PIPELINE, "--mlir-print-ir-after-all", "-o", "/dev/null"]
    both(*flags[2:3], f"--mlir-print-ir-tree-dir={tmp_path / 'ours'}")  # ours over theirs
    tree = f"--mlir-print-ir-tree-dir={tmp_path / 'theirs'}"
    subprocess.run([mlir_opt, *flags, tree], capture_output=True, check=True)
    ours, theirs = (
        {p.relative_to(tmp_path / name): p.read_text() for p in (tmp_path / name).rglob("*.mlir")}
        for name in ("ours", "theirs")
    )
    assert len(ours) == 5
    assert ours == theirs


def test_time_tables_have_the_same_rows(both):
    theirs, ours = (
        [line.partition(")  ")[2] for line in text.splitlines() if "%)  " in line]
        for text in both("--mlir-timing")
    )
    assert ours == [line for line in theirs if "(A)" not in line]


def test_each_runs_the_others_reproducer(both, mlir_opt, tmp_path):
    path = tmp_path / "reproducer.mlir"
    both(f"--mlir-generate-reproducer={path}")  # theirs, then ours over it
    words = ["--run-reproducer", str(path)]
    theirs = subprocess.run([mlir_opt, *words], capture_output=True, text=True, check=True)
    subprocess.run(
        [mlir_opt, str(tmp_path / "in.mlir"), PIPELINE, f"--mlir-generate-reproducer={path}"],
        capture_output=True,
        check=True,
    )
    ours = io.StringIO()
    assert opt.main(words, stdin=io.StringIO(), stdout=ours, stderr=io.StringIO()) == 0
    assert ours.getvalue() == theirs.stdout
