"""Utilities for affine loops: count their iterations, set their bounds, unroll them, replace them
by the body of a single iteration (upstream: LoopUtils)."""

from __future__ import annotations

from collections.abc import Sequence
from math import gcd

from mlirlite.dialects._index_values import index_constant
from mlirlite.dialects.affine._compose import canonicalize_map, compose
from mlirlite.dialects.affine._simplify import simplify_all
from mlirlite.dialects.affine.loops import ForOp, YieldOp
from mlirlite.dialects.affine.maps import ApplyOp
from mlirlite.ir.affine import (
    AffineConst,
    AffineDim,
    AffineMap,
    AffineSymbol,
    largest_known_divisor,
)
from mlirlite.ir.attributes import AffineMapAttr, IntegerAttr
from mlirlite.ir.block import Block, Region
from mlirlite.ir.builder import Builder
from mlirlite.ir.interfaces import FunctionLike
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import INDEX
from mlirlite.ir.values import Value

IDENTITY = AffineMap(1, 0, (AffineDim(0),))


def shift_map(number: int) -> AffineMap:
    """`(d0) -> (d0 + number)`."""
    map: AffineMap = AffineMap(1, 0, (AffineDim(0) + number,))
    return map


def set_bound(loop: ForOp, group: int, map: AffineMap, operands: Sequence[Value]) -> None:
    """Set the lower (group 0) or upper (1) bound."""
    if loop.definition is not None:
        loop.definition.set_operand_group(loop, group, list(operands))
    loop.properties["upperBoundMap" if group else "lowerBoundMap"] = AffineMapAttr(map)


def set_step(loop: ForOp, step: int) -> None:
    """Set the step."""
    loop.properties["step"] = IntegerAttr(step, INDEX)


def new_loop(
    lower: tuple[AffineMap, Sequence[Value]],
    upper: tuple[AffineMap, Sequence[Value]],
    step: int = 1,
) -> ForOp:
    """A detached loop without ops and carried values."""
    block = Block([INDEX])
    block.append(YieldOp([]))
    loop: ForOp = ForOp(
        lower[1],
        upper[1],
        [],
        lowerBoundMap=AffineMapAttr(lower[0]),
        upperBoundMap=AffineMapAttr(upper[0]),
        step=step,
        region=Region([block]),
        results_=[],
    )
    return loop


def innermost_loops(root: Operation) -> list[ForOp]:
    """Loops without loops inside, in order."""
    loops = [op for op in root.walk_post_order() if isinstance(op, ForOp)]
    around: set[Operation] = set()
    for loop in loops:
        outer = loop.parent_op
        while outer is not None and outer not in around:
            around.add(outer)
            outer = outer.parent_op
    return [loop for loop in loops if loop not in around]


def difference(
    a: tuple[AffineMap, Sequence[Value]], b: tuple[AffineMap, Sequence[Value]]
) -> tuple[AffineMap, list[Value]]:
    """The map of the differences of two maps' results, and its operands; `b` may have one result
    for all of `a`."""
    a_map, b_map = a[0], b[0]
    symbols = [AffineSymbol(a_map.num_symbols + i) for i in range(b_map.num_symbols)]
    dims = [AffineDim(a_map.num_dims + i) for i in range(b_map.num_dims)]
    subtracted = [e.replace(dims, symbols) for e in b_map.results]
    if len(subtracted) == 1:
        subtracted *= len(a_map.results)
    exprs = tuple(x - y for x, y in zip(a_map.results, subtracted, strict=True))
    operands = [
        *a[1][: a_map.num_dims],
        *b[1][: b_map.num_dims],
        *a[1][a_map.num_dims :],
        *b[1][b_map.num_dims :],
    ]
    total = AffineMap(len(dims) + a_map.num_dims, len(symbols) + a_map.num_symbols, exprs)
    return compose(total, operands)


def trip_count_map(loop: ForOp) -> tuple[AffineMap, list[Value]] | None:
    """The number of iterations, one for each upper bound; None with several lower bounds."""
    lower, upper = loop.lowerBoundMap.map, loop.upperBoundMap.map
    if loop.trip_count is not None:
        return AffineMap.constant(loop.trip_count), []
    if len(lower.results) != 1:
        return None
    range_map, operands = difference(
        (upper, loop.upperBoundOperands), (lower, loop.lowerBoundOperands)
    )
    counts = tuple(e.ceildiv(loop.step) for e in range_map.results)
    return range_map._replace(results=counts), operands


def constant_trip_count(loop: ForOp) -> int | None:
    """The number of iterations, where it is known."""
    found = trip_count_map(loop)
    if found is None:
        return None
    counts = [max(0, e.value) for e in found[0].results if isinstance(e, AffineConst)]
    return min(counts) if len(counts) == len(found[0].results) else None


def trip_count_divisor(loop: ForOp) -> int:
    """A number that divides the number of iterations for all operands."""
    found = trip_count_map(loop)
    if found is None:
        return 1
    counts = [
        max(0, e.value) if isinstance(e, AffineConst) else largest_known_divisor(e)
        for e in found[0].results
    ]
    # Anything divides the iterations of a loop that never runs.
    return gcd(*counts) if any(counts) else 1 << 62


def promote_single_iteration(loop: ForOp) -> bool:
    """Replace a loop that runs once by its body; True when it was."""
    lower = loop.lowerBoundMap.map
    if constant_trip_count(loop) != 1 or len(lower.results) != 1:
        return False
    counter = loop.induction_var
    first = lower.results[0]
    if counter.has_uses:
        if isinstance(first, AffineConst):
            value = index_constant(_function_start(loop), first.value)
        elif lower is IDENTITY:
            value = loop.lowerBoundOperands[0]
        else:
            b = Builder.before_op(loop)
            applied: Operation = b.insert(ApplyOp(loop.lowerBoundMap, loop.lowerBoundOperands))
            value = applied.results[0]
        counter.replace_all_uses_with(value)
    for argument, init in zip(loop.iter_args, loop.inits, strict=True):
        argument.replace_all_uses_with(init)
    end = loop.body.last
    if end is not None:
        loop.replace_all_uses_with(end.operands)
        end.erase()
    for op in loop.body:
        op.move_before(loop)
    loop.erase()
    return True


def _function_start(loop: Operation) -> Builder:
    function = loop.parent_of_type(FunctionLike)  # type: ignore[type-abstract]  # an interface
    b = Builder.before_op(loop)
    if function is not None:
        b.set_start(function.body.entry)
    return b


def unroll_fully(loop: ForOp) -> bool:
    """Unroll as often as the loop runs; False when that is not known."""
    count = constant_trip_count(loop)
    if count is None:
        return False
    return count == 0 or promote_single_iteration(loop) or unroll(loop, count)


def unroll(loop: ForOp, factor: int, *, cleanup: bool = False) -> bool:
    """Unroll by a factor; a second loop does the remaining iterations (with `cleanup` the loop is
    unrolled fully instead). False when the loop must stay as it is."""
    count = constant_trip_count(loop)
    if factor == 1:
        return count is None or count != 1 or promote_single_iteration(loop)
    body = loop.body
    if body.first is body.last:
        return True
    if count is not None and count < factor:
        return cleanup and unroll_fully(loop)
    if factor < 1:
        return False
    if trip_count_divisor(loop) % factor:
        if len(loop.lowerBoundMap.map.results) != 1 or len(loop.upperBoundMap.map.results) != 1:
            return False
        if cleanup:
            return unroll_fully(loop)
        split_cleanup(loop, factor)
    _repeat_body(loop, factor)
    promote_single_iteration(loop)
    return True


def split_cleanup(loop: ForOp, factor: int) -> None:
    """Let the loop, which has one lower and one upper bound, end after a multiple of `factor`
    iterations; a new loop after it does the rest, or just its body for a single iteration."""
    found = trip_count_map(loop)
    if found is None or loop.parent is None:
        raise ValueError("the number of iterations cannot be expressed")
    rest = loop.clone()
    loop.parent.insert_before(loop.next, rest)
    loop.replace_all_uses_with(rest)
    if rest.definition is not None:
        rest.definition.set_operand_group(rest, 2, loop.results)
    count_map, count_operands = found
    count = count_map.results[0]
    lower = loop.lowerBoundMap.map
    shifted_dims = [AffineDim(lower.num_dims + i) for i in range(count_map.num_dims)]
    shifted_symbols = [AffineSymbol(lower.num_symbols + i) for i in range(count_map.num_symbols)]
    whole = (count - count % factor) * loop.step
    whole = simplify_all([whole])[0].replace(shifted_dims, shifted_symbols)
    operands = [
        *loop.lowerBoundOperands[: lower.num_dims],
        *count_operands[: count_map.num_dims],
        *loop.lowerBoundOperands[lower.num_dims :],
        *count_operands[count_map.num_dims :],
    ]
    map = AffineMap(
        lower.num_dims + count_map.num_dims,
        lower.num_symbols + count_map.num_symbols,
        (lower.results[0] + whole,),
    )
    map, operands = compose(map, operands)
    map, operands = canonicalize_map(map, operands)
    set_bound(rest, 0, map, operands)
    promote_single_iteration(rest)
    set_bound(loop, 1, map, operands)


def _repeat_body(loop: ForOp, factor: int) -> None:
    """Append copies of the body, each for the next iteration."""
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
            b.location = loop.location
            applied: Operation = b.insert(ApplyOp(AffineMapAttr(shift_map(k * step)), (counter,)))
            values[counter] = applied.results[0]
        for op in ops:
            b.insert(op.clone(values))
        yielded = [
            values.get(v, v) if _defined_in(v, body) else last
            for v, last in zip(end.operands, yielded, strict=True)
        ]
    end.set_operands(yielded)
    set_step(loop, step * factor)


def _defined_in(value: Value, block: Block) -> bool:
    maker = value.defining_op
    return maker is not None and maker.parent is block
