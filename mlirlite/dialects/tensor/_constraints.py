"""Type constraints of tensor ops."""

from typing import Annotated

from mlirlite.ir.attribute import Type
from mlirlite.ir.constraints import Constraint
from mlirlite.ir.types import (
    FloatType,
    IndexType,
    IntegerType,
    RankedTensorType,
    TensorType,
    UnrankedTensorType,
)

Non0RankedOrUnrankedTensor = Annotated[
    TensorType,
    Constraint(
        "non-0-ranked or unranked tensor",
        lambda t: (
            isinstance(t, UnrankedTensorType) or (isinstance(t, RankedTensorType) and t.rank > 0)
        ),
    ),
]
StaticTensor = Annotated[
    RankedTensorType,
    Constraint(
        "statically shaped tensor of any type values",
        lambda t: isinstance(t, RankedTensorType) and t.has_static_shape,
    ),
]
IndexTensor = Annotated[
    RankedTensorType,
    Constraint(
        "ranked tensor of signless integer or index values",
        lambda t: isinstance(t, RankedTensorType) and _is_index_like(t.element_type),
    ),
]
ShapeTensor = Annotated[
    RankedTensorType,
    Constraint(
        "1D tensor of signless integer or index values",
        lambda t: (
            isinstance(t, RankedTensorType) and t.rank == 1 and _is_index_like(t.element_type)
        ),
    ),
]
BitcastTensor = Annotated[
    TensorType,
    Constraint(
        "tensor of signless integer or unsigned integer or signed integer or floating-point values",
        lambda t: (
            isinstance(t, TensorType) and isinstance(t.element_type, (IntegerType, FloatType))
        ),
    ),
]


def _is_index_like(t: Type) -> bool:
    return isinstance(t, IndexType) or (isinstance(t, IntegerType) and t.is_signless)
