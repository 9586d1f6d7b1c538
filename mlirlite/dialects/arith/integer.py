"""arith on signless integers and index: add, divide, shift, compare bits."""

from collections.abc import Sequence
from typing import Any

from mlirlite.dialects._mixed import constant_number
from mlirlite.dialects.arith._fold import fold_elements
from mlirlite.dialects.arith.enums import (
    NO_OVERFLOW,
    IntegerOverflowFlagsAttr,
)
from mlirlite.ir.affine import AffineDim, AffineExpr
from mlirlite.ir.attribute import Attribute
from mlirlite.ir.attributes import IntegerAttr, UnitAttr
from mlirlite.ir.constants import bit_width, constant, signed, unsigned
from mlirlite.ir.constraints import SignlessIntegerOrIndexLike
from mlirlite.ir.definition import Op
from mlirlite.ir.dense import DenseElementsAttr
from mlirlite.ir.fields import Operand, OptProp, Prop, Result
from mlirlite.ir.interfaces import AsmNames, IndexExpression
from mlirlite.ir.labels import NamesMultiples
from mlirlite.ir.traits import (
    Commutative,
    Elementwise,
    Idempotent,
    Pure,
    SameOperandsAndResultType,
)
from mlirlite.ir.types import INDEX

ELEMENTWISE = (SameOperandsAndResultType, Elementwise)
_WITH_OVERFLOW = "$lhs `,` $rhs (`overflow` `` $overflowFlags^)? attr-dict `:` type($result)"
WITH_EXACT = "$lhs `,` $rhs (`exact` $isExact^)? attr-dict `:` type($result)"


class IntegerBinaryOp(Op):
    """Two operands and a result of one integer type."""

    lhs: Operand[SignlessIntegerOrIndexLike]
    rhs: Operand[SignlessIntegerOrIndexLike]
    result: Result[SignlessIntegerOrIndexLike]
    assembly_format = "$lhs `,` $rhs attr-dict `:` type($result)"

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        type = self.results[0].type
        width = bit_width(type)
        lhs, rhs = operands
        if isinstance(lhs, IntegerAttr) and isinstance(rhs, IntegerAttr):  # nearly always
            value = self.evaluate(lhs.value, rhs.value, width)
            return None if value is None else constant(value, type)
        return fold_elements(operands, type, lambda a, b: self.evaluate(a, b, width))

    def evaluate(self, a: int, b: int, width: int) -> int | None:
        """The result for two numbers, None when it has none; it is wrapped to the width
        afterwards."""
        return None


class AddIOp(
    IntegerBinaryOp,
    IndexExpression,
    name="arith.addi",
    traits=(*ELEMENTWISE, Commutative, Pure),
):
    """The sum, wrapped to the width.

    ```mlir
    %r = arith.addi %a, %b : i32
    ```
    """

    overflowFlags: Prop[IntegerOverflowFlagsAttr] = NO_OVERFLOW
    assembly_format = _WITH_OVERFLOW

    def index_expr(self) -> AffineExpr | None:
        return AffineDim(0) + AffineDim(1)

    def evaluate(self, a: int, b: int, width: int) -> int | None:
        return a + b


class SubIOp(IntegerBinaryOp, IndexExpression, name="arith.subi", traits=(*ELEMENTWISE, Pure)):
    """The difference, wrapped to the width.

    ```mlir
    %r = arith.subi %a, %b : i32
    ```
    """

    overflowFlags: Prop[IntegerOverflowFlagsAttr] = NO_OVERFLOW
    assembly_format = _WITH_OVERFLOW

    def index_expr(self) -> AffineExpr | None:
        return AffineDim(0) - AffineDim(1)

    def evaluate(self, a: int, b: int, width: int) -> int | None:
        return a - b


class MulIOp(
    IntegerBinaryOp,
    AsmNames,
    IndexExpression,
    name="arith.muli",
    traits=(*ELEMENTWISE, Commutative, Pure),
):
    """The product, wrapped to the width.

    ```mlir
    %r = arith.muli %a, %b : i32
    ```
    """

    overflowFlags: Prop[IntegerOverflowFlagsAttr] = NO_OVERFLOW
    assembly_format = _WITH_OVERFLOW

    def result_names(self) -> Sequence[str]:
        """`c8_vscale` for 8 * vscale."""
        if self.result.type is not INDEX:
            return ()
        for base, factor in ((self.lhs, self.rhs), (self.rhs, self.lhs)):
            number, scale = constant_number(base), factor.defining_op
            if number is not None and scale is not None and isinstance(scale, NamesMultiples):
                return (scale.multiple_name(number),)
        return ()

    def index_expr(self) -> AffineExpr | None:
        left, right = constant_number(self.lhs), constant_number(self.rhs)
        if right is not None:
            return AffineDim(0) * right
        return None if left is None else AffineDim(1) * left

    def evaluate(self, a: int, b: int, width: int) -> int | None:
        return a * b


class AndIOp(
    IntegerBinaryOp, name="arith.andi", traits=(*ELEMENTWISE, Commutative, Idempotent, Pure)
):
    """Bitwise and.

    ```mlir
    %r = arith.andi %a, %b : i32
    ```
    """

    def evaluate(self, a: int, b: int, width: int) -> int | None:
        return a & b


class OrIOp(
    IntegerBinaryOp, name="arith.ori", traits=(*ELEMENTWISE, Commutative, Idempotent, Pure)
):
    """Bitwise or.

    ```mlir
    %r = arith.ori %a, %b : i32
    ```
    """

    def evaluate(self, a: int, b: int, width: int) -> int | None:
        return a | b


class XOrIOp(IntegerBinaryOp, name="arith.xori", traits=(*ELEMENTWISE, Commutative, Pure)):
    """Bitwise exclusive or.

    ```mlir
    %r = arith.xori %a, %b : i32
    ```
    """

    def evaluate(self, a: int, b: int, width: int) -> int | None:
        return a ^ b


def _amount(b: int, width: int) -> int:
    """How far to shift: no further than the width."""
    return min(unsigned(b, width), width)


class _ShiftOp(IntegerBinaryOp):
    """A shift, which has no result where the amount reaches the width."""

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        folded = super().fold(operands)
        amounts, type = operands[1], self.results[0].type
        if folded is not None or not isinstance(amounts, DenseElementsAttr) or amounts.is_splat:
            return folded
        # As upstream, the last element decides; all bits are shifted out of the others.
        width = bit_width(type)
        last = int(amounts.values()[-1])
        if not 0 <= last < width:
            return None
        return fold_elements(operands, type, lambda a, b: self.shifted(a, b, width))

    def evaluate(self, a: int, b: int, width: int) -> int | None:
        return self.shifted(a, b, width) if 0 <= b < width else None

    def shifted(self, a: int, b: int, width: int) -> int:
        """The number shifted by any amount, which is read as unsigned."""
        raise NotImplementedError


class ShLIOp(_ShiftOp, name="arith.shli", traits=(*ELEMENTWISE, Pure)):
    """Shift left; poison when the amount reaches the width.

    ```mlir
    %r = arith.shli %a, %b : i32
    ```
    """

    overflowFlags: Prop[IntegerOverflowFlagsAttr] = NO_OVERFLOW
    assembly_format = _WITH_OVERFLOW

    def shifted(self, a: int, b: int, width: int) -> int:
        return a << _amount(b, width)


class ShRUIOp(_ShiftOp, name="arith.shrui", traits=(*ELEMENTWISE, Pure)):
    """Shift right, zeros come in.

    ```mlir
    %r = arith.shrui %a, %b : i32
    ```
    """

    isExact: OptProp[UnitAttr]
    assembly_format = WITH_EXACT

    def shifted(self, a: int, b: int, width: int) -> int:
        return unsigned(a, width) >> _amount(b, width)


class ShRSIOp(_ShiftOp, name="arith.shrsi", traits=(*ELEMENTWISE, Pure)):
    """Shift right, copies of the sign bit come in.

    ```mlir
    %r = arith.shrsi %a, %b : i32
    ```
    """

    isExact: OptProp[UnitAttr]
    assembly_format = WITH_EXACT

    def shifted(self, a: int, b: int, width: int) -> int:
        return signed(a, width) >> _amount(b, width)


class MaxSIOp(IntegerBinaryOp, name="arith.maxsi", traits=(*ELEMENTWISE, Commutative, Pure)):
    """The larger operand, read as signed.

    ```mlir
    %r = arith.maxsi %a, %b : i32
    ```
    """

    def evaluate(self, a: int, b: int, width: int) -> int | None:
        return max(signed(a, width), signed(b, width))


class MaxUIOp(IntegerBinaryOp, name="arith.maxui", traits=(*ELEMENTWISE, Commutative, Pure)):
    """The larger operand, read as unsigned.

    ```mlir
    %r = arith.maxui %a, %b : i32
    ```
    """

    def evaluate(self, a: int, b: int, width: int) -> int | None:
        return max(unsigned(a, width), unsigned(b, width))


class MinSIOp(IntegerBinaryOp, name="arith.minsi", traits=(*ELEMENTWISE, Commutative, Pure)):
    """The smaller operand, read as signed.

    ```mlir
    %r = arith.minsi %a, %b : i32
    ```
    """

    def evaluate(self, a: int, b: int, width: int) -> int | None:
        return min(signed(a, width), signed(b, width))


class MinUIOp(IntegerBinaryOp, name="arith.minui", traits=(*ELEMENTWISE, Commutative, Pure)):
    """The smaller operand, read as unsigned.

    ```mlir
    %r = arith.minui %a, %b : i32
    ```
    """

    def evaluate(self, a: int, b: int, width: int) -> int | None:
        return min(unsigned(a, width), unsigned(b, width))
