"""--buffer-loop-hoisting: allocations move out of loops.

for %i { %m = alloc; use %m }  -->  %m = alloc; for %i { use %m }
"""

from __future__ import annotations

from mlirlite.dialects.memref.allocation import AllocaOp, AllocOp
from mlirlite.dialects.memref.transforms._placement import (
    Placement,
    aliases_of,
    hoist,
    is_known_control_flow,
    is_loop,
)
from mlirlite.ir.block import Block
from mlirlite.ir.operation import Operation
from mlirlite.ir.values import Value
from mlirlite.passes.compiler_pass import PassState, compiler_pass


@compiler_pass("buffer-loop-hoisting", anchor="func.func")
def buffer_loop_hoisting(op: Operation, state: PassState) -> None:
    """Move allocations out of loop nests.

    A buffer that the loop carries to its next iteration stays, and so does one whose size is
    computed in the loop.
    """
    hoist(op, state, (AllocOp, AllocaOp), _place)


def _place(places: Placement, value: Value, own: Block) -> Block:
    """The block before the outermost loop that the allocation may leave."""
    shared = places.of_uses(value, aliases_of(value))
    needs = places.of_operands(value.defining_op)
    at = place = own
    for above, left in places.climb(own):
        if needs is not None and not places.properly_dominates(needs, at):
            break
        at = above
        if left is None:
            continue
        carried = shared is not None and places.dominates(shared, above)
        if not is_known_control_flow(left) or not is_loop(left) or carried:
            break
        place = above
    return place
