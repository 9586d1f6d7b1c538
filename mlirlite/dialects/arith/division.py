"""arith on signless integers and index: quotients and remainders."""

from collections.abc import Sequence
from typing import Any

from mlirlite.dialects._division import Division, SignedDivision
from mlirlite.dialects.arith._fold import ceiled, divide_signed, divide_unsigned, floored, truncated
from mlirlite.dialects.arith.integer import ELEMENTWISE, WITH_EXACT, IntegerBinaryOp
from mlirlite.ir.attribute import Attribute
from mlirlite.ir.attributes import UnitAttr
from mlirlite.ir.constants import bit_width, unsigned
from mlirlite.ir.dense import DenseElementsAttr
from mlirlite.ir.fields import OptProp
from mlirlite.ir.traits import NoMemoryEffect, Pure


class DivUIOp(IntegerBinaryOp, Division, name="arith.divui", traits=(*ELEMENTWISE, NoMemoryEffect)):
    """The quotient of the operands read as unsigned; undefined for 0.

    ```mlir
    %r = arith.divui %a, %b : i32
    ```
    """

    isExact: OptProp[UnitAttr]
    assembly_format = WITH_EXACT

    def evaluate(self, a: int, b: int, width: int) -> int | None:
        return divide_unsigned(a, b, width)


class DivSIOp(
    IntegerBinaryOp, SignedDivision, name="arith.divsi", traits=(*ELEMENTWISE, NoMemoryEffect)
):
    """The quotient of the operands read as signed, rounded toward zero; undefined for 0.

    ```mlir
    %r = arith.divsi %a, %b : i32
    ```
    """

    isExact: OptProp[UnitAttr]
    assembly_format = WITH_EXACT

    def evaluate(self, a: int, b: int, width: int) -> int | None:
        return divide_signed(a, b, width, truncated)


class CeilDivUIOp(
    IntegerBinaryOp, Division, name="arith.ceildivui", traits=(*ELEMENTWISE, NoMemoryEffect)
):
    """The unsigned quotient, rounded up.

    ```mlir
    %r = arith.ceildivui %a, %b : i32
    ```
    """

    def evaluate(self, a: int, b: int, width: int) -> int | None:
        return divide_unsigned(a, b, width, ceiled)


class CeilDivSIOp(
    IntegerBinaryOp,
    SignedDivision,
    name="arith.ceildivsi",
    traits=(*ELEMENTWISE, NoMemoryEffect),
):
    """The signed quotient, rounded toward positive infinity.

    ```mlir
    %r = arith.ceildivsi %a, %b : i32
    ```
    """

    def evaluate(self, a: int, b: int, width: int) -> int | None:
        least = 1 << width >> 1
        if a and least in (
            unsigned(a, width),
            unsigned(b, width),
        ):  # as upstream: negating it overflows
            return None
        return divide_signed(a, b, width, ceiled)


class FloorDivSIOp(IntegerBinaryOp, name="arith.floordivsi", traits=(*ELEMENTWISE, Pure)):
    """The signed quotient, rounded toward negative infinity.

    ```mlir
    %r = arith.floordivsi %a, %b : i32
    ```
    """

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        """Quotients of constants. MLIR agrees: only the last quotient has to be defined; where
        another one is not, so that its value does not matter, it is the dividend."""
        lhs, rhs = operands
        if not isinstance(lhs, DenseElementsAttr) or not isinstance(rhs, DenseElementsAttr):
            return super().fold(operands)
        width, quotients = bit_width(self.result.type), list[int | None]()
        pairs = list(zip(lhs.values(), rhs.values(), strict=True))
        for a, b in pairs:
            quotients.append(self.evaluate(int(a), int(b), width))
        if not quotients or quotients[-1] is None:
            return None
        values = [a if q is None else q for (a, _), q in zip(pairs, quotients, strict=True)]
        return DenseElementsAttr.of(lhs.type, values)

    def evaluate(self, a: int, b: int, width: int) -> int | None:
        return divide_signed(a, b, width, floored)


class RemUIOp(IntegerBinaryOp, name="arith.remui", traits=(*ELEMENTWISE, Pure)):
    """The remainder of the unsigned division.

    ```mlir
    %r = arith.remui %a, %b : i32
    ```
    """

    def evaluate(self, a: int, b: int, width: int) -> int | None:
        return unsigned(a, width) % unsigned(b, width) if b else None


class RemSIOp(IntegerBinaryOp, name="arith.remsi", traits=(*ELEMENTWISE, Pure)):
    """The remainder of the signed division; it has the sign of the dividend.

    ```mlir
    %r = arith.remsi %a, %b : i32
    ```
    """

    def evaluate(self, a: int, b: int, width: int) -> int | None:
        return a - b * truncated(a, b) if b else None
