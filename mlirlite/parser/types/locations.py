"""Locations."""

from __future__ import annotations

import re

from mlirlite.ir.locations import FileLineColRange, Location
from mlirlite.parser.text.cursor import TextCursor
from mlirlite.parser.text.tokens import SPACE, STRING, balanced_end
from mlirlite.parser.types.attributes import read_attribute
from mlirlite.parser.types.types import by_grammar

_file_location = re.compile(
    rf"({STRING}){SPACE}:{SPACE}([0-9]++){SPACE}:{SPACE}([0-9]++){SPACE}(?=\))"
).match


def location(cursor: TextCursor) -> Location:
    """`loc(…)`."""
    start = cursor.pos
    found = read_attribute(cursor)
    if not isinstance(found, Location):
        raise cursor.error("invalid kind of attribute specified", cursor.span(start))
    return found


def location_instance(cursor: TextCursor) -> Location:
    """The location between `loc(` and `)`; the `)` is not read."""
    m = _file_location(cursor.text, cursor.pos)
    if m is not None:
        cursor.pos = m.end()
        file = cursor.unquote(m[1], m.start(1))
        return FileLineColRange(file, int(m[2]), int(m[3]))
    # The slice goes up to the parenthesis that closes `loc(`.
    start = cursor.pos
    opened = cursor.text.rfind("(", 0, start)
    end, unclosed = balanced_end(cursor.text, opened, cursor.state.extents)
    end -= unclosed < 0
    found = by_grammar(cursor, "location", cursor.state.attributes, start, max(end, start))
    if not isinstance(found, Location):
        raise cursor.fail(f"expected location, but found '{found}'", cursor.span(start))
    return found
