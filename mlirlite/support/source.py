"""Source text and positions in it: offsets are cheap to keep, lines and columns are found when
asked for."""

from __future__ import annotations

from bisect import bisect_right
from typing import NamedTuple


class LineCol(NamedTuple):
    """A position as people count: both numbers start at 1, columns count characters."""

    line: int
    column: int


class SourceFile:
    """A named text. `line_offset` shifts line numbers, for a chunk of a split file."""

    __slots__ = ("_line_starts", "line_offset", "name", "text")

    def __init__(self, name: str, text: str, line_offset: int = 0) -> None:
        self.name = name
        self.text = text
        self.line_offset = line_offset
        self._line_starts: list[int] | None = None

    def _starts(self) -> list[int]:
        if self._line_starts is None:
            starts = [0]
            find = self.text.find
            at = find("\n")
            while at >= 0:
                starts.append(at + 1)
                at = find("\n", at + 1)
            self._line_starts = starts
        return self._line_starts

    def line_col(self, offset: int) -> LineCol:
        """Line and column of a character offset."""
        starts = self._starts()
        index = bisect_right(starts, offset) - 1
        return LineCol(index + 1 + self.line_offset, offset - starts[index] + 1)

    def line_text(self, line: int) -> str | None:
        """The text of a line (numbered as `line_col` numbers), without its newline; None when
        outside."""
        index = line - 1 - self.line_offset
        starts = self._starts()
        if not 0 <= index < len(starts):
            return None
        end = starts[index + 1] - 1 if index + 1 < len(starts) else len(self.text)
        return self.text[starts[index] : end].rstrip("\r")


class SourceSpan:
    """A range `[start, end)` of a source file. The parser leaves one on every op it makes."""

    __slots__ = ("end", "source", "start")

    def __init__(self, source: SourceFile, start: int, end: int | None = None) -> None:
        self.source = source
        self.start = start
        self.end = end if end is not None else start

    def line_col(self) -> LineCol:
        """Line and column of the span's start."""
        return self.source.line_col(self.start)

    def __str__(self) -> str:
        line, column = self.line_col()
        return f"{self.source.name}:{line}:{column}"
