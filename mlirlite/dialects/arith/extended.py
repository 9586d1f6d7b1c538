"""arith on signless integers and index whose result is wider than the operands."""

from collections.abc import Sequence
from typing import Any

from mlirlite.dialects._constraints import i1_like
from mlirlite.dialects.arith._fold import fold_elements
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.constants import bit_width, signed, unsigned
from mlirlite.ir.constraints import BoolLike, SignlessIntegerOrIndexLike
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import Operand, Result
from mlirlite.ir.traits import (
    AllTypesMatch,
    Commutative,
    Elementwise,
    Pure,
)


class _ExtendedMultiplyOp(Op):
    """The product in two halves."""

    lhs: Operand[SignlessIntegerOrIndexLike]
    rhs: Operand[SignlessIntegerOrIndexLike]
    low: Result[SignlessIntegerOrIndexLike]
    high: Result[SignlessIntegerOrIndexLike]
    assembly_format = "$lhs `,` $rhs attr-dict `:` type($lhs)"

    def wide(self, value: int, width: int) -> int:
        """An operand's number as the multiplication reads it."""
        raise NotImplementedError

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        """Constants --> the two halves"""
        type = self.low.type
        width = bit_width(type)
        low = fold_elements(operands, type, lambda a, b: self.wide(a, width) * self.wide(b, width))
        high = fold_elements(
            operands, type, lambda a, b: self.wide(a, width) * self.wide(b, width) >> width
        )
        return None if low is None or high is None else (low, high)


_EXTENDED_MULTIPLY = (
    AllTypesMatch("lhs", "rhs", "low", "high"),
    Pure,
    Commutative,
    Elementwise,
)


class MulSIExtendedOp(_ExtendedMultiplyOp, name="arith.mulsi_extended", traits=_EXTENDED_MULTIPLY):
    """The signed product, twice as wide, in its low and its high half.

    ```mlir
    %low, %high = arith.mulsi_extended %a, %b : i32
    ```
    """

    def wide(self, value: int, width: int) -> int:
        return signed(value, width)


class MulUIExtendedOp(_ExtendedMultiplyOp, name="arith.mului_extended", traits=_EXTENDED_MULTIPLY):
    """The unsigned product, twice as wide, in its low and its high half.

    ```mlir
    %low, %high = arith.mului_extended %a, %b : i32
    ```
    """

    def wide(self, value: int, width: int) -> int:
        return unsigned(value, width)


class AddUIExtendedOp(
    Op,
    name="arith.addui_extended",
    traits=(
        AllTypesMatch("lhs", "rhs", "sum"),
        Pure,
        Commutative,
        Elementwise,
    ),
):
    """The unsigned sum, and whether it did not fit.

    ```mlir
    %sum, %overflow = arith.addui_extended %a, %b : i32, i1
    ```
    """

    lhs: Operand[SignlessIntegerOrIndexLike]
    rhs: Operand[SignlessIntegerOrIndexLike]
    sum: Result[SignlessIntegerOrIndexLike]
    overflow: Result[BoolLike]
    assembly_format = "$lhs `,` $rhs attr-dict `:` type($sum) `,` type($overflow)"

    def infer_types(self) -> Sequence[Type] | None:
        type = self.operands[0].type
        return type, i1_like(type)

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        """Constants --> the wrapped sum and the carry"""
        type, carry = self.sum.type, self.overflow.type
        width = bit_width(type)
        total = fold_elements(operands, type, lambda a, b: a + b)
        over = fold_elements(
            operands, carry, lambda a, b: int(unsigned(a, width) + unsigned(b, width) >= 1 << width)
        )
        return None if total is None or over is None else (total, over)
