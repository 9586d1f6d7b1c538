"""From IR to bytecode."""

from __future__ import annotations

from collections.abc import Iterator

from mlirlite.bytecode.encoding import Emitter
from mlirlite.bytecode.numbering import Numbering, groups, write_native
from mlirlite.bytecode.sections import (
    BLOB,
    BOOL,
    HAS_ATTRIBUTES,
    HAS_OPERANDS,
    HAS_PROPERTIES,
    HAS_REGIONS,
    HAS_RESULTS,
    HAS_SUCCESSORS,
    HAS_USE_LISTS,
    MAGIC,
    STRING,
    VERSIONS,
    Section,
    Since,
)
from mlirlite.bytecode.use_lists import write_orders
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.block import Block
from mlirlite.ir.context import Context
from mlirlite.ir.locations import UNKNOWN
from mlirlite.ir.operation import Operation
from mlirlite.ir.resources import ExternalResources, Resource
from mlirlite.support.diagnostics import DiagnosticError


class EntryEmitter(Emitter):
    """Writes what refers to attributes, types, texts and resources by number."""

    __slots__ = ("numbering", "strings", "version")

    def __init__(self, numbering: Numbering, strings: dict[str, int]) -> None:
        super().__init__()
        self.numbering = numbering
        self.strings = strings
        self.version = numbering.version

    def string(self, text: str) -> None:
        """A reference to a text."""
        self.varint(self.strings.setdefault(text, len(self.strings)))

    def attribute(self, attribute: Attribute) -> None:
        """A reference to an attribute."""
        self.varint(self.numbering.attributes[attribute].number)

    def optional_attribute(self, attribute: Attribute | None) -> None:
        """A reference to an attribute, or none."""
        if attribute is None:
            self.varint(0)
        else:
            self.varint(self.numbering.attributes[attribute].number << 1 | 1)

    def type(self, type: Type) -> None:
        """A reference to a type."""
        self.varint(self.numbering.types[type].number)

    def resource(self, resource: Resource) -> None:
        """A reference to a resource."""
        self.varint(self.numbering.resources[resource])


class Writer:
    """Writes one operation with all that it contains."""

    def __init__(
        self,
        root: Operation,
        context: Context,
        version: int,
        producer: str,
        external: ExternalResources | None,
        elide_resources: bool,
    ) -> None:
        if version not in VERSIONS:
            newest = VERSIONS[-1]
            raise DiagnosticError(
                f"bytecode version {version} is not supported; it must be from 0 to {newest}"
            )
        self.root = root
        self.version = version
        self.producer = producer
        self.external = external or {}
        self.elides_resources = elide_resources
        self.strings: dict[str, int] = {}
        self.numbering = Numbering(root, context, version)
        self._properties: dict[bytes, int] = {}

    def _entry(self) -> EntryEmitter:
        return EntryEmitter(self.numbering, self.strings)

    def pieces(self) -> Iterator[bytes | bytearray | memoryview]:
        """The file, in pieces."""
        file = Emitter()
        file.raw(MAGIC)
        file.varint(self.version)
        file.raw(self.producer.encode("utf-8", "surrogateescape") + b"\0")
        file.section(Section.DIALECT, self._dialects())
        offsets, entries = self._attributes_and_types()
        file.section(Section.ATTR_TYPE_OFFSET, offsets)
        file.section(Section.ATTR_TYPE, entries)
        operations = self._entry()
        operations.with_flag(1, False)
        self._operation(operations, self.root)
        file.section(Section.IR, operations)
        self._resources(file)
        file.section(Section.STRING, self._texts())
        if self.version >= Since.NATIVE_PROPERTIES:
            file.section(Section.PROPERTIES, self._property_section())
        yield from file.pieces()

    # Tables

    def _dialects(self) -> Emitter:
        out = self._entry()
        numbering = self.numbering
        out.varint(len(numbering.dialects))
        for dialect in numbering.dialects.values():
            number = self.strings.setdefault(dialect.name, len(self.strings))
            if self.version < Since.DIALECT_VERSIONS:
                out.varint(number)
                continue
            version = self._entry()
            if dialect.encoding is not None:
                dialect.encoding.write_version(version)
            out.with_flag(number, version.size > 0)
            if version.size:
                out.section(Section.DIALECT_VERSIONS, version)
        if self.version >= Since.ELIDED_LOCATIONS:
            out.varint(len(numbering.ordered_names))
        for dialect, names in groups(numbering.ordered_names):
            out.varint(dialect.number)
            out.varint(len(names))
            for name in names:
                word = name.value.partition(".")[2]
                number = self.strings.setdefault(word, len(self.strings))
                if self.version < Since.NATIVE_PROPERTIES:
                    out.varint(number)
                else:
                    out.with_flag(number, name.is_native)
        return out

    def _attributes_and_types(self) -> tuple[Emitter, Emitter]:
        offsets, entries = Emitter(), self._entry()
        numbering = self.numbering
        offsets.varint(len(numbering.ordered_attributes))
        offsets.varint(len(numbering.ordered_types))
        for is_type, ordered in (
            (False, numbering.ordered_attributes),
            (True, numbering.ordered_types),
        ):
            for dialect, listed in groups(ordered):
                offsets.varint(dialect.number)
                offsets.varint(len(listed))
                for one in listed:
                    before = entries.size
                    if one.is_native:
                        write_native(one, is_type, entries)
                    else:
                        entries.raw(one.text.encode("utf-8", "surrogateescape") + b"\0")
                    offsets.with_flag(entries.size - before, one.is_native)
        return offsets, entries

    def _texts(self) -> Emitter:
        out = Emitter()
        raw = [text.encode("utf-8", "surrogateescape") + b"\0" for text in self.strings]
        out.varint(len(raw))
        for text in reversed(raw):
            out.varint(len(text))
        out.raw(b"".join(raw))
        return out

    def _property_section(self) -> Emitter:
        out = Emitter()
        out.varint(len(self._properties))
        for raw in self._properties:
            out.blob(raw)
        return out

    # Operations

    def _operation(self, out: EntryEmitter, root: Operation) -> None:
        """An operation and all inside. What is open is kept on a list, so depth does not matter."""
        open: list[tuple[EntryEmitter, Iterator[EntryEmitter | Operation]]] = []
        waiting = iter((root,))
        steps: Iterator[EntryEmitter | Operation] = waiting
        while True:
            step = next(steps, None)
            if step is None:
                if not open:
                    return
                inner, (out, steps) = out, open.pop()
                if inner is not out:
                    out.section(Section.IR, inner)
                continue
            if isinstance(step, Operation):
                self._head(out, step)
                if step.regions:
                    is_isolated = step in self.numbering.isolation.isolated
                    out.with_flag(len(step.regions), is_isolated)
                    open.append((out, steps))
                    if is_isolated and self.version >= Since.ISOLATED_SECTIONS:
                        out = self._entry()
                    steps = self._inside(out, step)

    def _inside(self, out: EntryEmitter, op: Operation) -> Iterator[EntryEmitter | Operation]:
        """Write what belongs to regions and blocks, and give the operations inside."""
        for region in op.regions:
            blocks, values = self.numbering.counts.get(region, (0, 0))
            out.varint(blocks)
            if blocks:
                out.varint(values)
            for block in region:
                self._block(out, block)
                yield from block

    def _block(self, out: EntryEmitter, block: Block) -> None:
        out.with_flag(sum(1 for _ in block), bool(block.args))
        if not block.args:
            return
        out.varint(len(block.args))
        numbering = self.numbering
        for argument in block.args:
            number = numbering.types[argument.type].number
            location = numbering.location(argument.location)
            if self.version < Since.ELIDED_LOCATIONS:
                out.varint(number)
                out.attribute(location)
                continue
            out.with_flag(number, location is not UNKNOWN)
            if location is not UNKNOWN:
                out.attribute(location)
        if self.version >= Since.USE_LISTS:
            orders = Emitter()
            has_orders = write_orders(block.args, numbering.isolation.numbers, orders)
            out.byte(HAS_USE_LISTS if has_orders else 0)
            for piece in orders.pieces():
                out.raw(piece)

    def _head(self, out: EntryEmitter, op: Operation) -> None:
        """An operation up to its regions."""
        numbering = self.numbering
        parts = self._entry()
        mask = HAS_REGIONS if op.regions else 0
        parts.attribute(numbering.location(op._location))
        entries = numbering.dictionary(op)
        if entries is not None:
            mask |= HAS_ATTRIBUTES
            parts.attribute(entries)
        if self.version >= Since.NATIVE_PROPERTIES:
            properties = self._entry()
            if numbering.write_properties(op, properties):
                mask |= HAS_PROPERTIES
                raw = b"".join(properties.pieces())
                parts.varint(self._properties.setdefault(raw, len(self._properties)))
        if op.results:
            mask |= HAS_RESULTS
            parts.varint(len(op.results))
            for result in op.results:
                parts.type(result.type)
        if op.operands:
            mask |= HAS_OPERANDS
            parts.varint(len(op.operands))
            for value in op.operands:
                parts.varint(numbering.values[value])
        if op.successors:
            mask |= HAS_SUCCESSORS
            parts.varint(len(op.successors))
            for block in op.successors:
                parts.varint(numbering.blocks[block])
        if self.version >= Since.USE_LISTS and write_orders(
            op.results, numbering.isolation.numbers, parts
        ):
            mask |= HAS_USE_LISTS
        out.varint(numbering.op_names[op.name].number)
        out.byte(mask)
        for piece in parts.pieces():
            out.raw(piece)

    # Resources

    def _resources(self, file: Emitter) -> None:
        offsets, data = self._entry(), self._entry()
        offsets.varint(len(self.external))
        for user, values in self.external.items():
            self._group(offsets, data, user, list(values.items()))
        for dialect in self.numbering.dialects.values():
            ordered = sorted(dialect.resources, key=self.numbering.resources.__getitem__)
            if ordered:
                keys = self.numbering.keys
                self._group(offsets, data, dialect.number, [(keys.use(r), r) for r in ordered])
        file.section(Section.RESOURCE_OFFSET, offsets)
        file.section(Section.RESOURCE, data)

    def _group(
        self,
        offsets: EntryEmitter,
        data: EntryEmitter,
        owner: str | int,
        entries: list[tuple[str, bool | str | Resource]],
    ) -> None:
        sized = []
        for key, value in entries:
            before, kind = data.size, self._resource(data, value)
            sized.append((key, data.size - before, kind))
        if isinstance(owner, str):
            offsets.string(owner)
        else:
            offsets.varint(owner)
        offsets.varint(len(sized))
        for key, size, kind in sized:
            offsets.string(key)
            offsets.varint(size)
            offsets.byte(kind)

    def _resource(self, data: EntryEmitter, value: bool | str | Resource) -> int:
        """Write the value of a resource, if it has one, and give its kind."""
        kind = BLOB if isinstance(value, Resource) else BOOL if isinstance(value, bool) else STRING
        if self.elides_resources:
            return kind
        if isinstance(value, Resource):
            if value.is_defined:
                data.varint(value.alignment)
                data.varint(value.size)
                data.align(value.alignment)
                data.raw(value.data)
        elif isinstance(value, bool):
            data.byte(value)
        else:
            data.string(value)
        return kind
