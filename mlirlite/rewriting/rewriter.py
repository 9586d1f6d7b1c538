"""Rewriter: the only mutator. A builder that reports every change to a listener, so that drivers
know what to revisit and tools what happened."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TypeVar

from mlirlite.ir.attribute import Type
from mlirlite.ir.block import Block, Region
from mlirlite.ir.builder import Builder
from mlirlite.ir.locations import AnyLocation
from mlirlite.ir.operation import Operation
from mlirlite.ir.values import Use, Value

OpT = TypeVar("OpT", bound=Operation)

Replacement = Operation | Value | Sequence[Value | None]
"""What results are replaced with: an op with as many results, a value for a single result, or one
value each (None: unused)."""


def is_replacement(found: object) -> bool:
    """True for what results can be replaced with, if their number fits."""
    if isinstance(found, (Operation, Value)):
        return True
    return isinstance(found, Sequence) and all(v is None or isinstance(v, Value) for v in found)


class Listener:
    """Is told of every change. All methods do nothing by default."""

    def inserted(self, op: Operation) -> None:
        """A new op, with its contents, was put into a block."""

    def moved(self, op: Operation) -> None:
        """An op, with its contents, was moved."""

    def modified(self, op: Operation) -> None:
        """Operands, attributes, successors or types of an op changed."""

    def released(self, values: Sequence[Value]) -> None:
        """The operands that an op had before it was changed in place."""

    def erased(self, op: Operation) -> None:
        """An op, with its contents, is about to be erased."""

    def replaced(self, op: Operation, values: Sequence[Value | None]) -> None:
        """Values are about to replace the results of an op, which is then erased."""


class Rewriter(Builder):
    """The insertion point and all changes that a rewrite may make. `changes` counts them.

    IR that is changed without the rewriter is not revisited: use `with rw.modify(op):` for changes
    in place.
    """

    def __init__(
        self,
        block: Block,
        before: Operation | None = None,
        location: AnyLocation | None = None,
        *,
        listener: Listener | None = None,
    ) -> None:
        super().__init__(block, before, location)
        self.listener = listener or Listener()
        self.changes = 0
        self.reason: str | Callable[[], str] = ""

    def fail(self, reason: str | Callable[[], str]) -> bool:
        """Say why a pattern does not apply, and return False: `return rw.fail("has other users")`.
        A text that is expensive to make is given as a function."""
        self.reason = reason
        return False

    def inserted(self, op: Operation) -> None:
        self.changes += 1
        self.listener.inserted(op)

    def _moved(self, op: Operation) -> None:
        self.changes += 1
        self.listener.moved(op)

    def notify_modified(self, op: Operation) -> None:
        """Report that an op was changed in place; `modify` does so by itself."""
        self.changes += 1
        self.listener.modified(op)

    # Operations

    def replace(self, op: Operation, new: Replacement) -> None:
        """Replace the op's results with the new values and erase the op. A detached op is inserted
        before it."""
        if isinstance(new, Operation):
            if new.parent is None:
                block, before, location = self.block, self.before, self.location
                self.set_before(op)
                self.insert(new)
                self.block, self.before, self.location = block, before, location
            values: Sequence[Value | None] = new.results
        elif isinstance(new, Value):
            values = (new,)
        else:
            values = new
        results = op._results
        if len(values) != len(results):
            raise ValueError(
                f"'{op.name}' has {len(results)} results, got {len(values)} values for them"
            )
        self.listener.replaced(op, values)
        for index, (old, value) in enumerate(zip(results, values, strict=True)):
            if old._users is not None:
                if value is None:
                    raise ValueError(
                        f"result #{index} of '{op.name}' is used and has no replacement"
                    )
                self.replace_all_uses_with(old, value)
        self.erase(op)

    def erase(self, op: Operation) -> None:
        """Erase an op with its contents. ValueError when a result still has uses."""
        if op.has_uses:
            raise ValueError(f"cannot erase '{op.name}': its results still have uses")
        self.changes += 1
        if self.before is op:
            self.before = op._next
        self.listener.erased(op)
        op.detach()
        op.drop_all_references()

    @contextmanager
    def modify(self, op: OpT) -> Iterator[OpT]:
        """Change an op in place: operands, properties, attributes, result types."""
        before = op._operands
        yield op
        self.notify_modified(op)
        if op._operands is not before:
            self.listener.released(before)

    def erase_results(self, op: OpT, gone: Collection[int]) -> OpT:
        """Replace an op with the same op and regions, without some unused results."""
        kept = [r for r in op._results if r.index not in gone]
        new = self.recreate(op, op._operands, [r.type for r in kept])
        values: list[Value | None] = [None] * len(op._results)
        for old, result in zip(kept, new.results, strict=True):
            values[old.index] = result
        self.replace(op, values)
        return new

    def recreate(self, op: OpT, operands: Sequence[Value], types: Sequence[Type]) -> OpT:
        """Insert the same op, with other operands and result types, before this one, and move its
        regions there. The caller replaces the old op."""
        new = type(op).create(
            operands,
            types,
            dict(op.properties),
            dict(op.attributes),
            [Region() for _ in op._regions],
            op._successors,
            op.location,
        )
        new._copy_identity(op)
        self.set_before(op)
        self.insert(new)
        for old_region, region in zip(op._regions, new.regions, strict=True):
            self.inline_region_at_end(old_region, region)
        return new

    def replace_all_uses_with(self, old: Value, new: Value) -> None:
        """Make every user of a value refer to another one."""
        if old is new:
            return
        self.changes += 1
        modified = self.listener.modified
        for user in old.replace_all_uses_with(new):
            modified(user)

    def replace_uses_if(self, old: Value, new: Value, condition: Callable[[Use], bool]) -> None:
        """Make those uses of a value for which the condition holds refer to another one."""
        for use in [u for u in old.uses if condition(u)]:
            use.owner.set_operand(use.operand, new)
            self.notify_modified(use.owner)

    def replace_uses_except(self, old: Value, new: Value, *ops: Operation) -> None:
        """Make all users of a value but these ops refer to another one."""
        self.replace_uses_if(old, new, lambda use: use.owner not in ops)

    def set_type(self, value: Value, type: Type) -> None:
        """Change the type of a value; its users count as modified."""
        if value.type is type:
            return
        value.type = type
        self.changes += 1
        for user in value.users:
            self.listener.modified(user)

    def clone(self, op: OpT, values: dict[Value, Value] | None = None) -> OpT:
        """Insert a deep copy. `values` maps operands and is filled with the copies of results and
        arguments."""
        return self.insert(op.clone(values))

    def move_before(self, op: Operation, other: Operation) -> None:
        """Move an op to right before another one."""
        op.move_before(other)
        self._moved(op)

    def move_after(self, op: Operation, other: Operation) -> None:
        """Move an op to right after another one."""
        op.move_after(other)
        self._moved(op)

    # Blocks and regions

    def create_block(
        self, region: Region, arg_types: Iterable[Type] = (), before: Block | None = None
    ) -> Block:
        self.changes += 1
        return super().create_block(region, arg_types, before)

    def inline_block_before(
        self, source: Block, before: Operation, arguments: Sequence[Value] = ()
    ) -> None:
        """Move the ops of a block to before an op, with values for the block's arguments, and erase
        the block."""
        if before.parent is None:
            raise ValueError(f"'{before.name}' is in no block")
        self._inline(source, before.parent, before, arguments)

    def merge_blocks(self, source: Block, into: Block, arguments: Sequence[Value] = ()) -> None:
        """Move the ops of a block to the end of another one, with values for the block's arguments,
        and erase it."""
        self._inline(source, into, None, arguments)

    def _inline(
        self, source: Block, block: Block, before: Operation | None, arguments: Sequence[Value]
    ) -> None:
        if len(arguments) != len(source.args):
            raise ValueError(
                f"the block has {len(source.args)} arguments, got {len(arguments)} values"
            )
        for old, new in zip(source.args, arguments, strict=True):
            self.replace_all_uses_with(old, new)
        for op in source:
            op.detach()
            block.insert_before(before, op)
            self._moved(op)
        self.erase_block(source)

    def inline_region_before(self, region: Region, before: Block) -> None:
        """Move all blocks of a region to before a block."""
        if before.parent is None:
            raise ValueError("the block is in no region")
        self.changes += 1
        before.parent.take_blocks(region, before)

    def inline_region_at_end(self, region: Region, into: Region) -> None:
        """Move all blocks of a region to the end of another one."""
        self.changes += 1
        into.take_blocks(region)

    def split_block(self, op: Operation) -> Block:
        """Move an op and all that follows to a new block right after its own; the new block is
        returned."""
        if op._parent is None:
            raise ValueError(f"'{op.name}' is in no block")
        self.changes += 1
        rest = op._parent.split_before(op)
        for moved in rest:
            self.listener.moved(moved)
        return rest

    def erase_block(self, block: Block) -> None:
        """Erase a block with its contents. ValueError when anything outside still refers to it."""
        self.changes += 1
        for op in reversed(block):
            self.listener.erased(op)
        block.erase()
