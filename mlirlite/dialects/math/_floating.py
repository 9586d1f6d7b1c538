"""The common part of ops on floats: their shapes, and folding of constants."""

import math
from collections.abc import Callable, Sequence
from typing import Any, ClassVar

from mlirlite.dialects.arith._fold import fold_elements
from mlirlite.dialects.arith.enums import NO_FASTMATH, FastMathFlagsAttr
from mlirlite.dialects.math._c_library import c_function
from mlirlite.ir.attribute import Attribute
from mlirlite.ir.constants import bit_width
from mlirlite.ir.constraints import FloatLike
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import Operand, Prop, Result
from mlirlite.ir.operation import Operation
from mlirlite.ir.traits import Elementwise, Pure, SameOperandsAndResultType

ELEMENTWISE = (Pure, SameOperandsAndResultType, Elementwise)


def fold_floats(
    op: Operation,
    operands: Sequence[Attribute | None],
    function: Callable[..., float],
    *,
    any_width: bool = False,
) -> Any:
    """Fold constants of f32 and f64, or of `any_width`, unless the function is undefined there."""
    width = bit_width(op.operands[0].type)
    if not any_width and width not in (32, 64):
        return None
    if None in operands:
        return None
    library = None if any_width else c_function(op.name, len(operands), width)

    def safe(*numbers: float) -> float | None:
        try:
            value = function(*numbers)
        except (ValueError, OverflowError, ZeroDivisionError):
            return None
        return value if library is None else library(*numbers)

    return fold_elements(operands, op.results[0].type, safe)


def or_infinite(function: Callable[..., float], *numbers: float, sign: float = 1.0) -> float:
    """A function's result, infinite with this sign where it is too large."""
    try:
        return function(*numbers)
    except OverflowError:
        return math.copysign(math.inf, sign)


class FloatUnaryOp(Op):
    """One operand and a result of one float type."""

    exact: ClassVar[bool] = False
    """Whether results need no rounding: then constants of every type are folded, as upstream."""

    operand: Operand[FloatLike]
    fastmath: Prop[FastMathFlagsAttr] = NO_FASTMATH
    result: Result[FloatLike]
    assembly_format = "$operand (`fastmath` `` $fastmath^)? attr-dict `:` type($result)"

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        return fold_floats(self, operands, self.evaluate, any_width=self.exact)

    def evaluate(self, a: float) -> float:
        """The result for a number; ValueError, OverflowError and ZeroDivisionError where there is
        none."""
        raise ValueError


class FloatBinaryOp(Op):
    """Two operands and a result of one float type."""

    exact: ClassVar[bool] = False
    """Whether results need no rounding: then constants of every type are folded, as upstream."""

    lhs: Operand[FloatLike]
    rhs: Operand[FloatLike]
    fastmath: Prop[FastMathFlagsAttr] = NO_FASTMATH
    result: Result[FloatLike]
    assembly_format = "$lhs `,` $rhs (`fastmath` `` $fastmath^)? attr-dict `:` type($result)"

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        return fold_floats(self, operands, self.evaluate, any_width=self.exact)

    def evaluate(self, a: float, b: float) -> float:
        """The result for two numbers; ValueError, OverflowError and ZeroDivisionError where there
        is none."""
        raise ValueError
