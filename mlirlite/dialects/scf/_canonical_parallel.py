"""Canonical forms of scf.parallel and scf.forall: dimensions of one trip, nests, constant
bounds."""

from collections.abc import Sequence

from mlirlite.dialects._index_values import value_of
from mlirlite.dialects._mixed import Mixed, constant_number, split
from mlirlite.dialects.scf.loops import ForallOp, ParallelOp, ReduceOp
from mlirlite.ir.block import Block, Region
from mlirlite.ir.types import INDEX
from mlirlite.ir.values import Value
from mlirlite.rewriting import Rewriter, canonicalization


@canonicalization
def parallel_dims_of_one_trip(op: ParallelOp, rw: Rewriter) -> bool | None:
    """A dimension that has one trip --> its lower bound"""
    kept: list[int] = []
    for d, bounds in enumerate(zip(op.lowerBound, op.upperBound, op.step, strict=True)):
        low, high, step = (constant_number(v) for v in bounds)
        if low is None or high is None or step is None or not 0 < high - low <= step:
            kept.append(d)
    if len(kept) == len(op.step):
        return rw.fail("no dimension is known to have one trip")
    rw.set_before(op)
    if not kept:
        _inline_single(op, rw)
        return True
    block = Block([INDEX] * len(kept))
    new = rw.insert(
        ParallelOp(
            [op.lowerBound[d] for d in kept],
            [op.upperBound[d] for d in kept],
            [op.step[d] for d in kept],
            op.initVals,
            Region([block]),
            results_=op.result_types,
        )
    )
    new.attributes = dict(op.attributes)
    counters = [
        block.args[kept.index(d)] if d in kept else op.lowerBound[d] for d in range(len(op.step))
    ]
    rw.merge_blocks(op.body, block, counters)
    rw.replace(op, new)
    return True


def _inline_single(op: ParallelOp, rw: Rewriter) -> None:
    """Put the body of the only trip, and its reductions, in the place of the loop."""
    end = op.body.last
    if end is None:
        raise ValueError("the loop has no terminator")
    rw.inline_block_before(op.body, op, list(op.lowerBound))
    results: list[Value] = []
    for init, value, region in zip(op.initVals, end.operands, end.regions, strict=True):
        last = region.entry.last
        rw.inline_block_before(region.entry, op, [init, value])
        if last is not None:
            results.append(last.operands[0])
            rw.erase(last)
    rw.erase(end)
    rw.replace(op, results)


@canonicalization
def nested_parallel_loops(op: ParallelOp, rw: Rewriter) -> bool | None:
    """parallel (%i) { parallel (%j) { a } } --> parallel (%i, %j) { a }"""
    inner = op.body.first
    if not isinstance(inner, ParallelOp) or inner.next is not op.body.last:
        return rw.fail("the body is no single parallel loop")
    if op.initVals or inner.initVals:
        return rw.fail("there are reductions")
    bounds = (*inner.lowerBound, *inner.upperBound, *inner.step)
    if any(v in op.induction_vars for v in bounds):
        return rw.fail("the inner bounds depend on the outer loop")
    rw.set_before(op)
    rank = len(op.step)
    block = Block([INDEX] * (rank + len(inner.step)))
    new = rw.insert(
        ParallelOp(
            [*op.lowerBound, *inner.lowerBound],
            [*op.upperBound, *inner.upperBound],
            [*op.step, *inner.step],
            [],
            Region([block]),
            results_=[],
        )
    )
    for old, counter in zip(op.body.args, new.body.args, strict=False):
        rw.replace_all_uses_with(old, counter)
    rw.merge_blocks(inner.body, block, block.args[rank:])
    if not isinstance(block.last, ReduceOp):
        raise ValueError("the loop has no terminator")
    rw.erase(op)
    return True


@canonicalization
def forall_of_constants(op: ForallOp, rw: Rewriter) -> bool | None:
    """forall (%i) in (%c8) --> forall (%i) in (8)"""
    groups = [op.mixed_lower_bounds, op.mixed_upper_bounds, op.mixed_steps]
    known: list[list[Mixed]] = []
    for group in groups:
        numbers = [constant_number(v) if isinstance(v, Value) else None for v in group]
        known.append([v if n is None else n for v, n in zip(group, numbers, strict=True)])
    if known == groups:
        return rw.fail("no bound is a constant")
    with rw.modify(op):
        _set_bounds(op, known)
    return True


def _set_bounds(op: ForallOp, groups: Sequence[Sequence[Mixed]]) -> None:
    for i, name in enumerate(("LowerBound", "UpperBound", "Step")):
        static, dynamic = split(groups[i])
        op.properties[f"static{name}"] = static
        if op.definition is not None:
            op.definition.set_operand_group(op, i, dynamic)


@canonicalization
def forall_dims_of_one_trip(op: ForallOp, rw: Rewriter) -> bool | None:
    """A dimension that has one trip --> its lower bound; a loop without trips --> its outputs"""
    bounds = list(zip(op.mixed_lower_bounds, op.mixed_upper_bounds, op.mixed_steps, strict=True))
    trips = [_trips(*b) for b in bounds]
    if 0 in trips:
        rw.replace(op, op.outputs)
        return True
    kept = [d for d, count in enumerate(trips) if count != 1]
    if len(kept) == len(bounds):
        return rw.fail("no dimension is known to have one trip")
    if op.mapping is not None:
        return rw.fail("the loops are mapped to a device")
    if not kept and op.outputs:
        return rw.fail("what the only trip makes goes into shared outputs")
    rw.set_before(op)
    counters: list[Value] = list(op.induction_vars)
    for d in range(len(bounds)):
        if d not in kept:
            counters[d] = value_of(rw, bounds[d][0])
    if not kept:
        end = op.body.last
        rw.inline_block_before(op.body, op, counters)
        if end is not None:
            rw.erase(end)
        rw.erase(op)
        return True
    block = op.body
    for d in range(len(bounds) - 1, -1, -1):
        if d not in kept:
            rw.replace_all_uses_with(block.args[d], counters[d])
            block.erase_argument(d)
    with rw.modify(op):
        _set_bounds(op, [[b[i] for d, b in enumerate(bounds) if d in kept] for i in range(3)])
    return True


def _trips(low: Mixed, high: Mixed, step: Mixed) -> int | None:
    if isinstance(low, int) and isinstance(high, int) and isinstance(step, int) and step > 0:
        return max(0, -(-(high - low) // step))
    return 0 if low is high and isinstance(low, Value) else None
