"""Dictionaries of attributes."""

from __future__ import annotations

import re

from mlirlite.ir.attribute import Attribute
from mlirlite.ir.attributes import UNIT, IntegerAttr, StringAttr
from mlirlite.ir.types import I64, INDEX
from mlirlite.parser.text.cursor import TextCursor
from mlirlite.parser.text.tokens import BARE, SPACE, STRING
from mlirlite.parser.types.attributes import read_attribute
from mlirlite.parser.types.numbers import number_at
from mlirlite.parser.types.types import SCALAR_TYPES, read_type
from mlirlite.support.regex import maybe

# Simple entries of a dictionary: integers, strings, units; and what follows.
_TYPE = maybe(rf":{SPACE}(i[0-9]++|index)(?![\w$.]){SPACE}")
_VALUE = rf"={SPACE}(?:(-?+[0-9]++)(?![\w.]){SPACE}{_TYPE}|({STRING}){SPACE})"
_plain_entry = re.compile(rf"({BARE}){SPACE}{maybe(_VALUE)}([,}}]){SPACE}", re.ASCII).match
_entry_name = re.compile(rf"(?:({BARE})|({STRING})){SPACE}", re.ASCII).match


def attr_dict(cursor: TextCursor) -> dict[str, Attribute]:
    """`{name = attribute, …}` as a dict in the order of the text."""
    text = cursor.text
    opened = cursor.pos
    if not text.startswith("{", opened):
        raise cursor.wrong_token("expected '{' in attribute dictionary")
    pos = cursor.skip(opened + 1)
    entries: dict[str, Attribute] = {}
    value: Attribute
    if text.startswith("}", pos):
        cursor.pos = cursor.skip(pos + 1)
        return entries
    types = SCALAR_TYPES
    while True:
        place = pos
        m = _plain_entry(text, pos)
        if m is None:
            name, value = _entry(cursor, pos)
            follower = text[cursor.pos : cursor.pos + 1]
            pos = cursor.skip(cursor.pos + 1)
        else:
            name, number, type_name, string, follower = m.groups()
            pos = m.end()
            if number is not None:
                type = I64 if type_name is None else types.get(type_name)
                if type is None:
                    cursor.pos = m.start(3)
                    type = read_type(cursor)
                try:
                    value = IntegerAttr(int(number), type)
                    exact = type is not INDEX or len(number) < 19
                except ValueError:
                    exact = False
                if not exact:
                    value = number_at(cursor, number, type, m.start(2))
            elif string is not None:
                value = StringAttr(cursor.unquote(string, m.start(4)), None)
            else:
                value = UNIT
        if name in entries:
            message = f"duplicate key '{name}' in dictionary attribute"
            raise cursor.fail(message, cursor.span(place))
        entries[name] = value
        if follower == "}":
            cursor.pos = pos
            return entries
        if follower != ",":
            failure = cursor.wrong_token("expected '}' in attribute dictionary")
            failure.diagnostics[0].note("to match this '{'", cursor.span(opened, opened + 1))
            raise failure


def _entry(cursor: TextCursor, start: int) -> tuple[str, Attribute]:
    """An entry of a dictionary with a value of any kind, or none."""
    m = _entry_name(cursor.text, start)
    if m is None:
        cursor.pos = start
        raise cursor.wrong_token("expected attribute name")
    name = m[1] or cursor.unquote(m[2], start)
    if not name:
        cursor.pos = start
        raise cursor.fail("expected valid attribute name")
    cursor.pos = m.end()
    return name, read_attribute(cursor) if cursor.accept("=") else UNIT


def optional_attr_dict(cursor: TextCursor) -> dict[str, Attribute]:
    """A dictionary if one is next; else an empty one."""
    return attr_dict(cursor) if cursor.text.startswith("{", cursor.pos) else {}
