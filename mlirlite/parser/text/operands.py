"""Uses of SSA values, `%x` or `%x#1`, before anything is known of the values."""

from __future__ import annotations

import re
from typing import NamedTuple

from mlirlite.parser.text.cursor import TextCursor
from mlirlite.parser.text.tokens import SPACE, SUFFIX
from mlirlite.support.source import SourceSpan

_use = re.compile(rf"{SPACE}(%{SUFFIX}){SPACE}(?:#([0-9]++){SPACE})?", re.ASCII).match


class UnresolvedOperand(NamedTuple):
    """A use of a value by name, before its type is known. `name` has the `%`."""

    name: str
    number: int
    span: SourceSpan


def unresolved_uses(cursor: TextCursor, text: str, start: int) -> list[UnresolvedOperand]:
    """The uses in a comma-separated list, possibly empty, that begins at `start` and ends in
    `)`."""
    uses: list[UnresolvedOperand] = []
    pos = 0
    while True:
        m = _use(text, pos)
        if m is None:
            if uses or text[pos:].strip():
                cursor.pos = cursor.skip(start + pos)
                expected = "SSA operand" if uses else "')' to end operand list"
                raise cursor.wrong_token(f"expected {expected}")
            return uses
        span = cursor.span(start + m.start(1), start + m.end(1))
        uses.append(UnresolvedOperand(m[1], int(m[2] or 0), span))
        pos = m.end()
        if pos == len(text):
            return uses
        if text[pos] != ",":
            cursor.pos = start + pos
            raise cursor.wrong_token("expected ')' to end operand list")
        pos += 1
