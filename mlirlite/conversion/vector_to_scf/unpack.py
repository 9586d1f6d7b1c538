"""Transfers of several dimensions → through a buffer on the stack, a loop over the first dimension
at a time. A transfer on the way is labeled; its vector, and mask, stand in buffers."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from mlirlite.conversion._vector import broadcast, scalable_dims
from mlirlite.conversion.vector_to_scf.transfer import (
    NEAR,
    Transfer,
    first_dim,
    guarded,
    loop,
    mask_shape,
    moved_indices,
    read,
    vector_of,
    write,
)
from mlirlite.dialects import memref, vector
from mlirlite.dialects._index_values import index_constant
from mlirlite.ir.affine import AffineMap
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import UNIT, i32_array
from mlirlite.ir.builder import Builder
from mlirlite.ir.operation import Operation
from mlirlite.ir.traits import AutomaticAllocationScope
from mlirlite.ir.types import MemRefType, ShapedType, VectorType
from mlirlite.ir.values import Value
from mlirlite.rewriting.pattern import Pattern, pattern
from mlirlite.rewriting.rewriter import Rewriter
from mlirlite.rewriting.type_conversion import NoCounterpart

LABEL = "__vector_to_scf_lowering__"


def _is_labeled(op: Transfer) -> bool:
    return LABEL in (op._attributes or ())


def _may_begin(op: Transfer, target_rank: int) -> str:
    """Why a transfer does not go through a buffer; "" when it does."""
    type, base = vector_of(op), op.base.type
    if _is_labeled(op):
        return "it is on the way"
    if type is None or type.rank <= target_rank or not isinstance(base, ShapedType):
        return "its vector has few dimensions"
    if scalable_dims(type)[0]:
        return "its first dimension is scalable"
    if not isinstance(base, MemRefType):
        return "transfers of tensors stay"
    return "" if type.element_type is base.element_type else "the elements differ"


def _buffer(rw: Rewriter, op: Transfer, type: Type) -> Value:
    """An allocation at the head of the scope that ends it."""
    scope: Operation | None = op.parent_op
    while scope is not None and not scope.has_trait(AutomaticAllocationScope):
        scope = scope.parent_op
    at = rw.block, rw.before, rw.location
    if scope is not None:
        rw.set_start(scope.regions[0].entry)
    made: MemRefType = MemRefType((), type)
    found = rw.insert(memref.AllocaOp([], [], memref=made)).results[0]
    rw.block, rw.before, rw.location = at
    return found


def _buffers(rw: Rewriter, op: Transfer, type: VectorType) -> tuple[Value, Value | None]:
    """The vector's buffer, and the mask as it is read from its own, which it was stored in."""
    if op.mask is None:
        return _buffer(rw, op, type), None
    masks = _buffer(rw, op, op.mask.type)
    data = _buffer(rw, op, type)
    rw.insert(memref.StoreOp.create((op.mask, masks)))
    return data, rw.insert(memref.LoadOp.create((masks,), (op.mask.type,))).results[0]


def _with_mask(op: Transfer, mask: Value) -> None:
    """Give a transfer that has one another mask."""
    if op.mask is None:
        segments: Any = op.properties["operandSegmentSizes"]
        op.properties["operandSegmentSizes"] = i32_array([*segments.value[:-1], 1])
        op.set_operands((*op.operands, mask))
    else:
        op.set_operands((*op.operands[:-1], mask))


def _memref_of(value: Value) -> Value:
    """The buffer that a vector or mask was loaded from."""
    maker = value.defining_op
    if not isinstance(maker, memref.LoadOp):
        raise NoCounterpart("expected a value that is loaded from a buffer")
    return maker.memref


def _indices_of(value: Value) -> list[Value]:
    maker = value.defining_op
    return list(maker.operands[1:]) if isinstance(maker, memref.LoadOp) else []


def _unpacked_type(buffer: Value) -> MemRefType:
    type = buffer.type
    if not isinstance(type, MemRefType) or not isinstance(type.element_type, VectorType):
        raise NoCounterpart(f"'{type}' is not a buffer of vectors")
    inner = type.element_type
    row = VectorType(inner.shape[1:], inner.element_type, scalable_dims(inner)[1:])
    found: MemRefType = MemRefType((*type.shape, inner.shape[0]), row)
    return found


def _unpacked(b: Builder, buffer: Value) -> Value:
    """A buffer of vectors as one of their rows."""
    return b.insert(vector.TypeCastOp(buffer, result=_unpacked_type(buffer))).results[0]


class _Mask:
    """The mask of a transfer on the way, and what its rows have."""

    def __init__(self, rw: Rewriter, op: Transfer) -> None:
        self.value = op.mask
        self.repeats = first_dim(op) is None
        self.rows: Value | None = None
        if self.value is not None:
            buffer = _memref_of(self.value)
            whole = self.repeats or len(mask_shape(self.value)) == 1
            self.rows = buffer if whole else _unpacked(rw, buffer)

    def of_row(self, b: Builder, counter: Value) -> Value | None:
        """The mask of a row; None where the loop looks at it."""
        mask = self.value
        if mask is None or self.rows is None:
            return None
        if not self.repeats and len(mask_shape(mask)) == 1:
            return None
        indices = _indices_of(mask)
        if not self.repeats:
            indices.append(counter)
        type = self.rows.type
        row = type.element_type if isinstance(type, MemRefType) else type
        properties: dict[str, Attribute] | None = {**NEAR} if indices else None
        made = memref.LoadOp.create((self.rows, *indices), (row,), properties)
        return b.insert(made).results[0]


def _bounds(rw: Rewriter, count: int) -> list[Value]:
    return [index_constant(rw, n) for n in (0, count, 1)]


def _rest(op: Transfer) -> AffineMap:
    return AffineMap(op.map.num_dims, 0, op.map.results[1:])


def _label(op: Operation, type: VectorType, target_rank: int) -> None:
    if type.rank > target_rank:
        op.attributes[LABEL] = UNIT


@cache
def unpack_patterns(target_rank: int) -> tuple[Pattern, ...]:
    """The patterns that leave transfers of vectors of this many dimensions."""

    @pattern
    def begin_read(op: vector.TransferReadOp, rw: Rewriter) -> bool | None:
        """transfer_read --> the same with a label, its vector in a buffer"""
        return _begin_read(op, rw, target_rank)

    @pattern
    def begin_write(op: vector.TransferWriteOp, rw: Rewriter) -> bool | None:
        """transfer_write --> the same with a label, its vector from a buffer"""
        return _begin_write(op, rw, target_rank)

    @pattern
    def unpack_read(op: vector.TransferReadOp, rw: Rewriter) -> bool | None:
        """labeled transfer_read of a matrix --> scf.for { transfer_read of a row }"""
        return _unpack_read(op, rw, target_rank)

    @pattern
    def unpack_write(op: vector.TransferWriteOp, rw: Rewriter) -> bool | None:
        """labeled transfer_write of a matrix --> scf.for { transfer_write of a row }"""
        return _unpack_write(op, rw, target_rank)

    return begin_read, begin_write, unpack_read, unpack_write


def _begin_read(op: vector.TransferReadOp, rw: Rewriter, target_rank: int) -> bool | None:
    problem, type = _may_begin(op, target_rank), vector_of(op)
    if problem or type is None:
        return rw.fail(problem)
    data, mask = _buffers(rw, op, type)
    made = rw.clone(op)
    made.attributes[LABEL] = UNIT
    if mask is not None:
        _with_mask(made, mask)
    rw.insert(memref.StoreOp.create((made.results[0], data)))
    rw.replace(op, rw.insert(memref.LoadOp.create((data,), (type,))).results)
    return True


def _begin_write(op: vector.TransferWriteOp, rw: Rewriter, target_rank: int) -> bool | None:
    problem, type = _may_begin(op, target_rank), vector_of(op)
    if problem or type is None:
        return rw.fail(problem)
    data, mask = _buffers(rw, op, type)
    rw.insert(memref.StoreOp.create((op.valueToStore, data)))
    loaded = rw.insert(memref.LoadOp.create((data,), (type,))).results[0]
    with rw.modify(op):
        op.set_operands((loaded, *op.operands[1:]))
        op.attributes[LABEL] = UNIT
        if mask is not None:
            _with_mask(op, mask)
    return True


def _unpack_read(op: vector.TransferReadOp, rw: Rewriter, target_rank: int) -> bool | None:
    if not _is_labeled(op):
        return rw.fail("it is not on the way")
    store = next(iter(op.vector.uses)).owner
    buffer, places = store.operands[1], list(store.operands[2:])
    if _is_scalable_first(buffer):
        return rw.fail("the first dimension is scalable")
    rows, masks = _unpacked(rw, buffer), _Mask(rw, op)
    type = _row_type(rows)

    def body(b: Builder, counter: Value, carried: Sequence[Value]) -> Sequence[Value]:
        here = (rows, *places, counter)

        def inside(b: Builder) -> Sequence[Value]:
            indices = moved_indices(b, op, counter)
            mask = masks.of_row(b, counter)
            flags = op.in_bounds_flags[1:]
            made = read(b, op, type, _rest(op), flags, indices=indices, mask=mask)
            _label(made, type, target_rank)
            b.insert(memref.StoreOp.create((made.results[0], *here), (), dict(NEAR)))
            return ()

        def outside(b: Builder) -> Sequence[Value]:
            padding = broadcast(b, op.padding, type)
            b.insert(memref.StoreOp.create((padding, *here), (), dict(NEAR)))
            return ()

        return guarded(b, op, counter, (), inside, outside)

    loop(rw, _bounds(rw, _row_count(rows)), (), body)
    rw.erase(store)
    rw.erase(op)
    return True


def _unpack_write(op: vector.TransferWriteOp, rw: Rewriter, target_rank: int) -> bool | None:
    if not _is_labeled(op):
        return rw.fail("it is not on the way")
    buffer, places = _memref_of(op.valueToStore), _indices_of(op.valueToStore)
    if _is_scalable_first(buffer):
        return rw.fail("the first dimension is scalable")
    rows, masks = _unpacked(rw, buffer), _Mask(rw, op)
    type = _row_type(rows)

    def body(b: Builder, counter: Value, carried: Sequence[Value]) -> Sequence[Value]:
        def inside(b: Builder) -> Sequence[Value]:
            indices = moved_indices(b, op, counter)
            loaded = memref.LoadOp.create((rows, *places, counter), (type,), dict(NEAR))
            value = b.insert(loaded).results[0]
            mask = masks.of_row(b, counter)
            flags = op.in_bounds_flags[1:]
            made = write(b, op, value, _rest(op), flags, indices=indices, mask=mask)
            _label(made, type, target_rank)
            return ()

        return guarded(b, op, counter, (), inside, lambda b: ())

    loop(rw, _bounds(rw, _row_count(rows)), (), body)
    rw.erase(op)
    return True


def _is_scalable_first(buffer: Value) -> bool:
    type = buffer.type
    inner = type.element_type if isinstance(type, MemRefType) else None
    return isinstance(inner, VectorType) and scalable_dims(inner)[0]


def _row_type(rows: Value) -> VectorType:
    type = rows.type
    if not isinstance(type, MemRefType) or not isinstance(type.element_type, VectorType):
        raise NoCounterpart(f"'{type}' is not a buffer of vectors")
    return type.element_type


def _row_count(rows: Value) -> int:
    return rows.type.shape[-1] if isinstance(rows.type, MemRefType) else 0
