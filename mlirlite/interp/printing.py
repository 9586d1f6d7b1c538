"""Text of values as upstream's runner prints them: numbers like C's `%g`, vectors as
`( 1, 2 )`."""

from __future__ import annotations

from typing import Any

import numpy as np

from mlirlite.interp.values import POISON, scalar, unsigned
from mlirlite.ir.attribute import Type
from mlirlite.ir.types import FloatType, IndexType, IntegerType, element_type_of


def number_text(value: Any, type: Type) -> str:
    """A number: floats with six digits, integers whole, an index and `ui8` without a sign."""
    if value is POISON:
        return "poison"
    if isinstance(type, FloatType):
        return f"{value:g}"
    if isinstance(type, IndexType) or (isinstance(type, IntegerType) and type.is_unsigned):
        return str(unsigned(value, type))
    return str(value)


def value_text(value: Any, type: Type) -> str:
    """A number, or a vector with its dimensions in parentheses."""
    if isinstance(value, np.ndarray):
        inner = [value_text(v, type) for v in value]
        return f"( {', '.join(inner)} )"
    element = element_type_of(type)
    return number_text(scalar(value, element), element)
