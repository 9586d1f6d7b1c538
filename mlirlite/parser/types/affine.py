"""Affine maps."""

from __future__ import annotations

from mlirlite.ir.affine import AffineMap
from mlirlite.ir.attributes import AffineMapAttr
from mlirlite.parser.text.cursor import TextCursor
from mlirlite.parser.text.tokens import balanced_end
from mlirlite.parser.types.attributes import bracket_end, read_attribute
from mlirlite.parser.types.types import by_grammar


def affine_map(cursor: TextCursor) -> AffineMap:
    """`(d0)[s0] -> (d0 + s0)` without `affine_map<>` around it."""
    start = cursor.pos
    end = bracket_end(cursor, start, "(")
    after = cursor.skip(end)
    if cursor.text.startswith("[", after):
        after = cursor.skip(balanced_end(cursor.text, after, cursor.state.extents)[0])
    if cursor.text.startswith("->", after):
        end = bracket_end(cursor, cursor.skip(after + 2), "(")
    else:
        end = min(after + 1, len(cursor.text))
    found: AffineMap = by_grammar(cursor, "affine_map", None, start, end)
    return found


def affine_map_attribute(cursor: TextCursor) -> AffineMapAttr:
    """`affine_map<…>` or an alias of one."""
    start = cursor.pos
    found = read_attribute(cursor)
    if not isinstance(found, AffineMapAttr):
        raise cursor.error("invalid kind of attribute specified", cursor.span(start))
    return found
