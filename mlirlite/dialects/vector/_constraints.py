"""Type constraints and traits of vector ops."""

from typing import Annotated

from mlirlite.ir.attribute import Type
from mlirlite.ir.attributes import ArrayAttr, IntegerAttr
from mlirlite.ir.constraints import Constraint
from mlirlite.ir.traits import Predicate
from mlirlite.ir.types import (
    I1,
    FloatType,
    IndexType,
    IntegerType,
    MemRefType,
    RankedTensorType,
    ShapedType,
    VectorType,
    element_type_of,
)

AnyVectorOfAnyRank = Annotated[
    VectorType,
    Constraint("vector of any type values", lambda t: isinstance(t, VectorType)),
]
AnyVectorOfNonZeroRank = Annotated[
    VectorType,
    Constraint("vector of any type values", lambda t: isinstance(t, VectorType) and bool(t.shape)),
]
FixedVector = Annotated[
    VectorType,
    Constraint(
        "fixed-length vector of any type values",
        lambda t: isinstance(t, VectorType) and not t.is_scalable,
    ),
]
MaskVector = Annotated[
    VectorType,
    Constraint(
        "vector of 1-bit signless integer values",
        lambda t: isinstance(t, VectorType) and t.element_type is I1 and bool(t.shape),
    ),
]
AnyRankMask = Annotated[
    VectorType,
    Constraint(
        "vector of 1-bit signless integer values",
        lambda t: isinstance(t, VectorType) and t.element_type is I1,
    ),
]
FixedMask = Annotated[
    VectorType,
    Constraint(
        "fixed-length vector of 1-bit signless integer values",
        lambda t: (
            isinstance(t, VectorType)
            and t.element_type is I1
            and bool(t.shape)
            and not t.is_scalable
        ),
    ),
]
TensorOrMemRef = Annotated[
    ShapedType,
    Constraint(
        "Tensor or MemRef of any type values",
        lambda t: isinstance(t, (MemRefType, RankedTensorType)),
    ),
]
# The summary is upstream's: there is none.
Printable = Annotated[
    Type, Constraint("", lambda t: isinstance(t, (VectorType, IntegerType, IndexType, FloatType)))
]
IndexVector = Annotated[
    VectorType,
    Constraint(
        "vector of index values of ranks 1",
        lambda t: (
            isinstance(t, VectorType)
            and isinstance(t.element_type, IndexType)
            and len(t.shape) == 1
        ),
    ),
]
OffsetVector = Annotated[
    VectorType,
    Constraint(
        "vector of integer or index values",
        lambda t: (
            isinstance(t, VectorType)
            and bool(t.shape)
            and isinstance(t.element_type, (IntegerType, IndexType))
        ),
    ),
]
FloatVector = Annotated[
    VectorType,
    Constraint(
        "vector of floating-point values",
        lambda t: isinstance(t, VectorType) and isinstance(t.element_type, FloatType),
    ),
]
# The summaries are upstream's: the kind is missing.
Vector1D = Annotated[
    VectorType,
    Constraint(
        " of ranks 1",
        lambda t: isinstance(t, VectorType) and len(t.shape) == 1,
    ),
]
ScalableVector = Annotated[
    VectorType,
    Constraint(
        " of ranks 1",
        lambda t: isinstance(t, VectorType) and t.is_scalable and len(t.shape) == 1,
    ),
]


def integers(attribute: ArrayAttr) -> list[int]:
    """The numbers of an array of integers."""
    return [e.value for e in attribute if isinstance(e, IntegerAttr)]


def scalable_flags(type: VectorType) -> tuple[bool, ...]:
    """For each dimension whether it is scalable."""
    return tuple(type.scalable_dims) or (False,) * type.rank


def vector_type(type: Type) -> VectorType:
    """The type, which is a vector's. TypeError otherwise."""
    if not isinstance(type, VectorType):
        raise TypeError(f"expected a vector type, found {type}")
    return type


def same_elements(names: str, operand: int = 0) -> Predicate:
    """The operand and the first result have one element type."""
    return Predicate(
        f"{names} have same element type",
        lambda op: (
            element_type_of(op.operands[operand].type) is element_type_of(op.results[0].type)
        ),
    )


SAME_ELEMENTS = same_elements("source operand and result")
