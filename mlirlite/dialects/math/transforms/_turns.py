"""Argument reduction of large numbers: the remainder of x modulo pi / 2, for x of every size.

For large x, the integral part of x * 2 / pi leaves no bits of an f64 for the fraction. So 2 / pi
is split into words of 24 bits. The product of x and a word is exact, whole multiples of 4 are
dropped, and the remainders are added up together with the rounding errors of the sum. There are no
branches, so that it works on vectors, too.
"""

from __future__ import annotations

import math as numbers
from collections.abc import Callable
from functools import cache

from mlirlite.dialects import scf, vector
from mlirlite.dialects.math.transforms._numbers import Number
from mlirlite.dialects.vector.enums import CombiningKind, CombiningKindAttr
from mlirlite.ir.block import Block, Region
from mlirlite.ir.builder import Builder
from mlirlite.ir.types import I1, ShapedType, VectorType

_WORD = 24
_NARROW, _WIDE = 9, 48
"""Words that a number with so few bits as an f32, and an f64, may need."""
_ALL_FOURS = 2.0**53
"""The products from here on are whole multiples of 4."""
_ROUNDER = 1.5 * 2.0**54
"""Added to a number below that, it leaves the nearest multiple of 4."""
_NEAREST = 1.5 * 2.0**52
_NEAREST_BITS = 0x4338000000000000
_LOW_BITS = 27
_DOWN = 2.0**-256
"""Keeps the last words from being less than the least f64."""
_HALF_PI, _HALF_PI_LOW = numbers.pi / 2, 6.123233995736766e-17


@cache
def two_over_pi() -> tuple[int, ...]:
    """The words of 2 / pi after the point."""
    digits = _WORD * (_WIDE + 2)

    def arc_cotangent(n: int) -> int:
        term = total = (1 << digits) // n
        k, sign = 1, 1
        while term:
            term //= n * n
            k, sign = k + 2, -sign
            total += sign * (term // k)
        return total

    pi = 4 * (4 * arc_cotangent(5) - arc_cotangent(239))  # Machin's
    bits = (2 << 2 * digits) // pi >> (digits - _WORD * _WIDE)
    places = range(_WORD * (_WIDE - 1), -1, -_WORD)
    return tuple([bits >> place & ((1 << _WORD) - 1) for place in places])


def narrow_rest(x: Number) -> tuple[Number, Number]:
    """(r, n as i64) where x = n * pi / 2 + r and |r| <= pi / 4, of an f64 that is an f32's."""
    return _rest(x, [x], _NARROW, 1.0)


def wide_rest(x: Number) -> tuple[Number, Number]:
    """The same, of any f64."""
    small = x * _DOWN
    high = (small.bits() & -(1 << _LOW_BITS)).floats()
    return _rest(x, [high, small - high], _WIDE, 1 / _DOWN)


def _rest(x: Number, parts: list[Number], words: int, scale: float) -> tuple[Number, Number]:
    total = lost = nothing = x.same(0.0)
    for place, word in enumerate(two_over_pi()[:words]):
        factor = numbers.ldexp(word * scale, -_WORD * (place + 1))
        for part in parts:
            product = part * factor
            product = (abs(product) < _ALL_FOURS).select(product, nothing)
            product = product - ((product + _ROUNDER) - _ROUNDER)
            following = total + product
            mine = following - total
            lost = lost + ((total - (following - mine)) + (product - mine))
            total = following
    shifted = total + _NEAREST
    rest = (total - (shifted - _NEAREST)) + lost + (x - x)  # NaN of infinity
    return rest * _HALF_PI + rest * _HALF_PI_LOW, shifted.bits() - _NEAREST_BITS


def by_size(
    x: Number, limit: float, quick: Callable[[Number], Number], exact: Callable[[Number], Number]
) -> Number:
    """The fast way up to a limit and the exact way beyond it, which is skipped if no lane of a
    vector is beyond."""
    beyond, type = abs(x) > limit, x.value.type
    if isinstance(type, ShapedType) and not (isinstance(type, VectorType) and type.rank == 1):
        return beyond.select(exact(x), quick(x))
    condition = beyond.value
    if isinstance(type, VectorType):
        kind = CombiningKindAttr(CombiningKind.or_)
        condition = x.rw.insert(vector.ReductionOp(kind, condition, dest=I1)).results[0]

    def chosen(x: Number) -> Number:
        return Number(x.rw, beyond.value).select(exact(x), quick(x))

    regions = []
    for way in (chosen, quick):
        block = Block()
        inner = Builder.at_end(block)
        inner.location = x.rw.location
        found = way(Number(inner, x.value))
        inner.insert(scf.YieldOp.create((found.value,)))
        regions.append(Region([block]))
    made = scf.IfOp.create((condition,), (type,), None, None, tuple(regions))
    return Number(x.rw, x.rw.insert(made).results[0])


__all__ = ["by_size", "narrow_rest", "two_over_pi", "wide_rest"]
