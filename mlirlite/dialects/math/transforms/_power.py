"""Powers of f32, 2^(y log2 |x|), in f32: the logarithm is a sum of two numbers, so that multiples
of it by large exponents keep their fractions."""

from __future__ import annotations

import math as numbers

from mlirlite.dialects.math.transforms._numbers import Number, polynomial

_INFINITY = numbers.inf
_MANTISSA_BITS = 23
_EXPONENT_BITS = 0xFF800000 - (1 << 32)
"""Of an i32: those of the exponent and the sign."""
_SQRT_HALF_BITS = 0x3F3504F3
_LEAST_NORMAL = 1.1754943508222875e-38
# 1.5 * 2^23: added to a number it leaves the nearest integer in the low bits of the sum.
_ROUNDER = 12582912.0 + 127

# 2 / log 2, and its rounding error in f32, relative to it.
_TWO_LOG2_E, _LOST = 2.885390043258667, 1.3349758631875375e-08
_REST = (1.4644172191619873, -1.4864603281021118)
"""1 / (log 2 * (1 + s)) for |s| < 0.172, to a part in 60."""
_ATANH = (
    0.3333333134651184,
    0.20000486075878143,
    0.1424938440322876,
    0.12139938771724701,
)  # (atanh(s) / s - 1) / s^2 by s^2
_EXP2 = (
    1.0,
    0.6931472420692444,
    0.24022668600082397,
    0.05550365895032883,
    0.009616844356060028,
    0.0013341717422008514,
    0.00015645293751731515,
    1.491721468482865e-05,
)  # 2^r, for |r| <= 1
_BEYOND = 160.0
"""Above, a power of two is infinite; below the negative, it is 0."""
_LARGE = float(1 << 33)
"""Times the logarithm of a number next to 1, this is out of range."""
_ALL_EVEN = float(1 << 24)
"""Numbers of f32 from here on are even."""


def power(x: Number, y: Number) -> Number:
    """As in IEEE 754: with the sign of x for odd y, NaN for fractional powers of negative numbers,
    1 for y = 0 or x = 1 whatever the other one is."""
    size, exponent = abs(x), abs(y)
    times = y.at_most(_LARGE).at_least(-_LARGE)
    # 0 and infinity to any power except 0 are 0 or infinity, and NaN is NaN.
    finite = size < _INFINITY
    extreme = times * size.equals(0.0).select(x.same(-_INFINITY), size)
    high, low = _log2(size)
    t = (size > 0.0).both(finite).select(times * high, extreme)
    found = _exp2(t, times.fma(low, times.fma(high, -t)))
    limited = (exponent < _ALL_EVEN).select(exponent, x.same(_ALL_EVEN))
    whole = limited.truncated()
    is_whole = whole.converted().equals(limited)
    odd = is_whole.select(whole << 31, whole.same(0))
    signed = found.with_sign_of(x.bits().both(odd).floats())
    unreal = (x < 0.0).both(finite).select(x.same(numbers.nan), signed)
    found = is_whole.select(signed, unreal)
    found = y.equals(0.0).select(x.same(1.0), found)
    return x.equals(1.0).select(x.same(1.0), found)


def _log2(x: Number) -> tuple[Number, Number]:
    """log2 of a positive finite number as a sum, to a part in 2^28: n + 2 / log 2 * atanh(s) with
    s = f / (2 + f), x = 2^n * (1 + f). For other numbers the result is finite."""
    tiny = x < _LEAST_NORMAL
    bits = tiny.select(x * 2.0**_MANTISSA_BITS, x).bits()
    n = (bits - _SQRT_HALF_BITS) & _EXPONENT_BITS
    mantissa = (bits - n).floats()
    n = tiny.select(n - (_MANTISSA_BITS << _MANTISSA_BITS), n)
    n_scaled, unit = n.converted(), 2.0**-_MANTISSA_BITS
    f = mantissa - 1.0
    s = f / (mantissa + 1.0)
    # f - s * (2 + f), exactly; divided by 2 + f it is the error of s, and 1 / (2 + f) is (1 - s) /
    # 2. The error of atanh is this divided by 1 - s * s.
    missing = (-s).fma(f, s.fma(-2.0, f))
    square = s * s
    tail = polynomial(square, (_LOST, *_ATANH))
    high = s * _TWO_LOG2_E
    low = s.fma(_TWO_LOG2_E, -high)
    low = missing.fma(polynomial(s, _REST), low)
    low = high.fma(tail, low)
    whole = n_scaled.fma(unit, high)
    return whole, (high - n_scaled.fma(-unit, whole)) + low


def _exp2(t: Number, low: Number) -> Number:
    """2^(t + low), where t may be infinite or NaN: two steps of 2^(n / 2) with even n, since 2^n
    alone may be too large or small for a normal number."""
    limited = t.at_most(_BEYOND).at_least(-_BEYOND)
    low = limited.equals(t).select(low, t.same(0.0))
    shifted = (limited + low).fma(0.5, _ROUNDER)
    r = (shifted - _ROUNDER).fma(-2.0, limited) + low
    root = (shifted.bits() << _MANTISSA_BITS).floats()
    return polynomial(r, _EXP2) * root * root
