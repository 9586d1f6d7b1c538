"""What complex ops have in common: constraints, and constants as Python's numbers."""

from typing import Annotated, Any

from mlirlite.ir.attribute import Attribute
from mlirlite.ir.attributes import ArrayAttr, FloatAttr
from mlirlite.ir.constraints import Constraint
from mlirlite.ir.types import ComplexType, FloatType

ComplexOfFloat = Annotated[
    ComplexType,
    Constraint(
        "complex type with floating-point elements",
        lambda t: isinstance(t, ComplexType) and isinstance(t.element_type, FloatType),
    ),
]


def element_type(type: Any) -> Any:
    """The type of a complex number's parts."""
    return type.element_type


def complex_of(constant: Attribute | None) -> complex | None:
    """The number of a `[re, im]` constant, None for anything else."""
    if isinstance(constant, ArrayAttr) and len(constant) == 2:
        real, imaginary = constant
        if isinstance(real, FloatAttr) and isinstance(imaginary, FloatAttr):
            return complex(real.value, imaginary.value)
    return None
