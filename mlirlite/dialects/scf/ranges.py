"""Ranges of the counters of loops."""

from collections.abc import Callable

from mlirlite.dataflow.analyses.int_range import counter_range
from mlirlite.dataflow.ranges import IntRange, width_of
from mlirlite.dialects.scf.loops import ForOp
from mlirlite.ir.values import Value


@counter_range(ForOp)
def for_counter(op: ForOp, value: Value, fact: Callable[[Value], IntRange | None]) -> IntRange:
    """From the lower bound to below the upper one; steps are positive."""
    lower, upper = fact(op.lowerBound), fact(op.upperBound)
    full = IntRange.full(width_of(value.type) or 0)
    if lower is None or upper is None:
        return full
    if op.unsignedCmp is not None:
        return IntRange.unsigned(full.width, lower.umin, max(lower.umin, upper.umax - 1))
    return IntRange.signed(full.width, lower.smin, max(lower.smin, upper.smax - 1))
