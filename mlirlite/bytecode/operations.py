"""The IR section: operations, regions and blocks. Reading is one loop, with a stack of regions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mlirlite.bytecode.encoding import Bytes
from mlirlite.bytecode.op_parts import OpParts
from mlirlite.bytecode.sections import (
    HAS_ATTRIBUTES,
    HAS_OPERANDS,
    HAS_PROPERTIES,
    HAS_REGIONS,
    HAS_RESULTS,
    HAS_SUCCESSORS,
    HAS_USE_LISTS,
    Section,
    Since,
)
from mlirlite.bytecode.tables import Tables, any_section
from mlirlite.bytecode.use_lists import Orders
from mlirlite.ir.attribute import Type
from mlirlite.ir.block import Block, Region
from mlirlite.ir.locations import Location
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import NONE
from mlirlite.ir.unregistered import UnregisteredOp
from mlirlite.ir.values import Value

_ALL = 0x7F


class _Forward(Value):
    """Stands for a value that is used before it is defined."""

    __slots__ = ()


class _Frame:
    """Regions of an operation that are being read."""

    __slots__ = (
        "block",
        "blocks",
        "first_value",
        "next_value",
        "ops_left",
        "regions",
        "stop",
        "values",
    )

    def __init__(self, regions: Sequence[Region], values: list[Any], stop: int) -> None:
        self.regions = list(reversed(regions))
        """Those that follow, the next one last."""
        self.values = values
        """The values of this scope; None where they are not known."""
        self.stop = stop
        """Where the section of these regions ends; 0 when they have none."""
        self.blocks: list[Block] = []
        self.block: Block | None = None
        self.ops_left = 0
        self.first_value = self.next_value = 0


class OperationReader:
    """Reads the operations of one file."""

    def __init__(self, tables: Tables, properties: Bytes | None, lazy: bool) -> None:
        self.tables = tables
        self.parts = OpParts(tables, properties)
        self.lazy = lazy
        self._locations: list[Location | None] = [None] * len(tables.attributes)
        self._forward: set[Value] = set()

    def read(self, section: Bytes) -> Block:
        """The operations of the section, in a block of a region of its own."""
        block = Block()
        region = Region((block,))
        frame = _Frame((region,), [], 0)
        count, has_arguments = section.with_flag()
        if has_arguments:
            section.fail("expected operations without arguments of a block", 0)
        frame.regions = []
        frame.blocks, frame.block, frame.ops_left = [block], block, count
        self._run(section, [frame])
        section.finish()
        return block

    def read_regions(self, section: Bytes, regions: Sequence[Region]) -> None:
        """Fill the regions of an isolated operation, whose section this is."""
        self._run(section, [_Frame(regions, [], section.end)])

    def _run(self, section: Bytes, frames: list[_Frame]) -> None:
        orders = Orders()
        try:
            while frames:
                frame = frames[-1]
                if frame.ops_left:
                    inner = self._operations(section, frame, orders)
                    if inner is not None:
                        frames.append(inner)
                elif frame.block is not None and frame.block.next is not None:
                    self._begin_block(section, frame, frame.block.next, orders)
                else:
                    if frame.block is not None:
                        del frame.values[frame.first_value :]
                        frame.block = None
                    if frame.regions:
                        self._begin_region(section, frame, orders)
                        continue
                    if frame.stop and section.pos != frame.stop:
                        section.fail(f"expected the end of a region at {frame.stop}")
                    frames.pop()
        except IndexError:
            if section.pos >= section.end:
                section.fail("expected an operation, found the end")
            section.fail("expected numbers within their tables")
        if self._forward:
            section.fail("a value is used that is defined nowhere")
        orders.establish()

    def _begin_region(self, section: Bytes, frame: _Frame, orders: Orders) -> None:
        region = frame.regions.pop()
        count = section.count("blocks")
        if not count:
            return
        values = section.count("values of a region")
        frame.first_value = frame.next_value = len(frame.values)
        frame.values += [None] * values
        frame.blocks = [region.append(Block()) for _ in range(count)]
        self._begin_block(section, frame, frame.blocks[0], orders)

    def _begin_block(self, section: Bytes, frame: _Frame, block: Block, orders: Orders) -> None:
        tables = self.tables
        frame.block = block
        frame.ops_left, has_arguments = section.with_flag()
        if 3 * frame.ops_left > section.left:
            section.fail(f"expected {frame.ops_left} operations in {section.left} bytes")
        if not has_arguments:
            return
        for _ in range(section.count("arguments")):
            at = section.pos
            number, has_location = section.varint(), True
            if tables.version >= Since.ELIDED_LOCATIONS:
                number, has_location = number >> 1, bool(number & 1)
            if number >= len(tables.types):
                section.fail(f"expected a type below {len(tables.types)}, found {number}", at)
            location = self._location(section.varint()) if has_location else None
            argument = block.add_argument(tables.type(number), location)
            self._define(section, frame, argument)
        if tables.version >= Since.USE_LISTS and section.byte():
            orders.read(section, block.args)

    def _location(self, number: int) -> Location:
        found = self._locations[number]
        if found is None:
            found = self._locations[number] = self.tables.location(number)
        return found

    def _define(self, section: Bytes, frame: _Frame, value: Value) -> None:
        number = frame.next_value
        if number >= len(frame.values):
            section.fail("expected no more values in this region than it states")
        known = frame.values[number]
        if known is not None:
            self._forward.discard(known)
            known.replace_all_uses_with(value)
        frame.values[number] = value
        frame.next_value = number + 1

    def _type(self, number: int) -> Type:
        found = self.tables.types[number]
        return self.tables.type(number) if found is None else found

    def _operations(self, section: Bytes, frame: _Frame, orders: Orders) -> _Frame | None:
        """Read operations of a block up to its end (None), or one with regions (their frame)."""
        data, pos = section.data, section.pos
        long = section.long_varint
        names, templates = self.parts.names, self.parts.templates
        locations, types, values = self._locations, self.tables.types, frame.values
        block = frame.block
        assert block is not None
        last = block.last
        while frame.ops_left:
            frame.ops_left -= 1
            section.pos = start = pos
            byte = data[pos]
            if byte & 1:
                number, pos = byte >> 1, pos + 1
            else:
                number, pos = long(pos)
            name = names[number]
            mask = data[pos]
            byte = data[pos + 1]
            if byte & 1:
                where, pos = byte >> 1, pos + 2
            else:
                where, pos = long(pos + 1)
            location = locations[where]
            if location is None:
                section.pos = start
                location = self._location(where)
            attributes = properties = -1
            if mask & HAS_ATTRIBUTES:
                byte = data[pos]
                if byte & 1:
                    attributes, pos = byte >> 1, pos + 1
                else:
                    attributes, pos = long(pos)
            if mask & HAS_PROPERTIES:
                byte = data[pos]
                if byte & 1:
                    properties, pos = byte >> 1, pos + 1
                else:
                    properties, pos = long(pos)
            template = templates.get((number, attributes, properties))
            if template is None:
                section.pos = start
                template = self.parts.template(section, number, attributes, properties)
            result_types: list[Type] = []
            if mask & HAS_RESULTS:
                byte = data[pos]
                if byte & 1:
                    count, pos = byte >> 1, pos + 1
                else:
                    count, pos = long(pos)
                for _ in range(count):
                    byte = data[pos]
                    if byte & 1:
                        number, pos = byte >> 1, pos + 1
                    else:
                        number, pos = long(pos)
                    found = types[number]
                    result_types.append(self.tables.type(number) if found is None else found)
            operands: list[Value] = []
            if mask & HAS_OPERANDS:
                byte = data[pos]
                if byte & 1:
                    count, pos = byte >> 1, pos + 1
                else:
                    count, pos = long(pos)
                for _ in range(count):
                    byte = data[pos]
                    if byte & 1:
                        number, pos = byte >> 1, pos + 1
                    else:
                        number, pos = long(pos)
                    value = values[number]
                    operands.append(self._ahead(values, number) if value is None else value)
            successors: list[Block] = []
            regions: list[Region] = []
            if mask & ~(HAS_ATTRIBUTES | HAS_PROPERTIES | HAS_RESULTS | HAS_OPERANDS):
                if mask > _ALL:
                    section.fail(f"expected parts of an operation, found {mask:#x}", start)
                section.pos = pos
                if mask & HAS_SUCCESSORS:
                    blocks = frame.blocks
                    successors = [
                        blocks[section.varint()] for _ in range(section.count("successors"))
                    ]
                    pos = section.pos
            entries, properties_, _ = template
            op: Operation
            cls = name.cls
            if mask & HAS_REGIONS:
                # The number of regions stands behind the orders of uses.
                op = self._create(name, operands, result_types, template, successors, location)
            elif cls is None:
                op = self._create(name, operands, result_types, template, successors, location)
            else:
                op = cls.create(
                    operands,
                    result_types,
                    properties_.copy(),
                    None if entries is None else entries.copy(),
                    regions,
                    successors,
                    location,
                )
            op.parent = block
            if last is None:
                block.first = op
            else:
                last.next = op
                op.prev = last
                op._order = last._order + 1
            block.last = last = op
            if op.results:
                at = frame.next_value
                for result in op.results:
                    if at >= len(values):
                        section.fail("expected no more values in this region than it states")
                    if values[at] is not None:
                        self._forward.discard(values[at])
                        values[at].replace_all_uses_with(result)
                    values[at] = result
                    at += 1
                frame.next_value = at
            if mask & HAS_USE_LISTS:
                section.pos = pos
                orders.read(section, op.results)
                pos = section.pos
            if mask & HAS_REGIONS:
                section.pos = pos
                inner = self._regions(section, frame, op)
                if inner is not None:
                    return inner
                pos = section.pos
        section.pos = pos
        return None

    def _ahead(self, values: list[Any], number: int) -> Value:
        """A value that is used before it is defined."""
        found: Value = _Forward(NONE)
        values[number] = found
        self._forward.add(found)
        return found

    def _create(
        self,
        name: Any,
        operands: Sequence[Value],
        types: Sequence[Type],
        template: Any,
        successors: Sequence[Block],
        location: Location,
    ) -> Operation:
        entries, properties, whole = template
        entries = None if entries is None else entries.copy()
        if name.cls is not None:
            made: Operation = name.cls.create(
                operands, types, properties.copy(), entries, (), successors, location
            )
            return made
        op = UnregisteredOp.named(
            name.name, operands, types, properties.copy(), entries, (), successors, location
        )
        op.whole_property = whole
        return op

    def _regions(self, section: Bytes, frame: _Frame, op: Operation) -> _Frame | None:
        """The frame of an operation's regions, at which the section stands."""
        count, is_isolated = section.with_flag()
        if count > section.left:
            section.fail(f"expected {count} regions in {section.left} bytes")
        has_section = is_isolated and self.tables.version >= Since.ISOLATED_SECTIONS
        stop, body = 0, section
        if has_section:
            kind, body = any_section(section)
            if kind is not Section.IR:
                section.fail("expected the section of an isolated operation")
            stop = section.pos
        if has_section and self.lazy:
            from mlirlite.bytecode.late import late_regions

            op.regions = late_regions(self, body, count)
        else:
            op.regions = tuple(Region() for _ in range(count))
        for region in op.regions:
            region.parent = op
        if has_section:
            if self.lazy:
                return None
            section.pos = stop - len(body.data)
        return _Frame(op.regions, [] if is_isolated else frame.values, stop)
