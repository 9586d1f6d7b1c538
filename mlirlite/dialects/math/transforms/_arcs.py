"""asin, acos and atan of f32: polynomials of small numbers. Others become small ones by the half
angle (asin, acos), or by a turn of an eighth or a quarter (atan)."""

from __future__ import annotations

import math as numbers

from mlirlite.dialects.math.transforms._numbers import Number, polynomial

_ASIN = (
    0.16666753590106964,
    0.07495241612195969,
    0.04547709599137306,
    0.02414761111140251,
    0.04221854731440544,
)  # (asin(x) - x) / x^3 by x^2, a fit to 5 parts in 10^9 of asin
_ATAN = (
    -0.33333316445350647,
    0.19998489320278168,
    -0.14243850111961365,
    0.10596015304327011,
    -0.06083489954471588,
)  # (atan(t) - t) / t^3 by t^2, a fit to 3 parts in 10^9 of atan, up to tan(pi / 8)
_TAN_OF_EIGHTH, _TAN_OF_REST = numbers.tan(numbers.pi / 8), numbers.tan(3 * numbers.pi / 8)
_QUARTER = float.fromhex("0x1.921fb6p+0")
_QUARTER_REST = numbers.pi / 2 - _QUARTER
"""pi / 2 in two parts."""


def _arc(size: Number) -> tuple[Number, Number]:
    """Whether a size is above a half, and its asin; then that of sqrt((1 - size) / 2), which is
    half of its acos. NaN beyond 1."""
    large = size > 0.5
    square = large.select((1.0 - size) * 0.5, size * size)
    root = large.select(square.sqrt(), size)
    return large, (root * square).fma(polynomial(square, _ASIN), root)


def asin(x: Number) -> Number:
    """pi / 2 - 2 asin(sqrt((1 - x) / 2)) above a half."""
    large, arc = _arc(abs(x))
    found = arc.fma(-2.0, _QUARTER_REST) + _QUARTER
    return large.select(found, arc).with_sign_of(x)


def acos(x: Number) -> Number:
    """pi / 2 - asin(x) up to a half; twice the half angle above, and pi less that below -1/2."""
    large, arc = _arc(abs(x))
    near = (arc.same(_QUARTER_REST) - arc.with_sign_of(x)) + _QUARTER
    twice = arc * 2.0
    below = (twice.same(2 * _QUARTER_REST) - twice) + 2 * _QUARTER
    return large.select((x < 0.0).select(below, twice), near)


def atan(x: Number) -> Number:
    """atan(t) up to tan(pi / 8); pi / 4 more for t = (x - 1) / (x + 1) up to tan(3 pi / 8), and
    pi / 2 more for t = -1 / x beyond that, with a single division."""
    size, zero, one = abs(x), x.same(0.0), x.same(1.0)
    middle, large = size > _TAN_OF_EIGHTH, size > _TAN_OF_REST
    above = large.select(x.same(-1.0), middle.select(size - 1.0, size))
    below = large.select(size, middle.select(size + 1.0, one))
    eighths = large.select(x.same(2.0), middle.select(one, zero))
    t = above / below
    square = t * t
    arc = (t * square).fma(polynomial(square, _ATAN), t)
    found = eighths.fma(_QUARTER / 2, eighths.fma(_QUARTER_REST / 2, arc))
    return found.with_sign_of(x)
