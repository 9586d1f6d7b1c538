"""Blocks and regions: intrusive doubly linked lists of operations and of blocks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from mlirlite.ir.attribute import Type
from mlirlite.ir.insertion import is_just_inserted
from mlirlite.ir.values import BlockArgument, Usable

if TYPE_CHECKING:
    from mlirlite.ir.operation import Operation


class Block(Usable):
    """A list of operations with arguments. Iterating yields the ops; the current one may be erased
    or moved during iteration."""

    __slots__ = ("_ordered", "args", "first", "last", "next", "parent", "prev")

    def __init__(self, arg_types: Iterable[Type] = (), arg_locations: Iterable[Any] = ()) -> None:
        self._users = None
        self.args: list[BlockArgument] = []
        self.first: Operation | None = None
        self.last: Operation | None = None
        self.parent: Region | None = None
        self.prev: Block | None = None
        self.next: Block | None = None
        self._ordered = True
        locations = list(arg_locations)
        for i, type in enumerate(arg_types):
            location = locations[i] if i < len(locations) else None
            self.args.append(BlockArgument(type, self, i, location))

    # Arguments

    def add_argument(self, type: Type, location: Any = None) -> BlockArgument:
        """Append an argument."""
        argument = BlockArgument(type, self, len(self.args), location)
        self.args.append(argument)
        return argument

    def insert_argument(self, index: int, type: Type, location: Any = None) -> BlockArgument:
        """Insert an argument at a position."""
        argument = BlockArgument(type, self, index, location)
        self.args.insert(index, argument)
        for i in range(index + 1, len(self.args)):
            self.args[i].index = i
        return argument

    def erase_argument(self, index: int) -> None:
        """Remove an argument that has no uses (ValueError otherwise)."""
        if self.args[index].has_uses:
            raise ValueError("cannot erase a block argument that still has uses")
        del self.args[index]
        for i in range(index, len(self.args)):
            self.args[i].index = i

    # Operations

    def __iter__(self) -> Iterator[Operation]:
        op = self.first
        while op is not None:
            following = op.next
            yield op
            op = following

    def __reversed__(self) -> Iterator[Operation]:
        op = self.last
        while op is not None:
            preceding = op.prev
            yield op
            op = preceding

    @property
    def ops(self) -> list[Operation]:
        """A new list of the operations."""
        return list(self)

    @property
    def empty(self) -> bool:
        """True without operations."""
        return self.first is None

    @property
    def terminator(self) -> Operation | None:
        """The last op, whatever it is; None in an empty block."""
        return self.last

    def append(self, op: Operation) -> None:
        """Put a detached op at the end."""
        self.insert_before(None, op)

    def prepend(self, op: Operation) -> None:
        """Put a detached op at the beginning."""
        self.insert_before(self.first, op)

    def insert_before(self, anchor: Operation | None, op: Operation) -> None:
        """Insert a detached op before `anchor`, or at the end for None."""
        if op.parent is not None:
            if not is_just_inserted(op):
                raise ValueError(f"'{op.name}' is in a block already; detach it first")
            if anchor is op:
                return
            op.detach()
        op.parent = self
        op.next = anchor
        if anchor is None:
            last = self.last
            op.prev = last
            if last is None:
                self.first = op
                op._order = 0
            else:
                last.next = op
                op._order = last._order + 1
            self.last = op
        else:
            before = anchor.prev
            op.prev = before
            anchor.prev = op
            if before is None:
                self.first = op
            else:
                before.next = op
            self._ordered = False

    def _unlink(self, op: Operation) -> None:
        before, after = op.prev, op.next
        if before is None:
            self.first = after
        else:
            before.next = after
        if after is None:
            self.last = before
        else:
            after.prev = before
        op.parent = op.prev = op.next = None

    def _number(self) -> None:
        for i, op in enumerate(self):
            op._order = i
        self._ordered = True

    def split_before(self, op: Operation) -> Block:
        """Move `op` and what follows to a new block right after this one; the new block is
        returned."""
        if self.parent is None:
            raise ValueError("cannot split a block that is in no region")
        rest = Block()
        self.parent.insert_before(self.next, rest)
        move: Operation | None = op
        while move is not None:
            following = move.next
            move.detach()
            rest.append(move)
            move = following
        return rest

    # Graph

    @property
    def parent_op(self) -> Operation | None:
        """The op that owns the region of this block."""
        return self.parent.parent if self.parent is not None else None

    @property
    def predecessors(self) -> list[Block]:
        """Blocks whose terminators name this one, each once, in order of arrival."""
        found = {op.parent: None for op in self.users if op.parent is not None}
        return list(found)

    @property
    def single_predecessor(self) -> Block | None:
        """The only block whose terminator names this one, once or more; None for none and for
        several."""
        found: Block | None = None
        for op in self._each_user():
            if op.parent is not found and op.parent is not None:
                if found is not None:
                    return None
                found = op.parent
        return found

    @property
    def successors(self) -> tuple[Block, ...]:
        """Blocks that the last op names."""
        return self.last.successors if self.last is not None else ()

    @property
    def is_entry(self) -> bool:
        """True for the first block of a region."""
        return self.parent is not None and self.parent.first is self

    def detach(self) -> Block:
        """Remove the block from its region and return it."""
        if self.parent is not None:
            self.parent._unlink(self)
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

    __slots__ = ("first", "last", "parent")

    def __init__(self, blocks: Iterable[Block] = ()) -> None:
        self.first: Block | None = None
        self.last: Block | None = None
        self.parent: Operation | None = None
        for block in blocks:
            self.append(block)

    def __iter__(self) -> Iterator[Block]:
        block = self.first
        while block is not None:
            following = block.next
            yield block
            block = following

    @property
    def blocks(self) -> list[Block]:
        """A new list of the blocks."""
        return list(self)

    @property
    def empty(self) -> bool:
        """True without blocks."""
        return self.first is None

    @property
    def has_one_block(self) -> bool:
        """True for exactly one block."""
        return self.first is not None and self.first is self.last

    @property
    def block(self) -> Block:
        """The only block; ValueError when there are none or more."""
        if self.first is None or self.first is not self.last:
            raise ValueError(f"expected a region with one block, found {len(self.blocks)}")
        return self.first

    @property
    def entry(self) -> Block:
        """The first block; ValueError when there is none."""
        if self.first is None:
            raise ValueError("the region is empty")
        return self.first

    @property
    def index(self) -> int:
        """Position among the parent's regions."""
        if self.parent is None:
            raise ValueError("the region belongs to no operation")
        return next(i for i, r in enumerate(self.parent.regions) if r is self)

    def append(self, block: Block) -> Block:
        """Put a detached block at the end and return it."""
        return self.insert_before(None, block)

    def insert_before(self, anchor: Block | None, block: Block) -> Block:
        """Insert a detached block before `anchor`, or at the end for None, and return it."""
        if block.parent is not None:
            raise ValueError("the block is in a region already; detach it first")
        block.parent = self
        self._link(block, block, anchor)
        return block

    def _link(self, first: Block, last: Block, anchor: Block | None) -> None:
        """Put a chain of blocks before `anchor`, or at the end for None."""
        before = self.last if anchor is None else anchor.prev
        first.prev, last.next = before, anchor
        if before is None:
            self.first = first
        else:
            before.next = first
        if anchor is None:
            self.last = last
        else:
            anchor.prev = last

    def _unlink(self, block: Block) -> None:
        before, after = block.prev, block.next
        if before is None:
            self.first = after
        else:
            before.next = after
        if after is None:
            self.last = before
        else:
            after.prev = before
        block.parent = block.prev = block.next = None

    def take_blocks(self, other: Region, before: Block | None = None) -> None:
        """Move all blocks of another region here, before a block or at the end."""
        first, last = other.first, other.last
        if first is None or last is None:
            return
        block: Block | None = first
        while block is not None:
            block.parent = self
            block = block.next
        other.first = other.last = None
        self._link(first, last, before)

    def is_ancestor(self, other: Region | None) -> bool:
        """True when `other` is this region or nested in it."""
        while other is not None:
            if other is self:
                return True
            block = other.parent.parent if other.parent is not None else None
            other = block.parent if block is not None else None
        return False
