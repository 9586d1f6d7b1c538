"""Affine expressions, maps and integer sets. Building an expression simplifies it as upstream
does."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from math import gcd
from typing import ClassVar, TypeGuard

from mlirlite.ir.interning import InternedObject


class AffineExpr(InternedObject):
    """A linear expression over dimensions and symbols, with `floordiv`, `ceildiv` and `mod` by
    constants or symbols."""

    extra_slots = ("_divisor", "_symbolic")
    _divisor: ClassVar[int]  # slots in fact; a ClassVar is not a parameter to type checkers
    _symbolic: ClassVar[bool]

    def verify(self) -> None:
        """Store what every user asks for, so that it is computed only once."""
        symbolic = not isinstance(self, AffineDim)
        divisor = 1
        if isinstance(self, AffineConst):
            divisor = abs(self.value)
        elif isinstance(self, AffineBinary):
            lhs, rhs = self.lhs, self.rhs
            symbolic = lhs._symbolic and rhs._symbolic
            if self.kind == "*":
                divisor = lhs._divisor * rhs._divisor
            elif self.kind in ("+", "mod"):
                divisor = gcd(lhs._divisor, rhs._divisor)
        object.__setattr__(self, "_symbolic", symbolic)
        object.__setattr__(self, "_divisor", divisor)

    def __add__(self, other: AffineExpr | int) -> AffineExpr:
        return add(self, _expr(other))

    def __radd__(self, other: int) -> AffineExpr:
        return add(_expr(other), self)

    def __sub__(self, other: AffineExpr | int) -> AffineExpr:
        return add(self, mul(_expr(other), AffineConst(-1)))

    def __rsub__(self, other: int) -> AffineExpr:
        return add(_expr(other), mul(self, AffineConst(-1)))

    def __neg__(self) -> AffineExpr:
        return mul(self, AffineConst(-1))

    def __mul__(self, other: AffineExpr | int) -> AffineExpr:
        return mul(self, _expr(other))

    def __rmul__(self, other: int) -> AffineExpr:
        return mul(_expr(other), self)

    def __floordiv__(self, other: AffineExpr | int) -> AffineExpr:
        return floordiv(self, _expr(other))

    def __mod__(self, other: AffineExpr | int) -> AffineExpr:
        return mod(self, _expr(other))

    def ceildiv(self, other: AffineExpr | int) -> AffineExpr:
        """Division rounded toward positive infinity."""
        return ceildiv(self, _expr(other))

    @property
    def is_symbolic_or_constant(self) -> bool:
        """True when the expression has no dimension."""
        return self._symbolic

    @property
    def is_pure_affine(self) -> bool:
        """True when products and divisions are by constants only."""
        return _is_pure(self)

    def nodes(self) -> list[AffineExpr]:
        """All expressions in this one, operands before users."""
        out: list[AffineExpr] = []
        todo: list[AffineExpr] = [self]
        while todo:
            e = todo.pop()
            out.append(e)
            if isinstance(e, AffineBinary):
                todo += (e.lhs, e.rhs)
        return out[::-1]

    def leaves(self) -> list[AffineExpr]:
        """Dimensions, symbols and constants in this expression."""
        return [e for e in self.nodes() if not isinstance(e, AffineBinary)]

    def replace(self, dims: Sequence[AffineExpr], symbols: Sequence[AffineExpr]) -> AffineExpr:
        """Substitute expressions for dimensions and symbols; positions beyond the sequences
        stay."""
        if not isinstance(self, AffineBinary):
            if isinstance(self, AffineDim):
                return dims[self.position] if self.position < len(dims) else self
            if isinstance(self, AffineSymbol):
                return symbols[self.position] if self.position < len(symbols) else self
            return self
        done: dict[AffineExpr, AffineExpr] = {}
        for e in self.nodes():
            if isinstance(e, AffineBinary):
                done[e] = _BUILD[e.kind](done[e.lhs], done[e.rhs])
            elif isinstance(e, AffineDim):
                done[e] = dims[e.position] if e.position < len(dims) else e
            elif isinstance(e, AffineSymbol):
                done[e] = symbols[e.position] if e.position < len(symbols) else e
            else:
                done[e] = e
        return done[self]

    def evaluate(self, dims: Sequence[int], symbols: Sequence[int] = ()) -> int:
        """The value for given dimensions and symbols; ZeroDivisionError as in Python."""
        done: dict[AffineExpr, int] = {}
        for e in self.nodes():
            if isinstance(e, AffineBinary):
                done[e] = _EVALUATE[e.kind](done[e.lhs], done[e.rhs])
            elif isinstance(e, AffineDim):
                done[e] = dims[e.position]
            elif isinstance(e, AffineSymbol):
                done[e] = symbols[e.position]
            elif isinstance(e, AffineConst):
                done[e] = e.value
        return done[self]

    def __str__(self) -> str:
        return _text(self, weak=True)


class AffineDim(AffineExpr):
    """`d0`."""

    position: int


class AffineSymbol(AffineExpr):
    """`s0`."""

    position: int


class AffineConst(AffineExpr):
    """A number."""

    value: int


class AffineBinary(AffineExpr):
    """`lhs kind rhs`; kind is one of `+ * mod floordiv ceildiv`. Build with the operators, which
    simplify."""

    kind: str
    lhs: AffineExpr
    rhs: AffineExpr


def with_dims(expr: AffineExpr, dims: Mapping[int, AffineExpr]) -> AffineExpr:
    """An expression with others in place of the dimensions at some positions."""
    if isinstance(expr, AffineDim):
        return dims.get(expr.position, expr)
    if not isinstance(expr, AffineBinary):
        return expr
    done: dict[AffineExpr, AffineExpr] = {}
    for e in expr.nodes():
        if isinstance(e, AffineBinary):
            done[e] = _BUILD[e.kind](done[e.lhs], done[e.rhs])
        else:
            done[e] = dims.get(e.position, e) if isinstance(e, AffineDim) else e
    return done[expr]


@lru_cache(1 << 14)
def _is_pure(expr: AffineExpr) -> bool:
    for e in expr.nodes():
        if isinstance(e, AffineBinary) and e.kind != "+":
            constants = isinstance(e.rhs, AffineConst), isinstance(e.lhs, AffineConst)
            if not (any(constants) if e.kind == "*" else constants[0]):
                return False
    return True


def _expr(value: AffineExpr | int) -> AffineExpr:
    return AffineConst(value) if isinstance(value, int) else value


@lru_cache(1 << 14)
def add(lhs: AffineExpr, rhs: AffineExpr) -> AffineExpr:
    """`lhs + rhs`, simplified: constants fold and move right, `x + x * -1` and like terms combine,
    `x - x floordiv c * c` is `x mod c`."""
    if isinstance(lhs, AffineConst) and isinstance(rhs, AffineConst):
        return AffineConst(lhs.value + rhs.value)
    if isinstance(lhs, AffineConst) or (
        lhs.is_symbolic_or_constant and not rhs.is_symbolic_or_constant
    ):
        return add(rhs, lhs)
    if _out_of_order(lhs, rhs):
        lhs, rhs = rhs, lhs
    if isinstance(rhs, AffineConst):
        if rhs.value == 0:
            return lhs
        if _is(lhs, "+") and isinstance(lhs.rhs, AffineConst):
            return add(lhs.lhs, AffineConst(lhs.rhs.value + rhs.value))
    first, c1 = _scaled(lhs)
    second, c2 = _scaled(rhs)
    if first is second:
        return mul(first, AffineConst(c1 + c2))
    if _is(lhs, "+") and isinstance(lhs.rhs, AffineConst):  # (x + 2) + y -> (x + y) + 2
        return add(add(lhs.lhs, rhs), lhs.rhs)
    found = _as_mod(lhs, rhs)
    return found if found is not None else AffineBinary("+", lhs, rhs)


def _out_of_order(lhs: AffineExpr, rhs: AffineExpr) -> bool:
    """True for `d1, d0` and `s1, s0`."""
    return (
        type(lhs) is type(rhs)
        and isinstance(lhs, (AffineDim, AffineSymbol))
        and isinstance(rhs, (AffineDim, AffineSymbol))
        and lhs.position > rhs.position
    )


def _scaled(e: AffineExpr) -> tuple[AffineExpr, int]:
    if _is(e, "*") and isinstance(e.rhs, AffineConst):
        return e.lhs, e.rhs.value
    return e, 1


def _as_mod(lhs: AffineExpr, rhs: AffineExpr) -> AffineExpr | None:
    """`x + (x floordiv c) * -c` is `x mod c`."""
    quotient, factor = _scaled(rhs)
    if factor == -1 and _is(quotient, "*") and _is(quotient.lhs, "floordiv"):
        by = quotient.rhs
        return mod(lhs, by) if quotient.lhs.lhs is lhs and quotient.lhs.rhs is by else None
    if factor < 0 and _is(quotient, "floordiv") and quotient.lhs is lhs:
        divisor = quotient.rhs
        if isinstance(divisor, AffineConst) and divisor.value == -factor:
            return mod(lhs, divisor)
    return None


@lru_cache(1 << 14)
def mul(lhs: AffineExpr, rhs: AffineExpr) -> AffineExpr:
    """`lhs * rhs`; constants fold, move right, and combine with an inner factor."""
    if isinstance(lhs, AffineConst) and isinstance(rhs, AffineConst):
        return AffineConst(lhs.value * rhs.value)
    if isinstance(lhs, AffineConst) or (
        lhs.is_symbolic_or_constant and not rhs.is_symbolic_or_constant
    ):
        return mul(rhs, lhs)
    if _out_of_order(lhs, rhs):
        lhs, rhs = rhs, lhs
    if isinstance(rhs, AffineConst):
        if rhs.value == 1:
            return lhs
        if rhs.value == 0:
            return rhs
        if _is(lhs, "*") and isinstance(lhs.rhs, AffineConst):
            return mul(lhs.lhs, AffineConst(lhs.rhs.value * rhs.value))
    elif _is(lhs, "*") and isinstance(lhs.rhs, AffineConst):
        return mul(mul(lhs.lhs, rhs), lhs.rhs)
    return AffineBinary("*", lhs, rhs)


def largest_known_divisor(e: AffineExpr) -> int:
    """The largest constant known to divide every value of the expression (0 for the constant 0)."""
    return e._divisor


def floordiv(lhs: AffineExpr, rhs: AffineExpr) -> AffineExpr:
    """`lhs floordiv rhs`, simplified for constant positive divisors."""
    if not isinstance(rhs, AffineConst) or rhs.value < 1:
        return AffineBinary("floordiv", lhs, rhs)
    if isinstance(lhs, AffineConst):
        return AffineConst(lhs.value // rhs.value)
    if rhs.value == 1:
        return lhs
    base, factor = _scaled(lhs)
    if factor % rhs.value == 0:
        return mul(base, AffineConst(factor // rhs.value))
    terms: list[AffineExpr] = []
    while _is(lhs, "+") and (
        largest_known_divisor(lhs.lhs) % rhs.value == 0
        or largest_known_divisor(lhs.rhs) % rhs.value == 0
    ):
        terms.append(lhs.rhs)
        lhs = lhs.lhs
    if not terms:
        return AffineBinary("floordiv", lhs, rhs)
    found = floordiv(lhs, rhs)
    for term in reversed(terms):
        found = add(found, floordiv(term, rhs))
    return found


def ceildiv(lhs: AffineExpr, rhs: AffineExpr) -> AffineExpr:
    """`lhs ceildiv rhs`, simplified for constant positive divisors."""
    if not isinstance(rhs, AffineConst) or rhs.value < 1:
        return AffineBinary("ceildiv", lhs, rhs)
    if isinstance(lhs, AffineConst):
        return AffineConst(-(-lhs.value // rhs.value))
    if rhs.value == 1:
        return lhs
    base, factor = _scaled(lhs)
    if factor % rhs.value == 0:
        return mul(base, AffineConst(factor // rhs.value))
    return AffineBinary("ceildiv", lhs, rhs)


def mod(lhs: AffineExpr, rhs: AffineExpr) -> AffineExpr:
    """`lhs mod rhs`, simplified for constant positive divisors."""
    if not isinstance(rhs, AffineConst) or rhs.value < 1:
        return AffineBinary("mod", lhs, rhs)
    if isinstance(lhs, AffineConst):
        return AffineConst(lhs.value % rhs.value)
    if largest_known_divisor(lhs) % rhs.value == 0:
        return AffineConst(0)
    if _is(lhs, "+"):
        if largest_known_divisor(lhs.lhs) % rhs.value == 0:
            return mod(lhs.rhs, rhs)
        if largest_known_divisor(lhs.rhs) % rhs.value == 0:
            return mod(lhs.lhs, rhs)
    if _is(lhs, "mod") and isinstance(lhs.rhs, AffineConst) and lhs.rhs.value % rhs.value == 0:
        return mod(lhs.lhs, rhs)
    return AffineBinary("mod", lhs, rhs)


_BUILD: dict[str, Callable[[AffineExpr, AffineExpr], AffineExpr]] = {
    "+": add,
    "*": mul,
    "mod": mod,
    "floordiv": floordiv,
    "ceildiv": ceildiv,
}
_EVALUATE: dict[str, Callable[[int, int], int]] = {
    "+": lambda a, b: a + b,
    "*": lambda a, b: a * b,
    "mod": lambda a, b: a % b,
    "floordiv": lambda a, b: a // b,
    "ceildiv": lambda a, b: -(-a // b),
}


def _is(e: AffineExpr, kind: str) -> TypeGuard[AffineBinary]:
    return isinstance(e, AffineBinary) and e.kind == kind


def _text(e: AffineExpr, weak: bool) -> str:
    """The text in upstream's spelling; `weak`: a sum needs no parentheses."""
    out: list[str] = []
    todo: list[str | tuple[AffineExpr, bool]] = [(e, weak)]
    while todo:
        item = todo.pop()
        if isinstance(item, str):
            out.append(item)
        else:
            inner, inner_weak = item
            if isinstance(inner, AffineBinary):
                todo += reversed(_parts(inner, inner_weak))
            else:
                out.append(_leaf_text(inner))
    return "".join(out)


def _leaf_text(e: AffineExpr) -> str:
    if isinstance(e, AffineDim):
        return f"d{e.position}"
    if isinstance(e, AffineSymbol):
        return f"s{e.position}"
    if isinstance(e, AffineConst):
        return str(e.value)
    raise TypeError(f"not an affine expression: {e!r}")


def _parts(e: AffineBinary, weak: bool) -> list[str | tuple[AffineExpr, bool]]:
    """The parts of the text of an expression; subexpressions are still to be spelled."""
    lhs, rhs = e.lhs, e.rhs
    parts: list[str | tuple[AffineExpr, bool]]
    if e.kind != "+":
        if e.kind == "*" and rhs is AffineConst(-1):
            parts = ["-", (lhs, False)]
        else:
            parts = [(lhs, False), f" {e.kind} ", (rhs, False)]
    else:
        base, factor = _scaled(rhs)
        if isinstance(rhs, AffineConst) and rhs.value < 0:
            parts = [(lhs, True), f" - {-rhs.value}"]
        elif factor == -1:
            parts = [(lhs, True), " - ", (base, not _is(base, "+"))]
        elif factor < -1:
            parts = [(lhs, True), " - ", (base, False), f" * {-factor}"]
        else:
            parts = [(lhs, True), " + ", (rhs, True)]
    return parts if weak else ["(", *parts, ")"]


class AffineMap(InternedObject):
    """`(d0, d1)[s0] -> (d0 + s0, d1)`: from dimensions and symbols to index expressions."""

    num_dims: int
    num_symbols: int
    results: tuple[AffineExpr, ...]

    @classmethod
    def identity(cls, rank: int) -> AffineMap:
        """`(d0, …) -> (d0, …)`."""
        return cls(rank, 0, tuple(AffineDim(i) for i in range(rank)))

    @classmethod
    def constant(cls, value: int) -> AffineMap:
        """`() -> (value)`."""
        return cls(0, 0, (AffineConst(value),))

    @classmethod
    def permutation(cls, order: Sequence[int]) -> AffineMap:
        """`(d0, …) -> (d<order[0]>, …)`."""
        return cls(len(order), 0, tuple(AffineDim(i) for i in order))

    @property
    def num_inputs(self) -> int:
        """Dimensions and symbols together."""
        return self.num_dims + self.num_symbols

    @property
    def is_identity(self) -> bool:
        """True for `(d0, …, dn) -> (d0, …, dn)`."""
        return len(self.results) == self.num_dims and all(
            r is AffineDim(i) for i, r in enumerate(self.results)
        )

    @property
    def is_projected_permutation(self) -> bool:
        """True when the results are distinct dimensions, and there are no symbols."""
        dims = [r.position for r in self.results if isinstance(r, AffineDim)]
        return not self.num_symbols and len(set(dims)) == len(dims) == len(self.results)

    @property
    def is_permutation(self) -> bool:
        """True when the results are all dimensions, in any order."""
        return self.num_symbols == 0 and sorted(
            r.position for r in self.results if isinstance(r, AffineDim)
        ) == list(range(max(self.num_dims, len(self.results))))

    @property
    def single_constant(self) -> int | None:
        """The number, when the map is one constant result."""
        if len(self.results) == 1 and isinstance(self.results[0], AffineConst):
            return self.results[0].value
        return None

    def evaluate(self, dims: Sequence[int], symbols: Sequence[int] = ()) -> tuple[int, ...]:
        """Values of the results."""
        return tuple(r.evaluate(dims, symbols) for r in self.results)

    def compose(self, inner: AffineMap) -> AffineMap:
        """`self ∘ inner`: inner's results feed this map's dimensions; symbols are concatenated,
        this map's first."""
        shifted = [AffineSymbol(self.num_symbols + i) for i in range(inner.num_symbols)]
        feed = [r.replace((), shifted) for r in inner.results]
        return AffineMap(
            inner.num_dims,
            self.num_symbols + inner.num_symbols,
            tuple(r.replace(feed, ()) for r in self.results),
        )

    def __str__(self) -> str:
        return f"{_inputs(self)} -> ({', '.join(map(str, self.results))})"


class IntegerSet(InternedObject):
    """`(d0)[s0] : (d0 >= 0, s0 - d0 == 0)`: points where every constraint holds; the flag says
    equality to 0, else `>= 0`."""

    num_dims: int
    num_symbols: int
    constraints: tuple[tuple[AffineExpr, bool], ...]

    def contains(self, dims: Sequence[int], symbols: Sequence[int] = ()) -> bool:
        """True when the point satisfies every constraint."""
        values = ((e.evaluate(dims, symbols), equality) for e, equality in self.constraints)
        return all(v == 0 if equality else v >= 0 for v, equality in values)

    def __str__(self) -> str:
        body = ", ".join(f"{e} {'==' if eq else '>='} 0" for e, eq in self.constraints)
        return f"{_inputs(self)} : ({body})"


def _inputs(m: AffineMap | IntegerSet) -> str:
    dims = ", ".join(f"d{i}" for i in range(m.num_dims))
    symbols = ", ".join(f"s{i}" for i in range(m.num_symbols))
    return f"({dims})[{symbols}]" if symbols else f"({dims})"
