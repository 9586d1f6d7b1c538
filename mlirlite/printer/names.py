"""Names of values, blocks and (for `--mlir-print-value-users`) operations, numbered exactly as
upstream does.

A region's ops are numbered before the ops nested in them; sibling regions start from the same
number."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from mlirlite.ir.block import Block, Region
from mlirlite.ir.interfaces import AsmNames
from mlirlite.ir.locations import (
    CallSiteLoc,
    FusedLoc,
    Location,
    NameLoc,
    settled,
)
from mlirlite.ir.operation import Operation
from mlirlite.ir.values import BlockArgument, Value
from mlirlite.printer.flags import PrintingFlags

UNKNOWN_VALUE = "<<UNKNOWN SSA VALUE>>"
UNKNOWN_BLOCK = "INVALIDBLOCK"

_PLAIN = re.compile(r"[A-Za-z0-9$._-]*\Z")


def sanitize(name: str, punctuation: str = "$._-") -> str:
    """A name that may follow `%`, `#` or `!`: blanks become `_`, other odd characters their hex
    code."""
    if not name:
        return ""
    out = name
    if punctuation != "$._-" or not _PLAIN.match(name):
        out = "".join(
            c
            if (c.isalnum() and c.isascii()) or c in punctuation
            else "_"
            if c == " "
            else "".join(f"{b:X}" for b in c.encode("utf-8", "surrogateescape"))
            for c in name
        )
    if name[0].isdigit():
        out = "_" + out
    return out


class _Values(dict[Value, str]):
    def __missing__(self, value: Value) -> str:
        return UNKNOWN_VALUE


class _Blocks(dict[Block, str]):
    def __missing__(self, block: Block) -> str:
        return UNKNOWN_BLOCK


class Names:
    """The names of everything inside `root`, and of its own results."""

    def __init__(self, root: Operation, flags: PrintingFlags) -> None:
        self.values: dict[Value, str] = _Values()
        """`%0`, `%0#1`, `%arg0` …"""
        self.heads: dict[Operation, str] = {}
        """The text before `=` for ops with more than one result: `%0:2`, `%a, %b:2`."""
        self.blocks: dict[Block, str] = _Blocks()
        self.operations: dict[Operation, str] = {}
        """Numbers of ops without results, assigned only if users are printed."""
        self._flags = flags
        self._hints = not flags.generic
        self._value = self._argument = self._conflict = 0
        self._used: set[str] = set()
        self._number(root)

    def _number(self, root: Operation) -> None:
        scopes: list[list[str]] = [[]]
        unique = self._flags.unique_ssa_ids or self._flags.generic
        self._scope = scopes[0]
        start = (0, 0, 0)
        todo: list[tuple[Region, tuple[int, int, int], int]] = [(r, start, 1) for r in root.regions]
        self._number_op(root)
        while todo:
            region, numbers, depth = todo.pop()
            if not unique:
                self._value, self._argument, self._conflict = numbers
            while len(scopes) > depth:
                self._used.difference_update(scopes.pop())
            self._scope = []
            scopes.append(self._scope)
            nested = self._number_region(region)
            if nested:
                numbers = (self._value, self._argument, self._conflict)
                todo += [(r, numbers, depth + 1) for op in nested for r in op._regions if r.first]

    def _number_region(self, region: Region) -> list[Operation]:
        """Name a region's blocks, arguments and results; returns the ops with regions."""
        parent: Any = region._parent
        values = self.values
        hints = self._hints
        named = self._flags.nameloc_as_prefix
        if hints and isinstance(parent, AsmNames):
            for block in region:
                for argument, name in zip(
                    block.args, parent.block_argument_names(block), strict=False
                ):
                    if name and argument not in values:
                        if named:
                            name = _name_in(argument_location(argument)) or name
                        values[argument] = self._unique(name)
        every = self._flags.value_users
        nested: list[Operation] = []
        for index, block in enumerate(region):
            self.blocks[block] = f"^bb{index}"
            for argument in block.args:
                if argument in values:
                    continue
                name = ""
                if index == 0:
                    name = f"arg{self._argument}"
                    self._argument += 1
                if named:
                    name = _name_in(argument_location(argument)) or name
                values[argument] = self._unique(name) if name else self._next()
            op = block._first
            while op is not None:
                results = op._results
                if results:
                    if len(results) == 1 and not named and not (hints and _HINTED[type(op)]):
                        values[results[0]] = f"%{self._value}"
                        self._value += 1
                    else:
                        self._number_op(op)
                elif every:
                    self.operations[op] = self._next()
                if op._regions:
                    nested.append(op)
                op = op._next
        return nested

    def _number_op(self, op: Operation) -> None:
        results = op._results
        if not results:
            if self._flags.value_users:
                self.operations[op] = self._next()
            return
        hints: Sequence[str] = ()
        if self._hints:
            hints = op.result_names() if isinstance(op, AsmNames) else _declared_names(op)
        groups: list[tuple[int, str]] = []
        name = _name_in(op.location) if self._flags.nameloc_as_prefix else ""
        if name:
            hints = [name, *(hint and name for hint in hints[1:])]
        for i, hint in enumerate(hints):
            if hint and i < len(results):
                groups.append((i, self._unique(hint)))
        if not groups or groups[0][0] != 0:
            groups.insert(0, (0, self._next()))
        ends = [start for start, _ in groups[1:]] + [len(results)]
        heads = []
        for (start, name), end in zip(groups, ends, strict=True):
            if end - start == 1:
                self.values[results[start]] = name
                heads.append(name)
            else:
                for i in range(start, end):
                    self.values[results[i]] = f"{name}#{i - start}"
                heads.append(f"{name}:{end - start}")
        if len(results) > 1:
            self.heads[op] = ", ".join(heads)

    def _next(self) -> str:
        number = self._value
        self._value = number + 1
        return f"%{number}"

    def _unique(self, hint: str) -> str:
        name = sanitize(hint)
        used = self._used
        if name in used:
            stem = name
            while name in used:
                name = f"{stem}_{self._conflict}"
                self._conflict += 1
        used.add(name)
        self._scope.append(name)
        return "%" + name


def argument_location(argument: BlockArgument) -> Location:
    """The location of a block argument; readers leave the span in the text, or a late one."""
    return settled(argument.location)


class _Hinted(dict[type, bool]):
    """True for a class whose results may have names of their own."""

    def __missing__(self, cls: Any) -> bool:
        definition = cls.definition
        several = definition is not None and len(definition.results) > 1
        found = self[cls] = several or issubclass(cls, AsmNames)
        return found


_HINTED = _Hinted()


def _declared_names(op: Operation) -> Sequence[str]:
    """The declared names of results, if there is more than one."""
    definition = op.definition
    if definition is None or len(definition.results) < 2:
        return ()
    try:
        sizes = definition.result_segments(op)
    except ValueError:
        return ()
    names: list[str] = []
    for field, size in zip(definition.results, sizes, strict=True):
        names += [field.name, *[""] * (size - 1)] if size else ()
    return names


def _name_in(location: Location) -> str:
    """The first name location in a location, or ""."""
    todo: list[Location] = [location]
    while todo:
        location = todo.pop()
        if isinstance(location, NameLoc):
            return location.value
        if isinstance(location, CallSiteLoc):
            todo += (location.caller, location.callee)
        elif isinstance(location, FusedLoc):
            todo += reversed(location.locations)
    return ""
