"""How properties that upstream does not keep as attributes are read: see ir.native_properties."""

from __future__ import annotations

import enum
from collections.abc import Callable
from functools import singledispatch
from typing import Any

from mlirlite.ir.attribute import Attribute
from mlirlite.ir.attributes import FALSE, TRUE, UNIT, ArrayAttr, StringAttr, enum_keywords
from mlirlite.ir.native_properties import (
    ArrayProperty,
    BooleanProperty,
    EnumProperty,
    IntegerProperty,
    OptionalProperty,
    StringProperty,
    UnitProperty,
)
from mlirlite.ir.native_property import NativeProperty
from mlirlite.parser.hooks.cursor import Cursor
from mlirlite.parser.hooks.enums import keywords_of

Reader = Callable[[Any], Attribute | None]


def native_property_reader(name: str, kind: NativeProperty, optional: bool) -> Reader:
    """The reader of the property of this name; with `optional`, it returns None when absent."""
    message = f"invalid value for property {name}, expected {kind.summary}"

    def read(p: Cursor) -> Attribute | None:
        start = p.pos
        with p.then(message, p.here()):
            found = read_native(kind, p, not optional)
        if found is None and not optional:
            raise p.error(message, p.span(start))
        return found

    return read


@singledispatch
def read_native(kind: NativeProperty, p: Cursor, required: bool) -> Attribute | None:
    """The attribute for a value of this kind. None when it is absent and not required, or when the
    only error is that it is missing."""
    raise NotImplementedError(type(kind).__name__)


@read_native.register
def _integer(kind: IntegerProperty, p: Cursor, required: bool) -> Attribute | None:
    start = p.pos
    value = p.integer() if required else p.optional_integer()
    if value is None:
        return None
    try:
        return kind.encode(value)
    except ValueError:
        raise p.error("integer value too large", p.span(start)) from None


@read_native.register
def _boolean(kind: BooleanProperty, p: Cursor, required: bool) -> Attribute | None:
    word = p.optional_keyword("true", "false")
    if word is not None:
        return TRUE if word == "true" else FALSE
    start = p.pos
    value = p.integer() if required else p.optional_integer()
    if value not in (None, 0, 1):
        raise p.error("integer value too large", p.span(start))
    return None if value is None else kind.encode(value)


@read_native.register
def _string(kind: StringProperty, p: Cursor, required: bool) -> Attribute | None:
    value = p.string() if required else p.optional_string()
    found: Attribute | None = None if value is None else StringAttr(value)
    return found


@read_native.register
def _unit(kind: UnitProperty, p: Cursor, required: bool) -> Attribute | None:
    word = p.optional_keyword("unit", "unit_absent")
    if word is None:
        if required:
            raise p.error("expected 'unit' or 'unit_absent'")
        return None
    return UNIT if word == "unit" else FALSE


@read_native.register
def _enum(kind: EnumProperty, p: Cursor, required: bool) -> Attribute | None:
    if kind.mnemonic:
        if not required and not p.peek(kind.mnemonic):
            return None
        p.expect(kind.mnemonic)
        p.expect("<")
        found = kind.encode(_cases(kind, p))
        p.expect(">")
        return found
    start = p.pos
    if not required:
        if p.optional_keyword_or_string() is None:
            return None
        p.pos = start
    return kind.encode(_cases(kind, p))


def _cases(kind: EnumProperty, p: Cursor) -> int:
    separator = getattr(kind.cases, "__separator__", "|").strip()
    flags = issubclass(kind.cases, enum.Flag)
    return keywords_of(p, enum_keywords(kind.cases), kind.summary, separator if flags else "")


@read_native.register
def _array(kind: ArrayProperty, p: Cursor, required: bool) -> Attribute | None:
    if not required and not p.peek("["):
        return None
    found = p.comma_list(lambda: read_native(kind.element, p, True), "[", "]")
    if kind.dense:
        return kind.encode([kind.element.decode(f) for f in found if f is not None])
    array: Attribute = ArrayAttr(tuple(f for f in found if f is not None))
    return array


@read_native.register
def _optional(kind: OptionalProperty, p: Cursor, required: bool) -> Attribute | None:
    found: Attribute | None
    if kind.plain:
        if p.optional_keyword("none"):
            return kind.encode(None)
        found = read_native(kind.element, p, False)
    else:
        word = p.optional_keyword("none", "some")
        if word is None:
            if required:
                raise p.error("expected 'none' or 'some<prop>'")
            return None
        if word == "none":
            return kind.encode(None)
        p.expect("<")
        found = read_native(kind.element, p, True)
        p.expect(">")
    given: Attribute | None = None if found is None else ArrayAttr((found,))
    return given
