"""Lowerings of index computations and memory accesses."""

from __future__ import annotations

from collections.abc import Sequence

from mlirlite.conversion._affine_expand import AffineExpander
from mlirlite.conversion._index_ops import expand_delinearize, expand_linearize
from mlirlite.conversion.lower_affine.table import lower
from mlirlite.dialects import affine, memref, vector
from mlirlite.ir.affine import AffineConst, AffineMap
from mlirlite.ir.attribute import Attribute
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


@lower(affine.DelinearizeIndexOp)
def lower_delinearize_index(
    op: affine.DelinearizeIndexOp, rw: ConversionRewriter
) -> Sequence[Value]:
    """affine.delinearize_index --> quotients and remainders"""
    return expand_delinearize(op, rw)


@lower(affine.LinearizeIndexOp)
def lower_linearize_index(op: affine.LinearizeIndexOp, rw: ConversionRewriter) -> Value:
    """affine.linearize_index --> the sum of the indices times their strides"""
    return expand_linearize(op, rw)
