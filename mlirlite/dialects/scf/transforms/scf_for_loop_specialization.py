"""--scf-for-loop-specialization: a loop that mostly runs to a constant gets a copy for that case.

for %i = 0 to min(1000, %n)  -->  if min(1000, %n) == 1000 { for … to 1000 } else { for … }
"""

from __future__ import annotations

from mlirlite.dialects.scf.loops import ForOp
from mlirlite.dialects.scf.transforms._specialize import specialize
from mlirlite.ir.operation import Operation
from mlirlite.passes.compiler_pass import PassState, compiler_pass


@compiler_pass("scf-for-loop-specialization", anchor="func.func")
def scf_for_loop_specialization(op: Operation, state: PassState) -> None:
    """Specialize `for` loops for vectorization.

    A loop whose upper bound is an affine.min with a constant among its results is duplicated: for
    the case that the bound is that constant, and in its original form.
    """
    for loop in [inner for inner in op.walk_post_order() if isinstance(inner, ForOp)]:
        state.count("num-specialized", specialize(loop, [loop.upperBound]))
