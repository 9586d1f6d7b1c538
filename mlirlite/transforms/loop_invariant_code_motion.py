"""--loop-invariant-code-motion: ops that compute the same in each iteration move to before the
loop.

for { %c = mul %a, %b; use %c }  -->  %c = mul %a, %b; for { use %c }
"""

from __future__ import annotations

from mlirlite.ir.interfaces import LoopLike
from mlirlite.ir.operation import Operation
from mlirlite.passes.compiler_pass import PassState, compiler_pass
from mlirlite.rewriting.effects import Effects
from mlirlite.rewriting.invariants import hoist_invariants


@compiler_pass("loop-invariant-code-motion")
def loop_invariant_code_motion(op: Operation, state: PassState) -> None:
    """Hoist loop invariant instructions outside of the loop.

    Inner loops come first, so that ops that leave them may leave the outer ones, too. An op moves
    when it neither reads nor changes memory, can be speculated, and uses nothing from inside.
    """
    effects = Effects()
    for loop in [inner for inner in op.walk_post_order() if isinstance(inner, LoopLike)]:
        state.count("num-hoisted", hoist_invariants(loop, effects))
