"""Debug counters: rewrites, folds and lowerings by number; and what a conversion would do."""

import pytest

from mlirlite.dialects import arith
from mlirlite.parser import parse_module
from mlirlite.printer import print_op
from mlirlite.rewriting import Lowerings, apply_patterns_greedily, pattern
from mlirlite.rewriting.debug_counter import DebugCounters, counting
from mlirlite.support.diagnostics import DiagnosticError


@pattern
def add_to_sub(op: arith.AddIOp, rw):
    rw.replace(op, arith.SubIOp(op.lhs, op.rhs))
    return True


def module(count):
    ops = "\n".join(
        f"%{i} = arith.addi %x, %x : i32 func.call @g(%{i}) : (i32) -> ()" for i in range(count)
    )
    return parse_module(f"func.func private @g(i32) func.func @f(%x: i32) {{ {ops} return }}")


@pytest.mark.parametrize(
    ("settings", "kept"),
    [
        (["rewrite-count=0"], [0, 1, 2, 3]),
        (["rewrite-count=3"], [3]),
        (["rewrite-skip=1,rewrite-count=2"], [0, 3]),
        (["add_to_sub-skip=2"], [0, 1]),
        (["rewrite-skip=1", "add_to_sub-count=2"], [0, 2, 3]),
        (["other-count=0"], []),
    ],
)
def test_rewrites_by_number(settings, kept):
    root = module(4)
    with counting(DebugCounters(settings)) as counters:
        apply_patterns_greedily(root, [add_to_sub], fold=False, max_iterations=1)
    sums = [line for line in print_op(root).splitlines() if "i32" in line and "arith" in line]
    assert [i for i, line in enumerate(sums) if "addi" in line] == kept
    assert counters.counters["rewrite"].seen == 4


def test_the_last_one_is_named():
    with counting(DebugCounters(["rewrite-count=2"])) as counters:
        apply_patterns_greedily(module(4), [add_to_sub], fold=False, max_iterations=1)
    assert counters.counters["rewrite"].last.startswith("add_to_sub on 'arith.addi' at <string>:2:")
    assert "rewrite" in counters.report()


def test_wrong_settings():
    with pytest.raises(DiagnosticError, match="expected NAME-skip=N or NAME-count=N"):
        DebugCounters(["rewrite=3"])


def test_analysis_of_a_conversion_changes_nothing():
    root = module(2)
    before = print_op(root)
    lower = Lowerings("toy")

    @lower(arith.AddIOp)
    def lower_add(op, rw):
        if op.lhs.has_one_use:
            return rw.fail("only one use")
        return rw.insert(arith.SubIOp(*rw.operands)).results

    found = lower.analyze(root, illegal=("func.call",))
    assert print_op(root) == before
    assert [op.name for op in found.legalizable] == ["arith.addi", "arith.addi"]
    assert all(root.is_ancestor(op) for op in found.legalizable)
    assert "failed to legalize operation 'func.call'" in str(found.failure)
    assert found.reasons == {}
