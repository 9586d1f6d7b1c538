"""What a mistake in a pattern, fold, lowering or pass becomes: an error that names it and the op,
never a traceback."""

from __future__ import annotations

from mlirlite.ir.operation import Operation
from mlirlite.support.diagnostics import DiagnosticError, error
from mlirlite.support.env import TRACEBACK


class CrashError(DiagnosticError):
    """A mistake in the code of a pass, pattern, fold or lowering; the input is not at fault."""


def crash(what: str, op: Operation, cause: Exception) -> CrashError:
    """The error to raise when `what` ("pass 'cse'") raised `cause` on `op`. With MLIRLITE_TRACEBACK
    it has the traceback."""
    text = f"{type(cause).__name__}: {cause}" if str(cause) else type(cause).__name__
    diagnostic = error(f"{what} crashed on '{op.name}': {text}", op.where)
    if TRACEBACK:
        import traceback

        diagnostic.note("".join(traceback.format_exception(cause)).rstrip())
    else:
        diagnostic.note("set MLIRLITE_TRACEBACK=1 to see where")
    return CrashError(diagnostic)
