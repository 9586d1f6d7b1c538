"""Branches in the llvm dialect."""

from __future__ import annotations

from mlirlite.dialects import llvm
from mlirlite.interp.cf import branch, switch
from mlirlite.interp.machine import Jump, Machine, evaluate
from mlirlite.interp.values import Undefined


@evaluate(llvm.BrOp)
def run_br(m: Machine, op: llvm.BrOp) -> Jump:
    """Go to a block."""
    return branch(m, op, 0)


@evaluate(llvm.CondBrOp)
def run_cond_br(m: Machine, op: llvm.CondBrOp) -> Jump:
    """Go to one of two blocks."""
    return branch(m, op, 0 if m[op.condition] else 1)


@evaluate(llvm.SwitchOp)
def run_switch(m: Machine, op: llvm.SwitchOp) -> Jump:
    """Go to the block of a number."""
    return switch(m, op, op.value)


@evaluate(llvm.UnreachableOp)
def run_unreachable(m: Machine, op: llvm.UnreachableOp) -> None:
    """Never runs in a program with defined behavior."""
    raise Undefined("is reached")
