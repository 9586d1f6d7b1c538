"""The ranges of loop counters as constraints."""

from __future__ import annotations

from mlirlite.dialects._mixed import Mixed, constant_number
from mlirlite.dialects.affine.analysis.constraints import Constraints
from mlirlite.dialects.affine.analysis.min_max import add_loop_range, simplify_constrained
from mlirlite.dialects.affine.maps import MaxOp, MinOp
from mlirlite.dialects.scf.forall import ForallOp
from mlirlite.dialects.scf.loops import ForOp, ParallelOp
from mlirlite.ir.affine import AffineMap
from mlirlite.ir.values import BlockArgument, Value


def loop_range(counter: Value) -> tuple[Mixed, Mixed, Mixed] | None:
    """Lower bound, upper bound and step of the scf loop whose counter the value is."""
    if not isinstance(counter, BlockArgument):
        return None
    loop, index = counter.owner.parent_op, counter.index
    if isinstance(loop, ForOp) and index == 0:
        return loop.lowerBound, loop.upperBound, loop.step
    if isinstance(loop, ParallelOp) and counter.owner is loop.body:
        return loop.lowerBound[index], loop.upperBound[index], loop.step[index]
    if isinstance(loop, ForallOp) and index < loop.rank:
        return (
            loop.mixed_lower_bounds[index],
            loop.mixed_upper_bounds[index],
            loop.mixed_steps[index],
        )
    return None


def simplify_in_loops(op: MinOp | MaxOp) -> tuple[AffineMap, list[Value]] | None:
    """The simpler op that the op equals, given the ranges of the counters among its operands."""
    system = Constraints()
    for operand in dict.fromkeys(op.operands):
        bounds = loop_range(operand)
        if bounds is None:
            continue
        lower, upper, step = bounds
        number = constant_number(step) if isinstance(step, Value) else step
        if number is None or number <= 0:
            return None
        add_loop_range(system, operand, lower, upper, number)
    return simplify_constrained(op, system)
