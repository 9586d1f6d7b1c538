"""Printing with marks: each line knows its op, and each name of a value its value, so that lines
stay equal when values are only renumbered."""

from __future__ import annotations

from typing import NamedTuple

from mlirlite.ir.operation import Operation
from mlirlite.ir.values import Value
from mlirlite.printer.aliases import resolve
from mlirlite.printer.flags import PrintingFlags
from mlirlite.printer.printer import Printer

VALUE, GROUP, END = "\x01", "\x03", "\x02"
"""`VALUE number END` is a value's name, `GROUP number END` one without its `#0`."""


class Numbers:
    """Numbers of ops and values, assigned at first sight and kept as long as this object."""

    def __init__(self) -> None:
        self.ops: dict[Operation, int] = {}
        self.values: dict[Value, int] = {}

    def op(self, op: Operation) -> int:
        """The number of an op, from 0."""
        return self.ops.setdefault(op, len(self.ops))

    def value(self, value: Value) -> int:
        """The number of a value, from 0."""
        return self.values.setdefault(value, len(self.values))


class MarkedLine(NamedTuple):
    """A line with marks, and the number of the op that begins in it, -1 for braces and blocks."""

    text: str
    op: int


class MarkedText(NamedTuple):
    """The lines of an op, and the names of its values by number."""

    lines: list[MarkedLine]
    names: dict[int, str]


def print_marked(op: Operation, numbers: Numbers, flags: PrintingFlags) -> MarkedText:
    """As `print_op`, with marks. `flags` have a local scope, so that lines use no aliases."""
    printer = _MarkedPrinter(flags, numbers)
    text = "".join(printer.print(op))
    pieces = resolve(printer._out)
    begins: dict[int, int] = {}
    line = at = 0
    for index, shown in printer.starts:
        line += sum(piece.count("\n") for piece in pieces[at:index])
        at = index
        begins.setdefault(line, numbers.op(shown))
    lines = [MarkedLine(t, begins.get(n, -1)) for n, t in enumerate(text.rstrip("\n").split("\n"))]
    return MarkedText(lines, printer.real)


class _MarkedPrinter(Printer):
    """Replaces names by marks, and records where each op begins."""

    def __init__(self, flags: PrintingFlags, numbers: Numbers) -> None:
        super().__init__(flags)
        self.starts: list[tuple[int, Operation]] = []
        self.real: dict[int, str] = {}
        self._numbers = numbers

    def _print_all(self, op: Operation) -> None:
        number = self._numbers.value
        marks = self._naming.values
        for value, name in marks.items():
            found = number(value)
            self.real[found] = name
            marks[value] = f"{VALUE}{found}{END}"
        heads = self._naming.heads
        for shown, head in heads.items():
            heads[shown] = self._head(shown, head)
        super()._print_all(op)

    def _head(self, op: Operation, head: str) -> str:
        parts, at = [], 0
        for part in head.split(", "):
            _, colon, count = part.partition(":")
            number = self._numbers.value(op.results[at])
            parts.append(f"{GROUP if colon else VALUE}{number}{END}{colon}{count}")
            at += int(count) if colon else 1
        return ", ".join(parts)

    def _print_op(self, op: Operation) -> None:
        self.starts.append((len(self._out), op))
        super()._print_op(op)
