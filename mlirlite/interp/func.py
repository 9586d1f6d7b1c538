"""Evaluation of the ops of func: calls are steps of the machine, so that recursion has no limit
but memory. A function as a value is its name."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Any

from mlirlite.dialects import func
from mlirlite.interp.library import call_outside, is_outside
from mlirlite.interp.machine import Enter, Leave, Machine, evaluate
from mlirlite.ir.operation import Operation

Steps = Generator[Enter, Leave, Any]


@evaluate(func.CallOp)
def run_call(m: Machine, op: func.CallOp) -> Steps:
    """Call a function of the module, or of C's library."""
    return _call(m, op, op.callee.root, m.all_raw(op.operands))


@evaluate(func.CallIndirectOp)
def run_call_indirect(m: Machine, op: func.CallIndirectOp) -> Steps:
    """Call the function that a value names."""
    return _call(m, op, m[op.callee], m.all_raw(op.callee_operands))


def _call(m: Machine, op: Operation, name: str, values: Sequence[Any]) -> Steps:
    if is_outside(m, name):
        return call_outside(m, op, name, values)
    done = yield m.enter_function(name, values)
    return done.values


@evaluate(func.ConstantOp)
def run_constant(m: Machine, op: func.ConstantOp) -> str:
    """The function's name."""
    return op.value.root
