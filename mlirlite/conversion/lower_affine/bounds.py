"""What upstream's folding makes of bounds and conditions before they become arithmetic.

%a = affine.apply (d0) -> (d0 + 1)(%i); min (d0 * 2, 9, 7)(%a)  -->  min (d0 * 2 + 2, 7)(%i)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from mlirlite.dialects import affine
from mlirlite.ir.affine import (
    AffineBinary,
    AffineConst,
    AffineDim,
    AffineExpr,
    AffineMap,
    AffineSymbol,
    IntegerSet,
)
from mlirlite.ir.attributes import IntegerAttr
from mlirlite.ir.block import Region
from mlirlite.ir.operation import Operation
from mlirlite.ir.traits import AffineScope
from mlirlite.ir.values import Value
from mlirlite.rewriting.folding import constant_value

Operands = tuple[Value, ...]


def constant(value: Value) -> int | None:
    """The number of a constant index, or None."""
    found = constant_value(value)
    return found.value if isinstance(found, IntegerAttr) else None


class Composition:
    """Dimensions and symbols of an affine op with its affine.apply producers put into the
    expressions: constants become
    numbers, what may be a symbol becomes one, and each value stands once."""

    def __init__(self, op: Operation) -> None:
        self.scope = _scope(op)
        self._dims: dict[Value, AffineExpr] = {}
        self._symbols: dict[Value, AffineExpr] = {}

    def over(
        self, exprs: Sequence[AffineExpr], num_dims: int, operands: Sequence[Value]
    ) -> list[AffineExpr]:
        """Expressions over operands, dimensions first, as expressions over this composition's
        operands."""
        dims = [self._leaf(v, symbol=False) for v in operands[:num_dims]]
        symbols = [self._leaf(v, symbol=True) for v in operands[num_dims:]]
        return [e.replace(dims, symbols) for e in exprs]

    def _leaf(self, value: Value, symbol: bool) -> AffineExpr:
        number = constant(value)
        if number is not None:
            return AffineConst(number)
        maker = value.defining_op
        if isinstance(maker, affine.ApplyOp):
            map = maker.affine_map
            dims = [self._leaf(v, symbol) for v in maker.operands[: map.num_dims]]
            symbols = [self._leaf(v, True) for v in maker.operands[map.num_dims :]]
            return map.results[0].replace(dims, symbols)
        if symbol or affine.is_valid_symbol(value, self.scope):
            return self._symbols.setdefault(value, AffineSymbol(len(self._symbols)))
        return self._dims.setdefault(value, AffineDim(len(self._dims)))

    @property
    def operands(self) -> tuple[list[Value], list[Value]]:
        """The dimensions and the symbols."""
        return list(self._dims), list(self._symbols)


def _scope(op: Operation) -> Region | None:
    region = op.parent_region
    while region is not None and region.parent is not None:
        if AffineScope in region.parent.traits:
            return region
        region = region.parent.parent_region
    return None


def _is_plain(map: AffineMap | IntegerSet, operands: Sequence[Value]) -> bool:
    """True when composing cannot change anything: at most one operand, and nothing is known of
    it."""
    if not operands:
        return True
    if len(operands) > 1:
        return False
    maker = operands[0].defining_op
    return maker is None or (
        not isinstance(maker, affine.ApplyOp) and constant(operands[0]) is None
    )


def fold_bound(
    op: Operation, map: AffineMap, operands: Operands, best: Callable[[Sequence[int]], int]
) -> tuple[AffineMap, Operands]:
    """A bound of a loop as it is lowered. `best` is min for upper and max for lower bounds."""
    if not _is_plain(map, operands):
        composed = Composition(op)
        results = tuple(composed.over(map.results, map.num_dims, operands))
        dims, symbols = composed.operands
        map, operands = AffineMap(len(dims), len(symbols), results), (*dims, *symbols)
    if len(map.results) > 1:
        map = AffineMap(map.num_dims, map.num_symbols, _without_weaker(map.results, best))
    return map, operands


def _without_weaker(
    results: Sequence[AffineExpr], best: Callable[[Sequence[int]], int]
) -> tuple[AffineExpr, ...]:
    """Of several constants only the one that counts."""
    constants = [e.value for e in results if isinstance(e, AffineConst)]
    if len(constants) < 2:
        return tuple(results)
    kept = results.index(AffineConst(best(constants)))
    return tuple(e for i, e in enumerate(results) if i == kept or not isinstance(e, AffineConst))


def fold_condition(op: affine.IfOp) -> tuple[IntegerSet, Operands]:
    """The condition of an affine.if as it is lowered."""
    condition, operands = op.integer_set, op.operands
    if _is_plain(condition, operands):
        return condition, operands
    composed = Composition(op)
    exprs = composed.over([e for e, _ in condition.constraints], condition.num_dims, operands)
    dims, symbols = composed.operands
    constraints = tuple(
        (e, equality) for e, (_, equality) in zip(exprs, condition.constraints, strict=True)
    )
    return IntegerSet(len(dims), len(symbols), constraints), (*dims, *symbols)


def partly_constant(map: AffineMap, operands: Sequence[Value]) -> AffineMap:
    """The map with those results that only depend on constants replaced by their numbers."""
    numbers = [constant(v) for v in operands]
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
