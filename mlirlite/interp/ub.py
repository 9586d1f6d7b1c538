"""Evaluation of the ops of ub."""

from __future__ import annotations

from typing import Any

from mlirlite.dialects import ub
from mlirlite.interp.machine import Machine, evaluate
from mlirlite.interp.values import POISON, Undefined


@evaluate(ub.PoisonOp)
def run_poison(m: Machine, op: Any) -> Any:
    """A value that must not be looked at."""
    return POISON


@evaluate(ub.UnreachableOp)
def run_unreachable(m: Machine, op: Any) -> None:
    """Never runs in a program with defined behaviour."""
    raise Undefined("is reached")
