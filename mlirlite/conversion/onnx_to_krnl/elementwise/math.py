"""Arithmetic, comparisons and functions of one element: one line per op."""

from __future__ import annotations

from typing import Any

from mlirlite.conversion.onnx_to_krnl.elementwise.combinators import (
    aligned_inputs,
    binary,
    elementwise,
    operands,
    unary,
    variadic,
)
from mlirlite.conversion.onnx_to_krnl.emit.builder import KrnlBuilder
from mlirlite.conversion.onnx_to_krnl.emit.scalar import Scalar, least
from mlirlite.conversion.onnx_to_krnl.emit.table import kernel
from mlirlite.dialects import krnl, math
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import F64

# Functions of one number

unary("Abs", "AbsV1")(lambda b, x: x.abs())
unary("Neg", "NegV1")(lambda b, x: -x)
unary("Exp", "ExpV1")(lambda b, x: x.exp())
unary("Log", "LogV1")(lambda b, x: x.log())
unary("Sqrt", "SqrtV1")(lambda b, x: x.sqrt())
unary("Reciprocal", "ReciprocalV1")(lambda b, x: 1 / x)
unary("Floor", "FloorV1")(lambda b, x: x.floor())
unary("Ceil", "CeilV1")(lambda b, x: x.ceil())
unary("Round")(lambda b, x: x.round_even())
unary("Erf", "ErfV9")(lambda b, x: x.erf())
unary("Tanh", "TanhV1")(lambda b, x: x.tanh())
unary("Sin")(lambda b, x: _of_angle(b, x, math.SinOp))
unary("Cos")(lambda b, x: _of_angle(b, x, math.CosOp))
unary("Tan")(lambda b, x: _of_angle(b, x, math.TanOp))
unary("Sinh")(lambda b, x: x.math(math.SinhOp))
unary("Cosh")(lambda b, x: x.math(math.CoshOp))
unary("Asin")(lambda b, x: x.math(krnl.AsinOp))
unary("Acos")(lambda b, x: x.math(krnl.AcosOp))
unary("Atan")(lambda b, x: x.math(krnl.AtanOp))
unary("Asinh")(lambda b, x: x.math(krnl.AsinhOp))
unary("Acosh")(lambda b, x: x.math(krnl.AcoshOp))
unary("Atanh")(lambda b, x: x.math(krnl.AtanhOp))
unary("IsNaN")(lambda b, x: x.is_nan())
unary("Not")(lambda b, x: ~x)
unary("BitwiseNot")(lambda b, x: ~x)


def _of_angle(b: KrnlBuilder, x: Scalar, op: type[Operation]) -> Scalar:
    b.angles.append(x)
    return x.math(op, b.angle_flags)


@unary("IsInf")
def is_inf(b: KrnlBuilder, x: Scalar) -> Scalar:
    """Infinite, with one of the requested signs."""
    plus = x.eq(float("inf")) & b.attr("detect_positive", 1)
    return plus | (x.eq(float("-inf")) & b.attr("detect_negative", 1))


@unary("Sign")
def sign(b: KrnlBuilder, x: Scalar) -> Scalar:
    """-1, 0 or 1; NaN stays."""
    positive = (x > 0).select(1, x.coerce(0))
    if x.is_unsigned:
        return positive
    signed = (x < 0).select(-1, positive)
    return x.is_nan().select(x, signed) if x.is_float else signed


# Two numbers

variadic("Add")(lambda b, x, y: x + y)
variadic("Mul")(lambda b, x, y: x * y)
binary("AddV6", "AddV1")(lambda b, x, y: x + y)
binary("MulV6", "MulV1")(lambda b, x, y: x * y)
binary("Sub", "SubV6", "SubV1")(lambda b, x, y: x - y)
binary("And", "AndV1")(lambda b, x, y: x & y)
binary("Or", "OrV1")(lambda b, x, y: x | y)
binary("Xor", "XorV1")(lambda b, x, y: x ^ y)
binary("BitwiseAnd")(lambda b, x, y: x & y)
binary("BitwiseOr")(lambda b, x, y: x | y)
binary("BitwiseXor")(lambda b, x, y: x ^ y)
binary("Equal", "EqualV1")(lambda b, x, y: x.eq(y))
binary("Less", "LessV1")(lambda b, x, y: x < y)
binary("Greater", "GreaterV1")(lambda b, x, y: x > y)
binary("LessOrEqual")(lambda b, x, y: x <= y)
binary("GreaterOrEqual")(lambda b, x, y: x >= y)
variadic("Sum", "SumV1")(lambda b, x, y: x + y)
variadic("Max", "MaxV1")(lambda b, x, y: x.max(y))
variadic("Min", "MinV1")(lambda b, x, y: x.min(y))


@binary("Div", "DivV6", "DivV1")
def div(b: KrnlBuilder, x: Scalar, y: Scalar) -> Scalar:
    """The quotient; truncated for integers, and 0 for a division by zero."""
    return x / y if x.is_float else checked_division(x, y, "div")


def checked_division(x: Scalar, y: Scalar, kind: str) -> Scalar:
    """Integer quotient ("div") or remainder ("rem") that is defined where the target traps: by zero
    it is zero, and the least number by -1 wraps."""
    zero = y.eq(0)
    trap = zero
    if not x.is_unsigned:
        trap = zero | (x.eq(least(x.type)) & y.eq(-1))
    divisor = trap.select(1, y)
    if kind == "rem":
        return trap.select(0, x % divisor)
    return zero.select(0, x / divisor)


@binary("Mod")
def mod(b: KrnlBuilder, x: Scalar, y: Scalar) -> Scalar:
    """The remainder: with the sign of the dividend for fmod=1, else of the divisor."""
    rest = x % y if x.is_float else checked_division(x, y, "rem")
    if b.attr("fmod", 0) or x.is_unsigned:
        return rest
    wrong = rest.ne(0) & ((rest < 0) ^ (y < 0))
    if not x.is_float:
        return wrong.select(rest + y, rest)
    # A zero has the divisor's sign; an infinite divisor of the other sign is the result itself.
    signed_zero = _copy_sign(rest, y)
    return rest.eq(0).select(signed_zero, wrong.select(rest + y, rest))


def _copy_sign(magnitude: Scalar, sign_of: Scalar) -> Scalar:
    b = magnitude.b
    value = b.emit(math.CopySignOp, (magnitude.value, sign_of.value))
    return Scalar(b, value, magnitude.type)


@binary("Pow", "PowV1")
def power(b: KrnlBuilder, x: Scalar, y: Scalar) -> Scalar:
    """x to the power of y, in x's type; integers by way of f64 or of repeated squaring."""
    if x.is_float:
        return x.pow(y.cast(x.type))
    if y.is_float:
        return x.cast(F64).pow(y.cast(F64)).cast(x.type)
    return _integer_power(b, x, y.cast(x.type) if y.width < x.width else y)


def _integer_power(b: KrnlBuilder, x: Scalar, y: Scalar) -> Scalar:
    # One step per bit of the exponent; with a negative one only 1 and -1 have an integer power.
    def step(_: Any, values: list[Scalar]) -> list[Scalar]:
        result, base, exponent = values
        odd = (exponent & 1).ne(0)
        return [odd.select(result * base, result), base * base, exponent >> 1]

    one = x.coerce(1)
    magnitude = y if y.is_unsigned else y.max(0)
    # As many steps as the exponent has bits: a constant number would be unrolled to one expression.
    zeros = magnitude.math(math.CountLeadingZerosOp).index()
    result = b.fold([y.width - zeros], [one, x, magnitude], step)[0]
    if y.is_unsigned:
        return result
    # 1 / x, whose whole part is 0 except for 1 and -1; 1 / 0 is Cast's result for infinity.
    infinite = int(least(x.type)) if not x.is_unsigned and x.width >= 32 else 0
    inverse = x.eq(0).select(infinite, x.eq(1).cast(x.type))
    if not x.is_unsigned:
        odd = (y & 1).ne(0)
        inverse = x.eq(-1).select(odd.select(-1, x.coerce(1)), inverse)
    return (y < 0).select(inverse, result)


@kernel("Mean", "MeanV1")
def mean(b: KrnlBuilder) -> Any:
    """The sum over the number of inputs."""
    inputs = b.all_inputs()

    def average(first: Scalar, *others: Scalar) -> Scalar:
        for other in others:
            first = first + other
        return first / len(inputs)

    return elementwise(b, inputs, average)


@kernel("BitShift")
def bit_shift(b: KrnlBuilder) -> Any:
    """x shifted by y bits; a shift by the width or more leaves zero, or the sign to the right."""
    left = b.attr("direction") == "LEFT"

    def shift(x: Scalar, y: Scalar) -> Scalar:
        outside = y >= y.width
        if not y.is_unsigned:
            outside = outside | (y < 0)
        amount = outside.select(0, y)
        if left:
            return outside.select(0, x << amount)
        if x.is_unsigned:
            return outside.select(0, x >> amount)
        return x >> outside.select(x.width - 1, y)

    return elementwise(b, aligned_inputs(b), shift)


# Choices


operands("Where")(lambda b, c, x, y: c.select(x, y))


@operands("Clip", "ClipV6", "ClipV1")
def clip(
    b: KrnlBuilder, x: Scalar, low: Scalar | None = None, high: Scalar | None = None
) -> Scalar:
    """min(high, max(low, x)); NaN stays."""
    least_value = b.attr("min") if low is None else low
    largest_value = b.attr("max") if high is None else high
    if least_value is not None:
        x = x.max(least_value)
    return x if largest_value is None else x.min(largest_value)
