"""Branches in the llvm dialect."""

from __future__ import annotations

from typing import Any

from mlirlite.dialects import llvm
from mlirlite.interp.cf import run_br, run_cond_br, switch
from mlirlite.interp.machine import Jump, Machine, evaluate
from mlirlite.interp.values import Undefined

evaluate(llvm.BrOp)(run_br)
evaluate(llvm.CondBrOp)(run_cond_br)


@evaluate(llvm.SwitchOp)
def run_switch(m: Machine, op: Any) -> Jump:
    """Go to the block of a number."""
    return switch(m, op, op.value)


@evaluate(llvm.UnreachableOp)
def run_unreachable(m: Machine, op: Any) -> None:
    """Never runs in a program with defined behaviour."""
    raise Undefined("is reached")
