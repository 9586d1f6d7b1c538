"""Vectors in memory: load, store, masked, gathered, transferred."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any

from mlirlite.conversion._llvm import (
    binary,
    extract,
    index,
    insert,
    load,
    make,
    make_void,
    plain,
    poison,
    positions,
    store,
    types_of,
)
from mlirlite.conversion._llvm_memref import OFFSET, SIZES, STRIDES, element_pointer
from mlirlite.conversion.vector_to_llvm.elements import lanes_below
from mlirlite.conversion.vector_to_llvm.table import (
    alignment_of,
    lower,
    row,
    row_of,
    spread,
    vector_type,
)
from mlirlite.dialects import llvm, vector
from mlirlite.dialects.llvm.types import LLVMArrayType
from mlirlite.ir.affine import AffineDim
from mlirlite.ir.attribute import Attribute
from mlirlite.ir.attributes import ArrayAttr, IntegerAttr, i32_array, i32_attr
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import DYNAMIC, MemRefType, VectorType
from mlirlite.ir.values import Value
from mlirlite.rewriting.conversion import ConversionRewriter


def _memref(value: Value) -> MemRefType:
    if not isinstance(value.type, MemRefType):
        raise ValueError(f"'{value.type}' is no ranked memref")
    return value.type


def _pointer(
    rw: ConversionRewriter, base: Value, descriptor: Value, indices: Sequence[Value]
) -> Value:
    return element_pointer(rw, descriptor, _memref(base), indices, types_of(rw), flags="")


def _is_one_vector(op: Operation, value: Value, rw: ConversionRewriter) -> bool:
    """False for vectors of several dimensions, which are to be unrolled before."""
    return not isinstance(rw.convert(value.type), LLVMArrayType)


_SEVERAL = "vectors of several dimensions are to be unrolled before"


def _nontemporal(op: Operation) -> bool:
    flag = op.properties.get("nontemporal")
    return isinstance(flag, IntegerAttr) and bool(flag.value)


@lower(vector.LoadOp)
def lower_load(op: vector.LoadOp, rw: ConversionRewriter) -> Any:
    """`llvm.load` of the vector, aligned as one element."""
    if not _is_one_vector(op, op.results[0], rw):
        return rw.fail(_SEVERAL)
    descriptor, *indices = rw.operands
    pointer = _pointer(rw, op.operands[0], descriptor, indices)
    type = vector_type(op.results[0])
    alignment = alignment_of(op, type, rw)
    return (load(rw, pointer, rw.convert(type), alignment, nontemporal=_nontemporal(op)),)


@lower(vector.StoreOp)
def lower_store(op: vector.StoreOp, rw: ConversionRewriter) -> Any:
    """`llvm.store` of the vector, aligned as one element."""
    if not _is_one_vector(op, op.operands[0], rw):
        return rw.fail(_SEVERAL)
    value, descriptor, *indices = rw.operands
    pointer = _pointer(rw, op.operands[1], descriptor, indices)
    alignment = alignment_of(op, vector_type(op.operands[0]), rw)
    store(rw, value, pointer, alignment, nontemporal=_nontemporal(op))
    rw.erase(op)
    return None


def _aligned(op: Operation, type: VectorType, rw: ConversionRewriter) -> dict[str, Attribute]:
    return {"alignment": i32_attr(alignment_of(op, type, rw))}


@lower(vector.MaskedLoadOp)
def lower_masked_load(op: vector.MaskedLoadOp, rw: ConversionRewriter) -> Any:
    """`llvm.intr.masked.load`."""
    if not _is_one_vector(op, op.results[0], rw):
        return rw.fail(_SEVERAL)
    descriptor, *indices, mask, other = rw.operands
    pointer = _pointer(rw, op.operands[0], descriptor, indices)
    type = vector_type(op.results[0])
    operands = (pointer, mask, other)
    return (make(rw, llvm.MaskedLoadOp, operands, rw.convert(type), _aligned(op, type, rw)),)


@lower(vector.MaskedStoreOp)
def lower_masked_store(op: vector.MaskedStoreOp, rw: ConversionRewriter) -> Any:
    """`llvm.intr.masked.store`."""
    if not _is_one_vector(op, op.operands[-1], rw):
        return rw.fail(_SEVERAL)
    descriptor, *indices, mask, value = rw.operands
    pointer = _pointer(rw, op.operands[0], descriptor, indices)
    properties = _aligned(op, vector_type(op.operands[-1]), rw)
    make_void(rw, llvm.MaskedStoreOp, (value, pointer, mask), properties)
    rw.erase(op)
    return None


def _pointers(rw: ConversionRewriter, op: Operation, pointer: Value, offsets: Value) -> Value:
    """A vector of pointers: the base plus each offset."""
    element = rw.convert(_memref(op.operands[0]).element_type)
    count = vector_type(offsets)
    type = VectorType(count.shape, pointer.type, count.scalable_dims)
    properties: dict[str, Attribute] = {
        "elem_type": element,
        "noWrapFlags": i32_attr(0),
        "rawConstantIndices": i32_array((llvm.DYNAMIC_INDEX,)),
    }
    return make(rw, llvm.GEPOp, (pointer, offsets), type, properties)


@lower(vector.GatherOp)
def lower_gather(op: vector.GatherOp, rw: ConversionRewriter) -> Any:
    """`llvm.intr.masked.gather`."""
    if not _is_one_vector(op, op.results[0], rw):
        return rw.fail(_SEVERAL)
    descriptor, *indices, offsets, mask, other = rw.operands
    pointer = _pointer(rw, op.operands[0], descriptor, indices)
    type = vector_type(op.results[0])
    operands = (_pointers(rw, op, pointer, offsets), mask, other)
    return (make(rw, llvm.masked_gather, operands, rw.convert(type), _aligned(op, type, rw)),)


@lower(vector.ScatterOp)
def lower_scatter(op: vector.ScatterOp, rw: ConversionRewriter) -> Any:
    """`llvm.intr.masked.scatter`."""
    if not _is_one_vector(op, op.operands[-1], rw):
        return rw.fail(_SEVERAL)
    descriptor, *indices, offsets, mask, value = rw.operands
    pointer = _pointer(rw, op.operands[0], descriptor, indices)
    properties = _aligned(op, vector_type(op.operands[-1]), rw)
    operands = (value, _pointers(rw, op, pointer, offsets), mask)
    make_void(rw, llvm.masked_scatter, operands, properties)
    rw.erase(op)
    return None


@lower(vector.ExpandLoadOp)
def lower_expand_load(op: vector.ExpandLoadOp, rw: ConversionRewriter) -> Any:
    """`llvm.intr.masked.expandload`."""
    descriptor, *indices, mask, other = rw.operands
    pointer = _pointer(rw, op.operands[0], descriptor, indices)
    result = rw.convert(op.results[0].type)
    return (make(rw, llvm.masked_expandload, (pointer, mask, other), result),)


@lower(vector.CompressStoreOp)
def lower_compress_store(op: vector.CompressStoreOp, rw: ConversionRewriter) -> Any:
    """`llvm.intr.masked.compressstore`."""
    descriptor, *indices, mask, value = rw.operands
    pointer = _pointer(rw, op.operands[0], descriptor, indices)
    make_void(rw, llvm.masked_compressstore, (value, pointer, mask))
    rw.erase(op)
    return None


# Transfers: the vector's dimensions are the last ones of the memref. Only the very last one may
# reach beyond the end.


class _Transfer:
    """The parts of a transfer_read or transfer_write."""

    def __init__(self, op: Operation, base: int, type: VectorType, rw: ConversionRewriter) -> None:
        self.op, self.rw, self.type = op, rw, type
        self.memref = _memref(op.operands[base])
        rank = self.memref.rank
        operands = rw.operands
        self.descriptor = operands[base]
        self.indices = list(operands[base + 1 : base + 1 + rank])
        rest = operands[base + 1 + rank :]
        has_padding = base == 0
        self.padding = rest[0] if has_padding else None
        masks = rest[1:] if has_padding else rest
        self.mask = masks[0] if masks else None
        bounds = op.properties.get("in_bounds")
        flags = bounds.value if isinstance(bounds, ArrayAttr) else ()
        inside = [isinstance(b, IntegerAttr) and bool(b.value) for b in flags]
        self.inside = inside or [False] * len(type.shape)

    def problem(self) -> str:
        """Why it cannot be lowered here, "" when it can."""
        map = self.op.properties["permutation_map"].map  # type: ignore[attr-defined]
        first = self.memref.rank - len(self.type.shape)
        dims = [r.position if isinstance(r, AffineDim) else -1 for r in map.results]
        if dims != list(range(first, self.memref.rank)):
            return "it permutes or repeats dimensions; lower it to loads and loops first"
        if not all(self.inside[:-1]):
            return "a leading dimension may be out of bounds; lower it to loops first"
        if self.type.is_scalable or not self.type.shape:
            return "only fixed vectors of one dimension or more"
        if self.mask is not None and len(self.type.shape) != 1:
            return "a mask of several dimensions"
        return ""

    def pointer(self, place: Sequence[int]) -> Value:
        """Where the vector at a leading position is."""
        rw = self.rw
        indices = list(self.indices)
        first = self.memref.rank - len(self.type.shape)
        for d, i in enumerate(place):
            if i:
                step = index(rw, i, types_of(rw))
                indices[first + d] = binary(rw, llvm.AddOp, indices[first + d], step)
        return element_pointer(rw, self.descriptor, self.memref, indices, types_of(rw), flags="")

    def lanes(self) -> Value | None:
        """The mask of the last dimension; None when all lanes are on."""
        rw = self.rw
        if self.inside[-1]:
            return self.mask
        types = types_of(rw)
        rank = self.memref.rank
        size = self.memref.shape[-1]
        end = (
            extract(rw, self.descriptor, SIZES, rank - 1)
            if size == DYNAMIC
            else index(rw, size, types)
        )
        left = binary(rw, llvm.SubOp, end, self.indices[-1])
        found = lanes_below(rw, left, self.type.shape[-1], types.index)
        return found if self.mask is None else plain(rw, llvm.AndOp, self.mask, found)


@lower(vector.TransferReadOp)
def lower_transfer_read(op: vector.TransferReadOp, rw: ConversionRewriter) -> Any:
    """A load for each leading position; masked where the end may come, with the padding beyond
    it."""
    type = vector_type(op.results[0])
    transfer = _Transfer(op, 0, type, rw)
    if transfer.problem():
        return rw.fail(transfer.problem())
    result = rw.convert(type)
    inner = row_of(result)
    alignment = alignment_of(op, type, rw)
    mask = transfer.lanes()
    other = None
    if mask is not None and transfer.padding is not None and isinstance(inner, VectorType):
        other = spread(rw, transfer.padding, inner)
    found = poison(rw, result) if isinstance(result, LLVMArrayType) else None
    for place in positions(type.shape[:-1]):
        pointer = transfer.pointer(place)
        if mask is None or other is None:
            part = load(rw, pointer, inner, alignment)
        else:
            properties: dict[str, Attribute] = {"alignment": i32_attr(alignment)}
            part = make(rw, llvm.MaskedLoadOp, (pointer, mask, other), inner, properties)
        found = part if found is None else insert(rw, found, part, *place)
    return (found,)


@lower(vector.TransferWriteOp)
def lower_transfer_write(op: vector.TransferWriteOp, rw: ConversionRewriter) -> Any:
    """A store for each leading position; masked where the end may come."""
    type = vector_type(op.operands[0])
    transfer = _Transfer(op, 1, type, rw)
    if transfer.problem():
        return rw.fail(transfer.problem())
    value = rw.operands[0]
    alignment = alignment_of(op, type, rw)
    mask = transfer.lanes()
    for place in positions(type.shape[:-1]):
        part = row(rw, value, place)
        pointer = transfer.pointer(place)
        if mask is None:
            store(rw, part, pointer, alignment)
        else:
            properties: dict[str, Attribute] = {"alignment": i32_attr(alignment)}
            make_void(rw, llvm.MaskedStoreOp, (part, pointer, mask), properties)
    rw.erase(op)
    return None


@lower(vector.TypeCastOp)
def lower_type_cast(op: vector.TypeCastOp, rw: ConversionRewriter) -> Any:
    """A descriptor with the same pointers and the sizes of the new type."""
    target = _memref(op.results[0])
    source, types = rw.operand(0), types_of(rw)
    found = poison(rw, rw.convert(target))
    for part in (0, 1):
        found = insert(rw, found, extract(rw, source, part), part)
    found = insert(rw, found, index(rw, 0, types), OFFSET)
    for i, size in enumerate(target.shape):
        found = insert(rw, found, index(rw, size, types), SIZES, i)
        stride = index(rw, prod(target.shape[i + 1 :]), types)
        found = insert(rw, found, stride, STRIDES, i)
    return (found,)
