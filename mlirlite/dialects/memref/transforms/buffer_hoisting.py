"""--buffer-hoisting: allocations move up to blocks that dominate all uses, but stay in loops.

if %c { %m = alloc; use %m }  -->  %m = alloc; if %c { use %m }
"""

from __future__ import annotations

from mlirlite.dialects.memref.allocation import AllocOp
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


@compiler_pass("buffer-hoisting", anchor="func.func")
def buffer_hoisting(op: Operation, state: PassState) -> None:
    """Move allocations into common dominators and out of nested regions.

    They stay in loops, and below the definitions of their sizes.
    """
    hoist(op, state, (AllocOp,), _place)


def _place(places: Placement, value: Value, own: Block) -> Block:
    """The highest block that the allocation may go to."""
    bound = places.of_uses(value, aliases_of(value))
    needs = places.of_operands(value.defining_op)
    if needs is not None and (bound is None or places.properly_dominates(bound, needs)):
        bound = needs
    place = own
    for above, left in places.climb(own):
        if bound is not None and not places.properly_dominates(bound, place):
            break
        if left is not None and (not is_known_control_flow(left) or is_loop(left)):
            break
        place = above
    return place
