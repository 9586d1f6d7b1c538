"""Simplifying control flow without knowing its ops: unreachable blocks, dead values and block arguments go."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from mlirlite.ir.block import Block, Region
from mlirlite.ir.interfaces import BranchOp
from mlirlite.ir.operation import Operation
from mlirlite.ir.traits import Terminator
from mlirlite.ir.values import BlockArgument, OpResult, Value
from mlirlite.rewriting.effects import Effects
from mlirlite.rewriting.rewriter import Rewriter


def simplify_regions(regions: Sequence[Region], rw: Rewriter) -> bool:
    """Erase unreachable blocks, then everything whose value nobody needs, also in circles; True when anything changed."""
    erased = erase_unreachable_blocks(regions, rw)
    return erase_dead_values(regions, rw) or erased


def _nested_regions(regions: Iterable[Region]) -> list[Region]:
    found = list(regions)
    for region in found:
        for block in region:
            for op in block:
                if op.regions:
                    found += op.regions
    return found


def erase_unreachable_blocks(regions: Sequence[Region], rw: Rewriter) -> bool:
    """Erase the blocks, here and in nested regions, that no path from their region's entry reaches."""
    changed = False
    todo = list(regions)
    for region in todo:
        if region.first is None:
            continue
        if not region.has_one_block:
            reached = {region.first: None}
            for block in _growing(reached):
                for successor in block.successors:
                    reached.setdefault(successor)
            unreached = [b for b in region if b not in reached]
            for block in unreached:
                for op in block:
                    op.drop_all_references()
            for block in unreached:
                for op in block:  # what reachable code cannot see, other unreachable code did
                    for result in op.results:
                        _drop_uses(result)
                rw.erase_block(block)
                changed = True
        todo += [r for block in region for op in block for r in op.regions]
    return changed


def _growing(blocks: dict[Block, None]) -> Iterable[Block]:
    order = list(blocks)
    for block in order:
        yield block
        order += [b for b in list(blocks)[len(order) :]]


def _drop_uses(value: Value) -> None:
    for user in value.users:
        user.drop_all_references()


def erase_dead_values(regions: Sequence[Region], rw: Rewriter) -> bool:
    """Erase ops and block arguments that contribute to nothing that must happen (upstream: runRegionDCE)."""
    effects = Effects()
    everything = _nested_regions(regions)
    live: set[Operation | BlockArgument] = set()
    todo: list[Operation | BlockArgument] = []

    def mark(one: Operation | BlockArgument) -> None:
        if one not in live:
            live.add(one)
            todo.append(one)

    for region in everything:
        for block in region:
            for op in block:
                if not effects.is_droppable(op):
                    mark(op)
            if block is region.first:
                live.update(block.args)
    while todo:
        one = todo.pop()
        if isinstance(one, BlockArgument):
            for user in one.owner.users:
                for value in _passed_to(user, one):
                    mark(_definition(value))
            continue
        passed: set[int] = set()
        if one.successors:
            if isinstance(one, BranchOp):
                for i, successor in enumerate(one.successors):
                    indices = one.successor_operand_range(i)
                    passed.update(indices)
                    for extra in successor.args[: len(successor.args) - len(indices)]:
                        mark(extra)  # the terminator makes these itself
            else:
                for successor in one.successors:
                    for argument in successor.args:
                        mark(argument)
        for i, value in enumerate(one.operands):
            if i not in passed:
                mark(_definition(value))
    return _erase_rest(everything, live, rw)


def _definition(value: Value) -> Operation | BlockArgument:
    if isinstance(value, OpResult):
        return value.owner
    if not isinstance(value, BlockArgument):
        raise TypeError(f"{value!r} is neither a result nor a block argument")
    return value


def _passed_to(branch: Operation, argument: BlockArgument) -> list[Value]:
    """What a terminator passes to a block argument."""
    if not isinstance(branch, BranchOp):
        return []
    found: list[Value] = []
    for i, successor in enumerate(branch.successors):
        if successor is argument.owner:
            indices = branch.successor_operand_range(i)
            position = argument.index - (len(successor.args) - len(indices))
            if position >= 0:
                found.append(branch.operands[indices[position]])
    return found


def _erase_rest(
    regions: Sequence[Region], live: set[Operation | BlockArgument], rw: Rewriter
) -> bool:
    dead_ops: list[Operation] = []
    changed = False
    for region in regions:
        for block in region:
            dead = [a.index for a in block.args if a not in live]
            if dead:
                changed = True
                for user in block.users:
                    _drop_passed(user, block, dead, rw)
            dead_ops += [op for op in block if op not in live]
    gone: set[Operation] = set()
    for op in dead_ops:
        if op.parent is not None and op not in gone:
            gone.update(n for n in op.walk() if n is not op)
    for op in dead_ops:
        if op not in gone:
            op.drop_all_references()
    for op in reversed(dead_ops):
        if op not in gone:
            rw.erase(op)
            changed = True
    for region in regions:
        for block in region:
            for argument in reversed(block.args):
                if argument not in live and argument.owner.parent is not None and not argument.has_uses:
                    block.erase_argument(argument.index)
    return changed


def _drop_passed(branch: Operation, block: Block, dead: Sequence[int], rw: Rewriter) -> None:
    if not isinstance(branch, BranchOp):
        raise TypeError(f"'{branch.name}' passes values to a block but is no BranchOp")
    for i, successor in enumerate(branch.successors):
        if successor is block:
            indices = branch.successor_operand_range(i)
            own = len(block.args) - len(indices)
            branch.erase_successor_operands(i, [d - own for d in dead])
    rw.notify_modified(branch)


__all__ = ["Terminator", "erase_dead_values", "erase_unreachable_blocks", "simplify_regions"]
