"""--scf-parallel-for-to-nested-fors: parallel loops run one after the other.

scf.parallel (%i, %j) = (0, 0) to (4, %n) { f }
  -->  scf.for %i = 0 to 4 { scf.for %j = 0 to %n { f } }
"""

from __future__ import annotations

from mlirlite.dialects.scf.loops import ParallelOp
from mlirlite.dialects.scf.transforms._nests import move_into_nest
from mlirlite.ir.builder import Builder
from mlirlite.ir.operation import Operation
from mlirlite.passes.compiler_pass import PassState, compiler_pass


@compiler_pass("scf-parallel-for-to-nested-fors")
def scf_parallel_for_to_nested_fors(op: Operation, state: PassState) -> None:
    """Convert SCF parallel for loops to nested SCF for loops.

    Converts loops without reductions; others stay.
    """
    for loop in [inner for inner in op.walk_post_order() if isinstance(inner, ParallelOp)]:
        if loop.results:
            continue
        b = Builder.before_op(loop)
        b.location = loop.location
        move_into_nest(b, loop, loop.body, (loop.lowerBound, loop.upperBound, loop.step))
        state.count("num-converted", 1)
