"""Ranges of the counters of loops."""

from collections.abc import Callable

from mlirlite.dataflow.analyses.int_range import counter_range
from mlirlite.dataflow.ranges import INDEX_BITS, IntRange
from mlirlite.dialects.affine.loops import ForOp
from mlirlite.ir.values import Value


@counter_range(ForOp)
def for_counter(op: ForOp, value: Value, fact: Callable[[Value], IntRange | None]) -> IntRange:
    """From the lower bound to below the upper one, if these are numbers."""
    lower, upper = op.constant_bounds
    full = IntRange.full(INDEX_BITS)
    low = full.smin if lower is None else lower
    high = full.smax if upper is None else upper - 1
    return IntRange.signed(INDEX_BITS, low, max(low, high))
