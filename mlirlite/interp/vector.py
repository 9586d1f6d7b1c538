"""Evaluation of the ops of vector, on vectors of a fixed size; `vector_memory` has those on
memory."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from mlirlite.dialects import vector
from mlirlite.interp.arith import reinterpret
from mlirlite.interp.combine import combine_vector
from mlirlite.interp.encoding import reinterpreted
from mlirlite.interp.machine import Enter, Machine, evaluate
from mlirlite.interp.math import fused
from mlirlite.interp.memory import MemRef, bytes_of, row_major
from mlirlite.interp.printing import value_text
from mlirlite.interp.values import (
    POISON,
    Array,
    array_of,
    array_or_poison,
    elementwise,
    item,
    items,
    scalar,
    tidy,
    width_of,
)
from mlirlite.interp.vector_memory import check_inside, gathered, numbers_of, points_of
from mlirlite.ir.affine import AffineDim
from mlirlite.ir.attributes import AffineMapAttr
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import VectorType, element_type_of
from mlirlite.support.diagnostics import DiagnosticError

Indices = Sequence[int]


@evaluate(vector.TypeCastOp)
def run_type_cast(m: Machine, op: vector.TypeCastOp) -> MemRef:
    """The same memory as elements of another type."""
    source, type = m[op.memref], op.result.type
    start = source.start + source.offset * bytes_of(source.element_type)
    sizes = tuple(type.shape)
    return MemRef(source.buffer, type.element_type, sizes, row_major(sizes), 0, start)


@evaluate(vector.PrintOp)
def run_print(m: Machine, op: vector.PrintOp) -> None:
    """Text of a value, or punctuation."""
    text = op.stringLiteral
    if text is not None:
        m.write(text)
        return
    if op.source is not None:
        m.write(value_text(m.raw(op.source), op.source.type))
    m.write(_PUNCTUATION[op.punctuation.value.name])


_PUNCTUATION = {"no_punctuation": "", "newline": "\n", "comma": ", ", "open": "( ", "close": " )"}


@evaluate(vector.BroadcastOp)
def run_broadcast(m: Machine, op: vector.BroadcastOp) -> Array:
    """A value repeated along new dimensions, and those of size 1."""
    value, type = m[op.source], op.vector.type
    if not isinstance(value, np.ndarray):
        return array_of([value] * type.num_elements, type.shape, type.element_type)
    return np.broadcast_to(value, type.shape).copy()


@evaluate(vector.FMAOp)
def run_fma(m: Machine, op: vector.FMAOp) -> Any:
    """a * b + c rounded once."""
    type, element = op.result.type, element_type_of(op.result.type)
    values = m.all((op.lhs, op.rhs, op.acc))
    return elementwise(lambda a, b, c: fused(a, b, c, element), type, *values)


def _position(m: Machine, op: vector.ExtractOp | vector.InsertOp, shape: Indices) -> list[int]:
    at = m.numbers(op.mixed_position)
    check_inside(shape[: len(at)], at)
    return at


@evaluate(vector.ExtractOp)
def run_extract(m: Machine, op: vector.ExtractOp) -> Any:
    """An element or a part; poison for the position -1."""
    value = m[op.source]
    if -1 in m.numbers(op.mixed_position):
        return POISON
    at = _position(m, op, value.shape)
    found = item(value, at, value_type(op))
    if not isinstance(op.result.type, VectorType):
        return found
    return np.asarray(found, value.dtype).reshape(op.result.type.shape)


def value_type(op: Operation) -> Any:
    """The element type of what an op extracts."""
    return element_type_of(op.result.type)


@evaluate(vector.InsertOp)
def run_insert(m: Machine, op: vector.InsertOp) -> Any:
    """A vector with another element or part; poison for the position -1."""
    value = array_or_poison(m.raw(op.dest), op.dest.type)
    if -1 in m.numbers(op.mixed_position):
        return POISON
    found = value.astype(object)
    found[(*_position(m, op, value.shape),)] = m.raw(op.valueToStore)
    return tidy(found, op.result.type)


@evaluate(vector.ShuffleOp)
def run_shuffle(m: Machine, op: vector.ShuffleOp) -> Any:
    """Parts of two vectors chosen by a mask; poison for -1."""
    a, b = (np.atleast_1d(array_or_poison(m.raw(v), v.type)) for v in (op.v1, op.v2))
    return shuffled(np.concatenate([a, b]), numbers_of(op.mask), op.result.type)


def shuffled(parts: Array, mask: Indices, type: Any) -> Any:
    """Parts of an array by their numbers; poison for -1."""
    found = parts[list(mask)].astype(object)
    found[np.equal(mask, -1)] = POISON
    return tidy(found, type)


@evaluate(vector.FromElementsOp)
def run_from_elements(m: Machine, op: vector.FromElementsOp) -> Any:
    """A vector of elements."""
    return gathered(m.all_raw(op.elements), op.dest.type)


@evaluate(vector.ToElementsOp)
def run_to_elements(m: Machine, op: vector.ToElementsOp) -> Any:
    """The elements of a vector."""
    found = items(m[op.source])
    return found[0] if len(found) == 1 else found


@evaluate(vector.BitCastOp)
def run_bitcast(m: Machine, op: vector.BitCastOp) -> Any:
    """The same bits as elements of another width; without gaps if they are not whole bytes. Then
    one unknown element makes all unknown."""
    value, source, target = m[op.source], op.source.type, op.result.type
    if all(width_of(element_type_of(t)) % 8 == 0 for t in (source, target)):
        return reinterpret(value, source, target)
    found = reinterpreted(value, source, target)
    if found is not POISON:
        return found
    return tidy(array_of([POISON] * target.num_elements, target.shape, target.element_type), target)


@evaluate(vector.ShapeCastOp)
def run_shape_cast(m: Machine, op: vector.ShapeCastOp) -> Array:
    """The same elements in another shape."""
    found: Array = m[op.source].reshape(op.result.type.shape)
    return found


@evaluate(vector.TransposeOp)
def run_transpose(m: Machine, op: vector.TransposeOp) -> Array:
    """The dimensions in another order."""
    found: Array = m[op.vector].transpose(numbers_of(op.permutation))
    return found


def _slices(offsets: Any, sizes: Any, strides: Any) -> tuple[slice, ...]:
    rows = zip(numbers_of(offsets), sizes, numbers_of(strides), strict=True)
    return tuple(slice(o, o + (n - 1) * s + 1, s) for o, n, s in rows)


@evaluate(vector.ExtractStridedSliceOp)
def run_extract_strided_slice(m: Machine, op: vector.ExtractStridedSliceOp) -> Array:
    """A part of a vector."""
    found: Array = m[op.source][_slices(op.offsets, numbers_of(op.sizes), op.strides)]
    return found


@evaluate(vector.InsertStridedSliceOp)
def run_insert_strided_slice(m: Machine, op: vector.InsertStridedSliceOp) -> Any:
    """A vector with another part."""
    pair = ((m.raw(v), v.type) for v in (op.valueToStore, op.dest))
    value, found = (array_or_poison(v, t).astype(object) for v, t in pair)
    lead = found.ndim - value.ndim
    offsets, strides = numbers_of(op.offsets), numbers_of(op.strides)
    where: Any = (*offsets[:lead], *_slices(offsets[lead:], value.shape, strides))
    found[where] = value
    return tidy(found, op.result.type)


@evaluate(vector.InterleaveOp)
def run_interleave(m: Machine, op: vector.InterleaveOp) -> Array:
    """Elements of two vectors in turn."""
    found: Array = np.stack(m.all((op.lhs, op.rhs)), -1).reshape(op.result.type.shape)
    return found


@evaluate(vector.DeinterleaveOp)
def run_deinterleave(m: Machine, op: vector.DeinterleaveOp) -> list[Array]:
    """Elements at even and at odd positions."""
    value = m[op.source]
    return [value[..., 0::2], value[..., 1::2]]


def _mask(sizes: Indices, shape: Indices) -> Array:
    found = np.zeros(shape, np.bool_)
    found[tuple(slice(0, max(0, n)) for n in sizes)] = True
    return found


@evaluate(vector.CreateMaskOp)
def run_create_mask(m: Machine, op: vector.CreateMaskOp) -> Array:
    """True below the given sizes."""
    type: Any = op.result.type
    return _mask(m.all(op.operands), type.shape)


@evaluate(vector.ConstantMaskOp)
def run_constant_mask(m: Machine, op: vector.ConstantMaskOp) -> Array:
    """True below the given sizes."""
    type: Any = op.result.type
    return _mask(numbers_of(op.mask_dim_sizes), type.shape)


@evaluate(vector.StepOp)
def run_step(m: Machine, op: vector.StepOp) -> Array:
    """0, 1, 2 …"""
    return np.arange(op.result.type.shape[0], dtype=np.int64)


def _reduce(kind: Any, values: Iterable[Any], type: Any) -> Any:
    """Combine values from the first to the last."""
    found: Any = None
    for v in values:
        found = v if found is None else combine_vector(kind.value.name, found, v, type)
    return found


@evaluate(vector.ReductionOp)
def run_reduction(m: Machine, op: vector.ReductionOp) -> Any:
    """All elements combined in order, after the accumulator."""
    first = [] if op.acc is None else [m[op.acc]]
    return _reduce(op.kind, [*first, *items(m[op.vector])], op.dest.type)


@evaluate(vector.MultiDimReductionOp)
def run_multi_reduction(m: Machine, op: vector.MultiDimReductionOp) -> Any:
    """The elements along some dimensions combined with the accumulator."""
    value, acc = m[op.source], m[op.acc]
    dims = sorted(numbers_of(op.reduction_dims))
    front = np.moveaxis(value, dims, range(len(dims)))
    rest = front.shape[len(dims) :]
    flat = front.reshape(-1, *rest)
    rows = [r if rest else scalar(r, element_type_of(op.dest.type)) for r in flat]
    return _reduce(op.kind, [acc, *rows], op.dest.type)


@evaluate(vector.ScanOp)
def run_scan(m: Machine, op: vector.ScanOp) -> list[Any]:
    """Running combinations along a dimension."""
    value, running = np.moveaxis(m[op.source], op.reduction_dim, 0), m[op.initial_value]
    rows = []
    for i, row in enumerate(value):
        before = running
        if op.inclusive:
            running = row if i == 0 else _reduce(op.kind, (running, row), op.initial_value.type)
            rows.append(running)
        else:
            rows.append(before)
            running = _reduce(op.kind, (before, row), op.initial_value.type)
    if not op.inclusive:
        running = rows[-1]
    return [np.moveaxis(np.array(rows, value.dtype), 0, op.reduction_dim), running]


@evaluate(vector.OuterProductOp)
def run_outerproduct(m: Machine, op: vector.OuterProductOp) -> Any:
    """Products of all pairs, combined with the accumulator."""
    a, b = m[op.lhs], m[op.rhs]
    type = op.result.type
    column = a.reshape(-1, 1) if isinstance(b, np.ndarray) else a
    row = b.reshape(1, -1) if isinstance(b, np.ndarray) else b
    shaped = [
        np.broadcast_to(v, type.shape).copy() if isinstance(v, np.ndarray) else v
        for v in (column, row)
    ]
    found = _combined("mul", shaped, type)
    return found if op.acc is None else combine_vector(op.kind.value.name, m[op.acc], found, type)


def _combined(kind: str, pair: Sequence[Any], type: Any) -> Any:
    return combine_vector(kind, pair[0], pair[1], type)


@evaluate(vector.ContractionOp)
def run_contract(m: Machine, op: vector.ContractionOp) -> Any:
    """Products of elements at the points of a loop nest, combined into the accumulator."""
    lhs, rhs, acc = m.all((op.lhs, op.rhs, op.acc))
    maps = [a.map for a in op.indexing_maps if isinstance(a, AffineMapAttr)]
    element = element_type_of(op.result.type)
    sizes = [0] * maps[0].num_dims
    for map, array in zip(maps, (lhs, rhs), strict=False):
        for d, expr in enumerate(map.results):
            if isinstance(expr, AffineDim):
                sizes[expr.position] = array.shape[d]
    found = np.asarray(acc).astype(object)
    for point in points_of(sizes):
        a = scalar(lhs[maps[0].evaluate(point)], element_type_of(op.lhs.type))
        b = scalar(rhs[maps[1].evaluate(point)], element_type_of(op.rhs.type))
        at = maps[2].evaluate(point)
        old = scalar(found[at], element)
        product_ = combine_vector("mul", a, b, element)
        found[at] = combine_vector(op.kind.value.name, old, product_, element)
    return (
        tidy(found, op.result.type) if isinstance(acc, np.ndarray) else scalar(found[()], element)
    )


@evaluate(vector.MaskOp)
def run_mask(m: Machine, op: vector.MaskOp) -> Any:
    """The op inside; where the mask is off, a reduction skips the element and an outer product
    keeps the accumulator's."""
    mask, inner = m[op.mask], op.masked_op
    if all(items(mask)):
        done = yield Enter(op.maskRegion)
        return done.values
    if isinstance(inner, vector.ReductionOp):
        first = [] if inner.acc is None else [m[inner.acc]]
        pairs = zip(items(m[inner.vector]), items(mask), strict=True)
        chosen = [*first, *(v for v, on in pairs if on)]
        if chosen:
            return [_reduce(inner.kind, chosen, inner.dest.type)]
    if isinstance(inner, vector.OuterProductOp) and inner.acc is not None:
        return [np.where(mask, run_outerproduct(m, inner), m[inner.acc])]
    raise DiagnosticError(op.error("with a partial mask cannot be evaluated"))


@evaluate(vector.VectorScaleOp, vector.ScalableExtractOp, vector.ScalableInsertOp)
def run_scalable(m: Machine, op: Operation) -> Any:
    """Vectors of scalable size are not evaluated."""
    raise DiagnosticError(op.error("cannot be evaluated: scalable vectors have no size here"))
