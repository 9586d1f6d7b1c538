"""math on floats."""

import math
from collections.abc import Callable, Sequence
from typing import Any

from mlirlite.dialects._constraints import i1_like
from mlirlite.dialects.arith._fold import bit_width, fold_elements
from mlirlite.dialects.arith.enums import NO_FASTMATH, FastMathFlagsAttr
from mlirlite.ir.attribute import Attribute
from mlirlite.ir.constraints import BoolLike, FloatLike, SignlessIntegerOrIndexLike
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import Operand, Prop, Result
from mlirlite.ir.traits import (
    AllTypesMatch,
    Elementwise,
    Pure,
    SameOperandsAndResultShape,
    SameOperandsAndResultType,
    TypesMatch,
)
from mlirlite.ir.types import FloatType, element_type_of

_ELEMENTWISE = (Pure, SameOperandsAndResultType, Elementwise)


def rounded(function: Callable[[float], int], value: float) -> float:
    """A rounding function's result as a float that keeps infinities, NaNs and the sign of zero."""
    if not math.isfinite(value):
        return value
    return math.copysign(float(function(value)), value)


def half_away(value: float) -> int:
    """The nearest integer, halves away from zero."""
    whole = math.trunc(value)
    return whole + int(math.copysign(1, value)) if abs(value - whole) >= 0.5 else whole


def fold_floats(
    op: Any, operands: Sequence[Attribute | None], function: Callable[..., float]
) -> Any:
    """Fold constants of f32 and f64; nothing where the function has no value."""
    if bit_width(op.operands[0].type) not in (32, 64):
        return None

    def safe(*numbers: float) -> float | None:
        try:
            return function(*numbers)
        except (ValueError, OverflowError, ZeroDivisionError):
            return None

    return fold_elements(operands, op.results[0].type, safe)


class _FloatUnaryOp(Op):
    """One operand and a result of one float type."""

    operand: Operand[FloatLike]
    fastmath: Prop[FastMathFlagsAttr] = NO_FASTMATH
    result: Result[FloatLike]
    assembly_format = "$operand (`fastmath` `` $fastmath^)? attr-dict `:` type($result)"

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        return fold_floats(self, operands, self.evaluate)

    def evaluate(self, a: float) -> float:
        """The result for a number; ValueError, OverflowError and ZeroDivisionError where there is
        none."""
        raise ValueError


class _FloatBinaryOp(Op):
    """Two operands and a result of one float type."""

    lhs: Operand[FloatLike]
    rhs: Operand[FloatLike]
    fastmath: Prop[FastMathFlagsAttr] = NO_FASTMATH
    result: Result[FloatLike]
    assembly_format = "$lhs `,` $rhs (`fastmath` `` $fastmath^)? attr-dict `:` type($result)"

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        return fold_floats(self, operands, self.evaluate)

    def evaluate(self, a: float, b: float) -> float:
        """The result for two numbers; ValueError, OverflowError and ZeroDivisionError where there
        is none."""
        raise ValueError


class _FloatTestOp(Op):
    """A question about a float."""

    operand: Operand[FloatLike]
    fastmath: Prop[FastMathFlagsAttr] = NO_FASTMATH
    result: Result[BoolLike]
    assembly_format = "$operand attr-dict `:` type($operand)"

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        return fold_elements(operands, self.result.type, lambda a: int(self.evaluate(a)))

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


class AbsFOp(_FloatUnaryOp, name="math.absf", traits=_ELEMENTWISE):
    """The number without its sign.

    ```mlir
    %r = math.absf %a : f32
    ```
    """

    def evaluate(self, a: float) -> float:
        return abs(a)


class AcosOp(_FloatUnaryOp, name="math.acos", traits=_ELEMENTWISE):
    """The arc cosine, between 0 and pi.

    ```mlir
    %r = math.acos %a : f32
    ```
    """

    def evaluate(self, a: float) -> float:
        return math.acos(a)


class AcoshOp(_FloatUnaryOp, name="math.acosh", traits=_ELEMENTWISE):
    """The inverse hyperbolic cosine.

    ```mlir
    %r = math.acosh %a : f32
    ```
    """

    def evaluate(self, a: float) -> float:
        return math.acosh(a)


class AsinOp(_FloatUnaryOp, name="math.asin", traits=_ELEMENTWISE):
    """The arc sine, between -pi/2 and pi/2.

    ```mlir
    %r = math.asin %a : f32
    ```
    """

    def evaluate(self, a: float) -> float:
        return math.asin(a)


class AsinhOp(_FloatUnaryOp, name="math.asinh", traits=_ELEMENTWISE):
    """The inverse hyperbolic sine.

    ```mlir
    %r = math.asinh %a : f32
    ```
    """

    def evaluate(self, a: float) -> float:
        return math.asinh(a)


class AtanOp(_FloatUnaryOp, name="math.atan", traits=_ELEMENTWISE):
    """The arc tangent, between -pi/2 and pi/2.

    ```mlir
    %r = math.atan %a : f32
    ```
    """

    def evaluate(self, a: float) -> float:
        return math.atan(a)


class AtanhOp(_FloatUnaryOp, name="math.atanh", traits=_ELEMENTWISE):
    """The inverse hyperbolic tangent.

    ```mlir
    %r = math.atanh %a : f32
    ```
    """

    def evaluate(self, a: float) -> float:
        return math.atanh(a)


class CbrtOp(_FloatUnaryOp, name="math.cbrt", traits=_ELEMENTWISE):
    """The cube root.

    ```mlir
    %r = math.cbrt %a : f32
    ```
    """

    def evaluate(self, a: float) -> float:
        return math.cbrt(a)


class CeilOp(_FloatUnaryOp, name="math.ceil", traits=_ELEMENTWISE):
    """The number rounded towards positive infinity.

    ```mlir
    %r = math.ceil %a : f32
    ```
    """

    def evaluate(self, a: float) -> float:
        return rounded(math.ceil, a)


class CosOp(_FloatUnaryOp, name="math.cos", traits=_ELEMENTWISE):
    """The cosine of an angle in radians.

    ```mlir
    %r = math.cos %a : f32
    ```
    """

    def evaluate(self, a: float) -> float:
        return math.cos(a)


class CoshOp(_FloatUnaryOp, name="math.cosh", traits=_ELEMENTWISE):
    """The hyperbolic cosine.

    ```mlir
    %r = math.cosh %a : f32
    ```
    """

    def evaluate(self, a: float) -> float:
        return math.cosh(a)


class ErfOp(_FloatUnaryOp, name="math.erf", traits=_ELEMENTWISE):
    """The error function.

    ```mlir
    %r = math.erf %a : f32
    ```
    """

    def evaluate(self, a: float) -> float:
        return math.erf(a)


class ErfcOp(_FloatUnaryOp, name="math.erfc", traits=_ELEMENTWISE):
    """One minus the error function.

    ```mlir
    %r = math.erfc %a : f32
    ```
    """

    def evaluate(self, a: float) -> float:
        return math.erfc(a)


class Exp2Op(_FloatUnaryOp, name="math.exp2", traits=_ELEMENTWISE):
    """Two to the power of the operand.

    ```mlir
    %r = math.exp2 %a : f32
    ```
    """

    def evaluate(self, a: float) -> float:
        return math.exp2(a)


class ExpM1Op(_FloatUnaryOp, name="math.expm1", traits=_ELEMENTWISE):
    """`exp(x) - 1`, accurate near 0.

    ```mlir
    %r = math.expm1 %a : f32
    ```
    """

    def evaluate(self, a: float) -> float:
        return math.expm1(a)


class ExpOp(_FloatUnaryOp, name="math.exp", traits=_ELEMENTWISE):
    """The exponential function.

    ```mlir
    %r = math.exp %a : f32
    ```
    """

    def evaluate(self, a: float) -> float:
        return math.exp(a)


class FloorOp(_FloatUnaryOp, name="math.floor", traits=_ELEMENTWISE):
    """The number rounded towards negative infinity.

    ```mlir
    %r = math.floor %a : f32
    ```
    """

    def evaluate(self, a: float) -> float:
        return rounded(math.floor, a)


class Log10Op(_FloatUnaryOp, name="math.log10", traits=_ELEMENTWISE):
    """The logarithm to base 10.

    ```mlir
    %r = math.log10 %a : f32
    ```
    """

    def evaluate(self, a: float) -> float:
        return math.log10(a)


class Log1pOp(_FloatUnaryOp, name="math.log1p", traits=_ELEMENTWISE):
    """`log(1 + x)`, accurate near 0.

    ```mlir
    %r = math.log1p %a : f32
    ```
    """

    def evaluate(self, a: float) -> float:
        return math.log1p(a)


class Log2Op(_FloatUnaryOp, name="math.log2", traits=_ELEMENTWISE):
    """The logarithm to base 2.

    ```mlir
    %r = math.log2 %a : f32
    ```
    """

    def evaluate(self, a: float) -> float:
        return math.log2(a)


class LogOp(_FloatUnaryOp, name="math.log", traits=_ELEMENTWISE):
    """The natural logarithm.

    ```mlir
    %r = math.log %a : f32
    ```
    """

    def evaluate(self, a: float) -> float:
        return math.log(a)


class RoundEvenOp(_FloatUnaryOp, name="math.roundeven", traits=_ELEMENTWISE):
    """The nearest integer, halves to the even one.

    ```mlir
    %r = math.roundeven %a : f32
    ```
    """

    def evaluate(self, a: float) -> float:
        return rounded(round, a)


class RoundOp(_FloatUnaryOp, name="math.round", traits=_ELEMENTWISE):
    """The nearest integer, halves away from zero.

    ```mlir
    %r = math.round %a : f32
    ```
    """

    def evaluate(self, a: float) -> float:
        return rounded(half_away, a)


class RsqrtOp(_FloatUnaryOp, name="math.rsqrt", traits=_ELEMENTWISE):
    """One over the square root.

    ```mlir
    %r = math.rsqrt %a : f32
    ```
    """

    def evaluate(self, a: float) -> float:
        return 1.0 / math.sqrt(a)


class SinOp(_FloatUnaryOp, name="math.sin", traits=_ELEMENTWISE):
    """The sine of an angle in radians.

    ```mlir
    %r = math.sin %a : f32
    ```
    """

    def evaluate(self, a: float) -> float:
        return math.sin(a)


class SinhOp(_FloatUnaryOp, name="math.sinh", traits=_ELEMENTWISE):
    """The hyperbolic sine.

    ```mlir
    %r = math.sinh %a : f32
    ```
    """

    def evaluate(self, a: float) -> float:
        return math.sinh(a)


class SqrtOp(_FloatUnaryOp, name="math.sqrt", traits=_ELEMENTWISE):
    """The square root.

    ```mlir
    %r = math.sqrt %a : f32
    ```
    """

    def evaluate(self, a: float) -> float:
        return math.sqrt(a)


class TanOp(_FloatUnaryOp, name="math.tan", traits=_ELEMENTWISE):
    """The tangent of an angle in radians.

    ```mlir
    %r = math.tan %a : f32
    ```
    """

    def evaluate(self, a: float) -> float:
        return math.tan(a)


class TanhOp(_FloatUnaryOp, name="math.tanh", traits=_ELEMENTWISE):
    """The hyperbolic tangent.

    ```mlir
    %r = math.tanh %a : f32
    ```
    """

    def evaluate(self, a: float) -> float:
        return math.tanh(a)


class TruncOp(_FloatUnaryOp, name="math.trunc", traits=_ELEMENTWISE):
    """The number rounded towards zero.

    ```mlir
    %r = math.trunc %a : f32
    ```
    """

    def evaluate(self, a: float) -> float:
        return rounded(math.trunc, a)


class Atan2Op(_FloatBinaryOp, name="math.atan2", traits=_ELEMENTWISE):
    """The angle of the point `(rhs, lhs)`, between -pi and pi.

    ```mlir
    %r = math.atan2 %a, %b : f32
    ```
    """

    def evaluate(self, a: float, b: float) -> float:
        return math.atan2(a, b)


class CopySignOp(_FloatBinaryOp, name="math.copysign", traits=_ELEMENTWISE):
    """The size of `lhs` with the sign of `rhs`.

    ```mlir
    %r = math.copysign %a, %b : f32
    ```
    """

    def evaluate(self, a: float, b: float) -> float:
        return math.copysign(a, b)


class PowFOp(_FloatBinaryOp, name="math.powf", traits=_ELEMENTWISE):
    """`lhs` to the power of `rhs`.

    ```mlir
    %r = math.powf %a, %b : f32
    ```
    """

    def evaluate(self, a: float, b: float) -> float:
        return math.pow(a, b)


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


class FmaOp(Op, name="math.fma", traits=_ELEMENTWISE):
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


class ClampFOp(Op, name="math.clampf", traits=_ELEMENTWISE):
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


class FPowIOp(
    Op,
    name="math.fpowi",
    traits=(AllTypesMatch("lhs", "result"), Pure, SameOperandsAndResultShape, Elementwise),
):
    """A float to the power of an integer.

    ```mlir
    %r = math.fpowi %a, %n : f32, i32
    ```
    """

    lhs: Operand[FloatLike]
    rhs: Operand[SignlessIntegerOrIndexLike]
    fastmath: Prop[FastMathFlagsAttr] = NO_FASTMATH
    result: Result[FloatLike]
    assembly_format = (
        "$lhs `,` $rhs (`fastmath` `` $fastmath^)? attr-dict `:` type($lhs) `,` type($rhs)"
    )


class SincosOp(
    Op,
    name="math.sincos",
    traits=(AllTypesMatch("operand", "sin", "cos"), Pure, SameOperandsAndResultShape, Elementwise),
):
    """Sine and cosine of an angle in radians.

    ```mlir
    %s, %c = math.sincos %a : f32
    ```
    """

    operand: Operand[FloatLike]
    fastmath: Prop[FastMathFlagsAttr] = NO_FASTMATH
    sin: Result[FloatLike]
    cos: Result[FloatLike]
    assembly_format = "$operand (`fastmath` `` $fastmath^)? attr-dict `:` type($operand)"
