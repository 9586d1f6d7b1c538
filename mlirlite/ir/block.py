"""Blocks and regions: intrusive doubly linked lists of operations and of blocks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from mlirlite.ir.attribute import Type
from mlirlite.ir.held import held
from mlirlite.ir.insertion import is_just_inserted
from mlirlite.ir.values import BlockArgument, Usable

if TYPE_CHECKING:
    from mlirlite.ir.held import Held
    from mlirlite.ir.operation import Operation

_OPS = "use append, prepend or insert_before, and detach or erase of an op"
_BLOCKS = "use a region's append and insert_before, and detach or erase of a block"


class Block(Usable):
    """A list of operations with arguments. Iterating yields the ops; the current one may be erased
    or moved during iteration."""

    __slots__ = ("_args", "_first", "_last", "_next", "_ordered", "_parent", "_prev")

    args: Held[Sequence[BlockArgument]] = held("_args", "use add_argument or erase_argument")
    first: Held[Operation | None] = held("_first", _OPS)
    last: Held[Operation | None] = held("_last", _OPS)
    parent: Held[Region | None] = held("_parent", _BLOCKS)
    prev: Held[Block | None] = held("_prev", _BLOCKS)
    next: Held[Block | None] = held("_next", _BLOCKS)

    def __init__(self, arg_types: Iterable[Type] = (), arg_locations: Iterable[Any] = ()) -> None:
        self._users = None
        self._args: list[BlockArgument] = []
        self._first: Operation | None = None
        self._last: Operation | None = None
        self._parent: Region | None = None
        self._prev: Block | None = None
        self._next: Block | None = None
        self._ordered = True
        locations = list(arg_locations)
        for i, type in enumerate(arg_types):
            location = locations[i] if i < len(locations) else None
            self._args.append(BlockArgument(type, self, i, location))

    # Arguments

    def add_argument(self, type: Type, location: Any = None) -> BlockArgument:
        """Append an argument."""
        argument = BlockArgument(type, self, len(self._args), location)
        self._args.append(argument)
        return argument

    def insert_argument(self, index: int, type: Type, location: Any = None) -> BlockArgument:
        """Insert an argument at a position."""
        argument = BlockArgument(type, self, index, location)
        self._args.insert(index, argument)
        for i in range(index + 1, len(self._args)):
            self._args[i].index = i
        return argument

    def erase_argument(self, index: int) -> None:
        """Remove an argument that has no uses (ValueError otherwise)."""
        if self._args[index].has_uses:
            raise ValueError("cannot erase a block argument that still has uses")
        del self._args[index]
        for i in range(index, len(self._args)):
            self._args[i].index = i

    # Operations

    def __iter__(self) -> Iterator[Operation]:
        op = self._first
        while op is not None:
            following = op._next
            yield op
            op = following

    def __reversed__(self) -> Iterator[Operation]:
        op = self._last
        while op is not None:
            preceding = op._prev
            yield op
            op = preceding

    @property
    def ops(self) -> list[Operation]:
        """A new list of the operations."""
        return list(self)

    @property
    def empty(self) -> bool:
        """True without operations."""
        return self._first is None

    @property
    def terminator(self) -> Operation | None:
        """The last op, whatever it is; None in an empty block."""
        return self._last

    def append(self, op: Operation) -> None:
        """Put a detached op at the end."""
        self.insert_before(None, op)

    def prepend(self, op: Operation) -> None:
        """Put a detached op at the beginning."""
        self.insert_before(self._first, op)

    def insert_before(self, anchor: Operation | None, op: Operation) -> None:
        """Insert a detached op before `anchor`, or at the end for None."""
        if op._parent is not None:
            if not is_just_inserted(op):
                raise ValueError(f"'{op.name}' is in a block already; detach it first")
            if anchor is op:
                return
            op.detach()
        op._parent = self
        op._next = anchor
        if anchor is None:
            last = self._last
            op._prev = last
            if last is None:
                self._first = op
                op._order = 0
            else:
                last._next = op
                op._order = last._order + 1
            self._last = op
        else:
            before = anchor._prev
            op._prev = before
            anchor._prev = op
            if before is None:
                self._first = op
            else:
                before._next = op
            self._ordered = False

    def _unlink(self, op: Operation) -> None:
        before, after = op._prev, op._next
        if before is None:
            self._first = after
        else:
            before._next = after
        if after is None:
            self._last = before
        else:
            after._prev = before
        op._parent = op._prev = op._next = None

    def _number(self) -> None:
        for i, op in enumerate(self):
            op._order = i
        self._ordered = True

    def split_before(self, op: Operation) -> Block:
        """Move `op` and what follows to a new block right after this one; the new block is
        returned."""
        if self._parent is None:
            raise ValueError("cannot split a block that is in no region")
        rest = Block()
        self._parent.insert_before(self._next, rest)
        move: Operation | None = op
        while move is not None:
            following = move._next
            move.detach()
            rest.append(move)
            move = following
        return rest

    # Graph

    @property
    def parent_op(self) -> Operation | None:
        """The op that owns the region of this block."""
        return self._parent._parent if self._parent is not None else None

    @property
    def predecessors(self) -> list[Block]:
        """Blocks whose terminators name this one, each once, in order of arrival."""
        found = {op._parent: None for op in self.users if op._parent is not None}
        return list(found)

    @property
    def single_predecessor(self) -> Block | None:
        """The only block whose terminator names this one, once or more; None for none and for
        several."""
        found: Block | None = None
        for op in self._each_user():
            if op._parent is not found and op._parent is not None:
                if found is not None:
                    return None
                found = op._parent
        return found

    @property
    def successors(self) -> tuple[Block, ...]:
        """Blocks that the last op names."""
        return self._last._successors if self._last is not None else ()

    @property
    def is_entry(self) -> bool:
        """True for the first block of a region."""
        return self._parent is not None and self._parent._first is self

    def detach(self) -> Block:
        """Remove the block from its region and return it."""
        if self._parent is not None:
            self._parent._unlink(self)
        return self

    def erase(self) -> None:
        """Erase the block with its contents. ValueError when a terminator or an outside op still
        refers to it."""
        for op in self:
            op.drop_all_references()
        if self.has_uses:
            raise ValueError("cannot erase a block that still has predecessors")
        self.detach()
        for op in reversed(self):
            op.erase()


class Region:
    """A list of blocks that belongs to an operation. Iterating yields the blocks."""

    __slots__ = ("_first", "_last", "_parent")

    first: Held[Block | None] = held("_first", _BLOCKS)
    last: Held[Block | None] = held("_last", _BLOCKS)
    parent: Held[Operation | None] = held("_parent", "make an op with this region")

    def __init__(self, blocks: Iterable[Block] = ()) -> None:
        self._first: Block | None = None
        self._last: Block | None = None
        self._parent: Operation | None = None
        for block in blocks:
            self.append(block)

    def __iter__(self) -> Iterator[Block]:
        block = self._first
        while block is not None:
            following = block._next
            yield block
            block = following

    @property
    def blocks(self) -> list[Block]:
        """A new list of the blocks."""
        return list(self)

    @property
    def empty(self) -> bool:
        """True without blocks."""
        return self._first is None

    @property
    def has_one_block(self) -> bool:
        """True for exactly one block."""
        return self._first is not None and self._first is self._last

    @property
    def block(self) -> Block:
        """The only block; ValueError when there are none or more."""
        if self._first is None or self._first is not self._last:
            raise ValueError(f"expected a region with one block, found {len(self.blocks)}")
        return self._first

    @property
    def entry(self) -> Block:
        """The first block; ValueError when there is none."""
        if self._first is None:
            raise ValueError("the region is empty")
        return self._first

    @property
    def index(self) -> int:
        """Position among the parent's regions."""
        if self._parent is None:
            raise ValueError("the region belongs to no operation")
        return next(i for i, r in enumerate(self._parent._regions) if r is self)

    def append(self, block: Block) -> Block:
        """Put a detached block at the end and return it."""
        return self.insert_before(None, block)

    def insert_before(self, anchor: Block | None, block: Block) -> Block:
        """Insert a detached block before `anchor`, or at the end for None, and return it."""
        if block._parent is not None:
            raise ValueError("the block is in a region already; detach it first")
        block._parent = self
        self._link(block, block, anchor)
        return block

    def _link(self, first: Block, last: Block, anchor: Block | None) -> None:
        """Put a chain of blocks before `anchor`, or at the end for None."""
        before = self._last if anchor is None else anchor._prev
        first._prev, last._next = before, anchor
        if before is None:
            self._first = first
        else:
            before._next = first
        if anchor is None:
            self._last = last
        else:
            anchor._prev = last

    def _unlink(self, block: Block) -> None:
        before, after = block._prev, block._next
        if before is None:
            self._first = after
        else:
            before._next = after
        if after is None:
            self._last = before
        else:
            after._prev = before
        block._parent = block._prev = block._next = None

    def take_blocks(self, other: Region, before: Block | None = None) -> None:
        """Move all blocks of another region here, before a block or at the end."""
        first, last = other._first, other._last
        if first is None or last is None:
            return
        block: Block | None = first
        while block is not None:
            block._parent = self
            block = block._next
        other._first = other._last = None
        self._link(first, last, before)

    def is_ancestor(self, other: Region | None) -> bool:
        """True when `other` is this region or nested in it."""
        while other is not None:
            if other is self:
                return True
            block = other._parent._parent if other._parent is not None else None
            other = block._parent if block is not None else None
        return False
