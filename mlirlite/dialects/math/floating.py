"""math on floats: signs, rounding, classification, fused operations."""

import math
from collections.abc import Callable, Sequence
from typing import Any

from mlirlite.dialects._constraints import i1_like
from mlirlite.dialects.arith.enums import NO_FASTMATH, FastMathFlagsAttr
from mlirlite.dialects.math._floating import ELEMENTWISE, FloatBinaryOp, FloatUnaryOp
from mlirlite.ir.attribute import Attribute
from mlirlite.ir.constants import constant, scalar
from mlirlite.ir.constraints import BoolLike, FloatLike
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import Operand, Prop, Result
from mlirlite.ir.traits import (
    Elementwise,
    Pure,
    TypesMatch,
)
from mlirlite.ir.types import FloatType, element_type_of


def rounded(function: Callable[[float], int], value: float) -> float:
    """A rounding function's result as a float that keeps infinities, NaNs and the sign of zero."""
    if not math.isfinite(value):
        return value
    return math.copysign(float(function(value)), value)


def half_away(value: float) -> int:
    """The nearest integer, halves away from zero."""
    whole = math.trunc(value)
    return whole + int(math.copysign(1, value)) if abs(value - whole) >= 0.5 else whole


class _FloatTestOp(Op):
    """A test of a float."""

    operand: Operand[FloatLike]
    fastmath: Prop[FastMathFlagsAttr] = NO_FASTMATH
    result: Result[BoolLike]
    assembly_format = "$operand attr-dict `:` type($operand)"

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        """One number --> the answer"""
        number = scalar(operands[0])
        if not isinstance(number, float):
            return None
        return constant(int(self.evaluate(number)), self.result.type)

    def evaluate(self, a: float) -> bool:
        """The answer for a number."""
        raise NotImplementedError


_TEST = (
    Pure,
    TypesMatch(
        "result type has i1 element type and same shape as operands", "operand", "result", i1_like
    ),
    Elementwise,
)


class AbsFOp(FloatUnaryOp, name="math.absf", traits=ELEMENTWISE):
    """The number without its sign.

    ```mlir
    %r = math.absf %a : f32
    ```
    """

    exact = True

    def evaluate(self, a: float) -> float:
        return abs(a)


class CeilOp(FloatUnaryOp, name="math.ceil", traits=ELEMENTWISE):
    """The number rounded toward positive infinity.

    ```mlir
    %r = math.ceil %a : f32
    ```
    """

    exact = True

    def evaluate(self, a: float) -> float:
        return rounded(math.ceil, a)


class FloorOp(FloatUnaryOp, name="math.floor", traits=ELEMENTWISE):
    """The number rounded toward negative infinity.

    ```mlir
    %r = math.floor %a : f32
    ```
    """

    exact = True

    def evaluate(self, a: float) -> float:
        return rounded(math.floor, a)


class RoundEvenOp(FloatUnaryOp, name="math.roundeven", traits=ELEMENTWISE):
    """The nearest integer, halves to the even one.

    ```mlir
    %r = math.roundeven %a : f32
    ```
    """

    exact = True

    def evaluate(self, a: float) -> float:
        return rounded(round, a)


class RoundOp(FloatUnaryOp, name="math.round", traits=ELEMENTWISE):
    """The nearest integer, halves away from zero.

    ```mlir
    %r = math.round %a : f32
    ```
    """

    def evaluate(self, a: float) -> float:
        return rounded(half_away, a)


class TruncOp(FloatUnaryOp, name="math.trunc", traits=ELEMENTWISE):
    """The number rounded toward zero.

    ```mlir
    %r = math.trunc %a : f32
    ```
    """

    def evaluate(self, a: float) -> float:
        return rounded(math.trunc, a)


class CopySignOp(FloatBinaryOp, name="math.copysign", traits=ELEMENTWISE):
    """The size of `lhs` with the sign of `rhs`.

    ```mlir
    %r = math.copysign %a, %b : f32
    ```
    """

    exact = True

    def evaluate(self, a: float, b: float) -> float:
        return math.copysign(a, b)


class IsFiniteOp(_FloatTestOp, name="math.isfinite", traits=_TEST):
    """True for numbers that are neither infinite nor NaN.

    ```mlir
    %r = math.isfinite %a : f32
    ```
    """

    def evaluate(self, a: float) -> bool:
        return math.isfinite(a)


class IsInfOp(_FloatTestOp, name="math.isinf", traits=_TEST):
    """True for the infinities.

    ```mlir
    %r = math.isinf %a : f32
    ```
    """

    def evaluate(self, a: float) -> bool:
        return math.isinf(a)


class IsNaNOp(_FloatTestOp, name="math.isnan", traits=_TEST):
    """True for NaNs.

    ```mlir
    %r = math.isnan %a : f32
    ```
    """

    def evaluate(self, a: float) -> bool:
        return math.isnan(a)


class IsNormalOp(_FloatTestOp, name="math.isnormal", traits=_TEST):
    """True for numbers that are not zero, subnormal, infinite or NaN.

    ```mlir
    %r = math.isnormal %a : f32
    ```
    """

    def evaluate(self, a: float) -> bool:
        type = element_type_of(self.operand.type)
        if not math.isfinite(a) or not a or not isinstance(type, FloatType):
            return False
        return abs(a) >= math.ldexp(1.0, 1 - type.format.bias)


class FmaOp(Op, name="math.fma", traits=ELEMENTWISE):
    """`a * b + c`, rounded once.

    ```mlir
    %r = math.fma %a, %b, %c : f32
    ```
    """

    a: Operand[FloatLike]
    b: Operand[FloatLike]
    c: Operand[FloatLike]
    fastmath: Prop[FastMathFlagsAttr] = NO_FASTMATH
    result: Result[FloatLike]
    assembly_format = "$a `,` $b `,` $c (`fastmath` `` $fastmath^)? attr-dict `:` type($result)"


class ClampFOp(Op, name="math.clampf", traits=ELEMENTWISE):
    """The value, brought into `[min, max]`.

    ```mlir
    %r = math.clampf %a to [%b, %c] : f32
    ```
    """

    value: Operand[FloatLike]
    min: Operand[FloatLike]
    max: Operand[FloatLike]
    fastmath: Prop[FastMathFlagsAttr] = NO_FASTMATH
    result: Result[FloatLike]
    assembly_format = (
        "$value `to` ` ` `[` $min `,` $max `]` (`fastmath` `` $fastmath^)? "
        "attr-dict `:` type($result)"
    )
