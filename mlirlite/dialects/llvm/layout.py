"""Sizes and alignments of values, by upstream's default layout if a module has none."""

from mlirlite.dialects.llvm.slots import size_in_bytes
from mlirlite.dialects.llvm.types import LLVMArrayType, LLVMStructType
from mlirlite.ir.attribute import Type
from mlirlite.ir.parts import bottom_up
from mlirlite.ir.types import IntegerType


@bottom_up
def abi_alignment(type: Type) -> int | None:
    """The alignment in bytes; None for a type without a size."""
    if isinstance(type, LLVMArrayType):
        return abi_alignment(type.element_type)
    if isinstance(type, LLVMStructType):
        if type.packed:
            return 1
        found = [abi_alignment(element) for element in type.body]
        return None if None in found else max((a for a in found if a is not None), default=1)
    size = size_in_bytes(type)
    if size is None:
        return None
    if isinstance(type, IntegerType) and type.width >= 64:
        return 4
    return 1 << (size - 1).bit_length()


@bottom_up
def allocation_size(type: Type) -> int | None:
    """Bytes from the start of a value to that of the next one in an array; None for a type without
    a size."""
    alignment = abi_alignment(type)
    if alignment is None:
        return None
    if isinstance(type, LLVMArrayType):
        size = allocation_size(type.element_type)
        return None if size is None else size * type.count
    if not isinstance(type, LLVMStructType):
        size = size_in_bytes(type)
        return None if size is None else _aligned(size, alignment)
    if type.opaque or type.reference:
        return None
    offsets = field_offsets(type)
    if offsets is None:
        return None
    end = offsets[-1] + (allocation_size(type.body[-1]) or 0) if offsets else 0
    return _aligned(end, alignment)


def field_offsets(type: LLVMStructType) -> list[int] | None:
    """Bytes from the start of a struct to each of its fields; None when one has no size."""
    found, end = [], 0
    for element in type.body:
        size, place = allocation_size(element), abi_alignment(element)
        if size is None or place is None:
            return None
        found.append(_aligned(end, 1 if type.packed else place))
        end = found[-1] + size
    return found


def _aligned(offset: int, alignment: int) -> int:
    return -(-offset // alignment) * alignment
