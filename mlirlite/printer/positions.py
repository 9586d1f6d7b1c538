"""Printing with positions: the line of the text on which each op begins, and its indentation."""

from __future__ import annotations

from typing import NamedTuple

from mlirlite.ir.operation import Operation
from mlirlite.printer.aliases import resolve
from mlirlite.printer.flags import PrintingFlags
from mlirlite.printer.printer import Printer


class PrintedText(NamedTuple):
    """The text of an op, and for each printed op the line (from 1) and the column (from 0). A
    terminator that its parent's syntax leaves out is not shown."""

    text: str
    positions: dict[Operation, tuple[int, int]]


def print_with_positions(op: Operation, flags: PrintingFlags | None = None) -> PrintedText:
    """As `print_op`, with the positions of the ops."""
    printer = _RecordingPrinter(flags)
    text = "".join(printer.print(op))
    pieces = resolve(printer._out)
    body = "".join(pieces)
    line = text.count("\n", 0, text.index(body)) + 1
    positions: dict[Operation, tuple[int, int]] = {}
    column = at = 0
    for index, shown in printer.starts:
        passed = "".join(pieces[at:index])
        at = index
        line += passed.count("\n")
        # An op begins its line: the text before it on the line is the indentation.
        column = len(passed) - passed.rfind("\n") - 1 if "\n" in passed else column
        positions[shown] = line, column
    return PrintedText(text, positions)


class _RecordingPrinter(Printer):
    """Records before which piece each op begins."""

    def __init__(self, flags: PrintingFlags | None) -> None:
        super().__init__(flags)
        self.starts: list[tuple[int, Operation]] = []

    def _print_op(self, op: Operation) -> None:
        self.starts.append((len(self._out), op))
        super()._print_op(op)
