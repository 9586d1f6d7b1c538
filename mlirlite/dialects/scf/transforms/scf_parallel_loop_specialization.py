"""--scf-parallel-loop-specialization: a parallel loop that mostly runs to constants gets a copy for
that case.

parallel (%i) = (0) to (min(1000, %n))  -->  if min(1000, %n) == 1000 { … to (1000) } else { … }
"""

from __future__ import annotations

from mlirlite.dialects.scf.loops import ParallelOp
from mlirlite.dialects.scf.transforms._specialize import specialize
from mlirlite.ir.operation import Operation
from mlirlite.passes.compiler_pass import PassState, compiler_pass


@compiler_pass("scf-parallel-loop-specialization", anchor="func.func")
def scf_parallel_loop_specialization(op: Operation, state: PassState) -> None:
    """Specialize parallel loops for vectorization.

    A loop whose upper bounds are all affine.min with a constant among their results is duplicated:
    for the case that the bounds are these constants, and in its original form.
    """
    for loop in [inner for inner in op.walk_post_order() if isinstance(inner, ParallelOp)]:
        state.count("num-specialized", specialize(loop, loop.upperBound))
