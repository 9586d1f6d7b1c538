"""Systems of linear constraints over integers (upstream: FlatAffineValueConstraints): emptiness,
elimination of variables, bounds of one variable in terms of the others.

{ i >= 0, 9 - i >= 0, i - j == 0, j - 10 >= 0 } is empty.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import gcd

from mlirlite.dialects._mixed import constant_number
from mlirlite.dialects.affine._simplify import simplify
from mlirlite.ir.affine import (
    AffineBinary,
    AffineConst,
    AffineDim,
    AffineExpr,
    AffineMap,
    AffineSymbol,
)
from mlirlite.ir.values import Value

MOST_ROWS = 600
"""If a system would grow by more, elimination drops constraints, which is conservative."""


class NotLinear(ValueError):
    """An expression that is not a linear one with divisions by constants."""


class Var:
    """A variable of a system; `value` is the SSA value that it stands for, if any."""

    __slots__ = ("kind", "value")

    def __init__(self, kind: str, value: Value | None = None) -> None:
        self.kind = kind
        self.value = value

    def __repr__(self) -> str:
        return f"<{self.kind} {id(self) & 0xFFFF:x}>"


Row = dict[Var | None, int]
"""A linear expression: a factor for each variable, and at None the constant."""


def plus(a: Row, b: Row, factor: int = 1) -> Row:
    """`a + factor * b`, without zero entries."""
    total = dict(a)
    for var, number in b.items():
        new = total.get(var, 0) + factor * number
        if new:
            total[var] = new
        else:
            total.pop(var, None)
    return total


def scaled(row: Row, factor: int) -> Row:
    """`factor * row`."""
    return {v: n * factor for v, n in row.items()} if factor else {}


def constant(number: int) -> Row:
    """The row of a number."""
    return {None: number} if number else {}


class Constraints:
    """Equalities (`row == 0`) and inequalities (`row >= 0`) over dimensions, symbols and local
    variables, which stand for divisions."""

    def __init__(self) -> None:
        self.dims: list[Var] = []
        self.symbols: list[Var] = []
        self.locals: list[Var] = []
        self.equalities: list[Row] = []
        self.inequalities: list[Row] = []
        self._divisions: dict[object, Var] = {}

    def copy(self) -> Constraints:
        """A copy of the system over the same variables."""
        new = Constraints()
        new.dims, new.symbols, new.locals = [*self.dims], [*self.symbols], [*self.locals]
        new.equalities, new.inequalities = [*self.equalities], [*self.inequalities]
        new._divisions = dict(self._divisions)
        return new

    @property
    def rows(self) -> list[Row]:
        """All constraints."""
        return [*self.equalities, *self.inequalities]

    # Variables

    def add_dim(self, value: Value | None = None) -> Var:
        """A new dimension, the last one."""
        self.dims.append(Var("dim", value))
        return self.dims[-1]

    def add_symbol(self, value: Value | None = None) -> Var:
        """A new symbol, the last one."""
        self.symbols.append(Var("symbol", value))
        return self.symbols[-1]

    def find(self, value: Value) -> Var | None:
        """The variable of a value."""
        return next((v for v in (*self.dims, *self.symbols) if v.value is value), None)

    def variable(self, value: Value) -> Var:
        """The variable of a value; a new symbol where there is none, fixed when it is a
        constant."""
        found = self.find(value)
        if found is None:
            found = self.add_symbol(value)
            number = constant_number(value)
            if number is not None:
                self.fix(found, number)
        return found

    # Constraints

    def add_equality(self, row: Row) -> None:
        """`row == 0`."""
        self.equalities.append(row)

    def add_inequality(self, row: Row) -> None:
        """`row >= 0`."""
        self.inequalities.append(row)

    def fix(self, var: Var, number: int) -> None:
        """`var == number`."""
        self.add_equality(plus({var: 1}, constant(number), -1))

    def flatten(self, expr: AffineExpr, dims: Sequence[Row], symbols: Sequence[Row] = ()) -> Row:
        """A row for an expression; divisions become local variables. NotLinear for products and
        divisions by variables."""
        done: dict[AffineExpr, Row] = {}
        for e in expr.nodes():
            if isinstance(e, AffineConst):
                done[e] = constant(e.value)
            elif isinstance(e, AffineDim):
                done[e] = dims[e.position]
            elif isinstance(e, AffineSymbol):
                done[e] = symbols[e.position]
            elif isinstance(e, AffineBinary):
                done[e] = self._combine(e.kind, done[e.lhs], done[e.rhs])
        return done[expr]

    def _combine(self, kind: str, lhs: Row, rhs: Row) -> Row:
        if kind == "+":
            return plus(lhs, rhs)
        if kind == "*" and not any(v is not None for v in lhs):
            lhs, rhs = rhs, lhs
        if any(v is not None for v in rhs):
            raise NotLinear("a product or division by a variable")
        number = rhs.get(None, 0)
        if kind == "*":
            return scaled(lhs, number)
        if number <= 0:
            raise NotLinear("a division by a number below 1")
        if kind == "ceildiv":
            return self.divide(plus(lhs, constant(number - 1)), number)
        quotient = self.divide(lhs, number)
        return quotient if kind == "floordiv" else plus(lhs, quotient, -number)

    def divide(self, row: Row, divisor: int) -> Row:
        """`row floordiv divisor`."""
        if all(n % divisor == 0 for n in row.values()):
            return {v: n // divisor for v, n in row.items()}
        if set(row) == {None}:
            return constant(row[None] // divisor)
        key = (frozenset(row.items()), divisor)
        quotient = self._divisions.get(key)
        if quotient is None:
            quotient = self._divisions[key] = Var("local")
            self.locals.append(quotient)
            rest = plus(row, {quotient: divisor}, -1)
            self.add_inequality(rest)
            self.add_inequality(plus(constant(divisor - 1), rest, -1))
        return {quotient: 1}

    def rows_of(self, map: AffineMap, operands: Sequence[Value]) -> list[Row]:
        """A row for each result of a map; operands without a variable become symbols."""
        values: list[Row] = [{self.variable(v): 1} for v in operands]
        dims, symbols = values[: map.num_dims], values[map.num_dims :]
        return [self.flatten(r, dims, symbols) for r in map.results]

    # Questions

    def is_empty(self) -> bool:
        """True when no integers satisfy all constraints; False when they do or when it is not
        known."""
        system = _eliminate_equalities(self.equalities, self.inequalities)
        if system is None:
            return True
        equalities, rows = system
        # The remaining equalities have no factor of 1: each becomes two inequalities.
        for row in equalities:
            rows += [row, scaled(row, -1)]
        return _projected(rows, None) is None

    def implies(self, row: Row) -> bool:
        """True when `row >= 0` certainly holds."""
        negated = self.copy()
        negated.add_inequality(plus(constant(-1), row, -1))
        return negated.is_empty()

    def constant_bound(self, var: Var, *, lower: bool) -> int | None:
        """The largest known number below, or the smallest above, the variable (itself included)."""
        system = _eliminate_equalities(self.equalities, self.inequalities, keep=var)
        if system is None:
            return None
        equalities, rows = system
        for row in equalities:
            rows += [row, scaled(row, -1)]
        current = _projected(rows, var)
        if current is None:
            return None
        found = []
        for row in current:
            factor, rest = row.get(var, 0), row.get(None, 0)
            if lower and factor > 0:
                found.append(-(rest // factor))
            elif not lower and factor < 0:
                found.append(rest // -factor)
        if not found:
            return None
        return max(found) if lower else min(found)

    def constant_value(self, var: Var) -> int | None:
        """The only number that the variable can be, by its bounds."""
        low = self.constant_bound(var, lower=True)
        return low if low is not None and low == self.constant_bound(var, lower=False) else None

    def without(self, removed: Iterable[Var]) -> Constraints:
        """The projection: these variables eliminated (over rationals, tightened; it may contain
        slightly more than the exact one)."""
        new = self.copy()
        dropped = set(removed)
        waiting = list(dict.fromkeys(removed))
        while waiting:
            solved = next((v for v in waiting if any(v in row for row in new.equalities)), None)
            chosen = solved or min(waiting, key=lambda v: _cost(new.inequalities, v))
            waiting.remove(chosen)
            new._project(chosen)
        new.dims = [v for v in new.dims if v not in dropped]
        new.symbols = [v for v in new.symbols if v not in dropped]
        new.locals = [v for v in new.locals if v not in dropped]
        return new

    def _project(self, var: Var) -> None:
        pivot = min(
            (row for row in self.equalities if var in row), key=lambda r: abs(r[var]), default=None
        )
        if pivot is not None:
            self.equalities = [
                _substituted(r, var, pivot, True) for r in self.equalities if r is not pivot
            ]
            self.inequalities = [_substituted(r, var, pivot, False) for r in self.inequalities]
            return
        if _cost(self.inequalities, var) > MOST_ROWS:
            self.inequalities = [row for row in self.inequalities if var not in row]
            return
        rows = _tightened(_without(self.inequalities, var))
        self.inequalities = [constant(-1)] if rows is None else [row for row in rows if row]

    def remove_redundant(self) -> None:
        """Drop inequalities that the others imply, the first ones first."""
        kept = list(self.inequalities)
        for row in list(kept):
            others = self.copy()
            others.inequalities = [r for r in kept if r is not row]
            if others.implies(row):
                kept = others.inequalities
        self.inequalities = kept

    def normalize(self) -> None:
        """Divide constraints by their common factors."""
        self.equalities = [_normalized(row, True) or row for row in self.equalities]
        self.inequalities = [_normalized(row, False) or row for row in self.inequalities]

    # Expressions

    @staticmethod
    def expression(row: Row, dims: Sequence[Var], symbols: Sequence[Var]) -> AffineExpr:
        """The expression of a row over these dimensions and symbols. KeyError when it has
        others."""
        places: dict[Var | None, AffineExpr] = {v: AffineDim(i) for i, v in enumerate(dims)}
        places |= {v: AffineSymbol(i) for i, v in enumerate(symbols)}
        total: AffineExpr = AffineConst(0)
        for var in places:
            if var in row:
                total = total + places[var] * row[var]
        for var in row:
            if var is not None and var not in places:
                raise KeyError(var)
        return total + row.get(None, 0)

    def slice_bounds(self, var: Var) -> tuple[AffineMap | None, AffineMap | None]:
        """Lower and (exclusive) upper bounds of a dimension over the other dimensions and the
        symbols (upstream: getSliceBounds of one dimension)."""
        dims = [v for v in self.dims if v is not var]
        symbols = self.symbols
        shape = len(dims), len(symbols)

        def as_map(exprs: Sequence[AffineExpr]) -> AffineMap:
            return AffineMap(*shape, tuple(simplify(e) for e in exprs))

        number = self.constant_value(var)
        if number is not None:
            return as_map([AffineConst(number)]), as_map([AffineConst(number + 1)])
        for row in self.equalities:
            if var in row:
                solved = self._solve(row, var, dims)
                if solved is not None:
                    return as_map([solved]), as_map([solved + 1])
        lower: list[AffineExpr] = []
        upper: list[AffineExpr] = []
        if not self.locals:
            small = self.copy()
            small.remove_redundant()
            for row in small.inequalities:
                factor = row.get(var, 0)
                if not factor:
                    continue
                rest = {v: n for v, n in row.items() if v is not var}
                expr = self.expression(rest, dims, symbols)
                if factor > 0:
                    lower.append((-expr).ceildiv(factor))
                else:
                    upper.append(expr // -factor + 1)
        low = self.constant_bound(var, lower=True)
        high = self.constant_bound(var, lower=False)
        if not lower and low is not None:
            lower.append(AffineConst(low))
        if not upper and high is not None:
            upper.append(AffineConst(high + 1))
        return as_map(lower) if lower else None, as_map(upper) if upper else None

    def _solve(self, row: Row, var: Var, dims: Sequence[Var]) -> AffineExpr | None:
        factor = row[var]
        rest = {v: n * (-1 if factor > 0 else 1) for v, n in row.items() if v is not var}
        try:
            expr = self.expression(rest, dims, self.symbols)
        except KeyError:
            return None
        return expr // abs(factor)


def _normalized(row: Row, is_equality: bool) -> Row | None:
    """Divided by the common factor, the constant of an inequality rounded down; None when an
    equality has no integer solution."""
    common = gcd(*(n for v, n in row.items() if v is not None))
    if common == 0:
        return row if not is_equality or not row.get(None, 0) else None
    if common == 1:
        return row
    if is_equality and row.get(None, 0) % common:
        return None
    return {v: q for v, n in row.items() if (q := n // common)}


def _substituted(row: Row, var: Var, pivot: Row, is_equality: bool) -> Row:
    """The row with `var` eliminated by the equality `pivot`."""
    factor = row.get(var, 0)
    if not factor:
        return row
    lead = pivot[var]
    common = gcd(factor, lead)
    total = plus(
        scaled(row, abs(lead) // common),
        pivot,
        -(factor // common) * (1 if lead > 0 else -1),
    )
    return _normalized(total, is_equality) or ({None: -1} if is_equality and total else total)


def _eliminate_equalities(
    equalities: Sequence[Row], inequalities: Sequence[Row], keep: Var | None = None
) -> tuple[list[Row], list[Row]] | None:
    """Equalities solved for variables with a factor of 1 or -1 and substituted, which is exact; the
    equalities that are left, and the inequalities. None when there is a contradiction."""
    todo = list(equalities)
    rows = list(inequalities)
    left: list[Row] = []
    while todo:
        row = _normalized(todo.pop(), True)
        if row is None or set(row) == {None}:
            return None
        if not row:
            continue
        var = next(
            (v for v, n in row.items() if v is not None and v is not keep and n in (1, -1)), None
        )
        if var is None:
            left.append(row)
            continue
        # The remaining ones are visited again: they may have a factor of 1 now.
        todo = [_substituted(r, var, row, True) for r in (*todo, *left)]
        left = []
        rows = [_substituted(r, var, row, False) for r in rows]
    return left, rows


def _tightened(rows: Iterable[Row]) -> list[Row] | None:
    """Normalized inequalities, with only the tightest of parallel ones; None when there is a
    contradiction."""
    best: dict[frozenset[tuple[Var | None, int]], int] = {}
    for given in rows:
        row = _normalized(given, False) or {}
        rest = row.get(None, 0)
        key = frozenset((v, n) for v, n in row.items() if v is not None)
        if not key:
            if rest < 0:
                return None
            continue
        best[key] = min(best.get(key, rest), rest)
    for terms, rest in best.items():
        opposite = best.get(frozenset((v, -n) for v, n in terms))
        if opposite is not None and rest + opposite < 0:
            return None
    return [plus(dict(terms), constant(rest)) for terms, rest in best.items()]


def _projected(rows: Iterable[Row], keep: Var | None) -> list[Row] | None:
    """The inequalities that follow for one variable (or for none); None when there is a
    contradiction. Empty if they are too expensive to find."""
    current = _tightened(rows)
    while current is not None:
        costs = {v: _cost(current, v) for row in current for v in row if v not in (None, keep)}
        if not costs:
            return current
        chosen, cost = min(costs.items(), key=lambda item: item[1])
        if cost > MOST_ROWS:
            return []
        current = _tightened(_without(current, chosen))
    return None


def _cost(rows: Sequence[Row], var: Var | None) -> int:
    lower = sum(r.get(var, 0) > 0 for r in rows)
    upper = sum(r.get(var, 0) < 0 for r in rows)
    return lower * upper


def _without(rows: Sequence[Row], var: Var | None) -> list[Row]:
    """Fourier-Motzkin: the inequalities that follow for the other variables."""
    kept = [r for r in rows if var not in r]
    lower = [r for r in rows if r.get(var, 0) > 0]
    upper = [r for r in rows if r.get(var, 0) < 0]
    for low in lower:
        for high in upper:
            common = gcd(low[var], high[var])
            kept.append(plus(scaled(low, -high[var] // common), high, low[var] // common))
    return kept
