"""Canonical forms of scf: loops and conditionals with a known outcome, values that need not be
carried."""

from mlirlite.dialects._inline import replace_with_block
from mlirlite.dialects._mixed import constant_number
from mlirlite.dialects.cf import BranchOp
from mlirlite.dialects.scf import (
    _canonical_for,
    _canonical_forall,
    _canonical_if,
    _canonical_parallel,
    _canonical_while,
)
from mlirlite.dialects.scf.control import ExecuteRegionOp, IfOp, IndexSwitchOp, WhileOp, YieldOp
from mlirlite.dialects.scf.loops import ForOp
from mlirlite.ir.interfaces import FunctionLike
from mlirlite.rewriting import Rewriter, canonicalization
from mlirlite.rewriting.region_branch import region_branch_patterns

__all__ = [
    "_canonical_for",
    "_canonical_forall",
    "_canonical_if",
    "_canonical_parallel",
    "_canonical_while",
]


@canonicalization
def execute_region_of_one_block(op: ExecuteRegionOp, rw: Rewriter) -> bool | None:
    """execute_region { a; yield b } --> a; b"""
    if op.no_inline is not None or not op.region.has_one_block:
        return rw.fail("it may not be inlined, or has several blocks")
    if not isinstance(op.region.entry.last, YieldOp):
        return rw.fail("the block does not end in a yield")
    replace_with_block(rw, op, op.region.entry)
    return True


@canonicalization
def execute_region_of_blocks(op: ExecuteRegionOp, rw: Rewriter) -> bool | None:
    """execute_region { blocks } in a function --> the blocks"""
    if op.no_inline is not None or op.region.has_one_block or op.parent is None:
        return rw.fail("it may not be inlined, or has one block")
    if not issubclass(type(op.parent_op), FunctionLike):
        return rw.fail("the op around has no control flow of blocks")
    before, rest = op.parent, rw.split_block(op)
    first = op.region.entry
    after = rw.split_block(op.next) if op.next is not None else rest
    arguments = [after.add_argument(r.type, op.location) for r in op.results]
    for block in op.region:
        last = block.last
        if isinstance(last, YieldOp):
            rw.set_before(last)
            rw.insert(BranchOp(last.operands, dest=after))
            rw.erase(last)
    rw.set_end(before)
    rw.insert(BranchOp([], dest=first))
    rw.inline_region_before(op.region, after)
    rw.replace(op, arguments)
    rw.erase_block(rest)
    return True


@canonicalization
def switch_on_constant(op: IndexSwitchOp, rw: Rewriter) -> bool | None:
    """index_switch of a constant --> the region of its case"""
    number = constant_number(op.arg)
    if number is None:
        return rw.fail("the argument is not a constant")
    cases = op.cases.value
    region = op.caseRegions[cases.index(number)] if number in cases else op.defaultRegion
    replace_with_block(rw, op, region.entry)
    return True


for _shared in region_branch_patterns(ExecuteRegionOp, ForOp, IfOp, IndexSwitchOp, WhileOp):
    canonicalization(_shared)
