"""LLVM's levels of optimization."""

from __future__ import annotations

from enum import Enum
from typing import Any

from mlirlite.support.diagnostics import DiagnosticError

DEFAULT_LEVEL = 2
"""LLVM's default optimization level. Level 3 unrolls loops twice as far, also those that a schedule
has unrolled as far as registers allow: DenseNet-121 gets 10 % slower, MaxPool takes twice as long,
no model gets faster, and LLVM takes a quarter longer."""


class Effort(Enum):
    """How much of the default level a module is worth; other levels are used as they are."""

    FULL = "all of it"
    SIMPLIFY = "no vectorizers, no unrolling: loops have been made of vectors, by a schedule"
    ONCE = "code without loops: simplified, then translated quickly"


def checked_level(level: Any) -> int:
    """A level of optimization. DiagnosticError for anything but 0 to 3."""
    if not isinstance(level, int) or not 0 <= level <= 3:
        raise DiagnosticError(f"expected a level of optimization from 0 to 3, found {level!r}")
    return level
