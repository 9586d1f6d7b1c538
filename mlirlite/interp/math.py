"""Evaluation of the ops of math. Transcendental functions are computed in double and rounded:
compiled code may differ in the last bits."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np

from mlirlite.dialects import math as dialect
from mlirlite.interp.arith import maxnum, minnum
from mlirlite.interp.machine import Machine, evaluate
from mlirlite.interp.values import POISON, elementwise, rounded, signed, unsigned, width_of, wrap
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import FloatType, element_type_of


def quiet(function: Callable[..., Any]) -> Callable[..., float]:
    """A numpy function on doubles, without warnings: infinities and NaNs are values."""

    def one(*values: float) -> float:
        with np.errstate(all="ignore"):
            return float(function(*map(np.float64, values)))

    return one


def _half_away(a: float) -> float:
    whole = math.modf(a)[1]
    return math.copysign(whole + (math.copysign(1, a) if abs(a - whole) >= 0.5 else 0), a)


def _erf(a: float) -> float:
    return math.erf(a)


UNARY: dict[type[Any], Callable[..., float]] = {
    dialect.AbsFOp: abs,
    dialect.AcosOp: quiet(np.arccos),
    dialect.AcoshOp: quiet(np.arccosh),
    dialect.AsinOp: quiet(np.arcsin),
    dialect.AsinhOp: quiet(np.arcsinh),
    dialect.AtanOp: quiet(np.arctan),
    dialect.AtanhOp: quiet(np.arctanh),
    dialect.CbrtOp: quiet(np.cbrt),
    dialect.CeilOp: quiet(np.ceil),
    dialect.CosOp: quiet(np.cos),
    dialect.CoshOp: quiet(np.cosh),
    dialect.ErfOp: _erf,
    dialect.ErfcOp: math.erfc,
    dialect.Exp2Op: quiet(np.exp2),
    dialect.ExpM1Op: quiet(np.expm1),
    dialect.ExpOp: quiet(np.exp),
    dialect.FloorOp: quiet(np.floor),
    dialect.Log10Op: quiet(np.log10),
    dialect.Log1pOp: quiet(np.log1p),
    dialect.Log2Op: quiet(np.log2),
    dialect.LogOp: quiet(np.log),
    dialect.RoundEvenOp: quiet(np.rint),
    dialect.RoundOp: lambda a: _half_away(a) if math.isfinite(a) else a,
    dialect.RsqrtOp: quiet(lambda a: np.float64(1) / np.sqrt(a)),
    dialect.SinOp: quiet(np.sin),
    dialect.SinhOp: quiet(np.sinh),
    dialect.SqrtOp: quiet(np.sqrt),
    dialect.TanOp: quiet(np.tan),
    dialect.TanhOp: quiet(np.tanh),
    dialect.TruncOp: quiet(np.trunc),
}
BINARY: dict[type[Any], Callable[..., float]] = {
    dialect.Atan2Op: quiet(np.arctan2),
    dialect.CopySignOp: math.copysign,
    dialect.PowFOp: quiet(np.power),
}


@evaluate(*UNARY, *BINARY)
def run_function(m: Machine, op: Operation) -> Any:
    """A function of floats, rounded to their type."""
    function = (UNARY.get(type(op)) or BINARY[type(op)])  # fmt: skip
    to = element_type_of(op.results[0].type)
    values = m.all(op.operands)
    return elementwise(lambda *a: rounded(function(*a), to), op.results[0].type, *values)


def _is_normal(a: float, type: FloatType) -> bool:
    smallest = 2.0 ** (1 - type.format.bias)
    return math.isfinite(a) and abs(a) >= smallest


TESTS: dict[type[Any], Callable[[float, Any], bool]] = {
    dialect.IsFiniteOp: lambda a, t: math.isfinite(a),
    dialect.IsInfOp: lambda a, t: math.isinf(a),
    dialect.IsNaNOp: lambda a, t: math.isnan(a),
    dialect.IsNormalOp: _is_normal,
}


@evaluate(*TESTS)
def run_test(m: Machine, op: Operation) -> Any:
    """A test of a float."""
    (operand,) = op.operands
    test, of = TESTS[type(op)], element_type_of(operand.type)
    return elementwise(lambda a: int(test(a, of)), op.results[0].type, m[operand])


def fused(a: float, b: float, c: float, type: Any) -> float:
    """a * b + c rounded once."""
    if not all(map(math.isfinite, (a, b, c))):
        with np.errstate(all="ignore"):
            return rounded(float(np.float64(a) * np.float64(b) + np.float64(c)), type)
    exact = Fraction(a) * Fraction(b) + Fraction(c)
    if exact == 0:
        return a * b + c  # the sign of zero is IEEE's
    return rounded(round_to_odd(exact), type) if type.keyword != "f64" else _to_double(exact)


def _to_double(exact: Fraction) -> float:
    try:
        return exact.numerator / exact.denominator  # division of integers rounds once
    except OverflowError:
        return math.copysign(math.inf, exact)


def round_to_odd(exact: Fraction) -> float:
    """A double next to a number, with a sticky last bit, so that a second rounding to a smaller
    type is correct."""
    near = _to_double(exact)
    if not math.isfinite(near) or Fraction(near) == exact:
        return near
    other = math.nextafter(near, math.inf if Fraction(near) < exact else -math.inf)
    return near if int(np.float64(near).view(np.uint64)) & 1 else other


@evaluate(dialect.FmaOp)
def run_fma(m: Machine, op: dialect.FmaOp) -> Any:
    """a * b + c rounded once."""
    to = element_type_of(op.result.type)
    values = m.all((op.a, op.b, op.c))
    return elementwise(lambda a, b, c: fused(a, b, c, to), op.result.type, *values)


@evaluate(dialect.ClampFOp)
def run_clampf(m: Machine, op: dialect.ClampFOp) -> Any:
    """A float clamped between two others."""
    values = m.all((op.value, op.min, op.max))
    return elementwise(lambda v, low, high: minnum(maxnum(v, low), high), op.result.type, *values)


@evaluate(dialect.FPowIOp)
def run_fpowi(m: Machine, op: dialect.FPowIOp) -> Any:
    """A float to the power of an integer."""
    to, of = (element_type_of(t) for t in (op.result.type, op.rhs.type))
    power = quiet(np.power)
    return elementwise(
        lambda a, n: rounded(power(a, float(signed(n, of))), to),
        op.result.type,
        m[op.lhs],
        m[op.rhs],
    )


@evaluate(dialect.SincosOp)
def run_sincos(m: Machine, op: dialect.SincosOp) -> list[Any]:
    """Sine and cosine."""
    to = element_type_of(op.operand.type)
    return [
        elementwise(lambda a, f=f: rounded(f(a), to), op.operand.type, m[op.operand])
        for f in (quiet(np.sin), quiet(np.cos))
    ]


def _trailing_zeros(bits: int, width: int) -> int:
    return (bits & -bits).bit_length() - 1 if bits else width


INTEGER: dict[type[Any], Callable[[int, int], int]] = {
    dialect.CountLeadingZerosOp: lambda bits, width: width - bits.bit_length(),
    dialect.CountTrailingZerosOp: _trailing_zeros,
    dialect.CtPopOp: lambda bits, width: bits.bit_count(),
}


@evaluate(*INTEGER)
def run_count(m: Machine, op: Operation) -> Any:
    """A count of bits."""
    return run_bits(m, op, INTEGER[type(op)])


def run_bits(m: Machine, op: Operation, function: Callable[[int, int], int]) -> Any:
    """A function of the bits of an integer and its width."""
    value, of = op.operands[0], element_type_of(op.result.type)
    width = width_of(of)
    return elementwise(
        lambda a: wrap(function(unsigned(a, of), width), of), op.result.type, m[value]
    )


@evaluate(dialect.AbsIOp)
def run_absi(m: Machine, op: dialect.AbsIOp) -> Any:
    """The absolute value, wrapped."""
    of = element_type_of(op.operand.type)
    return elementwise(lambda a: wrap(abs(signed(a, of)), of), op.result.type, m[op.operand])


@evaluate(dialect.IPowIOp)
def run_ipowi(m: Machine, op: dialect.IPowIOp) -> Any:
    """An integer to the power of an integer, wrapped."""
    of = element_type_of(op.result.type)
    width = width_of(of)

    def one(base: int, exponent: int) -> Any:
        base, exponent = signed(base, of), signed(exponent, of)
        if exponent >= 0:
            return wrap(pow(base, exponent, 1 << width), of)
        if base == 0:
            return POISON
        return wrap((base if exponent % 2 else 1) if abs(base) == 1 else 0, of)

    return elementwise(one, op.result.type, m[op.lhs], m[op.rhs])
