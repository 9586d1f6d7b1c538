"""complex → arith and math on the parts. `complex.angle %z : complex<f32>` -->
`math.atan2 %im, %re : f32`."""

from __future__ import annotations

import math
from copy import copy
from functools import cache
from typing import Any

from mlirlite.conversion._complex_division import ComplexRange, FloatOps, Pair, quotient
from mlirlite.dialects import arith
from mlirlite.dialects import complex as complex_dialect
from mlirlite.dialects import math as math_dialect
from mlirlite.dialects.arith.enums import (
    NO_FASTMATH,
    CmpFPredicate,
    FastMathFlags,
    FastMathFlagsAttr,
)
from mlirlite.ir.attribute import Attribute
from mlirlite.ir.attributes import FloatAttr, IntegerAttr
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import I1, ComplexType, FloatType
from mlirlite.ir.values import Value
from mlirlite.passes.compiler_pass import PassState, compiler_pass
from mlirlite.rewriting.conversion import ConversionRewriter, Lowerings
from mlirlite.rewriting.type_conversion import TypeConverter

lower = Lowerings("convert-complex-to-standard")

_FINITE = FastMathFlags.nnan | FastMathFlags.ninf


class ComplexRangeTypes(TypeConverter):
    """Changes no type; says how quotients are to be computed."""

    def __init__(self, range: ComplexRange) -> None:
        super().__init__()
        self.range = range


class _Floats(FloatOps):
    """Floats by ops of arith and math, with the flags of an op."""

    def __init__(self, rw: ConversionRewriter, op: Operation) -> None:
        self.rw = rw
        found = next(v.type for v in (*op.operands, *op.results) if isinstance(v.type, ComplexType))
        self.complex_type = found
        flags = op.properties.get("fastmath")
        self.flags = flags if isinstance(flags, FastMathFlagsAttr) else NO_FASTMATH

    @property
    def promises_finite(self) -> bool:
        """True with flags that exclude NaN and infinities."""
        return self.flags.value & _FINITE == _FINITE

    def made(self, cls: type[Operation], *operands: Value, flags: bool = True) -> Value:
        """An op whose result has the type of its last operand."""
        chosen: dict[str, Attribute] = {"fastmath": self.flags if flags else NO_FASTMATH}
        return self.rw.insert(cls.create(operands, (operands[-1].type,), chosen)).results[0]

    def number(self, value: float) -> Value:
        type = self.complex_type.element_type
        if not isinstance(type, FloatType):
            raise ValueError(f"'{type}' is no float type")
        made = arith.ConstantOp.create((), (type,), {"value": FloatAttr(value, type)})
        return self.rw.insert(made).results[0]

    def add(self, a: Value, b: Value) -> Value:
        return self.made(arith.AddFOp, a, b)

    def sub(self, a: Value, b: Value) -> Value:
        return self.made(arith.SubFOp, a, b)

    def mul(self, a: Value, b: Value) -> Value:
        return self.made(arith.MulFOp, a, b)

    def div(self, a: Value, b: Value) -> Value:
        return self.made(arith.DivFOp, a, b)

    def abs(self, a: Value) -> Value:
        return self.made(math_dialect.AbsFOp, a)

    def copysign(self, a: Value, sign: Value) -> Value:
        return self.made(math_dialect.CopySignOp, a, sign, flags=False)

    def compare(self, predicate: str, a: Value, b: Value) -> Value:
        return self._compared(predicate, a, b, NO_FASTMATH)

    def test(self, predicate: str, a: Value, b: Value) -> Value:
        """A comparison with the flags."""
        return self._compared(predicate, a, b, self.flags)

    def _compared(self, predicate: str, a: Value, b: Value, flags: FastMathFlagsAttr) -> Value:
        made = arith.CmpFOp(CmpFPredicate[predicate], a, b, fastmath=flags)
        found: Value = self.rw.insert(made).results[0]
        return found

    def _bits(self, cls: type[Operation], a: Value, b: Value) -> Value:
        return self.rw.insert(cls.create((a, b), (a.type,))).results[0]

    def both(self, a: Value, b: Value) -> Value:
        return self._bits(arith.AndIOp, a, b)

    def either(self, a: Value, b: Value) -> Value:
        return self._bits(arith.OrIOp, a, b)

    def neither(self, a: Value) -> Value:
        """The other bit."""
        true = arith.ConstantOp.create((), (I1,), {"value": IntegerAttr(1, I1)})
        return self._bits(arith.XOrIOp, a, self.rw.insert(true).results[0])

    def select(self, condition: Value, a: Value, b: Value) -> Value:
        return self.rw.insert(arith.SelectOp.create((condition, a, b), (a.type,))).results[0]

    def real(self, z: Value) -> Value:
        """The real part."""
        return self._part(complex_dialect.ReOp, z)

    def imaginary(self, z: Value) -> Value:
        """The imaginary part."""
        return self._part(complex_dialect.ImOp, z)

    def _part(self, cls: type[Operation], z: Value) -> Value:
        type = self.complex_type.element_type
        return self.rw.insert(cls.create((z,), (type,), {"fastmath": NO_FASTMATH})).results[0]

    def parts(self, z: Value) -> Pair:
        """Both parts."""
        return self.real(z), self.imaginary(z)

    def join(self, real: Value, imaginary: Value) -> Value:
        """The number of two parts."""
        made = complex_dialect.CreateOp.create((real, imaginary), (self.complex_type,))
        return self.rw.insert(made).results[0]

    def function(self, cls: type[Operation], *operands: Value) -> Value:
        """A function of complex numbers, which is lowered in its turn."""
        return self.made(cls, *operands)


def _careful(f: _Floats) -> _Floats:
    """Without the promise that there are neither NaN nor infinities: 0 / 0 is one on the way."""
    found = copy(f)
    found.flags = FastMathFlagsAttr(f.flags.value & ~_FINITE)
    return found


def _scaled(f: _Floats, real: Value, imaginary: Value) -> tuple[Value, Value, Value]:
    """The larger and the smaller absolute value m, n, and 1 + (n / m)²: |z| is m times its root."""
    one = f.number(1.0)
    a, b = f.abs(real), f.abs(imaginary)
    larger, smaller = f.made(arith.MaximumFOp, a, b), f.made(arith.MinimumFOp, a, b)
    f = _careful(f)
    ratio = f.div(smaller, larger)
    return larger, smaller, f.add(f.mul(ratio, ratio), one)


def _absolute(f: _Floats, real: Value, imaginary: Value) -> Value:
    """|z| without overflow on the way. 0 / 0 in the ratio: the result is the smaller part."""
    larger, smaller, square = _scaled(f, real, imaginary)
    f = _careful(f)
    found = f.mul(larger, f.made(math_dialect.SqrtOp, square))
    return f.select(f.test("uno", found, found), smaller, found)


def _root_of_absolute(f: _Floats, real: Value, imaginary: Value) -> Value:
    """√|z| without overflow on the way."""
    larger, smaller, square = _scaled(f, real, imaginary)
    f = _careful(f)
    quarter = f.number(0.25)
    root = f.made(math_dialect.SqrtOp, larger)
    found = f.mul(root, f.made(math_dialect.PowFOp, square, quarter))
    return f.select(f.test("uno", found, found), smaller, found)


@lower(complex_dialect.AbsOp)
def lower_abs(op: complex_dialect.AbsOp, rw: ConversionRewriter) -> Any:
    """√(re² + im²)"""
    f = _Floats(rw, op)
    return _absolute(f, *f.parts(op.complex))


@lower(complex_dialect.AngleOp)
def lower_angle(op: complex_dialect.AngleOp, rw: ConversionRewriter) -> Any:
    """atan2(im, re)"""
    f = _Floats(rw, op)
    real, imaginary = f.parts(op.complex)
    return f.made(math_dialect.Atan2Op, imaginary, real)


@lower(complex_dialect.EqualOp, complex_dialect.NotEqualOp)
def lower_comparison(op: Any, rw: ConversionRewriter) -> Any:
    """Both parts are equal; one differs."""
    f = _Floats(rw, op)
    (a, b), (c, d) = f.parts(op.lhs), f.parts(op.rhs)
    equal = isinstance(op, complex_dialect.EqualOp)
    predicate = "oeq" if equal else "une"
    real, imaginary = f.compare(predicate, a, c), f.compare(predicate, b, d)
    return (f.both if equal else f.either)(real, imaginary)


@lower(complex_dialect.AddOp, complex_dialect.SubOp)
def lower_sum(op: Any, rw: ConversionRewriter) -> Any:
    """Part by part."""
    f = _Floats(rw, op)
    step = f.add if isinstance(op, complex_dialect.AddOp) else f.sub
    a, c = f.real(op.lhs), f.real(op.rhs)
    real = step(a, c)
    b, d = f.imaginary(op.lhs), f.imaginary(op.rhs)
    return f.join(real, step(b, d))


@lower(complex_dialect.MulOp)
def lower_mul(op: complex_dialect.MulOp, rw: ConversionRewriter) -> Any:
    """(ac - bd) + (bc + ad)i"""
    f = _Floats(rw, op)
    (a, b), (c, d) = f.parts(op.lhs), f.parts(op.rhs)
    real = f.sub(f.mul(a, c), f.mul(b, d))
    return f.join(real, f.add(f.mul(b, c), f.mul(a, d)))


@lower(complex_dialect.DivOp)
def lower_div(op: complex_dialect.DivOp, rw: ConversionRewriter) -> Any:
    """By the algorithm that the pass was asked for."""
    f = _Floats(rw, op)
    range = getattr(rw.types, "range", ComplexRange.IMPROVED)
    return f.join(*quotient(f, f.parts(op.lhs), f.parts(op.rhs), range))


@lower(complex_dialect.NegOp)
def lower_neg(op: complex_dialect.NegOp, rw: ConversionRewriter) -> Any:
    """Both parts with the other sign."""
    f = _Floats(rw, op)
    real, imaginary = f.parts(op.complex)
    negated = f.made(arith.NegFOp, real, flags=False)
    return f.join(negated, f.made(arith.NegFOp, imaginary, flags=False))


@lower(complex_dialect.ConjOp)
def lower_conj(op: complex_dialect.ConjOp, rw: ConversionRewriter) -> Any:
    """The imaginary part with the other sign."""
    f = _Floats(rw, op)
    real, imaginary = f.parts(op.complex)
    return f.join(real, f.made(arith.NegFOp, imaginary, flags=False))


@lower(complex_dialect.SignOp)
def lower_sign(op: complex_dialect.SignOp, rw: ConversionRewriter) -> Any:
    """z / |z|, and z for zero"""
    f = _Floats(rw, op)
    real, imaginary = f.parts(op.complex)
    zero = f.number(0.0)
    real_is_zero = f.compare("oeq", real, zero)
    is_zero = f.both(real_is_zero, f.compare("oeq", imaginary, zero))
    absolute = _absolute(f, *f.parts(op.complex))
    scaled = f.div(real, absolute)
    return f.select(is_zero, op.complex, f.join(scaled, f.div(imaginary, absolute)))


# Exponentials and logarithms


@lower(complex_dialect.ExpOp)
def lower_exp(op: complex_dialect.ExpOp, rw: ConversionRewriter) -> Any:
    """e^re · (cos im + i sin im); in two steps where e^re alone overflows, and with an imaginary
    part of 0 for one of 0."""
    f = _Floats(rw, op)
    real, imaginary = f.parts(op.complex)
    zero, half, infinity = f.number(0.0), f.number(0.5), f.number(math.inf)
    exp = f.made(math_dialect.ExpOp, real)
    exp_half = f.made(math_dialect.ExpOp, f.mul(real, half))
    cos, sin = f.made(math_dialect.CosOp, imaginary), f.made(math_dialect.SinOp, imaginary)
    overflows = f.test("oeq", exp, infinity)
    is_real = f.compare("oeq", imaginary, zero)

    def scaled(part: Value) -> Value:
        once = f.mul(exp, part)
        return f.select(overflows, f.mul(f.mul(exp_half, part), exp_half), once)

    first = scaled(cos)
    return f.join(first, f.select(is_real, zero, scaled(sin)))


_COSM1 = (
    4.7377507964246204691685e-14,
    -1.1470284843425359765671e-11,
    2.0876754287081521758361e-9,
    -2.7557319214999787979814e-7,
    2.4801587301570552304991e-5,
    -1.3888888888888872993737e-3,
    4.1666666666666666609054e-2,
)
"""cos(x) - 1 + x²/2 = x⁴ · p(x²) for |x| < π/4: the coefficients of Cephes, the highest first."""


def _cosm1(f: _Floats, x: Value) -> Value:
    """cos(x) - 1, exact near 0."""
    minus_half, minus_one = f.number(-0.5), f.number(-1.0)
    plain = f.add(f.made(math_dialect.CosOp, x), minus_one)
    square = f.mul(x, x)
    fourth = f.mul(square, square)
    sum = f.number(_COSM1[0])
    for coefficient in _COSM1[1:]:
        sum = f.made(math_dialect.FmaOp, sum, square, f.number(coefficient))
    first = f.mul(fourth, sum)
    second = f.mul(minus_half, square)
    near = f.made(arith.AddFOp, first, second, flags=False)
    bound = f.number(0.61685)  # (π / 4)²
    return f.select(f.test("oge", square, bound), plain, near)


@lower(complex_dialect.Expm1Op)
def lower_expm1(op: complex_dialect.Expm1Op, rw: ConversionRewriter) -> Any:
    """(expm1(re) · cos im + cosm1(im)) + i e^re sin im, which is exact near 0"""
    f = _Floats(rw, op)
    real, imaginary = f.parts(op.complex)
    zero, one = f.number(0.0), f.number(1.0)
    expm1 = f.made(math_dialect.ExpM1Op, real)
    exp = f.add(expm1, one)
    sin = f.made(math_dialect.SinOp, imaginary)
    cosm1 = _cosm1(f, imaginary)
    first = f.add(f.mul(expm1, f.add(cosm1, one)), cosm1)
    is_real = f.test("oeq", imaginary, zero)
    return f.join(first, f.select(is_real, zero, f.mul(exp, sin)))


@lower(complex_dialect.LogOp)
def lower_log(op: complex_dialect.LogOp, rw: ConversionRewriter) -> Any:
    """log |z| + i angle(z)"""
    f = _Floats(rw, op)
    first = f.made(math_dialect.LogOp, _absolute(f, *f.parts(op.complex)))
    real, imaginary = f.parts(op.complex)
    return f.join(first, f.made(math_dialect.Atan2Op, imaginary, real))


@lower(complex_dialect.Log1pOp)
def lower_log1p(op: complex_dialect.Log1pOp, rw: ConversionRewriter) -> Any:
    """log |1 + z| + i angle(1 + z), exact near 0: with m the larger and n the smaller part,
    log m + ½ log(1 + (n / m)²)"""
    f = _Floats(rw, op)
    real, imaginary = f.parts(op.complex)
    half, one = f.number(0.5), f.number(1.0)
    more = f.add(real, one)
    a, b = f.abs(more), f.abs(imaginary)
    larger, smaller = f.made(arith.MaximumFOp, a, b), f.made(arith.MinimumFOp, a, b)
    real_is_larger = f.test("ogt", more, b)
    excess = f.select(real_is_larger, real, f.sub(larger, one))
    g = _careful(f)
    ratio = g.div(smaller, larger)
    first = f.made(math_dialect.Log1pOp, excess)
    second = g.made(math_dialect.Log1pOp, g.mul(ratio, ratio))
    found = g.add(g.mul(half, second), first)
    found = g.select(g.test("uno", found, found), smaller, found)
    return f.join(found, f.made(math_dialect.Atan2Op, imaginary, more))


# Roots and powers


@lower(complex_dialect.SqrtOp)
def lower_sqrt(op: complex_dialect.SqrtOp, rw: ConversionRewriter) -> Any:
    """√|z| · (cos ½φ + i sin ½φ), with C's results for what is infinite"""
    f = _Floats(rw, op)
    zero, half = f.number(0.0), f.number(0.5)
    real, imaginary = f.parts(op.complex)
    root = _root_of_absolute(f, real, imaginary)
    angle = f.mul(f.made(math_dialect.Atan2Op, imaginary, real), half)
    cos, sin = f.made(math_dialect.CosOp, angle), f.made(math_dialect.SinOp, angle)
    no_sine = f.test("oeq", sin, zero)
    first, second = f.mul(root, cos), f.mul(root, sin)
    second = f.select(no_sine, zero, second)

    if not f.promises_finite:
        infinity, minus_infinity = f.number(math.inf), f.number(-math.inf)
        nan = f.number(math.nan)
        size = f.abs(imaginary)
        is_infinite = f.test("oeq", size, infinity)
        is_finite = f.test("one", size, infinity)
        real_is_infinite = f.test("oeq", real, infinity)
        real_is_minus_infinite = f.test("oeq", real, minus_infinity)
        first = f.select(f.both(real_is_minus_infinite, is_finite), zero, first)
        first = f.select(f.either(is_infinite, real_is_infinite), infinity, first)
        signed = f.made(math_dialect.CopySignOp, infinity, imaginary)
        second = f.select(f.compare("uno", root, root), nan, second)
        second = f.select(f.either(is_infinite, real_is_minus_infinite), signed, second)

    is_zero = f.test("oeq", root, zero)
    first = f.select(is_zero, zero, first)
    return f.join(first, f.select(is_zero, zero, second))


@lower(complex_dialect.RsqrtOp)
def lower_rsqrt(op: complex_dialect.RsqrtOp, rw: ConversionRewriter) -> Any:
    """1/√|z| · (cos -½φ + i sin -½φ); 0 for what is infinite, infinite for 0"""
    f = _Floats(rw, op)
    zero, infinity = f.number(0.0), f.number(math.inf)
    minus_half, nan = f.number(-0.5), f.number(math.nan)
    real, imaginary = f.parts(op.complex)
    larger, smaller, square = _scaled(f, real, imaginary)
    g = _careful(f)
    root = g.made(math_dialect.RsqrtOp, square)
    of_smaller = g.made(math_dialect.RsqrtOp, smaller)
    of_larger = g.made(math_dialect.RsqrtOp, larger)
    found = g.mul(of_larger, g.made(math_dialect.SqrtOp, root))
    found = g.select(g.test("uno", found, found), of_smaller, found)
    angle = f.mul(f.made(math_dialect.Atan2Op, imaginary, real), minus_half)
    cos, sin = f.made(math_dialect.CosOp, angle), f.made(math_dialect.SinOp, angle)
    first, second = f.mul(found, cos), f.mul(found, sin)

    if not f.promises_finite:
        minus_one = f.number(-1.0)
        real_zero = f.made(math_dialect.CopySignOp, zero, real)
        imaginary_zero = f.made(math_dialect.CopySignOp, zero, imaginary)
        imaginary_zero = f.mul(minus_one, imaginary_zero)
        a, b = f.abs(real), f.abs(imaginary)
        imaginary_is_infinite = f.test("oeq", b, infinity)
        real_is_nan = f.test("uno", real, real)
        real_is_infinite = f.test("oeq", a, infinity)
        vanishes = f.either(f.both(imaginary_is_infinite, real_is_nan), real_is_infinite)
        first = f.select(vanishes, real_zero, first)
        second = f.select(vanishes, imaginary_zero, second)

    real_is_zero = f.test("oeq", real, zero)
    is_zero = f.both(real_is_zero, f.test("oeq", imaginary, zero))
    first = f.select(is_zero, infinity, first)
    return f.join(first, f.select(is_zero, nan, second))


@lower(complex_dialect.PowOp)
def lower_pow(op: complex_dialect.PowOp, rw: ConversionRewriter) -> Any:
    """|a|^c e^(-dφ) · (cos t + i sin t) with t = cφ + d log |a|, for an exponent c + di"""
    return _power(_Floats(rw, op), op.lhs, op.rhs)


@lower(complex_dialect.PowiOp)
def lower_powi(op: complex_dialect.PowiOp, rw: ConversionRewriter) -> Any:
    """A power whose exponent is the integer as a complex number."""
    f = _Floats(rw, op)
    part = f.complex_type.element_type
    number = rw.insert(arith.SIToFPOp.create((op.rhs,), (part,))).results[0]
    return f.function(complex_dialect.PowOp, op.lhs, f.join(number, f.number(0.0)))


def _power(f: _Floats, lhs: Value, rhs: Value) -> Value:
    c, d = f.parts(rhs)
    a, b = f.parts(lhs)
    absolute = _absolute(f, *f.parts(lhs))
    size = f.made(math_dialect.PowFOp, absolute, c)
    minus_d = f.made(arith.NegFOp, d)
    angle = f.made(math_dialect.Atan2Op, b, a)
    size = f.mul(size, f.made(math_dialect.ExpOp, f.mul(minus_d, angle)))
    log = f.made(math_dialect.LogOp, absolute)
    turn = f.add(f.mul(c, angle), f.mul(d, log))
    cos, sin = f.made(math_dialect.CosOp, turn), f.made(math_dialect.SinOp, turn)
    infinity, zero, one = f.number(math.inf), f.number(0.0), f.number(1.0)
    number_one, number_zero = f.join(one, zero), f.join(zero, zero)
    number_infinity = f.join(infinity, zero)
    lhs_is_zero = f.test("oeq", absolute, zero)
    d_is_zero = f.test("oeq", d, zero)
    c_is_zero = f.test("oeq", c, zero)
    b_is_zero = f.test("oeq", b, zero)
    c_is_positive = f.test("ole", zero, c)
    first = f.mul(size, cos)
    second = f.mul(size, sin)
    # 0^0 is 1, 0^c is 0.
    of_zero = f.select(c_is_zero, number_one, number_zero)
    found = f.join(first, second)
    condition = f.both(f.both(lhs_is_zero, d_is_zero), c_is_positive)
    found = f.select(condition, of_zero, found)
    found = f.select(f.both(c_is_zero, d_is_zero), number_one, found)
    lhs_is_one = f.both(f.test("oeq", a, one), b_is_zero)
    found = f.select(lhs_is_one, number_one, found)
    lhs_is_infinite = f.both(f.test("oeq", a, infinity), b_is_zero)
    for predicate, result in (("ogt", number_infinity), ("olt", number_zero)):
        real_exponent = f.both(d_is_zero, f.test(predicate, c, zero))
        found = f.select(f.both(lhs_is_infinite, real_exponent), result, found)
    return found


# Trigonometry


@lower(complex_dialect.SinOp, complex_dialect.CosOp)
def lower_sine(op: Any, rw: ConversionRewriter) -> Any:
    """sin re cosh im + i cos re sinh im, and cos re cosh im - i sin re sinh im"""
    f = _Floats(rw, op)
    real, imaginary = f.parts(op.complex)
    half = f.number(0.5)
    exp = f.made(math_dialect.ExpOp, imaginary)
    up, down = f.mul(half, exp), f.div(half, exp)
    sin, cos = f.made(math_dialect.SinOp, real), f.made(math_dialect.CosOp, real)
    if isinstance(op, complex_dialect.SinOp):
        first = f.mul(f.add(up, down), sin)
        return f.join(first, f.mul(f.sub(up, down), cos))
    first = f.mul(f.add(down, up), cos)
    return f.join(first, f.mul(f.sub(down, up), sin))


@lower(complex_dialect.TanhOp)
def lower_tanh(op: complex_dialect.TanhOp, rw: ConversionRewriter) -> Any:
    """With p = expm1(2 re), q = expm1(-2 re): (p - q + i 4 sin im cos im) / (p + q + 4 cos² im)"""
    f = _Floats(rw, op)
    real, imaginary = f.parts(op.complex)
    return f.join(*_tanh(f, real, imaginary, f.number(-1.0)))


@lower(complex_dialect.TanOp)
def lower_tan(op: complex_dialect.TanOp, rw: ConversionRewriter) -> Any:
    """-i tanh(iz)"""
    f = _Floats(rw, op)
    real, imaginary = f.parts(op.complex)
    minus_one = f.number(-1.0)
    first, second = _tanh(f, f.mul(imaginary, minus_one), real, minus_one)
    return f.join(second, f.mul(first, minus_one))


def _tanh(f: _Floats, real: Value, imaginary: Value, minus_one: Value) -> Pair:
    infinity, four = f.number(math.inf), f.number(4.0)
    twice = f.add(real, real)
    minus_twice = f.mul(minus_one, twice)
    p = f.made(math_dialect.ExpM1Op, twice)
    q = f.made(math_dialect.ExpM1Op, minus_twice)
    difference = f.sub(p, q)
    cos = f.made(math_dialect.CosOp, imaginary)
    square = f.mul(f.mul(cos, cos), four)
    sin = f.made(math_dialect.SinOp, imaginary)
    numerator = f.mul(four, f.mul(cos, sin))
    sum = f.add(p, q)
    denominator = f.add(sum, square)
    overflows = f.test("oeq", sum, infinity)
    limit = f.made(math_dialect.CopySignOp, minus_one, real)
    first = f.select(overflows, limit, f.div(difference, denominator))
    second = f.div(numerator, denominator)
    if f.promises_finite:
        return first, second
    size = f.abs(real)
    zero, nan = f.number(0.0), f.number(math.nan)
    is_infinite = f.test("oeq", size, infinity)
    is_real = f.test("oeq", imaginary, zero)
    is_finite = f.neither(is_infinite)
    is_nan = f.test("uno", numerator, numerator)
    unknown = f.both(is_nan, is_finite)
    vanishes = f.either(is_real, f.both(is_infinite, is_nan))
    first = f.select(unknown, nan, first)
    return first, f.select(vanishes, zero, second)


@lower(complex_dialect.Atan2Op)
def lower_atan2(op: complex_dialect.Atan2Op, rw: ConversionRewriter) -> Any:
    """-i log((x + iy) / √(x² + y²))"""
    f = _Floats(rw, op)
    y, x = op.lhs, op.rhs
    dialect = complex_dialect
    first = f.function(dialect.MulOp, x, x)
    root = f.function(
        dialect.SqrtOp, f.function(dialect.AddOp, first, f.function(dialect.MulOp, y, y))
    )
    zero, one = f.number(0.0), f.number(1.0)
    turned = f.function(dialect.MulOp, f.join(zero, one), y)
    ratio = f.function(dialect.DivOp, f.function(dialect.AddOp, x, turned), root)
    log = f.function(dialect.LogOp, ratio)
    return f.function(dialect.MulOp, f.join(zero, f.number(-1.0)), log)


@cache
def _lowerings(range: ComplexRange) -> Lowerings:
    return Lowerings(lower.name, ComplexRangeTypes(range), include=[lower])


@compiler_pass("convert-complex-to-standard")
def convert_complex_to_standard(
    op: Operation, state: PassState, *, complex_range: ComplexRange = ComplexRange.IMPROVED
) -> None:
    """Convert Complex dialect to standard dialect.

    What is left are complex.create, complex.re, complex.im, complex.constant and complex.bitcast.

    complex_range: how quotients treat parts that are too large, too small or not finite
    """
    _lowerings(complex_range).convert(op)
