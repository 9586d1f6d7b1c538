"""Sines, tangents, and angles between two numbers."""

from __future__ import annotations

import math
from typing import Any

from mlirlite.conversion._complex_division import Pair
from mlirlite.conversion.complex_to_standard.floats import Floats
from mlirlite.conversion.complex_to_standard.table import lower
from mlirlite.dialects import complex as complex_dialect, math as math_dialect
from mlirlite.ir.values import Value
from mlirlite.rewriting.conversion import ConversionRewriter


@lower(complex_dialect.SinOp, complex_dialect.CosOp)
def lower_sine(op: complex_dialect.SinOp | complex_dialect.CosOp, rw: ConversionRewriter) -> Any:
    """sin re cosh im + i cos re sinh im, and cos re cosh im - i sin re sinh im"""
    f = Floats(rw, op)
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
    f = Floats(rw, op)
    real, imaginary = f.parts(op.complex)
    return f.join(*_tanh(f, real, imaginary, f.number(-1.0)))


@lower(complex_dialect.TanOp)
def lower_tan(op: complex_dialect.TanOp, rw: ConversionRewriter) -> Any:
    """-i tanh(iz)"""
    f = Floats(rw, op)
    real, imaginary = f.parts(op.complex)
    minus_one = f.number(-1.0)
    first, second = _tanh(f, f.mul(imaginary, minus_one), real, minus_one)
    return f.join(second, f.mul(first, minus_one))


def _tanh(f: Floats, real: Value, imaginary: Value, minus_one: Value) -> Pair:
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
    f = Floats(rw, op)
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
