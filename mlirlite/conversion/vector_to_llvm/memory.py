"""Vectors in memory: load, store, masked, gathered, transferred."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any

from mlirlite.conversion._create import create, create_void
from mlirlite.conversion._llvm_memref import OFFSET, SIZES, STRIDES, element_pointer
from mlirlite.conversion._llvm_ops import (
    extract_value,
    index_constant,
    insert_value,
    load,
    poison,
    store,
)
from mlirlite.conversion._llvm_types import types_of
from mlirlite.conversion._vector import vector_type
from mlirlite.conversion.vector_to_llvm.elements import SEVERAL
from mlirlite.conversion.vector_to_llvm.table import (
    alignment_of,
    lower,
)
from mlirlite.dialects import llvm, vector
from mlirlite.dialects.llvm.types import LLVMArrayType
from mlirlite.dialects.vector.memory import has_unit_stride
from mlirlite.ir.attribute import Attribute
from mlirlite.ir.attributes import (
    ArrayAttr,
    DictionaryAttr,
    IntegerAttr,
    i32_array,
    i32_attr,
    i64_attr,
)
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import MemRefType, VectorType
from mlirlite.ir.values import Value
from mlirlite.rewriting.conversion import ConversionRewriter
from mlirlite.rewriting.type_conversion import NoCounterpart


def _memref(value: Value) -> MemRefType:
    if not isinstance(value.type, MemRefType):
        raise NoCounterpart(f"'{value.type}' is not a ranked memref")
    return value.type


def _pointer(
    rw: ConversionRewriter, base: Value, descriptor: Value, indices: Sequence[Value]
) -> Value:
    return element_pointer(rw, descriptor, _memref(base), indices, types_of(rw), flags="")


def _is_one_vector(op: Operation, value: Value, rw: ConversionRewriter) -> bool:
    """False for vectors of several dimensions, which have to be unrolled first."""
    return not isinstance(rw.convert(value.type), LLVMArrayType)


def _has_neighbors(base: Any) -> bool:
    """Whether the elements of a buffer's last dimension are neighbors in memory."""
    return isinstance(base, MemRefType) and has_unit_stride(
        base, VectorType((2,), base.element_type)
    )


def _nontemporal(op: Operation) -> bool:
    flag = op.properties.get("nontemporal")
    return isinstance(flag, IntegerAttr) and bool(flag.value)


@lower(vector.LoadOp)
def lower_load(op: vector.LoadOp, rw: ConversionRewriter) -> Any:
    """`llvm.load` of the vector, aligned as one element."""
    if not _is_one_vector(op, op.results[0], rw):
        return rw.fail(SEVERAL)
    descriptor, *indices = rw.operands
    pointer = _pointer(rw, op.operands[0], descriptor, indices)
    type = vector_type(op.results[0])
    alignment = alignment_of(op, type, rw)
    return (load(rw, pointer, rw.convert(type), alignment, nontemporal=_nontemporal(op)),)


@lower(vector.StoreOp)
def lower_store(op: vector.StoreOp, rw: ConversionRewriter) -> Any:
    """`llvm.store` of the vector, aligned as one element."""
    if not _is_one_vector(op, op.operands[0], rw):
        return rw.fail(SEVERAL)
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
        return rw.fail(SEVERAL)
    descriptor, *indices, mask, other = rw.operands
    pointer = _pointer(rw, op.operands[0], descriptor, indices)
    type = vector_type(op.results[0])
    operands = (pointer, mask, other)
    return (create(rw, llvm.MaskedLoadOp, operands, rw.convert(type), _aligned(op, type, rw)),)


@lower(vector.MaskedStoreOp)
def lower_masked_store(op: vector.MaskedStoreOp, rw: ConversionRewriter) -> Any:
    """`llvm.intr.masked.store`."""
    if not _is_one_vector(op, op.operands[-1], rw):
        return rw.fail(SEVERAL)
    descriptor, *indices, mask, value = rw.operands
    pointer = _pointer(rw, op.operands[0], descriptor, indices)
    properties = _aligned(op, vector_type(op.operands[-1]), rw)
    create_void(rw, llvm.MaskedStoreOp, (value, pointer, mask), properties)
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
    return create(rw, llvm.GEPOp, (pointer, offsets), type, properties)


@lower(vector.GatherOp)
def lower_gather(op: vector.GatherOp, rw: ConversionRewriter) -> Any:
    """`llvm.intr.masked.gather`."""
    if not _is_one_vector(op, op.results[0], rw):
        return rw.fail(SEVERAL)
    if not _has_neighbors(op.base.type):
        return rw.fail("the last dimension has a stride")
    descriptor, *indices, offsets, mask, other = rw.operands
    pointer = _pointer(rw, op.operands[0], descriptor, indices)
    type = vector_type(op.results[0])
    operands = (_pointers(rw, op, pointer, offsets), mask, other)
    return (create(rw, llvm.masked_gather, operands, rw.convert(type), _aligned(op, type, rw)),)


@lower(vector.ScatterOp)
def lower_scatter(op: vector.ScatterOp, rw: ConversionRewriter) -> Any:
    """`llvm.intr.masked.scatter`."""
    if op.results:
        return rw.fail("it writes to a tensor")
    if not _is_one_vector(op, op.operands[-1], rw):
        return rw.fail(SEVERAL)
    if not _has_neighbors(op.base.type):
        return rw.fail("the last dimension has a stride")
    descriptor, *indices, offsets, mask, value = rw.operands
    pointer = _pointer(rw, op.operands[0], descriptor, indices)
    properties = _aligned(op, vector_type(op.operands[-1]), rw)
    operands = (value, _pointers(rw, op, pointer, offsets), mask)
    create_void(rw, llvm.masked_scatter, operands, properties)
    rw.erase(op)
    return None


def _aligned_pointer(op: Operation, argument: int) -> dict[str, Attribute]:
    """The alignment as an attribute of the intrinsic's argument; there are three arguments."""
    stated = op.properties.get("alignment")
    if not isinstance(stated, IntegerAttr) or stated.value == 1:
        return {}
    empty = DictionaryAttr(())
    aligned = DictionaryAttr((("llvm.align", i64_attr(stated.value)),))
    return {"arg_attrs": ArrayAttr(tuple([aligned if i == argument else empty for i in range(3)]))}


@lower(vector.ExpandLoadOp)
def lower_expand_load(op: vector.ExpandLoadOp, rw: ConversionRewriter) -> Any:
    """`llvm.intr.masked.expandload`."""
    descriptor, *indices, mask, other = rw.operands
    pointer = _pointer(rw, op.operands[0], descriptor, indices)
    result = rw.convert(op.results[0].type)
    properties = _aligned_pointer(op, 0)
    return (create(rw, llvm.masked_expandload, (pointer, mask, other), result, properties),)


@lower(vector.CompressStoreOp)
def lower_compress_store(op: vector.CompressStoreOp, rw: ConversionRewriter) -> Any:
    """`llvm.intr.masked.compressstore`."""
    descriptor, *indices, mask, value = rw.operands
    pointer = _pointer(rw, op.operands[0], descriptor, indices)
    create_void(rw, llvm.masked_compressstore, (value, pointer, mask), _aligned_pointer(op, 1))
    rw.erase(op)
    return None


@lower(vector.TypeCastOp)
def lower_type_cast(op: vector.TypeCastOp, rw: ConversionRewriter) -> Any:
    """A descriptor with the same pointers and the sizes of the new type."""
    target = _memref(op.results[0])
    source, types = rw.operand(0), types_of(rw)
    found = poison(rw, rw.convert(target))
    for part in (0, 1):
        found = insert_value(rw, found, extract_value(rw, source, part), part)
    found = insert_value(rw, found, index_constant(rw, 0, types), OFFSET)
    for i, size in enumerate(target.shape):
        found = insert_value(rw, found, index_constant(rw, size, types), SIZES, i)
        stride = index_constant(rw, prod(target.shape[i + 1 :]), types)
        found = insert_value(rw, found, stride, STRIDES, i)
    return (found,)
