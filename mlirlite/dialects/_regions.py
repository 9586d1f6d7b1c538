"""Checks of ops that pass values into and out of their regions."""

from collections.abc import Sequence
from typing import Any

from mlirlite.ir.attribute import Type
from mlirlite.ir.block import Region
from mlirlite.ir.interfaces import RegionBranchOp
from mlirlite.ir.operation import Operation
from mlirlite.ir.values import Value
from mlirlite.support.diagnostics import Diagnostic


def verify_region_branch(op: Any) -> Diagnostic | None:
    """Types of the values that flow along every edge between an op and its regions, in upstream's words."""
    for target in op.region_successors(None):
        found = _verify_edge(op, op, None, target, op.region_entry_operands(target))
        if found is not None:
            return found
    for region in op.regions:
        for block in region:
            last = block.last
            if last is None or not is_region_terminator(last):
                continue
            for target in op.region_successors(region):
                found = _verify_edge(op, last, region, target, forwarded(last))
                if found is not None:
                    return found
    return None
