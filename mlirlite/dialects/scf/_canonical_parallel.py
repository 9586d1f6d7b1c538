"""Canonical forms of scf.parallel: dimensions of one trip or none, nests."""

from mlirlite.dialects.scf._trips import trip_count
from mlirlite.dialects.scf.loops import ParallelOp, ReduceOp
from mlirlite.ir.block import Block, Region
from mlirlite.ir.types import INDEX
from mlirlite.ir.values import Value
from mlirlite.rewriting import Rewriter, canonicalization


@canonicalization
def parallel_dims_of_one_trip(op: ParallelOp, rw: Rewriter) -> bool | None:
    """A dimension that has one trip --> its lower bound; a loop without trips --> its initial
    values"""
    trips = [trip_count(*b) for b in zip(op.lowerBound, op.upperBound, op.step, strict=True)]
    if 0 in trips:
        rw.replace(op, op.initVals)
        return True
    kept = [d for d, count in enumerate(trips) if count != 1]
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
    """Replace the loop by the body of its only trip, and its reductions."""
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
        return rw.fail("the body is not a single parallel loop")
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
