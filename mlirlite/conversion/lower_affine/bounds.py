"""Upstream's folding of bounds and conditions before they become arithmetic.

%a = affine.apply (d0) -> (d0 + 1)(%i); min (d0 * 2, 9, 7)(%a)  -->  min (d0 * 2 + 2, 7)(%i)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from mlirlite.dialects import affine
from mlirlite.dialects._mixed import constant_number
from mlirlite.ir.affine import (
    AffineBinary,
    AffineConst,
    AffineDim,
    AffineExpr,
    AffineMap,
    AffineSymbol,
    IntegerSet,
)
from mlirlite.ir.attributes import AffineMapAttr, IntegerSetAttr, i32_array
from mlirlite.ir.block import Region
from mlirlite.ir.operation import Operation
from mlirlite.ir.traits import AffineScope
from mlirlite.ir.values import Value

Operands = tuple[Value, ...]


class Composition:
    """Expressions over the operands of an affine op, with its affine.apply producers composed in:
    constants become numbers, valid symbols become symbols, and each value occurs once."""

    def __init__(
        self, op: Operation, exprs: Sequence[AffineExpr], num_dims: int, operands: Sequence[Value]
    ) -> None:
        dims, symbols = list(operands[:num_dims]), list(operands[num_dims:])
        while any(isinstance(v.defining_op, affine.ApplyOp) for v in (*dims, *symbols)):
            exprs, dims, symbols = _put_in(exprs, dims, symbols)
        scope = _scope(op)
        order: dict[Value, AffineExpr] = {}
        self.symbols = list(dict.fromkeys(v for v in symbols if constant_number(v) is None))
        self.dims: list[Value] = []
        for value in dict.fromkeys(v for v in dims if constant_number(v) is None):
            if value in self.symbols:
                continue
            is_symbol = affine.is_valid_symbol(value, scope)
            (self.symbols if is_symbol else self.dims).append(value)
        order.update((v, AffineDim(i)) for i, v in enumerate(self.dims))
        order.update((v, AffineSymbol(i)) for i, v in enumerate(self.symbols))
        new = [_known(order, v) for v in dims], [_known(order, v) for v in symbols]
        self.exprs = [e.replace(*new) for e in exprs]

    @property
    def operands(self) -> Operands:
        """Dimensions, then symbols."""
        return (*self.dims, *self.symbols)


def _known(order: dict[Value, AffineExpr], value: Value) -> AffineExpr:
    number = constant_number(value)
    return order[value] if number is None else AffineConst(number)


def _put_in(
    exprs: Sequence[AffineExpr], dims: list[Value], symbols: list[Value]
) -> tuple[Sequence[AffineExpr], list[Value], list[Value]]:
    """One level of affine.apply producers in place of their results; their operands come last."""
    new_dims = [v for v in dims if not isinstance(v.defining_op, affine.ApplyOp)]
    new_symbols = [v for v in symbols if not isinstance(v.defining_op, affine.ApplyOp)]
    kept: dict[Value, AffineExpr] = {v: AffineDim(i) for i, v in enumerate(new_dims)}
    kept_symbols: dict[Value, AffineExpr] = {v: AffineSymbol(i) for i, v in enumerate(new_symbols)}

    def place(values: list[Value], value: Value) -> int:
        values.append(value)
        return len(values) - 1

    def inner(value: Value, known: dict[Value, AffineExpr], symbol: bool) -> AffineExpr:
        maker = value.defining_op
        if not isinstance(maker, affine.ApplyOp):
            return known[value]
        map = maker.affine_map
        outer: list[AffineExpr] = []
        for v in maker.operands[: map.num_dims]:
            if symbol:
                outer.append(AffineSymbol(place(new_symbols, v)))
            else:
                outer.append(AffineDim(place(new_dims, v)))
        more = [AffineSymbol(place(new_symbols, v)) for v in maker.operands[map.num_dims :]]
        return map.results[0].replace(outer, more)

    found = [inner(v, kept, False) for v in dims], [inner(v, kept_symbols, True) for v in symbols]
    return [e.replace(*found) for e in exprs], new_dims, new_symbols


def _sorted(e: AffineExpr) -> AffineExpr:
    """The sum of products that an expression is: dimensions, symbols, quotients, a number.
    Semi-affine expressions stay as they are."""
    if not e.is_pure_affine:
        return e
    factors: dict[AffineExpr, int] = {}
    rest = _flatten(e, 1, factors)
    found: AffineExpr = AffineConst(0)
    for term in sorted(factors, key=_place):
        found = found + term * factors[term]
    return found + rest


def _flatten(e: AffineExpr, factor: int, factors: dict[AffineExpr, int]) -> int:
    """Add an expression times a factor to the factors of its terms; return its constant part."""
    if isinstance(e, AffineConst):
        return factor * e.value
    if isinstance(e, AffineBinary):
        if e.kind == "+":
            return _flatten(e.lhs, factor, factors) + _flatten(e.rhs, factor, factors)
        if e.kind == "*" and isinstance(e.rhs, AffineConst):
            return _flatten(e.lhs, factor * e.rhs.value, factors)
        inner = _sorted(e.lhs)
        if e.kind == "mod" and isinstance(e.rhs, AffineConst):  # x - (x floordiv c) * c
            rest = _flatten(inner, factor, factors)
            return rest + _flatten(inner // e.rhs, -factor * e.rhs.value, factors)
        quotient = inner // e.rhs if e.kind == "floordiv" else inner.ceildiv(e.rhs)
        if not isinstance(quotient, AffineBinary) or quotient.kind != e.kind:
            return _flatten(quotient, factor, factors)
        e = quotient
    factors[e] = factors.get(e, 0) + factor
    return 0


def _place(term: AffineExpr) -> tuple[int, int]:
    if isinstance(term, AffineDim):
        return 0, term.position
    return (1, term.position) if isinstance(term, AffineSymbol) else (2, 0)


def _scope(op: Operation) -> Region | None:
    region = op.parent_region
    while region is not None and region.parent is not None:
        if AffineScope in region.parent.traits:
            return region
        region = region.parent.parent_region
    return None


def _is_plain(map: AffineMap | IntegerSet, operands: Sequence[Value]) -> bool:
    """True when composing cannot change anything: at most one operand, about which nothing is
    known."""
    if not operands:
        return True
    if len(operands) > 1:
        return False
    maker = operands[0].defining_op
    return maker is None or (
        not isinstance(maker, affine.ApplyOp) and constant_number(operands[0]) is None
    )


def fold_operands(root: Operation) -> None:
    """Fold bounds, conditions and index computations in place, before anything is lowered: only
    current constants and affine.apply ops count."""
    for op in root.walk():
        if isinstance(op, affine.ApplyOp | affine.MinOp | affine.MaxOp):
            map = partly_constant(op.affine_map, op.operands)
            if map is not op.affine_map:
                op.properties["map"] = AffineMapAttr(map)
        elif isinstance(op, affine.ForOp):
            low = _composed(op, op.lowerBoundMap.map, op.lowerBoundOperands)
            high = _composed(op, op.upperBoundMap.map, op.upperBoundOperands)
            op.properties["lowerBoundMap"] = AffineMapAttr(without_weaker(low[0], max))
            op.properties["upperBoundMap"] = AffineMapAttr(without_weaker(high[0], min))
            inits = op.inits
            op.set_operands((*low[1], *high[1], *inits))
            sizes = i32_array((len(low[1]), len(high[1]), len(inits)))
            op.properties["operandSegmentSizes"] = sizes
        elif isinstance(op, affine.ParallelOp):
            low = _composed(op, op.lowerBoundsMap.map, op.lower_operands)
            high = _composed(op, op.upperBoundsMap.map, op.upper_operands)
            op.properties["lowerBoundsMap"] = AffineMapAttr(low[0])
            op.properties["upperBoundsMap"] = AffineMapAttr(high[0])
            op.set_operands((*low[1], *high[1]))
        elif isinstance(op, affine.IfOp):
            _fold_condition(op)


def _composed(op: Operation, map: AffineMap, operands: Operands) -> tuple[AffineMap, Operands]:
    if not operands:
        return map, operands
    made = Composition(op, map.results, map.num_dims, operands)
    results = tuple([_sorted(e) for e in made.exprs])
    return AffineMap(len(made.dims), len(made.symbols), results), made.operands


def without_weaker(map: AffineMap, best: Callable[[Sequence[int]], int]) -> AffineMap:
    """A bound that keeps only the `best` of several constants: min for upper and max for lower
    bounds."""
    constants = [e.value for e in map.results if isinstance(e, AffineConst)]
    if len(constants) < 2:
        return map
    kept = map.results.index(AffineConst(best(constants)))
    results = tuple(
        e for i, e in enumerate(map.results) if i == kept or not isinstance(e, AffineConst)
    )
    return AffineMap(map.num_dims, map.num_symbols, results)


def _fold_condition(op: affine.IfOp) -> None:
    condition = op.integer_set
    if _is_plain(condition, op.operands):
        return
    old = condition.constraints
    made = Composition(op, [e for e, _ in old], condition.num_dims, op.operands)
    new = tuple((e, equality) for e, (_, equality) in zip(made.exprs, old, strict=True))
    folded = IntegerSet(len(made.dims), len(made.symbols), new)
    op.properties["condition"] = IntegerSetAttr(folded)
    op.set_operands(made.operands)


def partly_constant(map: AffineMap, operands: Sequence[Value]) -> AffineMap:
    """The map with those results that only depend on constants replaced by their numbers."""
    numbers = [constant_number(v) for v in operands]
    if all(n is None for n in numbers):
        return map
    values = [0 if n is None else n for n in numbers]
    dims, symbols = values[: map.num_dims], values[map.num_dims :]

    def is_known(e: AffineExpr) -> bool:
        if isinstance(e, AffineDim):
            return numbers[e.position] is not None
        if isinstance(e, AffineSymbol):
            return numbers[map.num_dims + e.position] is not None
        return True

    def fold(e: AffineExpr) -> AffineExpr:
        if not isinstance(e, (AffineBinary, AffineDim, AffineSymbol)):
            return e
        if not all(is_known(leaf) for leaf in e.leaves()):
            return e
        try:
            return AffineConst(e.evaluate(dims, symbols))
        except ZeroDivisionError:
            return e

    return AffineMap(map.num_dims, map.num_symbols, tuple(fold(e) for e in map.results))
