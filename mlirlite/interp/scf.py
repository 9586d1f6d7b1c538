"""Evaluation of the ops of scf. Loops that may run in parallel run in order."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from itertools import product
from typing import Any

from mlirlite.dialects import scf
from mlirlite.interp.machine import Enter, Leave, Machine, evaluate
from mlirlite.interp.values import Undefined, unsigned, width_of, wrap
from mlirlite.ir.attribute import Type

Steps = Generator[Enter, Leave, Any]


@evaluate(scf.IfOp)
def run_if(m: Machine, op: scf.IfOp) -> Steps:
    """One of two regions."""
    region = op.thenRegion if m[op.condition] else op.elseRegion
    if region.empty:
        return ()
    done = yield Enter(region)
    return done.values


@evaluate(scf.ExecuteRegionOp)
def run_execute_region(m: Machine, op: scf.ExecuteRegionOp) -> Steps:
    """The region, once."""
    done = yield Enter(op.region)
    return done.values


@evaluate(scf.IndexSwitchOp)
def run_index_switch(m: Machine, op: scf.IndexSwitchOp) -> Steps:
    """The region of a number."""
    chosen = m[op.arg]
    regions = dict(zip(op.cases, op.caseRegions, strict=True))
    done = yield Enter(regions.get(chosen, op.defaultRegion))
    return done.values


def counter(lower: int, upper: int, step: int, type: Type, *, as_unsigned: bool) -> Iterator[int]:
    """The values of an induction variable; undefined behavior if the step is not positive, or the
    number after the last one overflows."""
    if as_unsigned:
        lower, upper, step = (unsigned(n, type) for n in (lower, upper, step))
    if step <= 0:
        raise Undefined(f"has a step of {step}, which is not positive")
    numbers = range(lower, upper, step)
    width = width_of(type)
    if numbers and numbers[-1] + step >= 1 << (width if as_unsigned else width - 1):
        raise Undefined(f"counts beyond {width} bits")  # lowered loops would start over
    return (wrap(i, type) for i in numbers)


@evaluate(scf.ForOp)
def run_for(m: Machine, op: scf.ForOp) -> Steps:
    """The region for each number from lower to upper; its yield goes to the next."""
    type = op.lowerBound.type
    values: Sequence[Any] = m.all_raw(op.initArgs)
    lower, upper, step = m.all((op.lowerBound, op.upperBound, op.step))
    for i in counter(lower, upper, step, type, as_unsigned=op.unsignedCmp is not None):
        done = yield Enter(op.region, [i, *values])
        values = done.values
    return values


@evaluate(scf.WhileOp)
def run_while(m: Machine, op: scf.WhileOp) -> Steps:
    """`before` and `after` in turn until the condition is false."""
    values: Sequence[Any] = m.all_raw(op.inits)
    while True:
        done = yield Enter(op.before, values)
        values = done.values[1:]
        assert done.terminator is not None
        if not m[done.terminator.operands[0]]:
            return values
        done = yield Enter(op.after, values)
        values = done.values


def points(lower: Sequence[int], upper: Sequence[int], step: Sequence[int]) -> Iterator[Any]:
    """The points of a loop nest, the last loop fastest."""
    for d, number in enumerate(step):
        if number <= 0:
            raise Undefined(f"has a step of {number} in dimension {d}, which is not positive")
    return product(*map(range, lower, upper, step))


@evaluate(scf.ParallelOp)
def run_parallel(m: Machine, op: scf.ParallelOp) -> Steps:
    """The region at each point; its reductions are applied in order."""
    values = m.all_raw(op.initVals)
    bounds = (m.all(v) for v in (op.lowerBound, op.upperBound, op.step))
    for point in points(*bounds):
        done = yield Enter(op.region, point)
        if done.terminator is None:
            continue
        for i, region in enumerate(done.terminator.regions):
            reduced = yield Enter(region, [values[i], done.values[i]])
            values[i] = reduced.values[0]
    return values


@evaluate(scf.ForallOp)
def run_forall(m: Machine, op: scf.ForallOp) -> Steps:
    """The region at each point; what in_parallel inserts is seen in the shared outputs."""
    values = m.all_raw(op.outputs)
    mixed = (op.mixed_lower_bounds, op.mixed_upper_bounds, op.mixed_steps)
    shared = op.region.entry.args[len(op.mixed_steps) :]
    for point in points(*map(m.numbers, mixed)):
        done = yield Enter(op.region, [*point, *values])
        if done.terminator is not None and not done.terminator.regions[0].empty:
            yield Enter(done.terminator.regions[0])
        values = m.all_raw(shared)
    return values
