"""ptr → llvm: pointers become LLVM's, metadata of buffers become structs of the parts that their
type leaves open.

`ptr.ptr_add inbounds %p, %i` --> `llvm.getelementptr inbounds %p[%i] : …, i8`
"""

from __future__ import annotations

from typing import Any

from mlirlite.conversion._create import create
from mlirlite.conversion._llvm_memref import (
    ALIGNED,
    ALLOCATED,
    OFFSET,
    SIZES,
    STRIDES,
    layout_of,
)
from mlirlite.conversion._llvm_ops import extract_value, gep, index_constant, insert_value, poison
from mlirlite.conversion._llvm_types import LLVMTypes, address_space, llvm_types, types_of
from mlirlite.dialects import llvm, ptr
from mlirlite.dialects.llvm.types import PTR, LLVMPointerType, LLVMStructType
from mlirlite.dialects.ptr.enums import PtrAddFlags
from mlirlite.dialects.ptr.types import PtrMetadataType, PtrType
from mlirlite.ir.attribute import Type
from mlirlite.ir.types import DYNAMIC, I8, MemRefType
from mlirlite.ir.values import Value
from mlirlite.rewriting.conversion import ConversionRewriter, Lowerings

_FLAGS = {
    PtrAddFlags.none: "",
    PtrAddFlags.nusw: "nusw",
    PtrAddFlags.nuw: "nuw",
    PtrAddFlags.inbounds: "inbounds",
}


def _pointer(type: PtrType, types: LLVMTypes) -> Type:
    made: Type = LLVMPointerType(address_space(type))
    return made


def _metadata(type: PtrMetadataType, types: LLVMTypes) -> Type | None:
    """The allocated pointer, then the offset, sizes and strides that the type leaves open."""
    buffer = type.type
    if not isinstance(buffer, MemRefType):
        return None
    made: Type = LLVMStructType(
        (LLVMPointerType(address_space(buffer)), *[types.index] * len(_open_parts(buffer)))
    )
    return made


def add_types(base: LLVMTypes) -> LLVMTypes:
    """A type conversion that also covers ptr's types."""
    types = LLVMTypes(base.index.width)
    types(PtrType)(_pointer)
    types(PtrMetadataType)(_metadata)
    return types


lower = Lowerings("convert-ptr-to-llvm", add_types(llvm_types()))


def _parts(type: MemRefType) -> list[tuple[tuple[int, ...], int]]:
    """The positions in a descriptor after the pointers, with the static values of the type."""
    strides, offset = layout_of(type)
    sizes = [((SIZES, i), n) for i, n in enumerate(type.shape)]
    return [((OFFSET,), offset), *sizes, *[((STRIDES, i), n) for i, n in enumerate(strides)]]


def _open_parts(type: MemRefType) -> list[tuple[int, ...]]:
    return [position for position, number in _parts(type) if number == DYNAMIC]


@lower(ptr.PtrAddOp)
def lower_add(op: ptr.PtrAddOp, rw: ConversionRewriter) -> Any:
    """The offset counts bytes."""
    base, offset = rw.operands
    if not isinstance(base.type, LLVMPointerType):
        return rw.fail("several pointers have no getelementptr here")
    return (gep(rw, base, I8, (offset,), _FLAGS[op.flags]),)


@lower(ptr.TypeOffsetOp)
def lower_type_offset(op: ptr.TypeOffsetOp, rw: ConversionRewriter) -> Any:
    """The address of the element after the one at null."""
    element, type = rw.convert(op.elementType), rw.convert(op.result.type)
    past = gep(rw, create(rw, llvm.ZeroOp, (), PTR), element, (1,))
    return (create(rw, llvm.PtrToIntOp, (past,), type),)


@lower(ptr.ToPtrOp)
def lower_to_ptr(op: ptr.ToPtrOp, rw: ConversionRewriter) -> Any:
    """The aligned pointer of the descriptor."""
    if not isinstance(op.ptr.type, MemRefType):
        return rw.fail("expected a memref input")
    return (extract_value(rw, rw.operand(0), ALIGNED),)


@lower(ptr.GetMetadataOp)
def lower_get_metadata(op: ptr.GetMetadataOp, rw: ConversionRewriter) -> Any:
    """The parts of the descriptor that are dynamic in the type."""
    type = op.ptr.type
    if not isinstance(type, MemRefType):
        return rw.fail("only memref metadata is supported")
    struct, descriptor = rw.convert(op.result.type), rw.operand(0)
    found = create(rw, llvm.UndefOp, (), struct)
    for i, position in enumerate(((ALLOCATED,), *_open_parts(type))):
        found = insert_value(rw, found, extract_value(rw, descriptor, *position), i)
    return (found,)


@lower(ptr.FromPtrOp)
def lower_from_ptr(op: ptr.FromPtrOp, rw: ConversionRewriter) -> Any:
    """A descriptor from the pointer, the metadata and the static parts of the type."""
    type = op.result.type
    if not isinstance(type, MemRefType):
        return rw.fail("expected memref result type")
    if op.metadata is None:
        return rw.fail("can convert only memrefs with metadata")
    pointer, metadata = rw.operands
    return (_descriptor(rw, type, pointer, metadata),)


def _descriptor(rw: ConversionRewriter, type: MemRefType, pointer: Value, metadata: Value) -> Value:
    types = types_of(rw)
    found = poison(rw, types.convert(type))
    found = insert_value(rw, found, extract_value(rw, metadata, 0), ALLOCATED)
    found = insert_value(rw, found, pointer, ALIGNED)
    field = 1
    for position, number in _parts(type):
        if number == DYNAMIC:
            value = extract_value(rw, metadata, field)
            field += 1
        else:
            value = index_constant(rw, number, types)
        found = insert_value(rw, found, value, *position)
    return found
