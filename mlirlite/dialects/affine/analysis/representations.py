"""Variables of a system as expressions of others: constants, quotients and remainders are found
(upstream: computeUnknownVars).

{ 4q <= i, i <= 4q + 3 }: q is i floordiv 4.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import gcd

from mlirlite.dialects.affine._simplify import simplify
from mlirlite.dialects.affine.analysis.constraints import Constraints, Row, Var
from mlirlite.ir.affine import AffineConst, AffineDim, AffineExpr

Expressions = dict[Var, AffineExpr]


def represent(
    system: Constraints, known: Mapping[Var, AffineExpr], unknown: Iterable[Var]
) -> Expressions:
    """The known expressions, and those of the unknown variables that can be found from them."""
    found = dict(known)
    waiting = list(unknown)
    changed = True
    while changed:
        changed = False
        for var in waiting:
            if var not in found and _represent_one(system, var, found):
                changed = True
    return found


def _represent_one(system: Constraints, var: Var, found: Expressions) -> bool:
    low, high = (system.constant_bound(var, lower=lower) for lower in (True, False))
    if low is not None and low == high:
        found[var] = AffineConst(low)
        return True
    if low == 0 and high is not None and high >= 1 and _as_remainder(system, var, high + 1, found):
        return True
    expr = quotient_of(system, var, found)
    if expr is None:
        expr = next(
            (e for row in system.equalities if (e := solved_for(row, var, found)) is not None), None
        )
    if expr is None:
        return False
    found[var] = expr
    return True


def sum_of(row: Row, without: Var, found: Expressions) -> AffineExpr | None:
    """The expression of a row less one variable; None when others are not known."""
    total: AffineExpr = AffineConst(row.get(None, 0))
    for var, factor in row.items():
        if var is None or var is without:
            continue
        if var not in found:
            return None
        total = total + found[var] * factor
    return total


def solved_for(row: Row, var: Var, found: Expressions) -> AffineExpr | None:
    """What the variable is by an equality."""
    factor = row.get(var, 0)
    rest = sum_of(row, var, found) if factor else None
    if rest is None:
        return None
    return (-rest) // factor if factor > 0 else rest // -factor


def quotient_of(system: Constraints, var: Var, found: Expressions) -> AffineExpr | None:
    """The variable as a division by a constant, by a lower and an upper bound that leave it one
    value."""
    lows = [row for row in system.inequalities if row.get(var, 0) > 0]
    highs = [row for row in system.inequalities if row.get(var, 0) < 0]
    for high in highs:
        for low in lows:
            divisor = low[var]
            terms = {v: n for v, n in low.items() if v is not None}
            if terms != {v: -n for v, n in high.items() if v is not None}:
                continue
            slack = low.get(None, 0) + high.get(None, 0)
            if not 0 <= slack < divisor:
                continue
            dividend = {v: n for v, n in high.items() if v is not var}
            dividend[None] = dividend.get(None, 0) + divisor - 1 - slack
            common = gcd(divisor, *(n for v, n in dividend.items() if v is not None))
            dividend = {v: n // common for v, n in dividend.items()}
            expr = sum_of(dividend, var, found)
            if expr is not None:
                return expr // (divisor // common)
    return None


def _as_remainder(system: Constraints, var: Var, divisor: int, found: Expressions) -> bool:
    """Whether `n = divisor * q + var`, with 0 <= var < divisor: the remainder of a known dimension
    `n`; `q` is its quotient."""
    for row in system.equalities:
        factor = row.get(var, 0)
        if not factor or row.get(None, 0):
            continue
        quotients = {v: n for v, n in row.items() if v is not var and n % (divisor * factor) == 0}
        rest: Row = {v: n for v, n in row.items() if v not in quotients and v is not var}
        dividend = solved_for({**rest, var: factor}, var, found)
        if dividend is None or not quotients:
            continue
        dividend = simplify(dividend)
        if not isinstance(dividend, AffineDim):
            continue
        owner = next((v for v, e in found.items() if e is dividend), None)
        high = system.constant_bound(owner, lower=False) if owner is not None else None
        found[var] = dividend if high is not None and high < divisor else dividend % divisor
        if len(quotients) == 1:
            ((other, number),) = quotients.items()
            if other is not None and other not in found:
                found[other] = dividend // divisor * (1 if number * factor > 0 else -1)
        return True
    return False
