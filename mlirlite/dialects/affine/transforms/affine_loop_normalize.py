"""--affine-loop-normalize: loops count from 0 by 1.

affine.for %i = 4 to 20 step 2 { f(%i) }  -->  affine.for %i = 0 to 8 { f(%i * 2 + 4) }
"""

from __future__ import annotations

from mlirlite.dialects.affine._compose import canonicalize_map
from mlirlite.dialects.affine._loop_utils import (
    difference,
    promote_single_iteration,
    set_bound,
    set_step,
)
from mlirlite.dialects.affine.loops import ForOp
from mlirlite.dialects.affine.maps import ApplyOp
from mlirlite.dialects.affine.parallel import ParallelOp
from mlirlite.ir.affine import AffineConst, AffineDim, AffineMap
from mlirlite.ir.attributes import AffineMapAttr, ArrayAttr, i64_attr
from mlirlite.ir.builder import Builder
from mlirlite.ir.operation import Operation
from mlirlite.ir.values import Value
from mlirlite.passes.compiler_pass import PassState, compiler_pass


@compiler_pass("affine-loop-normalize", anchor="func.func")
def affine_loop_normalize(
    op: Operation, state: PassState, *, promote_single_iter: bool = False
) -> None:
    """Apply normalization transformations to affine loop-like ops.

    Loops with several lower bounds, and parallel loops with several bounds of one kind, stay.

    promote_single_iter: promote single iteration loops
    """
    for loop in list(op.walk_post_order()):
        if isinstance(loop, ParallelOp):
            _normalize_parallel(loop)
        elif isinstance(loop, ForOp):
            _normalize(loop, promote_single_iter)


def _normalize(loop: ForOp, promote: bool) -> None:
    if promote and promote_single_iteration(loop):
        return
    lower, operands = loop.lowerBoundMap.map, loop.lowerBoundOperands
    step = loop.step
    if (lower.single_constant == 0 and step == 1) or len(lower.results) != 1:
        return
    length, length_operands = difference(
        (loop.upperBoundMap.map, loop.upperBoundOperands), (lower, operands)
    )
    counts = tuple(e.ceildiv(step) for e in length.results)
    counter = loop.induction_var
    scaled = AffineMap(1, 0, (-(AffineDim(0) * step),))
    map, map_operands = difference((lower, operands), (scaled, [counter]))
    set_bound(loop, 1, *canonicalize_map(length._replace(results=counts), length_operands))
    set_bound(loop, 0, AffineMap.constant(0), [])
    set_step(loop, 1)
    _replace_counter(Builder.at_start(loop.body), loop, counter, map, map_operands)


def _replace_counter(
    b: Builder, loop: Operation, counter: Value, map: AffineMap, operands: list[Value]
) -> None:
    b.location = loop.location
    old: Operation = b.insert(ApplyOp(AffineMapAttr(map), operands))
    counter.replace_uses_except(old.results[0], old)


def _normalize_parallel(loop: ParallelOp) -> None:
    lower, upper = loop.lowerBoundsMap.map, loop.upperBoundsMap.map
    steps = loop.step_numbers
    if len(lower.results) != len(steps) or len(upper.results) != len(steps):
        return
    if all(
        isinstance(e, AffineConst) and e.value == 0 and s == 1
        for e, s in zip(lower.results, steps, strict=True)
    ):
        return
    lower_operands, upper_operands = list(loop.lower_operands), list(loop.upper_operands)
    length, length_operands = difference((upper, upper_operands), (lower, lower_operands))
    b = Builder.at_start(loop.body)
    dims, symbols = lower_operands[: lower.num_dims], lower_operands[lower.num_dims :]
    for expr, step, counter in zip(lower.results, steps, loop.induction_vars, strict=True):
        map = AffineMap(
            lower.num_dims + 1, lower.num_symbols, (expr + AffineDim(lower.num_dims) * step,)
        )
        _replace_counter(b, loop, counter, map, [*dims, counter, *symbols])
    counts = tuple(e.ceildiv(s) for e, s in zip(length.results, steps, strict=True))
    loop.properties["steps"] = ArrayAttr(tuple(i64_attr(1) for _ in steps))
    loop.properties["lowerBoundsMap"] = AffineMapAttr(
        AffineMap(0, 0, tuple(AffineConst(0) for _ in steps))
    )
    loop.properties["upperBoundsMap"] = AffineMapAttr(length._replace(results=counts))
    loop.set_operands(length_operands)
