"""Lowerings of what computes with indices and accesses memory."""

from __future__ import annotations

from collections.abc import Sequence

from mlirlite.conversion._affine_expand import AffineExpander
from mlirlite.conversion.lower_affine.table import lower
from mlirlite.dialects import affine, memref, vector
from mlirlite.ir.affine import AffineConst, AffineMap
from mlirlite.ir.attribute import Attribute
from mlirlite.ir.interfaces import LoopLike
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import MemRefType
from mlirlite.ir.values import Value
from mlirlite.rewriting.conversion import ConversionRewriter


@lower(affine.ApplyOp)
def lower_apply(op: affine.ApplyOp, rw: ConversionRewriter) -> Value:
    """affine.apply --> arith"""
    return AffineExpander(rw, op).map(op.affine_map, op.operands)[0]


@lower(affine.MinOp)
def lower_min(op: affine.MinOp, rw: ConversionRewriter) -> Value:
    """affine.min --> arith.minsi of the results"""
    return _extreme(op, op.affine_map, rw)


@lower(affine.MaxOp)
def lower_max(op: affine.MaxOp, rw: ConversionRewriter) -> Value:
    """affine.max --> arith.maxsi of the results"""
    return _extreme(op, op.affine_map, rw)


def _extreme(op: Operation, map: AffineMap, rw: ConversionRewriter) -> Value:
    expand = AffineExpander(rw, op)
    constant = [c.value for c in map.results if isinstance(c, AffineConst)]
    least = isinstance(op, affine.MinOp)
    if len(constant) == len(map.results):
        return expand.constant(min(constant) if least else max(constant))
    values = expand.map(map, op.operands)
    return expand.smallest(values) if least else expand.largest(values)


def _uncast(buffer: Value) -> Value:
    """The buffer before a memref.cast."""
    maker = buffer.defining_op
    if isinstance(maker, memref.CastOp) and isinstance(maker.operands[0].type, MemRefType):
        return maker.operands[0]
    return buffer


@lower(affine.LoadOp)
def lower_load(op: affine.LoadOp, rw: ConversionRewriter) -> Operation:
    """affine.load --> memref.load"""
    buffer, *operands = op.operands
    indices = AffineExpander(rw, op).map(op.affine_map, operands)
    return rw.insert(memref.LoadOp(_uncast(buffer), indices, result=op.result_types[0]))


@lower(affine.StoreOp)
def lower_store(op: affine.StoreOp, rw: ConversionRewriter) -> Operation:
    """affine.store --> memref.store"""
    value, buffer, *operands = op.operands
    indices = AffineExpander(rw, op).map(op.affine_map, operands)
    return rw.insert(memref.StoreOp(value, _uncast(buffer), indices))


@lower(affine.PrefetchOp)
def lower_prefetch(op: affine.PrefetchOp, rw: ConversionRewriter) -> Operation:
    """affine.prefetch --> memref.prefetch"""
    buffer, *operands = op.operands
    indices = AffineExpander(rw, op).map(op.affine_map, operands)
    properties: dict[str, Attribute] = {k: v for k, v in op.properties.items() if k != "map"}
    return rw.insert(memref.PrefetchOp.create((_uncast(buffer), *indices), (), properties))


@lower(affine.VectorLoadOp)
def lower_vector_load(op: affine.VectorLoadOp, rw: ConversionRewriter) -> Operation:
    """affine.vector_load --> vector.load"""
    buffer, *operands = op.operands
    indices = AffineExpander(rw, op).map(op.affine_map, operands)
    return rw.insert(vector.LoadOp(buffer, indices, result=op.result_types[0]))


@lower(affine.VectorStoreOp)
def lower_vector_store(op: affine.VectorStoreOp, rw: ConversionRewriter) -> Operation:
    """affine.vector_store --> vector.store"""
    value, buffer, *operands = op.operands
    indices = AffineExpander(rw, op).map(op.affine_map, operands)
    return rw.insert(vector.StoreOp(value, buffer, indices))


@lower(affine.DmaStartOp)
def lower_dma_start(op: affine.DmaStartOp, rw: ConversionRewriter) -> Operation:
    """affine.dma_start --> memref.dma_start"""
    expand = AffineExpander(rw, op)
    source, target, tag = (
        (buffer, *expand.map(map, operands)) for buffer, map, operands in op.groups
    )
    size, *strides = op.sizes
    return rw.insert(memref.DmaStartOp([*source, *target, size, *tag, *strides]))


@lower(affine.DmaWaitOp)
def lower_dma_wait(op: affine.DmaWaitOp, rw: ConversionRewriter) -> Operation:
    """affine.dma_wait --> memref.dma_wait"""
    tag, *operands, size = op.operands
    indices = AffineExpander(rw, op).map(op.affine_map, operands)
    return rw.insert(memref.DmaWaitOp(tag, indices, numElements=size))


def _strides(
    expand: AffineExpander, basis: Sequence[int | Value], *, unsigned: bool
) -> list[Value]:
    """How far apart in the linear index the steps of each index are, without the last one's 1."""
    found: list[Value] = []
    dynamic: Value | None = None
    static = 1
    for size in reversed(basis):
        if isinstance(size, int):
            static *= size
        else:
            dynamic = size if dynamic is None else expand.mul(dynamic, size, unsigned=unsigned)
        if dynamic is not None and static == 1:
            found.append(dynamic)
            continue
        stride = expand.constant(static)
        found.append(stride if dynamic is None else expand.mul(dynamic, stride, unsigned=unsigned))
    return found[::-1]


@lower(affine.DelinearizeIndexOp)
def lower_delinearize_index(
    op: affine.DelinearizeIndexOp, rw: ConversionRewriter
) -> Sequence[Value]:
    """affine.delinearize_index --> quotients and remainders"""
    whole, basis = op.operands[0], op.mixed_basis
    if len(basis) == len(op.results):
        basis = basis[1:]
    if not basis:
        return [whole] * len(op.results)
    expand = AffineExpander(rw, op)
    strides = _strides(expand, basis, unsigned=True)
    zero = expand.constant(0)
    found = [expand.floor_div(whole, strides[0])]
    for i, stride in enumerate(strides):
        rest = expand.modulo(whole, stride, nsw=True, zero=zero)
        found.append(expand.div(rest, strides[i + 1]) if i + 1 < len(strides) else rest)
    return found


@lower(affine.LinearizeIndexOp)
def lower_linearize_index(op: affine.LinearizeIndexOp, rw: ConversionRewriter) -> Value:
    """affine.linearize_index --> the sum of the indices times their strides"""
    indices, basis = op.multi_index, op.mixed_basis
    if len(basis) == len(indices):
        basis = basis[1:]
    expand = AffineExpander(rw, op)
    strides = _strides(expand, basis, unsigned=op.disjoint is not None)
    terms = [expand.mul(i, s) for i, s in zip(indices, strides, strict=False)]
    terms.append(indices[-1])
    terms.sort(key=lambda v: -_loops_without(v, op))  # what is invariant is added up first
    total = terms[0]
    for term in terms[1:]:
        total = expand.add(total, term, nsw=True)
    return total


def _loops_without(value: Value, op: Operation) -> int:
    """How many of the innermost loops around an op do not change a value."""
    maker = value.defining_op
    inputs = maker.operands if maker is not None and maker.parent is op.parent else (value,)
    count = 0
    step = op.parent_op
    while step is not None:
        if isinstance(step, LoopLike):
            if not all(step.is_defined_outside(v) for v in inputs):
                break
            count += 1
        step = step.parent_op
    return count
