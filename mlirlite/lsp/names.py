"""Which occurrence of a name defines it, and which ones use it.

Names are resolved in the text alone, so that this works while the text has errors; if the op could
be read, a definition knows its value.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import chain

from mlirlite.ir.attributes import StringAttr
from mlirlite.ir.block import Block
from mlirlite.ir.operation import Operation
from mlirlite.ir.values import BlockArgument, Value
from mlirlite.lsp.tokens import Kind, Name, Tokens
from mlirlite.support.source import SourceSpan

_defines = re.compile(r"(?::[0-9]+)?(?:\s*,\s*%[\w$.-]+(?::[0-9]+)?)*\s*=(?!=)", re.ASCII).match
_labels = re.compile(r"\s*(?:\([^\n]*\)\s*)?:(?!:)").match
_in_label = re.compile(r"\s*\^[\w$.-]+\s*\([^\n{]*$", re.ASCII).match
_in_signature = re.compile(r'@(?:[\w$.]+|"[^"\n]*")\s*\([^{}]*$', re.ASCII).search
_colon = re.compile(r"\s*:(?!:)").match
_equals = re.compile(r"\s*=").match
_ends = re.compile(r"[\n{}]")
_pack = re.compile(r":([0-9]+)", re.ASCII).match


@dataclass(slots=True)
class Definition:
    """The definition of a name, and all occurrences of it, this one first."""

    name: Name
    values: list[Value] = field(default_factory=list)
    """What it stands for, when its op was read: several for a pack."""
    op: Operation | None = None
    """The op that defines the value or the symbol."""
    uses: list[Name] = field(default_factory=list)

    @property
    def mentions(self) -> list[Name]:
        """The definition and its uses."""
        return [self.name, *self.uses]


class Names:
    """The definitions of one text and the ops read from it."""

    def __init__(self, tokens: Tokens, block: Block) -> None:
        self.tokens = tokens
        self.ops = sorted(_located(block), key=lambda pair: pair[0].start)
        """The ops that were read, each with the place of its name."""
        self.definitions: list[Definition] = []
        self._of: dict[int, Definition] = {}
        self._arguments = {
            argument.location.start: argument
            for argument in _arguments(block)
            if isinstance(argument.location, SourceSpan)
        }
        self._by_name: dict[str, list[Definition]] = {}
        for name in tokens.names:
            if self._is_definition(name):
                self._define(name)
        self._know_values()
        self._know_symbols()
        for name in tokens.names:
            if name.start not in self._of:
                found = self._resolve(name)
                if found is not None:
                    found.uses.append(name)
                    self._of[name.start] = found

    def of(self, name: Name) -> Definition | None:
        """The definition that an occurrence refers to."""
        return self._of.get(name.start)

    def visible(self, kind: Kind, offset: int) -> Iterator[Definition]:
        """The definitions of a kind that may be used at an offset."""
        scope = self.tokens.scope_at(offset)
        for found in self.definitions:
            name = found.name
            if name.kind is not kind:
                continue
            if kind is Kind.VALUE:
                between = self.tokens.text[name.end : offset]
                own = _defines(between) and not _ends.search(between)
                if name.start >= offset or own or not self.tokens.within(scope, name.scope):
                    continue
            if kind is Kind.BLOCK and not self.tokens.within(scope, name.scope):
                continue
            yield found

    def op_at(self, offset: int) -> tuple[SourceSpan, Operation] | None:
        """The last op whose name begins at or before an offset."""
        found = None
        for pair in self.ops:
            if pair[0].start > offset:
                break
            found = pair
        return found

    # Definitions

    def _is_definition(self, name: Name) -> bool:
        text = self.tokens.text
        if name.kind is Kind.VALUE:
            if name.start in self._arguments or _defines(text, name.end):
                return True
            line = text[text.rfind("\n", 0, name.start) + 1 : name.start]
            if not _colon(text, name.end):
                return False
            return bool(_in_label(line)) or (
                bool(_in_signature(line)) and "func" in line and "call" not in line
            )
        if name.kind is Kind.BLOCK:
            before = text[text.rfind("\n", 0, name.start) + 1 : name.start]
            return before.strip() in ("", "{") and _labels(text, name.end) is not None
        if name.kind is Kind.SYMBOL:
            return False
        before = text[text.rfind("\n", 0, name.start) + 1 : name.start]
        return not before.strip() and _equals(text, name.end) is not None

    def _define(self, name: Name) -> Definition:
        made = self._of[name.start] = Definition(name)
        self.definitions.append(made)
        self._by_name.setdefault(name.text, []).append(made)
        argument = self._arguments.get(name.start)
        if argument is not None:
            made.values.append(argument)
        return made

    def _know_values(self) -> None:
        """Link the names of results to the values of their op."""
        names, starts = self.tokens.names, self.tokens.starts
        text = self.tokens.text
        for span, op in self.ops:
            if not op.results:
                continue
            index = bisect_left(starts, span.start) - 1
            end = span.start
            found: list[Name] = []
            while index >= 0:
                name = names[index]
                between = text[name.end : end]
                separator = r"(?::[0-9]+)?\s*" + ("=" if not found else ",") + r"\s*"
                if name.kind is not Kind.VALUE or not re.fullmatch(separator, between):
                    break
                found.append(name)
                end, index = name.start, index - 1
            results = list(op.results)
            for name in reversed(found):
                pack = _pack(text, name.end)
                count = int(pack[1]) if pack else 1
                definition = self._of.get(name.start)
                if definition is not None:
                    definition.op = op
                    definition.values = list(results[:count])
                del results[:count]

    def _know_symbols(self) -> None:
        """Symbols are defined by the name after their op's."""
        for span, op in self.ops:
            symbol = op.properties.get("sym_name") or op.attributes.get("sym_name")
            if not isinstance(symbol, StringAttr):
                continue
            index = bisect_left(self.tokens.starts, span.end)
            for name in self.tokens.names[index : index + 4]:
                if name.kind is Kind.SYMBOL and name.text[1:].strip('"') == symbol.value:
                    self._define(name).op = op
                    break

    def _resolve(self, name: Name) -> Definition | None:
        """The definition that a use refers to: the last one before it whose scope encloses it, or
        else the next one after it."""
        all_of = self._by_name.get(name.text, [])
        if name.kind is Kind.SYMBOL:
            return all_of[0] if all_of else None
        scoped = name.kind in (Kind.VALUE, Kind.BLOCK)
        first_after = bisect_left(all_of, name.start, key=lambda d: d.name.start)
        for found in chain(reversed(all_of[:first_after]), all_of[first_after:]):
            if not scoped or self._sees(name, found):
                return found
        return None

    def _sees(self, name: Name, definition: Definition) -> bool:
        return self.tokens.within(name.scope, definition.name.scope)


def _located(block: Block) -> Iterator[tuple[SourceSpan, Operation]]:
    for top in block:
        for op in top.walk():
            if isinstance(op._location, SourceSpan):
                yield op._location, op


def _arguments(block: Block) -> Iterator[BlockArgument]:
    for top in block:
        for op in top.walk():
            for region in op.regions:
                for inner in region:
                    yield from inner.args
