"""Evaluation of the ops of tensor. The elements of tensor.empty are zero."""

from __future__ import annotations

import math
from collections.abc import Generator, Sequence
from itertools import product
from typing import Any

import numpy as np

from mlirlite.dialects import tensor
from mlirlite.dialects._slices import OffsetSizeStrideOp
from mlirlite.interp.arith import reinterpret
from mlirlite.interp.machine import Enter, Leave, Machine, evaluate
from mlirlite.interp.values import (
    Array,
    Undefined,
    array_of,
    check_index,
    dtype_of,
    item,
    items,
)
from mlirlite.ir.types import DYNAMIC
from mlirlite.ir.values import Value

Steps = Generator[Enter, Leave, Any]


def _sizes(type: Any, dynamic: Sequence[int]) -> list[int]:
    given = iter(dynamic)
    sizes = [next(given) if n == DYNAMIC else n for n in type.shape]
    for d, size in enumerate(sizes):
        if size < 0:
            raise Undefined(f"asks for a negative size {size} in dimension {d}")
    return sizes


@evaluate(tensor.EmptyOp)
def run_empty(m: Machine, op: tensor.EmptyOp) -> Array:
    """A tensor of zeros."""
    return empty_tensor(op.result.type, m.all(op.dynamicSizes))


def empty_tensor(type: Any, dynamic: Sequence[int]) -> Array:
    """A tensor of zeros of a type whose unknown sizes are these."""
    sizes = _sizes(type, dynamic)
    return array_of([0] * math.prod(sizes), sizes, type.element_type)


@evaluate(tensor.SplatOp)
def run_splat(m: Machine, op: tensor.SplatOp) -> Array:
    """One value everywhere."""
    type = op.aggregate.type
    sizes = _sizes(type, m.all(op.dynamicSizes))
    return array_of([m[op.input]] * math.prod(sizes), sizes, type.element_type)


@evaluate(tensor.FromElementsOp)
def run_from_elements(m: Machine, op: tensor.FromElementsOp) -> Array:
    """A tensor of elements."""
    return array_of(m.all(op.elements), op.result.type.shape, op.result.type.element_type)


@evaluate(tensor.GenerateOp)
def run_generate(m: Machine, op: tensor.GenerateOp) -> Steps:
    """The region gives each element."""
    type = op.result.type
    sizes = _sizes(type, m.all(op.dynamicExtents))
    values = []
    for point in product(*map(range, sizes)):
        done = yield Enter(op.body, point)
        values.append(done.values[0])
    return [array_of(values, sizes, type.element_type)]


def _place(m: Machine, indices: Sequence[Value], shape: Sequence[int]) -> list[int]:
    found = m.all(indices)
    for d, (i, size) in enumerate(zip(found, shape, strict=True)):
        check_index(i, size, d)
    return found


@evaluate(tensor.ExtractOp)
def run_extract(m: Machine, op: tensor.ExtractOp) -> Any:
    """An element."""
    value = m[op.tensor]
    return item(value, _place(m, op.indices, value.shape), op.result.type)


@evaluate(tensor.InsertOp)
def run_insert(m: Machine, op: tensor.InsertOp) -> Array:
    """A tensor with another element."""
    found: Array = m[op.dest].copy()
    found[tuple(_place(m, op.indices, found.shape))] = m[op.scalar]
    return found


@evaluate(tensor.DimOp)
def run_dim(m: Machine, op: tensor.DimOp) -> int:
    """A size."""
    shape, at = m[op.source].shape, m[op.index]
    check_index(at, len(shape), 0)
    return int(shape[at])


@evaluate(tensor.RankOp)
def run_rank(m: Machine, op: tensor.RankOp) -> int:
    """The number of sizes."""
    return int(m[op.tensor].ndim)


def check_shape(value: Array, type: Any) -> Array:
    """Undefined behavior unless an array has the sizes of a type."""
    if type.has_rank and (
        value.ndim != type.rank
        or any(w not in (DYNAMIC, h) for w, h in zip(type.shape, value.shape, strict=True))
    ):
        raise Undefined(f"takes a tensor of sizes {list(value.shape)} as '{type}'")
    return value


@evaluate(tensor.CastOp)
def run_cast(m: Machine, op: tensor.CastOp) -> Array:
    """The same tensor; undefined behavior when it does not have the sizes of the type."""
    return check_shape(m[op.source], op.dest.type)


@evaluate(tensor.BitcastOp)
def run_bitcast(m: Machine, op: tensor.BitcastOp) -> Any:
    """The same bits as elements of another type."""
    return reinterpret(m[op.source], op.source.type, op.dest.type)


def _part(m: Machine, op: OffsetSizeStrideOp, shape: Sequence[int]) -> tuple[slice, ...]:
    mixed = (op.mixed_offsets, op.mixed_sizes, op.mixed_strides)
    found = []
    for d, (start, count, step) in enumerate(zip(*map(m.numbers, mixed), strict=True)):
        if count > 0:
            check_index(start, shape[d], d)
            check_index(start + (count - 1) * step, shape[d], d)
        elif count < 0:
            raise Undefined(f"takes {count} elements of dimension {d}")
        found.append(slice(start, start + (count - 1) * step + 1 if count else start, step))
    return tuple(found)


@evaluate(tensor.ExtractSliceOp)
def run_extract_slice(m: Machine, op: tensor.ExtractSliceOp) -> Array:
    """A part of a tensor, without the dimensions that the type drops."""
    value = m[op.source]
    part = value[_part(m, op, value.shape)]
    kept = _kept(part.shape, op.result.type.shape, op.static_sizes)
    return check_shape(part.reshape([part.shape[d] for d in kept]), op.result.type)


def _kept(sizes: Sequence[int], shape: Sequence[int], static: Any) -> list[int]:
    """The dimensions of a part that a type of smaller rank keeps; those of static size 1 may be
    dropped."""
    kept: list[int] = []
    drop = len(sizes) - len(shape)
    for d, size in enumerate(sizes):
        at = len(kept)
        fits = at < len(shape) and shape[at] in (DYNAMIC, size)
        if drop and static[d] == 1 and not (fits and shape[at] == 1):
            drop -= 1
        else:
            kept.append(d)
    while len(kept) > len(shape):
        kept.remove(next(d for d in reversed(kept) if sizes[d] == 1))
    return kept


@evaluate(tensor.InsertSliceOp)
def run_insert_slice(m: Machine, op: tensor.InsertSliceOp) -> Array:
    """A tensor with another part."""
    return _inserted(m, op)


@evaluate(tensor.ParallelInsertSliceOp)
def run_parallel_insert_slice(m: Machine, op: tensor.ParallelInsertSliceOp) -> None:
    """The shared output has another part from now on."""
    m[op.dest] = _inserted(m, op)


def _inserted(m: Machine, op: tensor.InsertSliceOp | tensor.ParallelInsertSliceOp) -> Array:
    found: Array = m[op.dest].copy()
    part = _part(m, op, found.shape)
    found[part] = m[op.source].reshape(found[part].shape)
    return found


@evaluate(tensor.CollapseShapeOp)
def run_collapse_shape(m: Machine, op: tensor.CollapseShapeOp) -> Array:
    """Groups of dimensions become one each."""
    value = m[op.src]
    sizes = [math.prod(value.shape[d] for d in group) for group in op.groups]
    return check_shape(value.reshape(sizes), op.result.type)


@evaluate(tensor.ExpandShapeOp)
def run_expand_shape(m: Machine, op: tensor.ExpandShapeOp) -> Array:
    """Dimensions are split."""
    return _reshaped(m[op.src], m.numbers(op.mixed_output_shape))


def _reshaped(value: Array, sizes: Sequence[int]) -> Array:
    if math.prod(sizes) != value.size or any(n < 0 for n in sizes):
        raise Undefined(f"reshapes sizes {list(value.shape)} to {list(sizes)}")
    return value.reshape(sizes)


@evaluate(tensor.ReshapeOp)
def run_reshape(m: Machine, op: tensor.ReshapeOp) -> Array:
    """The sizes come from a tensor."""
    return check_shape(_reshaped(m[op.source], items(m[op.shape])), op.result.type)


@evaluate(tensor.PadOp)
def run_pad(m: Machine, op: tensor.PadOp) -> Steps:
    """A larger tensor; the region gives the elements around."""
    value, type = m[op.source], op.result.type
    low, high = m.numbers(op.mixed_low), m.numbers(op.mixed_high)
    sizes = [a + n + b for a, n, b in zip(low, value.shape, high, strict=True)]
    if any(n < 0 for n in (*low, *high, *sizes)):
        raise Undefined(f"pads by {low} and {high}")
    found = np.empty(sizes, dtype_of(type.element_type))
    for point in product(*map(range, sizes)):
        at = [p - a for p, a in zip(point, low, strict=True)]
        if all(0 <= i < n for i, n in zip(at, value.shape, strict=True)):
            found[point] = value[tuple(at)]
        else:
            done = yield Enter(op.region, point)
            found[point] = done.values[0]
    return [check_shape(found, type)]


@evaluate(tensor.ConcatOp)
def run_concat(m: Machine, op: tensor.ConcatOp) -> Array:
    """Tensors one after another along a dimension."""
    return check_shape(np.concatenate(m.all(op.inputs), int(op.dim)), op.result.type)
