"""--scf-for-loop-peeling: a loop whose step may not divide its range does the whole steps, a second
one the last, partial iteration.

for %i = 0 to 17 step 4 { f }  -->  for %i = 0 to 16 step 4 { f }; for %i = 16 to 17 step 4 { f }
"""

from __future__ import annotations

from mlirlite.dialects._mixed import constant_number
from mlirlite.dialects.affine._build import apply_or_fold
from mlirlite.dialects.affine._compose import compose
from mlirlite.dialects.affine.analysis.constraints import Constraints, Row, plus
from mlirlite.dialects.affine.analysis.min_max import simplify_constrained
from mlirlite.dialects.affine.maps import ApplyOp, MaxOp, MinOp
from mlirlite.dialects.arith.casts import IndexCastOp
from mlirlite.dialects.scf.loops import ForOp
from mlirlite.ir.affine import AffineMap, AffineSymbol
from mlirlite.ir.attributes import UNIT, AffineMapAttr
from mlirlite.ir.operation import Operation
from mlirlite.ir.values import Value
from mlirlite.passes.compiler_pass import PassState, compiler_pass
from mlirlite.rewriting import Pattern, Rewriter, apply_patterns_greedily
from mlirlite.rewriting.folding import create_or_fold

_PEELED, _PARTIAL = "__peeled_loop__", "__partial_iteration__"


@compiler_pass("scf-for-loop-peeling")
def scf_for_loop_peeling(
    op: Operation, state: PassState, *, peel_front: bool = False, skip_partial: bool = True
) -> None:
    """Peel `for` loops at their upper bounds.

    affine.min and affine.max of the step and the remaining range are decided in both loops. As
    upstream, a loop is assumed to begin no later than it ends.

    peel_front: peel the first iteration out of the loop instead
    skip_partial: leave loops inside the partial iteration of another one
    """

    def peel_for(loop: ForOp, rw: Rewriter) -> bool | None:
        """for %i = a to b step c --> for %i = a to d step c; for %i = d to b step c"""
        if loop.unsignedCmp is not None:
            return rw.fail("unsigned loops are not supported")
        if _PEELED in loop.attributes:
            return rw.fail("the loop is peeled")
        if peel_front:
            part = peel_first_iteration(loop, rw)
        elif skip_partial and _in_partial_iteration(loop):
            return rw.fail("the loop is in a partial iteration")
        else:
            part = peel_last_iteration(loop, rw)
        if part is None:
            return rw.fail("the step divides the range")
        with rw.modify(part):
            part.attributes |= {_PEELED: UNIT, _PARTIAL: UNIT}
        with rw.modify(loop):
            loop.attributes[_PEELED] = UNIT
        state.count("num-peeled", 1)
        return True

    apply_patterns_greedily(op, [Pattern(peel_for, (ForOp,))], top_down=False)
    for inner in op.walk():
        inner.attributes.pop(_PEELED, None)
        inner.attributes.pop(_PARTIAL, None)


def _in_partial_iteration(loop: Operation) -> bool:
    outer = loop.parent_of_type(ForOp)
    while outer is not None and _PARTIAL not in outer.attributes:
        outer = outer.parent_of_type(ForOp)
    return outer is not None


def _bounds(loop: ForOp) -> tuple[int | None, int | None, int | None]:
    lower, upper, step = map(constant_number, (loop.lowerBound, loop.upperBound, loop.step))
    return lower, upper, step


def _as_counter(rw: Rewriter, value: Value, loop: ForOp) -> Value:
    wanted = loop.induction_var.type
    if value.type is wanted:
        return value
    return create_or_fold(rw, IndexCastOp(value, out=wanted))


def peel_last_iteration(loop: ForOp, rw: Rewriter) -> ForOp | None:
    """Split the loop where its step no longer fits; returns the new, partial loop."""
    lower, upper, step = _bounds(loop)
    if step is not None and step <= 1:
        return None
    if lower is not None and upper is not None and step and (upper - lower) % step == 0:
        return None
    s0, s1, s2 = (AffineSymbol(i) for i in range(3))
    operands = [loop.lowerBound, loop.upperBound, loop.step]
    if compose(AffineMap(0, 3, ((s1 - s0) % s2,)), operands)[0].single_constant == 0:
        return None
    previous = loop.upperBound
    rw.set_before(loop)
    split = apply_or_fold(rw, AffineMap(0, 3, (s1 - (s1 - s0) % s2,)), operands)
    split = _as_counter(rw, split, loop)
    rw.set_after(loop)
    part = rw.clone(loop)
    part.set_operand(0, split)
    for old, new in zip(loop.results, part.results, strict=True):
        rw.replace_uses_except(old, new, part)
    part.initArgs = loop.results
    with rw.modify(loop):
        loop.set_operand(1, split)
    _decide(loop, previous, rw, inside=True)
    _decide(part, previous, rw, inside=False)
    return part


def peel_first_iteration(loop: ForOp, rw: Rewriter) -> ForOp | None:
    """Split the loop after its first iteration; returns the new loop, which precedes it."""
    lower, upper, step = _bounds(loop)
    if lower is not None and upper is not None and step and -(-(upper - lower) // step) <= 1:
        return None
    rw.set_before(loop)
    both = AffineMap(0, 2, (AffineSymbol(0) + AffineSymbol(1),))
    split = _as_counter(rw, apply_or_fold(rw, both, [loop.lowerBound, loop.step]), loop)
    first = rw.clone(loop)
    first.set_operand(1, split)
    with rw.modify(loop):
        loop.initArgs = first.results
        loop.set_operand(0, split)
    return first


def _decide(loop: ForOp, upper: Value, rw: Rewriter, *, inside: bool) -> None:
    """Simplify affine.min and affine.max after peeling: a whole step fits into the remaining range,
    or (unless `inside`) it does not."""
    for op in list(loop.walk()):
        if not isinstance(op, (MinOp, MaxOp)):
            continue
        system = Constraints()
        counter, end, step = (system.add_dim(v) for v in (loop.induction_var, upper, loop.step))
        for var in (end, step):
            number = constant_number(var.value) if var.value is not None else None
            if number is not None:
                system.fix(var, number)
        fits: Row = {end: 1, counter: -1, step: -1}
        system.add_inequality(fits if inside else plus({None: -1}, fits, -1))
        found = simplify_constrained(op, system)
        if found is not None:
            rw.set_before(op)
            rw.replace(op, ApplyOp(AffineMapAttr(found[0]), found[1]))
