"""Constraints that several upstream dialects share, with the words of upstream's ODS summaries."""

from collections.abc import Callable
from typing import Annotated, Any

from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import (
    FALSE,
    ArrayAttr,
    DenseArrayAttr,
    DictionaryAttr,
    IntegerAttr,
    StringAttr,
    SymbolRefAttr,
)
from mlirlite.ir.constraints import SYMBOL_NAME, Constraint, is_a
from mlirlite.ir.types import (
    I1,
    I32,
    I64,
    INDEX,
    FloatType,
    FunctionType,
    IntegerType,
    MemRefType,
    ShapedType,
    TensorType,
    UnrankedMemRefType,
    VectorType,
)


def _signless(t: Attribute) -> bool:
    return isinstance(t, IntegerType) and t.is_signless


def with_values(
    summary: str, test: Callable[[Attribute], bool], *, memrefs: bool = False
) -> Constraint:
    """The scalar, vectors and tensors of it, and memrefs where they are allowed too."""
    classes = (VectorType, TensorType, *((MemRefType, UnrankedMemRefType) if memrefs else ()))
    return Constraint(summary, lambda t: test(t.element_type if isinstance(t, classes) else t))


def dense_array(element: Type, summary: str) -> Constraint:
    """A dense array of one element type."""
    return Constraint(
        summary, lambda a: isinstance(a, DenseArrayAttr) and a.element_type is element
    )


def array_of(summary: str, *classes: type[Attribute]) -> Constraint:
    """An array attribute whose elements are of these classes."""
    return Constraint(
        summary,
        lambda a: isinstance(a, ArrayAttr) and all(isinstance(e, classes) for e in a),
    )


FixedWidthIntegerLike = Annotated[Type, with_values("signless-fixed-width-integer-like", _signless)]
IndexCastable = Annotated[
    Type,
    with_values(
        "signless-integer-like or memref of signless-integer",
        lambda t: _signless(t) or t is INDEX,
        memrefs=True,
    ),
]
Bitcastable = Annotated[
    Type,
    with_values(
        "signless-integer-or-float-like or memref of signless-integer or float",
        lambda t: _signless(t) or isinstance(t, FloatType),
        memrefs=True,
    ),
]

SymbolName = Annotated[str, is_a(StringAttr, summary="string attribute"), SYMBOL_NAME]
FlatSymbolRef = Annotated[
    SymbolRefAttr,
    Constraint(
        "flat symbol reference attribute", lambda a: isinstance(a, SymbolRefAttr) and not a.nested
    ),
]
I32Array = Annotated[DenseArrayAttr, I32, dense_array(I32, "i32 dense array attribute")]
I64Array = Annotated[DenseArrayAttr, I64, dense_array(I64, "i64 dense array attribute")]
BoolArray = Annotated[DenseArrayAttr, I1, dense_array(I1, "i1 dense array attribute")]


def _integers(summary: str, type: Type) -> Constraint:
    return Constraint(
        summary,
        lambda a: (
            isinstance(a, ArrayAttr)
            and all(isinstance(e, IntegerAttr) and e.type is type for e in a)
        ),
    )


I64ArrayAttr = Annotated[ArrayAttr, _integers("64-bit integer array attribute", I64)]
BoolArrayAttr = Annotated[ArrayAttr, _integers("1-bit boolean array attribute", I1)]
StringArray = Annotated[ArrayAttr, array_of("string array attribute", StringAttr)]
SymbolArray = Annotated[ArrayAttr, array_of("symbol ref array attribute", SymbolRefAttr)]
DictionaryArray = Annotated[ArrayAttr, array_of("Array of dictionary attributes", DictionaryAttr)]
FunctionTypeAttr = Annotated[
    FunctionType, is_a(FunctionType, summary="type attribute of function type")
]
I32Attr = Annotated[int, I32]
I64Attr = Annotated[int, I64]
NOT_NONTEMPORAL: Any = FALSE
"""The default of `nontemporal`: the accessed memory stays in caches."""

Alignment = Annotated[
    int,
    I64,
    Constraint(
        "64-bit signless integer attribute whose value is positive and whose value is a power "
        "of two > 0",
        lambda a: (
            isinstance(a, IntegerAttr)
            and a.type is I64
            and a.value > 0
            and a.value & (a.value - 1) == 0
        ),
    ),
]


def same_shape_of(type: Type, element: Type) -> Type:
    """`element`, or `type` with these elements when it is shaped; a memref keeps its shape and
    loses its layout."""
    if isinstance(type, ShapedType):
        return type.replace(element_type=element)
    return element


def i1_like(type: Type) -> Type:
    """i1 in the shape of `type`: what a comparison of two such values gives."""
    return same_shape_of(type, I1)
