"""Builtin types as types of the llvm dialect, and conversions by them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from mlirlite.dialects.dlti.layout import index_width
from mlirlite.dialects.llvm.types import (
    PTR,
    LLVMArrayType,
    LLVMPointerType,
    LLVMStructType,
    is_compatible,
)
from mlirlite.ir.attribute import Type
from mlirlite.ir.attributes import (
    IntegerAttr,
)
from mlirlite.ir.builder import Builder
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import (
    ComplexType,
    FloatType,
    FunctionType,
    IndexType,
    IntegerType,
    MemRefType,
    TensorType,
    UnrankedMemRefType,
    VectorType,
)
from mlirlite.ir.values import BlockArgument, OpResult, Value
from mlirlite.rewriting.casts import CAST, make_cast
from mlirlite.rewriting.conversion import ConversionRewriter, Lowerings
from mlirlite.rewriting.type_conversion import NoCounterpart, TypeConverter
from mlirlite.support.diagnostics import DiagnosticError

WORD = 64
"""Bits of `index` by default."""


class LLVMTypes(TypeConverter):
    """Builtin types as types of the llvm dialect. `index` is the integer type for `index`."""

    def __init__(self, index_bitwidth: int = WORD) -> None:
        super().__init__()
        self.index: IntegerType = IntegerType(index_bitwidth)
        self.materialization(cast_after_definition)
        for cls, rule in _RULES.items():
            self(cls)(rule)


@cache
def llvm_types(index_bitwidth: int = 0) -> LLVMTypes:
    """The type conversion for an index width; 0 is the machine word. DiagnosticError for a negative
    one."""
    if index_bitwidth < 0:
        raise DiagnosticError(f"'{index_bitwidth}' value invalid for uint argument!")
    return LLVMTypes(index_bitwidth or WORD)


def _index(type: IndexType, types: LLVMTypes) -> Type:
    return types.index


def _integer(type: IntegerType, types: LLVMTypes) -> Type:
    return type if type.is_signless else IntegerType(type.width)


def _float(type: FloatType, types: LLVMTypes) -> Type:
    return type if is_compatible(type) else IntegerType(type.width)


def _complex(type: ComplexType, types: LLVMTypes) -> Type:
    element = types.convert(type.element_type)
    made: Type = LLVMStructType((element, element))
    return made


def _vector(type: VectorType, types: LLVMTypes) -> Type | None:
    """Arrays of vectors of one dimension."""
    element = types.convert(type.element_type)
    if not type.shape:
        return VectorType((1,), element)
    scalable = type.scalable_dims
    if any(scalable[:-1]):
        return None
    found: Type = VectorType(type.shape[-1:], element, scalable[-1:])
    for size in reversed(type.shape[:-1]):
        found = LLVMArrayType(size, found)
    return found


def address_space(type: Any) -> int:
    """The number of the memory space of a memref or pointer: an integer attribute, or one with an
    `address_space`. NoCounterpart for another one."""
    space = type.memory_space
    if space is None:
        return 0
    if isinstance(space, IntegerAttr):
        return space.value
    number = getattr(space, "address_space", None)
    if isinstance(number, int):
        return number
    raise NoCounterpart(
        "conversion of memref memory space "
        f"{space} to integer address space failed. Consider adding memory space conversions."
    )


def pointer_to(type: MemRefType | UnrankedMemRefType) -> LLVMPointerType:
    """The type of a pointer into a memref's buffer."""
    space = address_space(type)
    found: LLVMPointerType = LLVMPointerType(space) if space else PTR
    return found


def _memref(type: MemRefType, types: LLVMTypes) -> Type | None:
    """`{ allocated, aligned, offset, sizes[rank], strides[rank] }`."""
    pointer = pointer_to(type)
    types.convert(type.element_type)
    members: tuple[Type, ...] = (pointer, pointer, types.index)
    if type.rank:
        array = LLVMArrayType(type.rank, types.index)
        members = (*members, array, array)
    made: Type = LLVMStructType(members)
    return made


def _unranked_memref(type: UnrankedMemRefType, types: LLVMTypes) -> Type:
    """`{ rank, pointer to the descriptor }`."""
    made: Type = LLVMStructType((types.index, PTR))
    return made


def _struct(type: LLVMStructType, types: LLVMTypes) -> Type:
    """A struct of types other than LLVM's becomes one of converted types, with another name if it
    has one."""
    if is_compatible(type):
        return type
    if type.identifier is None:
        return LLVMStructType(tuple(types.convert_all(type.body)), None, type.packed)
    itself = LLVMStructType((), type.identifier, reference=True)
    name = f"_Converted.{type.identifier}"
    body = [
        LLVMStructType((), name, reference=True) if t is itself else types.convert(t)
        for t in type.body
    ]
    made: Type = LLVMStructType(tuple(body), name, type.packed)
    return made


def _array(type: LLVMArrayType, types: LLVMTypes) -> Type:
    made: Type = LLVMArrayType(type.count, types.convert(type.element_type))
    return made


def _function(type: FunctionType, types: LLVMTypes) -> Type:
    return PTR


def _none(type: Type, types: LLVMTypes) -> None:
    return None


_RULES: dict[type[Type], Callable[..., Type | None]] = {
    IndexType: _index,
    IntegerType: _integer,
    FloatType: _float,
    ComplexType: _complex,
    VectorType: _vector,
    MemRefType: _memref,
    UnrankedMemRefType: _unranked_memref,
    FunctionType: _function,
    LLVMStructType: _struct,
    LLVMArrayType: _array,
    TensorType: _none,
}


def cast_after_definition(
    rw: Builder, values: Sequence[Value], types: Sequence[Type]
) -> Sequence[Value] | None:
    """A cast right after the value's definition, which is reused: one for each value and type (as
    upstream)."""
    if len(values) != 1 or len(types) != 1:
        return None
    value, type = values[0], types[0]
    if isinstance(value, OpResult):
        block, before = value.owner.parent, value.owner.next
    elif isinstance(value, BlockArgument):
        block, before = value.owner, value.owner.first
    else:
        return None
    if block is None:
        return None
    step = before
    while step is not None and step.name == CAST:
        if step.operands == (value,) and step.result_types == (type,):
            return step.results
        step = step.next
    at = rw.block, rw.before
    rw.block, rw.before = block, before
    made = rw.insert(make_cast(values, types, rw.location))
    rw.block, rw.before = at
    return made.results


def run(lower: Lowerings, op: Operation, index_bitwidth: int = 0, *, fold: bool = True) -> None:
    """Convert everything in an op that has a lowering; the llvm dialect stays. Without a width, the
    data layout around the op gives that of `index`."""
    types = llvm_types(index_bitwidth or index_width(op))
    lower.convert(op, legal=("llvm",), types=types, fold=fold)


def types_of(rw: ConversionRewriter) -> LLVMTypes:
    """The conversion's types."""
    if not isinstance(rw.types, LLVMTypes):
        raise TypeError("a lowering to the llvm dialect needs LLVMTypes")
    return rw.types
