"""Ops of a loop that do not change from one iteration to the next."""

from __future__ import annotations

from collections import deque

from mlirlite.ir.block import Region
from mlirlite.ir.interfaces import LoopLike
from mlirlite.ir.operation import Operation
from mlirlite.ir.traits import Terminator
from mlirlite.rewriting.effects import Effects, is_speculatable


def hoist_invariants(loop: LoopLike, effects: Effects) -> int:
    """Move the invariant ops of a LoopLike to before it, but not those of loops inside it; returns
    how many."""
    return sum(_hoist(loop, region, effects) for region in loop.loop_regions())


def _hoist(loop: Operation, region: Region, effects: Effects) -> int:
    moved = 0
    worklist = deque(op for block in region for op in block)
    while worklist:
        op = worklist.popleft()
        if op.parent_region is not region or not _may_move(op, region, effects):
            continue
        op.move_before(loop)
        moved += 1
        for result in op.results:
            worklist += [user for user in result.users if user.parent_region is region]
    return moved


def _may_move(op: Operation, region: Region, effects: Effects) -> bool:
    if op.has_trait(Terminator) or not effects.is_free(op) or not is_speculatable(op):
        return False
    # A value that an op in the region uses is defined in the op, in the region or outside of the
    # loop.
    for inner in op.walk():
        for value in inner.operands:
            block = value.parent_block
            if block is not None and block.parent is region:
                return False
    return True
