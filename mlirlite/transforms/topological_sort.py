"""--topological-sort: in graph regions, what is used comes before what uses it.

%1 = use(%0); %0 = make()  -->  %0 = make(); %1 = use(%0)
"""

from __future__ import annotations

from heapq import heappop, heappush

from mlirlite.ir.block import Block
from mlirlite.ir.operation import Operation, UnregisteredOp
from mlirlite.ir.traits import GraphRegion, Terminator
from mlirlite.passes.compiler_pass import PassState, compiler_pass


@compiler_pass("topological-sort")
def topological_sort(op: Operation, state: PassState) -> None:
    """Sort regions without SSA dominance in topological order.

    Ops keep their order as far as that allows. In a circle the first op comes first.
    """
    for inner in op.walk_post_order():
        if not isinstance(inner, UnregisteredOp) and inner.has_trait(GraphRegion):
            for region in inner.regions:
                for block in region:
                    _sort(block)


def _sort(block: Block) -> None:
    """Upstream sweeps over what is left again and again, taking what is ready. The sweep in which
    an op is taken follows from those of what it uses; so a heap by sweep and position gives the
    same order at once."""
    ops = [op for op in block if op is not block.last or not op.has_trait(Terminator)]
    position = {op: i for i, op in enumerate(ops)}
    users: dict[Operation, dict[Operation, None]] = {op: {} for op in ops}
    missing: dict[Operation, int] = {}
    for op in ops:
        needed = _needed(op, block, position)
        missing[op] = len(needed)
        for definer in needed:
            users[definer][op] = None
    sweep = dict.fromkeys(ops, 0)
    ready = [(0, position[op]) for op in ops if not missing[op]]  # in order, so a heap
    order: list[Operation] = []
    taken: set[Operation] = set()
    first = now = 0
    while len(order) < len(ops):
        if ready:
            now, at = heappop(ready)
        else:  # a circle: the first op that is left goes ahead
            while ops[first] in taken:
                first += 1
            now, at = now + 1, first
        op = ops[at]
        taken.add(op)
        order.append(op)
        for user in users[op]:
            if user in taken:
                continue
            again = at > position[user]
            sweep[user] = max(sweep[user], now + again)
            missing[user] -= 1
            if not missing[user]:
                heappush(ready, (sweep[user], position[user]))
    _reorder(block, order)


def _needed(op: Operation, block: Block, position: dict[Operation, int]) -> dict[Operation, None]:
    """The other ops of the block whose results an op uses, also in its regions."""
    found: dict[Operation, None] = {}
    for inner in op.walk():
        for value in inner.operands:
            definer: Operation | None = value.defining_op
            while definer is not None and definer.parent is not block:
                definer = definer.parent_op
            if definer is not None and definer is not op and definer in position:
                found[definer] = None
    return found


def _reorder(block: Block, order: list[Operation]) -> None:
    at = block.first
    for op in order:
        if op is at:
            at = op.next
        elif at is not None:
            op.move_before(at)
