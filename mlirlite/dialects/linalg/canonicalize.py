"""Canonical forms of linalg: ops that only copy or permute, casts into and out of structured ops,
sizes that follow from other operands."""

from collections.abc import Sequence

from mlirlite.dialects._index_values import index_constant
from mlirlite.dialects._mixed import Mixed, split
from mlirlite.dialects.linalg import _canonical_fill, _canonical_relayout
from mlirlite.dialects.linalg.generic import GenericOp
from mlirlite.dialects.linalg.moving import BroadcastOp, TransposeOp
from mlirlite.dialects.linalg.named import CopyOp
from mlirlite.dialects.linalg.payload import YieldOp
from mlirlite.dialects.linalg.structured import StructuredOp
from mlirlite.dialects.memref.casts import cast_source as memref_cast_source
from mlirlite.dialects.tensor._casts import ranked, says_less
from mlirlite.dialects.tensor.values import CastOp, DimOp, EmptyOp, compatible
from mlirlite.ir.affine import AffineDim
from mlirlite.ir.attribute import Type
from mlirlite.ir.attributes import i64_array
from mlirlite.ir.types import DYNAMIC, INDEX, BaseMemRefType, MemRefType, RankedTensorType
from mlirlite.ir.values import BlockArgument, OpResult, Value
from mlirlite.rewriting import Rewriter, canonicalization

__all__ = ["_canonical_fill", "_canonical_relayout"]


def _on_tensors(op: StructuredOp) -> bool:
    return not any(isinstance(v.type, BaseMemRefType) for v in op.operands)


@canonicalization
def copies_only(op: GenericOp | BroadcastOp | CopyOp, rw: Rewriter) -> bool | None:
    """An op that yields operands as they are --> these operands; a buffer copied to itself -->"""
    maps = op.maps()
    last = op.regions[0].entry.last
    if any(m is not maps[0] for m in maps) or not isinstance(last, YieldOp) or last.prev:
        return rw.fail("it computes or moves elements")
    block = op.regions[0].entry
    yielded = [v for v in last.operands if isinstance(v, BlockArgument) and v.owner is block]
    if len(yielded) != len(last.operands):
        return rw.fail("it yields other values")
    if not _on_tensors(op):
        if len(op.operands) != 2 or op.operands[0] is not op.operands[1]:
            return rw.fail("the buffers may differ")
        rw.erase(op)
        return True
    if isinstance(op, CopyOp):
        return rw.fail("a copy of a tensor stays")
    values = [op.operands[argument.index] for argument in yielded]
    types = op.result_types
    if not all(compatible(v.type, t) for v, t in zip(values, types, strict=True)):
        return rw.fail("the types are cast incompatible")
    rw.set_before(op)
    made = [
        v if v.type is t else rw.insert(CastOp.create((v,), (t,))).results[0]
        for v, t in zip(values, types, strict=True)
    ]
    rw.replace(op, made)
    return True


@canonicalization
def without_elements(op: StructuredOp, rw: Rewriter) -> bool | None:
    """An op on a buffer without elements -->"""
    buffers = [v.type for v in op.operands if isinstance(v.type, MemRefType)]
    if not any(0 in type.shape for type in buffers) or op.results:
        return rw.fail("no buffer is empty")
    rw.erase(op)
    return True


@canonicalization
def buffers_of_casts(op: StructuredOp, rw: Rewriter) -> bool | None:
    """f(memref.cast(m)) --> f(m)"""
    sources = [memref_cast_source(v) for v in op.operands]
    if not any(sources):
        return rw.fail("no operand is a cast of a ranked memref")
    with rw.modify(op):
        op.set_operands([v if s is None else s for v, s in zip(op.operands, sources, strict=True)])
    return True


# Transposes and broadcasts


@canonicalization
def transpose_of_nothing(op: TransposeOp, rw: Rewriter) -> bool | None:
    """transpose(t) that leaves the dimensions in order --> t"""
    order = list(op.permutation.value)
    if order != sorted(order) or not _on_tensors(op) or op.input.type is not op.init.type:
        return rw.fail("dimensions move")
    rw.replace(op, op.input)
    return True


@canonicalization
def transpose_of_transpose(op: TransposeOp, rw: Rewriter) -> bool | None:
    """transpose(transpose(t)) --> transpose(t)"""
    inner = op.input.defining_op
    if not isinstance(inner, TransposeOp):
        return rw.fail("the input is not transposed")
    first = inner.permutation.value
    with rw.modify(op):
        op.permutation = i64_array(first[d] for d in op.permutation.value)
        op.set_operand(0, inner.input)
    return True


@canonicalization
def transpose_of_broadcast(op: TransposeOp, rw: Rewriter) -> bool | None:
    """transpose(broadcast(t)) --> broadcast(transpose(t))"""
    inner = op.input.defining_op
    if not isinstance(inner, BroadcastOp) or not op.input.has_one_use:
        return rw.fail("the input is not broadcast, or used elsewhere")
    order, new = list(op.permutation.value), list(inner.dimensions.value)
    kept = sorted(d for d in order if d not in new)
    moved = [kept.index(d) for d in order if d not in new]
    type = ranked(inner.input)
    rw.set_before(op)
    sizes: list[Mixed] = []
    for d, size in enumerate(type.shape):
        if size == DYNAMIC:
            index = index_constant(rw, d)
            sizes.append(rw.insert(DimOp.create((inner.input, index), (INDEX,))).results[0])
        else:
            sizes.append(size)
    static, dynamic = split(sizes[d] for d in moved)
    shape: RankedTensorType = RankedTensorType(tuple(static.value), type.element_type)
    empty = rw.insert(EmptyOp.create(dynamic, (shape,)))
    transposed = op.clone()
    transposed.set_operands([inner.input, empty.results[0]])
    transposed.permutation = i64_array(moved)
    transposed.results[0].type = shape
    rw.insert(transposed)
    broadcast = inner.clone()
    broadcast.set_operands([transposed.results[0], op.init])
    broadcast.dimensions = i64_array(order.index(d) for d in new)
    broadcast.results[0].type = op.init.type
    rw.replace(op, broadcast)
    return True


@canonicalization
def broadcast_of_broadcast(op: BroadcastOp, rw: Rewriter) -> bool | None:
    """broadcast(broadcast(t)) --> broadcast(t)"""
    inner = op.input.defining_op
    if not isinstance(inner, BroadcastOp):
        return rw.fail("the input is not broadcast")
    outer = list(op.dimensions.value)
    kept = [d for d in range(len(ranked(op.init).shape)) if d not in outer]
    dims = sorted([*outer, *(kept[d] for d in inner.dimensions.value)])
    with rw.modify(op):
        op.dimensions = i64_array(dims)
        op.set_operand(0, inner.input)
    return True


# Sizes


def _retype(op: StructuredOp, rw: Rewriter, operands: Sequence[Value]) -> list[Value]:
    """Replace the op by one with other operands; its results are cast to the old types."""
    new = op.clone()
    new.set_operands(operands)
    types: list[Type] = [operands[i].type for i in op.destination_operands()]
    for result, type in zip(new.results, types, strict=False):
        result.type = type
    rw.set_before(op)
    rw.insert(new)
    values: list[Value] = []
    for old, result in zip(op.results, new.results, strict=True):
        same = old.type is result.type
        values.append(
            result if same else rw.insert(CastOp.create((result,), (old.type,))).results[0]
        )
    rw.replace(op, values)
    return list(new.results)


@canonicalization
def cast_of_result(op: CastOp, rw: Rewriter) -> bool | None:
    """cast(f(…) into d : ?) : 4 --> f(…) into cast(d) : 4"""
    source = op.source
    maker = source.defining_op
    if not isinstance(maker, StructuredOp) or not isinstance(source, OpResult):
        return rw.fail("the source is not a result of a structured op")
    if not says_less(op.dest.type, source.type) or maker.parent is not op.parent:
        return rw.fail("the cast says no more, or stands in another block")
    at = maker.destination_operands()[source.index]
    rw.set_before(maker)
    cast = rw.insert(CastOp.create((maker.operands[at],), (op.dest.type,)))
    operands = list(maker.operands)
    operands[at] = cast.results[0]
    index = source.index
    results = _retype(maker, rw, operands)
    rw.replace(op, results[index])
    return True


@canonicalization
def sizes_of_each_other(op: StructuredOp, rw: Rewriter) -> bool | None:
    """Sizes of an operand that follow from another one --> a cast to static sizes"""
    maps = op.maps()
    if not _on_tensors(op) or not all(m.is_projected_permutation for m in maps):
        return rw.fail("operands are buffers, or are not simply indexed")
    known: dict[int, int] = {}
    pairs = [
        (i, v.type, m)
        for i, (v, m) in enumerate(zip(op.operands, maps, strict=True))
        if isinstance(v.type, RankedTensorType)
    ]
    for _, type, map in pairs:
        for size, expr in zip(type.shape, map.results, strict=True):
            if size != DYNAMIC and isinstance(expr, AffineDim):
                known.setdefault(expr.position, size)
    operands = list(op.operands)
    rw.set_before(op)
    for i, type, map in pairs:
        shape = [
            known.get(expr.position, size)
            if size == DYNAMIC and isinstance(expr, AffineDim)
            else size
            for size, expr in zip(type.shape, map.results, strict=True)
        ]
        better = type.replace(shape=tuple(shape))
        if better is not type:
            operands[i] = rw.insert(CastOp.create((operands[i],), (better,))).results[0]
    if operands == list(op.operands):
        return rw.fail("every operand tells all that is known")
    _retype(op, rw, operands)
    return True
