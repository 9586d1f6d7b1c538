"""Copies and views of buffers."""

from __future__ import annotations

from mlirlite.conversion._llvm import (
    address,
    binary,
    extract,
    index,
    insert,
    make_void,
    plain,
    poison,
    size_of,
)
from mlirlite.conversion.krnl_to_llvm.table import lower, types
from mlirlite.dialects import krnl, llvm
from mlirlite.ir.attributes import FALSE
from mlirlite.ir.types import MemRefType, VectorType
from mlirlite.ir.values import Value
from mlirlite.rewriting.conversion import ConversionRewriter


def data_pointer(rw: ConversionRewriter, descriptor: Value, type: MemRefType) -> Value:
    """Where a buffer's first element is."""
    start = extract(rw, descriptor, 1)
    if type.layout is None:
        return start
    return address(rw, start, types.convert(type.element_type), (extract(rw, descriptor, 2),))


@lower(krnl.MemcpyOp)
def lower_memcpy(op: krnl.MemcpyOp, rw: ConversionRewriter) -> bool:
    """krnl.memcpy --> llvm.intr.memcpy of the elements' bytes"""
    to, source, count, to_offset, source_offset = rw.operands
    type = op.dest.type
    if not isinstance(type, MemRefType) or not isinstance(op.src.type, MemRefType):
        return rw.fail("it needs ranked memrefs")
    if type.element_type is not op.src.type.element_type:
        return rw.fail("the element types differ")
    element = types.convert(type.element_type)
    pointers = [
        address(rw, data_pointer(rw, descriptor, memref), element, (offset,))
        for descriptor, memref, offset in (
            (to, type, to_offset),
            (source, op.src.type, source_offset),
        )
    ]
    size = binary(rw, llvm.MulOp, count, size_of(rw, element, types))
    make_void(rw, llvm.MemcpyOp, (*pointers, size), {"isVolatile": FALSE})
    rw.erase(op)
    return True


@lower(krnl.VectorTypeCastOp)
def lower_vector_type_cast(op: krnl.VectorTypeCastOp, rw: ConversionRewriter) -> Value | bool:
    """krnl.vector_type_cast --> a descriptor that counts vectors"""
    source, target = op.source.type, op.result.type
    if not isinstance(source, MemRefType) or not isinstance(target, MemRefType):
        return rw.fail("it needs ranked memrefs")
    if source.layout is not None or not isinstance(target.element_type, VectorType):
        return rw.fail("it needs a buffer without a layout and a vector type")
    (old,) = rw.operands
    length = index(rw, target.element_type.num_elements, types)
    found = poison(rw, rw.convert(target))
    for place in (0, 1):
        found = insert(rw, found, extract(rw, old, place), place)
    found = insert(rw, found, plain(rw, llvm.SDivOp, extract(rw, old, 2), length), 2)
    last = target.rank - 1
    for axis in range(target.rank):
        size, stride = extract(rw, old, 3, axis), extract(rw, old, 4, axis)
        if axis == last:
            size = plain(rw, llvm.SDivOp, size, length)
        else:
            stride = plain(rw, llvm.SDivOp, stride, length)
        found = insert(rw, found, size, 3, axis)
        found = insert(rw, found, stride, 4, axis)
    return found
