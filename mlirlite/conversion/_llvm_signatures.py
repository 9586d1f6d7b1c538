"""Types of functions in the llvm dialect: several results in a struct, memrefs as the parts of
their descriptors or as bare pointers."""

from __future__ import annotations

from collections.abc import Sequence

from mlirlite.conversion._llvm_memref import (
    layout_of,
    part_types,
)
from mlirlite.conversion._llvm_types import LLVMTypes, pointer_to
from mlirlite.dialects.llvm.types import (
    VOID,
    LLVMStructType,
)
from mlirlite.ir.attribute import Type
from mlirlite.ir.types import DYNAMIC, MemRefType, UnrankedMemRefType
from mlirlite.rewriting.type_conversion import NoCounterpart

BARE = "llvm.bareptr"
"""Marks a function whose memrefs are passed as one pointer each."""
STRIDES = "krnl.strides"
"""On an argument: for each dimension the number of the argument that holds its stride, -1 for a
stride that its type has, or that no access needs."""

MRT = (MemRefType, UnrankedMemRefType)


def argument_types(type: Type, types: LLVMTypes, bare: bool, marked: bool = False) -> list[Type]:
    """The types that an argument becomes. NoCounterpart if it cannot be passed. A function that is
    `marked` does without sizes and strides, whatever its buffers are."""
    if bare and isinstance(type, MRT) and (is_bare(type) or marked):
        return [pointer_to(type)]
    if isinstance(type, MRT):
        if bare:
            raise NoCounterpart(f"'{type}' cannot be passed as a bare pointer")
        return part_types(type, types)
    return [types.convert(type)]


def is_bare(type: Type) -> bool:
    """Static shape, strides and offset: a pointer is sufficient."""
    if not isinstance(type, MemRefType) or not type.has_static_shape:
        return False
    strides, offset = layout_of(type)
    return offset != DYNAMIC and DYNAMIC not in strides


def converted_results(result_types: Sequence[Type], types: LLVMTypes, bare: bool) -> list[Type]:
    """The types that the results become. NoCounterpart if one cannot be returned."""
    found: list[Type] = []
    for type in result_types:
        if bare and isinstance(type, MRT):
            if not is_bare(type):
                raise NoCounterpart(f"'{type}' cannot be returned as a bare pointer")
            found.append(pointer_to(type))
        else:
            found.append(types.convert(type))
    return found


def packed_result(result_types: Sequence[Type]) -> Type:
    """void, the only type, or a struct."""
    if not result_types:
        return VOID
    if len(result_types) == 1:
        return result_types[0]
    made: Type = LLVMStructType(tuple(result_types))
    return made
