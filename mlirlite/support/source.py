"""Source text and positions in it: offsets are cheap to keep, lines and columns are found when
asked for."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from mlirlite.support.hex_digits import HexDigits


class LineCol(NamedTuple):
    """A position as people count: both numbers start at 1, columns count characters."""

    line: int
    column: int


BEGINNING = LineCol(1, 1)


class SourceFile:
    """A named text. `first` is where a chunk of a split file begins in that file. `cuts` are the
    places in the text where digits were left in the file (see mapped.py). `bytecode` are the bytes
    of a file that has no text."""

    __slots__ = ("_line_starts", "bytecode", "cuts", "first", "name", "text")

    def __init__(
        self,
        name: str,
        text: str,
        first: LineCol = BEGINNING,
        cuts: Mapping[int, HexDigits] | None = None,
        bytecode: memoryview | None = None,
    ) -> None:
        self.name = name
        self.text = text
        self.first = first
        self.cuts = cuts or {}
        self.bytecode = bytecode
        self._line_starts: list[int] | None = None

    def part(self, start: int, end: int) -> SourceFile:
        """A range of the text as a source of its own, which knows where it stands."""
        cuts = {at - start: digits for at, digits in self.cuts.items() if start < at < end}
        return SourceFile(self.name, self.text[start:end], self.line_col(start), cuts)

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
        column = offset - starts[index] + (self.first.column if index == 0 else 1)
        for at, digits in self.cuts.items():
            if starts[index] < at < offset:
                column += len(digits)
        return LineCol(index + self.first.line, column)

    def line_text(self, line: int) -> str | None:
        """The text of a line (numbered as `line_col` numbers), without its newline; None for a line
        outside. In its first line, what precedes the text is blank."""
        index = line - self.first.line
        starts = self._starts()
        if not 0 <= index < len(starts):
            return None
        end = starts[index + 1] - 1 if index + 1 < len(starts) else len(self.text)
        found = self.text[starts[index] : end].rstrip("\r")
        return found if index else " " * (self.first.column - 1) + found


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
