"""Types of ptr, and constraints on the types of its ops, with upstream's summaries."""

from collections.abc import Callable
from typing import Annotated, Any

from mlirlite.dialects._pointers import PointerType
from mlirlite.dialects.ptr.attributes import SpecAttr
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.constraints import Constraint, any_of
from mlirlite.ir.types import (
    I1,
    INDEX,
    IntegerType,
    MemRefType,
    TensorType,
    UnrankedMemRefType,
    VectorType,
)


class PtrType(PointerType, Type, name="ptr.ptr"):
    """`!ptr.ptr<#ptr.generic_space>`: an untyped address in a memory space."""

    description = "pointer type"
    vector_element = True
    memref_element = True
    memory_space: Attribute
    assembly_format = "`<` $memory_space `>`"

    def check_layout(self, value: Attribute) -> str | None:
        """The error of an entry of a data layout for this type."""
        if isinstance(value, SpecAttr):
            return None
        return f"expected layout attribute for '{self}' to be a #ptr.spec attribute"


class PtrMetadataType(Type, name="ptr.ptr_metadata"):
    """`!ptr.ptr_metadata<memref<f32>>`: what is known of a buffer besides its address."""

    description = "Pointer metadata type"
    type: Type
    assembly_format = "`<` $type `>`"

    def verify(self) -> None:
        if not is_pointer_like(self.type):
            raise ValueError(f"'{self.type}' is not a pointer-like type")
        if isinstance(self.type, PtrType):
            raise ValueError("the ptr-like type has no metadata")


def is_pointer_like(type: Attribute) -> bool:
    """Pointers, and buffers, which are pointers with metadata."""
    return isinstance(type, (PtrType, MemRefType, UnrankedMemRefType))


def space_of(type: Any) -> Attribute | None:
    """The memory space of a pointer or buffer."""
    found: Attribute | None = type.memory_space
    return found


def _shaped(words: str, test: Callable[[Attribute], bool], rank: int | None = None) -> Constraint:
    def matches(t: Any) -> bool:
        if not isinstance(t, (VectorType, TensorType)) or not t.has_rank:
            return False
        return rank in (None, len(t.shape)) and test(t.element_type)

    return Constraint(f"A shaped type with value semantics and rank. of {words} values", matches)


def _is_pointer(t: Attribute) -> bool:
    return isinstance(t, PtrType)


def _is_number(t: Attribute) -> bool:
    return t is INDEX or (isinstance(t, IntegerType) and t.is_signless)


_NUMBER = Constraint("signless integer or index", _is_number)

PointerLike = Annotated[Type, Constraint("PtrLikeTypeInterface instance", is_pointer_like)]
Pointers = Annotated[
    Type, any_of(_shaped("pointer type", _is_pointer), Constraint("pointer type", _is_pointer))
]
Number = Annotated[Type, _NUMBER]
Numbers = Annotated[Type, any_of(_shaped("signless integer or index", _is_number), _NUMBER)]
Any1D = Annotated[Type, _shaped("any type", lambda t: True, 1)]
Mask1D = Annotated[Type, _shaped("1-bit signless integer", lambda t: t is I1, 1)]
Pointers1D = Annotated[Type, _shaped("pointer type", _is_pointer, 1)]
