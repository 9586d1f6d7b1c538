"""How properties are written in an assembly format: keywords of enums, symbol names, numbers
without types."""

from __future__ import annotations

import enum
from collections.abc import Callable
from typing import Any

from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import (
    ArrayAttr,
    DenseArrayAttr,
    EnumAttr,
    IntegerAttr,
    StringAttr,
    SymbolRefAttr,
    enum_keywords,
)
from mlirlite.ir.fields import PropertyField
from mlirlite.ir.types import I1, FloatType
from mlirlite.parser.format.assembly_format import (
    Literal,
)
from mlirlite.parser.format.definition import AttributeFormat
from mlirlite.parser.format.native_properties import native_property_reader
from mlirlite.parser.format.steps import Frame, Step
from mlirlite.parser.hooks.cursor import Cursor
from mlirlite.parser.hooks.op_parser import OpParser, OpState
from mlirlite.support.diagnostics import did_you_mean


def property_step(field: PropertyField[Any], qualified: bool, *, required: bool = False) -> Step:
    """Reads a property into the state; `required`: an optional one must be present."""
    optional = field.optional and not required
    read = attribute_reader(field, optional=optional, qualified=qualified)
    name = field.name

    def step(p: OpParser, state: OpState, frame: Frame) -> None:
        found = read(p)
        if found is not None:
            state.properties[name] = found

    return step


Reader = Callable[[Any], Any]
_FIRST: dict[type[Attribute], str] = {ArrayAttr: "[", SymbolRefAttr: "@"}
"""What an optional attribute of these classes begins with."""


def attribute_reader(
    field: PropertyField[Any], optional: bool = False, qualified: bool = False
) -> Reader:
    """The reader of a property: see printer.format_printer.property_printer. With `optional`, it
    returns None when absent."""
    cls, python = field.attribute_class, field.python
    if field.native is not None:
        return native_property_reader(field.name, field.native, optional)
    if isinstance(python, type) and issubclass(python, enum.Enum):
        return _enum_reader(field, optional)
    if python is str:
        if field.is_symbol_name:
            return _symbol_reader(optional)
        return _string_reader(optional)
    if issubclass(cls, DenseArrayAttr) and field.type is not None and not qualified:
        return _dense_array_reader(field.type, optional)
    if cls.name and not issubclass(cls, Type) and not qualified:
        return _stripped_reader(cls, optional)
    type_ = field.type
    # An interface of upstream's is a constraint on any attribute here; the parser checks it too.
    matches = field.constraint.matches

    def fits(found: Attribute) -> bool:
        return matches(found) if cls is Attribute else isinstance(found, cls)

    first = _FIRST.get(cls, "") if optional else ""

    def read(p: OpParser) -> Attribute | None:
        here = p.pos
        if first and not p.peek(first):
            return None
        found = p.optional_attribute(type_) if optional else p.attribute(type_)
        if found is not None and not fits(found):
            raise p.error("invalid kind of attribute specified", p.span(here))
        return found

    return read


def _string_reader(optional: bool) -> Reader:
    def read(p: OpParser) -> Attribute | None:
        here = p.pos
        text = p.optional_string()
        if text is not None:
            return StringAttr(text)
        if optional:
            return None
        p.attribute()
        raise p.error("invalid kind of attribute specified", p.span(here))

    return read


def _symbol_reader(optional: bool) -> Reader:
    def read(p: OpParser) -> Attribute | None:
        name = p.optional_symbol_name() if optional else p.symbol_name()
        return None if name is None else StringAttr(name)

    return read


def _enum_reader(field: PropertyField[Any], optional: bool) -> Reader:
    cases = enum_keywords(field.python)
    flags = issubclass(field.python, enum.Flag)
    separator = getattr(field.python, "__separator__", "|")
    name, type_ = field.name, field.type
    attributes = {word: IntegerAttr(number, type_) for word, number in cases.items()}

    def read(p: OpParser) -> Attribute | None:
        here = p.pos
        word = p.optional_keyword(*cases)
        if word is None:
            word = p.optional_string()
        if word is None:
            if optional:
                return None
            raise p.error(
                "expected string or keyword containing one of the following enum values for "
                f"attribute '{name}' [{', '.join(cases)}]" + p.nearest(cases),
                p.span(here),
            )
        found = attributes.get(word)
        if found is None and flags:
            parts = [part.strip() for part in word.split(separator.strip())]
            if all(part in cases for part in parts):
                number = 0
                for part in parts:
                    number |= cases[part]
                found = IntegerAttr(number, type_)
        if found is None:
            raise p.error(
                f'invalid {name} attribute specification: "{word}"' + did_you_mean(word, cases),
                p.span(here),
            )
        return found

    return read


def _dense_array_reader(element: Type, optional: bool) -> Reader:
    if isinstance(element, FloatType):

        def one(p: Cursor) -> Any:
            attribute: Any = p.attribute(element)
            return attribute.value
    elif element is I1:

        def one(p: Cursor) -> Any:
            word = p.optional_keyword("true", "false")
            return p.integer() if word is None else int(word == "true")
    else:

        def one(p: Cursor) -> Any:
            return p.integer()

    def read(p: Cursor) -> Attribute | None:
        if optional and not p.text.startswith("[", p.pos):
            return None
        values = p.comma_list(lambda: one(p), "[", "]")
        return DenseArrayAttr(element, tuple(values))

    return read


def _stripped_reader(cls: type[Attribute], optional: bool) -> Reader:
    def read(p: Cursor) -> Attribute | None:
        here = p.pos
        if p.text.startswith("#", here):
            found = p.attribute()
            if not isinstance(found, cls):
                raise p.error("invalid kind of attribute specified", p.span(here))
            return found
        if optional and not _begins(cls, p):
            return None
        return p.body(cls)

    return read


def _begins(cls: type[Attribute], p: Cursor) -> bool:
    """True when the next token can begin the stripped form of an attribute of this class. A class
    with a `parse` hook lists these tokens in `begins_with`, a tuple of words, unless it is `<`."""
    if getattr(cls, "parse", None) is None:
        if cls.assembly_format is not None:
            first = AttributeFormat(cls, cls.assembly_format).tree[:1]
            if first and isinstance(first[0], Literal):
                return p.peek(first[0].text)
            if issubclass(cls, EnumAttr):
                here = p.pos
                word = p.optional_keyword()
                p.pos = here
                return word in cls.keywords
        elif issubclass(cls, EnumAttr):
            return p.peek("<")
    return any(map(p.peek, getattr(cls, "begins_with", ("<",))))
