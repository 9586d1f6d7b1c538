"""Type constraints of the LLVM dialect's operands and results, in upstream's words."""

from collections.abc import Callable
from typing import Annotated

from mlirlite.dialects._constraints import array_of
from mlirlite.dialects.llvm.attributes import AccessGroupAttr, AliasScopeAttr
from mlirlite.dialects.llvm.metadata import TBAATagAttr
from mlirlite.dialects.llvm.types import (
    PTR,
    LLVMPointerType,
    LLVMStructType,
    LLVMTokenType,
    has_size,
    is_aggregate,
    is_compatible,
    is_pointer,
    is_vector,
)
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import ArrayAttr
from mlirlite.ir.constraints import Constraint
from mlirlite.ir.types import I1, FloatType, IntegerType, VectorType


def _int(t: Attribute) -> bool:
    return isinstance(t, IntegerType) and t.is_signless


def _float(t: Attribute) -> bool:
    return isinstance(t, FloatType) and is_compatible(t)


def _i1(t: Attribute) -> bool:
    return t is I1


def _scalar_or_vector(summary: str, *tests: Callable[[Attribute], bool]) -> Constraint:
    def matches(t: Attribute) -> bool:
        if isinstance(t, VectorType):
            if len(t.shape) != 1:
                return False
            t = t.element_type
        return any(test(t) for test in tests)

    return Constraint(summary, matches)


_VECTOR = " or LLVM dialect-compatible vector of "
_INT = f"signless integer{_VECTOR}signless integer"
_PTR = f"LLVM pointer type{_VECTOR}LLVM pointer type"

AnyLLVM = Annotated[Type, Constraint("LLVM dialect-compatible type", is_compatible)]
LLVMInt = Annotated[IntegerType, Constraint("signless integer", _int)]
LLVMFloat = Annotated[FloatType, Constraint("floating point LLVM type", _float)]
IntLike = Annotated[Type, _scalar_or_vector(_INT, _int)]
IntOrPtrLike = Annotated[Type, _scalar_or_vector(f"{_INT} or {_PTR}", _int, is_pointer)]
FloatLike = Annotated[
    Type,
    _scalar_or_vector(f"floating point LLVM type{_VECTOR}floating point LLVM type", _float),
]
AnyFloat = Annotated[FloatType, Constraint("floating-point", lambda t: isinstance(t, FloatType))]
BoolLike = Annotated[
    Type,
    _scalar_or_vector(f"1-bit signless integer{_VECTOR}1-bit signless integer", _i1),
]
Bool = Annotated[IntegerType, Constraint("1-bit signless integer", _i1, I1)]
Pointer = Annotated[LLVMPointerType, Constraint("LLVM pointer type", is_pointer)]
DefaultPointer = Annotated[
    LLVMPointerType, Constraint("LLVM pointer in address space 0", lambda t: t is PTR, PTR)
]
PointerLike = Annotated[Type, _scalar_or_vector(_PTR, is_pointer)]
PointerVector = Annotated[
    VectorType,
    Constraint(
        "LLVM dialect-compatible vector of LLVM pointer type",
        lambda t: is_vector(t) and is_pointer(t.element_type),
    ),
]
Aggregate = Annotated[Type, Constraint("LLVM aggregate type", is_aggregate)]
NonAggregate = Annotated[
    Type,
    Constraint(
        "LLVM-compatible non-aggregate type", lambda t: is_compatible(t) and not is_aggregate(t)
    ),
]
Primitive = Annotated[Type, Constraint("primitive LLVM type", is_compatible)]
Loadable = Annotated[Type, Constraint("LLVM type with size", has_size)]
LLVMVector = Annotated[VectorType, Constraint("LLVM dialect-compatible vector type", is_vector)]
MaskVector = Annotated[
    VectorType,
    Constraint(
        "LLVM dialect-compatible vector of 1-bit signless integer",
        lambda t: is_vector(t) and t.element_type is I1,
    ),
]
IntVector = Annotated[
    VectorType,
    Constraint(
        "LLVM dialect-compatible vector of signless integer",
        lambda t: is_vector(t) and _int(t.element_type),
    ),
]
FloatVector = Annotated[
    VectorType,
    Constraint(
        "LLVM dialect-compatible vector of floating-point",
        lambda t: is_vector(t) and _float(t.element_type),
    ),
]
Token = Annotated[
    LLVMTokenType,
    Constraint("LLVM token type", lambda t: isinstance(t, LLVMTokenType), LLVMTokenType()),
]
AtomicRMWType = Annotated[
    Type,
    Constraint(
        "floating point LLVM type or LLVM pointer type or signless integer or "
        "LLVM dialect-compatible fixed-length vector type",
        lambda t: _float(t) or is_pointer(t) or _int(t) or (is_vector(t) and not t.is_scalable),
    ),
]
AtomicCmpXchgType = Annotated[
    Type,
    Constraint("signless integer or LLVM pointer type", lambda t: _int(t) or is_pointer(t)),
]
AnyStruct = Annotated[
    LLVMStructType,
    Constraint("LLVM structure type", lambda t: isinstance(t, LLVMStructType)),
]
Mask = Annotated[
    Type,
    _scalar_or_vector(f"integer{_VECTOR}integer", lambda t: isinstance(t, IntegerType)),
]

AccessGroups = Annotated[
    ArrayAttr, array_of("LLVM dialect access group metadata array", AccessGroupAttr)
]
AliasScopes = Annotated[ArrayAttr, array_of("LLVM dialect alias scope array", AliasScopeAttr)]
TBAATags = Annotated[ArrayAttr, array_of("LLVM dialect TBAA tag metadata array", TBAATagAttr)]
