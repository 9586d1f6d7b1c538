"""Quotients of complex numbers by ops on their parts, for ops of any dialect."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from enum import Enum

from mlirlite.ir.values import Value


class ComplexRange(Enum):
    """How parts that are too large, too small or not finite are handled."""

    IMPROVED = "improved"
    BASIC = "basic"
    NONE = "none"


class FloatOps(ABC):
    """Inserts ops on floats of one type; those that round carry the fast-math flags."""

    @abstractmethod
    def number(self, value: float) -> Value: ...

    @abstractmethod
    def add(self, a: Value, b: Value) -> Value: ...

    @abstractmethod
    def sub(self, a: Value, b: Value) -> Value: ...

    @abstractmethod
    def mul(self, a: Value, b: Value) -> Value: ...

    @abstractmethod
    def div(self, a: Value, b: Value) -> Value: ...

    @abstractmethod
    def abs(self, a: Value) -> Value: ...

    @abstractmethod
    def copysign(self, a: Value, sign: Value) -> Value:
        """Without the flags."""

    @abstractmethod
    def compare(self, predicate: str, a: Value, b: Value) -> Value:
        """A bit: `oeq`, `one`, `olt`, `ord`, `uno` …; without the flags."""

    @abstractmethod
    def both(self, a: Value, b: Value) -> Value:
        """The conjunction of two bits."""

    @abstractmethod
    def either(self, a: Value, b: Value) -> Value:
        """The disjunction of two bits."""

    @abstractmethod
    def select(self, condition: Value, a: Value, b: Value) -> Value: ...


Pair = tuple[Value, Value]


def quotient(f: FloatOps, lhs: Pair, rhs: Pair, range: ComplexRange) -> Pair:
    """The parts of lhs / rhs: by the textbook formula for `basic` and `none`, by Smith's algorithm
    with C's rules for zeros, infinities and NaN for `improved`."""
    return (_smith if range is ComplexRange.IMPROVED else _algebraic)(f, lhs, rhs)


def _algebraic(f: FloatOps, lhs: Pair, rhs: Pair) -> Pair:
    """lhs · conj(rhs) / |rhs|²"""
    (a, b), (c, d) = lhs, rhs
    norm = f.add(f.mul(c, c), f.mul(d, d))
    real = f.add(f.mul(a, c), f.mul(b, d))
    imaginary = f.sub(f.mul(b, c), f.mul(a, d))
    return f.div(real, norm), f.div(imaginary, norm)


def _smith(f: FloatOps, lhs: Pair, rhs: Pair) -> Pair:
    (a, b), (c, d) = lhs, rhs
    # The larger part of the divisor is divided out, so that no square overflows.
    ratio = f.div(c, d)
    scale = f.add(d, f.mul(ratio, c))
    real_by_d = f.div(f.add(f.mul(a, ratio), b), scale)
    imaginary_by_d = f.div(f.sub(f.mul(b, ratio), a), scale)
    ratio = f.div(d, c)
    scale = f.add(c, f.mul(ratio, d))
    real_by_c = f.div(f.add(a, f.mul(b, ratio)), scale)
    imaginary_by_c = f.div(f.sub(b, f.mul(a, ratio)), scale)

    # x / 0 is infinite, where x is not a NaN.
    zero = f.number(0.0)
    abs_c = f.abs(c)
    c_is_zero = f.compare("oeq", abs_c, zero)
    abs_d = f.abs(d)
    d_is_zero = f.compare("oeq", abs_d, zero)
    a_is_number = f.compare("ord", a, zero)
    is_number = f.either(a_is_number, f.compare("ord", b, zero))
    by_zero = f.both(is_number, f.both(c_is_zero, d_is_zero))
    infinity = f.number(math.inf)
    signed = f.copysign(infinity, c)
    of_zero = f.mul(signed, a), f.mul(signed, b)

    # Infinite by finite is infinite.
    c_is_finite = f.compare("one", abs_c, infinity)
    rhs_is_finite = f.both(c_is_finite, f.compare("one", abs_d, infinity))
    abs_a = f.abs(a)
    a_is_infinite = f.compare("oeq", abs_a, infinity)
    abs_b = f.abs(b)
    b_is_infinite = f.compare("oeq", abs_b, infinity)
    infinite = f.both(f.either(a_is_infinite, b_is_infinite), rhs_is_finite)
    one = f.number(1.0)
    unit_a = f.copysign(f.select(a_is_infinite, one, zero), a)
    unit_b = f.copysign(f.select(b_is_infinite, one, zero), b)
    first = f.mul(unit_a, c)
    real = f.mul(infinity, f.add(first, f.mul(unit_b, d)))
    first = f.mul(unit_a, d)
    of_infinite = real, f.mul(infinity, f.sub(f.mul(unit_b, c), first))

    # Finite by infinite is zero.
    a_is_finite = f.compare("one", abs_a, infinity)
    lhs_is_finite = f.both(a_is_finite, f.compare("one", abs_b, infinity))
    c_is_infinite = f.compare("oeq", abs_c, infinity)
    d_is_infinite = f.compare("oeq", abs_d, infinity)
    vanishing = f.both(lhs_is_finite, f.either(c_is_infinite, d_is_infinite))
    unit_c = f.copysign(f.select(c_is_infinite, one, zero), c)
    unit_d = f.copysign(f.select(d_is_infinite, one, zero), d)
    real = f.mul(zero, f.add(f.mul(a, unit_c), f.mul(b, unit_d)))
    by_infinite = real, f.mul(zero, f.sub(f.mul(b, unit_c), f.mul(a, unit_d)))

    d_is_larger = f.compare("olt", abs_c, abs_d)
    usual = (
        f.select(d_is_larger, real_by_d, real_by_c),
        f.select(d_is_larger, imaginary_by_d, imaginary_by_c),
    )
    special = usual
    for condition, parts in (
        (vanishing, by_infinite),
        (infinite, of_infinite),
        (by_zero, of_zero),
    ):
        special = (
            f.select(condition, parts[0], special[0]),
            f.select(condition, parts[1], special[1]),
        )
    real_is_nan = f.compare("uno", usual[0], zero)
    is_nan = f.both(real_is_nan, f.compare("uno", usual[1], zero))
    return f.select(is_nan, special[0], usual[0]), f.select(is_nan, special[1], usual[1])
