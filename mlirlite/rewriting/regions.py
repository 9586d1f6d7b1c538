"""Simplifying control flow without knowing its ops: unreachable blocks, dead values and dead block
arguments are removed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from mlirlite.ir.block import Block, Region
from mlirlite.ir.dominance import reverse_post_order
from mlirlite.ir.equivalence import structurally_equal
from mlirlite.ir.interfaces import BranchOp
from mlirlite.ir.operation import Operation
from mlirlite.ir.values import BlockArgument, OpResult, Value
from mlirlite.rewriting.effects import Effects
from mlirlite.rewriting.rewriter import Rewriter


def simplify_regions(regions: Sequence[Region], rw: Rewriter) -> bool:
    """Erase unreachable blocks, then all dead values, cyclic ones too; True when anything
    changed."""
    erased = erase_unreachable_blocks(regions, rw)
    return erase_dead_values(regions, rw) or erased


def erase_unreachable_blocks(regions: Sequence[Region], rw: Rewriter) -> bool:
    """Erase the blocks, in nested regions too, that no path from their region's entry reaches."""
    changed = False
    todo = list(regions)
    for region in todo:
        if not region.empty and not region.has_one_block:
            reached = set(reverse_post_order(region))
            unreached = [b for b in region if b not in reached]
            for block in unreached:  # they may refer to each other in cycles
                for op in block:
                    op.drop_all_references()
            for block in unreached:
                rw.erase_block(block)
                changed = True
        todo += [r for block in region for op in block for r in op.regions]
    return changed


def merge_equal_blocks(regions: Sequence[Region], rw: Rewriter) -> bool:
    """Redirect branches to one of two equal blocks of a region to the other, and erase it; True
    when anything changed."""
    changed = False
    for region in _with_nested(regions):
        known: dict[tuple[object, ...], list[Block]] = {}
        for block in [b for b in region if b is not region.first]:
            names = tuple(op.name for op in block)
            twins = known.setdefault((names, tuple(a.type for a in block.args)), [])
            twin = next((other for other in twins if _equal_blocks(other, block)), None)
            if twin is None:
                twins.append(block)
                continue
            for branch in block.users:
                for i, successor in enumerate(branch.successors):
                    if successor is block:
                        branch.set_successor(i, twin)
                rw.notify_modified(branch)
            rw.erase_block(block)
            changed = True
    return changed


def drop_redundant_arguments(regions: Sequence[Region], rw: Rewriter) -> bool:
    """Replace block arguments that every branch passes the same value by that value; True when
    anything changed."""
    changed = False
    for region in _with_nested(regions):
        for block in [b for b in region if b is not region.first and b.args]:
            branches = list(dict.fromkeys(block.users))
            if not all(isinstance(b, BranchOp) and passes_by_group(b) for b in branches):
                continue
            gone: list[int] = []
            for argument in block.args:
                passed = [passed_to(branch, argument) for branch in branches]
                values = dict.fromkeys(v for found in passed for v in found)
                if len(values) == 1 and all(passed):
                    rw.replace_all_uses_with(argument, next(iter(values)))
                    gone.append(argument.index)
            if gone:
                changed = True
                for branch in branches:
                    drop_passed(branch, block, gone)
                    rw.notify_modified(branch)
                for index in reversed(gone):
                    block.erase_argument(index)
    return changed


def _equal_blocks(a: Block, b: Block) -> bool:
    """Whether two blocks do the same, and nothing outside uses what they compute."""
    for block in (a, b):
        values = [*block.args, *(r for op in block for r in op.results)]
        if any(user.parent is not block for value in values for user in value.users):
            return False
    same: dict[Value, Value] = dict(zip(a.args, b.args, strict=True))
    return all(structurally_equal(x, y, same) for x, y in zip(a, b, strict=True))


def erase_dead_values(regions: Sequence[Region], rw: Rewriter) -> bool:
    """Erase ops and block arguments that no required effect depends on (upstream: runRegionDCE)."""
    everything = _with_nested(regions)
    return _erase_rest(everything, _live(everything), rw)


def _with_nested(regions: Iterable[Region]) -> list[Region]:
    found = list(regions)
    for region in found:
        for block in region:
            for op in block:
                if op.regions:
                    found += op.regions
    return found


def _live(regions: Sequence[Region]) -> set[Operation | BlockArgument]:
    """The ops that must stay, and the values that they need."""
    effects = Effects()
    live: set[Operation | BlockArgument] = set()
    todo: list[Operation | BlockArgument] = []

    def mark(one: Operation | BlockArgument) -> None:
        if one not in live:
            live.add(one)
            todo.append(one)

    for region in regions:
        for block in region:
            if block is region.first:
                live.update(block.args)
            for op in block:
                if not effects.is_droppable(op):
                    mark(op)
    while todo:
        one = todo.pop()
        if isinstance(one, BlockArgument):
            for branch in one.owner.users:
                for value in passed_to(branch, one):
                    mark(_definition(value))
            continue
        passed: set[int] = set()
        if one.successors:
            arguments, passed = _made_by(one)
            for argument in arguments:
                mark(argument)
        for i, value in enumerate(one.operands):
            if i not in passed:
                mark(_definition(value))
    return live


def _definition(value: Value) -> Operation | BlockArgument:
    if isinstance(value, OpResult):
        return value.owner
    if isinstance(value, BlockArgument):
        return value
    raise TypeError(f"{value!r} is neither a result nor a block argument")


def _made_by(terminator: Operation) -> tuple[list[BlockArgument], set[int]]:
    """Block arguments that a terminator defines in a fixed way, and the indices of the operands
    that it passes to other ones."""
    if not isinstance(terminator, BranchOp) or not passes_by_group(terminator):
        return [a for block in terminator.successors for a in block.args], set()
    fixed: list[BlockArgument] = []
    passed: set[int] = set()
    for i, successor in enumerate(terminator.successors):
        indices = terminator.successor_operand_range(i)
        passed.update(indices)
        fixed += successor.args[: len(successor.args) - len(indices)]
    return fixed, passed


def passes_by_group(branch: Operation) -> bool:
    """True when each successor has an operand field of its own, so that operands can be removed
    from it."""
    if hasattr(branch, "erase_successor_operands"):
        return True
    if branch.definition is None or not isinstance(branch, BranchOp):
        return False
    sizes = branch.definition.operand_segments(branch)
    groups = [g for g, size in enumerate(sizes) for _ in range(size)]
    used: list[int] = []
    for i in range(len(branch.successors)):
        used += {groups[index] for index in branch.successor_operand_range(i)}
    return len(used) == len(set(used))


def passed_to(branch: Operation, argument: BlockArgument) -> list[Value]:
    """What a terminator passes to a block argument."""
    found: list[Value] = []
    if isinstance(branch, BranchOp):
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
    dead_args: list[tuple[Block, list[int]]] = []
    inside: set[Operation] = set()
    """Ops that are erased with a dead op around them."""
    for region in regions:
        for block in region:
            dead = [a.index for a in block.args if a not in live]
            if dead:
                dead_args.append((block, dead))
            for op in block:
                if op not in live and op not in inside:
                    dead_ops.append(op)
                    if op.regions:
                        inside.update(n for n in op.walk() if n is not op)
    for block, dead in dead_args:
        for branch in block.users:
            drop_passed(branch, block, dead)
            rw.notify_modified(branch)
    for op in dead_ops:
        op.drop_all_references()
    for op in dead_ops:
        rw.erase(op)
    for block, dead in dead_args:
        for index in reversed(dead):
            block.erase_argument(index)
    return bool(dead_ops or dead_args)


def drop_passed(branch: Operation, block: Block, dead: Sequence[int]) -> None:
    """Remove the operands that a terminator passes to dead arguments."""
    if branch.definition is None or not isinstance(branch, BranchOp):
        raise TypeError(f"'{branch.name}' passes values to a block but is not a BranchOp")
    for i, successor in enumerate(branch.successors):
        if successor is not block:
            continue
        indices = branch.successor_operand_range(i)
        own = len(block.args) - len(indices)
        erase = getattr(branch, "erase_successor_operands", None)
        if erase is not None:
            erase(i, [index - own for index in dead])
            continue
        dropped = {indices[index - own] for index in dead}
        first = 0
        for group, size in enumerate(branch.definition.operand_segments(branch)):
            kept = [branch.operands[k] for k in range(first, first + size) if k not in dropped]
            if len(kept) != size:
                branch.definition.set_operand_group(branch, group, kept)
                break  # all of them are in this field
            first += size
