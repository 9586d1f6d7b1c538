"""Where a device is in its grid, and which its neighbors are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mlirlite.conversion.shard_to_mpi.grids import axes_or_all, rank_at, sizes_of, world
from mlirlite.dialects import arith, mpi, scf, shard
from mlirlite.dialects._index_values import index_constant
from mlirlite.ir.block import Block, Region
from mlirlite.ir.builder import Builder
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import DYNAMIC, I32, INDEX
from mlirlite.ir.values import Value
from mlirlite.rewriting.conversion import ConversionRewriter, Lowerings

lower = Lowerings("convert-shard-to-mpi")


@lower(shard.ProcessLinearIndexOp)
def lower_linear_index(op: shard.ProcessLinearIndexOp, rw: ConversionRewriter) -> Any:
    """process_linear_index --> the rank"""
    all_ranks = world(rw)
    rank = rw.insert(mpi.CommRankOp(all_ranks, retval=[mpi.RetvalType()], rank=I32)).rank
    return rw.insert(arith.IndexCastOp(rank, out=INDEX)).results


@lower(shard.ProcessMultiIndexOp)
def lower_multi_index(op: shard.ProcessMultiIndexOp, rw: ConversionRewriter) -> Any:
    """process_multi_index --> quotients and remainders of the rank"""
    sizes = sizes_of(op)
    if sizes is None or DYNAMIC in sizes:
        return rw.fail("the sizes of the grid are not known")
    constants = [index_constant(rw, size) for size in sizes]
    left = rw.insert(shard.ProcessLinearIndexOp(op.grid, result=INDEX)).results[0]
    position: list[Value] = []
    for axis in reversed(range(len(sizes))):
        position.insert(0, rw.insert(arith.RemSIOp(left, constants[axis])).result)
        if axis:
            left = rw.insert(arith.DivSIOp(left, constants[axis])).result
    return [position[axis] for axis in axes_or_all(op.axes, sizes)]


@lower(shard.NeighborsLinearIndicesOp)
def lower_neighbors(op: shard.NeighborsLinearIndicesOp, rw: ConversionRewriter) -> Any:
    """neighbors_linear_indices --> the ranks one before and one after along an axis, or -1"""
    sizes, axes = sizes_of(op), list(op.split_axes)
    if sizes is None or len(axes) != 1:
        return rw.fail("neighbors are along one axis of a known grid")
    axis, position = axes[0], list(op.device)
    constants = [index_constant(rw, size) for size in sizes]
    one, none = index_constant(rw, 1), index_constant(rw, -1)
    here = position[axis]
    zero = index_constant(rw, 0)
    first = rw.insert(arith.CmpIOp(arith.CmpIPredicate.sle, here, zero)).result
    down = _neighbor(rw, first, none, arith.SubIOp, position, axis, one, constants)
    end = rw.insert(arith.SubIOp(constants[axis], one)).result
    last = rw.insert(arith.CmpIOp(arith.CmpIPredicate.sge, here, end)).result
    up = _neighbor(rw, last, none, arith.AddIOp, position, axis, one, constants)
    return down, up


def _neighbor(
    rw: ConversionRewriter,
    at_border: Value,
    none: Value,
    step: Any,
    position: Sequence[Value],
    axis: int,
    one: Value,
    sizes: Sequence[Value],
) -> Value:
    """`none` at the border, else the rank one step along an axis."""
    then, other = Block(), Block()
    then.append(scf.YieldOp([none]))
    b = Builder(other, location=rw.location)
    moved = list(position)
    moved[axis] = b.insert(step(position[axis], one)).result
    other.append(scf.YieldOp([rank_at(b, moved, sizes)]))
    regions = (Region([then]), Region([other]))
    made: Operation = rw.insert(scf.IfOp.create((at_border,), (INDEX,), None, None, regions))
    return made.results[0]
