"""Builder: inserts ops at a place."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from mlirlite.ir.attribute import Type
from mlirlite.ir.block import Block, Region
from mlirlite.ir.locations import Location
from mlirlite.ir.operation import Operation
from mlirlite.support.source import SourceSpan

OpT = TypeVar("OpT", bound=Operation)


class Builder:
    """An insertion point. `b.insert(arith.AddIOp(x, y))` puts the op there and returns it; ops
    without a location get `b.location`."""

    def __init__(
        self,
        block: Block,
        before: Operation | None = None,
        location: Location | SourceSpan | None = None,
    ) -> None:
        self.block = block
        self.before = before
        self.location = location

    @classmethod
    def at_end(cls, block: Block) -> Builder:
        """Inserts at the end of a block."""
        return cls(block)

    @classmethod
    def at_start(cls, block: Block) -> Builder:
        """Inserts at the beginning of a block, in order."""
        return cls(block, block.first)

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
        self.block, self.before, self.location = _block_of(op), op.next, op._location

    def set_end(self, block: Block) -> None:
        """Move the insertion point to the end of a block."""
        self.block, self.before = block, None

    def set_start(self, block: Block) -> None:
        """Move the insertion point to the beginning of a block."""
        self.block, self.before = block, block.first

    def insert(self, op: OpT) -> OpT:
        """Insert a detached op and return it."""
        if op._location is None:
            op._location = self.location
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
        """Called after each insertion; the rewriter overrides it."""


def _block_of(op: Operation) -> Block:
    if op.parent is None:
        raise ValueError(f"'{op.name}' is in no block")
    return op.parent
