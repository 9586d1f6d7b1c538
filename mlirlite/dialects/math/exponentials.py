"""math on floats: exponentials, logarithms, roots, powers and error functions."""

import math
from collections.abc import Callable

from mlirlite.dialects.arith.enums import NO_FASTMATH, FastMathFlagsAttr
from mlirlite.dialects.math._floating import ELEMENTWISE, FloatBinaryOp, FloatUnaryOp, or_infinite
from mlirlite.ir.constraints import FloatLike, SignlessIntegerOrIndexLike
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import Operand, Prop, Result
from mlirlite.ir.traits import AllTypesMatch, Elementwise, Pure, SameOperandsAndResultShape


class CbrtOp(FloatUnaryOp, name="math.cbrt", traits=ELEMENTWISE):
    """The cube root.

    ```mlir
    %r = math.cbrt %a : f32
    ```
    """


class ErfOp(FloatUnaryOp, name="math.erf", traits=ELEMENTWISE):
    """The error function.

    ```mlir
    %r = math.erf %a : f32
    ```
    """

    def evaluate(self, a: float) -> float:
        return math.erf(a)


class ErfcOp(FloatUnaryOp, name="math.erfc", traits=ELEMENTWISE):
    """One minus the error function.

    ```mlir
    %r = math.erfc %a : f32
    ```
    """

    def evaluate(self, a: float) -> float:
        return math.erfc(a)


class Exp2Op(FloatUnaryOp, name="math.exp2", traits=ELEMENTWISE):
    """Two to the power of the operand.

    ```mlir
    %r = math.exp2 %a : f32
    ```
    """

    def evaluate(self, a: float) -> float:
        return or_infinite(math.exp2, a)


class ExpM1Op(FloatUnaryOp, name="math.expm1", traits=ELEMENTWISE):
    """`exp(x) - 1`, accurate near 0.

    ```mlir
    %r = math.expm1 %a : f32
    ```
    """

    def evaluate(self, a: float) -> float:
        return or_infinite(math.expm1, a)


class ExpOp(FloatUnaryOp, name="math.exp", traits=ELEMENTWISE):
    """The exponential function.

    ```mlir
    %r = math.exp %a : f32
    ```
    """

    def evaluate(self, a: float) -> float:
        return or_infinite(math.exp, a)


def _logarithm(function: Callable[[float], float], a: float) -> float:
    """A logarithm, which is -inf at 0."""
    return -math.inf if a == 0 and math.copysign(1, a) > 0 else function(a)


class Log10Op(FloatUnaryOp, name="math.log10", traits=ELEMENTWISE):
    """The logarithm to base 10.

    ```mlir
    %r = math.log10 %a : f32
    ```
    """

    def evaluate(self, a: float) -> float:
        return _logarithm(math.log10, a)


class Log1pOp(FloatUnaryOp, name="math.log1p", traits=ELEMENTWISE):
    """`log(1 + x)`, accurate near 0.

    ```mlir
    %r = math.log1p %a : f32
    ```
    """

    def evaluate(self, a: float) -> float:
        return -math.inf if a == -1 else math.log1p(a)


class Log2Op(FloatUnaryOp, name="math.log2", traits=ELEMENTWISE):
    """The logarithm to base 2.

    ```mlir
    %r = math.log2 %a : f32
    ```
    """

    def evaluate(self, a: float) -> float:
        return _logarithm(math.log2, a)


class LogOp(FloatUnaryOp, name="math.log", traits=ELEMENTWISE):
    """The natural logarithm.

    ```mlir
    %r = math.log %a : f32
    ```
    """

    def evaluate(self, a: float) -> float:
        return _logarithm(math.log, a)


class RsqrtOp(FloatUnaryOp, name="math.rsqrt", traits=ELEMENTWISE):
    """One over the square root.

    ```mlir
    %r = math.rsqrt %a : f32
    ```
    """


class SqrtOp(FloatUnaryOp, name="math.sqrt", traits=ELEMENTWISE):
    """The square root.

    ```mlir
    %r = math.sqrt %a : f32
    ```
    """

    def evaluate(self, a: float) -> float:
        if math.copysign(1, a) < 0:
            raise ValueError("upstream folds no root of a number with a sign")
        return math.sqrt(a)


class PowFOp(FloatBinaryOp, name="math.powf", traits=ELEMENTWISE):
    """`lhs` to the power of `rhs`.

    ```mlir
    %r = math.powf %a, %b : f32
    ```
    """

    def evaluate(self, a: float, b: float) -> float:
        odd = b % 2 == 1 if math.isfinite(b) else False
        if a == 0 and b < 0:
            return math.copysign(math.inf, a) if odd else math.inf
        if math.isfinite(a) and a < 0 and math.isfinite(b) and b != int(b):
            return -math.nan
        return or_infinite(math.pow, a, b, sign=a if odd else 1.0)


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
