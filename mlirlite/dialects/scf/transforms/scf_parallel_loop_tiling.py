"""--scf-parallel-loop-tiling: a parallel loop becomes a parallel loop over tiles around one over
the points of a tile.

parallel (%i) = (0) to (%n) step (1)  -->  parallel (%t) = (0) to (%n) step (4) {
                                             parallel (%j) = (0) to (min(4, %n - %t)) step (1) }
"""

from __future__ import annotations

from mlirlite.dialects._index_values import index_constant
from mlirlite.dialects._mixed import constant_number
from mlirlite.dialects.affine.maps import MinOp
from mlirlite.dialects.arith.compare import CmpIOp
from mlirlite.dialects.arith.constant import ConstantOp
from mlirlite.dialects.arith.enums import CmpIPredicate
from mlirlite.dialects.arith.integer import AddIOp, AndIOp, MulIOp
from mlirlite.dialects.scf.control import IfOp, YieldOp
from mlirlite.dialects.scf.loops import ParallelOp, ReduceOp
from mlirlite.ir.affine import AffineDim, AffineMap
from mlirlite.ir.attributes import AffineMapAttr, bool_attr
from mlirlite.ir.block import Block, Region
from mlirlite.ir.builder import Builder
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import I1, INDEX
from mlirlite.ir.values import Value
from mlirlite.passes.compiler_pass import PassState, compiler_pass

_LEFT = AffineMapAttr(AffineMap(3, 0, (AffineDim(0), AffineDim(1) - AffineDim(2))))


@compiler_pass("scf-parallel-loop-tiling", anchor="func.func")
def scf_parallel_loop_tiling(
    op: Operation,
    state: PassState,
    *,
    parallel_loop_tile_sizes: list[int] = [],  # noqa: B006
    no_min_max_bounds: bool = False,
) -> None:
    """Tile parallel loops.

    Tiles the innermost ones without reductions. Dimensions beyond the given sizes get tiles of 1.

    parallel_loop_tile_sizes: factors to tile parallel loops by
    no_min_max_bounds: whole tiles, with a check inside that the point is in the range
    """
    for size in parallel_loop_tile_sizes:
        if size == 0:
            state.emit(op.error("tile size cannot be 0"))
            return
    for loop in _innermost(op):
        if not loop.results:
            _tile(loop, parallel_loop_tile_sizes, no_min_max_bounds)
            state.count("num-tiled", 1)


def _innermost(op: Operation) -> list[ParallelOp]:
    loops = [inner for inner in op.walk_post_order() if isinstance(inner, ParallelOp)]
    around = {outer for loop in loops if (outer := loop.parent_of_type(ParallelOp)) is not None}
    return [loop for loop in loops if loop not in around]


def _parallel(b: Builder, lower: list[Value], upper: list[Value], step: list[Value]) -> ParallelOp:
    """A parallel loop with only a terminator in its body."""
    block = Block([INDEX] * len(step))
    block.append(ReduceOp([], reductions=[]))
    return b.insert(ParallelOp(lower, upper, step, [], Region([block]), results_=[]))


def _tile(loop: ParallelOp, sizes: list[int], check_inside: bool) -> None:
    rank = len(loop.step)
    b = Builder.before_op(loop)
    zero = index_constant(b, 0)
    tile = [sizes[d] if d < len(sizes) else 1 for d in range(rank)]
    factors = [index_constant(b, size) for size in tile]
    steps = [_value(b, MulIOp(s, f)) for s, f in zip(loop.step, factors, strict=True)]
    outer = _parallel(b, [*loop.lowerBound], [*loop.upperBound], steps)
    b.set_start(outer.body)
    ends: list[Value] = []
    needs_check = False
    for d in range(rank):
        first, last, step = (
            constant_number(v) for v in (loop.lowerBound[d], loop.upperBound[d], loop.step[d])
        )
        if (
            first is not None
            and last is not None
            and step
            and -((first - last) // step) % tile[d] == 0
        ):
            ends.append(steps[d])
        elif check_inside:
            ends.append(steps[d])
            needs_check = True
        else:
            left = (steps[d], loop.upperBound[d], outer.induction_vars[d])
            ends.append(_value(b, MinOp(_LEFT, left)))
    inner = _parallel(b, [zero] * rank, ends, [*loop.step])
    b.set_start(inner.body)
    points = [
        _value(b, AddIOp(i, o))
        for i, o in zip(inner.induction_vars, outer.induction_vars, strict=True)
    ]
    condition = _in_range(b, loop, outer, inner) if needs_check else None
    target, before = inner.body, inner.body.last
    if condition is not None:
        target = Block()
        target.append(YieldOp([]))
        before = target.last
        b.insert(IfOp(condition, Region([target]), Region(), results_=[]))
    for argument, point in zip(loop.body.args, points, strict=True):
        argument.replace_all_uses_with(point)
    for op in loop.body:
        if op is not loop.body.last:
            op.detach()
            target.insert_before(before, op)
    loop.erase()


def _value(b: Builder, op: Operation) -> Value:
    return b.insert(op).results[0]


def _in_range(b: Builder, loop: ParallelOp, outer: ParallelOp, inner: ParallelOp) -> Value:
    inside = _value(b, ConstantOp(bool_attr(True), result=I1))
    for d in range(len(loop.step)):
        scaled = _value(b, MulIOp(inner.induction_vars[d], loop.step[d]))
        index = _value(b, AddIOp(scaled, outer.induction_vars[d]))
        below = _value(b, CmpIOp(CmpIPredicate.ult, index, loop.upperBound[d]))
        inside = _value(b, AndIOp(inside, below))
    return inside
