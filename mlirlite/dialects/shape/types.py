"""Types of the shape dialect, and the constraints on them."""

from collections.abc import Callable
from typing import Annotated

from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.constraints import Constraint
from mlirlite.ir.types import (
    INDEX,
    IndexType,
    IntegerType,
    RankedTensorType,
    ShapedType,
    TensorType,
)


class ShapeType(Type, name="shape.shape"):
    """`!shape.shape`: the extents of a shape, an unknown rank, or an error."""

    assembly_format = ""


class SizeType(Type, name="shape.size"):
    """`!shape.size`: an extent, unknown, or an error."""

    assembly_format = ""


class ValueShapeType(Type, name="shape.value_shape"):
    """`!shape.value_shape`: a value with its shape."""

    assembly_format = ""


class WitnessType(Type, name="shape.witness"):
    """`!shape.witness`: proof that a constraint holds."""

    assembly_format = ""


SHAPE = ShapeType()
SIZE = SizeType()
VALUE_SHAPE = ValueShapeType()
WITNESS = WitnessType()


def is_extent_tensor(t: Attribute) -> bool:
    """`tensor<?xindex>` or `tensor<4xindex>`."""
    return isinstance(t, RankedTensorType) and t.rank == 1 and t.element_type is INDEX


def _is_value(t: Attribute) -> bool:
    return t is VALUE_SHAPE or isinstance(t, ShapedType)


def _constraint(summary: str, test: Callable[[Attribute], bool]) -> Constraint:
    return Constraint(summary, test)


SizeOrIndex = Annotated[Type, _constraint("size or index", lambda t: t is SIZE or t is INDEX)]
ShapeOrExtentTensor = Annotated[
    Type, _constraint("shape or extent tensor", lambda t: t is SHAPE or is_extent_tensor(t))
]
ShapeOrSize = Annotated[Type, _constraint("shape or size", lambda t: t is SHAPE or t is SIZE)]
AnyShapeOrSize = Annotated[
    Type,
    _constraint(
        "any shape or size",
        lambda t: t in (SHAPE, SIZE, INDEX) or is_extent_tensor(t),
    ),
]
ShapedOrValueShape = Annotated[Type, _constraint("shaped of any type values or ", _is_value)]
ExtentsOrValueShape = Annotated[
    Type,
    _constraint(
        "1D tensor of integer or index values or ",
        lambda t: (
            t is VALUE_SHAPE
            or (
                isinstance(t, RankedTensorType)
                and t.rank == 1
                and isinstance(t.element_type, (IntegerType, IndexType))
            )
        ),
    ),
]
ExtentTensor = Annotated[
    RankedTensorType, _constraint("1D tensor of index values", is_extent_tensor)
]
IndexTensor = Annotated[
    TensorType,
    _constraint(
        "tensor of index values", lambda t: isinstance(t, TensorType) and t.element_type is INDEX
    ),
]
Shape = Annotated[ShapeType, Constraint("", lambda t: t is SHAPE, SHAPE)]
Size = Annotated[SizeType, Constraint("", lambda t: t is SIZE, SIZE)]
ValueShape = Annotated[ValueShapeType, Constraint("", lambda t: t is VALUE_SHAPE, VALUE_SHAPE)]
Witness = Annotated[WitnessType, Constraint("", lambda t: t is WITNESS, WITNESS)]
