"""shard.all_reduce: in a copy of the operand, by a communicator of the ranks that take part."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mlirlite.conversion.shard_to_mpi.grids import as_i32, sizes_of, world
from mlirlite.dialects import bufferization, memref, mpi, shard
from mlirlite.dialects._index_values import index_constant, value_of
from mlirlite.dialects._reassociation import reassociation
from mlirlite.dialects.affine._build import linear_index
from mlirlite.dialects.linalg.build import copy
from mlirlite.dialects.shard.sharding import axes_array
from mlirlite.ir.attributes import UNIT, IntegerAttr
from mlirlite.ir.builder import Builder
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import DYNAMIC, I32, INDEX, MemRefType, RankedTensorType
from mlirlite.ir.values import Value
from mlirlite.rewriting.conversion import ConversionRewriter, Lowerings
from mlirlite.support.diagnostics import DiagnosticError, error

lower = Lowerings("convert-shard-to-mpi")

_OPERATIONS = {
    "Sum": "MPI_SUM",
    "Product": "MPI_PROD",
    "Min": "MPI_MIN",
    "Max": "MPI_MAX",
    "BitwiseAnd": "MPI_BAND",
    "BitwiseOr": "MPI_BOR",
    "BitwiseXor": "MPI_BXOR",
}
"""MPI's reductions by shard's."""


@lower(shard.AllReduceOp)
def lower_all_reduce(op: shard.AllReduceOp, rw: ConversionRewriter) -> Any:
    """all_reduce(x) --> allreduce of a copy of x"""
    sizes = sizes_of(op)
    if sizes is None:
        return rw.fail("there is no such grid")
    if DYNAMIC in sizes:
        message = "Dynamic grid shape not supported in AllReduceOp"
        raise DiagnosticError(error(message, op.where))
    reduction = _OPERATIONS.get(op.reduction.value.name)
    if reduction is None:
        # MLIR differs: upstream makes an invalid op.
        return rw.fail(f"MPI has no reduction '{op.reduction.value.name}'")
    result: Any = op.results[0].type
    source = rw.operands[0]
    if isinstance(source.type, RankedTensorType):
        given = MemRefType(source.type.shape, source.type.element_type)
        source = rw.insert(bufferization.ToBufferOp(source, buffer=given)).results[0]
    made = MemRefType(result.shape, result.element_type)
    dynamic = [_size(rw, source, i) for i, size in enumerate(made.shape) if size == DYNAMIC]
    buffer = rw.insert(memref.AllocOp(dynamic, memref=made)).results[0]
    copy(rw, source, buffer)
    communicator = _group(rw, op.grid, list(op.grid_axes or ()), len(sizes))
    flat = _flat(rw, buffer)
    number = IntegerAttr(mpi.MPI_ReductionOpEnum[reduction].value, I32)
    rw.insert(mpi.AllReduceOp(flat, flat, number, communicator))
    if isinstance(result, RankedTensorType):
        return rw.insert(bufferization.ToTensorOp(buffer, UNIT, result=result)).results
    return (buffer,)


def _size(b: Builder, buffer: Value, dimension: int) -> Value:
    made: Operation = b.insert(memref.DimOp(buffer, index_constant(b, dimension)))
    return made.results[0]


def _flat(b: Builder, buffer: Value) -> Value:
    """A buffer of one dimension at most with the same elements."""
    type: Any = buffer.type
    rank = len(type.shape)
    if rank < 2:
        return buffer
    count = 1
    for size in type.shape:
        count = DYNAMIC if DYNAMIC in (count, size) else count * size
    groups = reassociation([list(range(rank))])
    flat = MemRefType((count,), type.element_type)
    made: Operation = b.insert(memref.CollapseShapeOp(buffer, groups, result=flat))
    return made.results[0]


def _group(b: Builder, grid: Any, axes: Sequence[int], rank: int) -> Value:
    """The communicator of the ranks whose position differs along some axes only."""
    found = b.insert(shard.ProcessMultiIndexOp(grid, axes_array(()), result=[INDEX] * rank))
    zero = index_constant(b, 0)
    position = list(found.results)
    outside = [zero if axis in axes else position[axis] for axis in range(rank)]
    inside = [position[axis] if axis in axes else zero for axis in range(rank)]
    # MLIR differs: upstream takes the sizes along these axes only, and where the others are more
    # than one, gives ranks of several groups one number.
    sized = axes if rank - len(axes) < 2 else ()
    color = as_i32(b, _number(b, grid, outside, sized))
    key = as_i32(b, _number(b, grid, inside, sized))
    made: Operation = b.insert(mpi.CommSplitOp(world(b), color, key, newcomm=mpi.CommType()))
    return made.results[0]


def _number(b: Builder, grid: Any, position: Sequence[Value], axes: Sequence[int]) -> Value:
    count = len(axes) or len(position)
    shape = b.insert(shard.GridShapeOp(grid, axes_array(axes), result=[INDEX] * count))
    return value_of(b, linear_index(b, position, shape.results))
