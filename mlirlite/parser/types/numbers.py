"""Numbers with a type, and their errors."""

from __future__ import annotations

from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.types import FloatType
from mlirlite.parser.text import tokens
from mlirlite.parser.text.cursor import TextCursor
from mlirlite.parser.text.literals import LiteralError, number_attribute
from mlirlite.parser.text.tokens import without_space
from mlirlite.parser.types.types import read_type
from mlirlite.support.diagnostics import DiagnosticError


def read_number(cursor: TextCursor, type: Type | None) -> Attribute:
    m = tokens.number(cursor.text, cursor.pos)
    if m is None:
        if not cursor.accept("-"):  # an arrow
            raise cursor.wrong_token("expected attribute value")
        raise cursor.wrong_token("expected constant integer or floating point value")
    cursor.pos = m.end()
    if type is None and cursor.accept(":"):
        type = read_type(cursor)
    return number_at(cursor, without_space(m[1]), type, m.start(1))


def float_of(cursor: TextCursor, type: FloatType) -> Attribute:
    """A float literal, or the bits of a float in hexadecimal: a number of this type."""
    m = tokens.number(cursor.text, cursor.pos)
    if m is None:
        raise cursor.error("expected floating point literal")
    cursor.pos = m.end()
    return number_at(cursor, without_space(m[1]), type, m.start(1))


def number_at(cursor: TextCursor, text: str, type: Type | None, start: int) -> Attribute:
    """The attribute of a number at `start`."""
    try:
        return number_attribute(text, type)
    except LiteralError as e:
        raise literal_error(cursor, e, text, start) from None


def literal_error(cursor: TextCursor, e: LiteralError, text: str, start: int) -> DiagnosticError:
    """The error of a number at `start`."""
    sign = text.startswith("-")
    span = None if e.at_type else cursor.span(start + sign, start + len(text))
    failure = cursor.fail(str(e), span)
    if e.hint:
        failure.diagnostics[0].note(e.hint, span)
    return failure
