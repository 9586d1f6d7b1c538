"""How properties and enums are printed in formats: keywords, symbol names, numbers without
types."""

from __future__ import annotations

import enum
from collections.abc import Callable
from typing import Any

from mlirlite.ir.attribute import Type
from mlirlite.ir.attributes import DenseArrayAttr, StringAttr, enum_keywords
from mlirlite.ir.fields import PropertyField
from mlirlite.printer.enums import flag_words
from mlirlite.printer.literals import keyword_or_string, quoted
from mlirlite.printer.native_properties import native_property_printer


def property_printer(
    field: PropertyField[Any], qualified: bool = False
) -> Callable[[Any, Any], None]:
    """The printer of a property in an op's text: a keyword for an enum's case, `@x` for a symbol's
    name, without its type if that is known, without `#dialect.name` if the class is known."""
    cls = field.attribute_class
    python = field.python
    if field.native is not None:
        return native_property_printer(field.native)
    if isinstance(python, type) and issubclass(python, enum.Enum):
        return _enum_printer(python)
    if issubclass(cls, StringAttr) and python is str:
        if field.is_symbol_name:
            return lambda a, p: p.symbol_name(a.value)
        return lambda a, p: p.text(quoted(a.value))
    if issubclass(cls, DenseArrayAttr):
        return lambda a, p: (
            p.stripped(a) if field.type is not None and not qualified else p.attribute(a)
        )
    if field.type is not None:
        return lambda a, p: p.attribute_without_type(a)
    if cls.name and not issubclass(cls, Type) and not qualified:
        return lambda a, p: p.stripped(a)
    return lambda a, p: p.attribute(a)


def _enum_printer(cases: type[enum.Enum]) -> Callable[[Any, Any], None]:
    words = {number: keyword_or_string(word) for word, number in enum_keywords(cases).items()}
    separator = getattr(cases, "__separator__", "|")

    def write(attribute: Any, p: Any) -> None:
        value = attribute.value
        word = words.get(value)
        if word is None:
            word = quoted(separator.join(flag_words(cases, value)))
        p.text(word)

    return write
