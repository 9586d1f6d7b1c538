"""--affine-loop-unroll-jam: an outer loop does several iterations at once, inside its inner
loops.

for %i { for %j { f(%i, %j) } }  -->  for %i step 2 { for %j { f(%i, %j) f(%i + 1, %j) } }
"""

from __future__ import annotations

from mlirlite.dialects.affine._loop_utils import (
    constant_trip_count,
    promote_single_iteration,
    set_step,
    shift_map,
    split_cleanup,
    trip_count_divisor,
)
from mlirlite.dialects.affine.analysis.reductions import Reduction, combine, reductions_of
from mlirlite.dialects.affine.loops import ForOp, YieldOp
from mlirlite.dialects.affine.maps import ApplyOp
from mlirlite.dialects.arith.enums import AtomicRMWKind
from mlirlite.ir.attributes import AffineMapAttr, FloatAttr, IntegerAttr
from mlirlite.ir.block import Region
from mlirlite.ir.builder import Builder
from mlirlite.ir.interfaces import FunctionLike
from mlirlite.ir.operation import Operation
from mlirlite.ir.values import Value
from mlirlite.passes.compiler_pass import PassState, compiler_pass
from mlirlite.rewriting.folding import constant_value
from mlirlite.support.diagnostics import Diagnostic, Severity


@compiler_pass("affine-loop-unroll-jam", anchor="func.func")
def affine_loop_unroll_jam(op: Operation, state: PassState, *, unroll_jam_factor: int = 4) -> None:
    """Unroll and jam affine loops.

    Applies to the first op of a function, if it is a loop. The loop stays when bounds inside depend
    on it, or when it carries values that are not known reductions. As upstream, each copy of a
    reduction begins with the initial value; a warning says so where that changes the result.

    unroll_jam_factor: use this unroll jam factor for all loops (default 4)
    """
    body = op.body if isinstance(op, FunctionLike) else op.regions[0]
    first = None if body.empty else body.entry.first
    if isinstance(first, ForOp):
        if first.inits and not all(map(_is_neutral, reductions_of(first), first.inits)):
            state.emit(
                Diagnostic(
                    Severity.WARNING,
                    "each copy of the loop begins with the initial values, so that these count "
                    f"{unroll_jam_factor} times unless they are neutral",
                    first.where,
                )
            )
        state.count("num-unrolled", unroll_jam(first, unroll_jam_factor))


def _is_neutral(reduction: Reduction, init: Value) -> bool:
    """True when the value is neutral."""
    found = constant_value(init)
    neutral = 1 if reduction.kind in (AtomicRMWKind.mulf, AtomicRMWKind.muli) else 0
    keeps = reduction.kind in (AtomicRMWKind.addf, AtomicRMWKind.addi, AtomicRMWKind.ori)
    return (
        isinstance(found, (FloatAttr, IntegerAttr))
        and (neutral == 1 or keeps)
        and found.value == neutral
    )


def unroll_jam(loop: ForOp, factor: int) -> bool:
    """Unroll and jam by a factor; False when the loop must stay as it is."""
    count = constant_trip_count(loop)
    if factor == 1:
        return count != 1 or promote_single_iteration(loop)
    if loop.body.first is loop.body.last:
        return True
    if factor < 1 or (count is not None and count < factor):
        return False
    if not _bounds_are_invariant(loop):
        return False
    reductions = reductions_of(loop) if loop.inits else []
    if len(reductions) != len(loop.inits):
        return False  # upstream drops unknown ones
    if trip_count_divisor(loop) % factor:
        if len(loop.lowerBoundMap.map.results) != 1 or len(loop.upperBoundMap.map.results) != 1:
            return False
        split_cleanup(loop, factor)
    groups = _straight_lines(loop)
    maps: list[dict[Value, Value]] = [{} for _ in range(factor - 1)]
    carrying: list[ForOp] = []
    for old in [inner for inner in loop.walk_post_order() if isinstance(inner, ForOp)]:
        if old.inits:
            new = _with_copies(old, factor, maps)
            carrying.append(new)
            groups = [[new if op is old else op for op in group] for group in groups]
            loop = new if old is loop else loop
    step, counter = loop.step, loop.induction_var
    set_step(loop, step * factor)
    for i in range(factor - 1, 0, -1):
        values = maps[i - 1]
        for group in groups:
            b = Builder.after_op(group[-1])
            if counter.has_uses:
                b.location = loop.location
                map = AffineMapAttr(shift_map(i * step))
                applied: Operation = b.insert(ApplyOp(map, (counter,)))
                values[counter] = applied.results[0]
            for op in group:
                b.insert(op.clone(values))
        for new in carrying:
            _connect(new, i, factor, values)
    if loop.results:
        _combine_results(loop, factor)
    promote_single_iteration(loop)
    return True


def _bounds_are_invariant(loop: ForOp) -> bool:
    return all(
        loop.is_defined_outside(value)
        for inner in loop.walk()
        if isinstance(inner, ForOp)
        for value in (*inner.lowerBoundOperands, *inner.upperBoundOperands)
    )


def _straight_lines(loop: ForOp) -> list[list[Operation]]:
    """Runs of consecutive ops in the loop, and in loops inside, between these."""
    found: list[list[Operation]] = []
    group: list[Operation] = []
    around = [iter(loop.body)]
    while around:
        op = next(around[-1], None)
        if op is None:
            around.pop()
        elif isinstance(op, ForOp):
            around.append(iter(op.body))
        elif op.next is not None:
            group.append(op)
            continue
        if group:
            found.append(group)
            group = []
    return found


def _with_copies(old: ForOp, factor: int, maps: list[dict[Value, Value]]) -> ForOp:
    """The loop with `factor` copies of its carried values; the maps are filled with the copies."""
    end = old.body.last
    if end is None or old.parent is None:
        raise ValueError("the loop is not complete")
    count = len(old.inits)
    inits = [*old.inits] * factor
    body = old.body
    region = Region()
    new: ForOp = ForOp(
        old.lowerBoundOperands,
        old.upperBoundOperands,
        inits,
        lowerBoundMap=old.lowerBoundMap,
        upperBoundMap=old.upperBoundMap,
        step=old.step,
        region=region,
        results_=[v.type for v in inits],
    )
    new.location = old.location
    new.attributes = dict(old.attributes)
    old.parent.insert_before(old, new)
    region.take_blocks(old.region)
    for init in inits[count:]:
        body.add_argument(init.type)
    end.set_operands([*end.operands] * factor)
    for result, value in zip(old.results, new.results, strict=False):
        result.replace_all_uses_with(value)
    old.erase()
    for i, values in enumerate(maps, 1):
        for j in range(count):
            values[new.iter_args[j]] = new.iter_args[i * count + j]
            values[new.results[j]] = new.results[i * count + j]
    return new


def _connect(loop: ForOp, i: int, factor: int, values: dict[Value, Value]) -> None:
    """Let copy `i` begin with, and yield, its own values."""
    count = len(loop.inits) // factor
    first = len(loop.operands) - len(loop.inits)
    end = loop.body.last
    for j in range(count):
        init = loop.operands[first + j]
        loop.set_operand(first + i * count + j, values.get(init, init))
        if isinstance(end, YieldOp):
            yielded = end.operands[j]
            end.set_operand(i * count + j, values.get(yielded, yielded))


def _combine_results(loop: ForOp, factor: int) -> None:
    count = len(loop.results) // factor
    b = Builder.after_op(loop)
    for reduction in reductions_of(loop)[:count]:
        position = reduction.position
        total: Value = loop.results[position]
        made: set[Operation] = set()
        for i in range(factor - 1, 0, -1):
            total = combine(b, reduction.kind, total, loop.results[i * count + position])
            if total.defining_op is not None:
                made.add(total.defining_op)
        loop.results[position].replace_uses_except(total, *made)
