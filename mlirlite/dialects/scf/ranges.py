"""Ranges of the counters of loops."""

from collections.abc import Callable

from mlirlite.dataflow.analyses.int_range import counter_range
from mlirlite.dataflow.ranges import IntRange, width_of
from mlirlite.dialects._mixed import Mixed
from mlirlite.dialects.scf.forall import ForallOp
from mlirlite.dialects.scf.loops import ForOp, ParallelOp
from mlirlite.ir.types import INDEX
from mlirlite.ir.values import OpResult, Value

Facts = Callable[[Value], IntRange | None]
_WORD = width_of(INDEX) or 64


@counter_range(ForOp)
def for_counter(op: ForOp, value: Value, fact: Facts) -> IntRange | None:
    """From the lower bound to below the upper one."""
    bounds = [fact(bound) for bound in (op.lowerBound, op.upperBound, op.step)]
    return _counter(width_of(value.type) or 0, *bounds)


@counter_range(ParallelOp)
def parallel_counter(op: ParallelOp, value: Value, fact: Facts) -> IntRange | None:
    """The same for each loop."""
    if isinstance(value, OpResult):
        return IntRange.full(width_of(value.type) or 0)
    at = op.region.entry.args.index(value)
    bounds = (op.lowerBound[at], op.upperBound[at], op.step[at])
    return _counter(_WORD, *(fact(bound) for bound in bounds))


@counter_range(ForallOp)
def forall_counter(op: ForallOp, value: Value, fact: Facts) -> IntRange | None:
    """The same for each loop."""
    at = -1 if isinstance(value, OpResult) else op.region.entry.args.index(value)
    if not 0 <= at < op.rank:
        return IntRange.full(width_of(value.type) or 0)

    def known(bound: Mixed) -> IntRange | None:
        return IntRange.of(_WORD, bound) if isinstance(bound, int) else fact(bound)

    bounds = (op.mixed_lower_bounds[at], op.mixed_upper_bounds[at], op.mixed_steps[at])
    return _counter(_WORD, *map(known, bounds))


def _counter(
    width: int, lower: IntRange | None, upper: IntRange | None, step: IntRange | None
) -> IntRange | None:
    """The range of a counter, as upstream: signed, and None where no number lies in it. A negative
    step counts from the upper bound."""
    if lower is None or upper is None or step is None:
        return None
    low, high = lower.smin, upper.smax
    if step.smax < 0:
        low, high = high, low
    elif high == -(1 << width >> 1):
        high = (1 << width >> 1) - 1
    else:
        high -= 1
    return IntRange.signed(width, low, high) if low <= high else None
