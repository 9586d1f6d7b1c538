"""Affine expressions in simple form: sums of dimensions, symbols, quotients and a constant; equal
terms cancel (upstream: simplifyAffineExpr).

d0 mod 4 - d0 + (d0 floordiv 4) * 4  -->  0
"""

from collections.abc import Sequence
from functools import lru_cache
from math import gcd

from mlirlite.ir.affine import (
    AffineBinary,
    AffineConst,
    AffineDim,
    AffineExpr,
    AffineSymbol,
    ceildiv,
)

DIVISIONS = ("mod", "floordiv", "ceildiv")
Terms = dict[AffineExpr, int]
"""A factor for each dimension, symbol and local expression; the constant's is at ONE."""
ONE = AffineConst(1)


def simplify_all(exprs: Sequence[AffineExpr]) -> list[AffineExpr]:
    """Each expression simplified."""
    return [simplify(e) for e in exprs]


@lru_cache(1 << 14)
def simplify(expr: AffineExpr) -> AffineExpr:
    """The expression as a sum. `a mod c` is `a - (a floordiv c) * c` there."""
    if not expr.is_pure_affine:
        expr = _divide_by_symbols(expr)
    sums = _Sums()
    terms = sums.of(expr)
    if terms is None:
        return expr
    plain = sums.total(terms)
    if expr.is_pure_affine or expr is plain:
        return plain
    return sums.sorted_total(terms)


class _Sums:
    """Sums over dimensions, symbols and locals: quotients, and what is not linear."""

    def __init__(self) -> None:
        self.locals: list[AffineExpr] = []

    def of(self, expr: AffineExpr) -> Terms | None:
        """The terms of an expression; None when it divides by a constant below 1."""
        done: dict[AffineExpr, Terms] = {}
        for e in expr.nodes():
            if isinstance(e, AffineConst):
                done[e] = {ONE: e.value} if e.value else {}
            elif isinstance(e, AffineBinary):
                lhs, rhs = done[e.lhs], done[e.rhs]
                if e.kind == "+":
                    done[e] = _plus(lhs, rhs, 1)
                elif not isinstance(e.rhs, AffineConst):
                    done[e] = self._local(build(e.kind, self.total(lhs), self.total(rhs)))
                elif e.kind == "*":
                    done[e] = {a: f * e.rhs.value for a, f in lhs.items() if e.rhs.value}
                elif e.rhs.value <= 0:
                    return None
                else:
                    done[e] = self._quotient(e.kind, lhs, e.rhs.value)
            else:
                done[e] = {e: 1}
        return done[expr]

    def _local(self, expr: AffineExpr) -> Terms:
        if isinstance(expr, AffineConst):
            return {ONE: expr.value} if expr.value else {}
        if not isinstance(expr, AffineBinary):
            return {expr: 1}
        if expr not in self.locals:
            self.locals.append(expr)
        return {expr: 1}

    def _quotient(self, kind: str, lhs: Terms, divisor: int) -> Terms:
        if kind == "mod" and all(f % divisor == 0 for f in lhs.values()):
            return {}
        common = gcd(divisor, *lhs.values())
        small, by = {a: f // common for a, f in lhs.items()}, divisor // common
        if by == 1:
            return small
        dividend = self.total(small)
        found = self._local(
            build("ceildiv" if kind == "ceildiv" else "floordiv", dividend, AffineConst(by))
        )
        return _plus(lhs, found, -divisor) if kind == "mod" else found

    def total(self, terms: Terms) -> AffineExpr:
        """The sum: dimensions, symbols, locals in the order they came up, the constant."""

        def order(atom: AffineExpr) -> tuple[int, int]:
            if isinstance(atom, (AffineDim, AffineSymbol)):
                return isinstance(atom, AffineSymbol), atom.position
            return (3, 0) if atom is ONE else (2, self.locals.index(atom))

        return _summed(sorted(terms, key=order), terms)

    def sorted_total(self, terms: Terms) -> AffineExpr:
        """The sum as upstream writes one that is not linear: by dimension or symbol, each with its
        products and quotients."""
        symbols = [a for a in terms if isinstance(a, AffineSymbol)]
        dims = [a for a in terms if isinstance(a, AffineDim)]
        symbols.sort(key=lambda a: a.position)
        dims.sort(key=lambda a: a.position)
        small = [a for a in self.locals if a in terms and _is_small(a)]
        after = 1 << 32  # behind any position
        before = -1
        places: dict[AffineExpr, tuple[int, int]] = {}
        for symbol in symbols:
            places[symbol] = symbol.position, after
            after += 1
        for atom in small:
            if not isinstance(atom, AffineBinary):
                continue
            lhs, rhs = atom.lhs, atom.rhs
            if isinstance(lhs, AffineSymbol):
                places[atom] = lhs.position, after
                after += 1
            elif isinstance(lhs, AffineDim) and isinstance(rhs, AffineConst):
                places[atom] = lhs.position, before
                before -= 1
            elif isinstance(lhs, AffineDim) and isinstance(rhs, (AffineDim, AffineSymbol)):
                places[atom] = lhs.position, rhs.position
        for dim in dims:
            places[dim] = dim.position, before
            before -= 1
        ordered = sorted(places, key=places.__getitem__)
        ordered += [a for a in self.locals if a in terms and a not in places]
        ordered += [a for a in terms if a is ONE]
        return _summed(ordered, terms)


def _is_small(atom: AffineExpr) -> bool:
    """True for a dimension or symbol combined with another one or a number."""
    leaf = (AffineDim, AffineSymbol)
    return (
        isinstance(atom, AffineBinary)
        and isinstance(atom.lhs, leaf)
        and isinstance(atom.rhs, (*leaf, AffineConst))
    )


def _summed(atoms: Sequence[AffineExpr], terms: Terms) -> AffineExpr:
    total: AffineExpr = AffineConst(0)
    for atom in atoms:
        total = total + atom * terms[atom]
    return total


def _plus(a: Terms, b: Terms, factor: int) -> Terms:
    total = dict(a)
    for atom, number in b.items():
        total[atom] = total.get(atom, 0) + number * factor
    return {atom: number for atom, number in total.items() if number}


def build(kind: str, lhs: AffineExpr, rhs: AffineExpr) -> AffineExpr:
    """An expression of this kind."""
    if kind == "+":
        return lhs + rhs
    if kind == "*":
        return lhs * rhs
    if kind == "mod":
        return lhs % rhs
    return lhs // rhs if kind == "floordiv" else ceildiv(lhs, rhs)


# Divisions by symbols


def _divide_by_symbols(expr: AffineExpr) -> AffineExpr:
    """Divisions by a symbol that is a factor of the dividend are simplified."""
    done: dict[AffineExpr, AffineExpr] = {}
    for e in expr.nodes():
        if not isinstance(e, AffineBinary):
            done[e] = e
            continue
        lhs, rhs = done[e.lhs], done[e.rhs]
        done[e] = build(e.kind, lhs, rhs)
        if e.kind not in DIVISIONS:
            continue
        if _is_less_remainder(lhs, rhs):
            done[e] = AffineConst(0)
        elif isinstance(rhs, AffineSymbol) and _has_factor(e.lhs, rhs, e.kind):
            quotient = AffineConst(0) if e.kind == "mod" else _divided(lhs, rhs, e.kind)
            done[e] = done[e] if quotient is None else quotient
    return done[expr]


def _is_less_remainder(lhs: AffineExpr, rhs: AffineExpr) -> bool:
    """True for `x - x mod rhs`."""
    summands: list[AffineExpr] = []
    todo = [lhs]
    while todo:
        e = todo.pop()
        if isinstance(e, AffineBinary) and e.kind == "+":
            todo += (e.rhs, e.lhs)
        else:
            summands.append(e)
    minus = AffineConst(-1)
    for i, e in enumerate(summands):
        if not (isinstance(e, AffineBinary) and e.kind == "*" and e.rhs is minus):
            continue
        taken = e.lhs
        if not (isinstance(taken, AffineBinary) and taken.kind == "mod" and taken.rhs is rhs):
            continue
        rest: AffineExpr = AffineConst(0)
        for other in (*summands[:i], *summands[i + 1 :]):
            rest = rest + other
        if simplify(rest - taken.lhs) is AffineConst(0):
            return True
    return False


def _has_factor(
    expr: AffineExpr, symbol: AffineSymbol, kind: str, *, in_product: bool = False
) -> bool:
    """True when a division of this kind by the symbol leaves an expression. A quotient has the
    factor when it is of the same kind and no factor itself."""
    if not isinstance(expr, AffineBinary):
        return expr is symbol or expr is AffineConst(0)
    if expr.kind == "+":
        return _has_factor(expr.lhs, symbol, kind) and _has_factor(expr.rhs, symbol, kind)
    if expr.kind == "*":
        return any(_has_factor(e, symbol, kind, in_product=True) for e in (expr.lhs, expr.rhs))
    if expr.kind == "mod":
        return all(_has_factor(e, symbol, "mod") for e in (expr.lhs, expr.rhs))
    return kind == expr.kind and not in_product and _has_factor(expr.lhs, symbol, kind)


def _divided(expr: AffineExpr, symbol: AffineSymbol, kind: str) -> AffineExpr | None:
    if not isinstance(expr, AffineBinary):
        if expr is AffineConst(0):
            return expr
        return AffineConst(1) if expr is symbol else None
    if expr.kind == "*":
        first = _has_factor(expr.lhs, symbol, kind)
        inner = _divided(expr.lhs if first else expr.rhs, symbol, kind)
        return inner and (inner * expr.rhs if first else expr.lhs * inner)
    within = kind if expr.kind == "+" else expr.kind
    lhs = _divided(expr.lhs, symbol, within)
    rhs = expr.rhs if expr.kind in DIVISIONS[1:] else _divided(expr.rhs, symbol, within)
    return None if lhs is None or rhs is None else build(expr.kind, lhs, rhs)
