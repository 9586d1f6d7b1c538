"""Arithmetic on constant attributes: numbers, splats and dense constants alike."""

from collections.abc import Callable, Sequence
from typing import Any

from mlirlite.dialects.ub import PoisonAttr
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import FloatAttr, IntegerAttr
from mlirlite.ir.dense import DenseElementsAttr
from mlirlite.ir.types import FloatType, IntegerType, ShapedType, element_type_of

INDEX_WIDTH = 64
"""Bits that folding takes `index` to have; results that depend on it are not folded."""


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
    """The bits of a number read without a sign."""
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
    """True for this float, as a scalar or a splat, with the sign of zero told apart."""
    found = scalar(attribute)
    return isinstance(found, float) and found == value and str(found)[0] == str(value)[0]


def fold_elements(
    operands: Sequence[Attribute | None], type: Type, function: Callable[..., Any]
) -> Attribute | None:
    """Apply a function to the numbers of constant operands; it may return None to refuse. Dense
    constants that are no
    splats are folded element by element; poison is handed on."""
    for attribute in operands:
        if isinstance(attribute, PoisonAttr):
            return attribute
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


def zero(type: Type) -> Attribute | None:
    """0 of a type; None for shapes that are not known, which no constant has."""
    if isinstance(type, ShapedType) and not type.has_static_shape:
        return None
    return constant(0.0 if isinstance(element_type_of(type), FloatType) else 0, type)


def truncated(a: int, b: int) -> int:
    """The quotient rounded towards zero."""
    quotient = abs(a) // abs(b)
    return quotient if (a < 0) == (b < 0) else -quotient


def floored(a: int, b: int) -> int:
    """The quotient rounded towards negative infinity."""
    return a // b


def ceiled(a: int, b: int) -> int:
    """The quotient rounded towards positive infinity."""
    return -(-a // b)


def divide_signed(a: int, b: int, width: int, rounding: Callable[[int, int], int]) -> int | None:
    """A signed division; None when the divisor is 0 or the quotient does not fit the width."""
    a, b = signed(a, width), signed(b, width)
    if not b or (b == -1 and a == -(1 << width >> 1)):
        return None
    return rounding(a, b)


def divide_unsigned(
    a: int, b: int, width: int, rounding: Callable[[int, int], int] = floored
) -> int | None:
    """An unsigned division; None when the divisor is 0."""
    return rounding(unsigned(a, width), unsigned(b, width)) if b else None
