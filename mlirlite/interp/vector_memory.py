"""Evaluation of the ops of vector that read and write memory or tensors."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product
from typing import Any

import numpy as np

from mlirlite.dialects import vector
from mlirlite.interp.machine import Machine, evaluate
from mlirlite.interp.memory import MemRef
from mlirlite.interp.values import (
    Array,
    Undefined,
    array_of,
    array_or_poison,
    defined,
    item,
    items,
    scalar,
    tidy,
)
from mlirlite.ir.affine import AffineConst
from mlirlite.ir.types import element_type_of
from mlirlite.support.diagnostics import DiagnosticError

Indices = Sequence[int]


def numbers_of(numbers: Any) -> list[int]:
    """Python numbers of an attribute that holds integers."""
    return [n if isinstance(n, int) else n.value for n in numbers]


def points_of(shape: Iterable[int]) -> Iterable[tuple[int, ...]]:
    """Every index of a shape, the last dimension fastest."""
    return product(*map(range, shape))


def _shifted(indices: Indices, point: Indices) -> tuple[int, ...]:
    """An index moved along the last dimensions."""
    head = len(indices) - len(point)
    return (*indices[:head], *(i + p for i, p in zip(indices[head:], point, strict=True)))


def load_vector(memory: MemRef, indices: Indices, type: Any) -> Any:
    """The elements from an index on; one load when the buffer has such vectors."""
    if memory.element_type is type:
        return memory.load(indices)
    return gathered([memory.load(_shifted(indices, p)) for p in points_of(type.shape)], type)


def store_vector(memory: MemRef, indices: Indices, value: Array, type: Any) -> None:
    """Write the elements from an index on."""
    if memory.element_type is type:
        memory.store(indices, value)
        return
    for point, v in zip(points_of(type.shape), items(value), strict=True):
        memory.store(_shifted(indices, point), v)


def gathered(values: list[Any], type: Any) -> Any:
    """A vector of these elements, poison included."""
    return tidy(array_of(values, type.shape, type.element_type), type)


def _mask_of(m: Machine, mask: Any) -> list[Any]:
    """The elements of a mask or of indices, which decide what is touched."""
    return defined(items(m[mask]))


@evaluate(vector.LoadOp)
def run_load(m: Machine, op: vector.LoadOp) -> Any:
    """Elements of a buffer."""
    return load_vector(m[op.base], m.all(op.indices), op.result.type)


@evaluate(vector.StoreOp)
def run_store(m: Machine, op: vector.StoreOp) -> None:
    """Elements of a buffer are written."""
    type = op.valueToStore.type
    value = array_or_poison(m.raw(op.valueToStore), type)
    store_vector(m[op.base], m.all(op.indices), value, type)


@evaluate(vector.MaskedLoadOp)
def run_maskedload(m: Machine, op: vector.MaskedLoadOp) -> Any:
    """Elements where the mask is set, else others."""
    memory, indices, type = m[op.base], m.all(op.indices), op.result.type
    other = items(array_or_poison(m.raw(op.pass_thru), type))
    rows = zip(points_of(type.shape), _mask_of(m, op.mask), other, strict=True)
    return gathered([memory.load(_shifted(indices, p)) if c else v for p, c, v in rows], type)


@evaluate(vector.MaskedStoreOp)
def run_maskedstore(m: Machine, op: vector.MaskedStoreOp) -> None:
    """Elements are written where the mask is set."""
    memory, indices, type = m[op.base], m.all(op.indices), op.valueToStore.type
    values = items(array_or_poison(m.raw(op.valueToStore), type))
    for point, c, v in zip(points_of(type.shape), _mask_of(m, op.mask), values, strict=True):
        if c:
            memory.store(_shifted(indices, point), v)


@evaluate(vector.ExpandLoadOp)
def run_expandload(m: Machine, op: vector.ExpandLoadOp) -> Any:
    """Consecutive elements go where the mask is set."""
    memory, indices = m[op.base], m.all(op.indices)
    values, at = [], 0
    other = items(array_or_poison(m.raw(op.pass_thru), op.result.type))
    for c, v in zip(_mask_of(m, op.mask), other, strict=True):
        values.append(memory.load(_shifted(indices, (at,))) if c else v)
        at += c
    return gathered(values, op.result.type)


@evaluate(vector.CompressStoreOp)
def run_compressstore(m: Machine, op: vector.CompressStoreOp) -> None:
    """Elements where the mask is set are written one after another."""
    memory, indices, at = m[op.base], m.all(op.indices), 0
    values = items(array_or_poison(m.raw(op.valueToStore), op.valueToStore.type))
    for c, v in zip(_mask_of(m, op.mask), values, strict=True):
        if c:
            memory.store(_shifted(indices, (at,)), v)
            at += 1


@evaluate(vector.GatherOp)
def run_gather(m: Machine, op: vector.GatherOp) -> Any:
    """Elements of a buffer or tensor at many indices, where the mask is set."""
    base, start = m[op.base], m.all(op.offsets)
    values = []
    other = items(array_or_poison(m.raw(op.pass_thru), op.result.type))
    for i, c, v in zip(_mask_of(m, op.indices), _mask_of(m, op.mask), other, strict=True):
        at = (*start[:-1], start[-1] + i)
        if c and isinstance(base, MemRef):
            v = base.load(at)
        elif c:
            check_inside(base.shape, at)
            v = item(base, at, op.result.type.element_type)
        values.append(v)
    return gathered(values, op.result.type)


@evaluate(vector.ScatterOp)
def run_scatter(m: Machine, op: vector.ScatterOp) -> None:
    """Elements are written at many indices, in order."""
    base, start = m[op.base], m.all(op.offsets)
    if not isinstance(base, MemRef):
        raise DiagnosticError(op.error("on a tensor cannot be evaluated"))
    written = items(array_or_poison(m.raw(op.valueToStore), op.valueToStore.type))
    for i, c, v in zip(_mask_of(m, op.indices), _mask_of(m, op.mask), written, strict=True):
        if c:
            base.store((*start[:-1], start[-1] + i), v)


def check_inside(shape: Indices, at: Indices) -> None:
    """Raise `Undefined` for an index out of bounds."""
    if not _inside(shape, at):
        raise Undefined(f"index {list(at)} is out of bounds for sizes {list(shape)}")


def _inside(shape: Indices, at: Indices) -> bool:
    return all(0 <= i < n for i, n in zip(at, shape, strict=True))


def _transfer(
    m: Machine, op: vector.TransferReadOp | vector.TransferWriteOp, shape: Indices
) -> Iterable[tuple[Any, Any, bool]]:
    """For each point of the vector its index in the base, and whether it is transferred: if the
    mask is set, and it is in bounds (which may be promised)."""
    type: Any = op.vector_value.type
    results: Sequence[Any] = op.permutation_map.map.results
    indices = m.all(op.indices)
    promised = [bool(getattr(flag, "value", flag)) for flag in op.in_bounds]
    mask = _mask_of(m, op.mask) if op.mask is not None else None
    masked = [d for d, r in enumerate(results) if not isinstance(r, AffineConst)]
    order = sorted(masked, key=lambda d: results[d].position)
    sizes = [type.shape[d] for d in order]
    for point in points_of(type.shape):
        at, active = list(indices), True
        for p, expr in zip(point, results, strict=True):
            if not isinstance(expr, AffineConst):
                at[expr.position] += p
        for d, expr in enumerate(results):
            if not isinstance(expr, AffineConst) and not promised[d]:
                active &= 0 <= at[expr.position] < shape[expr.position]
        if mask is not None:
            active &= bool(mask[int(np.ravel_multi_index([point[d] for d in order], sizes))])
        yield point, at, active


@evaluate(vector.TransferReadOp)
def run_transfer_read(m: Machine, op: vector.TransferReadOp) -> Any:
    """Elements of a buffer or tensor, padded outside."""
    base, type, padding = m[op.base], op.vector.type, m.raw(op.padding)
    shape = base.sizes if isinstance(base, MemRef) else base.shape
    values = []
    for _, at, active in _transfer(m, op, shape):
        if not active:
            values.append(padding)
        elif isinstance(base, MemRef):
            values.append(base.load(at))
        else:
            check_inside(shape, at)
            values.append(item(base, at, type.element_type))
    return gathered(values, type)


@evaluate(vector.TransferWriteOp)
def run_transfer_write(m: Machine, op: vector.TransferWriteOp) -> Any:
    """Elements of a buffer, or of a new tensor, are written; none outside."""
    base, value = m[op.base], array_or_poison(m.raw(op.valueToStore), op.valueToStore.type)
    memory = isinstance(base, MemRef)
    shape = base.sizes if isinstance(base, MemRef) else base.shape
    result = None if memory else base.astype(object)
    element = element_type_of(op.valueToStore.type)
    for point, at, active in _transfer(m, op, shape):
        if active and result is None:
            base.store(at, scalar(value[point], element))
        elif active and result is not None:
            check_inside(shape, at)
            result[tuple(at)] = value[point]
    return None if result is None or op.result is None else tidy(result, op.result.type)
