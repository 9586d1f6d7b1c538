"""Common constraints of complex ops."""

from typing import Annotated, Any

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
