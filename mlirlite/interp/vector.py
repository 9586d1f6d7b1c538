"""What the ops of vector do, on vectors of a fixed size."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product
from typing import Any

import numpy as np

from mlirlite.dialects import vector
from mlirlite.interp.arith import reinterpret
from mlirlite.interp.combine import combine_vector
from mlirlite.interp.machine import Enter, Machine, evaluate
from mlirlite.interp.math import fused
from mlirlite.interp.memory import MemRef, bytes_of, row_major
from mlirlite.interp.values import (
    POISON,
    Array,
    Undefined,
    array_of,
    dtype_of,
    elementwise,
    item,
    items,
    scalar,
    width_of,
)
from mlirlite.ir.affine import AffineConst
from mlirlite.ir.types import VectorType, element_type_of
from mlirlite.support.diagnostics import DiagnosticError

Indices = Sequence[int]


def _values(numbers: Any) -> list[int]:
    """Python numbers of an attribute that holds integers."""
    return [n if isinstance(n, int) else n.value for n in numbers]


def _points(shape: Iterable[int]) -> Iterable[tuple[int, ...]]:
    return product(*map(range, shape))


def _shifted(indices: Indices, point: Indices) -> tuple[int, ...]:
    """An index moved along the last dimensions."""
    head = len(indices) - len(point)
    return (*indices[:head], *(i + p for i, p in zip(indices[head:], point, strict=True)))


def load_vector(memory: MemRef, indices: Indices, type: Any) -> Any:
    """The elements from an index on; one load when the buffer has such vectors."""
    if memory.element_type is type:
        return memory.load(indices)
    return _gathered([memory.load(_shifted(indices, p)) for p in _points(type.shape)], type)


def store_vector(memory: MemRef, indices: Indices, value: Array, type: Any) -> None:
    """Write the elements from an index on."""
    if memory.element_type is type:
        memory.store(indices, value)
        return
    for point, v in zip(_points(type.shape), items(value), strict=True):
        memory.store(_shifted(indices, point), v)


def _gathered(values: list[Any], type: Any) -> Any:
    if any(v is POISON for v in values):
        return POISON
    return array_of(values, type.shape, type.element_type)


@evaluate(vector.LoadOp)
def run_load(m: Machine, op: Any) -> Any:
    """Elements of a buffer."""
    return load_vector(m[op.base], m.all(op.indices), op.result.type)


@evaluate(vector.StoreOp)
def run_store(m: Machine, op: Any) -> None:
    """Elements of a buffer are written."""
    store_vector(m[op.base], m.all(op.indices), m[op.valueToStore], op.valueToStore.type)


@evaluate(vector.MaskedLoadOp)
def run_maskedload(m: Machine, op: Any) -> Any:
    """Elements where the mask is set, else others."""
    memory, indices, type = m[op.base], m.all(op.indices), op.result.type
    rows = zip(_points(type.shape), items(m[op.mask]), items(m[op.pass_thru]), strict=True)
    return _gathered([memory.load(_shifted(indices, p)) if c else v for p, c, v in rows], type)


@evaluate(vector.MaskedStoreOp)
def run_maskedstore(m: Machine, op: Any) -> None:
    """Elements are written where the mask is set."""
    memory, indices, value = m[op.base], m.all(op.indices), m[op.valueToStore]
    for point, c, v in zip(_points(value.shape), items(m[op.mask]), items(value), strict=True):
        if c:
            memory.store(_shifted(indices, point), v)


@evaluate(vector.ExpandLoadOp)
def run_expandload(m: Machine, op: Any) -> Any:
    """Consecutive elements go where the mask is set."""
    memory, indices = m[op.base], m.all(op.indices)
    values, at = [], 0
    for c, v in zip(items(m[op.mask]), items(m[op.pass_thru]), strict=True):
        values.append(memory.load(_shifted(indices, (at,))) if c else v)
        at += c
    return _gathered(values, op.result.type)


@evaluate(vector.CompressStoreOp)
def run_compressstore(m: Machine, op: Any) -> None:
    """Elements where the mask is set are written one after another."""
    memory, indices, at = m[op.base], m.all(op.indices), 0
    for c, v in zip(items(m[op.mask]), items(m[op.valueToStore]), strict=True):
        if c:
            memory.store(_shifted(indices, (at,)), v)
            at += 1


@evaluate(vector.GatherOp)
def run_gather(m: Machine, op: Any) -> Any:
    """Elements of a buffer or tensor at many indices, where the mask is set."""
    base, start = m[op.base], m.all(op.offsets)
    values = []
    for i, c, v in zip(*map(items, m.all((op.indices, op.mask, op.pass_thru))), strict=True):
        at = (*start[:-1], start[-1] + i)
        if c and isinstance(base, MemRef):
            v = base.load(at)
        elif c:
            _check_inside(base.shape, at)
            v = item(base, at, op.result.type.element_type)
        values.append(v)
    return _gathered(values, op.result.type)


@evaluate(vector.ScatterOp)
def run_scatter(m: Machine, op: Any) -> None:
    """Elements are written at many indices, in order."""
    base, start = m[op.base], m.all(op.offsets)
    if not isinstance(base, MemRef):
        raise DiagnosticError(op.error("on a tensor cannot be evaluated"))
    for i, c, v in zip(*map(items, m.all((op.indices, op.mask, op.valueToStore))), strict=True):
        if c:
            base.store((*start[:-1], start[-1] + i), v)


def _check_inside(shape: Indices, at: Indices) -> None:
    if not _inside(shape, at):
        raise Undefined(f"index {list(at)} is out of bounds for sizes {list(shape)}")


def _inside(shape: Indices, at: Indices) -> bool:
    return all(0 <= i < n for i, n in zip(at, shape, strict=True))


def _transfer(m: Machine, op: Any, shape: Indices) -> Iterable[tuple[Any, Any, bool]]:
    """For each point of the vector its index in the base, and whether it is transferred: where the
    mask is set, and inside unless that was promised."""
    type, map = op.vector_value.type, op.permutation_map.map
    indices = m.all(op.indices)
    promised = [bool(getattr(flag, "value", flag)) for flag in op.in_bounds]
    mask = items(m[op.mask]) if op.mask is not None else None
    masked = [d for d, r in enumerate(map.results) if not isinstance(r, AffineConst)]
    order = sorted(masked, key=lambda d: map.results[d].position)
    sizes = [type.shape[d] for d in order]
    for point in _points(type.shape):
        at, active = list(indices), True
        for p, expr in zip(point, map.results, strict=True):
            if not isinstance(expr, AffineConst):
                at[expr.position] += p
        for d, expr in enumerate(map.results):
            if not isinstance(expr, AffineConst) and not promised[d]:
                active &= 0 <= at[expr.position] < shape[expr.position]
        if mask is not None:
            active &= bool(mask[int(np.ravel_multi_index([point[d] for d in order], sizes))])
        yield point, at, active


@evaluate(vector.TransferReadOp)
def run_transfer_read(m: Machine, op: Any) -> Any:
    """Elements of a buffer or tensor, padded outside."""
    base, type, padding = m[op.base], op.vector.type, m[op.padding]
    shape = base.sizes if isinstance(base, MemRef) else base.shape
    values = []
    for _, at, active in _transfer(m, op, shape):
        if not active:
            values.append(padding)
        elif isinstance(base, MemRef):
            values.append(base.load(at))
        else:
            _check_inside(shape, at)
            values.append(item(base, at, type.element_type))
    return _gathered(values, type)


@evaluate(vector.TransferWriteOp)
def run_transfer_write(m: Machine, op: Any) -> Any:
    """Elements of a buffer are written, or those of a new tensor; outside nothing is."""
    base, value = m[op.base], m[op.valueToStore]
    memory = isinstance(base, MemRef)
    shape = base.sizes if isinstance(base, MemRef) else base.shape
    result = None if memory else base.copy()
    element = element_type_of(op.valueToStore.type)
    for point, at, active in _transfer(m, op, shape):
        if active and result is None:
            base.store(at, scalar(value[point], element))
        elif active and result is not None:
            _check_inside(shape, at)
            result[tuple(at)] = value[point]
    return result


@evaluate(vector.TypeCastOp)
def run_type_cast(m: Machine, op: Any) -> MemRef:
    """The same memory as elements of another type."""
    source, type = m[op.memref], op.result.type
    start = source.start + source.offset * bytes_of(source.element_type)
    sizes = tuple(type.shape)
    return MemRef(source.buffer, type.element_type, sizes, row_major(sizes), 0, start)


@evaluate(vector.BroadcastOp)
def run_broadcast(m: Machine, op: Any) -> Array:
    """A value repeated along new dimensions, and those of size 1."""
    value, type = m[op.source], op.vector.type
    if not isinstance(value, np.ndarray):
        return array_of([value] * type.num_elements, type.shape, type.element_type)
    return np.broadcast_to(value, type.shape).copy()


@evaluate(vector.FMAOp)
def run_fma(m: Machine, op: Any) -> Any:
    """a * b + c rounded once."""
    type, element = op.result.type, element_type_of(op.result.type)
    values = m.all((op.lhs, op.rhs, op.acc))
    return elementwise(lambda a, b, c: fused(a, b, c, element), type, *values)


def _position(m: Machine, op: Any, shape: Indices) -> list[int]:
    at = m.numbers(op.mixed_position)
    _check_inside(shape[: len(at)], at)
    return at


@evaluate(vector.ExtractOp)
def run_extract(m: Machine, op: Any) -> Any:
    """An element or a part; poison for the position -1."""
    value = m[op.source]
    if -1 in m.numbers(op.mixed_position):
        return POISON
    at = _position(m, op, value.shape)
    found = item(value, at, value_type(op))
    if not isinstance(op.result.type, VectorType):
        return found
    return np.asarray(found, value.dtype).reshape(op.result.type.shape)


def value_type(op: Any) -> Any:
    """The element type of what an op takes out."""
    return element_type_of(op.result.type)


@evaluate(vector.InsertOp)
def run_insert(m: Machine, op: Any) -> Any:
    """A vector with another element or part; poison for the position -1."""
    value = m[op.dest]
    if -1 in m.numbers(op.mixed_position):
        return POISON
    found = value.copy()
    found[tuple(_position(m, op, value.shape))] = m[op.valueToStore]
    return found


@evaluate(vector.ShuffleOp)
def run_shuffle(m: Machine, op: Any) -> Any:
    """Parts of two vectors chosen by a mask; poison for -1."""
    a, b = (np.atleast_1d(v) for v in m.all((op.v1, op.v2)))
    if -1 in _values(op.mask):
        return POISON
    return np.concatenate([a, b])[_values(op.mask)]


@evaluate(vector.FromElementsOp)
def run_from_elements(m: Machine, op: Any) -> Array:
    """A vector of elements."""
    return array_of(m.all(op.elements), op.dest.type.shape, op.dest.type.element_type)


@evaluate(vector.ToElementsOp)
def run_to_elements(m: Machine, op: Any) -> Any:
    """The elements of a vector."""
    found = items(m[op.source])
    return found[0] if len(found) == 1 else found


@evaluate(vector.BitCastOp)
def run_bitcast(m: Machine, op: Any) -> Any:
    """The same bits as elements of another width."""
    if any(width_of(element_type_of(v.type)) % 8 for v in (op.source, op.result)):
        raise DiagnosticError(op.error("on elements that are not whole bytes cannot be evaluated"))
    return reinterpret(m[op.source], op.source.type, op.result.type)


@evaluate(vector.ShapeCastOp)
def run_shape_cast(m: Machine, op: Any) -> Array:
    """The same elements in another shape."""
    found: Array = m[op.source].reshape(op.result.type.shape)
    return found


@evaluate(vector.TransposeOp)
def run_transpose(m: Machine, op: Any) -> Array:
    """The dimensions in another order."""
    found: Array = m[op.vector].transpose(_values(op.permutation))
    return found


def _slices(offsets: Any, sizes: Any, strides: Any) -> tuple[slice, ...]:
    rows = zip(_values(offsets), sizes, _values(strides), strict=True)
    return tuple(slice(o, o + (n - 1) * s + 1, s) for o, n, s in rows)


@evaluate(vector.ExtractStridedSliceOp)
def run_extract_strided_slice(m: Machine, op: Any) -> Array:
    """A part of a vector."""
    found: Array = m[op.source][_slices(op.offsets, _values(op.sizes), op.strides)]
    return found


@evaluate(vector.InsertStridedSliceOp)
def run_insert_strided_slice(m: Machine, op: Any) -> Array:
    """A vector with another part."""
    value, found = m[op.valueToStore], m[op.dest].copy()
    lead = found.ndim - value.ndim
    offsets, strides = _values(op.offsets), _values(op.strides)
    where = (*offsets[:lead], *_slices(offsets[lead:], value.shape, strides))
    found[where] = value
    kept: Array = found
    return kept


@evaluate(vector.InterleaveOp)
def run_interleave(m: Machine, op: Any) -> Array:
    """Elements of two vectors in turn."""
    found: Array = np.stack(m.all((op.lhs, op.rhs)), -1).reshape(op.result.type.shape)
    return found


@evaluate(vector.DeinterleaveOp)
def run_deinterleave(m: Machine, op: Any) -> list[Array]:
    """Elements at even and at odd places."""
    value = m[op.source]
    return [value[..., 0::2], value[..., 1::2]]


def _mask(sizes: Indices, shape: Indices) -> Array:
    found = np.zeros(shape, np.bool_)
    found[tuple(slice(0, max(0, n)) for n in sizes)] = True
    return found


@evaluate(vector.CreateMaskOp)
def run_create_mask(m: Machine, op: Any) -> Array:
    """True below the given sizes."""
    return _mask(m.all(op.operands), op.result.type.shape)


@evaluate(vector.ConstantMaskOp)
def run_constant_mask(m: Machine, op: Any) -> Array:
    """True below the given sizes."""
    return _mask(_values(op.mask_dim_sizes), op.result.type.shape)


@evaluate(vector.StepOp)
def run_step(m: Machine, op: Any) -> Array:
    """0, 1, 2 …"""
    return np.arange(op.result.type.shape[0], dtype=np.int64)


def _reduce(kind: Any, values: Iterable[Any], type: Any) -> Any:
    """Combine values from the first to the last."""
    found: Any = None
    for v in values:
        found = v if found is None else combine_vector(kind.value.name, found, v, type)
    return found


@evaluate(vector.ReductionOp)
def run_reduction(m: Machine, op: Any) -> Any:
    """All elements combined in order, after the accumulator."""
    first = [] if op.acc is None else [m[op.acc]]
    return _reduce(op.kind, [*first, *items(m[op.vector])], op.dest.type)


@evaluate(vector.MultiDimReductionOp)
def run_multi_reduction(m: Machine, op: Any) -> Any:
    """The elements along some dimensions combined with the accumulator."""
    value, acc = m[op.source], m[op.acc]
    dims = sorted(_values(op.reduction_dims))
    front = np.moveaxis(value, dims, range(len(dims)))
    rest = front.shape[len(dims) :]
    flat = front.reshape(-1, *rest)
    rows = [r if rest else scalar(r, element_type_of(op.dest.type)) for r in flat]
    return _reduce(op.kind, [acc, *rows], op.dest.type)


@evaluate(vector.ScanOp)
def run_scan(m: Machine, op: Any) -> list[Any]:
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
def run_outerproduct(m: Machine, op: Any) -> Any:
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
def run_contract(m: Machine, op: Any) -> Any:
    """Products of elements at the points of a loop nest, combined into the accumulator."""
    lhs, rhs, acc = m.all((op.lhs, op.rhs, op.acc))
    maps = [a.map for a in op.indexing_maps]
    element = element_type_of(op.result.type)
    sizes = [0] * maps[0].num_dims
    for map, array in zip(maps, (lhs, rhs), strict=False):
        for d, expr in enumerate(map.results):
            sizes[expr.position] = array.shape[d]
    found = acc.copy() if isinstance(acc, np.ndarray) else np.array(acc, dtype_of(element))
    for point in _points(sizes):
        a = scalar(lhs[maps[0].evaluate(point)], element_type_of(op.lhs.type))
        b = scalar(rhs[maps[1].evaluate(point)], element_type_of(op.rhs.type))
        at = maps[2].evaluate(point)
        old = scalar(found[at], element)
        product_ = combine_vector("mul", a, b, element)
        found[at] = combine_vector(op.kind.value.name, old, product_, element)
    return found if isinstance(acc, np.ndarray) else scalar(found[()], element)


@evaluate(vector.MaskOp)
def run_mask(m: Machine, op: Any) -> Any:
    """The op inside; where the mask is off, a reduction passes over an element and an outer product
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
def run_scalable(m: Machine, op: Any) -> Any:
    """Vectors of scalable size are not evaluated."""
    raise DiagnosticError(op.error("cannot be evaluated: scalable vectors have no size here"))
