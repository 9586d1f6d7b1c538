"""Errors about uses that a value does not dominate, or that cross into an isolated region."""

from __future__ import annotations

from collections.abc import Iterator

from mlirlite.ir.block import Block
from mlirlite.ir.dominance import DominanceInfo
from mlirlite.ir.operation import Operation
from mlirlite.ir.values import OpResult, Value
from mlirlite.support.diagnostics import Diagnostic, error


def check_dominance(
    root: Operation, doubtful: list[Operation]
) -> Iterator[tuple[Operation, Diagnostic]]:
    """Errors about operands of ops that use more than the values before them in their block; each
    with its op. As upstream, those that cross an isolated op come first."""
    info = DominanceInfo()
    crossing: set[Operation] = set()
    for op in doubtful:
        crossed = _crossed(op, info) if op is not root else None
        if crossed is not None:
            crossing.add(op)
            problem = op.error("using value defined outside the region")
            yield op, problem.note("required by region isolation constraints", crossed.where)
    for op in doubtful:
        if op in crossing:
            continue
        block = op._parent
        for index, value in enumerate(op._operands):
            if type(value) is OpResult:
                owner = value.owner
                if owner._parent is block and owner._order < op._order:
                    continue
            elif value.parent_block is block:
                continue
            if op is root or info.value_dominates(value, op):
                continue
            if block is not None and not info.is_reachable(block):
                continue
            yield op, _dominance_error(value, op, index)


def _crossed(op: Operation, info: DominanceInfo) -> Operation | None:
    """The enclosing isolated op that an operand comes into from outside, if there is one."""
    block = op._parent
    for value in op._operands if block is not None else ():
        home = value.parent_block
        if block is not None and home is not None and home._parent is not block._parent:
            isolated = info.ancestor_in(home._parent, block).isolated
            if isolated is not None and not isolated.is_ancestor(home.parent_op):
                return isolated
    return None


def _dominance_error(value: Value, op: Operation, index: int) -> Diagnostic:
    problem = error(f"operand #{index} does not dominate this use", op.where)
    definer = value.defining_op
    if definer is not None:
        here, there = op._parent, definer._parent
        if here is there:
            place = "op in the same block"
        elif here is not None and there is not None and here._parent is there._parent:
            place = "op in the same region"
        elif (
            there is not None
            and there._parent is not None
            and there._parent.is_ancestor(op.parent_region)
        ):
            place = "op in a parent region"
        elif op.parent_region is not None and op.parent_region.is_ancestor(definer.parent_region):
            place = "op in a child region"
        else:
            place = "op is neither in a parent nor in a child region"
        return problem.note(f"operand defined here ({place})", definer.where)
    owner = value.parent_block
    home = owner._parent if owner is not None else None
    if home is op.parent_region:
        where = "in the same region"
    elif home is not None and home.is_ancestor(op.parent_region):
        where = "in a parent region"
    elif op.parent_region is not None and op.parent_region.is_ancestor(home):
        where = "in a child region"
    else:
        where = "neither in a parent nor in a child region"
    around = home._parent if home is not None else None
    return problem.note(
        f"operand defined as a block argument (block #{_block_number(owner)} {where})",
        around.where if around is not None else op.where,
    )


def _block_number(block: Block | None) -> int:
    if block is None or block._parent is None:
        return 0
    return next(i for i, b in enumerate(block._parent) if b is block)
