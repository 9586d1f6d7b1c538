"""Operation: the one kind of instruction, with operands, results, properties, attributes,
successors and regions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Self, TypeVar

from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.block import Block, Region
from mlirlite.ir.held import held
from mlirlite.ir.locations import UNKNOWN, AnyLocation, Location, settled
from mlirlite.ir.operators import Operators
from mlirlite.ir.printed import Printed
from mlirlite.ir.values import OpResult, Value
from mlirlite.support.diagnostics import Diagnostic, Where, error
from mlirlite.support.late import load

if TYPE_CHECKING:
    from mlirlite.ir.held import Held

T = TypeVar("T")
_MOVE = "use detach, move_before, move_after, or a block's append and insert_before"


class Operation(Operators, Printed):
    """The base of all operations. Registered ones are subclasses of `Op`, any other is an
    `UnregisteredOp`.

    `operands`, `results`, `successors` and `regions` are tuples: read them, and change them through
    the methods. `properties` are the inherent attributes (`<{…}>`), `attributes` the discardable
    ones (`{…}`)."""

    __slots__ = (
        "__weakref__",
        "_attributes",
        "_location",
        "_next",
        "_operands",
        "_order",
        "_parent",
        "_prev",
        "_regions",
        "_results",
        "_successors",
        "properties",
    )

    name: str
    """The full name, `dialect.op`."""
    definition: ClassVar[Any] = None
    """The compiled declaration, an OpDef; None for unregistered ops."""
    traits: ClassVar[frozenset[Any]] = frozenset()
    """The layer of traits is above operations, so they are not named here."""

    operands: Held[tuple[Value, ...]] = held("_operands", "use set_operand or set_operands")
    results: Held[tuple[OpResult, ...]] = held("_results", "make a new op with other results")
    successors: Held[tuple[Block, ...]] = held("_successors", "use set_successor")
    regions: Held[tuple[Region, ...]] = held("_regions", "use take_blocks, or make a new op")
    parent: Held[Block | None] = held("_parent", _MOVE)
    next: Held[Operation | None] = held("_next", _MOVE)
    prev: Held[Operation | None] = held("_prev", _MOVE)
    properties: dict[str, Attribute]
    _operands: tuple[Value, ...]
    _results: tuple[OpResult, ...]
    _successors: tuple[Block, ...]
    _regions: tuple[Region, ...]
    _parent: Block | None
    _next: Operation | None
    _prev: Operation | None
    _attributes: dict[str, Attribute] | None
    _location: AnyLocation | None
    _order: int

    @classmethod
    def create(
        cls,
        operands: Sequence[Value] = (),
        result_types: Sequence[Type] = (),
        properties: dict[str, Attribute] | None = None,
        attributes: dict[str, Attribute] | None = None,
        regions: Sequence[Region] = (),
        successors: Sequence[Block] = (),
        location: AnyLocation | None = None,
    ) -> Self:
        """Make an op from its parts, unchecked, as the parser, cloning and generic code do. The
        dicts are not copied."""
        self = cls.__new__(cls)
        self._operands = operands = tuple(operands)
        for value in operands:
            if value._users is None:  # the common case of _add_user, inlined
                value._users = self
            else:
                value._add_user(self)
        if len(result_types) == 1:
            self._results = (OpResult(result_types[0], self, 0),)
        else:
            self._results = tuple([OpResult(t, self, i) for i, t in enumerate(result_types)])
        self.properties = {} if properties is None else properties
        self._attributes = attributes
        self._location = location
        self._parent = self._next = self._prev = None
        self._order = 0
        if regions:
            self._regions = tuple(regions)
            for region in regions:
                region._parent = self
        else:
            self._regions = ()
        if successors:
            self._successors = tuple(successors)
            for block in successors:
                block._add_user(self)
        else:
            self._successors = ()
        return self

    # Names, attributes, places

    @property
    def dialect_name(self) -> str:
        """The part of the name before the first dot."""
        return self.name.partition(".")[0]

    @property
    def attributes(self) -> dict[str, Attribute]:
        """The discardable attributes; change the dict in place."""
        found = self._attributes
        if found is None:
            found = self._attributes = {}
        return found

    @attributes.setter
    def attributes(self, attributes: dict[str, Attribute]) -> None:
        self._attributes = attributes

    def attribute(self, name: str) -> Attribute | None:
        """The inherent attribute of this name, else the discardable one, else None."""
        found = self.properties.get(name)
        if found is None and self._attributes is not None:
            found = self._attributes.get(name)
        return found

    @property
    def location(self) -> Location:
        """Where the op comes from."""
        location = self._location
        if location is None:
            return UNKNOWN
        if not isinstance(location, Location):
            location = self._location = settled(location)
        return location

    @location.setter
    def location(self, location: AnyLocation | None) -> None:
        self._location = location

    @property
    def where(self) -> Where:
        """The place for a diagnostic: the span in the parsed text if it is still known, else the
        location."""
        return self._location

    def error(self, message: str) -> Diagnostic:
        """An error diagnostic `'name' op message` at this op, as upstream's emitOpError."""
        return error(f"'{self.name}' op {message}", self.where)

    # Operands

    def set_operand(self, index: int, value: Value) -> None:
        """Replace one operand."""
        old = self._operands[index]
        if old is not value:
            self._operands = (*self._operands[:index], value, *self._operands[index + 1 :])
            old._remove_user(self)
            value._add_user(self)

    def set_operands(self, operands: Iterable[Value]) -> None:
        """Replace all operands. The caller updates segment sizes, if the op has them."""
        for value in self._operands:
            value._remove_user(self)
        self._operands = tuple(operands)
        for value in self._operands:
            value._add_user(self)

    def replace_uses_of(self, old: Value, new: Value) -> None:
        """Replace every operand `old` by `new`."""
        changed = []
        for value in self._operands:
            if value is old:
                old._remove_user(self)
                new._add_user(self)
                value = new
            changed.append(value)
        self._operands = tuple(changed)

    def set_successor(self, index: int, block: Block) -> None:
        """Replace one successor."""
        self._successors[index]._remove_user(self)
        block._add_user(self)
        self._successors = (*self._successors[:index], block, *self._successors[index + 1 :])

    if TYPE_CHECKING:
        result: Any  # a declared field of this name is the same, but typed
    else:

        @property
        def result(self) -> OpResult:
            """The only result; ValueError when there are none or more."""
            if len(self._results) != 1:
                raise ValueError(f"'{self.name}' has {len(self._results)} results, expected one")
            return self._results[0]

    def _as_value(self) -> OpResult:
        found: OpResult = self.result
        return found

    @property
    def result_types(self) -> tuple[Type, ...]:
        """Types of the results."""
        return tuple([r.type for r in self._results])

    @property
    def operand_types(self) -> tuple[Type, ...]:
        """Types of the operands."""
        return tuple([v.type for v in self._operands])

    @property
    def has_uses(self) -> bool:
        """True when any result is used."""
        for result in self._results:  # noqa: SIM110  any() costs twice as much, here it shows
            if result._users is not None:
                return True
        return False

    def replace_all_uses_with(self, values: Operation | Sequence[Value]) -> None:
        """Make users of the results refer to these values, or to the other op's results."""
        new = values._results if isinstance(values, Operation) else values
        if len(new) != len(self._results):
            raise ValueError(
                f"'{self.name}' has {len(self._results)} results, cannot be replaced with "
                f"{len(new)} values"
            )
        for old, value in zip(self._results, new, strict=True):
            old.replace_all_uses_with(value)

    def replace_with(self, new: Operation | Value | Sequence[Value]) -> None:
        """Replace the results by new values and erase the op; a detached op is inserted where this
        one is."""
        if isinstance(new, Operation) and new._parent is None and self._parent is not None:
            self._parent.insert_before(self, new)
        self.replace_all_uses_with([new] if isinstance(new, Value) else new)
        self.erase()

    # Position

    @property
    def parent_op(self) -> Operation | None:
        """The op whose region holds this one."""
        block = self._parent
        return block._parent._parent if block is not None and block._parent is not None else None

    @property
    def parent_region(self) -> Region | None:
        """The region that holds this op."""
        return self._parent._parent if self._parent is not None else None

    def parent_of_type(self, cls: type[T]) -> T | None:
        """The nearest enclosing op of a class or interface, or None."""
        op = self.parent_op
        while op is not None and not isinstance(op, cls):
            op = op.parent_op
        return op

    def is_ancestor(self, other: Operation | None) -> bool:
        """True when `other` is this op or nested in it."""
        while other is not None and other is not self:
            other = other.parent_op
        return other is self

    def is_before_in_block(self, other: Operation) -> bool:
        """Order of two ops of one block."""
        block = self._parent
        if block is None or block is not other._parent:
            raise ValueError("the operations are not in one block")
        if not block._ordered:
            block._number()
        return self._order < other._order

    def detach(self) -> Self:
        """Remove the op from its block and return it."""
        if self._parent is not None:
            self._parent._unlink(self)
        return self

    def move_before(self, other: Operation) -> None:
        """Move this op to right before another one."""
        if other._parent is None:
            raise ValueError("cannot move before an operation that is in no block")
        if other is not self:
            self.detach()
            other._parent.insert_before(other, self)

    def move_after(self, other: Operation) -> None:
        """Move this op to right after another one."""
        if other._parent is None:
            raise ValueError("cannot move after an operation that is in no block")
        if other is not self:
            self.detach()
            other._parent.insert_before(other._next, self)

    def drop_all_references(self) -> None:
        """Drop operands and successors here and in all nested ops, before erasing."""
        for op in self.walk() if self._regions else (self,):
            if op._operands:
                for value in op._operands:
                    if value._users is op:  # the common case of _remove_user, inlined
                        value._users = None
                    else:
                        value._remove_user(op)
                op._operands = ()
            if op._successors:
                for block in op._successors:
                    block._remove_user(op)
                op._successors = ()

    def erase(self) -> None:
        """Erase the op. ValueError when a result still has uses."""
        if self.has_uses:
            raise ValueError(f"cannot erase '{self.name}': its results still have uses")
        if self._parent is not None:
            self._parent._unlink(self)
        self.drop_all_references()

    # Walking, cloning

    def walk(self) -> Iterator[Operation]:
        """This op and all nested ones, parents first. The current op may be erased, moved or
        replaced during the walk."""
        yield self
        # Where to go on: at an op, or at the first block of a region.
        stack: list[Any] = [*reversed(self._regions)]
        while stack:
            at = stack.pop()
            if not isinstance(at, Operation):
                block = at if isinstance(at, Block) else at._first
                if block is None:
                    continue
                if block._next is not None:
                    stack.append(block._next)
                at = block._first
            while at is not None:
                following = at._next
                yield at
                if at._regions:
                    if following is not None:
                        stack.append(following)
                    stack += reversed(at._regions)
                    break
                at = following

    def inside(self) -> list[Operation]:
        """All nested ops, parents first; faster than `walk`."""
        found: list[Operation] = []
        stack: list[Any] = [*reversed(self._regions)]
        while stack:
            at = stack.pop()
            if not isinstance(at, Operation):
                block = at if isinstance(at, Block) else at._first
                if block is None:
                    continue
                if block._next is not None:
                    stack.append(block._next)
                at = block._first
            while at is not None:
                found.append(at)
                if at._regions:
                    if at._next is not None:
                        stack.append(at._next)
                    stack += reversed(at._regions)
                    break
                at = at._next
        return found

    def walk_post_order(self) -> Iterator[Operation]:
        """All nested ops, then this one: children first. The current op may be erased."""
        stack: list[tuple[Operation, Iterator[Operation]]] = [(self, _nested(self))]
        while stack:
            op, inner = stack[-1]
            for child in inner:
                if child._regions:
                    stack.append((child, _nested(child)))
                    break
                yield child
            else:
                stack.pop()
                yield op

    def clone(self, values: dict[Value, Value] | None = None, *, with_regions: bool = True) -> Self:
        """A detached deep copy. `values` maps operands to their replacements and is filled with the
        copies of results and arguments; other values are used as they are."""
        values = {} if values is None else values
        blocks: dict[Block, Block] = {}
        copy = self._clone_shallow(values, blocks, with_regions)
        todo: list[tuple[Operation, Operation]] = [(self, copy)] if with_regions else []
        pending: list[tuple[Operation, Operation]] = []
        while todo:
            old, new = todo.pop()
            for old_region, new_region in zip(old._regions, new._regions, strict=True):
                for block in old_region:
                    blocks[block] = twin = Block(
                        [a.type for a in block._args], [a.location for a in block._args]
                    )
                    values.update(zip(block._args, twin._args, strict=True))
                    new_region.append(twin)
                for block in old_region:
                    twin = blocks[block]
                    for op in block:
                        made = op._clone_shallow(values, blocks, True)
                        twin.append(made)
                        pending.append((op, made))
                        if op._regions:
                            todo.append((op, made))
        for op, made in pending:  # operands that were defined after their use
            if any(values.get(v, v) is not made._operands[i] for i, v in enumerate(op._operands)):
                made.set_operands([values.get(v, v) for v in op._operands])
            for i, block in enumerate(op._successors):
                if made._successors[i] is not blocks.get(block, block):
                    made.set_successor(i, blocks[block])
        return copy

    def _clone_shallow(
        self, values: Mapping[Value, Value], blocks: Mapping[Block, Block], with_regions: bool
    ) -> Self:
        copy = type(self).create(
            [values.get(v, v) for v in self._operands],
            [r.type for r in self._results],
            dict(self.properties),
            dict(self._attributes) if self._attributes else None,
            [Region() for _ in self._regions] if with_regions else (),
            [blocks.get(b, b) for b in self._successors],
            self._location,
        )
        copy._copy_identity(self)
        if isinstance(values, dict):
            values.update(zip(self._results, copy._results, strict=True))
        return copy

    def _copy_identity(self, other: Operation) -> None:
        """Further arguments for a copy; unregistered ops pass their name."""

    # Meaning

    def verify(self, context: Any = None) -> None:
        """Check the op and everything in it. DiagnosticError with all errors, if there are any.
        The context knows dialects of plugins, and whether unknown ones are allowed."""
        verifier = load("verifier")
        if verifier is not None:
            verifier.verify_within(self, context)

    @classmethod
    def has_trait(cls, trait: object) -> bool:
        """True when declared with this trait, or with a trait of this class."""
        if isinstance(trait, type):
            return any(isinstance(t, trait) for t in cls.traits)
        return trait in cls.traits

    def may_have_trait(self, trait: object) -> bool:
        """False when the op certainly lacks the trait; the traits of an unregistered op are
        unknown."""
        return self.has_trait(trait)

    def __repr__(self) -> str:
        return f"<{self.name} at {self.location.describe() or 'unknown'}>"


def _nested(op: Operation) -> Iterator[Operation]:
    for region in op._regions:
        block = region._first
        while block is not None:
            following_block = block._next
            child = block._first
            while child is not None:
                following = child._next
                yield child
                child = following
            block = following_block


# What has an interface is an operation. Type checkers should know so; at run time it has no base.
if TYPE_CHECKING:
    OpInterface = Operation
else:
    OpInterface = object
