"""Maps and their operands in canonical form: affine.apply producers composed in, constants folded,
operands unique.

`affine.load %m[%y]` where `%y = affine.apply (d0) -> (d0 + 1)(%x)` is `affine.load %m[%x + 1]`.
"""

from collections.abc import Sequence
from math import gcd

from mlirlite.dialects._mixed import constant_number
from mlirlite.dialects.affine._scope import (
    affine_scope,
    is_top_level,
    is_valid_symbol,
)
from mlirlite.dialects.affine.maps import ApplyOp
from mlirlite.ir.affine import (
    AffineBinary,
    AffineConst,
    AffineDim,
    AffineExpr,
    AffineMap,
    AffineSymbol,
    IntegerSet,
    ceildiv,
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
    pruned_dims, kept_dims = _prune(dims, AffineDim)
    pruned_symbols, kept_symbols = _prune(symbols, AffineSymbol)
    composed: AffineMap = AffineMap(
        len(kept_dims),
        len(kept_symbols),
        tuple(r.replace(pruned_dims, pruned_symbols) for r in results),
    )
    canonical, values_left = canonicalize_map(composed, [*kept_dims, *kept_symbols])
    simple: AffineMap = canonical._replace(results=tuple(simplify_all(canonical.results)))
    return simple, values_left


def simplify_all(exprs: Sequence[AffineExpr]) -> list[AffineExpr]:
    """Each expression simplified."""
    return [simplify(e) for e in exprs]


def simplify(expr: AffineExpr) -> AffineExpr:
    """The expression as a sum: dimensions, symbols, quotients, the constant. `a mod c` is
    `a - (a floordiv c) * c` there, so that it cancels (upstream: simplifyAffineExpr)."""
    divisors = [e.rhs for e in expr.nodes() if isinstance(e, AffineBinary) and e.kind in _DIVIDES]
    positive = all(isinstance(d, AffineConst) and d.value > 0 for d in divisors)
    if positive and expr.is_pure_affine:
        return _flattened(expr)
    sums: dict[AffineExpr, tuple[dict[AffineExpr, int], int]] = {}
    for e in expr.nodes():
        if isinstance(e, AffineConst):
            sums[e] = {}, e.value
        elif isinstance(e, AffineBinary):
            sums[e] = _combine(e, sums)
        else:
            sums[e] = {e: 1}, 0
    return _rebuild(*sums[expr])


_DIVIDES = ("mod", "floordiv", "ceildiv")
Terms = dict[AffineExpr, int]


def _flattened(expr: AffineExpr) -> AffineExpr:
    one = AffineConst(1)
    quotients: list[AffineExpr] = []
    done: dict[AffineExpr, Terms] = {}
    for e in expr.nodes():
        if isinstance(e, AffineConst):
            done[e] = {one: e.value} if e.value else {}
        elif isinstance(e, AffineBinary):
            lhs, rhs = done[e.lhs], done[e.rhs]
            if e.kind == "+":
                done[e] = _plus(lhs, rhs, 1)
            elif e.kind == "*":
                if not isinstance(e.rhs, AffineConst):
                    lhs, rhs = rhs, lhs
                factor = rhs.get(one, 0)
                done[e] = {a: f * factor for a, f in lhs.items()} if factor else {}
            else:
                done[e] = _quotient(e.kind, lhs, rhs.get(one, 0), quotients)
        else:
            done[e] = {e: 1}
    return _as_sum(done[expr], quotients)


def _plus(a: Terms, b: Terms, factor: int) -> Terms:
    total = dict(a)
    for atom, number in b.items():
        total[atom] = total.get(atom, 0) + number * factor
    return {atom: number for atom, number in total.items() if number}


def _quotient(kind: str, lhs: Terms, divisor: int, quotients: list[AffineExpr]) -> Terms:
    if kind == "mod" and all(f % divisor == 0 for f in lhs.values()):
        return {}
    common = gcd(divisor, *lhs.values())
    small, by = {a: f // common for a, f in lhs.items()}, divisor // common
    if by == 1:
        return small
    dividend = _as_sum(small, quotients)
    found = dividend.ceildiv(by) if kind == "ceildiv" else dividend // by
    if isinstance(found, AffineConst):
        terms: Terms = {AffineConst(1): found.value} if found.value else {}
    else:
        terms = {found: 1}
        if found not in quotients:
            quotients.append(found)
    return _plus(lhs, terms, -divisor) if kind == "mod" else terms


def _as_sum(terms: Terms, quotients: Sequence[AffineExpr]) -> AffineExpr:
    def order(atom: AffineExpr) -> tuple[int, int]:
        if isinstance(atom, (AffineDim, AffineSymbol)):
            return isinstance(atom, AffineSymbol), atom.position
        return (3, 0) if isinstance(atom, AffineConst) else (2, quotients.index(atom))

    total: AffineExpr = AffineConst(0)
    for atom in sorted(terms, key=order):
        total = total + atom * terms[atom]
    return total


def _combine(
    e: AffineBinary, sums: dict[AffineExpr, tuple[dict[AffineExpr, int], int]]
) -> tuple[dict[AffineExpr, int], int]:
    terms, constant = sums[e.lhs]
    other_terms, other = sums[e.rhs]
    if e.kind == "+":
        total = dict(terms)
        for atom, factor in other_terms.items():
            total[atom] = total.get(atom, 0) + factor
        return {a: f for a, f in total.items() if f}, constant + other
    if e.kind == "*" and not other_terms:
        return {a: f * other for a, f in terms.items() if other}, constant * other
    atom = build(e.kind, _rebuild(terms, constant), _rebuild(other_terms, other))
    if isinstance(atom, AffineConst):
        return {}, atom.value
    return {atom: 1}, 0


def _rebuild(terms: dict[AffineExpr, int], constant: int) -> AffineExpr:
    def order(atom: AffineExpr) -> tuple[int, ...]:
        if isinstance(atom, (AffineDim, AffineSymbol)):
            return isinstance(atom, AffineSymbol), atom.position
        if (
            isinstance(atom, AffineBinary)
            and atom.kind == "*"
            and isinstance(atom.lhs, (AffineDim, AffineSymbol))
            and isinstance(atom.rhs, AffineSymbol)
        ):  # a product stands behind its first factor
            return (*order(atom.lhs), *order(atom.rhs))
        return (2,)

    total: AffineExpr = AffineConst(0)
    for atom in sorted(terms, key=order):
        total = total + atom * terms[atom]
    return total + constant


def build(kind: str, lhs: AffineExpr, rhs: AffineExpr) -> AffineExpr:
    """An expression of this kind."""
    if kind == "*":
        return lhs * rhs
    if isinstance(rhs, AffineSymbol) and _has_factor(lhs, rhs):
        return AffineConst(0) if kind == "mod" else _symbolic_quotient(lhs, rhs)
    if kind == "mod":
        return lhs % rhs
    return lhs // rhs if kind == "floordiv" else ceildiv(lhs, rhs)


def _has_factor(expr: AffineExpr, symbol: AffineSymbol) -> bool:
    """True when the symbol certainly divides the expression."""
    if isinstance(expr, AffineBinary) and expr.kind in ("*", "+"):
        found = [_has_factor(e, symbol) for e in (expr.lhs, expr.rhs)]
        return any(found) if expr.kind == "*" else all(found)
    return expr is symbol or expr is AffineConst(0)


def _symbolic_quotient(expr: AffineExpr, symbol: AffineSymbol) -> AffineExpr:
    if isinstance(expr, AffineBinary) and expr.kind == "+":
        return _symbolic_quotient(expr.lhs, symbol) + _symbolic_quotient(expr.rhs, symbol)
    if isinstance(expr, AffineBinary) and _has_factor(expr.lhs, symbol):
        return _symbolic_quotient(expr.lhs, symbol) * expr.rhs
    if isinstance(expr, AffineBinary):
        return expr.lhs * _symbolic_quotient(expr.rhs, symbol)
    return AffineConst(1 if expr is symbol else 0)


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
    """Dimensions that are symbols become symbols; constants, unused and repeated operands go."""
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
    used_dims = {e.position for x in exprs for e in x.leaves() if isinstance(e, AffineDim)}
    used_symbols = {e.position for x in exprs for e in x.leaves() if isinstance(e, AffineSymbol)}
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
    found = [x.replace(dim_exprs, symbol_exprs) for x in exprs]
    return found, len(kept_dims), [*kept_dims, *kept_symbols]


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
