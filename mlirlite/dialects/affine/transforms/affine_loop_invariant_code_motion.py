"""--affine-loop-invariant-code-motion: ops that do the same in each iteration, even memory
accesses, move to before the loop.

affine.for %i { %0 = affine.load %m[%j]; use %0 }  -->  %0 = affine.load %m[%j]; affine.for …
"""

from __future__ import annotations

from collections.abc import Iterator

from mlirlite.dialects.affine.analysis.dependence import ACCESSES, WRITES
from mlirlite.dialects.affine.loops import ForOp, IfOp, YieldOp
from mlirlite.dialects.affine.parallel import ParallelOp
from mlirlite.ir.interfaces import (
    EffectKind,
    MemoryEffects,
    is_memory_effect_free,
)
from mlirlite.ir.operation import Operation
from mlirlite.ir.values import Value
from mlirlite.passes.compiler_pass import PassState, compiler_pass


@compiler_pass("affine-loop-invariant-code-motion", anchor="func.func")
def affine_loop_invariant_code_motion(op: Operation, state: PassState) -> None:
    """Hoist loop invariant instructions outside of affine loops.

    Inner loops first. A load moves when nothing in the loop writes to its buffer, a store when
    nothing else in the loop reads or writes it; as upstream, buffers are assumed to be disjoint.
    """
    for loop in [inner for inner in op.walk_post_order() if isinstance(inner, ForOp)]:
        state.count("num-hoisted", _Hoister(loop).run())


_NESTING = (IfOp, ForOp, ParallelOp)


def _inside(op: Operation) -> Iterator[Operation]:
    regions = op.regions if isinstance(op, _NESTING) else ()
    return (inner for region in regions for block in region for inner in block)


class _Hoister:
    """One loop: ops inside that others use, and those of them that move."""

    def __init__(self, loop: ForOp) -> None:
        self.loop = loop
        self.used: set[Operation] = set()
        self.hoisted: set[Operation] = set()

    def run(self) -> int:
        """Move what is invariant; the number of ops moved."""
        moving = []
        for op in self.loop.body:
            if op.has_uses:
                self.used.add(op)
            if not isinstance(op, YieldOp) and self.is_invariant(op):
                moving.append(op)
        for op in moving:
            op.move_before(self.loop)
        return len(moving)

    def is_invariant(self, op: Operation) -> bool:
        """True when the op, with its contents, may move to before the loop."""
        around = [(op, _inside(op))]
        while around:
            holder, rest = around[-1]
            inner = next(rest, None)
            if inner is not None:
                around.append((inner, _inside(inner)))
            elif self.may_move(holder):
                around.pop()
            else:
                return False
        return True

    def may_move(self, op: Operation) -> bool:
        """True when the op may move to before the loop if its contents may."""
        if isinstance(op, ACCESSES):
            self.used.add(op)
            if not self.may_move_access(op, op.memref_operand):
                return False
        elif not isinstance(op, _NESTING) and not is_memory_effect_free(op):
            return False
        for value in op.operands:
            if value is self.loop.induction_var or value in self.loop.iter_args:
                return False
            maker = value.defining_op
            if maker is not None and maker in self.used and maker not in self.hoisted:
                return False
        self.hoisted.add(op)
        return True

    def may_move_access(self, op: Operation, memref: Value) -> bool:
        """False when something else in the loop writes the buffer, or, for a store, reads it."""
        for user in memref.users:
            if user is op or not self.loop.is_ancestor(user):
                continue
            if not isinstance(user, MemoryEffects):
                continue
            kinds = {kind for kind, value in user.effects() if value is memref}
            if EffectKind.WRITE in kinds or (EffectKind.READ in kinds and isinstance(op, WRITES)):
                return False
        return True
