"""--affine-parallelize: loops whose iterations do not depend on each other become parallel.

affine.for %i = 0 to %n { … }  -->  affine.parallel (%i) = (0) to (symbol(%n)) { … }
"""

from __future__ import annotations

import sys

from mlirlite.dialects.affine.analysis.dependence import is_parallel
from mlirlite.dialects.affine.analysis.reductions import Reduction, reductions_of
from mlirlite.dialects.affine.loops import ForOp
from mlirlite.dialects.affine.parallel import ParallelOp
from mlirlite.ir.attributes import AffineMapAttr, ArrayAttr, i64_attr
from mlirlite.ir.block import Region
from mlirlite.ir.builder import Builder
from mlirlite.ir.dense import DenseElementsAttr
from mlirlite.ir.operation import Operation
from mlirlite.ir.traits import AffineScope
from mlirlite.ir.types import I32, RankedTensorType
from mlirlite.passes.compiler_pass import PassState, compiler_pass


@compiler_pass("affine-parallelize", anchor="func.func")
def affine_parallelize(
    op: Operation,
    state: PassState,
    *,
    max_nested: int = 4294967295,
    parallel_reductions: bool = False,
) -> None:
    """Convert affine.for ops into 1-D affine.parallel.

    Outer loops first. A loop that carries values stays, unless these are reductions and wanted.

    max_nested: maximum number of nested parallel loops to produce
    parallel_reductions: whether to parallelize reduction loops
    """
    candidates: list[tuple[ForOp, list[Reduction]]] = []
    for loop in [inner for inner in op.walk() if isinstance(inner, ForOp)]:
        reductions = reductions_of(loop) if parallel_reductions else []
        if len(reductions) == len(loop.inits) and is_parallel(loop):
            candidates.append((loop, reductions))
    for loop, reductions in candidates:
        if _parallel_around(loop) < min(max_nested, sys.maxsize):
            _make_parallel(loop, reductions)
            state.count("num-parallelized", 1)


def _parallel_around(loop: Operation) -> int:
    count, outer = 0, loop.parent_op
    while outer is not None and not outer.has_trait(AffineScope):
        count += isinstance(outer, ParallelOp)
        outer = outer.parent_op
    return count


def _make_parallel(loop: ForOp, reductions: list[Reduction]) -> None:
    region = Region()
    b = Builder.before_op(loop)
    lower, upper = loop.lowerBoundMap, loop.upperBoundMap
    made: ParallelOp = b.insert(
        ParallelOp(
            mapOperands=[*loop.lowerBoundOperands, *loop.upperBoundOperands],
            reductions=ArrayAttr(tuple(i64_attr(r.kind) for r in reductions)),
            lowerBoundsMap=lower,
            lowerBoundsGroups=_groups(lower),
            upperBoundsMap=upper,
            upperBoundsGroups=_groups(upper),
            steps=ArrayAttr((i64_attr(loop.step),)),
            region=region,
            results_=[r.value.type for r in reductions],
        )
    )
    region.take_blocks(loop.region)
    inits = list(loop.inits)
    for reduction, init, old, new in zip(
        reductions, inits, loop.results, made.results, strict=True
    ):
        # The combining op goes after the loop, to add the initial value.
        reduction.op.move_before(loop)
        reduction.op.set_operands([init, new])
        old.replace_all_uses_with(reduction.op.results[0])
    body = made.body
    if body.last is not None:
        body.last.set_operands([r.value for r in reductions])
    for index in range(len(body.args) - 1, 0, -1):
        body.erase_argument(index)
    loop.erase()


def _groups(bound: AffineMapAttr) -> DenseElementsAttr:
    """How many results of the map are bounds of the only counter."""
    return DenseElementsAttr.of(RankedTensorType((1,), I32), [len(bound.map.results)])
