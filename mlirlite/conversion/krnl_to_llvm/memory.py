"""Copies and views of buffers."""

from __future__ import annotations

from mlirlite.conversion._create import create
from mlirlite.conversion._llvm_memref import (
    buffer_pointer,
    memcpy,
    pack,
    size_in_bytes,
    unpack,
)
from mlirlite.conversion._llvm_ops import extract_value, gep, icmp, index_constant, int_constant
from mlirlite.conversion.krnl_to_llvm.table import lower, types
from mlirlite.dialects import krnl, llvm
from mlirlite.ir.types import VectorType
from mlirlite.ir.values import Value
from mlirlite.rewriting.conversion import ConversionRewriter


@lower(krnl.MemcpyOp)
def lower_memcpy(op: krnl.MemcpyOp, rw: ConversionRewriter) -> bool:
    """krnl.memcpy --> llvm.intr.memcpy of the elements' bytes"""
    to, source = op.dest.type, op.src.type
    if to.element_type is not source.element_type:
        return rw.fail("the element types differ")
    dest, src, count, to_offset, source_offset = rw.operands
    element = types.convert(to.element_type)
    target = gep(rw, buffer_pointer(rw, dest, to, types), element, (to_offset,))
    origin = gep(rw, buffer_pointer(rw, src, source, types), element, (source_offset,))
    memcpy(rw, target, origin, size_in_bytes(rw, count, element, types))
    rw.erase(op)
    return True


@lower(krnl.OwnedOp)
def lower_owned(op: krnl.OwnedOp, rw: ConversionRewriter) -> Value:
    """krnl.owned --> the buffer"""
    return rw.operand(0)


@lower(krnl.MayOverwriteOp)
def lower_may_overwrite(op: krnl.MayOverwriteOp, rw: ConversionRewriter) -> Value:
    """krnl.may_overwrite --> a comparison of the descriptor's offset"""
    offset = extract_value(rw, rw.operand(0), 2)
    wanted = int_constant(rw, op.result_number + 1, offset.type)
    return icmp(rw, "eq", offset, wanted)


@lower(krnl.VectorTypeCastOp)
def lower_vector_type_cast(op: krnl.VectorTypeCastOp, rw: ConversionRewriter) -> Value | bool:
    """krnl.vector_type_cast --> a descriptor that counts vectors"""
    source, target = op.source.type, op.result.type
    if source.layout is not None or not isinstance(target.element_type, VectorType):
        return rw.fail("it needs a buffer without a layout and a vector type")
    length = index_constant(rw, target.element_type.num_elements, types)
    rank = target.rank
    allocated, aligned, offset, *rest = unpack(rw, rw.operand(0))
    sizes, strides = rest[:rank], rest[rank:]
    sizes[-1] = create(rw, llvm.SDivOp, (sizes[-1], length))
    strides[:-1] = [create(rw, llvm.SDivOp, (s, length)) for s in strides[:-1]]
    offset = create(rw, llvm.SDivOp, (offset, length))
    parts = (allocated, aligned, offset, *sizes, *strides)
    return pack(rw, rw.convert(target), parts)
