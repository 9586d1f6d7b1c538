"""--apply-drr: the patterns that .td files declare."""

from __future__ import annotations

from mlirlite.ir.operation import Operation
from mlirlite.ods.drr import PatternFile, load_patterns
from mlirlite.passes.compiler_pass import PassState, compiler_pass
from mlirlite.rewriting.greedy import apply_patterns_greedily
from mlirlite.support.diagnostics import Diagnostic, DiagnosticError, Severity


@compiler_pass("apply-drr")
def apply_drr(
    op: Operation,
    state: PassState,
    *,
    files: list[str] = [],  # noqa: B006
    include: list[str] = [],  # noqa: B006
    fold: bool = True,
    max_iterations: int = 10,
) -> None:
    """Apply the rewrite patterns of .td files.

    Reads declarative rewrite rules (`Pat`, `Pattern`) and applies them until nothing changes. A
    pattern whose C++ is not known is left out, with a warning.

    files: the .td files
    include: folders to search for files that they include, after those of -I
    fold: whether to fold ops and to erase dead ones, too
    max_iterations: the most rounds over the IR, -1 for no limit
    """
    if not files:
        raise DiagnosticError("apply-drr needs a file: --apply-drr='files=Patterns.td'", op.where)
    found = [load_patterns(f, state.context, [*include, *state.context.td_folders]) for f in files]
    for file in found:
        if file.unknown:
            state.emit(_left_out(file))
    apply_patterns_greedily(
        op,
        [p for file in found for p in file.patterns],
        fold=fold,
        max_iterations=None if max_iterations < 0 else max_iterations,
        count=state.count,
    )


def _left_out(file: PatternFile) -> Diagnostic:
    names = ", ".join(f"'{name}' ({why})" for name, why in list(file.unknown.items())[:3])
    more = ", …" if len(file.unknown) > 3 else ""
    total = len(file.unknown) + len(file.patterns)
    return Diagnostic(
        Severity.WARNING,
        f"{len(file.unknown)} of {total} patterns of '{file.path}' are left out, since what they "
        f"use is not known: {names}{more}; mlirlite-tblgen --list-patterns shows all",
    )
