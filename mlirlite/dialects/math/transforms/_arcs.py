"""asin and acos of f32: a polynomial up to a half, and beyond it by the half angle."""

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
