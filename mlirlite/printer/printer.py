"""Printer: regions and blocks. One pass over the IR, one list of pieces, no recursion."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, TextIO

from mlirlite.ir.block import Block
from mlirlite.ir.operation import Operation
from mlirlite.ir.resources import ExternalResources
from mlirlite.ir.traits import IsolatedFromAbove, Terminator
from mlirlite.printer.aliases import Aliases, resolve_in_parts
from mlirlite.printer.flags import PrintingFlags
from mlirlite.printer.hooks import LEVELS, NEWLINES, RegionRequest
from mlirlite.printer.names import Names
from mlirlite.printer.operations import OperationPrinter
from mlirlite.support.diagnostics import DiagnosticError

FAILURES = (DiagnosticError, AttributeError, IndexError, KeyError, TypeError, ValueError)
"""Exceptions of printing an invalid op in custom syntax; its generic form can still be printed."""
_WRITE_PIECES = 8192


class _Cursor:
    """A position in a region that is being printed."""

    __slots__ = ("block", "default_dialect", "op", "request")

    def __init__(self, request: RegionRequest) -> None:
        self.request = request
        self.block: Block | None = request.region._first
        self.op: Operation | None = None
        parent = request.region._parent
        self.default_dialect = getattr(parent, "default_dialect", "")


class Printer(OperationPrinter):
    """Prints operations with their contents. Hooks call the methods without an underscore."""

    def print(self, op: Operation, external: ExternalResources | None = None) -> Iterator[str]:
        """The text of an op in pieces. A top-level op comes with alias definitions and resources,
        the external ones, too, and ends in a newline."""
        local = self.flags.local_scope
        top = op._parent is None and not local
        self._naming = Names(_numbering_root(op, local), self.flags)
        self.names = self._naming.values
        aliases = self._aliases = Aliases(enabled=top)
        self._print_all(op)
        names = aliases.assign()
        # Rendered in printing order, in which distinct attributes are numbered.
        for attribute in aliases.definitions(deferred=False):
            yield f"{names[attribute]} = {self.full_text(attribute)}\n"
        yield from _chunks(self._out, resolve_in_parts if self._deferred else _joined)
        if top:
            yield "\n"
            for attribute in aliases.definitions(deferred=True):
                yield f"{names[attribute]} = {self.full_text(attribute)}\n"
            yield from self.resources.trailer(self.flags.elide_resources_larger, external)

    def _print_all(self, op: Operation) -> None:
        """Print an op and its contents. `work` holds the remaining work: cursors, region requests,
        and pieces that follow a region."""
        out = self._out
        append = out.append
        self._print_op(op)
        work: list[Any] = []
        if self._requests:
            self._suspend(work)
        skip_regions = self.flags.skip_regions
        while work:
            item = work.pop()
            if type(item) is _Cursor:
                self._print_from(item, work)
            elif type(item) is RegionRequest:
                if skip_regions:
                    append("{...}")
                    continue
                append("{")
                self._level += 1 + item.indent
                cursor = _Cursor(item)
                if cursor.block is None:
                    self._close_region(item)
                else:
                    self._open_block(cursor, cursor.block)
                    work.append(cursor)
            elif type(item) is list:
                out += item
            else:
                for render, subject in item:  # late visits
                    self._visit(subject, render)

    def _suspend(self, work: list[Any]) -> None:
        """The op just printed has requested regions: cut off the text after each of them and queue
        everything."""
        out = self._out
        requests = self._requests
        self._requests = []
        items: list[Any] = []
        for i, request in enumerate(requests):
            end = requests[i + 1].at if i + 1 < len(requests) else len(out)
            items.append(request)
            if end > request.at:
                items.append(out[request.at : end])
        del out[requests[0].at :]
        if self._late is not None:
            if self._late:
                items.append(tuple(self._late))
            self._late = None
        items.reverse()
        work += items

    def _print_from(self, cursor: _Cursor, work: list[Any]) -> None:
        """Print ops from the cursor on, until one has regions or the region ends."""
        append = self._out.append
        level = self._level
        newline = NEWLINES[level] if level < LEVELS else None
        self._default_dialect = cursor.default_dialect
        op = cursor.op
        print_op = self._print_op
        while True:
            while op is not None:
                if newline is not None:
                    append(newline)
                else:
                    self.newline()
                print_op(op)
                op = op._next
                if op is not None and op._next is None and self._hidden(cursor, op):
                    op = None
                if self._requests:
                    cursor.op = op
                    work.append(cursor)
                    self._suspend(work)
                    return
            block = cursor.block._next if cursor.block is not None else None
            if block is None:
                self._close_region(cursor.request)
                return
            cursor.block = block
            self._open_block(cursor, block)
            op = cursor.op

    def _close_region(self, request: RegionRequest) -> None:
        self._level -= 1
        self.newline()
        self.text("}")
        self._level -= request.indent

    @staticmethod
    def _hidden(cursor: _Cursor, op: Operation) -> bool:
        """True for a terminator that the parent's syntax leaves out (in the entry block only)."""
        return (
            not cursor.request.terminators
            and cursor.block is cursor.request.region._first
            and op.has_trait(Terminator)
        )

    def _open_block(self, cursor: _Cursor, block: Block) -> None:
        request = cursor.request
        entry = block is request.region._first
        if (
            not entry
            or (request.arguments and block.args)
            or (request.empty_block and block._first is None)
        ):
            self._level -= 1
            self.newline()
            self._level += 1
            self._block_header(block, entry)
        if self._users:
            for argument in block.args:
                self.newline()
                self.text(f"// {self.names[argument]} {self._argument_users(argument)}")
        if self._comments is not None:
            for value, said in self._comments(block):
                self.newline()
                self.text(f"// {self.names[value]} {said}" if value is not None else f"// {said}")
        first = block._first
        if first is not None and first.next is None and self._hidden(cursor, first):
            first = None
        cursor.op = first

    def _block_header(self, block: Block, entry: bool) -> None:
        text = self.text
        names = self._naming.blocks
        text(names[block])
        if block.args:
            text("(")
            separate = False
            for argument in block.args:
                if separate:
                    text(", ")
                separate = True
                self.block_argument(argument)
            text(")")
        text(":")
        predecessors = [
            names[op._parent]
            for op in block.users
            for successor in op._successors
            if successor is block and op._parent is not None
        ]
        if len(predecessors) == 1:
            text(f"  // pred: {predecessors[0]}")
        elif predecessors:
            predecessors.sort(key=lambda name: int(name[3:]) if name[3:].isdigit() else -1)
            text(f"  // {len(predecessors)} preds: {', '.join(predecessors)}")
        elif not entry:
            text("  // no predecessors")


def _numbering_root(op: Operation, local: bool) -> Operation:
    """The op from which values are numbered, so that names are the same as in the whole module."""
    while not (local and op.has_trait(IsolatedFromAbove)):
        parent = op.parent_op
        if parent is None:
            break
        op = parent
    return op


def _chunks(pieces: list[Any], join: Callable[[list[Any]], Iterable[str]]) -> Iterator[str]:
    for start in range(0, len(pieces), _WRITE_PIECES):
        yield from join(pieces[start : start + _WRITE_PIECES])


def _joined(pieces: list[str]) -> Iterable[str]:
    return ("".join(pieces),)


def print_op(op: Operation, flags: PrintingFlags | None = None, **choices: Any) -> str:
    """The text of an op. `choices` are fields of PrintingFlags. A top-level op's text ends in a
    newline, as upstream's."""
    return "".join(Printer(flags or PrintingFlags(**choices)).print(op))


def print_to(
    op: Operation,
    stream: TextIO,
    flags: PrintingFlags | None = None,
    *,
    external: ExternalResources | None = None,
    **choices: Any,
) -> None:
    """As `print_op`, written to a stream in chunks, with external resources in the trailer."""
    for chunk in Printer(flags or PrintingFlags(**choices)).print(op, external):
        stream.write(chunk)
