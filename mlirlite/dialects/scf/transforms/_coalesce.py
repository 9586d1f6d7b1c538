"""Nests of scf.for become one loop (upstream: coalescePerfectlyNestedSCFForLoops).

for %i = 0 to %n { for %j = 0 to %m { f(%i, %j) } }
  -->  for %k = 0 to %n * %m { %i, %j = affine.delinearize_index %k into (%n, %m); f(%i, %j) }
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from mlirlite.dialects._index_values import value_of
from mlirlite.dialects._loops import perfect_nest
from mlirlite.dialects._mixed import Mixed, constant_number, split
from mlirlite.dialects.affine._build import composed_apply
from mlirlite.dialects.affine.maps import DelinearizeIndexOp
from mlirlite.dialects.arith import (
    AddIOp,
    CeilDivSIOp,
    ConstantOp,
    DivSIOp,
    MulIOp,
    RemSIOp,
    SubIOp,
)
from mlirlite.dialects.scf.loops import ForOp
from mlirlite.ir.affine import AffineDim, AffineMap, AffineSymbol
from mlirlite.ir.attribute import Type
from mlirlite.ir.attributes import IntegerAttr
from mlirlite.ir.builder import Builder
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import INDEX
from mlirlite.ir.values import Value
from mlirlite.rewriting.folding import create_or_fold


def coalesce_nest(root: ForOp) -> int:
    """Coalesce the loops of a perfect nest whose bounds are known above them; returns how many
    nests became one loop."""
    nest = perfect_nest(root)
    known = [
        next((j for j in range(i) if _is_known_above(loop, nest[j])), i)
        for i, loop in enumerate(nest)
    ]
    chain = [0]
    for i, (outer, inner) in enumerate(pairwise(nest), 1):
        chain.append(chain[-1] if _passes_on(outer, inner) else i)
    count, end = 0, len(nest)
    while end > 0:
        for start in range(end - 1):
            if max(known[start:end]) <= start and chain[end - 1] <= start:
                _coalesce(nest[start:end])
                count += 1
                end = start + 1
                break
        end -= 1
    return count


def _is_known_above(loop: ForOp, outer: ForOp) -> bool:
    return all(outer.is_defined_outside(v) for v in (loop.lowerBound, loop.upperBound, loop.step))


def _passes_on(outer: ForOp, inner: ForOp) -> bool:
    """True when the inner loop carries what the outer one carries, and nothing else."""
    end = outer.body.last
    return (
        end is not None
        and list(outer.iter_args) == list(inner.initArgs)
        and list(end.operands) == list(inner.results)
    )


def _constant(b: Builder, number: int, type: Type) -> Value:
    made: Operation = b.insert(ConstantOp(IntegerAttr(number, type), result=type))
    return made.results[0]


def _coalesce(loops: Sequence[ForOp]) -> None:
    outermost, innermost = loops[0], loops[-1]
    for loop in loops:
        lower, step = loop.lowerBound, loop.step
        b = Builder.before_op(outermost)
        for i, value in enumerate(_normalized(b, loop)):
            loop.set_operand(i, value)
        b.set_start(innermost.body)
        _denormalize(b, loop.induction_var, lower, step)
    b = Builder.before_op(outermost)
    sizes = [loop.upperBound for loop in loops]
    outermost.set_operand(1, _product(b, sizes))
    b.set_start(innermost.body)
    counter = outermost.induction_var
    counters, kept = _split_counter(b, counter, sizes)
    counter.replace_uses_except(counters[0], *kept)
    for i in range(len(loops) - 1, 0, -1):
        _inline(loops[i - 1], loops[i], counters[i])


def _inline(outer: ForOp, inner: ForOp, counter: Value) -> None:
    """Replace the inner loop by its body."""
    end = inner.body.last
    if end is None:
        return
    arguments: dict[Value, Value] = dict(zip(inner.iter_args, inner.initArgs, strict=True))
    results: list[Value] = [arguments.get(v, v) for v in end.operands]
    end.erase()
    inner.induction_var.replace_all_uses_with(counter)
    for argument, value in zip(inner.iter_args, outer.iter_args, strict=True):
        argument.replace_all_uses_with(value)
    for op in inner.body:
        op.move_before(inner)
    inner.replace_all_uses_with(results)
    inner.erase()


def _normalized(b: Builder, loop: ForOp) -> Sequence[Value]:
    """Bounds and step of a loop from 0 by 1."""
    lower, upper, step = loop.lowerBound, loop.upperBound, loop.step
    type = lower.type
    if type is INDEX:
        s0, s1, s2 = (AffineSymbol(i) for i in range(3))
        size = composed_apply(b, (s1 - s0).ceildiv(s2), (lower, upper, step))
        return [value_of(b, v) for v in (0, size, 1)]
    from_zero, by_one = constant_number(lower) == 0, constant_number(step) == 1
    if from_zero and by_one:
        return lower, upper, step
    found = upper if from_zero else create_or_fold(b, SubIOp(upper, lower))
    if not by_one:
        found = create_or_fold(b, CeilDivSIOp(found, step))
    return _constant(b, 0, type), found, _constant(b, 1, type)


def _denormalize(b: Builder, counter: Value, lower: Value, step: Value) -> None:
    """Replace the uses of a counter from 0 by 1 by `lower + counter * step`."""
    from_zero, by_one = constant_number(lower) == 0, constant_number(step) == 1
    kept: set[Operation] = set()
    found = counter
    if counter.type is INDEX:
        d0, s0, s1 = AffineDim(0), AffineSymbol(0), AffineSymbol(1)
        map: AffineMap = AffineMap(1, 2, (d0 * s1 + s0,))
        found = value_of(b, composed_apply(b, map, (counter, lower, step)))
    else:
        if not by_one:
            found = b.insert(MulIOp(found, step)).results[0]
            kept.add(found.defining_op)
        if not from_zero:
            found = b.insert(AddIOp(found, lower)).results[0]
    if found is not counter and found.defining_op is not None:
        kept.add(found.defining_op)
    counter.replace_uses_except(found, *kept)


def _product(b: Builder, sizes: Sequence[Value]) -> Value:
    type = sizes[0].type
    if type is INDEX:
        product: Mixed = 1
        for size in sizes:
            product = composed_apply(b, AffineSymbol(0) * AffineSymbol(1), (product, size))
        return value_of(b, product)
    found: Value | None = None
    for size in sizes:
        if constant_number(size) != 1:
            found = size if found is None else b.insert(MulIOp(found, size)).results[0]
    return _constant(b, 1, type) if found is None else found


def _split_counter(
    b: Builder, counter: Value, sizes: Sequence[Value]
) -> tuple[Sequence[Value], set[Operation]]:
    """The counters of the loops from the coalesced counter, and the ops that use that one."""
    if counter.type is INDEX:
        numbers = [constant_number(size) for size in sizes]
        known = (v if n is None else n for v, n in zip(sizes, numbers, strict=True))
        static, dynamic = split(known)
        made: Operation = b.insert(
            DelinearizeIndexOp(
                counter, dynamic, static_basis=static, multi_index=[INDEX] * len(sizes)
            )
        )
        return made.results, {made}
    ones = [constant_number(size) == 1 for size in sizes]
    leading = next((i for i, one in enumerate(ones) if not one), len(sizes))
    counters = [_constant(b, 0, counter.type) for _ in range(leading)]
    found: list[Value] = []
    kept: set[Operation] = set()
    previous = counter
    for i in range(len(sizes) - 1, leading - 1, -1):
        if i != len(sizes) - 1 and not ones[i + 1]:
            quotient: Operation = b.insert(DivSIOp(previous, sizes[i + 1]))
            kept.add(quotient)
            previous = quotient.results[0]
        value = previous
        if i != leading:
            if ones[i]:
                value = _constant(b, 0, counter.type)
            else:
                rest: Operation = b.insert(RemSIOp(previous, sizes[i]))
                kept.add(rest)
                value = rest.results[0]
        found.insert(0, value)
    return [*counters, *found], kept
