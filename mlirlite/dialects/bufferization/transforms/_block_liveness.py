"""Which values are needed after a block, or before it: by uses alone, for the blocks of a region at
once.

A use in a nested region counts as a use in the block around it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from mlirlite.ir.block import Block, Region
from mlirlite.ir.operation import Operation
from mlirlite.ir.values import Value


@dataclass
class _Sets:
    used: set[Value] = field(default_factory=set)
    defined: set[Value] = field(default_factory=set)
    live_in: set[Value] = field(default_factory=set)
    live_out: set[Value] = field(default_factory=set)


class BlockLiveness:
    """The live values at the boundaries of every block inside an op; `wanted` says which values
    count.

    The result is not updated when the IR changes; call `renamed` for new values."""

    def __init__(self, root: Operation, wanted: Callable[[Value], bool]) -> None:
        self._wanted = wanted
        self._sets: dict[Block, _Sets] = {}
        self._names: dict[Value, Value] = {}
        regions = [r for op in root.walk() for r in op.regions]
        for region in reversed(regions):
            for block in region:
                self._gather(block)
        for region in regions:
            self._propagate(region)

    def live_in(self, block: Block) -> list[Value]:
        """Values from elsewhere that the block, what is nested in it, or a later block uses."""
        return self._current(self._sets[block].live_in)

    def live_out(self, block: Block) -> list[Value]:
        """Values that later blocks of the region use."""
        return self._current(self._sets[block].live_out)

    def renamed(self, old: Value, new: Value) -> None:
        """A value has replaced another one."""
        self._names[old] = new

    def _current(self, values: Iterable[Value]) -> list[Value]:
        found = []
        for value in values:
            while value in self._names:
                value = self._names[value]
            found.append(value)
        return found

    def _gather(self, block: Block) -> None:
        sets = self._sets[block] = _Sets()
        own: list[Value] = list(block.args)
        sets.defined.update(block.args)
        for op in block:
            own += op.results
            sets.defined.update(op.results)
            sets.used.update(v for v in op.operands if self._wanted(v))
            for region in op.regions:
                sets.used |= self._used_by(region)
        sets.used -= sets.defined
        sets.live_in = set(sets.used)
        if block.parent is None or block.parent.has_one_block:
            return
        for value in own:
            if self._wanted(value) and any(_leaves(block, user) for user in value.users):
                sets.live_out.add(value)

    def _used_by(self, region: Region) -> set[Value]:
        """Values from elsewhere that a region uses."""
        found: set[Value] = set()
        for block in region:
            found |= self._sets[block].used
        if not region.has_one_block:
            for block in region:
                found -= self._sets[block].defined
        return found

    def _propagate(self, region: Region) -> None:
        todo = list(region)
        while todo:
            block = todo.pop()
            sets = self._sets[block]
            last = block.last
            for following in last.successors if last is not None else ():
                sets.live_out |= self._sets[following].live_in
            live_in = sets.used | (sets.live_out - sets.defined)
            if live_in != sets.live_in:
                sets.live_in = live_in
                todo += [user.parent for user in block.users if user.parent is not None]


def _leaves(block: Block, user: Operation) -> bool:
    """Whether an op outside the block, at any depth, uses one of its values."""
    place: Block | None = user.parent
    while place is not None and place.parent is not block.parent:
        outer = place.parent_op
        place = outer.parent if outer is not None else None
    return place is not block
