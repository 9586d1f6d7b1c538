"""Evaluation of the ops of cf."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mlirlite.dialects import cf
from mlirlite.interp.machine import Jump, Machine, evaluate
from mlirlite.interp.values import Undefined, signed
from mlirlite.ir.interfaces import BranchOp
from mlirlite.ir.values import Value

if TYPE_CHECKING:
    from mlirlite.dialects import llvm


@evaluate(cf.AssertOp)
def run_assert(m: Machine, op: cf.AssertOp) -> None:
    """No effect, or the end of the program."""
    if not m[op.arg]:
        raise Undefined(f"failed: {op.msg}")


def branch(m: Machine, op: BranchOp, successor: int) -> Jump:
    """Go to a successor with its operands."""
    indices = op.successor_operand_range(successor)
    return Jump(op.successors[successor], [m.raw(op.operands[i]) for i in indices])


@evaluate(cf.BranchOp)
def run_br(m: Machine, op: cf.BranchOp) -> Jump:
    """Go to a block."""
    return branch(m, op, 0)


@evaluate(cf.CondBranchOp)
def run_cond_br(m: Machine, op: cf.CondBranchOp) -> Jump:
    """Go to one of two blocks."""
    return branch(m, op, 0 if m[op.condition] else 1)


def switch(m: Machine, op: cf.SwitchOp | llvm.SwitchOp, value: Value) -> Jump:
    """Go to the block of a number, or the default one."""
    flag = signed(m[value], value.type)
    cases = [signed(n, value.type) for n in op.case_numbers]
    return branch(m, op, cases.index(flag) + 1 if flag in cases else 0)


@evaluate(cf.SwitchOp)
def run_switch(m: Machine, op: cf.SwitchOp) -> Jump:
    """Go to the block of a number."""
    return switch(m, op, op.flag)
