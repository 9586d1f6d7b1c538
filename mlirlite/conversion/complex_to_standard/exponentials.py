"""Exponentials and logarithms."""

from __future__ import annotations

import math
from typing import Any

from mlirlite.conversion.complex_to_standard.floats import Floats, careful, modulus
from mlirlite.conversion.complex_to_standard.table import lower
from mlirlite.dialects import arith, complex as complex_dialect, math as math_dialect
from mlirlite.ir.values import Value
from mlirlite.rewriting.conversion import ConversionRewriter


@lower(complex_dialect.ExpOp)
def lower_exp(op: complex_dialect.ExpOp, rw: ConversionRewriter) -> Any:
    """e^re · (cos im + i sin im); in two steps if e^re alone overflows, and with an imaginary part
    of 0 if the argument's is 0."""
    f = Floats(rw, op)
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


def _cosm1(f: Floats, x: Value) -> Value:
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
    f = Floats(rw, op)
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
    f = Floats(rw, op)
    first = f.made(math_dialect.LogOp, modulus(f, *f.parts(op.complex)))
    real, imaginary = f.parts(op.complex)
    return f.join(first, f.made(math_dialect.Atan2Op, imaginary, real))


@lower(complex_dialect.Log1pOp)
def lower_log1p(op: complex_dialect.Log1pOp, rw: ConversionRewriter) -> Any:
    """log |1 + z| + i angle(1 + z), exact near 0: with m the larger and n the smaller part,
    log m + ½ log(1 + (n / m)²)"""
    f = Floats(rw, op)
    real, imaginary = f.parts(op.complex)
    half, one = f.number(0.5), f.number(1.0)
    more = f.add(real, one)
    a, b = f.abs(more), f.abs(imaginary)
    larger, smaller = f.made(arith.MaximumFOp, a, b), f.made(arith.MinimumFOp, a, b)
    real_is_larger = f.test("ogt", more, b)
    excess = f.select(real_is_larger, real, f.sub(larger, one))
    g = careful(f)
    ratio = g.div(smaller, larger)
    first = f.made(math_dialect.Log1pOp, excess)
    second = g.made(math_dialect.Log1pOp, g.mul(ratio, ratio))
    found = g.add(g.mul(half, second), first)
    found = g.select(g.test("uno", found, found), smaller, found)
    return f.join(found, f.made(math_dialect.Atan2Op, imaginary, more))
