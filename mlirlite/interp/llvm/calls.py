"""Calls in the llvm dialect: of functions with a body, and of C library functions."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from mlirlite.dialects import llvm
from mlirlite.interp.addresses import addresses
from mlirlite.interp.library import call_outside, is_outside
from mlirlite.interp.machine import Enter, Leave, Machine, evaluate
from mlirlite.interp.values import Undefined

Steps = Generator[Enter, Leave, Any]


@evaluate(llvm.CallOp)
def run_call(m: Machine, op: llvm.CallOp) -> Steps:
    """Call a function by its name or address."""
    operands = list(op.callee_operands)
    if op.callee is None:
        name = addresses(m).function_at(m[operands.pop(0)])
    else:
        name = op.callee.root
    values = m.all_raw(operands)
    if is_outside(m, name):
        return call_outside(m, op, name, values)
    stack = addresses(m).stack
    depth = len(stack)
    done = yield m.enter_function(name, values)
    addresses(m).unwind(depth)
    return done.values


@evaluate(llvm.StackSaveOp)
def run_stacksave(m: Machine, op: llvm.StackSaveOp) -> int:
    """A mark in the stack, which is not an address."""
    return len(addresses(m).stack)


@evaluate(llvm.StackRestoreOp)
def run_stackrestore(m: Machine, op: llvm.StackRestoreOp) -> None:
    """Free what was put on the stack since the mark."""
    depth = m[op.ptr]
    if depth > len(addresses(m).stack):
        raise Undefined("restores a stack that is removed")
    addresses(m).unwind(depth)
