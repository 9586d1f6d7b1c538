"""Element types, and the types for arithmetic on them."""

from __future__ import annotations

from mlirlite.ir.attribute import Type
from mlirlite.ir.constants import bit_width
from mlirlite.ir.types import BF16, F16, F32, F64, I8, FloatType, IntegerType, Signedness

UI8, UI16, UI32, UI64 = (IntegerType(w, Signedness.UNSIGNED) for w in (8, 16, 32, 64))


VECTOR_FLOATS = (F32, F64, F16, BF16)
"""Floats that kernels of vectors take; the last two are widened when they are loaded, and rounded
when they are stored."""


def compute_type(element: Type) -> Type:
    """The type that arithmetic on an element type is done in: f32 for narrower floats, 8 bits for
    narrower integers, otherwise the type itself."""
    if isinstance(element, FloatType) and element.width < 32:
        return F32
    if isinstance(element, IntegerType) and 1 < element.width < 8:
        return UI8 if element.is_unsigned else I8
    return element


def memory_bits(type: Type) -> int:
    """Bits of an element in memory, where narrow ones have a byte each."""
    return max(8, bit_width(type))


def signless(type: Type) -> Type:
    """`i8` for `ui8`; other types as they are."""
    return IntegerType(type.width) if isinstance(type, IntegerType) else type
