"""Numbers in constant attributes: scalars, splats and dense constants."""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from typing import Any

from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import ArrayAttr, EnumAttr, FloatAttr, IntegerAttr
from mlirlite.ir.dense import DenseElementsAttr
from mlirlite.ir.types import FloatType, IndexType, IntegerType, ShapedType, element_type_of

INDEX_WIDTH = 64
"""The width of `index` that folding assumes; results that depend on it are not folded."""


def bit_width(type: Type) -> int:
    """Bits of an integer, index or float type, or of the elements of a shaped one."""
    if isinstance(type, ShapedType):
        type = type.element_type
    return type.width if isinstance(type, (IntegerType, FloatType)) else INDEX_WIDTH


def signed(value: int, width: int) -> int:
    """The bits of a number read as two's complement."""
    value &= (1 << width) - 1
    return value - (1 << width) if width and value >> (width - 1) else value


def unsigned(value: int, width: int) -> int:
    """The bits of a number read as unsigned."""
    return value & ((1 << width) - 1)


def constant(value: Any, type: Type) -> Attribute:
    """A number as an attribute of an integer, index or float type, or as a splat of a shaped
    one."""
    if isinstance(type, ShapedType):
        return DenseElementsAttr.of(type, value)
    if isinstance(type, FloatType):
        return FloatAttr(value, type)
    width = bit_width(type)
    return IntegerAttr(value & 1 if width == 1 else signed(int(value), width), type)


def constant_or_none(value: Any, type: Type) -> Attribute | None:
    """A number as a constant of a type; None for a type that has no constants: of dynamic shape,
    or without numbers."""
    element = element_type_of(type)
    if isinstance(type, ShapedType) and not type.has_static_shape:
        return None
    if isinstance(element, FloatType):
        return constant(float(value), type)
    return constant(value, type) if isinstance(element, (IntegerType, IndexType)) else None


def zero(type: Type) -> Attribute | None:
    """0 of a type; None for types that have no constants."""
    return constant_or_none(0, type)


def scalar(attribute: Attribute | None) -> Any:
    """The number of a scalar constant or of a splat; None for anything else."""
    if isinstance(attribute, (IntegerAttr, FloatAttr)):
        return attribute.value
    if isinstance(attribute, DenseElementsAttr) and attribute.is_splat:
        return attribute.splat_value()
    return None


def is_int(attribute: Attribute | None, value: int) -> bool:
    """True for this integer, as a scalar or a splat; compared as bits, so that -1 is all ones."""
    if attribute is None:
        return False
    if isinstance(attribute, IntegerAttr):
        return not (attribute.value - value) & ((1 << bit_width(attribute.type)) - 1)
    if isinstance(attribute, DenseElementsAttr) and attribute.is_splat:
        found = attribute.splat_value()
        width = bit_width(attribute.element_type)
        return isinstance(found, int) and unsigned(found, width) == unsigned(value, width)
    return False


def is_float(attribute: Attribute | None, value: float) -> bool:
    """True for this float, as a scalar or a splat, with the sign of zero told apart; NaN is NaN."""
    found = scalar(attribute)
    if not isinstance(found, float):
        return False
    if value != value:
        return found != found
    return found == value and str(found)[0] == str(value)[0]


def complex_of(attribute: Attribute | None) -> complex | None:
    """The number of a complex constant; None for anything else."""
    if not isinstance(attribute, ArrayAttr) or len(attribute) != 2:
        return None
    real, imaginary = attribute
    if not isinstance(real, FloatAttr) or not isinstance(imaginary, FloatAttr):
        return None
    return complex(real.value, imaginary.value)


def is_complex(attribute: Attribute | None, value: complex) -> bool:
    """True for this complex number; the signs of zeros do not matter."""
    return attribute is not None and complex_of(attribute) == value


def combined(
    operands: Sequence[Attribute | None], type: Type, function: Callable[..., Any]
) -> Attribute | None:
    """Apply a function to the numbers of constants; it may return None to refuse. Dense constants
    that are not splats are combined element by element. None when an operand is not a number."""
    numbers = []
    for attribute in operands:
        if attribute is None:
            return None
        numbers.append(scalar(attribute))
    if None not in numbers:
        value = function(*numbers)
        return None if value is None else constant(value, type)
    if not isinstance(type, ShapedType) or not type.has_static_shape:
        return None
    columns = []
    for attribute in operands:
        if not isinstance(attribute, DenseElementsAttr):
            return None
        columns.append(attribute.values())
    values = [function(*row) for row in zip(*columns, strict=True)]
    return None if any(v is None for v in values) else DenseElementsAttr.of(type, values)


OPERATORS: dict[str, Callable[[Any, Any], Any]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "&": operator.and_,
    "|": operator.or_,
    "^": operator.xor,
}


def operate(symbol: str, a: Any, b: Any) -> Attribute | None:
    """`a symbol b` for two constants of one type, wrapped to its width, or for two sets of flags.
    None for other constants."""
    function = OPERATORS[symbol]
    if isinstance(a, EnumAttr):
        return type(a)(function(a.value, b.value)) if type(b) is type(a) else None
    kind = getattr(a, "type", None)
    return combined((a, b), kind, function) if isinstance(kind, Type) else None
