"""Canonical forms shared by all ops that pass values into and out of regions (scf.if, scf.for,
scf.while): values that are passed needlessly are removed."""

from __future__ import annotations

from collections.abc import Sequence

from mlirlite.ir.block import Block, Region
from mlirlite.ir.interfaces import RegionBranchOp, passed_on
from mlirlite.ir.operation import Operation
from mlirlite.ir.values import BlockArgument, OpResult, Use, Value
from mlirlite.rewriting.pattern import Pattern
from mlirlite.rewriting.rewriter import Rewriter

Inputs = dict[Value, list[Use]]
"""For each region argument and result that control flow sets, the operands that set it."""


def region_branch_patterns(*classes: type[Operation]) -> list[Pattern]:
    """The patterns, for these classes of ops (not isolated from above)."""
    return [
        Pattern(function, classes) for function in (one_value_comes, equal_inputs, unused_inputs)
    ]


def successor_inputs(op: RegionBranchOp) -> Inputs:
    """Everything that control flow into, between and out of the op's regions sets. Passed values
    are the last operands of the op or terminator that passes them."""
    found: Inputs = {}

    def add(source: Operation, target: Region | None, values: Sequence[Value]) -> None:
        inputs = op.region_inputs(target)
        first = len(source.operands) - len(values)
        for i, value in enumerate(inputs[: len(values)]):
            found.setdefault(value, []).append(Use(source, first + i))

    for target in op.region_successors(None):
        add(op, target, op.region_entry_operands(target))
    for region in op.regions:
        targets = op.region_successors(region)
        for block in region:
            last = block.last
            for target in targets if last is not None and not last.successors else ():
                values = passed_on(last, target) if last is not None else None
                if values is not None and last is not None:
                    add(last, target, values)
    return found


def _passed(use: Use) -> Value:
    return use.owner.operands[use.operand]


def one_value_comes(op: RegionBranchOp, rw: Rewriter) -> bool | None:
    """A region argument or result that is always the same value --> that value"""
    inputs = successor_inputs(op)
    changed = False
    for value in inputs:
        if not value.has_uses:
            continue
        sources = _sources(value, inputs)
        if len(sources) != 1:
            continue
        (source,) = sources
        if _is_visible(op, source, value):
            rw.replace_all_uses_with(value, source)
            changed = True
    return changed or rw.fail("every input is set to several values")


def _sources(value: Value, inputs: Inputs) -> set[Value]:
    """The values that an input may come from, through other inputs."""
    found: set[Value] = set()
    seen = {value}
    todo = [value]
    while todo:
        one = todo.pop()
        if one not in inputs:
            found.add(one)
            continue
        for use in inputs[one]:
            passed = _passed(use)
            if passed not in seen:
                seen.add(passed)
                todo.append(passed)
    return found


def _is_visible(op: Operation, source: Value, value: Value) -> bool:
    """Whether the value that an input comes from may be used where the input is used."""
    block = source.parent_block
    if block is None or block.parent is None or block.parent.parent is not op:
        return True
    return (
        isinstance(value, BlockArgument)
        and isinstance(source, BlockArgument)
        and source.owner is value.owner
    )


def equal_inputs(op: RegionBranchOp, rw: Rewriter) -> bool | None:
    """Of region arguments, and of results, that are always set to one value --> the first"""
    inputs = successor_inputs(op)
    changed = False
    first: dict[object, Value] = {}
    for value in sorted(inputs, key=lambda v: v.index):  # type: ignore[attr-defined]  # all have it
        owner = value.owner if isinstance(value, (BlockArgument, OpResult)) else None
        key = owner, frozenset((use.owner, _passed(use)) for use in inputs[value])
        other = first.setdefault(key, value)
        if other is not value and value.has_uses:
            rw.replace_all_uses_with(value, other)
            changed = True
    return changed or rw.fail("all inputs differ")


def unused_inputs(op: RegionBranchOp, rw: Rewriter) -> bool | None:
    """Unused region arguments and results, with all that is passed to them --> none"""
    inputs = successor_inputs(op)
    groups = _tied(inputs)
    removed = {v for group in groups for v in group if not any(w.has_uses for w in group)}
    if not removed:
        return rw.fail("all inputs are used, or passed with used ones")
    dropped: dict[Operation, set[int]] = {}
    arguments: dict[Block, list[int]] = {}
    for value in removed:
        for use in inputs[value]:
            dropped.setdefault(use.owner, set()).add(use.operand)
        if isinstance(value, BlockArgument):
            arguments.setdefault(value.owner, []).append(value.index)
    for user, indices in dropped.items():
        with rw.modify(user):
            user.set_operands([v for i, v in enumerate(user.operands) if i not in indices])
    for block, numbers in arguments.items():
        for index in sorted(numbers, reverse=True):
            block.erase_argument(index)
    results = {v.index for v in removed if isinstance(v, OpResult)}
    if results:
        rw.erase_results(op, results)
    else:
        rw.notify_modified(op)
    return True


def _tied(inputs: Inputs) -> list[list[Value]]:
    """Inputs in groups that are set by the same operands: they stay or are removed together."""
    group_of: dict[Value, list[Value]] = {}
    by_use: dict[Use, list[Value]] = {}
    for value, uses in inputs.items():
        group = group_of[value] = [value]
        for use in uses:
            other = by_use.setdefault(use, group)
            if other is not group:
                other += group
                for moved in group:
                    group_of[moved] = other
                for known, held in by_use.items():
                    if held is group:
                        by_use[known] = other
                group = other
    return list({id(g): g for g in group_of.values()}.values())
