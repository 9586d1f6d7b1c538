"""Numbers, pointers and vectors as bytes, and back, with a mask of known bytes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from mlirlite.dialects.llvm.types import is_pointer
from mlirlite.interp.values import POISON, array_of, items, tidy, wrap
from mlirlite.ir.attribute import Type
from mlirlite.ir.dense import element_size, pack_elements, unpack_elements
from mlirlite.ir.types import (
    I64,
    ComplexType,
    FloatType,
    IndexType,
    IntegerType,
    VectorType,
    element_type_of,
)


def integer_type(type: Type) -> Type:
    """The number type that represents values: 64 bits for pointers."""
    element = element_type_of(type)
    return I64 if is_pointer(element) else element


def has_bytes(type: Type) -> bool:
    """True for numbers, pointers and vectors."""
    numbers = (IntegerType, IndexType, FloatType, ComplexType, VectorType)
    return isinstance(type, numbers) or is_pointer(type)


def packed_size(type: Type) -> int:
    """Bytes of a number, or of a vector whose elements follow each other: bit by bit if they are
    not whole bytes, as in LLVM."""
    element = integer_type(type)
    if not isinstance(type, VectorType):
        return element_size(element)
    width = _odd_width(element)
    if width is None:
        return type.num_elements * element_size(element)
    return -(-type.num_elements * width // 8)


def _odd_width(element: Type) -> int | None:
    """The width of an element that is not a whole number of bytes."""
    width = getattr(element, "width", 8)
    return width if isinstance(element, (IntegerType, FloatType)) and width % 8 else None


def to_bytes(value: Any, type: Type) -> tuple[bytes, list[bool]]:
    """The bytes of a number, pointer or vector, and which of them are known."""
    element, size = integer_type(type), packed_size(type)
    if value is POISON:
        return bytes(size), [False] * size
    values = items(value) if isinstance(value, np.ndarray) else [value]
    known = [v is not POISON for v in values]
    numbers = [v if k else 0 for v, k in zip(values, known, strict=True)]
    width = _odd_width(element) if isinstance(type, VectorType) else None
    raw = pack_elements(numbers, element)
    each = element_size(element)
    if width is None:
        return raw, [k for k in known for _ in range(each)]
    bits = 0
    for i in range(len(numbers)):
        bits |= int.from_bytes(raw[i * each : (i + 1) * each], "little") << (i * width)
    return bits.to_bytes(size, "little"), [all(known)] * size


def from_bytes(raw: bytes, known: Sequence[bool], type: Type) -> Any:
    """The number, pointer or vector of these bytes."""
    element, integer = element_type_of(type), integer_type(type)
    if not isinstance(type, VectorType):
        return _canonical(unpack_elements(raw, integer)[0], element) if all(known) else POISON
    width, each = _odd_width(integer), element_size(integer)
    if width is not None:
        if not all(known):
            return POISON
        bits, mask = int.from_bytes(raw, "little"), (1 << width) - 1
        places = range(0, type.num_elements * width, width)
        raw = b"".join((bits >> i & mask).to_bytes(each, "little") for i in places)
        known = [True] * len(raw)
    values = [
        _canonical(n, element) if all(known[i * each : (i + 1) * each]) else POISON
        for i, n in enumerate(unpack_elements(raw, integer))
    ]
    return tidy(array_of(values, type.shape, element), type)


def _canonical(value: Any, type: Type) -> Any:
    if is_pointer(type):
        return value % (1 << 64)
    return wrap(value, type) if isinstance(type, IntegerType) else value


def reinterpreted(value: Any, source: Type, target: Type) -> Any:
    """The same bits as a value of another type."""
    raw, known = to_bytes(value, source)
    return from_bytes(raw, known, target)
