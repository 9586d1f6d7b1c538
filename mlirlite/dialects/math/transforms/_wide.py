"""Functions of f64 by series: only with products and sums, without fused multiply-add, so that
results are the same on machines without it.

The coefficients are those of the Taylor series, on intervals so small that a few more terms than a
minimax fit would need make them exact to f64."""

from __future__ import annotations

import math as numbers
from collections.abc import Callable, Sequence

from mlirlite.dialects.math.transforms._numbers import Number

# 1.5 * 2^52: added to a number it leaves the nearest integer in the low bits of the sum.
_ROUNDER = 6755399441055744.0
_ROUNDER_BITS = 0x4338000000000000
_ONE_BITS = 0x3FF0000000000000
_LOG2_E = 1 / numbers.log(2)
# Two parts; multiples of the first one by integers of 11 bits are exact.
_LN2_HIGH, _LN2_LOW = 0.6931471803691238, 1.9082149292705877e-10
# pi / 2 in parts of 23 bits, and the rest; multiples of these by integers of 30 bits are exact.
_PI_PARTS = (
    float.fromhex("0x1.921fb40000000p+0"),
    float.fromhex("0x1.4442d00000000p-24"),
    float.fromhex("0x1.8469880000000p-48"),
)
_PI_REST = float.fromhex("0x1.8cc51701b839ap-72")
_SQRT_HALF_BITS = 0x3FE6A09E667F3BCD
_LARGE = float(1 << 28)
"""From here on, x * x + 1 is x * x."""

_EXP = tuple(1 / numbers.factorial(k) for k in range(2, 14))  # (e^r - 1 - r) / r^2
_LOG = tuple(2 / (2 * k + 3) for k in range(11))  # (2 atanh(s) - 2 s) / s^3 by s^2
_SIN = tuple((-1) ** (k + 1) / numbers.factorial(2 * k + 3) for k in range(8))
_COS = tuple((-1) ** k / numbers.factorial(2 * k + 4) for k in range(8))
_ERF = tuple(
    2 / numbers.sqrt(numbers.pi) * 2.0**k / numbers.prod(range(1, 2 * k + 2, 2)) for k in range(33)
)  # erf(x) e^(x^2) / x by x^2
_ATAN = tuple((-1) ** (k + 1) / (2 * k + 3) for k in range(20))  # (atan(t) - t) / t^3 by t^2


def _series(x: Number, coefficients: Sequence[float]) -> Number:
    """c0 + c1 x + c2 x^2 + …"""
    found = x.same(coefficients[-1])
    for c in reversed(coefficients[:-1]):
        found = found * x + c
    return found


def _power_of_two(n: Number) -> Number:
    """2^n for an i64 from -1022 to 1023."""
    return ((n << 52) + _ONE_BITS).floats()


def _scaled(p: Number, n: Number) -> Number:
    """p * 2^n in two steps, since 2^n alone may be too large or small for a normal number."""
    half = n >> 1
    return p * _power_of_two(half) * _power_of_two(n - half)


def _nearest(x: Number) -> tuple[Number, Number]:
    """The nearest integer, as a number and as an i64."""
    shifted = x + _ROUNDER
    return shifted - _ROUNDER, shifted.bits() - _ROUNDER_BITS


def _less_one(r: Number) -> Number:
    """e^r - 1, for |r| <= log 2 / 2."""
    return r * r * _series(r, _EXP) + r


def _rest_of_exp(x: Number) -> tuple[Number, Number]:
    """(r, n as i64) where x = n * log 2 + r and |r| <= log 2 / 2."""
    whole, n = _nearest(x * _LOG2_E)
    return (x - whole * _LN2_HIGH) - whole * _LN2_LOW, n


def exp(x: Number) -> Number:
    """2^n * e^r"""
    r, n = _rest_of_exp(x.at_most(710.0).at_least(-746.0))
    return _scaled(_less_one(r) + 1.0, n)


def exp2(x: Number) -> Number:
    """As exp; the rest is exact."""
    x = x.at_most(1025.0).at_least(-1076.0)
    whole, n = _nearest(x)
    return _scaled(_less_one((x - whole) * numbers.log(2)) + 1.0, n)


def expm1(x: Number) -> Number:
    """2^n * (e^r - 1) + (2^n - 1), and exp - 1 where the 1 no longer matters."""
    small = _small_expm1(x.at_most(50.0).at_least(-50.0))
    return (x > 40.0).select(exp(x.at_least(1.0)) - 1.0, small.with_sign_of(x))


def _small_expm1(x: Number) -> Number:
    """As expm1, for |x| up to 50 and without the sign of 0."""
    r, n = _rest_of_exp(x)
    scale = _power_of_two(n)
    return _less_one(r) * scale + (scale - 1.0)


def log(x: Number) -> Number:
    """n * log 2 + 2 atanh(f / (2 + f)) with x = 2^n * (1 + f); NaN below 0."""
    tiny = x < 2.2250738585072014e-308
    scaled = tiny.select(x * 2.0**54, x)
    bits = scaled.bits()
    n = (bits - _SQRT_HALF_BITS) >> 52
    f = (bits - (n << 52)).floats() - 1.0
    e = n.converted() + tiny.select(x.same(-54.0), x.same(0.0))
    s = f / (f + 2.0)
    half = f * f * 0.5
    rest = s * (half + s * s * _series(s * s, _LOG)) + e * _LN2_LOW
    found = e * _LN2_HIGH - ((half - rest) - f)
    found = (x < numbers.inf).select(found, x)
    found = x.equals(0.0).select(x.same(-numbers.inf), found)
    return (x < 0.0).select(x.same(numbers.nan), found)


def log2(x: Number) -> Number:
    """log by log 2; exact for powers of two."""
    return log(x) * _LOG2_E


def log10(x: Number) -> Number:
    """log by log 10."""
    return log(x) * (1 / numbers.log(10))


def log1p(x: Number) -> Number:
    """log(u) + (x - (u - 1)) / u with u = 1 + x, where the second part is what u rounds off."""
    u = x + 1.0
    lost = (x - (u - 1.0)) / u
    inside = (u > 0.0).select((u < numbers.inf).select(lost, x.same(0.0)), x.same(0.0))
    return (abs(x) < 1e-300).select(x, log(u) + inside)


def rest_of_turns(x: Number) -> tuple[Number, Number]:
    """(r, n as i64) where x = n * pi / 2 + r and |r| <= pi / 4, for |x| up to 2^30."""
    whole, n = _nearest(x * (2 / numbers.pi))
    first, second, third = (whole * part for part in _PI_PARTS)
    more = (x - first) - second
    near = more - third
    return near + (((more - near) - third) - whole * _PI_REST), n


Rest = Callable[[Number], tuple[Number, Number]]


def sine_and_cosine(x: Number, rest: Rest) -> tuple[Number, Number]:
    """Both, given the function for argument reduction."""
    r, n = rest(x)
    square = r * r
    sine = r + r * square * _series(square, _SIN)
    cosine = (1.0 - square * 0.5) + square * square * _series(square, _COS)
    odd = (n & 1).equals(1)
    flip = (n & 2) << 62
    # A quarter turn further, the cosine changes its sign one quarter earlier.
    flip_cosine = ((n + 1) & 2) << 62
    return (
        (odd.select(cosine, sine).bits() ^ flip).floats(),
        (odd.select(sine, cosine).bits() ^ flip_cosine).floats(),
    )


def sin(x: Number, rest: Rest = rest_of_turns) -> Number:
    """The sine; x itself where that is the nearest number, which keeps the sign of 0."""
    return (abs(x) < 1e-9).select(x, sine_and_cosine(x, rest)[0])


def cos(x: Number, rest: Rest = rest_of_turns) -> Number:
    """The cosine."""
    return sine_and_cosine(x, rest)[1]


def tan(x: Number, rest: Rest = rest_of_turns) -> Number:
    """sine by cosine"""
    sine, cosine = sine_and_cosine(x, rest)
    return (abs(x) < 1e-9).select(x, sine / cosine)


_TAN_OF_EIGHTH = numbers.tan(numbers.pi / 8)


def atan(x: Number) -> Number:
    """By 1 / x beyond 1, and by (t - 1) / (t + 1) beyond tan(pi / 8), which rotate by an eighth."""
    size = abs(x)
    beyond = size > 1.0
    t = beyond.select(1.0 / size.at_least(1.0), size)
    upper = t > _TAN_OF_EIGHTH
    t = upper.select((t - 1.0) / (t + 1.0), t)
    square = t * t
    found = t + t * square * _series(square, _ATAN)
    found = upper.select(found + numbers.pi / 4, found)
    found = beyond.select(numbers.pi / 2 - found, found)
    return x.equals(x).select(found.with_sign_of(x), x)


def atan2(y: Number, x: Number) -> Number:
    """The angle of the point (x, y), from -pi to pi."""
    wide, high = abs(x), abs(y)
    both_infinite = wide.equals(numbers.inf).select(high, x.same(0.0)).equals(numbers.inf)
    ratio = both_infinite.select(x.same(1.0), high / wide)
    found = high.equals(0.0).select(x.same(0.0), atan(ratio))
    left = x.same(1.0).with_sign_of(x) < 0.0
    found = left.select(numbers.pi - found, found)
    ordered = x.equals(x).select(y, x)
    return ordered.equals(ordered).select(found.with_sign_of(y), ordered)


def asin(x: Number) -> Number:
    """atan(x / sqrt(1 - x^2)); NaN beyond 1."""
    return atan(x / ((1.0 - x) * (x + 1.0)).sqrt())


def acos(x: Number) -> Number:
    """2 atan(sqrt((1 - x) / (1 + x))); NaN beyond 1."""
    return atan(((1.0 - x) / (x + 1.0)).sqrt()) * 2.0


def sinh(x: Number) -> Number:
    """(e + e / (e + 1)) / 2 with e = exp(|x|) - 1, and exp(|x| / 2)^2 / 2 where that overflows."""
    size = abs(x)
    e = _small_expm1(size.at_most(30.0))
    half = exp(size * 0.5)
    large = half * 0.5 * half
    return (size > 22.0).select(large, (e + e / (e + 1.0)) * 0.5).with_sign_of(x)


def cosh(x: Number) -> Number:
    """(e^|x| + e^-|x|) / 2, by halves that do not overflow."""
    size = abs(x)
    e = exp(size.at_most(30.0))
    half = exp(size * 0.5)
    return (size > 22.0).select(half * 0.5 * half, (e + 1.0 / e) * 0.5)


def tanh(x: Number) -> Number:
    """e / (e + 2) with e = exp(2 |x|) - 1, and the sign of x."""
    e = _small_expm1(abs(x).at_most(25.0) * 2.0)
    return (e / (e + 2.0)).with_sign_of(x)


def _log_of_double(x: Number) -> Number:
    return log(x) + numbers.log(2)


def asinh(x: Number) -> Number:
    """log1p(a + a^2 / (1 + sqrt(1 + a^2))) with the sign of x."""
    size = abs(x)
    a = size.at_most(_LARGE)
    small = log1p(a + a * a / ((a * a + 1.0).sqrt() + 1.0))
    return (size > _LARGE).select(_log_of_double(size), small).with_sign_of(x)


def acosh(x: Number) -> Number:
    """log1p(t + sqrt(2 t + t^2)) with t = x - 1; NaN below 1."""
    t = x.at_most(_LARGE) - 1.0
    small = log1p(t + (t * (t + 2.0)).sqrt())
    small = (x < 1.0).select(x.same(numbers.nan), small)
    return (x > _LARGE).select(_log_of_double(x), small)


def atanh(x: Number) -> Number:
    """log1p(2 a / (1 - a)) / 2 with the sign of x; NaN beyond 1."""
    size = abs(x)
    return (log1p(size * 2.0 / (1.0 - size)) * 0.5).with_sign_of(x)


def cbrt(x: Number) -> Number:
    """exp(log(|x|) / 3) and one step of Newton's method."""
    size = abs(x)
    near = exp(log(size) * (1 / 3))
    better = near - (near - size / (near * near)) * (1 / 3)
    regular = (size > 0.0).select(size, x.same(numbers.inf)) < numbers.inf
    return regular.select(better.with_sign_of(x), x)


def _erf_below_two(x: Number) -> Number:
    """2 / sqrt(pi) e^(-x^2) times a series whose terms are all positive."""
    square = x * x
    return x * _series(square, _ERF) * exp(-square)


def _erfc_above_two(size: Number) -> Number:
    """e^(-x^2) / sqrt(pi) by a continued fraction: x + 1/2 / (x + 1 / (x + 3/2 / (x + …)))."""
    fraction = size
    for k in range(50, 0, -1):
        fraction = size + (k / 2) / fraction
    return exp(-(size * size)) * (1 / numbers.sqrt(numbers.pi)) / fraction


def erf(x: Number) -> Number:
    """A series up to 2, and 1 - erfc beyond."""
    size = abs(x)
    far = 1.0 - _erfc_above_two(size.at_least(2.0).at_most(30.0))
    near = _erf_below_two(x.at_most(2.0).at_least(-2.0))
    return (size > 2.0).select(far, near).with_sign_of(x)


def erfc(x: Number) -> Number:
    """1 - erf up to 2, and a continued fraction beyond: for f32's range a part in 10^13."""
    far = _erfc_above_two(x.at_least(2.0).at_most(30.0))
    return (x > 2.0).select(far, 1.0 - erf(x))


def _whole(size: Number) -> Number:
    """Whether a number that is not negative has no fraction."""
    near = (size + 2.0**52) - 2.0**52
    return (size < 2.0**52).select(near, size).equals(size)


def pow(x: Number, y: Number) -> Number:
    """exp(y log |x|), with the sign of x for odd y, as IEEE 754 has it. The rounding error of log
    is multiplied by y: for f32's range one part in 10^13."""
    size, exponent = abs(x), abs(y)
    one = x.same(1.0)
    found = size.equals(1.0).select(one, exp(y * log(size)))
    whole, even = _whole(exponent), _whole(exponent * 0.5)
    signed = even.select(found, found.with_sign_of(x))
    negative = x < 0.0
    unreal = whole.select(signed, (size < numbers.inf).select(x.same(numbers.nan), found))
    zero = x.equals(0.0).select(whole.select(signed, found), found)
    result = negative.select(unreal, zero)
    result = y.equals(0.0).select(one, result)
    return x.equals(1.0).select(one, result)
