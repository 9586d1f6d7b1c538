"""--affine-loop-unroll: a loop does several iterations at once; a second loop does the remaining
ones.

for %i = 0 to 10 { f(%i) }  -->  for %i = 0 to 8 step 4 { f(%i) f(%i+1) f(%i+2) f(%i+3) }
                                 for %i = 8 to 10 { f(%i) }
"""

from __future__ import annotations

from mlirlite.dialects.affine._loop_utils import (
    constant_trip_count,
    innermost_loops,
    unroll,
    unroll_fully,
)
from mlirlite.dialects.affine.loops import ForOp
from mlirlite.ir.operation import Operation
from mlirlite.passes.compiler_pass import PassState, compiler_pass


@compiler_pass("affine-loop-unroll", anchor="func.func")
def affine_loop_unroll(
    function: Operation,
    state: PassState,
    *,
    unroll_factor: int = 4,
    unroll_up_to_factor: bool = False,
    unroll_full_threshold: int | None = None,
    unroll_num_reps: int = 1,
    cleanup_unroll: bool = False,
) -> None:
    """Unroll affine loops.

    Unrolls the innermost loops of a function. A loop with fewer iterations than the factor stays,
    and so does one with several bounds whose number of iterations may not be a multiple of the
    factor.

    unroll_factor: how many iterations are done at once, -1 for all
    unroll_up_to_factor: use the number of iterations as the factor if that is less
    unroll_full_threshold: with factor -1, unroll all loops with at most this many iterations
    unroll_num_reps: how often to find the innermost loops and unroll them
    cleanup_unroll: unroll a loop fully if iterations would remain
    """
    if unroll_factor == -1 and unroll_full_threshold is not None:
        for loop in [op for op in function.walk_post_order() if isinstance(op, ForOp)]:
            count = constant_trip_count(loop)
            if count is not None and count <= unroll_full_threshold:
                state.count("num-unrolled", unroll_fully(loop))
        return
    for _ in range(unroll_num_reps):
        unrolled = 0
        for loop in innermost_loops(function):
            factor = unroll_factor
            count = constant_trip_count(loop)
            if unroll_up_to_factor and count is not None and factor > count:
                factor = count
            if factor == -1:
                unrolled += unroll_fully(loop)
            else:
                unrolled += unroll(loop, factor, cleanup=cleanup_unroll)
        state.count("num-unrolled", unrolled)
        if not unrolled:
            return
