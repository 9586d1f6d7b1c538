"""Arithmetic on constant attributes: poison, quotients."""

from collections.abc import Callable, Sequence
from typing import Any

from mlirlite.dialects.ub import PoisonAttr
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.constants import combined, signed, unsigned


def fold_elements(
    operands: Sequence[Attribute | None], type: Type, function: Callable[..., Any]
) -> Attribute | None:
    """Apply a function to the numbers of constant operands, as `combined` does; poison
    propagates."""
    for attribute in operands:
        if isinstance(attribute, PoisonAttr):
            return attribute
    return combined(operands, type, function)


def truncated(a: int, b: int) -> int:
    """The quotient rounded toward zero."""
    quotient = abs(a) // abs(b)
    return quotient if (a < 0) == (b < 0) else -quotient


def floored(a: int, b: int) -> int:
    """The quotient rounded toward negative infinity."""
    return a // b


def ceiled(a: int, b: int) -> int:
    """The quotient rounded toward positive infinity."""
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
