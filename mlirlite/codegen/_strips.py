"""Loops in strips: a loop over strips of a number of iterations, around a loop over those of one
strip.

for %i = %l to %u { }  -->  for %o = %l to %u step 64 { for %i = %o to min(%o + 64, %u) { } }
"""

from __future__ import annotations

from typing import NamedTuple, TypeGuard

from mlirlite.dialects import affine, arith, scf
from mlirlite.dialects._index_values import index_constant
from mlirlite.dialects._mixed import constant_number
from mlirlite.dialects.affine._loop_utils import IDENTITY, set_bound, trip_count_map
from mlirlite.ir.affine import AffineConst, AffineDim, AffineExpr, AffineMap
from mlirlite.ir.attributes import AffineMapAttr, ArrayAttr, i64_attr
from mlirlite.ir.block import Block, Region
from mlirlite.ir.builder import Builder
from mlirlite.ir.interfaces import LoopLike
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import INDEX
from mlirlite.ir.values import Value

Indexed = affine.ForOp | scf.ForOp
"""Loops that count."""


class Strips(NamedTuple):
    """The insertion point at the end of a strip; the first index of the next strip, and the loop's
    upper bound."""

    end: Builder
    next: Value
    limit: Value


class Count(NamedTuple):
    """The number of iterations of a loop, or a number below 0; it is defined before the loop."""

    place: Builder
    value: Value


def is_indexed(loop: Operation) -> TypeGuard[Indexed]:
    """True for loops over numbers of type index, as signed ones."""
    if isinstance(loop, scf.ForOp):
        return loop.step.type is INDEX and not loop.unsignedCmp
    return isinstance(loop, affine.ForOp)


def is_inside_loop(op: Operation) -> bool:
    """True for an op in the body of a loop."""
    parent = op.parent_op
    while parent is not None and not isinstance(parent, LoopLike):
        parent = parent.parent_op
    return parent is not None


def has_loops(op: Operation) -> bool:
    """True for an op with loops in its regions."""
    return any(isinstance(nested, LoopLike) for nested in op.walk() if nested is not op)


def owner_of(value: Value) -> Operation | None:
    """The op that makes a value, or that has it as an argument."""
    block = value.parent_block
    return value.defining_op or (block.parent_op if block is not None else None)


def count_of(loop: Indexed) -> Count | None:
    """The number of iterations of a loop, computed as far outside as its operands allow; None if
    that is not simple."""
    if isinstance(loop, scf.ForOp):
        if constant_number(loop.step) != 1:
            return None
        b = _outside(loop, [loop.lowerBound, loop.upperBound])
        return Count(b, b.insert(arith.SubIOp(loop.upperBound, loop.lowerBound)).result)
    found = trip_count_map(loop)
    if found is None:
        return None
    b = _outside(loop, found[1])
    return Count(b, b.insert(affine.MinOp(AffineMapAttr(found[0]), found[1])).result)


def _outside(op: Operation, values: list[Value]) -> Builder:
    """An insertion point before the outermost loop or conditional around an op that does not define
    any of these values."""
    owners = [owner_of(v) for v in values]
    parent = op.parent_op
    while isinstance(parent, Indexed | scf.IfOp) and not any(parent.is_ancestor(o) for o in owners):
        op, parent = parent, parent.parent_op
    return Builder.before_op(op)


def chosen(condition: Value, nest: Operation) -> tuple[scf.IfOp, Operation]:
    """Replace a nest by the choice between a copy, where the condition holds, and itself; the
    choice and the copy."""
    blocks = [Block(), Block()]
    made = scf.IfOp.create(
        (condition,), tuple(nest.result_types), regions=[Region([block]) for block in blocks]
    )
    Builder.before_op(nest).insert(made)
    nest.replace_all_uses_with(made)
    copy = nest.clone()
    nest.detach()
    for op, block in zip((copy, nest), blocks, strict=True):
        block.append(op)
        block.append(scf.YieldOp(op.results))
    return made, copy


def in_strips(loop: Indexed, iterations: int) -> Strips:
    """Put a loop over strips of this many iterations around a loop."""
    return _affine(loop, iterations) if isinstance(loop, affine.ForOp) else _index(loop, iterations)


def _affine(loop: affine.ForOp, iterations: int) -> Strips:
    given = list(loop.upperBoundOperands)
    limit = Builder.before_op(loop).insert(affine.MinOp(loop.upperBoundMap, given)).result
    size = iterations * loop.step
    body = Block([INDEX, *loop.result_types])
    outer = affine.ForOp(
        loop.lowerBoundOperands, given, loop.inits,
        lowerBoundMap=loop.lowerBoundMap, upperBoundMap=loop.upperBoundMap,
        step=size, region=Region([body]), results_=loop.result_types,
    )  # fmt: skip
    _put_around(outer, loop, body)
    start, upper = body.args[0], loop.upperBoundMap.map
    ends = (*upper.results, AffineDim(upper.num_dims) + size)
    operands = [*given[: upper.num_dims], start, *given[upper.num_dims :]]
    set_bound(loop, 0, IDENTITY, [start])
    set_bound(loop, 1, AffineMap(upper.num_dims + 1, upper.num_symbols, ends), operands)
    b = Builder.at_end(body)
    next = b.insert(arith.AddIOp(start, index_constant(b, size))).result
    return Strips(Builder.before_op(b.insert(affine.YieldOp(loop.results))), next, limit)


def _index(loop: scf.ForOp, iterations: int) -> Strips:
    b = Builder.before_op(loop)
    limit = loop.upperBound
    size = b.insert(arith.MulIOp(loop.step, index_constant(b, iterations))).result
    body = Block([INDEX, *loop.result_types])
    outer = scf.ForOp.create(
        (loop.lowerBound, limit, size, *loop.initArgs),
        tuple(loop.result_types),
        regions=[Region([body])],
    )
    _put_around(outer, loop, body)
    b = Builder.before_op(loop)
    next = b.insert(arith.AddIOp(body.args[0], size)).result
    loop.set_operand(0, body.args[0])
    loop.set_operand(1, b.insert(arith.MinSIOp(next, limit)).result)
    end = Builder.at_end(body).insert(scf.YieldOp(loop.results))
    return Strips(Builder.before_op(end), next, limit)


def in_parallel_strips(loop: affine.ParallelOp, iterations: int) -> None:
    """Let each iteration of a parallel loop do several, by its last counter: an affine.for in it
    does at most this many."""
    step = loop.step_numbers[-1]
    size = step * iterations
    start = loop.body.args[-1]
    body = Block([INDEX])
    start.replace_all_uses_with(body.args[0])
    for op in list(loop.body)[:-1]:
        op.detach()
        body.append(op)
    body.append(affine.YieldOp(()))
    upper, given = loop.upperBoundsMap.map, loop.upper_operands
    ends = (*_bounds(loop, -1)[1], AffineDim(upper.num_dims) + size)
    inner = affine.ForOp(
        [start], [*given[: upper.num_dims], start, *given[upper.num_dims :]], [],
        lowerBoundMap=IDENTITY,
        upperBoundMap=AffineMapAttr(AffineMap(upper.num_dims + 1, upper.num_symbols, ends)),
        step=step, region=Region([body]), results_=[],
    )  # fmt: skip
    Builder.at_start(loop.body).insert(inner)
    loop.steps = ArrayAttr((*list(loop.steps)[:-1], i64_attr(size)))


def starts_at_zero(loop: affine.ParallelOp, k: int) -> bool:
    """True when a counter of a parallel loop begins with 0."""
    return _bounds(loop, k)[0] == (AffineConst(0),)


def iterations_of(loop: affine.ParallelOp, k: int) -> int | None:
    """The most iterations of one counter of a parallel loop, if known; the counter begins with
    0."""
    known = [e.value for e in _bounds(loop, k)[1] if isinstance(e, AffineConst)]
    return max(-(-min(known) // loop.step_numbers[k]), 1) if known else None


def _bounds(loop: affine.ParallelOp, k: int) -> list[tuple[AffineExpr, ...]]:
    """The lower and upper bounds of a counter."""
    found = []
    for map, groups in (
        (loop.lowerBoundsMap.map, list(loop.lowerBoundsGroups.values())),
        (loop.upperBoundsMap.map, list(loop.upperBoundsGroups.values())),
    ):
        end = sum(groups[: k % len(groups) + 1])
        found.append(map.results[end - groups[k] : end])
    return found


def _put_around(outer: Operation, loop: Operation, body: Block) -> None:
    """Replace a loop by another, which has it in its body and carries its values."""
    Builder.before_op(loop).insert(outer)
    for i, result in enumerate(loop.results):
        result.replace_all_uses_with(outer.results[i])
    loop.detach()
    body.append(loop)
    first = len(loop.operands) - len(loop.results)
    for i in range(len(loop.results)):
        loop.set_operand(first + i, body.args[1 + i])
