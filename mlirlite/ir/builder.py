"""Builder: inserts ops at an insertion point. `build` fills regions."""

from __future__ import annotations

import sys
from abc import abstractmethod
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Self, TypeVar

from mlirlite.ir.attribute import Type
from mlirlite.ir.block import Block, Region
from mlirlite.ir.context import builtin_dialect
from mlirlite.ir.from_python import to_type
from mlirlite.ir.insertion import insertion_point, is_just_inserted, set_insertion_point
from mlirlite.ir.locations import AnyLocation, Location
from mlirlite.ir.operation import Operation, OpInterface
from mlirlite.ir.traits import SingleBlockImplicitTerminator, Terminator
from mlirlite.ir.values import BlockArgument

OpT = TypeVar("OpT", bound=Operation)
T = TypeVar("T")


class Builder:
    """An insertion point. `b.insert(arith.AddIOp(x, y))` puts the op there and returns it; ops
    without a location get `b.location`. `with b:` inserts ops as they are made:

        with Builder.before_op(op):
            total = arith.AddIOp(x, y)

    The last op made so can still be inserted elsewhere: it then moves there."""

    _outer: Any = None
    """The builder of the enclosing `with`, and the state of this one when its `with` began."""

    def __init__(
        self,
        block: Block,
        before: Operation | None = None,
        location: AnyLocation | None = None,
    ) -> None:
        self.block = block
        self.before = before
        self.location = location

    def __enter__(self) -> Self:
        self._outer = set_insertion_point(self), self._outer
        return self

    def __exit__(self, *_: object) -> None:
        around, self._outer = self._outer
        set_insertion_point(around)

    @classmethod
    def at_end(cls, block: Block) -> Builder:
        """Inserts at the end of a block."""
        return cls(block)

    @classmethod
    def at_start(cls, block: Block) -> Builder:
        """Inserts at the beginning of a block, in order."""
        return cls(block, block._first)

    @classmethod
    def before_op(cls, op: Operation) -> Builder:
        """Inserts before an op, with its location."""
        builder = cls.at_end(_block_of(op))
        builder.set_before(op)
        return builder

    @classmethod
    def after_op(cls, op: Operation) -> Builder:
        """Inserts after an op, with its location."""
        builder = cls.at_end(_block_of(op))
        builder.set_after(op)
        return builder

    def set_before(self, op: Operation) -> None:
        """Move the insertion point to right before an op, and take over its location."""
        self.block, self.before, self.location = _block_of(op), op, op._location

    def set_after(self, op: Operation) -> None:
        """Move the insertion point to right after an op, and take over its location."""
        self.block, self.before, self.location = _block_of(op), op._next, op._location

    def set_end(self, block: Block) -> None:
        """Move the insertion point to the end of a block."""
        self.block, self.before = block, None

    def set_start(self, block: Block) -> None:
        """Move the insertion point to the beginning of a block."""
        self.block, self.before = block, block._first

    def insert(self, op: OpT) -> OpT:
        """Insert a detached op and return it."""
        if op._location is None:
            op._location = self.location
        if op._parent is not None and insertion_point() is self and is_just_inserted(op):
            return op
        self.block.insert_before(self.before, op)
        self.inserted(op)
        return op

    def create_block(
        self, region: Region, arg_types: Iterable[Type] = (), before: Block | None = None
    ) -> Block:
        """Add a block to a region and move the insertion point to its end."""
        block = region.insert_before(before, Block(arg_types))
        self.set_end(block)
        return block

    def inserted(self, op: Operation) -> None:
        """Runs after each insertion; the rewriter overrides it."""


class EntryArguments(OpInterface):
    """Declares the arguments of the first blocks of its regions."""

    __slots__ = ()

    @abstractmethod
    def entry_arguments(self, region: Region) -> Sequence[Type]:
        """Their types in a region of the op, which is still empty."""
        raise NotImplementedError


class build:
    """Fills a region: ops that are made inside go to the end of its block.

        with build(function) as [x, y]:
            func.ReturnOp([x + y])

        @build(loop)
        def body(i):
            ...

    `where` is an op (its first region), a region, or a block. An empty region gets a block, whose
    arguments have the given types (as text, too), or those that the op declares. An optional
    terminator is added at the end. New ops have `location`, or the op's."""

    def __init__(
        self,
        where: Operation | Region | Block,
        *types: Type | str | type,
        location: Location | None = None,
    ) -> None:
        if isinstance(where, Operation) and not where.regions:
            raise ValueError(f"'{where.name}' has no region to build")
        self.where = where.regions[0] if isinstance(where, Operation) else where
        self.types = tuple(map(to_type, types))
        self.location = location

    def __enter__(self) -> Sequence[BlockArgument]:
        block = self._block()
        op = block.parent_op
        around = insertion_point()
        location: Any = self.location or (op._location if op is not None else None)
        if location is None and around is not None:
            location = around.location
        self._builder = Builder(block, location=location)
        self._builder.__enter__()
        return block.args

    def _block(self) -> Block:
        where = self.where
        if isinstance(where, Block):
            return where
        if where.last is not None:
            return where.last
        op = where.parent
        types = self.types
        if not types and isinstance(op, EntryArguments):
            types = tuple(op.entry_arguments(where))
        return where.append(Block(types))

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        try:
            if kind is None:
                _end(self._builder.block)
        finally:
            self._builder.__exit__()

    def __call__(self, body: Callable[..., T]) -> T:
        """Let a function fill the region; returns what it returns."""
        with self as arguments:
            return body(*arguments)


def _end(block: Block) -> None:
    """Add the optional terminator where it is missing."""
    op, last = block.parent_op, block._last
    if op is None or (last is not None and last.has_trait(Terminator)):
        return
    for trait in op.traits:
        if isinstance(trait, SingleBlockImplicitTerminator):
            name = trait.terminator
            own = getattr(sys.modules[type(op).__module__], "DIALECT", None)
            dialect = builtin_dialect(name.partition(".")[0]) or own
            cls = dialect.op_class(name) if dialect is not None else None
            if cls is not None:
                cls()


def _block_of(op: Operation) -> Block:
    if op._parent is None:
        raise ValueError(f"'{op.name}' is in no block")
    return op._parent
