"""--math-polynomial-approximation: functions of floats by polynomials, for scalars and vectors.

%y = math.exp %x : vector<16xf32>  -->  arith and math.fma ops: 2^n * p(x - n * log 2)

No branches and no calls, so that LLVM vectorizes a loop over scalars, too.
"""

from __future__ import annotations

import math as numbers
from collections.abc import Callable

from mlirlite.dialects import math
from mlirlite.dialects.arith.enums import FastMathFlags, FastMathFlagsAttr
from mlirlite.dialects.math.transforms import _arcs, _wide
from mlirlite.dialects.math.transforms._numbers import Number, polynomial, polynomial_in_halves
from mlirlite.dialects.math.transforms._power import power
from mlirlite.dialects.math.transforms._turns import by_size, narrow_rest, wide_rest
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import F32, F64, FloatType, ShapedType, element_type_of
from mlirlite.ir.values import Value
from mlirlite.passes.compiler_pass import PassState, compiler_pass
from mlirlite.rewriting.conversion import ConversionRewriter, Lowerings

ULPS: dict[type[Operation], float] = {
    math.ExpOp: 2,
    math.ExpM1Op: 3,
    math.TanhOp: 6,
    math.ErfOp: 2,
    math.LogOp: 1,
    math.Log1pOp: 3,
    math.SinOp: 2,
    math.CosOp: 2,
    math.PowFOp: 5,
    math.AsinOp: 3,
    math.AcosOp: 3,
    math.AtanOp: 3,
}
"""The largest error of each function of f32 that has a polynomial of its own, in units in the last
place; results that are not normal numbers are within 2^-149. The other functions go through f64 and
are within 1."""

ULPS_F64: dict[type[Operation], float] = {
    math.ExpOp: 2,
    math.Exp2Op: 2,
    math.ExpM1Op: 3,
    math.LogOp: 2,
    math.Log2Op: 3,
    math.Log10Op: 3,
    math.Log1pOp: 3,
    math.SinOp: 3,
    math.CosOp: 3,
    math.TanOp: 4,
    math.AsinOp: 4,
    math.AcosOp: 4,
    math.AtanOp: 3,
    math.Atan2Op: 4,
    math.SinhOp: 4,
    math.CoshOp: 4,
    math.TanhOp: 4,
    math.AsinhOp: 4,
    math.AcoshOp: 4,
    math.AtanhOp: 4,
    math.CbrtOp: 2,
    math.ErfOp: 5,
    math.PowFOp: 2000,
}
"""As ULPS, of f64."""

QUICK_LIMIT, QUICK_LIMIT_F64 = 2.0**17, 2.0**22
"""Up to here sin, cos and tan with the flag afn take the fast way."""


@compiler_pass("math-polynomial-approximation", each_function=True)
def math_polynomial_approximation(
    op: Operation, state: PassState, *, f64: bool = False, quick_f64: bool = False
) -> None:
    """Expand functions of f32 to polynomials.

    exp, expm1, tanh, erf, log, log1p, sin, cos, asin, acos, atan and their relatives become arith
    ops and math.fma; errors are at most three units in the last place, of powf five and tanh six,
    infinities and NaN as in libm. Other types stay.

    exp with the flag afn takes fewer steps: its error is a part in 5 * 10^6 and |x| parts in
    7 * 10^7; it is 0 or infinite beyond the powers of two next to the least and the largest normal
    number. With ninf, too, the result is assumed to be finite. sin, cos and tan with it are for
    arguments up to 2^17 (f64: 2^22); without it, a vector with a larger one takes longer.

    f64: functions of f64, too, except erfc
    quick_f64: those of f64 whose series are quicker than libm, and precise: not erf, powf, tan
    """
    approximate.convert(op, fold=False)
    if f64:
        approximate_wide.convert(op, fold=False)
    elif quick_f64:
        approximate_quick.convert(op, fold=False)


approximate = Lowerings("math-polynomial-approximation")
approximate_wide = Lowerings("math-polynomial-approximation")
approximate_quick = Lowerings("math-polynomial-approximation")

# 1.5 * 2^23: added to a number it leaves the nearest integer in the low bits of the sum.
_ROUNDER = 12582912.0
_BIAS = 127
"""What f32 adds to an exponent."""
_MANTISSA_BITS = 23
_LOG2_E = 1 / numbers.log(2)
# log 2 in two parts; multiples of the first one by small integers are exact.
_LN2_HIGH, _LN2_LOW = 0.693145751953125, 1.4286068203094172e-06
_NORMAL_LOW, _NORMAL_HIGH = -87.0, 88.0
"""Where e^x, and the power of two next to it, are normal numbers."""
_LEAST, _MOST = -104.0, 89.0
"""Where e^x is neither 0 nor infinite."""
_ZERO_FROM = -88.0
"""Where the nearest power of two to e^x has the least exponent, which is that of 0."""
_DOWN = 24
"""Powers of two from the least normal number down to the least of all."""
_EXPONENT_BITS = 0xFF800000 - (1 << 32)
"""Of an i32: those of the exponent and the sign."""
_INFINITY = numbers.inf

# Minimax fits; missing powers have exact coefficients.
_EXP = (0.49999994, 0.16666521, 0.04166839, 0.0083687454, 0.0013814538)  # (e^r - 1 - r) / r^2
_WIDE_EXP = (
    1.0,
    1.0,
    0.5000003576278687,
    0.166666179895401,
    0.041661232709884644,
    0.008335936814546585,
    0.0014104675501585007,
    0.00019629205053206533,
)  # e^r, for |r| <= log 2
_QUICK_EXP2 = (
    1.0,
    0.6931470036506653,
    0.24022246897220612,
    0.0555071122944355,
    0.009671294130384922,
    0.0013269407209008932,
)  # 2^r, to a part in 10^7
_LOG = (
    0.33333331346,
    -0.250008225441,
    0.200012266636,
    -0.166233569384,
    0.142017617822,
    -0.131601944566,
    0.127615496516,
    -0.076344296336,
)  # (log(1 + f) - f + f^2 / 2) / f^3
_TANH = (
    1.0,
    0.1338268309892002,
    0.003497452720153298,
    2.0635741605202956e-05,
    1.338418230646829e-08,
)
_TANH_BELOW = (
    1.0,
    0.46716004347900053,
    0.02588434208371397,
    0.00032885092614148284,
    7.790203912291644e-07,
)  # tanh(x) / x as a quotient of these by x^2, to a part in 4 * 10^7
_TANH_ONE = 9.02
"""From here on, tanh is 1."""
_ERF = (
    0.12837916709551,
    0.6366193890571594,
    0.10277783125638962,
    -0.019153064116835594,
    -0.000160396215505898,
    0.0016670275945216417,
    -0.0006328369490802288,
    0.00011764129885705188,
    -9.256267730961554e-06,
)  # -log(1 - erf(x)) / x - 1, up to where erf is 1
_SIN = (
    -0.16666659712791443,
    0.008333069272339344,
    -0.00019809776858892292,
    2.606095677037956e-06,
)  # (sin r - r) / r^3 by r^2, for |r| <= pi / 2
# pi in parts of 24 bits; none is negative, so that the sign of 0 is kept.
_PI_PARTS = (
    float.fromhex("0x1.921fb4p+1"),
    float.fromhex("0x1.4442d0p-23"),
    float.fromhex("0x1.846988p-47"),
)


Expansion = Callable[[Number], Number]


def _is_of(op: Operation, element: FloatType) -> bool:
    """Whether an op works on such floats, in a shape that constants can have."""
    type = op.operands[0].type
    known = not isinstance(type, ShapedType) or type.has_static_shape
    return known and element_type_of(type) is element


def _expands(cls: type[Operation]) -> Callable[[Expansion], Expansion]:
    """Declares the expansion of an op on f32 or vectors of it, by a function of its operand."""

    def declare(function: Expansion) -> Expansion:
        @approximate(cls)
        def lower(op: Operation, rw: ConversionRewriter) -> Value | bool:
            if not _is_of(op, F32):
                return rw.fail("only f32 of a known shape has polynomials")
            return function(Number(rw, rw.operand(0))).value

        return function

    return declare


def _whole_and_rest(
    x: Number, added: int, twice: bool = False, few: bool = False
) -> tuple[Number, Number]:
    """(n + added, in the place of an f32's exponent, as i32; r), where x = n * log 2 + r and
    |r| <= log 2 / 2; twice log 2 where said. If n is at most 30, one part of log 2 is enough."""
    scale, rounder = 2.0 if twice else 1.0, _ROUNDER + added
    shifted = x.fma(_LOG2_E / scale, rounder)
    n = shifted - rounder
    if few:
        r = n.fma(-numbers.log(2) * scale, x)
    else:
        r = n.fma(-_LN2_LOW * scale, n.fma(-_LN2_HIGH * scale, x))
    return shifted.bits() << _MANTISSA_BITS, r


@approximate(math.ExpOp)
def lower_exp(op: Operation, rw: ConversionRewriter) -> Value | bool:
    """By `exp`, or `_quick_exp` if the flag afn allows it."""
    if not _is_of(op, F32):
        return rw.fail("only f32 of a known shape has polynomials")
    x = Number(rw, rw.operand(0))
    flags = _flags(op)
    if FastMathFlags.afn in flags:
        return _quick_exp(x, flags).value
    return exp(x, flags & FastMathFlags.contract).value


def exp(x: Number, product: FastMathFlags = FastMathFlags.none) -> Number:
    """2^n * p(r). 2^n alone may be too large or small for a normal number: if bounds of x exclude
    one of these, the coefficients include a power of two; else n is even, and there are two steps
    of 2^(n/2)."""
    low, high = x.limits()
    if low < _LEAST:
        x = x.at_least(_LEAST)
    if high <= _NORMAL_HIGH - _DOWN:
        return _exp_in_one(x, 0 if low >= _NORMAL_LOW else _DOWN, product)
    if high > _MOST:
        x = x.at_most(_MOST)
    if low >= _NORMAL_LOW + 1:
        return _exp_in_one(x, -1, product)
    power, r = _whole_and_rest(x, _BIAS, twice=True)
    root = power.floats()
    return polynomial(r, _WIDE_EXP) * root * root


def _exp_in_one(x: Number, down: int, product: FastMathFlags) -> Number:
    """(2^-down * p(r)) * 2^(n + down), which rounds once."""
    power, r = _whole_and_rest(x, _BIAS + down)
    coefficients = [c * 2.0**-down for c in (1.0, 1.0, *_EXP)]
    return polynomial(r, coefficients).times(power.floats(), product)


def _quick_exp(x: Number, flags: FastMathFlags) -> Number:
    """2^n * p(r) of x / log 2, which is rounded. 0 from about half the least normal number down:
    there 2^n is 0."""
    low, high = x.limits()
    if low < _ZERO_FROM:
        x = x.at_least(_ZERO_FROM)
    if high > _MOST and FastMathFlags.ninf not in flags:
        x = x.at_most(_MOST)
    rounder = _ROUNDER + _BIAS
    shifted = x.fma(_LOG2_E, rounder)
    r = x.fma(_LOG2_E, rounder - shifted)
    power = (shifted.bits() << _MANTISSA_BITS).floats()
    return polynomial(r, _QUICK_EXP2).times(power, flags & FastMathFlags.contract)


def _expm1(x: Number, few: bool = False) -> Number:
    """2^n * (p(r) - 1) + (2^n - 1), for numbers whose power of two is normal."""
    power, r = _whole_and_rest(x, _BIAS, few=few)
    scale = power.floats()
    less = (r * r).fma(polynomial(r, _EXP), r)
    return less.fma(scale, scale - 1.0)


@_expands(math.ExpM1Op)
def expm1(x: Number) -> Number:
    """As exp from 1 on, where the 1 can be subtracted at the end."""
    small = _expm1(x.at_most(80.0).at_least(-80.0))
    large = exp(x.at_least(1.0))
    return (x > 60.0).select(large, small.with_sign_of(x))


@_expands(math.TanhOp)
def tanh(x: Number) -> Number:
    """x p(x^2) / q(x^2), with the sign of x; limited to 1, which rounding could exceed."""
    size = abs(x).at_most(_TANH_ONE)
    square = size * size
    quotient = size * polynomial(square, _TANH) / polynomial(square, _TANH_BELOW)
    return quotient.at_most(1.0).with_sign_of(x)


@_expands(math.ErfOp)
def erf(x: Number) -> Number:
    """1 - exp(-p(|x|)), without cancellation, with the sign of x."""
    size = abs(x).at_most(3.95)
    return _expm1(-size.fma(polynomial(size, _ERF), size), few=True).with_sign_of(x)


def _log_of_normal(x: Number, tiny: Number | None = None, lost: Number | None = None) -> Number:
    """log of a positive normal number, corrected by its rounding error; with `tiny`, of 2^-23 times
    it."""
    bits = x.bits() - 0x3F3504F3
    n = (bits >> 23) << 23
    f = (x.bits() - n).floats() - 1.0
    if lost is not None:
        scale = (x.same(1.0).bits() - n).floats()
        f = lost.fma(scale.at_least(0.0), f)  # 2^-128 comes out as -inf
    e = (bits >> 23).converted()
    if tiny is not None:
        e = tiny.select(e - _MANTISSA_BITS, e)
    square = f * f
    tail = (square * f) * polynomial_in_halves(f, square, _LOG)
    tail = e.fma(_LN2_LOW, tail)
    tail = square.fma(-0.5, tail)
    return e.fma(_LN2_HIGH, f + tail)


@_expands(math.LogOp)
def log(x: Number) -> Number:
    """By the exponent and a polynomial of the mantissa; NaN below 0."""
    tiny = x < 1.1754943508222875e-38
    found = _log_of_normal(tiny.select(x * 2.0**_MANTISSA_BITS, x), tiny)
    found = (x < _INFINITY).select(found, x)
    found = x.equals(0.0).select(x.same(-_INFINITY), found)
    return (x < 0.0).select(x.same(numbers.nan), found)


@_expands(math.Log1pOp)
def log1p(x: Number) -> Number:
    """log of 1 + x, corrected by the rounding error of the sum; NaN below -1."""
    u = x + 1.0
    found = _log_of_normal(u, lost=x - (u - 1.0)).with_sign_of(x)
    found = (u < _INFINITY).select(found, x)
    below = u.equals(0.0).select(x.same(-_INFINITY), x.same(numbers.nan))
    return (u > 0.0).select(found, below)


def _sine(x: Number, quarter: bool) -> Number:
    """sin of x, or of x plus a quarter turn: by the remainder of x modulo pi, up to the fast limit.
    Each half turn changes the sign. The first product is exact."""
    if quarter:
        shifted = x.fma(1 / numbers.pi, 0.5) + _ROUNDER
    else:
        shifted = x.fma(1 / numbers.pi, _ROUNDER)
    halves = shifted - _ROUNDER
    turns = shifted.bits() << 31
    if quarter:
        halves = halves - 0.5
    r = x
    for part in _PI_PARTS:
        r = halves.fma(-part, r)
    square = r * r
    found = (square * r).fma(polynomial(square, _SIN), r)
    if not quarter:
        found = found.with_sign_of(r)  # the sign of a zero is lost
    return (found.bits() ^ turns).floats()


_TURNS: dict[type[Operation], tuple[Expansion, Callable[..., Number]]] = {
    math.SinOp: (lambda x: _sine(x, quarter=False), _wide.sin),
    math.CosOp: (lambda x: _sine(x, quarter=True), _wide.cos),
    math.TanOp: (lambda x: _wide.tan(x.cast(F64)).cast(F32), _wide.tan),
}
"""The fast way of f32, and that of f64, given the function for argument reduction."""


@approximate(*_TURNS)
def lower_turns(op: Operation, rw: ConversionRewriter) -> Value | bool:
    """The fast way; for large numbers, which afn excludes, that of f64 with exact argument
    reduction."""
    if not _is_of(op, F32):
        return rw.fail("only f32 of a known shape has polynomials")
    x, (quick, wide) = Number(rw, rw.operand(0)), _TURNS[type(op)]
    if _may_be_quick(op):
        return quick(x).value

    def exact(x: Number) -> Number:
        return wide(x.cast(F64), narrow_rest).cast(F32)

    return by_size(x, QUICK_LIMIT, quick, exact).value


@approximate_quick(math.SinOp, math.CosOp)
@approximate_wide(*_TURNS)
def lower_wide_turns(op: Operation, rw: ConversionRewriter) -> Value | bool:
    """The same in f64."""
    if not _is_of(op, F64):
        return rw.fail("only f64 of a known shape has series")
    x, (_, wide) = Number(rw, rw.operand(0)), _TURNS[type(op)]
    if _may_be_quick(op):
        return wide(x).value
    return by_size(x, QUICK_LIMIT_F64, wide, lambda x: wide(x, wide_rest)).value


def _may_be_quick(op: Operation) -> bool:
    return FastMathFlags.afn in _flags(op)


def _flags(op: Operation) -> FastMathFlags:
    """The fast-math flags of the op; none if the lowering set none."""
    stated = op.properties.get("fastmath")
    return stated.value if isinstance(stated, FastMathFlagsAttr) else FastMathFlags.none


@approximate(math.PowFOp)
def lower_power(op: Operation, rw: ConversionRewriter) -> Value | bool:
    """By `power`."""
    if not _is_of(op, F32):
        return rw.fail("only f32 of a known shape has polynomials")
    return power(Number(rw, rw.operand(0)), Number(rw, rw.operand(1))).value


_expands(math.AsinOp)(_arcs.asin)
_expands(math.AcosOp)(_arcs.acos)
_expands(math.AtanOp)(_arcs.atan)

# Functions without their own polynomial

_WIDE: dict[type[Operation], Callable[..., Number]] = {
    math.ExpOp: _wide.exp,
    math.Exp2Op: _wide.exp2,
    math.ExpM1Op: _wide.expm1,
    math.LogOp: _wide.log,
    math.Log2Op: _wide.log2,
    math.Log10Op: _wide.log10,
    math.Log1pOp: _wide.log1p,
    math.AsinOp: _wide.asin,
    math.AcosOp: _wide.acos,
    math.AtanOp: _wide.atan,
    math.Atan2Op: _wide.atan2,
    math.SinhOp: _wide.sinh,
    math.CoshOp: _wide.cosh,
    math.TanhOp: _wide.tanh,
    math.ErfOp: _wide.erf,
    math.ErfcOp: _wide.erfc,
    math.AsinhOp: _wide.asinh,
    math.AcoshOp: _wide.acosh,
    math.AtanhOp: _wide.atanh,
    math.CbrtOp: _wide.cbrt,
    math.PowFOp: _wide.pow,
}


_SLOW = (math.ErfOp, math.PowFOp)
"""In f64 a C library takes less time, and its power is more precise."""


def _through_f64(op: Operation, rw: ConversionRewriter) -> Value | bool:
    if not _is_of(op, F32):
        return rw.fail("only f32 of a known shape has polynomials")
    wide = (Number(rw, rw.operand(i)).cast(F64) for i in range(len(op.operands)))
    return _WIDE[type(op)](*wide).cast(F32).value


def _in_f64(op: Operation, rw: ConversionRewriter) -> Value | bool:
    if not _is_of(op, F64):
        return rw.fail("only f64 of a known shape has series")
    return _WIDE[type(op)](*(Number(rw, rw.operand(i)) for i in range(len(op.operands)))).value


approximate(*(cls for cls in _WIDE if cls not in ULPS))(_through_f64)
approximate_wide(*(cls for cls in ULPS_F64 if cls not in _TURNS))(_in_f64)
approximate_quick(*(cls for cls in ULPS_F64 if cls not in (*_TURNS, *_SLOW)))(_in_f64)


__all__ = ["ULPS", "ULPS_F64", "approximate", "math_polynomial_approximation"]
