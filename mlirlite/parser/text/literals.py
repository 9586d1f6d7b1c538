"""Number literals become attributes of a type: the ranges and the errors are upstream's."""

from __future__ import annotations

from collections.abc import Iterator

from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import FloatAttr, IntegerAttr
from mlirlite.ir.types import F64, I64, FloatType, IndexType, IntegerType


class LiteralError(ValueError):
    """A literal that does not fit. `at_type`: the error belongs after the type, not at the literal;
    `hint` is a note."""

    def __init__(self, message: str, *, at_type: bool = False, hint: str = "") -> None:
        super().__init__(message)
        self.at_type = at_type
        self.hint = hint


def number_attribute(literal: str, type: Type | None) -> Attribute:
    """The attribute of a number's text, as `-1`, `0xFF`, `1.5e3`; i64 or f64 when no type is given.
    LiteralError when it does not fit."""
    is_hex = "x" in literal
    if not is_hex and "." in literal:
        if type is None:
            type = F64
        elif not isinstance(type, FloatType):
            raise LiteralError("floating point value not valid for specified type", at_type=True)
        return FloatAttr(float(literal), type)
    if type is None:
        type = I64
    if isinstance(type, FloatType):
        return FloatAttr.from_bits(float_bits(literal, type), type)
    if not isinstance(type, (IntegerType, IndexType)):
        raise LiteralError("integer literal not valid for specified type")
    value = int(literal, 16) if is_hex else int(literal)
    if not fits(value, type):
        if value < 0 and isinstance(type, IntegerType) and type.is_unsigned:
            raise LiteralError("negative integer literal not valid for unsigned integer type")
        raise LiteralError("integer constant out of range for attribute")
    return IntegerAttr(value, type)


def fits(value: int, type: Type) -> bool:
    """True when a literal of this value may have this integer or index type. Signless types take
    either range."""
    width = type.width if isinstance(type, IntegerType) else 64
    if isinstance(type, IntegerType) and not type.is_signed:
        low = 0 if type.is_unsigned else -(1 << width >> 1)
        return low <= value < 1 << width
    return -(1 << width >> 1) <= value < max(1 << width >> 1, 1)


def float_bits(literal: str, type: FloatType) -> int:
    """The bits of a float of this type, given as a hexadecimal integer; LiteralError for anything
    else."""
    if "x" not in literal:
        raise LiteralError(
            "unexpected decimal integer literal for a floating point value",
            hint="add a trailing dot to make the literal a float",
        )
    if literal.startswith("-"):
        raise LiteralError("hexadecimal float literal should not have a leading minus")
    bits = int(literal, 16)
    if bits >> type.width:
        raise LiteralError("hexadecimal float constant out of range for type")
    return bits


_PIECE = 1 << 17


def hex_pieces(text: str, start: int, end: int) -> Iterator[bytes]:
    """The bytes that hex digits encode, a piece at a time. ValueError for anything else."""
    for at in range(start, end, _PIECE):
        digits = text[at : min(at + _PIECE, end)]
        piece = bytes.fromhex(digits)
        if 2 * len(piece) != len(digits):  # Python allows blanks between
            raise ValueError("blanks between hex digits")
        yield piece
