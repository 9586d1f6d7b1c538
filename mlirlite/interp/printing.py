"""Text of values as upstream's runner prints them: numbers like C's `%g`, vectors as
`( 1, 2 )`."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from mlirlite.interp.values import POISON, Array, scalar, unsigned
from mlirlite.ir.attribute import Type
from mlirlite.ir.types import (
    BF16,
    F16,
    F32,
    F64,
    I8,
    I16,
    I32,
    I64,
    ComplexType,
    FloatType,
    IndexType,
    IntegerType,
    element_type_of,
)


def number_text(value: Any, type: Type) -> str:
    """A number: floats with six digits, integers whole, an index and `ui8` without a sign."""
    if value is POISON:
        return "poison"
    if isinstance(type, FloatType):
        return "-nan" if value != value and math.copysign(1, value) < 0 else f"{value:g}"
    if isinstance(type, ComplexType):
        return f"({value.real:g},{value.imag:g})"
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


PRINTED: dict[str, Type] = {
    "I8": I8,
    "I16": I16,
    "I32": I32,
    "I64": I64,
    "Ind": I64,
    "F16": F16,
    "BF16": BF16,
    "F32": F32,
    "F64": F64,
    "C32": ComplexType(F32),
    "C64": ComplexType(F64),
}
"""The element types with a function `printMemref<name>`."""


def memref_text(
    address: int, offset: int, strides: Sequence[int], values: Array, type: Type
) -> str:
    """A memref as `printMemrefF32` shows it: its address, and its elements in brackets."""
    return shape_text(address, offset, values.shape, strides) + f" data = \n{_rows(values, type)}\n"


def shape_text(address: int, offset: int, sizes: Sequence[int], strides: Sequence[int]) -> str:
    """The address and shape of a memref, as `printMemrefShapeF32` shows them."""
    rows = (", ".join(map(str, numbers)) for numbers in (sizes, strides))
    shape = "sizes = [{}] strides = [{}]".format(*rows)
    return f"Unranked Memref base@ = {address:#x} rank = {len(sizes)} offset = {offset} {shape}"


def _rows(values: Array, type: Type, depth: int = 1) -> str:
    if values.ndim == 0:
        text = number_text(scalar(values[()], type), type)
        return f"[{text}]" if depth == 1 else text
    inner = [_rows(row, type, depth + 1) for row in values]
    between = ", \n" if values.ndim > 1 else ", "
    return f"[{(between + ' ' * depth).join(inner)}]"
