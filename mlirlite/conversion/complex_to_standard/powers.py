"""Roots and powers."""

from __future__ import annotations

import math
from typing import Any

from mlirlite.conversion.complex_to_standard.floats import (
    Floats,
    careful,
    modulus,
    root_of_modulus,
    scaled,
)
from mlirlite.conversion.complex_to_standard.table import lower
from mlirlite.dialects import arith, complex as complex_dialect, math as math_dialect
from mlirlite.ir.values import Value
from mlirlite.rewriting.conversion import ConversionRewriter


@lower(complex_dialect.SqrtOp)
def lower_sqrt(op: complex_dialect.SqrtOp, rw: ConversionRewriter) -> Any:
    """√|z| · (cos ½φ + i sin ½φ), with C's results for what is infinite"""
    f = Floats(rw, op)
    zero, half = f.number(0.0), f.number(0.5)
    real, imaginary = f.parts(op.complex)
    root = root_of_modulus(f, real, imaginary)
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
    f = Floats(rw, op)
    zero, infinity = f.number(0.0), f.number(math.inf)
    minus_half, nan = f.number(-0.5), f.number(math.nan)
    real, imaginary = f.parts(op.complex)
    larger, smaller, square = scaled(f, real, imaginary)
    g = careful(f)
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
    return _power(Floats(rw, op), op.lhs, op.rhs)


@lower(complex_dialect.PowiOp)
def lower_powi(op: complex_dialect.PowiOp, rw: ConversionRewriter) -> Any:
    """A power whose exponent is the integer as a complex number."""
    f = Floats(rw, op)
    part = f.complex_type.element_type
    number = rw.insert(arith.SIToFPOp.create((op.rhs,), (part,))).results[0]
    return f.function(complex_dialect.PowOp, op.lhs, f.join(number, f.number(0.0)))


def _power(f: Floats, lhs: Value, rhs: Value) -> Value:
    c, d = f.parts(rhs)
    a, b = f.parts(lhs)
    absolute = modulus(f, *f.parts(lhs))
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
