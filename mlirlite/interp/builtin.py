"""What the ops of builtin do."""

from __future__ import annotations

from typing import Any

from mlirlite.dialects import builtin
from mlirlite.interp.machine import Machine, evaluate
from mlirlite.support.diagnostics import DiagnosticError


@evaluate(builtin.UnrealizedConversionCastOp)
def run_cast(m: Machine, op: Any) -> Any:
    """The same value, between types that hold it the same way."""
    if len(op.operands) != 1 or len(op.results) != 1:
        raise DiagnosticError(op.error("cannot be evaluated unless it casts one value to one"))
    return m.raw(op.operands[0])
