"""arith on signless integers and index: quotients and remainders."""

from typing import Any

from mlirlite.dialects._division import Division, SignedDivision
from mlirlite.dialects.arith._fold import (
    ceiled,
    divide_signed,
    divide_unsigned,
    floored,
    is_int,
    truncated,
    unsigned,
    zero,
)
from mlirlite.dialects.arith.enums import IntegerOverflowFlags
from mlirlite.dialects.arith.integer import ELEMENTWISE, WITH_EXACT, IntegerBinaryOp, MulIOp
from mlirlite.ir.attribute import Attribute
from mlirlite.ir.attributes import UnitAttr
from mlirlite.ir.fields import OptProp
from mlirlite.ir.traits import NoMemoryEffect, Pure
from mlirlite.ir.values import Value


def _other_factor(product: Value, factor: Value, flag: IntegerOverflowFlags) -> Value | None:
    """The y of a product x * y that is known not to wrap."""
    maker = product.defining_op
    if not isinstance(maker, MulIOp) or not maker.overflowFlags.value & flag:
        return None
    if maker.rhs is factor:
        return maker.lhs
    return maker.rhs if maker.lhs is factor else None


class _QuotientOp(IntegerBinaryOp):
    def fold_identity(self, lhs: Attribute | None, rhs: Attribute | None) -> Any:
        """x / 1 --> x"""
        return self.lhs if is_int(rhs, 1) else None


class _RemainderOp(IntegerBinaryOp):
    def fold_identity(self, lhs: Attribute | None, rhs: Attribute | None) -> Any:
        """x % 1 --> 0"""
        return zero(self.result.type) if is_int(rhs, 1) else None


class DivUIOp(_QuotientOp, Division, name="arith.divui", traits=(*ELEMENTWISE, NoMemoryEffect)):
    """The quotient of the operands read as unsigned; undefined for 0.

    ```mlir
    %r = arith.divui %a, %b : i32
    ```
    """

    isExact: OptProp[UnitAttr]
    assembly_format = WITH_EXACT

    def fold_identity(self, lhs: Attribute | None, rhs: Attribute | None) -> Any:
        found = super().fold_identity(lhs, rhs)
        return found or _other_factor(self.lhs, self.rhs, IntegerOverflowFlags.nuw)

    def evaluate(self, a: int, b: int, width: int) -> int | None:
        return divide_unsigned(a, b, width)


class DivSIOp(
    _QuotientOp, SignedDivision, name="arith.divsi", traits=(*ELEMENTWISE, NoMemoryEffect)
):
    """The quotient of the operands read as signed, rounded towards zero; undefined for 0.

    ```mlir
    %r = arith.divsi %a, %b : i32
    ```
    """

    isExact: OptProp[UnitAttr]
    assembly_format = WITH_EXACT

    def fold_identity(self, lhs: Attribute | None, rhs: Attribute | None) -> Any:
        found = super().fold_identity(lhs, rhs)
        return found or _other_factor(self.lhs, self.rhs, IntegerOverflowFlags.nsw)

    def evaluate(self, a: int, b: int, width: int) -> int | None:
        return divide_signed(a, b, width, truncated)


class CeilDivUIOp(
    _QuotientOp, Division, name="arith.ceildivui", traits=(*ELEMENTWISE, NoMemoryEffect)
):
    """The unsigned quotient, rounded up.

    ```mlir
    %r = arith.ceildivui %a, %b : i32
    ```
    """

    def evaluate(self, a: int, b: int, width: int) -> int | None:
        return divide_unsigned(a, b, width, ceiled)


class CeilDivSIOp(
    _QuotientOp,
    SignedDivision,
    name="arith.ceildivsi",
    traits=(*ELEMENTWISE, NoMemoryEffect),
):
    """The signed quotient, rounded towards positive infinity.

    ```mlir
    %r = arith.ceildivsi %a, %b : i32
    ```
    """

    def evaluate(self, a: int, b: int, width: int) -> int | None:
        return divide_signed(a, b, width, ceiled)


class FloorDivSIOp(_QuotientOp, name="arith.floordivsi", traits=(*ELEMENTWISE, Pure)):
    """The signed quotient, rounded towards negative infinity.

    ```mlir
    %r = arith.floordivsi %a, %b : i32
    ```
    """

    def evaluate(self, a: int, b: int, width: int) -> int | None:
        return divide_signed(a, b, width, floored)


class RemUIOp(_RemainderOp, name="arith.remui", traits=(*ELEMENTWISE, Pure)):
    """The remainder of the unsigned division.

    ```mlir
    %r = arith.remui %a, %b : i32
    ```
    """

    def evaluate(self, a: int, b: int, width: int) -> int | None:
        return unsigned(a, width) % unsigned(b, width) if b else None


class RemSIOp(_RemainderOp, name="arith.remsi", traits=(*ELEMENTWISE, Pure)):
    """The remainder of the signed division; it has the sign of the dividend.

    ```mlir
    %r = arith.remsi %a, %b : i32
    ```
    """

    def evaluate(self, a: int, b: int, width: int) -> int | None:
        return a - b * truncated(a, b) if b else None
