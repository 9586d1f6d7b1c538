"""Offsets in a text and an editor's positions: lines from 0, columns in UTF-16 units."""

from __future__ import annotations

from bisect import bisect_right

from lsprotocol import types


class Positions:
    """Converts both ways for one text."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.starts = [0]
        at = text.find("\n")
        while at >= 0:
            self.starts.append(at + 1)
            at = text.find("\n", at + 1)

    def position(self, offset: int) -> types.Position:
        """The position of an offset."""
        offset = max(0, min(offset, len(self.text)))
        line = bisect_right(self.starts, offset) - 1
        before = self.text[self.starts[line] : offset]
        return types.Position(line, len(before) + sum(c > "\uffff" for c in before))

    def range(self, start: int, end: int) -> types.Range:
        """The range of `[start, end)`."""
        return types.Range(self.position(start), self.position(max(start, end)))

    def offset(self, position: types.Position) -> int:
        """The offset of a position; the end of its line when it is beyond."""
        if position.line >= len(self.starts):
            return len(self.text)
        start = self.starts[position.line]
        end = self.text.find("\n", start)
        line = self.text[start : end if end >= 0 else len(self.text)]
        units = 0
        for i, char in enumerate(line):
            if units >= position.character:
                return start + i
            units += 2 if char > "\uffff" else 1
        return start + len(line)
