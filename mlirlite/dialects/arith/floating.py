"""arith on floats."""

import math
from collections.abc import Sequence
from typing import Any

from mlirlite.dialects.arith._fold import fold_elements
from mlirlite.dialects.arith.enums import NO_FASTMATH, FastMathFlags, FastMathFlagsAttr
from mlirlite.ir.attribute import Attribute
from mlirlite.ir.attributes import FloatAttr
from mlirlite.ir.constraints import FloatLike
from mlirlite.ir.definition import Op
from mlirlite.ir.dense import DenseElementsAttr
from mlirlite.ir.fields import Operand, Prop, Result
from mlirlite.ir.traits import Commutative, Elementwise, Pure, SameOperandsAndResultType

_NO_NAN = FastMathFlags.nnan | FastMathFlags.nsz
_ELEMENTWISE = (Pure, SameOperandsAndResultType, Elementwise)


class FloatBinaryOp(Op):
    """Two operands and a result of one float type."""

    lhs: Operand[FloatLike]
    rhs: Operand[FloatLike]
    fastmath: Prop[FastMathFlagsAttr] = NO_FASTMATH
    result: Result[FloatLike]
    assembly_format = "$lhs `,` $rhs (`fastmath` `` $fastmath^)? attr-dict `:` type($result)"

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        return fold_elements(operands, self.result.type, self.evaluate)

    def evaluate(self, a: float, b: float) -> float | None:
        """The result for two numbers; it is rounded to the type afterwards."""
        return None


def _number(result: float, a: float, b: float) -> float:
    """The result of an operation; a NaN that is no operand's has no sign."""
    return math.nan if result != result and a == a and b == b else result


def _is_zero(known: Attribute | None) -> bool:
    """Whether a constant is 0.0 or -0.0, in every element."""
    if isinstance(known, DenseElementsAttr) and known.is_splat:
        return bool(known.splat_value() == 0)
    return isinstance(known, FloatAttr) and known.value == 0


class AddFOp(FloatBinaryOp, name="arith.addf", traits=(*_ELEMENTWISE, Commutative)):
    """The sum.

    ```mlir
    %r = arith.addf %a, %b : f32
    ```
    """

    def evaluate(self, a: float, b: float) -> float | None:
        return _number(a + b, a, b)


class SubFOp(FloatBinaryOp, name="arith.subf", traits=_ELEMENTWISE):
    """The difference.

    ```mlir
    %r = arith.subf %a, %b : f32
    ```
    """

    def evaluate(self, a: float, b: float) -> float | None:
        return _number(a - b, a, b)


class MulFOp(FloatBinaryOp, name="arith.mulf", traits=(*_ELEMENTWISE, Commutative)):
    """The product.

    ```mlir
    %r = arith.mulf %a, %b : f32
    ```
    """

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        """x * 0 --> 0, where NaN and the signs of zeros do not count"""
        if self.fastmath.value & _NO_NAN == _NO_NAN and _is_zero(operands[1]):
            return self.rhs
        return super().fold(operands)

    def evaluate(self, a: float, b: float) -> float | None:
        return _number(a * b, a, b)


class DivFOp(FloatBinaryOp, name="arith.divf", traits=_ELEMENTWISE):
    """The quotient.

    ```mlir
    %r = arith.divf %a, %b : f32
    ```
    """

    def evaluate(self, a: float, b: float) -> float | None:
        if b:
            return _number(a / b, a, b)
        if not a or math.isnan(a):
            return a if a else math.nan
        return math.copysign(math.inf, math.copysign(1.0, a) * math.copysign(1.0, b))


class RemFOp(FloatBinaryOp, name="arith.remf", traits=_ELEMENTWISE):
    """The remainder of the division rounded toward zero; it has the sign of the dividend.

    ```mlir
    %r = arith.remf %a, %b : f32
    ```
    """

    def evaluate(self, a: float, b: float) -> float | None:
        if math.isnan(a) or math.isnan(b) or math.isinf(a) or not b:
            return math.nan
        return math.fmod(a, b)


def _minimum(a: float, b: float) -> float:
    """The smaller number, -0.0 below 0.0."""
    return a if (a, math.copysign(1.0, a)) < (b, math.copysign(1.0, b)) else b


def _maximum(a: float, b: float) -> float:
    """The larger number, -0.0 below 0.0."""
    return a if (a, math.copysign(1.0, a)) > (b, math.copysign(1.0, b)) else b


class MaximumFOp(FloatBinaryOp, name="arith.maximumf", traits=(*_ELEMENTWISE, Commutative)):
    """The larger operand; a NaN wins.

    ```mlir
    %r = arith.maximumf %a, %b : f32
    ```
    """

    def evaluate(self, a: float, b: float) -> float | None:
        return math.nan if math.isnan(a) or math.isnan(b) else _maximum(a, b)


class MaxNumFOp(FloatBinaryOp, name="arith.maxnumf", traits=(*_ELEMENTWISE, Commutative)):
    """The larger operand; a NaN loses.

    ```mlir
    %r = arith.maxnumf %a, %b : f32
    ```
    """

    def evaluate(self, a: float, b: float) -> float | None:
        return b if math.isnan(a) else a if math.isnan(b) else _maximum(a, b)


class MinimumFOp(FloatBinaryOp, name="arith.minimumf", traits=(*_ELEMENTWISE, Commutative)):
    """The smaller operand; a NaN wins.

    ```mlir
    %r = arith.minimumf %a, %b : f32
    ```
    """

    def evaluate(self, a: float, b: float) -> float | None:
        return math.nan if math.isnan(a) or math.isnan(b) else _minimum(a, b)


class MinNumFOp(FloatBinaryOp, name="arith.minnumf", traits=(*_ELEMENTWISE, Commutative)):
    """The smaller operand; a NaN loses.

    ```mlir
    %r = arith.minnumf %a, %b : f32
    ```
    """

    def evaluate(self, a: float, b: float) -> float | None:
        return b if math.isnan(a) else a if math.isnan(b) else _minimum(a, b)


class NegFOp(Op, name="arith.negf", traits=_ELEMENTWISE):
    """The number with the other sign.

    ```mlir
    %r = arith.negf %a : f32
    ```
    """

    operand: Operand[FloatLike]
    fastmath: Prop[FastMathFlagsAttr] = NO_FASTMATH
    result: Result[FloatLike]
    assembly_format = "$operand (`fastmath` `` $fastmath^)? attr-dict `:` type($result)"

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        return fold_elements(operands, self.result.type, lambda a: -a)
