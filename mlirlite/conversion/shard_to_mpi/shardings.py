"""Shardings as values, and the sizes of a device's part."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mlirlite.conversion.shard_to_mpi.grids import sizes_of
from mlirlite.dialects import arith, shard, tensor
from mlirlite.dialects._index_values import index_constant
from mlirlite.dialects._mixed import Mixed, merge
from mlirlite.dialects.linalg.build import fill
from mlirlite.dialects.shard.sharding import axes_of
from mlirlite.dialects.shard.sizes import group_size
from mlirlite.dialects.tensor._canonical_slices import build_slice
from mlirlite.ir.attribute import Type
from mlirlite.ir.attributes import IntegerAttr, i64_attr
from mlirlite.ir.builder import Builder
from mlirlite.ir.dense import DenseElementsAttr
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import DYNAMIC, I64, INDEX, IntegerType, RankedTensorType
from mlirlite.ir.values import Value
from mlirlite.rewriting.conversion import ConversionRewriter, Lowerings, TypeConverter
from mlirlite.support.diagnostics import DiagnosticError, error

types = TypeConverter()
lower = Lowerings("convert-shard-to-mpi", types)
lower_users = Lowerings("convert-shard-to-mpi")
"""Ops that need the sharding that a value is, before `lower` makes tensors of it."""
_I16 = IntegerType(16)
_UNKNOWN = (DYNAMIC, DYNAMIC)


@types(shard.ShardingType)
def convert_sharding(type: shard.ShardingType, types: TypeConverter) -> Any:
    """A sharding becomes the axes of each dimension, the halos, and the offsets of its parts."""
    return [RankedTensorType(_UNKNOWN, element) for element in (_I16, I64, I64)]


@lower_users(shard.GetShardingOp)
def lower_get_sharding(op: shard.GetShardingOp, rw: ConversionRewriter) -> Any:
    """get_sharding(shard(x, s)) --> s"""
    source: Any = op.source.defining_op
    if not isinstance(source, shard.ShardOp):
        return rw.fail("the source is not the result of a shard.shard")
    if not isinstance(source.sharding.defining_op, shard.ShardingOp):
        return rw.fail("the sharding is not known")
    return (source.sharding,)


@lower(shard.ShardingOp)
def lower_sharding(op: shard.ShardingOp, rw: ConversionRewriter) -> Any:
    """sharding --> a row of axes, halos and offsets for each dimension, with -1 for those that a
    shorter row lacks"""
    sizes = sizes_of(op)
    if sizes is None:
        return rw.fail("there is no such grid")
    split = axes_of(op.split_axes)
    longest = max((len(axes) for axes in split), default=0)
    rows = _empty(rw, (len(split), longest), _I16)
    least = rw.insert(arith.ConstantOp(IntegerAttr(-1, _I16))).result
    rows = fill(rw, least, rows).results[0]
    for i, axes in enumerate(split):
        type = RankedTensorType((len(axes),), _I16)
        row = rw.insert(arith.ConstantOp(DenseElementsAttr.of(type, list(axes)))).result
        rows = _insert_row(rw, row, rows, i)
    halos = _i64_values(rw, merge(op.static_halo_sizes, op.dynamic_halo_sizes))
    divided = [axes for axes in split if axes]
    if halos:
        around = _elements(rw, halos, (len(divided), 2), I64)
    else:
        around = _empty(rw, (0, 0), I64)
    offsets = _offsets(op, rw, [sum(sizes[axis] for axis in axes) for axes in divided])
    return [
        rw.insert(tensor.CastOp(value, dest=type)).results[0]
        for value, type in zip(
            (rows, around, offsets), rw.convert_all(op.result_types), strict=True
        )
    ]


def _offsets(op: shard.ShardingOp, rw: ConversionRewriter, counts: Sequence[int]) -> Value:
    """A row for each divided dimension."""
    given = merge(op.static_sharded_dims_offsets, op.dynamic_sharded_dims_offsets)
    if not given:
        return _empty(rw, (0, 0), I64)
    made = _empty(rw, (len(counts), max(counts) + 1), I64)
    unknown = rw.insert(arith.ConstantOp(i64_attr(DYNAMIC))).result
    made = fill(rw, unknown, made).results[0]
    values, start = _i64_values(rw, given), 0
    for i, count in enumerate(counts):
        row = _elements(rw, values[start : start + count + 1], (count + 1,), I64)
        made = _insert_row(rw, row, made, i)
        start += count + 1
    return made


def _empty(b: Builder, shape: tuple[int, ...], element: Type) -> Value:
    made: Operation = b.insert(tensor.EmptyOp((), result=RankedTensorType(shape, element)))
    return made.results[0]


def _elements(b: Builder, values: Sequence[Value], shape: tuple[int, ...], element: Type) -> Value:
    type = RankedTensorType(shape, element)
    made: Operation = b.insert(tensor.FromElementsOp(values, result=type))
    return made.results[0]


def _insert_row(b: Builder, row: Value, rows: Value, number: int) -> Value:
    type: Any = row.type
    parts = ([number, 0], [1, type.shape[0]], [1, 1])
    made = b.insert(build_slice(tensor.InsertSliceOp, (row, rows), parts, (rows.type,)))
    return made.results[0]


def _i64_values(b: Builder, mixed: Sequence[Mixed]) -> list[Value]:
    return [
        entry if isinstance(entry, Value) else b.insert(arith.ConstantOp(i64_attr(entry))).result
        for entry in mixed
    ]


def _index_values(b: Builder, mixed: Sequence[Mixed]) -> list[Value]:
    """Values of type index, also of other integers."""
    found = []
    for entry in mixed:
        if not isinstance(entry, Value):
            found.append(index_constant(b, entry))
        elif entry.type is INDEX:
            found.append(entry)
        else:  # MLIR differs: upstream makes a tensor of both types
            found.append(b.insert(arith.IndexCastOp(entry, out=INDEX)).result)
    return found


@lower_users(shard.ShardShapeOp)
def lower_shard_shape(op: shard.ShardShapeOp, rw: ConversionRewriter) -> Any:
    """shard_shape --> the difference of two offsets; or the size divided by the number of parts,
    one more for the last parts if there is a rest"""
    sharding: Any = op.sharding.defining_op
    if not isinstance(sharding, shard.ShardingOp):
        raise DiagnosticError(
            error("Expected ShardingOp as defining op for sharding but found none", op.where)
        )
    sizes = sizes_of(sharding)
    if sizes is None or DYNAMIC in sizes:
        return rw.fail("the sizes of the grid are not known")
    split = axes_of(sharding.split_axes)
    offsets = merge(sharding.static_sharded_dims_offsets, sharding.dynamic_sharded_dims_offsets)
    if offsets and any(len(axes) > 1 for axes in split):
        message = "Only single axis sharding is supported for each dimension."
        raise DiagnosticError(error(message, op.where))
    whole = _index_values(rw, merge(op.dims, op.dims_dynamic))
    device = _index_values(rw, merge(op.device, op.device_dynamic))
    starts = None
    if offsets:
        starts = _elements(rw, _index_values(rw, offsets), (len(offsets),), INDEX)
    zero, one = index_constant(rw, 0), index_constant(rw, 1)
    parts, position = [], 0
    for dimension, size in enumerate(whole):
        axes = split[dimension] if dimension < len(split) else ()
        if not axes:
            parts.append(size)
            continue
        count = group_size(axes, sizes)
        first = index_constant(rw, position)
        if starts is not None:
            parts.append(_between_offsets(rw, starts, first, device[axes[0]], one))
        else:
            parts.append(_share(rw, size, count, device[axes[0]], zero, one))
        position += count + 1
    return parts


def _between_offsets(b: Builder, starts: Value, first: Value, index: Value, one: Value) -> Value:
    at = b.insert(arith.AddIOp(first, index)).result
    start = b.insert(tensor.ExtractOp(starts, [at])).result
    after = b.insert(arith.AddIOp(at, one)).result
    end = b.insert(tensor.ExtractOp(starts, [after])).result
    made: Value = b.insert(arith.SubIOp(end, start)).result
    return made


def _share(b: Builder, size: Value, count: int, index: Value, zero: Value, one: Value) -> Value:
    parts = index_constant(b, count)
    least = b.insert(arith.DivSIOp(size, parts)).result
    rest = b.insert(arith.RemSIOp(size, parts)).result
    from_here = b.insert(arith.SubIOp(parts, rest)).result
    more = b.insert(arith.CmpIOp(arith.CmpIPredicate.sge, index, from_here)).result
    odd = b.insert(arith.SelectOp(more, one, zero)).result
    made: Value = b.insert(arith.AddIOp(least, odd)).result
    return made
