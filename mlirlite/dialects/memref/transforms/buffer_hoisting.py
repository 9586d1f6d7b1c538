"""--buffer-hoisting: allocations go up to blocks that dominate all uses, but stay in loops.

if %c { %m = alloc; use %m }  -->  %m = alloc; if %c { use %m }
"""

from __future__ import annotations

from mlirlite.dialects.memref.allocation import AllocOp
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


@compiler_pass("buffer-hoisting", anchor="func.func")
def buffer_hoisting(op: Operation, state: PassState) -> None:
    """Optimizes placement of allocation operations by moving them into common dominators and out of
    nested regions.

    Not out of loops, nor above what the sizes depend on.
    """
    places = Placement()
    for alloc in allocations(op, (AllocOp,)):
        value = alloc.results[0]
        start = start_operation(value, _place(places, value))
        if start is not None and start is not alloc:
            alloc.move_before(start)
            state.count("num-moved", 1)


def _place(places: Placement, value: Value) -> Block:
    """The highest block that the allocation may go to."""
    alloc = value.defining_op
    own = value.parent_block
    if alloc is None or own is None:
        raise ValueError("the allocation is in no block")
    bound = places.of_uses(value, aliases_of(value))
    needs: Block | None = None
    for operand in alloc.operands:
        block = operand.parent_block
        if block is not None and (needs is None or places.dominates(needs, block)):
            needs = block
    if needs is not None and (bound is None or places.properly_dominates(bound, needs)):
        bound = needs
    at = own
    while bound is None or places.properly_dominates(bound, at):
        owner = at.parent_op
        outer = owner.parent if owner is not None else None
        if owner is None or outer is None:
            break
        above = places.immediate(at)
        if above is not None:
            at = above
            continue
        if not is_known_control_flow(owner) or is_loop(owner):
            break
        at = outer
    return at
