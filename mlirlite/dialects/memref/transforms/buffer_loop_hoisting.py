"""--buffer-loop-hoisting: allocations go out of loops.

for %i { %m = alloc; use %m }  -->  %m = alloc; for %i { use %m }
"""

from __future__ import annotations

from mlirlite.dialects.memref.allocation import AllocaOp, AllocOp
from mlirlite.dialects.memref.transforms._placement import (
    Placement,
    aliases_of,
    allocations,
    is_known_control_flow,
    is_loop,
    start_operation,
)
from mlirlite.ir.block import Block
from mlirlite.ir.operation import Operation
from mlirlite.ir.values import Value
from mlirlite.passes.compiler_pass import PassState, compiler_pass


@compiler_pass("buffer-loop-hoisting", anchor="func.func")
def buffer_loop_hoisting(op: Operation, state: PassState) -> None:
    """Optimizes placement of allocation operations by moving them out of loop nests.

    A buffer that the loop carries to its next iteration stays, and so does one whose size is
    computed in the loop.
    """
    places = Placement()
    for alloc in allocations(op, (AllocOp, AllocaOp)):
        value = alloc.results[0]
        start = start_operation(value, _place(places, value))
        if start is not None and start is not alloc:
            alloc.move_before(start)
            state.count("num-moved", 1)


def _place(places: Placement, value: Value) -> Block:
    alloc = value.defining_op
    own = value.parent_block
    if alloc is None or own is None:
        raise ValueError("the allocation is in no block")
    shared = places.of_uses(value, aliases_of(value))
    needs: Block | None = None
    for operand in alloc.operands:
        block = operand.parent_block
        if block is not None and (needs is None or places.dominates(needs, block)):
            needs = block
    at = place = own
    while needs is None or places.properly_dominates(needs, at):
        owner = at.parent_op
        outer = owner.parent if owner is not None else None
        if owner is None or outer is None:
            break
        above = places.immediate(at)
        if above is not None:
            at = above
            continue
        carried = shared is not None and places.dominates(shared, outer)
        if not is_known_control_flow(owner) or not is_loop(owner) or carried:
            break
        at = place = outer
    return place
