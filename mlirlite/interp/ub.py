"""Evaluation of the ops of ub."""

from __future__ import annotations

from typing import Any

from mlirlite.dialects import ub
from mlirlite.interp.machine import Machine, evaluate
from mlirlite.interp.values import POISON, Undefined


@evaluate(ub.PoisonOp)
def run_poison(m: Machine, op: ub.PoisonOp) -> Any:
    """A value that must not be looked at."""
    return POISON


@evaluate(ub.UnreachableOp)
def run_unreachable(m: Machine, op: ub.UnreachableOp) -> None:
    """Never runs in a program with defined behavior."""
    raise Undefined("is reached")
