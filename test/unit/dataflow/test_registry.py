"""Analyses are found by name, mistakes in them are errors, and none depends on depth."""

import io
from pathlib import Path

import pytest

import mlirlite
from mlirlite.dataflow import ForwardAnalysis, registry
from mlirlite.driver.opt import main
from mlirlite.ir.context import Context
from mlirlite.support.diagnostics import DiagnosticError

LIT = Path(__file__).resolve().parents[2] / "lit" / "dataflow"
N = 1100  # more than Python calls deep
LOOP = """
func.func @f(%n: index) -> index {
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c1 to %n step %c1 iter_args(%a = %c1) -> index {
    %0 = arith.addi %a, %c1 : index
    scf.yield %0 : index
  }
  return %r : index
}
"""
NEST = (
    "func.func @f(%n: index, %m: memref<i32>, %x: i32) {\n"
    + "".join(f"scf.for %i{i} = %n to %n step %n {{\n" for i in range(N))
    + "memref.store %x, %m[] : memref<i32>\n"
    + "}\n" * N
    + "return\n}\n"
)


def test_each_analysis_has_a_lit_test():
    for name in registry.names():
        assert f"--show-analysis={name}" in (LIT / f"{name}.mlir").read_text(encoding="utf-8")
        assert registry.lookup(name).flag == name


@pytest.mark.parametrize("name", registry.names())
def test_depth_does_not_matter(name):
    errors = io.StringIO()
    words = ["-", f"--show-analysis={name}", "--mlir-print-skip-regions"]
    code = main(words, stdin=io.StringIO(NEST), stdout=io.StringIO(), stderr=errors)
    assert (code, errors.getvalue()) == (0, "")


def test_mistakes_of_authors_are_errors(tmp_path):
    plugin = tmp_path / "wrong.py"
    plugin.write_text(
        "from mlirlite.dataflow import ForwardAnalysis, analysis\n"
        '@analysis("wrong")\n'
        "class Wrong(ForwardAnalysis[int]):\n"
        "    def unknown(self, value):\n"
        "        return 1 // 0\n"
    )
    errors = io.StringIO()
    words = ["-", f"--load-plugin={plugin}", "--show-analysis=wrong"]
    assert main(words, stdin=io.StringIO(LOOP), stdout=io.StringIO(), stderr=errors) == 1
    assert "analysis 'wrong' crashed on 'builtin.module': ZeroDivisionError" in errors.getvalue()
    assert "wrong.py:5" in errors.getvalue()


def test_an_analysis_that_never_ends_is_an_error():
    class Count(ForwardAnalysis[int]):
        flag = "count"

        def unknown(self, value):
            return 0

        def join(self, a, b):
            return max(a, b)

        def transfer(self, op, facts):
            return [sum(facts) + 1]

    with pytest.raises(DiagnosticError, match="analysis 'count' does not end"):
        Count(mlirlite.parse(LOOP, Context()))
    Count.patience = 4
    assert Count(mlirlite.parse(LOOP, Context()))
