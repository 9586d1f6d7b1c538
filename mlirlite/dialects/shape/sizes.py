"""shape ops that compute with sizes."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from mlirlite.dialects.shape.types import (
    ShapeOrSize,
    Size,
    SizeOrIndex,
)
from mlirlite.dialects.ub import PoisonAttr
from mlirlite.ir.attribute import Attribute
from mlirlite.ir.attributes import IntegerAttr, index_attr
from mlirlite.ir.constraints import Index
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import Operand, Result
from mlirlite.ir.traits import Commutative, Pure
from mlirlite.support.diagnostics import Diagnostic

if TYPE_CHECKING:
    pass

from mlirlite.dialects.shape.constants import verify_size_errors


class _SizeOp(Op):
    """Two sizes to one."""

    lhs: Operand[SizeOrIndex]
    rhs: Operand[SizeOrIndex]
    result: Result[SizeOrIndex]
    assembly_format = "$lhs `,` $rhs attr-dict `:` type($lhs) `,` type($rhs) `->` type($result)"

    def verify_op(self) -> Diagnostic | None:
        return verify_size_errors(self)

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        """Constants --> the number"""
        a, b = operands
        if not isinstance(a, IntegerAttr) or not isinstance(b, IntegerAttr):
            return None
        number = self.evaluate(a.value, b.value)
        return None if number is None else index_attr(number)

    def evaluate(self, a: int, b: int) -> int | None:
        """The result for two numbers, None for none."""
        raise NotImplementedError


class AddOp(_SizeOp, name="shape.add", traits=(Commutative, Pure)):
    """The sum.

    ```mlir
    %0 = shape.add %a, %b : !shape.size, !shape.size -> !shape.size
    ```
    """

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        """Constants --> the number; poison --> poison"""
        poison = next((a for a in operands if isinstance(a, PoisonAttr)), None)
        return super().fold(operands) if poison is None else poison

    def evaluate(self, a: int, b: int) -> int | None:
        return a + b


class MulOp(_SizeOp, name="shape.mul", traits=(Commutative, Pure)):
    """The product.

    ```mlir
    %0 = shape.mul %a, %b : !shape.size, !shape.size -> !shape.size
    ```
    """

    def evaluate(self, a: int, b: int) -> int | None:
        return a * b


class DivOp(_SizeOp, name="shape.div", traits=(Pure,)):
    """The quotient, rounded toward negative infinity.

    ```mlir
    %0 = shape.div %a, %b : !shape.size, !shape.size -> !shape.size
    ```
    """

    def evaluate(self, a: int, b: int) -> int | None:
        return a // b if b else None


class _ExtremeOp(Op):
    """The extreme of two shapes, extent by extent, or of two sizes."""

    lhs: Operand[ShapeOrSize]
    rhs: Operand[ShapeOrSize]
    result: Result[ShapeOrSize]
    assembly_format = "$lhs `,` $rhs attr-dict `:` type($lhs) `,` type($rhs) `->` type($result)"


class MaxOp(_ExtremeOp, name="shape.max", traits=(Commutative, Pure)):
    """The larger one.

    ```mlir
    %0 = shape.max %a, %b : !shape.size, !shape.size -> !shape.size
    ```
    """


class MinOp(_ExtremeOp, name="shape.min", traits=(Commutative, Pure)):
    """The smaller one.

    ```mlir
    %0 = shape.min %a, %b : !shape.size, !shape.size -> !shape.size
    ```
    """


class IndexToSizeOp(Op, name="shape.index_to_size", traits=(Pure,)):
    """An index as a size.

    ```mlir
    %0 = shape.index_to_size %i
    ```
    """

    arg: Operand[Index]
    result: Result[Size]
    assembly_format = "$arg attr-dict"

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        """A constant --> the constant"""
        return operands[0]


class SizeToIndexOp(Op, name="shape.size_to_index", traits=(Pure,)):
    """A size that is not an error, as an index.

    ```mlir
    %0 = shape.size_to_index %s : !shape.size
    ```
    """

    arg: Operand[SizeOrIndex]
    result: Result[Index]
    assembly_format = "$arg attr-dict `:` type($arg)"

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        """A constant --> the constant"""
        return operands[0]
