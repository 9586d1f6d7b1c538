"""--loop-invariant-code-motion: what a loop computes again and again moves to before it.

for { %c = mul %a, %b; use %c }  -->  %c = mul %a, %b; for { use %c }
"""

from __future__ import annotations

from collections import deque

from mlirlite.ir.block import Region
from mlirlite.ir.interfaces import LoopLike
from mlirlite.ir.operation import Operation
from mlirlite.ir.traits import Terminator
from mlirlite.passes.compiler_pass import PassState, compiler_pass
from mlirlite.rewriting.effects import Effects, is_speculatable


@compiler_pass("loop-invariant-code-motion")
def loop_invariant_code_motion(op: Operation, state: PassState) -> None:
    """Hoist loop invariant instructions outside of the loop.

    Inner loops come first, so that what leaves them may leave the outer ones too. An op moves when
    it neither reads nor changes memory, may run although the loop does not, and uses nothing from
    inside.
    """
    effects = Effects()
    for loop in [inner for inner in op.walk_post_order() if isinstance(inner, LoopLike)]:
        if isinstance(loop, Operation):
            for region in loop.loop_regions():
                state.count("num-hoisted", _hoist(loop, region, effects))


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
    # What an op in the region sees is defined in itself, in the region or outside of the loop.
    for inner in op.walk():
        for value in inner.operands:
            block = value.parent_block
            if block is not None and block.parent is region:
                return False
    return True
