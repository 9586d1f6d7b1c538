"""math on integers."""

from collections.abc import Sequence
from typing import Any

from mlirlite.dialects.arith._fold import fold_elements
from mlirlite.ir.attribute import Attribute
from mlirlite.ir.constants import bit_width, signed, unsigned
from mlirlite.ir.constraints import SignlessIntegerOrIndexLike
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import Operand, Result
from mlirlite.ir.traits import Elementwise, Pure, SameOperandsAndResultType

_ELEMENTWISE = (Pure, SameOperandsAndResultType, Elementwise)


class _IntegerUnaryOp(Op):
    """One operand and a result of one integer type."""

    operand: Operand[SignlessIntegerOrIndexLike]
    result: Result[SignlessIntegerOrIndexLike]
    assembly_format = "$operand attr-dict `:` type($result)"

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        width = bit_width(self.result.type)
        return fold_elements(operands, self.result.type, lambda a: self.evaluate(a, width))

    def evaluate(self, a: int, width: int) -> int:
        """The result for a number."""
        raise NotImplementedError


class AbsIOp(_IntegerUnaryOp, name="math.absi", traits=_ELEMENTWISE):
    """The size of a signed number; the smallest one stays as it is.

    ```mlir
    %r = math.absi %a : i32
    ```
    """

    def evaluate(self, a: int, width: int) -> int:
        return abs(signed(a, width))


class CountLeadingZerosOp(_IntegerUnaryOp, name="math.ctlz", traits=_ELEMENTWISE):
    """How many zero bits come before the highest one bit; the width for 0.

    ```mlir
    %r = math.ctlz %a : i32
    ```
    """

    def evaluate(self, a: int, width: int) -> int:
        return width - unsigned(a, width).bit_length()


class CountTrailingZerosOp(_IntegerUnaryOp, name="math.cttz", traits=_ELEMENTWISE):
    """How many zero bits come after the lowest one bit; the width for 0.

    ```mlir
    %r = math.cttz %a : i32
    ```
    """

    def evaluate(self, a: int, width: int) -> int:
        bits = unsigned(a, width)
        return (bits & -bits).bit_length() - 1 if bits else width


class CtPopOp(_IntegerUnaryOp, name="math.ctpop", traits=_ELEMENTWISE):
    """How many bits are one.

    ```mlir
    %r = math.ctpop %a : i32
    ```
    """

    def evaluate(self, a: int, width: int) -> int:
        return unsigned(a, width).bit_count()


class IPowIOp(Op, name="math.ipowi", traits=_ELEMENTWISE):
    """`lhs` to the power of `rhs`, both signed, wrapped to the width.

    ```mlir
    %r = math.ipowi %a, %b : i32
    ```
    """

    lhs: Operand[SignlessIntegerOrIndexLike]
    rhs: Operand[SignlessIntegerOrIndexLike]
    result: Result[SignlessIntegerOrIndexLike]
    assembly_format = "$lhs `,` $rhs attr-dict `:` type($result)"

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        width = bit_width(self.result.type)
        return fold_elements(operands, self.result.type, lambda a, b: _power(a, b, width))


def _power(base: int, exponent: int, width: int) -> int | None:
    base, exponent = signed(base, width), signed(exponent, width)
    if exponent >= 0:
        return pow(base, exponent, 1 << width)
    if base == 0:
        return None
    if base == -1:
        return -1 if exponent & 1 else 1
    return int(base == 1)
