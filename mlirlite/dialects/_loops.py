"""The common part of loops of several dialects: the repeated block, and its arguments."""

from collections.abc import Sequence
from typing import Any, TypeVar

from mlirlite.ir.attribute import Type
from mlirlite.ir.block import Block, Region
from mlirlite.ir.builder import EntryArguments
from mlirlite.ir.interfaces import LoopLike
from mlirlite.ir.types import INDEX
from mlirlite.ir.values import BlockArgument


class BlockLoop(LoopLike, EntryArguments):
    """A loop whose only region is one block."""

    __slots__ = ()

    @property
    def body(self) -> Block:
        """The block that is repeated."""
        return self.regions[0].entry

    def loop_regions(self) -> Sequence[Region]:
        return self.regions


class CountedLoop(BlockLoop):
    """A loop with one counter, which may carry values along."""

    __slots__ = ()

    def counter_type(self) -> Type:
        """The type of the counter."""
        return INDEX

    def entry_arguments(self, region: Region) -> Sequence[Type]:
        return self.counter_type(), *(self.operands[i].type for i in self.carried_operands())

    @property
    def induction_var(self) -> BlockArgument:
        """The counter."""
        return self.body.args[0]

    @property
    def iter_args(self) -> Sequence[BlockArgument]:
        """The carried values, as the body sees them."""
        return self.body.args[1:]


L = TypeVar("L", bound=CountedLoop)


class LoopNest(BlockLoop):
    """Several loops at once, each with a counter."""

    __slots__ = ()

    def loop_count(self) -> int:
        """How many loops there are."""
        raise NotImplementedError

    def entry_arguments(self, region: Region) -> Sequence[Type]:
        return (INDEX,) * self.loop_count()

    @property
    def induction_vars(self) -> Sequence[BlockArgument]:
        """The counters."""
        return self.body.args


def perfect_nest(loop: L) -> list[L]:
    """The loop and the loops of its kind that are perfectly nested in it."""
    nest = [loop]
    while True:
        body: Any = nest[-1].body
        inner = body.first
        if not isinstance(inner, type(loop)) or body.last.prev is not inner:
            return nest
        nest.append(inner)
