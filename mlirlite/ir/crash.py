"""Exceptions in a pattern, fold, lowering, pass or hook become an error that names it and the op,
with the line of the author's file that raised; never a traceback."""

from __future__ import annotations

from mlirlite.ir.constructor import UnfitOperandsError
from mlirlite.ir.operation import Operation
from mlirlite.support.diagnostics import Diagnostic, DiagnosticError, Where, error
from mlirlite.support.env import TRACEBACK
from mlirlite.support.mistakes import raised_at, written_at


class CrashError(DiagnosticError):
    """A mistake in the code of a pass, pattern, fold, lowering or hook; the input is not at
    fault."""


def crash(what: str, op: Operation, cause: Exception, code: object = None) -> DiagnosticError:
    """The error to raise when `what` ("pass 'cse'"), which is the function `code`, raised `cause`
    on `op`: a CrashError, unless our own code meant to make an op that the types do not admit."""
    if isinstance(cause, UnfitOperandsError) and raised_at(cause) is None:
        return DiagnosticError(op.error(f"cannot become '{cause.name}': {cause}"))
    return crash_at(what, op.name, op.where, cause, code)


def crash_at(
    what: str, name: str, where: Where, cause: Exception, code: object = None
) -> CrashError:
    """As `crash`, for an op that does not exist yet."""
    said = str(cause) or _missing(cause)
    text = f"{type(cause).__name__}: {said}" if said else type(cause).__name__
    return CrashError(with_cause(error(f"{what} crashed on '{name}': {text}", where), cause, code))


def _missing(cause: Exception) -> str:
    """What a method without a body says that was called: its name."""
    trace = cause.__traceback__
    if trace is None or not isinstance(cause, NotImplementedError):
        return ""
    while trace.tb_next is not None:
        trace = trace.tb_next
    return f"the method '{trace.tb_frame.f_code.co_name}' is missing"


def mistake(text: str, op: Operation, *codes: object) -> CrashError:
    """The error for functions that raised nothing, but did with `op` what they must not."""
    found = error(text, op.where)
    for code in codes:
        _written(found, code)
    return CrashError(found)


def with_cause(diagnostic: Diagnostic, cause: BaseException, code: object = None) -> Diagnostic:
    """An error with the line that raised its cause, if an author wrote that line, else with the
    function whose result raised it; with MLIRLITE_TRACEBACK also the traceback."""
    place = raised_at(cause)
    if place is not None:
        diagnostic.hint("raised here", place)
    else:
        _written(diagnostic, code)
    if TRACEBACK:
        import traceback

        diagnostic.hint("".join(traceback.format_exception(cause)).rstrip())
    return diagnostic


def _written(diagnostic: Diagnostic, code: object) -> Diagnostic:
    place = written_at(code)
    if place is not None:
        return diagnostic.hint("written here", place)
    if TRACEBACK:
        return diagnostic
    return diagnostic.hint(
        f"a mistake in mlirlite: please report it; {TRACEBACK.name}=1 shows where"
    )
