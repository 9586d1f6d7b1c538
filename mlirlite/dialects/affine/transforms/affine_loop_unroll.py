"""--affine-loop-unroll: a loop does several iterations at once; a second loop does those that are
left.

for %i = 0 to 10 { f(%i) }  -->  for %i = 0 to 8 step 4 { f(%i) f(%i+1) f(%i+2) f(%i+3) }
                                 for %i = 8 to 10 { f(%i) }
"""

from __future__ import annotations

from collections.abc import Sequence
from math import gcd

from mlirlite.dialects.affine._compose import canonicalize_map, simplify
from mlirlite.dialects.affine.loops import ForOp
from mlirlite.dialects.affine.maps import ApplyOp
from mlirlite.dialects.arith import ConstantOp
from mlirlite.ir.affine import AffineConst, AffineDim, AffineMap, largest_known_divisor
from mlirlite.ir.attributes import AffineMapAttr, IntegerAttr
from mlirlite.ir.builder import Builder
from mlirlite.ir.operation import Operation
from mlirlite.ir.traits import AffineScope
from mlirlite.ir.types import INDEX
from mlirlite.ir.values import Value
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

    The innermost loops of a function. A loop with fewer iterations than the factor stays, and so
    does one whose number of iterations depends on its lower bound or on several upper ones.

    unroll_factor: how many iterations are done at once, -1 for all
    unroll_up_to_factor: take the number of iterations as the factor where that is less
    unroll_full_threshold: with factor -1, unroll all loops with at most so many iterations
    unroll_num_reps: how often the innermost loops are looked for and unrolled
    cleanup_unroll: unroll a loop fully where iterations would be left
    """
    if unroll_factor == -1 and unroll_full_threshold is not None:
        for loop in [op for op in function.walk_post_order() if isinstance(op, ForOp)]:
            count = _trip_count(loop)
            if count is not None and count <= unroll_full_threshold:
                state.count("num-unrolled", _unroll_fully(loop))
        return
    for _ in range(unroll_num_reps):
        unrolled = 0
        for loop in _innermost(function):
            factor = unroll_factor
            count = _trip_count(loop)
            if unroll_up_to_factor and count is not None and factor > count:
                factor = count
            if factor == -1:
                unrolled += _unroll_fully(loop)
            else:
                unrolled += _unroll(loop, factor, cleanup_unroll)
        state.count("num-unrolled", unrolled)
        if not unrolled:
            return


def _innermost(function: Operation) -> list[ForOp]:
    """Loops without loops inside, in order."""
    loops = [op for op in function.walk_post_order() if isinstance(op, ForOp)]
    around: set[Operation] = set()
    for loop in loops:
        step = loop.parent_op
        while step is not None and step not in around:
            around.add(step)
            step = step.parent_op
    return [loop for loop in loops if loop not in around]


def _trip_count(loop: ForOp) -> int | None:
    """The number of iterations where the bounds are numbers, or differ by one."""
    lower, upper = loop.lowerBoundMap.map, loop.upperBoundMap.map
    if loop.trip_count is not None or len(lower.results) != 1 or len(upper.results) != 1:
        return loop.trip_count
    lower, operands = canonicalize_map(lower, loop.lowerBoundOperands)
    upper, others = canonicalize_map(upper, loop.upperBoundOperands)
    if lower.num_dims != upper.num_dims or operands != others:
        return None
    length = simplify(upper.results[0] - lower.results[0])
    return max(0, -(-length.value // loop.step)) if isinstance(length, AffineConst) else None


def _unroll_fully(loop: ForOp) -> bool:
    count = _trip_count(loop)
    if count is None:
        return False
    if count == 0:
        return True
    return _promote_single(loop) if count == 1 else _unroll(loop, count, cleanup=False)


def _unroll(loop: ForOp, factor: int, cleanup: bool) -> bool:
    """Unroll by a factor; False when the loop must stay as it is."""
    count = _trip_count(loop)
    if factor == 1:
        return _promote_single(loop) if count == 1 else count is not None
    body = loop.body
    if body.first is body.last:
        return True
    if count is not None and count < factor:
        return _unroll_fully(loop) if cleanup else False
    if factor < 1:
        return False
    if _known_divisor(loop) % factor:
        if cleanup:  # upstream: nothing is left to a second loop
            return _unroll_fully(loop)
        left = _split_off(loop, factor)
        if left is None:
            return False
        _promote_single(left)
    _repeat_body(loop, factor)
    _promote_single(loop)
    return True


def _known_divisor(loop: ForOp) -> int:
    """A number that divides the number of iterations whatever the operands are."""
    count, first = _trip_count(loop), loop.lowerBoundMap.map.single_constant
    if count is not None:
        return count
    if first is None:
        return 1
    counts = [(e - first).ceildiv(loop.step) for e in loop.upperBoundMap.map.results]
    return gcd(*map(largest_known_divisor, counts))


def _split_off(loop: ForOp, factor: int) -> ForOp | None:
    """Let the loop end after a multiple of `factor` iterations; a new loop behind it does the rest.
    None when the bounds do not say where that is."""
    lower, upper = loop.lowerBoundMap.map, loop.upperBoundMap.map
    first, step = lower.single_constant, loop.step
    # MLIR differs: upstream also handles one lower bound that is no constant.
    if first is None or len(upper.results) != 1 or loop.parent is None:
        return None
    upper, operands = canonicalize_map(upper, loop.upperBoundOperands)
    whole = simplify(upper.results[0] - first).ceildiv(step) // factor
    bound = AffineMap(
        upper.num_dims, upper.num_symbols, (simplify(whole * (factor * step) + first),)
    )
    map, operands = canonicalize_map(bound, operands)
    rest = loop.clone()
    loop.parent.insert_before(loop.next, rest)
    _set_bound(rest, 0, map, operands)
    loop.replace_all_uses_with(rest)
    if rest.definition is not None:
        rest.definition.set_operand_group(rest, 2, loop.results)
    _set_bound(loop, 1, map, operands)
    return rest


def _set_bound(loop: ForOp, group: int, map: AffineMap, operands: Sequence[Value]) -> None:
    if loop.definition is not None:
        loop.definition.set_operand_group(loop, group, operands)
    loop.properties["upperBoundMap" if group else "lowerBoundMap"] = AffineMapAttr(map)


def _repeat_body(loop: ForOp, factor: int) -> None:
    """Put copies of the body behind it, each for the next iteration."""
    body, step = loop.body, loop.step
    end = body.last
    if end is None:
        return
    ops = [op for op in body if op is not end]
    counter, counted = loop.induction_var, loop.induction_var.has_uses
    yielded: Sequence[Value] = end.operands
    b = Builder.before_op(end)
    for k in range(1, factor):
        values: dict[Value, Value] = dict(zip(loop.iter_args, yielded, strict=True))
        if counted:
            map = AffineMap(1, 0, (AffineDim(0) + k * step,))
            b.location = loop.location
            applied: Operation = b.insert(ApplyOp(AffineMapAttr(map), (counter,)))
            values[counter] = applied.results[0]
        for op in ops:
            b.insert(op.clone(values))
        yielded = [values.get(v, v) for v in end.operands]
    end.set_operands(yielded)
    loop.properties["step"] = IntegerAttr(step * factor, INDEX)


def _promote_single(loop: ForOp) -> bool:
    """Replace a loop that runs once by its body; True when it was."""
    lower = loop.lowerBoundMap.map
    if _trip_count(loop) != 1 or loop.parent is None:
        return False
    counter = loop.induction_var
    first = lower.results[0]
    if counter.has_uses and not isinstance(first, AffineConst):
        b = Builder.before_op(loop)
        applied: Operation = b.insert(ApplyOp(loop.lowerBoundMap, loop.lowerBoundOperands))
        counter.replace_all_uses_with(applied.results[0])
    elif counter.has_uses and isinstance(first, AffineConst):
        scope = loop.parent_op
        while scope is not None and not scope.has_trait(AffineScope):
            scope = scope.parent_op
        b = Builder.before_op(loop) if scope is None else Builder.at_start(scope.regions[0].entry)
        b.location = loop.location
        made: Operation = b.insert(ConstantOp(IntegerAttr(first.value, INDEX), result=INDEX))
        counter.replace_all_uses_with(made.results[0])
    for argument, value in zip(loop.iter_args, loop.inits, strict=True):
        argument.replace_all_uses_with(value)
    end = loop.body.last
    if end is not None:
        loop.replace_all_uses_with(end.operands)
        end.erase()
    for op in loop.body:
        op.move_before(loop)
    loop.erase()
    return True
