"""math on floats: trigonometric and hyperbolic functions, and their inverses."""

import math
from collections.abc import Sequence
from typing import Any

from mlirlite.dialects.arith.enums import NO_FASTMATH, FastMathFlagsAttr
from mlirlite.dialects.math._floating import (
    ELEMENTWISE,
    FloatBinaryOp,
    FloatUnaryOp,
    fold_floats,
    or_infinite,
)
from mlirlite.ir.attribute import Attribute
from mlirlite.ir.constants import is_float
from mlirlite.ir.constraints import FloatLike
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import Operand, Prop, Result
from mlirlite.ir.traits import AllTypesMatch, Elementwise, Pure, SameOperandsAndResultShape


class AcosOp(FloatUnaryOp, name="math.acos", traits=ELEMENTWISE):
    """The arc cosine, between 0 and pi.

    ```mlir
    %r = math.acos %a : f32
    ```
    """

    def evaluate(self, a: float) -> float:
        return math.acos(a) if not abs(a) > 1 else math.nan


class AcoshOp(FloatUnaryOp, name="math.acosh", traits=ELEMENTWISE):
    """The inverse hyperbolic cosine.

    ```mlir
    %r = math.acosh %a : f32
    ```
    """

    def evaluate(self, a: float) -> float:
        return math.acosh(a) if not a < 1 else -math.nan


class AsinOp(FloatUnaryOp, name="math.asin", traits=ELEMENTWISE):
    """The arc sine, between -pi/2 and pi/2.

    ```mlir
    %r = math.asin %a : f32
    ```
    """

    def evaluate(self, a: float) -> float:
        return math.asin(a) if not abs(a) > 1 else math.nan


class AsinhOp(FloatUnaryOp, name="math.asinh", traits=ELEMENTWISE):
    """The inverse hyperbolic sine.

    ```mlir
    %r = math.asinh %a : f32
    ```
    """

    def evaluate(self, a: float) -> float:
        return math.asinh(a)


class AtanOp(FloatUnaryOp, name="math.atan", traits=ELEMENTWISE):
    """The arc tangent, between -pi/2 and pi/2.

    ```mlir
    %r = math.atan %a : f32
    ```
    """

    def evaluate(self, a: float) -> float:
        return math.atan(a)


class AtanhOp(FloatUnaryOp, name="math.atanh", traits=ELEMENTWISE):
    """The inverse hyperbolic tangent.

    ```mlir
    %r = math.atanh %a : f32
    ```
    """

    def evaluate(self, a: float) -> float:
        if abs(a) == 1:
            return math.copysign(math.inf, a)
        return math.atanh(a) if not abs(a) > 1 else -math.nan


class CosOp(FloatUnaryOp, name="math.cos", traits=ELEMENTWISE):
    """The cosine of an angle in radians.

    ```mlir
    %r = math.cos %a : f32
    ```
    """

    def evaluate(self, a: float) -> float:
        return math.cos(a) if not math.isinf(a) else -math.nan


class CoshOp(FloatUnaryOp, name="math.cosh", traits=ELEMENTWISE):
    """The hyperbolic cosine.

    ```mlir
    %r = math.cosh %a : f32
    ```
    """

    def evaluate(self, a: float) -> float:
        return or_infinite(math.cosh, a)


class SinOp(FloatUnaryOp, name="math.sin", traits=ELEMENTWISE):
    """The sine of an angle in radians.

    ```mlir
    %r = math.sin %a : f32
    ```
    """

    def evaluate(self, a: float) -> float:
        return math.sin(a) if not math.isinf(a) else -math.nan


class SinhOp(FloatUnaryOp, name="math.sinh", traits=ELEMENTWISE):
    """The hyperbolic sine.

    ```mlir
    %r = math.sinh %a : f32
    ```
    """

    def evaluate(self, a: float) -> float:
        return or_infinite(math.sinh, a, sign=a)


class TanOp(FloatUnaryOp, name="math.tan", traits=ELEMENTWISE):
    """The tangent of an angle in radians.

    ```mlir
    %r = math.tan %a : f32
    ```
    """

    def evaluate(self, a: float) -> float:
        return math.tan(a) if not math.isinf(a) else -math.nan


class TanhOp(FloatUnaryOp, name="math.tanh", traits=ELEMENTWISE):
    """The hyperbolic tangent.

    ```mlir
    %r = math.tanh %a : f32
    ```
    """

    def evaluate(self, a: float) -> float:
        return math.tanh(a)


class Atan2Op(FloatBinaryOp, name="math.atan2", traits=ELEMENTWISE):
    """The angle of the point `(rhs, lhs)`, between -pi and pi.

    ```mlir
    %r = math.atan2 %a, %b : f32
    ```
    """

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        zeros = all(is_float(a, 0.0) or is_float(a, -0.0) for a in operands)
        return fold_floats(self, operands, self.evaluate, any_width=zeros)

    def evaluate(self, a: float, b: float) -> float:
        return math.atan2(a, b) if a or b else math.nan


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
