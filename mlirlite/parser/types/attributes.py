"""Attributes. The extent of an attribute is found first, and its text looked up; new and
non-trivial ones go to the grammar."""

from __future__ import annotations

import re

from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import FALSE, TRUE, UNIT, DenseArrayAttr, StringAttr, SymbolRefAttr
from mlirlite.ir.types import IntegerType
from mlirlite.parser.text.cursor import TextCursor
from mlirlite.parser.text.tokens import SPACE, balanced_end, literal
from mlirlite.parser.types.numbers import read_number
from mlirlite.parser.types.types import (
    LONG,
    SCALAR_TYPES,
    by_grammar,
    extended_extent,
    keyword_at,
    optional_type,
    read_type,
    type_end,
    undefined_alias,
)

_flat_array = re.compile(
    rf"array{SPACE}<{SPACE}(i8|i16|i32|i64){SPACE}(?::([-0-9,\s]++))?>{SPACE}", re.ASCII
).match

ATTRIBUTE_WORDS = (
    *("affine_map", "affine_set", "array", "dense", "dense_resource", "distinct", "false", "loc"),
    *("opaque", "sparse", "strided", "true", "unit"),
)
"""Words that attributes begin with, for "did you mean"."""


def read_attribute(cursor: TextCursor, type: Type | None = None) -> Attribute:
    """An attribute. With `type`, numbers, strings and elements have it and no `: type` is
    read."""
    found = optional_attribute(cursor, type)
    if found is None:
        raise cursor.wrong_token("expected attribute value" + cursor.nearest(ATTRIBUTE_WORDS))
    return found


def optional_attribute(cursor: TextCursor, type: Type | None = None) -> Attribute | None:
    """An attribute, or None when none begins here."""
    text, start = cursor.text, cursor.pos
    char = text[start : start + 1]
    if char.isdigit() or char == "-":
        return read_number(cursor, type)
    if char == '"':
        value = cursor.optional_string()
        if value is None:
            raise cursor.fail("expected '\"' in string literal")
        if type is None and cursor.accept(":"):
            type = read_type(cursor)
        return StringAttr(value, type)
    if char == "@":
        return optional_symbol_ref(cursor)
    if char == "[" or char == "{":
        end, _ = balanced_end(text, start, cursor.state.extents)
        return _by_grammar(cursor, start, end)
    if char == "(" or char == "!":
        return optional_type(cursor)
    if char == "#":
        return None if text.startswith("#-}", start) else _extended(cursor, type)
    m = keyword_at(text, start)
    if m is None:
        return None
    word = m[1]
    if word == "true" or word == "false" or word == "unit":
        cursor.pos = m.end()
        return UNIT if word == "unit" else TRUE if word == "true" else FALSE
    if word == "dense" or word == "sparse":
        from mlirlite.parser.types.elements import read_elements  # late: few texts have any

        return read_elements(cursor, m.end(), type)
    if word == "array":
        flat = _flat_array(text, start)
        if flat is not None:
            array = _flat_array_at(cursor, flat)
            if array is not None:
                return array
    if word == "dense_resource":
        end = bracket_end(cursor, m.end(), "<")
        return _typed_slice(cursor, start, end, type)
    if word in ("affine_map", "affine_set", "array", "strided"):
        return _by_grammar(cursor, start, bracket_end(cursor, m.end(), "<"))
    if word == "loc":
        end = bracket_end(cursor, m.end(), "(")
        return _by_grammar(cursor, start, end)
    if word == "distinct":
        end = bracket_end(cursor, m.end(), "[")
        end = bracket_end(cursor, cursor.skip(end), "<")
        fresh: Attribute = by_grammar(cursor, "attribute", None, start, end)
        return fresh
    return optional_type(cursor)


def _by_grammar(cursor: TextCursor, start: int, end: int) -> Attribute:
    found: Attribute = by_grammar(cursor, "attribute", cursor.state.attributes, start, end)
    return found


def bracket_end(cursor: TextCursor, pos: int, bracket: str) -> int:
    """The end of the bracket expected at `pos`; if it is missing, one character on, where the
    grammar reports the error."""
    if cursor.text.startswith(bracket, pos):
        return balanced_end(cursor.text, pos, cursor.state.extents)[0]
    return min(pos + 1, len(cursor.text))


def _typed_slice(cursor: TextCursor, start: int, end: int, type: Type | None) -> Attribute:
    """`head<…> : type`, or the head alone when the type is given."""
    if type is not None:
        cursor.pos = cursor.skip(end)
        found: Attribute = cursor.state.readers.by_grammar(cursor, "attribute", start, end, type)
        return found
    after = cursor.skip(end)
    if cursor.text.startswith(":", after):
        after = cursor.skip(after + 1)
        end = type_end(cursor, after)
        if end < 0:
            end = min(after + 1, len(cursor.text))
    else:
        end = min(after + 1, len(cursor.text))
    return _by_grammar(cursor, start, end)


def _flat_array_at(cursor: TextCursor, m: re.Match[str]) -> Attribute | None:
    try:
        values = tuple(map(int, m[2].split(","))) if m[2] is not None else ()
    except ValueError:
        return None
    type = SCALAR_TYPES[m[1]]
    assert isinstance(type, IntegerType)
    width = 1 << type.width >> 1
    if values and not (-width <= min(values) and max(values) < width):
        return None
    cursor.pos = m.end()
    return DenseArrayAttr(type, values)


def _extended(cursor: TextCursor, type: Type | None) -> Attribute:
    """`#alias` or an attribute of a dialect."""
    start = cursor.pos
    name, end = extended_extent(cursor)
    cursor.pos = cursor.skip(end)
    if name:
        return attribute_alias(cursor, name, start)
    written = cursor.text.startswith(":", cursor.pos) and not cursor.text.startswith(
        "::", cursor.pos
    )
    if written:
        cursor.expect(":")
    given = read_type(cursor) if written else type
    key = cursor.text[start:end] if given is None and end - start <= LONG else None
    found = cursor.state.attributes.get(key) if key is not None else None
    if found is None:
        found = cursor.state.readers.dialect_attribute(cursor, start, end, given)
        if key is not None and not cursor.state.nesting.enclosing:
            cursor.state.attributes[key] = found
    actual = getattr(found, "type", None)
    if type is not None and isinstance(actual, Type) and actual is not type:
        raise cursor.fail(
            f"attribute type different than expected: expected '{type}', but got '{actual}'"
        )
    return found


def attribute_alias(cursor: TextCursor, name: str, start: int) -> Attribute:
    """The attribute that `#name` (with the `#`) stands for."""
    found = cursor.state.attribute_aliases.get(name)
    if found is None:
        raise undefined_alias(cursor, name, start)
    return found


def optional_symbol_ref(cursor: TextCursor) -> SymbolRefAttr | None:
    """`@root::@nested`."""
    root = cursor.optional_symbol_name()
    if root is None:
        if cursor.text.startswith("@", cursor.pos):
            raise cursor.fail("@ identifier expected to start with letter or '_'")
        return None
    nested: list[str] = []
    colons = literal(":")
    while cursor.text.startswith(":", cursor.pos):
        first = colons(cursor.text, cursor.pos)
        second = colons(cursor.text, first.end()) if first is not None else None
        if second is None:
            break
        cursor.pos = second.end()
        name = cursor.optional_symbol_name()
        if name is None:
            raise cursor.fail("expected nested symbol reference identifier")
        nested.append(name)
    return SymbolRefAttr(root, tuple(nested))
