"""Which numbers attributes, types, dialects, names, values and operations have in a file.

What is used often has a small number, and so takes fewer bytes; among numbers of as many bytes,
those of one dialect stand together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from mlirlite.bytecode.dialect_encoding import DialectEncoding
from mlirlite.bytecode.encodings import encoding_of
from mlirlite.bytecode.isolation import Isolation
from mlirlite.bytecode.properties import codec_of
from mlirlite.bytecode.sections import Since
from mlirlite.ir.attribute import Attribute, OpaqueAttr, OpaqueType, Type
from mlirlite.ir.attributes import DictionaryAttr
from mlirlite.ir.block import Block, Region
from mlirlite.ir.context import Context
from mlirlite.ir.definition import Op
from mlirlite.ir.locations import AnyLocation, Location, settled
from mlirlite.ir.operation import Operation
from mlirlite.ir.resources import Resource
from mlirlite.ir.values import Value
from mlirlite.printer.attributes import AttributePrinter
from mlirlite.printer.resources import Resources
from mlirlite.support.diagnostics import DiagnosticError


class Numbered:
    """An attribute, a type or the name of an operation. `uses` counts those after the first."""

    __slots__ = ("children", "dialect", "is_native", "number", "text", "uses", "value")

    def __init__(self, value: Any, dialect: NumberedDialect) -> None:
        self.value = value
        self.dialect = dialect
        self.uses = 0
        self.number = 0
        self.is_native = False
        self.text = ""
        self.children: list[tuple[bool, Any]] = []
        """What it contains: whether it is a type, and which."""


class NumberedDialect:
    """A dialect that something is of."""

    __slots__ = ("encoding", "name", "number", "resources", "upstream")

    def __init__(self, name: str, number: int, context: Context) -> None:
        self.name = name
        self.number = number
        dialect = context.dialect(name)
        self.encoding: DialectEncoding | None = encoding_of(dialect)
        self.upstream = dialect is not None and dialect.registered_in_bytecode
        self.resources: dict[Resource, None] = {}


class _Contents:
    """An entry that is not written: collects what the attribute or type contains."""

    def __init__(self, version: int) -> None:
        self.version = version
        self.found: list[tuple[bool, Any]] = []
        self.resources: list[Resource] = []

    def varint(self, value: int) -> None:
        pass

    svarint = byte = varint

    def string(self, text: str) -> None:
        pass

    def blob(self, data: bytes | bytearray | memoryview) -> None:
        pass

    def attribute(self, attribute: Attribute) -> None:
        self.found.append((False, attribute))

    def optional_attribute(self, attribute: Attribute | None) -> None:
        if attribute is not None:
            self.found.append((False, attribute))

    def type(self, type: Type) -> None:
        self.found.append((True, type))

    def resource(self, resource: Resource) -> None:
        self.resources.append(resource)


class Numbering:
    """All numbers of one file."""

    def __init__(self, root: Operation, context: Context, version: int) -> None:
        self.context = context
        self.version = version
        self.dialects: dict[str, NumberedDialect] = {}
        self.attributes: dict[Attribute, Numbered] = {}
        self.types: dict[Type, Numbered] = {}
        self.op_names: dict[str, Numbered] = {}
        self.values: dict[Value, int] = {}
        self.counts: dict[Region, tuple[int, int]] = {}
        """How many blocks and values each region has that is not empty."""
        self.isolation = Isolation(root)
        self.blocks: dict[Block, int] = {}
        self.keys = Resources()
        self._next_value = 0
        self._printer = AttributePrinter()
        self._printer.resources = self.keys
        self._known: list[Resource] = []
        self._locations: dict[int, Location] = {}
        self._dictionaries: dict[Operation, DictionaryAttr | None] = {}
        self._number_operation(root)
        self._number_regions(root)
        self.ordered_attributes = _ordered(self.attributes.values())
        self.ordered_types = _ordered(self.types.values())
        self.ordered_names = _ordered(self.op_names.values())
        self.resources: dict[Resource, int] = {}
        for dialect in self.dialects.values():
            defined = [r for r in dialect.resources if r.is_defined]
            others = [r for r in dialect.resources if not r.is_defined]
            for resource in (*defined, *others):
                self.resources[resource] = len(self.resources)

    # Operations

    def _number_regions(self, root: Operation) -> None:
        waiting: list[tuple[Region, int]] = []

        def push(op: Operation) -> None:
            first = 0 if op in self.isolation.isolated else self._next_value
            waiting.extend((region, first) for region in op.regions)

        push(root)
        while waiting:
            region, self._next_value = waiting.pop()
            first, blocks = self._next_value, 0
            for block in region:
                self.blocks[block] = blocks
                blocks += 1
                self._number_block(block)
            if blocks:
                self.counts[region] = blocks, self._next_value - first
            for block in region:
                for op in block:
                    if op.regions:
                        push(op)

    def _number_block(self, block: Block) -> None:
        for argument in block.args:
            self.values[argument] = self._next_value
            self._next_value += 1
            self.attribute(self.location(argument.location))
            self.type(argument.type)
        for op in block:
            self._number_operation(op)

    def _number_operation(self, op: Operation) -> None:
        self._name(op)
        for result in op.results:
            self.values[result] = self._next_value
            self._next_value += 1
            self.type(result.type)
        entries = self.dictionary(op)
        if entries is not None:
            self.attribute(entries)
        if self.version >= Since.NATIVE_PROPERTIES:
            contents = _Contents(self.version)
            self.write_properties(op, contents)
            for is_type, value in contents.found:
                self._add(is_type, value)
        self.attribute(self.location(op._location))

    def _name(self, op: Operation) -> None:
        found = self.op_names.get(op.name)
        if found is not None:
            found.uses += 1
        else:
            found = Numbered(op.name, self._dialect(op.dialect_name))
            found.is_native = self.is_registered(op)
            self.op_names[op.name] = found

    def is_registered(self, op: Operation) -> bool:
        """Whether the operation's properties are encoded by its declaration."""
        return isinstance(op, Op) and self._dialect(op.dialect_name).upstream

    def dictionary(self, op: Operation) -> DictionaryAttr | None:
        """The dictionary that is written of an operation; None for an empty one."""
        if op not in self._dictionaries:
            self._dictionaries[op] = self._dictionary(op)
        return self._dictionaries[op]

    def _dictionary(self, op: Operation) -> DictionaryAttr | None:
        entries: dict[str, Attribute] = op._attributes or {}
        if self.version < Since.NATIVE_PROPERTIES:
            entries = {**op.properties, **entries}
        return DictionaryAttr(tuple(entries.items())) if entries else None

    def write_properties(self, op: Operation, entry: Any) -> bool:
        """Write the properties of an operation; False, and nothing written, when it has none."""
        if isinstance(op, Op) and self.is_registered(op):
            codec = codec_of(type(op))
            if not codec.is_empty:
                try:
                    codec.write(op.properties, entry)
                except KeyError as e:
                    raise DiagnosticError(op.error(f"requires attribute {e}")) from e
            return not codec.is_empty
        whole = getattr(op, "whole_property", None)
        if whole is None and op.properties:
            whole = DictionaryAttr(tuple(op.properties.items()))
        if whole is not None:
            entry.attribute(whole)
        return whole is not None

    def location(self, found: AnyLocation | None) -> Location:
        """The location attribute of what an operation or argument has."""
        if isinstance(found, Location):
            return found
        known = self._locations.get(id(found))
        if known is None:
            known = self._locations[id(found)] = settled(found)
        return known

    # Attributes and types

    def attribute(self, attribute: Attribute) -> None:
        """Count a use of an attribute."""
        self._add(False, attribute)

    def type(self, type: Type) -> None:
        """Count a use of a type."""
        self._add(True, type)

    def _add(self, is_type: bool, value: Any) -> None:
        waiting = [(is_type, value)]
        while waiting:
            is_type, value = waiting.pop()
            table: dict[Any, Numbered] = self.types if is_type else self.attributes
            found = table.get(value)
            if found is not None:
                found.uses += 1
                continue
            found = table[value] = Numbered(value, self._dialect_of(is_type, value))
            contents = _Contents(self.version)
            found.is_native = write_native(found, is_type, contents)
            if found.is_native:
                waiting += reversed(contents.found)
            else:
                found.text = self._printer.attribute_text(value)
            for resource in contents.resources:
                self.keys.use(resource)
            for resource in list(self.keys)[len(self._known) :]:
                self._known.append(resource)
                self._dialect(resource.dialect).resources.setdefault(resource)

    def _dialect_of(self, is_type: bool, value: Attribute) -> NumberedDialect:
        if isinstance(value, Type) and not is_type:
            return self._dialect("builtin")  # the attribute that holds a type
        if isinstance(value, (OpaqueType, OpaqueAttr)):
            return self._dialect(value.dialect)
        return self._dialect(value.dialect_name())

    def _dialect(self, name: str) -> NumberedDialect:
        found = self.dialects.get(name)
        if found is None:
            found = NumberedDialect(name, len(self.dialects), self.context)
            self.dialects[name] = found
        return found


def write_native(numbered: Numbered, is_type: bool, entry: Any) -> bool:
    """Write an attribute or type as its dialect encodes it; False for one that becomes text."""
    encoding, value = numbered.dialect.encoding, numbered.value
    if encoding is None or type(value).mutable:
        return False
    if is_type:
        return encoding.write_type(value, entry)
    return encoding.write_attribute(value, entry)


def _ordered(found: Any) -> list[Numbered]:
    """In the order of their numbers, which they are given."""
    ordered: list[Numbered] = sorted(found, key=lambda n: -n.uses)
    result: list[Numbered] = []
    first = 0
    group = 0
    for i in range(1, 9):
        group = (1 << 7 * i) - group
        part = ordered[len(result) : len(result) + group]
        if not part:
            break
        part.sort(key=lambda n: (n.dialect.number != first, n.dialect.number))
        first = part[-1].dialect.number
        result += part
    for number, one in enumerate(result):
        one.number = number
    return result


def groups(ordered: Sequence[Numbered]) -> Iterator[tuple[NumberedDialect, list[Numbered]]]:
    """What stands together of one dialect."""
    start = 0
    for i in range(1, len(ordered) + 1):
        if i == len(ordered) or ordered[i].dialect is not ordered[start].dialect:
            yield ordered[start].dialect, list(ordered[start:i])
            start = i
