"""index ops on two indices: sums, quotients, shifts, bits. Only results that agree for 32 and 64
bits are folded."""

from collections.abc import Sequence
from typing import Any

from mlirlite.dialects.arith._fold import ceiled, divide_signed, divide_unsigned, floored, truncated
from mlirlite.ir.attribute import Attribute
from mlirlite.ir.attributes import IntegerAttr, index_attr
from mlirlite.ir.constants import signed, unsigned
from mlirlite.ir.constraints import Index
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import Operand, Result
from mlirlite.ir.traits import Commutative, NoMemoryEffect, Pure


def _number(attribute: Attribute | None) -> int | None:
    return attribute.value if isinstance(attribute, IntegerAttr) else None


class IndexBinaryOp(Op):
    """Two operands and a result of type index."""

    constants_first = True

    lhs: Operand[Index]
    rhs: Operand[Index]
    result: Result[Index]
    assembly_format = "$lhs `,` $rhs attr-dict"

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        """Constants --> the number, when 32 and 64 bits give the same one"""
        a, b = map(_number, operands)
        if a is None or b is None:
            return None
        wide, narrow = self.evaluate(a, b, 64), self.evaluate(signed(a, 32), signed(b, 32), 32)
        if wide is None or narrow is None or unsigned(wide, 32) != unsigned(narrow, 32):
            return None
        return index_attr(signed(wide, 64))

    def evaluate(self, a: int, b: int, width: int) -> int | None:
        """The result for two numbers of a width, None when it has none."""
        raise NotImplementedError


class AddOp(
    IndexBinaryOp,
    name="index.add",
    traits=(
        Commutative,
        Pure,
    ),
):
    """The sum, wrapped to the width.

    ```mlir
    %r = index.add %a, %b
    ```
    """

    def evaluate(self, a: int, b: int, width: int) -> int | None:
        return a + b


class SubOp(IndexBinaryOp, name="index.sub", traits=(Pure,)):
    """The difference, wrapped to the width.

    ```mlir
    %r = index.sub %a, %b
    ```
    """

    def evaluate(self, a: int, b: int, width: int) -> int | None:
        return a - b


class MulOp(
    IndexBinaryOp,
    name="index.mul",
    traits=(
        Commutative,
        Pure,
    ),
):
    """The product, wrapped to the width.

    ```mlir
    %r = index.mul %a, %b
    ```
    """

    def evaluate(self, a: int, b: int, width: int) -> int | None:
        return a * b


class DivSOp(IndexBinaryOp, name="index.divs", traits=(NoMemoryEffect,)):
    """The signed quotient, rounded toward zero; undefined for 0.

    ```mlir
    %r = index.divs %a, %b
    ```
    """

    def evaluate(self, a: int, b: int, width: int) -> int | None:
        return divide_signed(a, b, width, truncated)


class DivUOp(IndexBinaryOp, name="index.divu", traits=(NoMemoryEffect,)):
    """The unsigned quotient; undefined for 0.

    ```mlir
    %r = index.divu %a, %b
    ```
    """

    def evaluate(self, a: int, b: int, width: int) -> int | None:
        return divide_unsigned(a, b, width)


class CeilDivSOp(IndexBinaryOp, name="index.ceildivs", traits=(NoMemoryEffect,)):
    """The signed quotient, rounded toward positive infinity; undefined for 0.

    ```mlir
    %r = index.ceildivs %a, %b
    ```
    """

    def evaluate(self, a: int, b: int, width: int) -> int | None:
        return divide_signed(a, b, width, ceiled)


class CeilDivUOp(IndexBinaryOp, name="index.ceildivu", traits=(NoMemoryEffect,)):
    """The unsigned quotient, rounded up; undefined for 0.

    ```mlir
    %r = index.ceildivu %a, %b
    ```
    """

    def evaluate(self, a: int, b: int, width: int) -> int | None:
        return divide_unsigned(a, b, width, ceiled)


class FloorDivSOp(IndexBinaryOp, name="index.floordivs", traits=(NoMemoryEffect,)):
    """The signed quotient, rounded toward negative infinity; undefined for 0.

    ```mlir
    %r = index.floordivs %a, %b
    ```
    """

    def evaluate(self, a: int, b: int, width: int) -> int | None:
        return divide_signed(a, b, width, floored)


class RemSOp(IndexBinaryOp, name="index.rems", traits=(NoMemoryEffect,)):
    """The signed remainder, with the sign of the dividend; undefined for 0.

    ```mlir
    %r = index.rems %a, %b
    ```
    """

    def evaluate(self, a: int, b: int, width: int) -> int | None:
        return (
            signed(a, width) - signed(b, width) * truncated(signed(a, width), signed(b, width))
            if b
            else None
        )


class RemUOp(IndexBinaryOp, name="index.remu", traits=(NoMemoryEffect,)):
    """The unsigned remainder; undefined for 0.

    ```mlir
    %r = index.remu %a, %b
    ```
    """

    def evaluate(self, a: int, b: int, width: int) -> int | None:
        return unsigned(a, width) % unsigned(b, width) if b else None


class MaxSOp(
    IndexBinaryOp,
    name="index.maxs",
    traits=(
        Commutative,
        Pure,
    ),
):
    """The larger number, read as signed.

    ```mlir
    %r = index.maxs %a, %b
    ```
    """

    def evaluate(self, a: int, b: int, width: int) -> int | None:
        return max(signed(a, width), signed(b, width))


class MaxUOp(
    IndexBinaryOp,
    name="index.maxu",
    traits=(
        Commutative,
        Pure,
    ),
):
    """The larger number, read as unsigned.

    ```mlir
    %r = index.maxu %a, %b
    ```
    """

    def evaluate(self, a: int, b: int, width: int) -> int | None:
        return max(unsigned(a, width), unsigned(b, width))


class MinSOp(
    IndexBinaryOp,
    name="index.mins",
    traits=(
        Commutative,
        Pure,
    ),
):
    """The smaller number, read as signed.

    ```mlir
    %r = index.mins %a, %b
    ```
    """

    def evaluate(self, a: int, b: int, width: int) -> int | None:
        return min(signed(a, width), signed(b, width))


class MinUOp(
    IndexBinaryOp,
    name="index.minu",
    traits=(
        Commutative,
        Pure,
    ),
):
    """The smaller number, read as unsigned.

    ```mlir
    %r = index.minu %a, %b
    ```
    """

    def evaluate(self, a: int, b: int, width: int) -> int | None:
        return min(unsigned(a, width), unsigned(b, width))


class ShlOp(IndexBinaryOp, name="index.shl", traits=(Pure,)):
    """Shift left; poison when the amount reaches the width.

    ```mlir
    %r = index.shl %a, %b
    ```
    """

    def evaluate(self, a: int, b: int, width: int) -> int | None:
        return a << b if 0 <= b < width else None


class ShrSOp(IndexBinaryOp, name="index.shrs", traits=(Pure,)):
    """Shift right, copies of the sign bit come in.

    ```mlir
    %r = index.shrs %a, %b
    ```
    """

    def evaluate(self, a: int, b: int, width: int) -> int | None:
        return signed(a, width) >> b if 0 <= b < width else None


class ShrUOp(IndexBinaryOp, name="index.shru", traits=(Pure,)):
    """Shift right, zeros come in.

    ```mlir
    %r = index.shru %a, %b
    ```
    """

    def evaluate(self, a: int, b: int, width: int) -> int | None:
        return unsigned(a, width) >> b if 0 <= b < width else None


class AndOp(
    IndexBinaryOp,
    name="index.and",
    traits=(
        Commutative,
        Pure,
    ),
):
    """Bitwise and.

    ```mlir
    %r = index.and %a, %b
    ```
    """

    def evaluate(self, a: int, b: int, width: int) -> int | None:
        return a & b


class OrOp(
    IndexBinaryOp,
    name="index.or",
    traits=(
        Commutative,
        Pure,
    ),
):
    """Bitwise or.

    ```mlir
    %r = index.or %a, %b
    ```
    """

    def evaluate(self, a: int, b: int, width: int) -> int | None:
        return a | b


class XOrOp(
    IndexBinaryOp,
    name="index.xor",
    traits=(
        Commutative,
        Pure,
    ),
):
    """Bitwise exclusive or.

    ```mlir
    %r = index.xor %a, %b
    ```
    """

    def evaluate(self, a: int, b: int, width: int) -> int | None:
        return a ^ b
