"""--topological-sort: in graph regions, definitions come before uses.

%1 = use(%0); %0 = make()  -->  %0 = make(); %1 = use(%0)
"""

from __future__ import annotations

from collections.abc import Container
from heapq import heappop, heappush

from mlirlite.ir.block import Block
from mlirlite.ir.dominance import op_in_block
from mlirlite.ir.operation import Operation
from mlirlite.ir.traits import GraphRegion, Terminator
from mlirlite.ir.unregistered import UnregisteredOp
from mlirlite.passes.compiler_pass import PassState, compiler_pass

_Definers = dict[Operation, dict[Operation, None]]


@compiler_pass("topological-sort")
def topological_sort(op: Operation, state: PassState) -> None:
    """Sort regions without SSA dominance in topological order.

    Ops keep their order as far as that allows. In a cycle the first op comes first.
    """
    blocks = {
        block: None
        for inner in op.walk_post_order()
        if not isinstance(inner, UnregisteredOp) and inner.has_trait(GraphRegion)
        for region in inner.regions
        for block in region
    }
    definers = _definers(op, blocks)
    for block in blocks:
        _sort(block, definers)


def _sort(block: Block, definers: _Definers) -> None:
    """Upstream sweeps repeatedly over the remaining ops, taking those that are ready. The sweep
    that takes an op follows from those of its operands, so a heap by sweep and position gives the
    same order in one pass."""
    ops = [op for op in block if op is not block.last or not op.has_trait(Terminator)]
    position = {op: i for i, op in enumerate(ops)}
    users: dict[Operation, dict[Operation, None]] = {op: {} for op in ops}
    missing: dict[Operation, int] = {}
    for op in ops:
        needed = [definer for definer in definers.get(op, ()) if definer in position]
        missing[op] = len(needed)
        for definer in needed:
            users[definer][op] = None
    sweep = dict.fromkeys(ops, 0)
    ready = [(0, position[op]) for op in ops if not missing[op]]  # sorted, so it is a heap
    order: list[Operation] = []
    taken: set[Operation] = set()
    first = now = 0
    while len(order) < len(ops):
        if ready:
            now, at = heappop(ready)
        else:  # a cycle: the first remaining op goes ahead
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


def _definers(root: Operation, blocks: Container[Block]) -> _Definers:
    """For each op of the blocks: the other ops whose results it or its regions use."""
    found: _Definers = {}
    for op in root.walk():
        for value in op.operands:
            definer = value.defining_op
            if definer is None or definer.parent not in blocks:
                continue
            user = op_in_block(op, definer.parent)
            if user is not None and user is not definer:
                found.setdefault(user, {})[definer] = None
    return found


def _reorder(block: Block, order: list[Operation]) -> None:
    at = block.first
    for op in order:
        if op is at:
            at = op.next
        elif at is not None:
            op.move_before(at)
