"""--composite-fixed-point-pass: a pipeline, repeated until it changes nothing."""

from __future__ import annotations

from mlirlite.ir.equivalence import structurally_equal
from mlirlite.ir.operation import Operation
from mlirlite.passes.compiler_pass import PassState, compiler_pass
from mlirlite.support.diagnostics import Diagnostic, DiagnosticError, Severity


@compiler_pass("composite-fixed-point-pass")
def composite_fixed_point_pass(
    op: Operation,
    state: PassState,
    *,
    name: str = "CompositeFixedPointPass",
    pipeline: str = "",
    max_iterations: int = 10,
) -> None:
    """Composite fixed point pass.

    Runs passes on the op until they do not change it. Warns when they still change it after
    `max_iterations` further rounds.

    name: the name of the passes in warnings
    pipeline: the passes, as in a pipeline on this op
    max_iterations: rounds after the first one
    """
    if max_iterations <= 0:
        raise DiagnosticError(f"invalid max-iterations value: {max_iterations}", op.where)
    passes = f"any({pipeline})"
    for _ in range(max_iterations):
        before = op.clone()
        state.run(passes, op)
        if structurally_equal(before, op):
            return
    state.run(passes, op)
    message = f'composite pass "{name}" didn\'t converge in {max_iterations} iterations'
    state.emit(Diagnostic(Severity.WARNING, message, op.where))
