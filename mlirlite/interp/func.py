"""What the ops of func do: calls are steps of the machine, so that recursion has no limit but
memory. A function as a value is its name."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from mlirlite.dialects import func
from mlirlite.interp.machine import Enter, Leave, Machine, evaluate

Steps = Generator[Enter, Leave, Any]


@evaluate(func.CallOp)
def run_call(m: Machine, op: Any) -> Steps:
    """Call a function of the module."""
    done = yield m.enter_function(op.callee_symbol().root, m.all_raw(op.operands))
    return done.values


@evaluate(func.CallIndirectOp)
def run_call_indirect(m: Machine, op: Any) -> Steps:
    """Call the function that a value names."""
    done = yield m.enter_function(m[op.callee], m.all_raw(op.callee_operands))
    return done.values


@evaluate(func.ConstantOp)
def run_constant(m: Machine, op: Any) -> str:
    """The function's name."""
    name: str = op.properties["value"].root
    return name
