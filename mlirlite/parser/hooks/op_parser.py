"""OpParser: reads an op's custom syntax; a Cursor that knows values, arguments, regions and
successors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol, TypeVar

from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.block import Block, Region
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import Arity
from mlirlite.ir.locations import AnyLocation, Location
from mlirlite.ir.traits import Terminator
from mlirlite.ir.types import (
    ComplexType,
    FunctionType,
    IndexType,
    IntegerType,
    MemRefType,
    RankedTensorType,
    TupleType,
    UnrankedMemRefType,
    UnrankedTensorType,
    VectorType,
)
from mlirlite.ir.values import Value
from mlirlite.parser.hooks.cursor import Cursor
from mlirlite.parser.hooks.inherent import inherent_of
from mlirlite.parser.hooks.values import Values
from mlirlite.parser.text import tokens
from mlirlite.parser.text.operands import UnresolvedOperand
from mlirlite.parser.text.state import ParserState
from mlirlite.support.diagnostics import DiagnosticError, Where
from mlirlite.support.source import SourceSpan

T = TypeVar("T", bound=Type)


class OpState:
    """The parts of an op that a `parse` hook fills in."""

    __slots__ = (
        "attributes",
        "location",
        "operands",
        "properties",
        "regions",
        "result_types",
        "successors",
    )

    def __init__(self, location: AnyLocation | None = None) -> None:
        self.operands: list[Value] = []
        self.result_types: list[Type] = []
        self.properties: dict[str, Attribute] = {}
        self.attributes: dict[str, Attribute] = {}
        self.regions: list[Region] = []
        self.successors: list[Block] = []
        self.location = location


class Argument(NamedTuple):
    """An argument of a region in custom syntax: `%x: i32 {attrs} loc(…)`."""

    name: str
    type: Type | None
    attributes: dict[str, Attribute]
    location: Location | None
    span: SourceSpan


class RegionRequest(NamedTuple):
    """What a hook yields to have a region read; it gets the Region back, or None for an absent
    optional one."""

    arguments: Sequence[Argument]
    optional: bool
    isolated: bool


class DeferredLocation(Location, interned=False):
    """`loc(#alias)` whose alias is defined further down; replaced at the end of the text."""

    alias: str
    place: Any

    __hash__ = object.__hash__

    def __eq__(self, other: object) -> bool:
        return self is other


Records = list[tuple[str, int, int]]
"""The named results of an op: name with `%`, how many, offset."""


class Owner(Protocol):
    """An op that waits for a region of its own."""

    records: Records

    def resume(self, region: Region) -> None:
        """Continue after the region."""


class Frame:
    """A region that is being read."""

    __slots__ = (
        "block",
        "blocks",
        "default_dialect",
        "forward_blocks",
        "names",
        "opened",
        "outer_values",
        "owner",
        "region",
    )

    def __init__(
        self, region: Region, owner: Owner | None, default_dialect: str, opened: int
    ) -> None:
        self.region = region
        self.owner = owner
        self.default_dialect = default_dialect
        self.opened = opened
        self.block: Block = Block()
        self.blocks: dict[str, Block] = {}
        self.forward_blocks: dict[Block, SourceSpan] = {}
        self.names: list[str] = []
        self.outer_values: dict[str, Value] | None = None
        """The names outside, when this region cannot see them."""


class OpParser(Cursor):
    """Reads custom syntax. Errors raised with `p.error` name the op."""

    __slots__ = ("deferred", "frame", "op_class", "op_name", "result_records", "values")

    def __init__(self, state: ParserState, pos: int = 0) -> None:
        super().__init__(state, pos)
        self.values = Values()
        self.frame = Frame(Region(), None, "builtin", 0)
        self.op_name = ""
        self.op_class: type[Op] | None = None
        self.result_records: Records = []
        """Of the op being read."""
        self.deferred: list[tuple[Any, DeferredLocation]] = []

    def error(self, message: str, span: Where = None) -> DiagnosticError:
        """What a hook raises: `raise p.error("expected …")`. The message begins with the op's name,
        as upstream."""
        prefix = f"custom op '{self.op_name}' " if self.op_name else ""
        return super().error(prefix + message, span)

    # Results

    @property
    def num_results(self) -> int:
        """How many results the text names."""
        return sum(count for _, count, _ in self.result_records)

    @property
    def result_names(self) -> list[str]:
        """A name for each result, without `%`."""
        return [name[1:] for name, count, _ in self.result_records for _ in range(count)]

    # Operands

    def optional_operand(self) -> UnresolvedOperand | None:
        """`%x` or `%x#1`, not yet a value."""
        m = tokens.ssa_use(self.text, self.pos)
        if m is None:
            return None
        self.pos = m.end()
        number = m[2]
        if number is None and self.text.startswith("#", m.end(1)):
            self.pos = m.end(1)
            raise self.fail("invalid SSA value result number")
        span = SourceSpan(self.source, m.start(1), m.end(1))
        return UnresolvedOperand(m[1], 0 if number is None else int(number), span)

    def operand(self) -> UnresolvedOperand:
        """`%x` or `%x#1`, not yet a value."""
        found = self.optional_operand()
        if found is None:
            raise self.wrong_token("expected SSA operand")
        return found

    def operand_list(self, open: str = "", close: str = "") -> list[UnresolvedOperand]:
        """Operands with commas between, possibly none."""
        if not open and not self.text.startswith("%", self.pos):
            return []
        return self.comma_list(self.operand, open, close, " in operand list")

    def resolve(self, operand: UnresolvedOperand, type: Type) -> Value:
        """The value of an operand, which must have this type."""
        value = self.values.known.get(operand.name) if operand.number == 0 else None
        if value is not None and value.type is type:
            return value
        if not isinstance(type, Type):
            raise TypeError(f"an operand is resolved to a type, found {type!r}")
        return self.values.resolve(operand, type)

    def resolve_all(
        self, operands: Sequence[UnresolvedOperand], types: Sequence[Type] | Type
    ) -> list[Value]:
        """The values of operands: one type each, or one for all."""
        if isinstance(types, Type):
            return [self.resolve(o, types) for o in operands]
        if len(operands) != len(types):
            raise self.error(
                f"number of operands and types do not match: got {len(operands)} operands and "
                f"{len(types)} types",
                operands[0].span if operands else None,
            )
        return [self.resolve(o, t) for o, t in zip(operands, types, strict=True)]

    # Arguments of regions

    def argument(self, type: str = "required", attrs: bool = False) -> Argument:
        """`%x: type {attributes} loc(…)`. `type` is "required", "optional" or "none"; attributes
        are read with `attrs`."""
        start = self.pos
        operand = self.operand()
        if "#" in self.text[start : self.pos].partition("//")[0]:
            raise self.fail("result number not allowed in argument list", operand.span)
        found: Type | None = None
        if type == "required":
            self.expect(":")
            found = self.type()
        elif type == "optional" and self.accept(":"):
            found = self.type()
        attributes = self.optional_attr_dict() if attrs else {}
        return Argument(
            operand.name, found, attributes, self.optional_trailing_location(), operand.span
        )

    def argument_list(
        self, open: str = "(", close: str = "", type: str = "required", attrs: bool = False
    ) -> list[Argument]:
        """Arguments with commas between, possibly none."""
        if not open and not self.text.startswith("%", self.pos):
            return []
        return self.comma_list(lambda: self.argument(type, attrs), open, close, " in argument list")

    # Types

    def type_of(self, cls: type[T]) -> T:
        """A type of this class."""
        here = self.pos
        found = self.type()
        if isinstance(found, cls):
            return found
        name = _TYPE_NAMES.get(cls) or cls.name
        found_words = f": expected {name}, but found '{found}'" if name else ""
        raise self.error(f"invalid kind of type specified{found_words}", self.span(here))

    # Attributes of the op

    def op_attr_dict(self, state: OpState, keyword: bool = False, *, checked: bool = False) -> None:
        """`{…}`, or `attributes {…}` with `keyword`, if present. Entries that the op declares
        as properties go to `state.properties`, the others to `state.attributes`. `checked`, as in
        formats: properties must satisfy their constraints, and replace those read before."""
        start = self.pos
        if keyword:
            if not self.accept("attributes"):
                return
        elif not self.text.startswith("{", self.pos):
            return
        entries = self.attr_dict()
        inherent = inherent_of(self.op_class)
        declared = inherent.names
        if checked and not declared.isdisjoint(entries):
            problem = inherent.violation(entries)
            if problem:
                raise self.error(f"'{self.op_name}' op {problem}", self.span(start))
            state.properties.update({n: a for n, a in entries.items() if n in declared})
            entries = {n: a for n, a in entries.items() if n not in declared}
        for name, value in entries.items():
            target = state.properties if name in declared else state.attributes
            if name in target:
                raise self.error_at_op(
                    f"attribute '{name}' occurs more than once in the attribute list", state, start
                )
            target[name] = value

    def check_properties(self, state: OpState, start: int) -> None:
        """DiagnosticError when the properties, read as `<{…}>` at `start`, do not fit the op."""
        problem = inherent_of(self.op_class).invalid(self.op_name, state.properties)
        if problem:
            where = state.location
            raise self.fail(problem, where if isinstance(where, SourceSpan) else self.span(start))

    def error_at_op(self, message: str, state: OpState, start: int) -> DiagnosticError:
        """An error at the op's name, if its state knows that."""
        where = state.location
        return self.error(message, where if isinstance(where, SourceSpan) else self.span(start))

    # Regions

    def region(
        self,
        arguments: Sequence[Argument] = (),
        *,
        optional: bool = False,
        enable_name_shadowing: bool = False,
    ) -> RegionRequest:
        """To be yielded by a hook: `region = yield p.region(arguments)`. With
        `enable_name_shadowing` (isolated ops only) names from outside are not visible inside."""
        return RegionRequest(arguments, optional, enable_name_shadowing)

    def optional_region(
        self, arguments: Sequence[Argument] = (), *, enable_name_shadowing: bool = False
    ) -> RegionRequest:
        """As `region`; None comes back when there is no `{`."""
        return RegionRequest(arguments, True, enable_name_shadowing)

    def ensure_terminator(
        self, region: Region, op_class: type[Op], location: AnyLocation | None = None
    ) -> None:
        """Put an op of this class at the end of the region's last block, unless there is a
        terminator; an empty region gets a block."""
        block = region.last if region.last is not None else region.append(Block())
        last = block.last
        if last is None or not last.has_trait(Terminator):
            properties: dict[str, Attribute] = {}
            inherent_of(op_class).complete(properties)
            # Not checked: if it needs operands, the verifier reports it.
            definition: Any = op_class.definition
            count = sum(f.arity is Arity.ONE for f in definition.regions)
            regions = [Region() for _ in range(count)]
            block.append(op_class.create(properties=properties, regions=regions, location=location))

    # Successors

    def successor(self) -> Block:
        """`^name`."""
        m = tokens.block_name(self.text, self.pos)
        if m is None:
            raise self.wrong_token("expected block name")
        self.pos = m.end()
        frame = self.frame
        block = frame.blocks.get(m[1])
        if block is None:
            block = frame.blocks[m[1]] = Block()
            frame.forward_blocks[block] = SourceSpan(self.source, m.start(1), m.end(1))
        return block

    def successor_with_operands(self) -> tuple[Block, list[Value]]:
        """`^name(%a, %b : i32, f32)`."""
        block = self.successor()
        values: list[Value] = []
        if self.accept("("):
            operands = self.operand_list()
            if operands:
                self.expect(":", " in operand list")
                types = self.type_list()
                if len(types) != len(operands):
                    raise self.fail(f"expected {len(operands)} types to match operand list")
                values = self.resolve_all(operands, types)
            self.expect(")")
        return block, values

    # Locations

    def optional_trailing_location(self) -> Location | None:
        """`loc(…)`. An alias may be defined later in the text."""
        if not self.text.startswith("loc", self.pos) or not self.accept("loc"):
            return None
        if not self.accept("("):
            raise self.wrong_token("expected '(' in location")
        m = tokens.hash_id(self.text, self.pos)
        found: Location
        if m is not None and "." not in m[1] and not self.text.startswith("<", m.end(1)):
            self.pos = m.end()
            span = self.span(m.start(1), m.end(1))
            known = self.state.attribute_aliases.get(m[1])
            if known is None:
                found = DeferredLocation(m[1], span)
            elif isinstance(known, Location):
                found = known
            else:
                raise self.fail(f"expected location, but found '{known}'", span)
        else:
            found = self.location_instance()
        if not self.accept(")"):
            raise self.wrong_token("expected ')' in location")
        return found

    def set_location(self, target: Any, location: Location) -> None:
        """Give an op or a block argument its location, now or when its alias is defined."""
        if isinstance(location, DeferredLocation):
            self.deferred.append((target, location))
        target.location = location


# Upstream's names of the builtin types; the bases of several types have none.
_TYPE_NAMES: dict[type[Type], str] = {
    ComplexType: "builtin.complex",
    FunctionType: "builtin.function",
    IndexType: "builtin.index",
    IntegerType: "builtin.integer",
    MemRefType: "builtin.memref",
    RankedTensorType: "builtin.tensor",
    TupleType: "builtin.tuple",
    UnrankedMemRefType: "builtin.unranked_memref",
    UnrankedTensorType: "builtin.unranked_tensor",
    VectorType: "builtin.vector",
}
