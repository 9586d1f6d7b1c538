"""HookPrinter: the methods that `print` hooks of operations call: values, regions, successors,
dictionaries."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from mlirlite.ir.affine import AffineConst, AffineDim, AffineExpr, AffineMap, AffineSymbol
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import DictionaryAttr, IntegerAttr, StringAttr, UnitAttr
from mlirlite.ir.block import Block, Region
from mlirlite.ir.locations import Location
from mlirlite.ir.operation import Operation
from mlirlite.ir.values import BlockArgument, Value
from mlirlite.printer.attributes import AttributePrinter
from mlirlite.printer.flags import PrintingFlags
from mlirlite.printer.literals import keyword_or_string
from mlirlite.printer.locations import location_text
from mlirlite.printer.names import Names, argument_location

_AFFINE_NAME = re.compile(r"\b([ds])(\d+)\b")
LEVELS = 200
"""Levels of indentation with a text of their own; deeper ones are composed."""
NEWLINES = ["\n" + "  " * level for level in range(LEVELS)]


class RegionRequest:
    """A region that an op's printer requested, and its position in the pieces."""

    __slots__ = ("arguments", "at", "empty_block", "indent", "region", "terminators")

    def __init__(
        self,
        region: Region,
        at: int,
        arguments: bool,
        terminators: bool,
        empty_block: bool,
        indent: int,
    ) -> None:
        self.region = region
        self.at = at
        self.arguments = arguments
        self.terminators = terminators
        self.empty_block = empty_block
        self.indent = indent


class HookPrinter(AttributePrinter):
    """Appends the parts of an operation's text."""

    def __init__(self, flags: PrintingFlags | None = None) -> None:
        super().__init__(flags)
        self.names: dict[Value, str] = {}
        """Name of every value."""
        self._naming: Names
        self._level = 0
        self._requests: list[RegionRequest] = []
        self._signatures: dict[Any, str] = {}
        self._locations = self.flags.debuginfo

    def newline(self) -> None:
        """Append a line break and the current indentation."""
        level = self._level
        if level < LEVELS:
            self.text(NEWLINES[level])
            return
        self.text("\n")
        blanks = NEWLINES[LEVELS - 1][1:]
        while level > 0:
            self.text(blanks if level >= LEVELS else "  " * level)
            level -= LEVELS - 1

    def value(self, value: Value) -> None:
        """Append a value's name."""
        self.text(self.names[value])

    def values(self, values: Iterable[Value]) -> None:
        """Append names, separated by commas."""
        names = self.names
        self.text(", ".join([names[v] for v in values]))

    def successor(self, block: Block, operands: Sequence[Value] = ()) -> None:
        """Append `^bb1` or `^bb1(%a, %b : i32, i32)`."""
        self.text(self._naming.blocks[block])
        if operands:
            self.text("(")
            self.values(operands)
            self.text(" : ")
            self.types(v.type for v in operands)
            self.text(")")

    def functional_type(
        self, operands: Sequence[Value | Type], results: Sequence[Value | Type]
    ) -> None:
        """Append `(t, u) -> v` of values or of types."""
        known = self._known_signature(operands, results)
        if known is not None:
            self.text(known)
            return
        inputs = tuple([v.type if isinstance(v, Value) else v for v in operands])
        outputs = tuple([v.type if isinstance(v, Value) else v for v in results])
        self._emit(self._signature, (inputs, outputs))

    def block_argument(self, argument: BlockArgument, with_type: bool = True) -> None:
        """Append `%arg0: i32` or `%arg0`, with its location when locations are printed."""
        self.text(self.names[argument])
        if with_type:
            self.text(": ")
            self.type(argument.type)
        self.argument_location(argument)

    def argument_location(self, argument: BlockArgument) -> None:
        """Append a block argument's location when locations are printed."""
        if self._locations:
            location = argument_location(argument)
            self._visit(location)
            self.text(" ")
            self._emit(self._argument_location, location)

    def _argument_location(self, location: Location) -> str:
        return location_text(self, location)

    def attr_dict(self, op: Operation, elided: Iterable[str] = ()) -> None:
        """Append ` {a = 1 : i64}`: properties and discardable attributes that are not elided;
        nothing if none is left."""
        self._attr_dict(op, elided, " {")

    def attr_dict_with_keyword(self, op: Operation, elided: Iterable[str] = ()) -> None:
        """As `attr_dict`, after the keyword `attributes`."""
        self._attr_dict(op, elided, " attributes {")

    def _attr_dict(self, op: Operation, elided: Iterable[str], head: str) -> None:
        entries: dict[str, Attribute] = {}
        if op.properties:
            entries.update(op.properties)
        if op._attributes:
            entries.update(op._attributes)
        if not entries:
            return
        for name in elided:
            entries.pop(name, None)
        if entries:
            self.text(head)
            self._entries(entries)
            self.text("}")

    def dictionary(
        self, entries: dict[str, Attribute] | DictionaryAttr, *, visit: bool = True
    ) -> None:
        """Append `{a = 1 : i64}`, even if it is empty. Without `visit` no alias is made for its
        entries; an alias that exists for another reason is used."""
        self.text("{")
        self._unvisited = not visit
        self._entries(entries.to_dict() if isinstance(entries, DictionaryAttr) else entries)
        self._unvisited = False
        self.text("}")

    def region(
        self,
        region: Region,
        print_entry_args: bool = True,
        print_terminators: bool = True,
        print_empty_block: bool = False,
        indent: int = 0,
    ) -> None:
        """Append a region in braces (no space before). It is printed after the hook returns, at
        this position, `indent` levels deeper than the op."""
        self._requests.append(
            RegionRequest(
                region,
                len(self._out),
                print_entry_args,
                print_terminators,
                print_empty_block,
                indent,
            )
        )
        if self._aliases is not None and self._late is None:
            self._late = []

    def affine_map_of_ssa_ids(self, map: AffineMap, operands: Sequence[Value]) -> None:
        """Append the results of a map with its operands' names substituted: `%i + 1,
        symbol(%n)`."""
        names = [self.names[v] for v in operands]
        dims, symbols = names[: map.num_dims], names[map.num_dims :]
        self.text(", ".join([affine_text(e, dims, symbols) for e in map.results]))

    # Texts that are known already

    def _known_entries(self, entries: dict[str, Attribute]) -> str | None:
        """Entries of a dictionary, sorted by name, without the braces; None when a text is not
        known yet."""
        texts = self._texts
        parts = []
        for name in entries if len(entries) == 1 else sorted(entries):
            value = entries[name]
            if type(value) is UnitAttr:
                parts.append(keyword_or_string(name))
                continue
            found = texts.get(value)
            if found is None:
                plain = type(value) is IntegerAttr
                if not plain and not (isinstance(value, StringAttr) and value.type is None):
                    return None
                found = texts[value] = self.full_text(value)  # these cannot contain an alias
            parts.append(f"{keyword_or_string(name)} = {found}")
        return ", ".join(parts)

    def _entries(self, entries: dict[str, Attribute]) -> None:
        """Entries of a dictionary, sorted by name, without the braces."""
        known = self._known_entries(entries)
        if known is not None:
            self.text(known)
            return
        for i, name in enumerate(sorted(entries)):
            value = entries[name]
            self.text(f", {keyword_or_string(name)}" if i else keyword_or_string(name))
            if type(value) is not UnitAttr:
                self.text(" = ")
                self.attribute(value)

    def _known_signature(
        self, operands: Sequence[Value | Type], results: Sequence[Value | Type]
    ) -> str | None:
        """`(t, u) -> v` of values or of types; None when a text is not known yet."""
        inputs = tuple([v.type if isinstance(v, Value) else v for v in operands])
        outputs = tuple([v.type if isinstance(v, Value) else v for v in results])
        key = inputs, outputs
        found = self._signatures.get(key)
        if found is None:
            texts = self._texts
            if all(t in texts for t in inputs) and all(t in texts for t in outputs):
                found = self._signatures[key] = self._signature(key)
        return found


def affine_text(expression: AffineExpr, dims: Sequence[str], symbols: Sequence[str]) -> str:
    """An expression's text with other names: `d0` becomes `dims[0]`, `s0` becomes
    `symbol(symbols[0])`."""
    if isinstance(expression, AffineDim):
        return dims[expression.position]
    if isinstance(expression, AffineSymbol):
        return f"symbol({symbols[expression.position]})"
    if isinstance(expression, AffineConst):
        return str(expression.value)
    text = str(expression)
    return _AFFINE_NAME.sub(
        lambda m: dims[int(m[2])] if m[1] == "d" else f"symbol({symbols[int(m[2])]})", text
    )
