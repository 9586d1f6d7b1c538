"""arith on signless integers and index: add, divide, shift, compare bits."""

from collections.abc import Callable, Sequence
from typing import Any

from mlirlite.dialects._constraints import i1_like
from mlirlite.dialects._division import Division, SignedDivision
from mlirlite.dialects._mixed import constant_number
from mlirlite.dialects.arith._fold import (
    bit_width,
    ceiled,
    constant,
    divide_signed,
    divide_unsigned,
    floored,
    fold_elements,
    is_int,
    signed,
    truncated,
    unsigned,
    zero,
)
from mlirlite.dialects.arith.enums import NO_OVERFLOW, IntegerOverflowFlagsAttr
from mlirlite.ir.affine import AffineDim, AffineExpr
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import UnitAttr
from mlirlite.ir.constraints import BoolLike, SignlessIntegerOrIndexLike
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import Operand, OptProp, Prop, Result
from mlirlite.ir.interfaces import AsmNames, IndexExpression
from mlirlite.ir.traits import (
    AllTypesMatch,
    Commutative,
    Elementwise,
    Idempotent,
    NoMemoryEffect,
    Pure,
    SameOperandsAndResultType,
)
from mlirlite.ir.types import INDEX
from mlirlite.ir.values import Value

_ELEMENTWISE = (SameOperandsAndResultType, Elementwise)
_WITH_OVERFLOW = "$lhs `,` $rhs (`overflow` `` $overflowFlags^)? attr-dict `:` type($result)"
_WITH_EXACT = "$lhs `,` $rhs (`exact` $isExact^)? attr-dict `:` type($result)"


class _IntegerBinaryOp(Op):
    """Two operands and a result of one integer type."""

    lhs: Operand[SignlessIntegerOrIndexLike]
    rhs: Operand[SignlessIntegerOrIndexLike]
    result: Result[SignlessIntegerOrIndexLike]
    assembly_format = "$lhs `,` $rhs attr-dict `:` type($result)"

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        width = bit_width(self.result.type)
        return self.fold_identity(*operands) or fold_elements(
            operands, self.result.type, lambda a, b: self.evaluate(a, b, width)
        )

    def fold_identity(self, lhs: Attribute | None, rhs: Attribute | None) -> Any:
        """A value or constant that follows without both numbers (x + 0), or None."""
        return None

    def evaluate(self, a: int, b: int, width: int) -> int | None:
        """The result for two numbers, None when it has none; it is wrapped to the width
        afterwards."""
        return None


def smax(width: int) -> int:
    """The largest signed number."""
    return (1 << width >> 1) - 1


def smin(width: int) -> int:
    """The smallest signed number."""
    return -(1 << width >> 1)


def umax(width: int) -> int:
    """The largest unsigned number."""
    return (1 << width) - 1


def umin(width: int) -> int:
    """0, as a function of the width like the others."""
    return 0


def _fold_extreme(
    op: _IntegerBinaryOp,
    rhs: Attribute | None,
    absorbing: Callable[[int], int],
    neutral: Callable[[int], int],
) -> Any:
    width = bit_width(op.result.type)
    if op.lhs is op.rhs or is_int(rhs, neutral(width)):
        return op.lhs
    return op.rhs if is_int(rhs, absorbing(width)) else None


class AddIOp(
    _IntegerBinaryOp,
    IndexExpression,
    name="arith.addi",
    traits=(*_ELEMENTWISE, Commutative, Pure),
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

    def fold_identity(self, lhs: Attribute | None, rhs: Attribute | None) -> Any:
        if is_int(rhs, 0):
            return self.lhs
        if is_int(lhs, 0):
            return self.rhs
        inner = self.lhs.defining_op  # (x - y) + y --> x
        if isinstance(inner, SubIOp) and inner.rhs is self.rhs:
            return inner.lhs
        inner = self.rhs.defining_op  # y + (x - y) --> x
        if isinstance(inner, SubIOp) and inner.rhs is self.lhs:
            return inner.lhs
        return None

    def evaluate(self, a: int, b: int, width: int) -> int | None:
        return a + b


class SubIOp(_IntegerBinaryOp, IndexExpression, name="arith.subi", traits=(*_ELEMENTWISE, Pure)):
    """The difference, wrapped to the width.

    ```mlir
    %r = arith.subi %a, %b : i32
    ```
    """

    overflowFlags: Prop[IntegerOverflowFlagsAttr] = NO_OVERFLOW
    assembly_format = _WITH_OVERFLOW

    def index_expr(self) -> AffineExpr | None:
        return AffineDim(0) - AffineDim(1)

    def fold_identity(self, lhs: Attribute | None, rhs: Attribute | None) -> Any:
        if self.lhs is self.rhs:
            return zero(self.result.type)
        if is_int(rhs, 0):
            return self.lhs
        inner = self.lhs.defining_op  # (x + y) - y --> x, (x + y) - x --> y
        if isinstance(inner, AddIOp):
            if inner.rhs is self.rhs:
                return inner.lhs
            if inner.lhs is self.rhs:
                return inner.rhs
        return None

    def evaluate(self, a: int, b: int, width: int) -> int | None:
        return a - b


class MulIOp(
    _IntegerBinaryOp,
    AsmNames,
    IndexExpression,
    name="arith.muli",
    traits=(*_ELEMENTWISE, Commutative, Pure),
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
            if number is not None and scale is not None and scale.name == "vector.vscale":
                return (f"c{number}_vscale",)
        return ()

    def index_expr(self) -> AffineExpr | None:
        left, right = constant_number(self.lhs), constant_number(self.rhs)
        if right is not None:
            return AffineDim(0) * right
        return None if left is None else AffineDim(1) * left

    def fold_identity(self, lhs: Attribute | None, rhs: Attribute | None) -> Any:
        if is_int(rhs, 0):
            return rhs
        if is_int(lhs, 0):
            return lhs
        if is_int(rhs, 1):
            return self.lhs
        return self.rhs if is_int(lhs, 1) else None

    def evaluate(self, a: int, b: int, width: int) -> int | None:
        return a * b


class DivUIOp(
    _IntegerBinaryOp, Division, name="arith.divui", traits=(*_ELEMENTWISE, NoMemoryEffect)
):
    """The quotient of the operands read as unsigned; undefined for 0.

    ```mlir
    %r = arith.divui %a, %b : i32
    ```
    """

    isExact: OptProp[UnitAttr]
    assembly_format = _WITH_EXACT

    def fold_identity(self, lhs: Attribute | None, rhs: Attribute | None) -> Any:
        return self.lhs if is_int(rhs, 1) else None

    def evaluate(self, a: int, b: int, width: int) -> int | None:
        return divide_unsigned(a, b, width)


class DivSIOp(
    _IntegerBinaryOp, SignedDivision, name="arith.divsi", traits=(*_ELEMENTWISE, NoMemoryEffect)
):
    """The quotient of the operands read as signed, rounded towards zero; undefined for 0.

    ```mlir
    %r = arith.divsi %a, %b : i32
    ```
    """

    isExact: OptProp[UnitAttr]
    assembly_format = _WITH_EXACT

    def fold_identity(self, lhs: Attribute | None, rhs: Attribute | None) -> Any:
        return self.lhs if is_int(rhs, 1) else None

    def evaluate(self, a: int, b: int, width: int) -> int | None:
        return divide_signed(a, b, width, truncated)


class CeilDivUIOp(
    _IntegerBinaryOp, Division, name="arith.ceildivui", traits=(*_ELEMENTWISE, NoMemoryEffect)
):
    """The unsigned quotient, rounded up.

    ```mlir
    %r = arith.ceildivui %a, %b : i32
    ```
    """

    def fold_identity(self, lhs: Attribute | None, rhs: Attribute | None) -> Any:
        return self.lhs if is_int(rhs, 1) else None

    def evaluate(self, a: int, b: int, width: int) -> int | None:
        return divide_unsigned(a, b, width, ceiled)


class CeilDivSIOp(
    _IntegerBinaryOp,
    SignedDivision,
    name="arith.ceildivsi",
    traits=(*_ELEMENTWISE, NoMemoryEffect),
):
    """The signed quotient, rounded towards positive infinity.

    ```mlir
    %r = arith.ceildivsi %a, %b : i32
    ```
    """

    def fold_identity(self, lhs: Attribute | None, rhs: Attribute | None) -> Any:
        return self.lhs if is_int(rhs, 1) else None

    def evaluate(self, a: int, b: int, width: int) -> int | None:
        return divide_signed(a, b, width, ceiled)


class FloorDivSIOp(_IntegerBinaryOp, name="arith.floordivsi", traits=(*_ELEMENTWISE, Pure)):
    """The signed quotient, rounded towards negative infinity.

    ```mlir
    %r = arith.floordivsi %a, %b : i32
    ```
    """

    def fold_identity(self, lhs: Attribute | None, rhs: Attribute | None) -> Any:
        return self.lhs if is_int(rhs, 1) else None

    def evaluate(self, a: int, b: int, width: int) -> int | None:
        return divide_signed(a, b, width, floored)


class RemUIOp(_IntegerBinaryOp, name="arith.remui", traits=(*_ELEMENTWISE, Pure)):
    """The remainder of the unsigned division.

    ```mlir
    %r = arith.remui %a, %b : i32
    ```
    """

    def fold_identity(self, lhs: Attribute | None, rhs: Attribute | None) -> Any:
        return zero(self.result.type) if is_int(rhs, 1) else None

    def evaluate(self, a: int, b: int, width: int) -> int | None:
        return unsigned(a, width) % unsigned(b, width) if b else None


class RemSIOp(_IntegerBinaryOp, name="arith.remsi", traits=(*_ELEMENTWISE, Pure)):
    """The remainder of the signed division; it has the sign of the dividend.

    ```mlir
    %r = arith.remsi %a, %b : i32
    ```
    """

    def fold_identity(self, lhs: Attribute | None, rhs: Attribute | None) -> Any:
        return zero(self.result.type) if is_int(rhs, 1) else None

    def evaluate(self, a: int, b: int, width: int) -> int | None:
        return a - b * truncated(a, b) if b else None


def _complements(a: Value, b: Value) -> bool:
    """True when one value is the other with all bits turned over: `x ^ -1`."""
    for value, other in ((a, b), (b, a)):
        op = value.defining_op
        if isinstance(op, XOrIOp) and op.lhs is other:
            mask = op.rhs.defining_op
            if mask is not None and is_int(mask.properties.get("value"), -1):
                return True
    return False


class AndIOp(
    _IntegerBinaryOp, name="arith.andi", traits=(*_ELEMENTWISE, Commutative, Idempotent, Pure)
):
    """Bitwise and.

    ```mlir
    %r = arith.andi %a, %b : i32
    ```
    """

    def fold_identity(self, lhs: Attribute | None, rhs: Attribute | None) -> Any:
        if is_int(rhs, 0):
            return rhs
        if is_int(lhs, 0):
            return lhs
        if is_int(rhs, -1) or self.lhs is self.rhs:
            return self.lhs
        if is_int(lhs, -1):
            return self.rhs
        return zero(self.result.type) if _complements(self.lhs, self.rhs) else None

    def evaluate(self, a: int, b: int, width: int) -> int | None:
        return a & b


class OrIOp(
    _IntegerBinaryOp, name="arith.ori", traits=(*_ELEMENTWISE, Commutative, Idempotent, Pure)
):
    """Bitwise or.

    ```mlir
    %r = arith.ori %a, %b : i32
    ```
    """

    def fold_identity(self, lhs: Attribute | None, rhs: Attribute | None) -> Any:
        if is_int(rhs, -1):
            return rhs
        if is_int(lhs, -1):
            return lhs
        if is_int(rhs, 0) or self.lhs is self.rhs:
            return self.lhs
        if is_int(lhs, 0):
            return self.rhs
        type = self.result.type
        if zero(type) is not None and _complements(self.lhs, self.rhs):
            return constant(-1, type)
        return None

    def evaluate(self, a: int, b: int, width: int) -> int | None:
        return a | b


class XOrIOp(_IntegerBinaryOp, name="arith.xori", traits=(*_ELEMENTWISE, Commutative, Pure)):
    """Bitwise exclusive or.

    ```mlir
    %r = arith.xori %a, %b : i32
    ```
    """

    def fold_identity(self, lhs: Attribute | None, rhs: Attribute | None) -> Any:
        if is_int(rhs, 0):
            return self.lhs
        if is_int(lhs, 0):
            return self.rhs
        if self.lhs is self.rhs:
            return zero(self.result.type)
        inner = self.lhs.defining_op  # (x ^ y) ^ y --> x, (x ^ y) ^ x --> y
        if isinstance(inner, XOrIOp):
            if inner.rhs is self.rhs:
                return inner.lhs
            if inner.lhs is self.rhs:
                return inner.rhs
        return None

    def evaluate(self, a: int, b: int, width: int) -> int | None:
        return a ^ b


class ShLIOp(_IntegerBinaryOp, name="arith.shli", traits=(*_ELEMENTWISE, Pure)):
    """Shift left; poison when the amount reaches the width.

    ```mlir
    %r = arith.shli %a, %b : i32
    ```
    """

    overflowFlags: Prop[IntegerOverflowFlagsAttr] = NO_OVERFLOW
    assembly_format = _WITH_OVERFLOW

    def fold_identity(self, lhs: Attribute | None, rhs: Attribute | None) -> Any:
        return self.lhs if is_int(rhs, 0) else None

    def evaluate(self, a: int, b: int, width: int) -> int | None:
        return a << b if 0 <= b < width else None


class ShRUIOp(_IntegerBinaryOp, name="arith.shrui", traits=(*_ELEMENTWISE, Pure)):
    """Shift right, zeros come in.

    ```mlir
    %r = arith.shrui %a, %b : i32
    ```
    """

    isExact: OptProp[UnitAttr]
    assembly_format = _WITH_EXACT

    def fold_identity(self, lhs: Attribute | None, rhs: Attribute | None) -> Any:
        return self.lhs if is_int(rhs, 0) else None

    def evaluate(self, a: int, b: int, width: int) -> int | None:
        return unsigned(a, width) >> b if 0 <= b < width else None


class ShRSIOp(_IntegerBinaryOp, name="arith.shrsi", traits=(*_ELEMENTWISE, Pure)):
    """Shift right, copies of the sign bit come in.

    ```mlir
    %r = arith.shrsi %a, %b : i32
    ```
    """

    isExact: OptProp[UnitAttr]
    assembly_format = _WITH_EXACT

    def fold_identity(self, lhs: Attribute | None, rhs: Attribute | None) -> Any:
        return self.lhs if is_int(rhs, 0) else None

    def evaluate(self, a: int, b: int, width: int) -> int | None:
        return signed(a, width) >> b if 0 <= b < width else None


class MaxSIOp(_IntegerBinaryOp, name="arith.maxsi", traits=(*_ELEMENTWISE, Commutative, Pure)):
    """The larger operand, read as signed.

    ```mlir
    %r = arith.maxsi %a, %b : i32
    ```
    """

    def fold_identity(self, lhs: Attribute | None, rhs: Attribute | None) -> Any:
        return _fold_extreme(self, rhs, smax, smin)

    def evaluate(self, a: int, b: int, width: int) -> int | None:
        return max(signed(a, width), signed(b, width))


class MaxUIOp(_IntegerBinaryOp, name="arith.maxui", traits=(*_ELEMENTWISE, Commutative, Pure)):
    """The larger operand, read as unsigned.

    ```mlir
    %r = arith.maxui %a, %b : i32
    ```
    """

    def fold_identity(self, lhs: Attribute | None, rhs: Attribute | None) -> Any:
        return _fold_extreme(self, rhs, umax, umin)

    def evaluate(self, a: int, b: int, width: int) -> int | None:
        return max(unsigned(a, width), unsigned(b, width))


class MinSIOp(_IntegerBinaryOp, name="arith.minsi", traits=(*_ELEMENTWISE, Commutative, Pure)):
    """The smaller operand, read as signed.

    ```mlir
    %r = arith.minsi %a, %b : i32
    ```
    """

    def fold_identity(self, lhs: Attribute | None, rhs: Attribute | None) -> Any:
        return _fold_extreme(self, rhs, smin, smax)

    def evaluate(self, a: int, b: int, width: int) -> int | None:
        return min(signed(a, width), signed(b, width))


class MinUIOp(_IntegerBinaryOp, name="arith.minui", traits=(*_ELEMENTWISE, Commutative, Pure)):
    """The smaller operand, read as unsigned.

    ```mlir
    %r = arith.minui %a, %b : i32
    ```
    """

    def fold_identity(self, lhs: Attribute | None, rhs: Attribute | None) -> Any:
        return _fold_extreme(self, rhs, umin, umax)

    def evaluate(self, a: int, b: int, width: int) -> int | None:
        return min(unsigned(a, width), unsigned(b, width))


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
        """mul(x, 0) --> 0, 0; constants --> the two halves"""
        type = self.low.type
        if is_int(operands[1], 0):
            return operands[1], operands[1]
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
        """x + 0 --> x, false; constants --> the wrapped sum and the carry"""
        type, carry = self.sum.type, self.overflow.type
        if is_int(operands[1], 0):
            none = zero(carry)
            return None if none is None else (self.lhs, none)
        width = bit_width(type)
        total = fold_elements(operands, type, lambda a, b: a + b)
        over = fold_elements(
            operands, carry, lambda a, b: int(unsigned(a, width) + unsigned(b, width) >= 1 << width)
        )
        return None if total is None or over is None else (total, over)
