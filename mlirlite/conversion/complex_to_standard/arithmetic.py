"""Absolute values, angles, comparisons, sums, products, quotients and signs."""

from __future__ import annotations

from typing import Any

from mlirlite.conversion._complex_division import ComplexRange, quotient
from mlirlite.conversion.complex_to_standard.floats import Floats, modulus
from mlirlite.conversion.complex_to_standard.table import lower
from mlirlite.dialects import arith, complex as complex_dialect, math as math_dialect
from mlirlite.rewriting.conversion import ConversionRewriter


@lower(complex_dialect.AbsOp)
def lower_abs(op: complex_dialect.AbsOp, rw: ConversionRewriter) -> Any:
    """√(re² + im²)"""
    f = Floats(rw, op)
    return modulus(f, *f.parts(op.complex))


@lower(complex_dialect.AngleOp)
def lower_angle(op: complex_dialect.AngleOp, rw: ConversionRewriter) -> Any:
    """atan2(im, re)"""
    f = Floats(rw, op)
    real, imaginary = f.parts(op.complex)
    return f.made(math_dialect.Atan2Op, imaginary, real)


@lower(complex_dialect.EqualOp, complex_dialect.NotEqualOp)
def lower_comparison(
    op: complex_dialect.EqualOp | complex_dialect.NotEqualOp, rw: ConversionRewriter
) -> Any:
    """Both parts are equal; one differs."""
    f = Floats(rw, op)
    (a, b), (c, d) = f.parts(op.lhs), f.parts(op.rhs)
    equal = isinstance(op, complex_dialect.EqualOp)
    predicate = "oeq" if equal else "une"
    real, imaginary = f.compare(predicate, a, c), f.compare(predicate, b, d)
    return (f.both if equal else f.either)(real, imaginary)


@lower(complex_dialect.AddOp, complex_dialect.SubOp)
def lower_sum(op: complex_dialect.AddOp | complex_dialect.SubOp, rw: ConversionRewriter) -> Any:
    """Part by part."""
    f = Floats(rw, op)
    step = f.add if isinstance(op, complex_dialect.AddOp) else f.sub
    a, c = f.real(op.lhs), f.real(op.rhs)
    real = step(a, c)
    b, d = f.imaginary(op.lhs), f.imaginary(op.rhs)
    return f.join(real, step(b, d))


@lower(complex_dialect.MulOp)
def lower_mul(op: complex_dialect.MulOp, rw: ConversionRewriter) -> Any:
    """(ac - bd) + (bc + ad)i"""
    f = Floats(rw, op)
    (a, b), (c, d) = f.parts(op.lhs), f.parts(op.rhs)
    real = f.sub(f.mul(a, c), f.mul(b, d))
    return f.join(real, f.add(f.mul(b, c), f.mul(a, d)))


@lower(complex_dialect.DivOp)
def lower_div(op: complex_dialect.DivOp, rw: ConversionRewriter) -> Any:
    """By the algorithm of the pass's option."""
    f = Floats(rw, op)
    range = getattr(rw.types, "range", ComplexRange.IMPROVED)
    return f.join(*quotient(f, f.parts(op.lhs), f.parts(op.rhs), range))


@lower(complex_dialect.NegOp)
def lower_neg(op: complex_dialect.NegOp, rw: ConversionRewriter) -> Any:
    """Both parts with the other sign."""
    f = Floats(rw, op)
    real, imaginary = f.parts(op.complex)
    negated = f.made(arith.NegFOp, real, flags=False)
    return f.join(negated, f.made(arith.NegFOp, imaginary, flags=False))


@lower(complex_dialect.ConjOp)
def lower_conj(op: complex_dialect.ConjOp, rw: ConversionRewriter) -> Any:
    """The imaginary part with the other sign."""
    f = Floats(rw, op)
    real, imaginary = f.parts(op.complex)
    return f.join(real, f.made(arith.NegFOp, imaginary, flags=False))


@lower(complex_dialect.SignOp)
def lower_sign(op: complex_dialect.SignOp, rw: ConversionRewriter) -> Any:
    """z / |z|, and z for zero"""
    f = Floats(rw, op)
    real, imaginary = f.parts(op.complex)
    zero = f.number(0.0)
    real_is_zero = f.compare("oeq", real, zero)
    is_zero = f.both(real_is_zero, f.compare("oeq", imaginary, zero))
    absolute = modulus(f, *f.parts(op.complex))
    scaled = f.div(real, absolute)
    return f.select(is_zero, op.complex, f.join(scaled, f.div(imaginary, absolute)))
