"""Ops with regions that run once or in a loop, and calls."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from typing import Any

import numpy as np

from mlirlite.interp.machine import Enter, Leave, Machine, evaluate
from mlirlite.interp.stablehlo.arrays import all_finished, op_class, read
from mlirlite.interp.stablehlo.moving import ints
from mlirlite.ods.hooks import DataOp
from mlirlite.support.diagnostics import DiagnosticError

Steps = Generator[Enter, Leave, Any]
CALLS: dict[str, Callable[..., Any]] = {}
"""What custom calls do, by their target: `f(op, *operands)` gives the list of results."""


@evaluate(op_class("stablehlo.if"))
def run_if(m: Machine, op: DataOp) -> Steps:
    """One of two regions."""
    chosen = 0 if bool(np.asarray(m[op.operands[0]])) else 1
    done = yield Enter(op.regions[chosen])
    return done.values


@evaluate(op_class("stablehlo.case"))
def run_case(m: Machine, op: DataOp) -> Steps:
    """The region of a number; the last one for a number that has none."""
    index = ints(m[op.operands[0]])[0]
    last = len(op.regions) - 1
    done = yield Enter(op.regions[index if 0 <= index <= last else last])
    return done.values


@evaluate(op_class("stablehlo.while"))
def run_while(m: Machine, op: DataOp) -> Steps:
    """The second region as long as the first one says so."""
    values: Sequence[Any] = m.all_raw(op.operands)
    while True:
        done = yield Enter(op.regions[0], values)
        if not bool(np.asarray(done.values[0])):
            return values
        done = yield Enter(op.regions[1], values)
        values = done.values


@evaluate(op_class("stablehlo.composite"))
def run_composite(m: Machine, op: DataOp) -> Steps:
    """The function that says what the op does."""
    done = yield m.enter_function(op.properties["decomposition"].root, m.all_raw(op.operands))
    return done.values


@evaluate(op_class("stablehlo.custom_call"))
def run_custom_call(m: Machine, op: DataOp) -> Any:
    """What the table has for the target. DiagnosticError if it has nothing."""
    target = op.properties["call_target_name"].value
    function = CALLS.get(target)
    if function is None:
        raise DiagnosticError(op.error(f"calls '{target}', which is not known here"))
    found = function(op, *[read(m, v) for v in op.operands])
    return all_finished(found, op) if op.results else ()


@evaluate(op_class("stablehlo.create_token"), op_class("stablehlo.after_all"))
def run_token(m: Machine, op: DataOp) -> Any:
    """A token, which has no value."""
    return "token"


for _name in (
    "Sharding",
    "SPMDFullToShardShape",
    "SPMDShardToFullShape",
    "annotate_device_placement",
):
    CALLS[_name] = lambda op, *operands: list(operands)
