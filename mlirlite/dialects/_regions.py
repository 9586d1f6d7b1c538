"""Checks of ops that pass values into and out of their regions."""

from collections.abc import Sequence

from mlirlite.ir.block import Region
from mlirlite.ir.interfaces import RegionBranchOp, RegionBranchTerminator
from mlirlite.ir.operation import Operation
from mlirlite.ir.traits import ReturnLike
from mlirlite.ir.values import Value
from mlirlite.support.diagnostics import Diagnostic


def verify_region_branch(op: RegionBranchOp) -> Diagnostic | None:
    """The values that flow along every edge between an op and its regions have the types of their
    receivers."""
    for target in op.region_successors(None):
        found = _verify_edge(op, op, target, op.region_entry_operands(target))
        if found is not None:
            return found
    for region in op.regions:
        for block in region:
            last = block.last
            if last is None or not forwards(last):
                continue
            for target in op.region_successors(region):
                found = _verify_edge(op, last, target, forwarded(last, target))
                if found is not None:
                    return found
    return None


def forwards(terminator: Operation) -> bool:
    """True for terminators that pass values to the next region or to the parent's results."""
    return isinstance(terminator, RegionBranchTerminator) or terminator.has_trait(ReturnLike)


def forwarded(terminator: Operation, target: Region | None) -> Sequence[Value]:
    """The values that a terminator passes on."""
    if isinstance(terminator, RegionBranchTerminator):
        return terminator.forwarded_operands(target)
    return terminator.operands


def _verify_edge(
    op: RegionBranchOp, source: Operation, target: Region | None, values: Sequence[Value]
) -> Diagnostic | None:
    inputs = op.region_inputs(target)
    start = "parent" if source is op else f"Operation {source.name}"
    end = "parent" if target is None else f"Region #{target.index}"
    edge = f"along control flow edge from {start} to {end}"
    if len(values) != len(inputs):
        found = op.error(
            f"{edge}: region branch point has {len(values)} operands, but region successor needs "
            f"{len(inputs)} inputs"
        )
        return _at(found, source)
    for i, (value, wanted) in enumerate(zip(values, inputs, strict=True)):
        if value.type is not wanted.type:
            found = op.error(
                f"{edge}: successor operand type #{i} '{value.type}' should match successor input "
                f"type #{i} '{wanted.type}'"
            )
            return _at(found, source)
    return None


def _at(found: Diagnostic, source: Operation) -> Diagnostic:
    return found.note("region branch point", source.where)
