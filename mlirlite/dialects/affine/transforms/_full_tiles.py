"""Separation of full and partial tiles: a condition that a tile is full chooses between a nest with
simple bounds and the original nest."""

from __future__ import annotations

from collections.abc import Sequence

from mlirlite.dialects.affine._compose import canonicalize_set
from mlirlite.dialects.affine._loop_utils import new_loop
from mlirlite.dialects.affine._simplify import simplify
from mlirlite.dialects.affine.analysis.constraints import Constraints, NotLinear, plus
from mlirlite.dialects.affine.loops import ForOp, IfOp, YieldOp
from mlirlite.ir.affine import (
    AffineConst,
    AffineDim,
    AffineExpr,
    AffineMap,
    AffineSymbol,
    IntegerSet,
)
from mlirlite.ir.attributes import IntegerSetAttr
from mlirlite.ir.block import Block, Region
from mlirlite.ir.values import Value

Bound = tuple[AffineMap, Sequence[Value]]


def separate_full_tiles(nest: Sequence[ForOp]) -> bool:
    """Put the perfect nest of point loops into the else branch of a condition that holds for full
    tiles; the then branch has a nest with bounds of one result. False when no bounds of constant
    distance are found."""
    first = nest[0]
    if first.parent is None:
        return False
    full: list[tuple[Bound, Bound]] = []
    conditions: list[tuple[AffineExpr, list[Value], int]] = []
    for loop in nest:
        found = _full_bounds(loop)
        if found is None:
            return False
        lower, upper = found
        full.append(found)
        conditions += _holds(loop.lowerBoundMap.map, loop.lowerBoundOperands, lower, is_lower=True)
        conditions += _holds(loop.upperBoundMap.map, loop.upperBoundOperands, upper, is_lower=False)
    condition, operands = _as_set(conditions)
    then, other = Block(), Block()
    choice = IfOp(
        operands_=operands,
        condition=IntegerSetAttr(condition),
        thenRegion=Region([then]),
        elseRegion=Region([other]),
        results_=[],
    )
    choice.location = first.location
    first.parent.insert_before(first, choice)
    _build_full(nest, full, then)
    first.detach()
    other.append(first)
    for block in (then, other):
        block.append(YieldOp([]))
    return True


def _full_bounds(loop: ForOp) -> tuple[Bound, Bound] | None:
    """A lower and an upper bound whose distance is a constant, the smallest such one."""
    # As upstream, which requires that of the whole nest.
    if loop.step != 1 or not all(
        e.is_pure_affine for e in (*loop.lowerBoundMap.map.results, *loop.upperBoundMap.map.results)
    ):
        return None
    best: tuple[int, Bound, Bound] | None = None
    lower_map, upper_map = loop.lowerBoundMap.map, loop.upperBoundMap.map
    for low in lower_map.results:
        for high in upper_map.results:
            system = Constraints()
            try:
                low_row = system.rows_of(
                    lower_map._replace(results=(low,)), loop.lowerBoundOperands
                )
                high_row = system.rows_of(
                    upper_map._replace(results=(high,)), loop.upperBoundOperands
                )
            except NotLinear:
                continue
            length = plus(high_row[0], low_row[0], -1)
            if any(v is not None for v in length):
                continue
            distance = length.get(None, 0)
            if best is None or distance < best[0]:
                lower = lower_map._replace(results=(low,)), loop.lowerBoundOperands
                upper = upper_map._replace(results=(high,)), loop.upperBoundOperands
                best = distance, lower, upper
    return None if best is None else best[1:]


def _holds(
    map: AffineMap, operands: Sequence[Value], chosen: Bound, *, is_lower: bool
) -> list[tuple[AffineExpr, list[Value], int]]:
    """For each other bound the expression that must not be negative, where it is not constant."""
    found = []
    only = chosen[0].results[0]
    for expr in map.results:
        if expr is only:
            continue
        left, right = (only, expr) if is_lower else (expr, only)
        found.append((simplify(left - right), list(operands), map.num_dims))
    return found


def _as_set(
    conditions: Sequence[tuple[AffineExpr, list[Value], int]],
) -> tuple[IntegerSet, list[Value]]:
    dims: list[Value] = []
    symbols: list[Value] = []
    for _, operands, count in conditions:
        dims += [v for v in operands[:count] if v not in dims]
        symbols += [v for v in operands[count:] if v not in symbols]
    exprs = []
    for expr, operands, count in conditions:
        dim_exprs = [AffineDim(dims.index(v)) for v in operands[:count]]
        symbol_exprs = [AffineSymbol(symbols.index(v)) for v in operands[count:]]
        exprs.append((expr.replace(dim_exprs, symbol_exprs), False))
    if not exprs:
        exprs.append((AffineConst(0), True))
    condition = IntegerSet(len(dims), len(symbols), tuple(exprs))
    return canonicalize_set(condition, [*dims, *symbols])


def _build_full(nest: Sequence[ForOp], full: Sequence[tuple[Bound, Bound]], then: Block) -> None:
    values: dict[Value, Value] = {}
    block = then
    before = None
    for loop, (lower, upper) in zip(nest, full, strict=True):
        made = new_loop(
            _pruned(lower[0], [values.get(v, v) for v in lower[1]]),
            _pruned(upper[0], [values.get(v, v) for v in upper[1]]),
            loop.step,
        )
        made.location = loop.location
        values[loop.induction_var] = made.induction_var
        block.insert_before(before, made)
        block, before = made.body, made.body.last
    body = nest[-1].body
    for op in body:
        if op is not body.last:
            block.insert_before(before, op.clone(values))


def _pruned(map: AffineMap, operands: list[Value]) -> Bound:
    """The map over the operands that it uses."""
    used_dims = sorted(
        {e.position for r in map.results for e in r.leaves() if isinstance(e, AffineDim)}
    )
    used_symbols = sorted(
        {e.position for r in map.results for e in r.leaves() if isinstance(e, AffineSymbol)}
    )
    dims = [
        AffineDim(used_dims.index(i)) if i in used_dims else AffineConst(0)
        for i in range(map.num_dims)
    ]
    symbols = [
        AffineSymbol(used_symbols.index(i)) if i in used_symbols else AffineConst(0)
        for i in range(map.num_symbols)
    ]
    results = tuple(r.replace(dims, symbols) for r in map.results)
    kept = [operands[i] for i in used_dims] + [operands[map.num_dims + i] for i in used_symbols]
    return AffineMap(len(used_dims), len(used_symbols), results), kept
