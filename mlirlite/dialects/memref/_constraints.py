"""Type constraints of memref ops."""

from typing import Annotated

from mlirlite.dialects.memref._layout import strides_and_offset
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.constraints import Constraint
from mlirlite.ir.types import (
    I8,
    INDEX,
    FloatType,
    IntegerType,
    MemRefType,
    UnrankedMemRefType,
)

StridedMemRef = Annotated[
    MemRefType,
    Constraint(
        "strided memref of any type values",
        lambda t: isinstance(t, MemRefType) and strides_and_offset(t) is not None,
    ),
]
StaticMemRef = Annotated[
    MemRefType,
    Constraint(
        "statically shaped memref of any type values",
        lambda t: isinstance(t, MemRefType) and t.has_static_shape,
    ),
]
Non0RankedOrUnrankedMemRef = Annotated[
    Type,
    Constraint(
        "unranked.memref of any type values or non-0-ranked.memref of any type values",
        lambda t: isinstance(t, UnrankedMemRefType) or (isinstance(t, MemRefType) and t.rank > 0),
    ),
]
Rank1MemRef = Annotated[
    MemRefType,
    Constraint("1D memref of any type values", lambda t: isinstance(t, MemRefType) and t.rank == 1),
]
ByteMemRef = Annotated[
    MemRefType,
    Constraint(
        "1D memref of 8-bit signless integer values",
        lambda t: isinstance(t, MemRefType) and t.rank == 1 and t.element_type is I8,
    ),
]
ShapeMemRef = Annotated[
    MemRefType,
    Constraint(
        "1D memref of signless integer or index values",
        lambda t: (
            isinstance(t, MemRefType)
            and t.rank == 1
            and (t.element_type is INDEX or _is_signless(t.element_type))
        ),
    ),
]
AtomicMemRef = Annotated[
    MemRefType,
    Constraint(
        "memref of signless integer or floating-point values",
        lambda t: isinstance(t, MemRefType) and _is_number(t.element_type),
    ),
]
SignlessIntegerOrFloat = Annotated[
    Type, Constraint("signless integer or floating-point", lambda t: _is_number(t))
]


def _is_signless(t: Attribute) -> bool:
    return isinstance(t, IntegerType) and t.is_signless


def _is_number(t: Attribute) -> bool:
    return isinstance(t, FloatType) or _is_signless(t)
