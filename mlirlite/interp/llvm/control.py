"""Branches in the llvm dialect."""

from __future__ import annotations

from typing import Any

from mlirlite.dialects import llvm
from mlirlite.interp.cf import branch
from mlirlite.interp.machine import Jump, Machine, evaluate
from mlirlite.interp.values import Undefined, signed


@evaluate(llvm.BrOp)
def run_br(m: Machine, op: Any) -> Jump:
    """Go to a block."""
    return branch(m, op, 0)


@evaluate(llvm.CondBrOp)
def run_cond_br(m: Machine, op: Any) -> Jump:
    """Go to one of two blocks."""
    return branch(m, op, 0 if m[op.condition] else 1)


@evaluate(llvm.SwitchOp)
def run_switch(m: Machine, op: Any) -> Jump:
    """Go to the block of a number."""
    flag, type = signed(m[op.value], op.value.type), op.value.type
    cases = [signed(n, type) for n in op.case_numbers]
    return branch(m, op, cases.index(flag) + 1 if flag in cases else 0)


@evaluate(llvm.UnreachableOp)
def run_unreachable(m: Machine, op: Any) -> None:
    """Never runs in a program that has a meaning."""
    raise Undefined("is reached")
