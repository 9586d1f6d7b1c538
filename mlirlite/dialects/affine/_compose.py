"""Maps and their operands in canonical form: affine.apply producers composed in, constants folded,
operands unique.

`affine.load %m[%y]` where `%y = affine.apply (d0) -> (d0 + 1)(%x)` is `affine.load %m[%x + 1]`.
"""

from collections.abc import Sequence
from functools import lru_cache

from mlirlite.dialects._mixed import constant_number
from mlirlite.dialects.affine._scope import (
    affine_scope,
    is_top_level,
    is_valid_symbol,
)
from mlirlite.dialects.affine._simplify import simplify_all
from mlirlite.dialects.affine.maps import ApplyOp
from mlirlite.ir.affine import (
    AffineConst,
    AffineDim,
    AffineExpr,
    AffineMap,
    AffineSymbol,
    IntegerSet,
)
from mlirlite.ir.types import INDEX
from mlirlite.ir.values import Value


def is_symbol(value: Value) -> bool:
    """True when the value may be a symbol wherever it is visible."""
    if value.type is not INDEX:
        return False
    if is_top_level(value, None):
        return True
    op = value.defining_op
    return op is not None and is_valid_symbol(value, affine_scope(op))


def compose(map: AffineMap, operands: Sequence[Value]) -> tuple[AffineMap, list[Value]]:
    """The map over the operands of the affine.apply ops that make its operands, in canonical
    form."""
    dims: list[Value | None] = list(operands[: map.num_dims])
    symbols: list[Value | None] = list(operands[map.num_dims :])
    results = map.results
    while True:
        found = next(
            (
                (values, position, value)
                for values in (dims, symbols)
                for position, value in enumerate(values)
                if value is not None and isinstance(value.defining_op, ApplyOp)
            ),
            None,
        )
        if found is None:
            break
        values, position, value = found
        apply = value.defining_op
        if not isinstance(apply, ApplyOp):
            break
        inner, inner_operands = canonicalize_map(apply.affine_map, apply.operands)
        expr = inner.results[0].replace(
            [AffineDim(len(dims) + i) for i in range(inner.num_dims)],
            [AffineSymbol(len(symbols) + i) for i in range(inner.num_symbols)],
        )
        at_dim = values is dims
        dim_exprs: list[AffineExpr] = [AffineDim(i) for i in range(len(dims))]
        symbol_exprs: list[AffineExpr] = [AffineSymbol(i) for i in range(len(symbols))]
        (dim_exprs if at_dim else symbol_exprs)[position] = expr
        values[position] = None
        dims += inner_operands[: inner.num_dims]
        symbols += inner_operands[inner.num_dims :]
        results = tuple(r.replace(dim_exprs, symbol_exprs) for r in results)
    if results is map.results:  # there was nothing to compose
        canonical, values_left = canonicalize_map(map, operands)
        return _simple(canonical), values_left
    pruned_dims, kept_dims = _prune(dims, AffineDim)
    pruned_symbols, kept_symbols = _prune(symbols, AffineSymbol)
    composed: AffineMap = AffineMap(
        len(kept_dims),
        len(kept_symbols),
        tuple(r.replace(pruned_dims, pruned_symbols) for r in results),
    )
    canonical, values_left = canonicalize_map(composed, [*kept_dims, *kept_symbols])
    return _simple(canonical), values_left


@lru_cache(1 << 14)
def _simple(map: AffineMap) -> AffineMap:
    return AffineMap(map.num_dims, map.num_symbols, tuple(simplify_all(map.results)))


def _prune(
    values: Sequence[Value | None], make: type[AffineDim] | type[AffineSymbol]
) -> tuple[list[AffineExpr], list[Value]]:
    """Positions without the values that were composed away."""
    exprs: list[AffineExpr] = []
    kept: list[Value] = []
    for value in values:
        if value is None:
            exprs.append(AffineConst(0))
        else:
            exprs.append(make(len(kept)))
            kept.append(value)
    return exprs, kept


def canonicalize_map(map: AffineMap, operands: Sequence[Value]) -> tuple[AffineMap, list[Value]]:
    """Dimensions that are symbols become symbols; constants, unused and repeated operands are
    removed."""
    exprs, count, values = _canonical(map.num_dims, map.num_symbols, map.results, operands)
    result: AffineMap = AffineMap(count, len(values) - count, tuple(exprs))
    return result, values


def canonicalize_set(
    condition: IntegerSet, operands: Sequence[Value]
) -> tuple[IntegerSet, list[Value]]:
    """As `canonicalize_map`."""
    given = [e for e, _ in condition.constraints]
    exprs, count, values = _canonical(condition.num_dims, condition.num_symbols, given, operands)
    flags = (equality for _, equality in condition.constraints)
    result: IntegerSet = IntegerSet(
        count, len(values) - count, tuple(zip(exprs, flags, strict=True))
    )
    return result, values


def _canonical(
    num_dims: int, num_symbols: int, exprs: Sequence[AffineExpr], operands: Sequence[Value]
) -> tuple[list[AffineExpr], int, list[Value]]:
    """The expressions over the remaining operands, how many of these are dimensions, and the
    operands."""
    used_dims, used_symbols = _used(tuple(exprs))
    dims: list[tuple[int, Value]] = []
    symbols = [(i, v) for i, v in enumerate(operands[num_dims:]) if i in used_symbols]
    promoted: list[tuple[int, Value]] = []
    for i, value in enumerate(operands[:num_dims]):
        if i in used_dims:
            (promoted if is_symbol(value) else dims).append((i, value))
    dim_exprs: list[AffineExpr] = [AffineDim(i) for i in range(num_dims)]
    symbol_exprs: list[AffineExpr] = [AffineSymbol(i) for i in range(num_symbols)]
    kept_dims: dict[Value, AffineExpr] = {}
    kept_symbols: dict[Value, AffineExpr] = {}
    for i, value in dims:
        dim_exprs[i] = _place(value, kept_dims, AffineDim)
    for target, pairs in ((symbol_exprs, symbols), (dim_exprs, promoted)):
        for i, value in pairs:
            target[i] = _place(value, kept_symbols, AffineSymbol)
    found = _replaced(tuple(exprs), tuple(dim_exprs), tuple(symbol_exprs))
    return list(found), len(kept_dims), [*kept_dims, *kept_symbols]


@lru_cache(1 << 14)
def _used(exprs: tuple[AffineExpr, ...]) -> tuple[frozenset[int], frozenset[int]]:
    """The positions of dimensions and of symbols in expressions."""
    leaves = [e for x in exprs for e in x.leaves()]
    dims = frozenset(e.position for e in leaves if isinstance(e, AffineDim))
    return dims, frozenset(e.position for e in leaves if isinstance(e, AffineSymbol))


@lru_cache(1 << 14)
def _replaced(
    exprs: tuple[AffineExpr, ...], dims: tuple[AffineExpr, ...], symbols: tuple[AffineExpr, ...]
) -> tuple[AffineExpr, ...]:
    return tuple([x.replace(dims, symbols) for x in exprs])


def _place(
    value: Value, kept: dict[Value, AffineExpr], make: type[AffineDim] | type[AffineSymbol]
) -> AffineExpr:
    number = constant_number(value)
    if number is not None:
        return AffineConst(number)
    expr = kept.get(value)
    if expr is None:
        expr = kept[value] = make(len(kept))
    return expr
