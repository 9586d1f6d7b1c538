"""The IR section: operations, regions and blocks. Reading is one loop, with a stack of regions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mlirlite.bytecode.encoding import ONE_BYTE, Bytes
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
from mlirlite.ir.locations import LateLocation
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import NONE
from mlirlite.ir.unregistered import UnregisteredOp
from mlirlite.ir.values import OpResult, Value

_ALL = 0x7F
_SIZES = [
    bool(mask & HAS_ATTRIBUTES)
    + bool(mask & HAS_PROPERTIES)
    + 2 * bool(mask & HAS_RESULTS)
    + bool(mask & HAS_OPERANDS)
    for mask in range(128)
]
"""Bytes of the parts of an operation, by its mask, if each integer takes one."""
_new: Any = object.__new__
_OTHERS = ~(HAS_ATTRIBUTES | HAS_PROPERTIES | HAS_RESULTS | HAS_OPERANDS)


class _Forward(Value):
    """Stands for a value that is used before it is defined."""

    __slots__ = ()


def _of_shape(
    shape: Any, data: Any, at: int, values: list[Any], location: LateLocation
) -> Operation | None:
    """An operation of a known shape, whose operands are behind a place; None unless each is known
    and its number takes a byte. It is made as `create` does."""
    cls, properties, entries, types, count = shape
    given: tuple[Any, ...] = ()
    if count == 2:
        number, other = data[at], data[at + 1]
        if number & other & 1:
            given = (values[number >> 1], values[other >> 1])
    elif count == 1:
        if data[at] & 1:
            given = (values[data[at] >> 1],)
    elif count:
        several = bytes(data[at : at + count])
        if not several.translate(None, ONE_BYTE):
            given = tuple([values[number >> 1] for number in several])
    if len(given) != count or None in given:
        return None
    op: Operation = _new(cls)
    op._operands = given
    for value in given:
        if value._users is None:
            value._users = op
        else:
            value._add_user(op)
    op.properties = properties.copy()
    op._attributes = None if entries is None else entries.copy()
    op._location = location
    op._prev = op._next = None
    op._order = 0
    op._regions = op._successors = ()
    op._results = ()
    if types:
        result = _new(OpResult)
        result.type, result._users = types[0], None
        result.owner, result.index = op, 0
        op._results = (result,)
    return op


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
        self._locations: list[LateLocation | None] = [None] * len(tables.attributes)
        self._forward: set[Value] = set()
        self._shapes: dict[Any, Any] = {}
        """What operations have behind the location and before the operands, decoded, by its
        bytes: of declared ones whose integers take a byte each, with one result or none."""

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
                elif frame.block is not None and frame.block._next is not None:
                    self._begin_block(section, frame, frame.block._next, orders)
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
            location = None
            if has_location:
                at = section.pos
                number_of_location = section.varint()
                if number_of_location >= len(tables.attributes):
                    section.fail(f"expected a location below {len(tables.attributes)}", at)
                location = LateLocation(tables, number_of_location)
            argument = block.add_argument(tables.type(number), location)
            self._define(section, frame, argument)
        if tables.version >= Since.USE_LISTS and section.byte():
            orders.read(section, block._args)

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

    def _operations(self, section: Bytes, frame: _Frame, orders: Orders) -> _Frame | None:
        """Read operations of a block up to its end (None), or one with regions (their frame). The
        integers are read in place: this is where the time goes."""
        data, long, shapes, locations = (
            section.data,
            section.long_varint,
            self._shapes,
            self._locations,
        )
        block, values = frame.block, frame.values
        assert block is not None
        last = block._last
        for left in range(frame.ops_left - 1, -1, -1):
            start = section.pos
            pos, number = start + 1, data[start] >> 1
            if not data[start] & 1:
                number, pos = long(start)
            mask, where = data[pos], data[pos + 1]
            if where & 1:
                where >>= 1
                pos += 2
            elif where & 2:
                where = (where | data[pos + 2] << 8) >> 2
                pos += 3
            else:
                where, pos = long(pos + 1)
            location = locations[where] or self._location(where)
            end = pos + _SIZES[mask & _ALL]
            shape = shapes.get((number << 8 | mask, data[pos:end]))
            op = None
            if shape is not None:
                section.pos = end + shape[4]
                op = _of_shape(shape, data, end, values, location)
            if op is None:
                section.pos = pos
                op = self._decoded(section, frame, start, number, mask, location)
            op._parent = block
            if last is None:
                block._first = op
            else:
                last._next = op
                op._prev = last
                op._order = last._order + 1
            block._last = last = op
            for result in op._results:
                at = frame.next_value
                if values[at] is None:
                    values[at] = result
                    frame.next_value = at + 1
                else:
                    self._define(section, frame, result)
            if mask & _OTHERS:
                if mask & HAS_USE_LISTS:
                    orders.read(section, op._results)
                if mask & HAS_REGIONS:
                    frame.ops_left = left
                    inner = self._regions(section, frame, op)
                    if inner is not None:
                        return inner
        frame.ops_left = 0
        return None

    def _location(self, number: int) -> LateLocation:
        """A location that is read when it is asked for."""
        made: LateLocation = _new(LateLocation)
        made.source, made.number = self.tables, number
        self._locations[number] = made
        return made

    def _decoded(
        self,
        section: Bytes,
        frame: _Frame,
        start: int,
        number: int,
        mask: int,
        location: LateLocation,
    ) -> Operation:
        """An operation, from its attributes on. What it has before its operands is kept for the
        next one that has the same."""
        name, after = self.parts.names[number], section.pos
        attributes = section.varint() if mask & HAS_ATTRIBUTES else -1
        properties = section.varint() if mask & HAS_PROPERTIES else -1
        template = self.parts.templates.get((number, attributes, properties))
        if template is None:
            template = self.parts.template(section, number, attributes, properties)
        types = self._result_types(section) if mask & HAS_RESULTS else ()
        count = section.varint() if mask & HAS_OPERANDS else 0
        if name.known is not None and not mask & _OTHERS and len(types) < 2:
            pos = section.pos
            if pos - after == _SIZES[mask]:
                key = number << 8 | mask, section.data[after:pos]
                self._shapes[key] = name.known, template[1], template[0], types, count
        values = frame.values
        operands: list[Value] = []
        for _ in range(count):
            of = section.varint()
            value = values[of]
            operands.append(self._ahead(values, of) if value is None else value)
        successors = self._successors(section, frame, mask, start) if mask & _OTHERS else ()
        return self._create(name, operands, types, template, successors, location)

    def _result_types(self, section: Bytes) -> list[Type]:
        """The types of an operation's results."""
        types = self.tables.types
        found = []
        for _ in range(section.count("results")):
            number = section.varint()
            type = types[number]
            found.append(self.tables.type(number) if type is None else type)
        return found

    def _successors(self, section: Bytes, frame: _Frame, mask: int, start: int) -> list[Block]:
        """The successors of an operation that starts at a place."""
        if mask > _ALL:
            section.fail(f"expected parts of an operation, found {mask:#x}", start)
        if not mask & HAS_SUCCESSORS:
            return []
        blocks = frame.blocks
        return [blocks[section.varint()] for _ in range(section.count("successors"))]

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
        location: LateLocation,
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
            from mlirlite.bytecode.late import late_regions  # late: few ask for it

            op._regions = late_regions(self, body, count)
        else:
            op._regions = tuple(Region() for _ in range(count))
        for region in op._regions:
            region._parent = op
        if has_section:
            if self.lazy:
                return None
            section.pos = stop - len(body.data)
        return _Frame(op._regions, [] if is_isolated else frame.values, stop)
