"""A plugin with a pass that is wrong."""

from mlirlite.ir.operation import Operation
from mlirlite.passes.compiler_pass import PassState, compiler_pass


@compiler_pass("break-subtraction")
def break_subtraction(op: Operation, state: PassState) -> None:
    """Turn subtractions around."""
    for inner in op.walk():
        if inner.name == "arith.subi":
            inner.set_operands(list(reversed(inner.operands)))
