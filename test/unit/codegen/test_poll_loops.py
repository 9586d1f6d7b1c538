"""Code looks for an interrupt after a limited amount of work, whatever the sizes are: for one model
of each operator, with unknown sizes, the ops between two looks are counted."""

from __future__ import annotations

from functools import cache
from itertools import pairwise

import pytest

from mlirlite.dialects import krnl
from mlirlite.interp.function import evaluate_function
from mlirlite.interp.machine import Machine
from mlirlite.ir.context import Context
from mlirlite.passes.manager import PassManager
from mlirlite.runtime.compiler import load_module, run_stages, stages_for
from mlirlite.testing.trust.broken import dynamic
from mlirlite.testing.trust.violations import cases

BUDGET = 64
"""The work between two looks: small, so that the suite's small arrays are long."""
MOST = 50 * BUDGET
"""The most ops between two looks: 64 rows whose inner loops are at most half a budget, with ops of
a quarter of one beside them, and what is not split: ops without weight, and the function's own."""
PARTS = 32
NOT_EVALUATED = ("ImageDecoder", "OptionalHasElement", "OptionalGetElement", "SplitToSequence")
"""They call C, or have values that the evaluator does not take."""
SCHEDULED = (
    *("BatchNormalization", "InstanceNormalization", "GroupNormalization", "FusedMatMul"),
    *("SkipLayerNormalization", "SkipSimplifiedLayerNormalization", "EmbedLayerNormalization"),
    *("SimplifiedLayerNormalization", "MultiHeadAttention", "TransposeMatMul"),
)
"""Those whose schedules use addresses, which the evaluator does not know; only plain loops run."""


@cache
def one_of_each() -> dict[str, str]:
    """A model of each operator whose inputs are arrays of numbers."""
    found = {}
    for name, case in cases().items():
        inputs, _ = case.data_sets[0]
        if len(case.model.graph.node) == 1 and all(
            getattr(i, "dtype", None) is not None and i.dtype.kind in "bfiu" for i in inputs
        ):
            found.setdefault(case.model.graph.node[0].op_type, name)
    return {operator: name for operator, name in found.items() if operator not in NOT_EVALUATED}


def most_between_looks(name: str, machine: str, budget: int, threads: int = 1) -> int:
    """The most ops that the reference evaluator runs between two looks for an interrupt."""
    case, context = cases()[name], Context()
    module, _ = load_module(dynamic(case), context)
    run_stages(module, context, stages_for(machine, threads=threads)[:3])
    PassManager(f"poll-loops{{budget={budget}}}", context).run(module)
    counted = Machine(module)
    looks = [0]

    def look(m: Machine, op: krnl.PollOp) -> None:
        looks.append(m._steps)

    counted._functions[krnl.PollOp] = look
    evaluate_function(counted, "main_graph", case.data_sets[0][0])
    looks.append(counted._steps)
    return max(b - a for a, b in pairwise(looks))


@pytest.mark.sampled(96)
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize(("machine", "threads"), [("haswell", 1), ("haswell", 2), ("", 1)])
def test_no_long_work_without_a_look(part: int, machine: str, threads: int) -> None:
    """All operators with vectors and one thread; with two threads, or as plain loops, every second
    one."""
    named = list(one_of_each().items())[part::PARTS]
    if machine:
        named = [(operator, name) for operator, name in named if operator not in SCHEDULED]
    if (machine, threads) != ("haswell", 1):
        half = named[threads % 2 :: 2]
        named = [n for n in named if n in half or n[0] in SCHEDULED]
    names = [name for _, name in named]
    found = {name: most_between_looks(name, machine, BUDGET, threads) for name in names}
    most_of = MOST if threads == 1 else 16 * MOST
    assert {name: most for name, most in found.items() if most > most_of} == {}


def test_the_ops_are_counted() -> None:
    """With a large budget the same models run long without a look."""
    assert most_between_looks("test_softmax_large_number", "", 1 << 20) > 0
    without = most_between_looks("test_gru_defaults", "", 1 << 20)
    assert without > 8 * most_between_looks("test_gru_defaults", "", BUDGET)
