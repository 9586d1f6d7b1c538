"""Printer: operations, regions and blocks, in custom or generic form. One pass over the IR, one
list of pieces, no recursion."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, TextIO

from mlirlite.ir.affine import AffineConst, AffineDim, AffineExpr, AffineMap, AffineSymbol
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import DictionaryAttr, UnitAttr
from mlirlite.ir.block import Block, Region
from mlirlite.ir.locations import Location
from mlirlite.ir.operation import Operation
from mlirlite.ir.traits import IsolatedFromAbove, Terminator
from mlirlite.ir.values import BlockArgument, Value
from mlirlite.printer.aliases import Aliases, resolve
from mlirlite.printer.attributes import AttributePrinter
from mlirlite.printer.flags import PrintingFlags
from mlirlite.printer.literals import keyword_or_string, quoted
from mlirlite.printer.locations import location_text
from mlirlite.printer.names import Names, argument_location

OpPrinter = Callable[[Any, "Printer"], None]

_AFFINE_NAME = re.compile(r"\b([ds])(\d+)\b")
_QUOTE = '"'
_LEVELS = 200
_NEWLINES = ["\n" + "  " * level for level in range(_LEVELS)]
_WRITE_PIECES = 8192


class _RegionRequest:
    """A region that an op's printer asked for, and where in the pieces it goes."""

    __slots__ = ("arguments", "at", "empty_block", "region", "terminators")

    def __init__(
        self, region: Region, at: int, arguments: bool, terminators: bool, empty_block: bool
    ) -> None:
        self.region = region
        self.at = at
        self.arguments = arguments
        self.terminators = terminators
        self.empty_block = empty_block


class _Cursor:
    """A place in a region that is being printed."""

    __slots__ = ("block", "default_dialect", "op", "request")

    def __init__(self, request: _RegionRequest) -> None:
        self.request = request
        self.block: Block | None = request.region.first
        self.op: Operation | None = None
        parent = request.region.parent
        self.default_dialect = getattr(parent, "default_dialect", "")


class Printer(AttributePrinter):
    """Prints operations. The methods without an underscore are what `print` hooks call."""

    def __init__(self, flags: PrintingFlags | None = None) -> None:
        super().__init__(flags)
        self.names: dict[Value, str] = {}
        """Name of every value."""
        self._naming: Names
        self._level = 0
        self._default_dialect = "builtin"
        self._requests: list[_RegionRequest] = []
        self._heads: dict[tuple[str, str], str] = {}
        self._signatures: dict[Any, str] = {}
        self._users = self.flags.value_users
        self._locations = self.flags.debuginfo

    # Whole operations

    def print(self, op: Operation) -> Iterator[str]:
        """The text of an op in pieces. A top-level op comes with alias definitions and resources,
        and ends in a newline."""
        local = self.flags.local_scope
        top = op.parent is None and not local
        self._naming = Names(_numbering_root(op, local), self.flags)
        self.names = self._naming.values
        aliases = self._aliases = Aliases(enabled=top)
        self._print_all(op)
        names = aliases.assign()
        # All is rendered in the order in which it is printed: distinct attributes are numbered by it.
        for attribute in aliases.definitions(deferred=False):
            yield f"{names[attribute]} = {self.full_text(attribute)}\n"
        yield from _chunks(resolve(self._out) if self._deferred else self._out)
        if top:
            yield "\n"
            for attribute in aliases.definitions(deferred=True):
                yield f"{names[attribute]} = {self.full_text(attribute)}\n"
            yield from self.resources.trailer(self.flags.elide_resources_larger)

    def _print_all(self, op: Operation) -> None:
        """Print an op and all in it. `work` holds what is left to do: cursors, region requests, and
        pieces that follow a region."""
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
            elif type(item) is _RegionRequest:
                if skip_regions:
                    append("{...}")
                    continue
                append("{")
                self._level += 1
                cursor = _Cursor(item)
                if cursor.block is None:
                    self._close_region()
                else:
                    self._open_block(cursor, cursor.block)
                    work.append(cursor)
            elif type(item) is list:
                out += item
            else:
                for render, subject in item:  # late visits
                    self._visit(subject, render)

    def _suspend(self, work: list[Any]) -> None:
        """The op just printed asked for regions: cut what follows each of them off and queue it
        all."""
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
        newline = _NEWLINES[level] if level < _LEVELS else None
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
                op = op.next
                if op is not None and op.next is None and self._hidden(cursor, op):
                    op = None
                if self._requests:
                    cursor.op = op
                    work.append(cursor)
                    self._suspend(work)
                    return
            block = cursor.block.next if cursor.block is not None else None
            if block is None:
                self._close_region()
                return
            cursor.block = block
            self._open_block(cursor, block)
            op = cursor.op

    def _close_region(self) -> None:
        self._level -= 1
        self.newline()
        self.text("}")

    @staticmethod
    def _hidden(cursor: _Cursor, op: Operation) -> bool:
        """True for a terminator that the parent leaves out (in the entry block only)."""
        return (
            not cursor.request.terminators
            and cursor.block is cursor.request.region.first
            and op.has_trait(Terminator)
        )

    def _open_block(self, cursor: _Cursor, block: Block) -> None:
        request = cursor.request
        entry = block is request.region.first
        if (
            not entry
            or (request.arguments and block.args)
            or (request.empty_block and block.first is None)
        ):
            self._level -= 1
            self.newline()
            self._level += 1
            self._block_header(block, entry)
        if self._users:
            for argument in block.args:
                self.newline()
                self.text(f"// {self.names[argument]} {self._argument_users(argument)}")
        first = block.first
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
            names[op.parent]
            for op in block.users
            for successor in op.successors
            if successor is block and op.parent is not None
        ]
        if len(predecessors) == 1:
            text(f"  // pred: {predecessors[0]}")
        elif predecessors:
            predecessors.sort(key=lambda name: int(name[3:]) if name[3:].isdigit() else -1)
            text(f"  // {len(predecessors)} preds: {', '.join(predecessors)}")
        elif not entry:
            text("  // no predecessors")

    # One operation

    def _print_op(self, op: Operation) -> None:
        append = self._out.append
        if self._locations:
            self._visit_location(op)
        results = op.results
        if results:
            if len(results) == 1:
                append(self.names[results[0]] + " = ")
            else:
                append((self._naming.heads.get(op) or "<<UNKNOWN SSA VALUE>>") + " = ")
        write = None if self.flags.generic else op_printer(type(op))
        if write is None:
            self._generic(op)
        else:
            name = op.name
            default = self._default_dialect
            found = self._heads.get((name, default))
            if found is None:
                dialect, _, rest = name.partition(".")
                found = rest if dialect == default and "." not in rest else name
                self._heads[name, default] = found
            append(found)
            write(op, self)
        if self._locations:
            append(" ")
            self._append_location(op)
        if self._users:
            self._append_users(op)

    def _generic(self, op: Operation) -> None:
        names = self.names
        operands, results = op.operands, op.results
        if not operands:
            inside = ""
        elif len(operands) == 1:
            inside = names[operands[0]]
        else:
            inside = ", ".join([names[v] for v in operands])
        head = f"{self._heads.get((op.name, _QUOTE)) or self._quoted_name(op.name)}({inside})"
        if op.successors:
            blocks = self._naming.blocks
            head += f"[{', '.join([blocks[b] for b in op.successors])}]"
        properties, attributes = op.properties, op._attributes
        if not op.regions:  # mostly all texts are known
            inner = self._known_entries(properties) if properties else ""
            outer = self._known_entries(attributes) if attributes else ""
            signature = self._known_signature(operands, results)
            if inner is not None and outer is not None and signature is not None:
                if inner:
                    head += f" <{{{inner}}}>"
                if outer:
                    head += f" {{{outer}}}"
                self._out.append(f"{head} : {signature}")
                return
        self._generic_by_parts(op, head)

    def _generic_by_parts(self, op: Operation, head: str) -> None:
        append = self._out.append
        properties, attributes = op.properties, op._attributes
        if self._aliases is not None:
            self._late = []
        append(head)
        if properties:
            append(" <{")
            self._entries(properties)
            append("}>")
        if op.regions:
            append(" (")
            for i, region in enumerate(op.regions):
                if i:
                    append(", ")
                self.region(region, print_empty_block=True)
            append(")")
        if attributes:
            append(" {")
            self._entries(attributes)
            append("}")
        append(" : ")
        self.functional_type(op.operands, op.results)
        late, self._late = self._late, None
        if late:
            self._visit_generic(op)

    def _visit_generic(self, op: Operation) -> None:
        """Meet the types and attributes of a generic op in upstream's order: after its regions,
        types first."""
        visits: list[Any] = [(self.attribute_text, v.type) for v in (*op.operands, *op.results)]
        entries = {**op.properties, **(op._attributes or {})}
        visits += [(self.attribute_text, entries[n]) for n in sorted(entries)]
        if self._requests:
            self._late = visits
        else:
            for render, subject in visits:
                self._visit(subject, render)

    def _quoted_name(self, name: str) -> str:
        text = self._heads[name, _QUOTE] = quoted(name)
        return text

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
                return None
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

    def _visit_location(self, op: Operation) -> None:
        aliases = self._aliases
        if aliases is not None and aliases.enabled:
            aliases.deferrable = True
            self._visit(op.location)
            aliases.deferrable = False

    def _append_location(self, op: Operation) -> None:
        location = op.location
        if self._aliases is None:
            self.text(self._trailing(location))
        else:
            self._defer(self._trailing, location)

    # Comments on users

    def _append_users(self, op: Operation) -> None:
        results = op.results
        if not results:
            if op.operands:
                self.text(f" // id: {self._naming.operations.get(op, '')}")
            return
        users = {user for result in results for user in result.users}
        if not users:
            self.text(" // unused")
            return
        one = len(results) == len(users) == 1 and all(len(u.results) <= 1 for u in users)
        texts = [self._user_names(r) or "unused" for r in results]
        if len(texts) > 1:
            texts = [f"({t})" for t in texts]
        self.text(f" // {'user' if one else 'users'}: {', '.join(texts)}")

    def _argument_users(self, argument: BlockArgument) -> str:
        users = self._user_names(argument)
        return f"is used by {users}" if users else "is unused"

    def _user_names(self, value: Value) -> str:
        found: list[str] = []
        for user in reversed(value.users):
            found += [self.names[r] for r in user.results] or [
                self._naming.operations.get(user, "")
            ]
        return ", ".join(found)

    # What hooks call

    def newline(self) -> None:
        """Append a line break and the current indentation."""
        level = self._level
        if level < _LEVELS:
            self.text(_NEWLINES[level])
            return
        self.text("\n")
        blanks = _NEWLINES[_LEVELS - 1][1:]
        while level > 0:
            self.text(blanks if level >= _LEVELS else "  " * level)
            level -= _LEVELS - 1

    def value(self, value: Value) -> None:
        """Append a value's name."""
        self.text(self.names[value])

    def values(self, values: Iterable[Value]) -> None:
        """Append names, separated by commas."""
        names = self.names
        self.text(", ".join([names[v] for v in values]))

    def operation_name(self, op: Operation) -> str:
        """The op's full name."""
        return op.name

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
        """Append `%arg0: i32`, with its location when locations are printed."""
        self.text(self.names[argument])
        if not with_type:
            return
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
        nothing when none is left."""
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

    def dictionary(self, entries: dict[str, Attribute] | DictionaryAttr) -> None:
        """Append `{a = 1 : i64}`, also when it is empty."""
        self.text("{")
        self._entries(entries.to_dict() if isinstance(entries, DictionaryAttr) else entries)
        self.text("}")

    def region(
        self,
        region: Region,
        print_entry_args: bool = True,
        print_terminators: bool = True,
        print_empty_block: bool = False,
    ) -> None:
        """Append a region in braces (no space before). It is printed after the hook returns, at
        this place."""
        self._requests.append(
            _RegionRequest(
                region, len(self._out), print_entry_args, print_terminators, print_empty_block
            )
        )
        if self._aliases is not None and self._late is None:
            self._late = []

    def operation(self, op: Operation) -> None:
        """Append an op without its results, in the line of the op around it (upstream:
        printCustomOrGenericOp)."""
        start = len(self._out)
        self._print_op(op)
        if op.results:
            self._out[start] = ""

    def affine_map_of_ssa_ids(self, map: AffineMap, operands: Sequence[Value]) -> None:
        """Append the results of a map with its operands' names in place: `%i + 1, symbol(%n)`."""
        names = [self.names[v] for v in operands]
        dims, symbols = names[: map.num_dims], names[map.num_dims :]
        self.text(", ".join([affine_text(e, dims, symbols) for e in map.results]))

    def affine_expr_of_ssa_ids(
        self, expression: AffineExpr, dims: Sequence[Value], symbols: Sequence[Value]
    ) -> None:
        """Append one expression with names in place."""
        names = self.names
        self.text(affine_text(expression, [names[v] for v in dims], [names[v] for v in symbols]))


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


def _numbering_root(op: Operation, local: bool) -> Operation:
    """The op from which values are numbered, so that the names are those of the whole."""
    while not (local and op.has_trait(IsolatedFromAbove)):
        parent = op.parent_op
        if parent is None:
            break
        op = parent
    return op


def _chunks(pieces: list[str]) -> Iterator[str]:
    for start in range(0, len(pieces), _WRITE_PIECES):
        yield "".join(pieces[start : start + _WRITE_PIECES])


def op_printer(cls: type[Operation]) -> OpPrinter | None:
    """What prints an op of this class after its name: its `print`, its compiled `assembly_format`;
    None: the generic form."""
    found = _OP_PRINTERS.get(cls, False)
    if found is not False:
        return found
    printer: OpPrinter | None = None
    for base in cls.__mro__:
        if "print" in vars(base):
            printer = cls.print  # type: ignore[attr-defined]
            break
        if vars(base).get("assembly_format") is not None:
            from mlirlite.printer.format_printer import compile_printer

            printer = compile_printer(cls)  # type: ignore[arg-type]
            break
    _OP_PRINTERS[cls] = printer
    return printer


_OP_PRINTERS: dict[type, Any] = {}


def print_op(op: Operation, flags: PrintingFlags | None = None, **choices: Any) -> str:
    """The text of an op. `choices` are fields of PrintingFlags. A top-level op's text ends in a
    newline, as upstream's."""
    return "".join(Printer(flags or PrintingFlags(**choices)).print(op))


def print_to(
    op: Operation, stream: TextIO, flags: PrintingFlags | None = None, **choices: Any
) -> None:
    """As `print_op`, written to a stream in chunks."""
    for chunk in Printer(flags or PrintingFlags(**choices)).print(op):
        stream.write(chunk)
