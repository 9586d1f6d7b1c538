"""shape ops that test, and prove, properties of shapes."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from mlirlite.dialects.shape.types import (
    ShapeOrExtentTensor,
    Witness,
)
from mlirlite.ir.attribute import Attribute
from mlirlite.ir.attributes import IntegerAttr, bool_attr
from mlirlite.ir.constraints import Bool
from mlirlite.ir.definition import Op
from mlirlite.ir.dense import DenseElementsAttr
from mlirlite.ir.fields import Operand, Prop, Result, VarOperand
from mlirlite.ir.traits import Commutative, Pure
from mlirlite.support.diagnostics import Diagnostic

if TYPE_CHECKING:
    pass


class _ShapesOp(Op):
    """Base of tests of several shapes."""

    shapes: VarOperand[ShapeOrExtentTensor]
    assembly_format = "$shapes attr-dict `:` type($shapes)"


class IsBroadcastableOp(_ShapesOp, name="shape.is_broadcastable", traits=(Commutative,)):
    """Whether shapes can be broadcast to one.

    ```mlir
    %0 = shape.is_broadcastable %a, %b : !shape.shape, !shape.shape
    ```
    """

    result: Result[Bool]

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        """Fewer than two shapes --> true"""
        return bool_attr(True) if len(operands) < 2 else None


class CstrBroadcastableOp(_ShapesOp, name="shape.cstr_broadcastable", traits=(Commutative,)):
    """A witness that shapes can be broadcast to one.

    ```mlir
    %0 = shape.cstr_broadcastable %a, %b : !shape.shape, !shape.shape
    ```
    """

    result: Result[Witness]

    def verify_op(self) -> Diagnostic | None:
        if len(self.operands) < 2:
            return self.error("required at least 2 input shapes")
        return None


class ShapeEqOp(_ShapesOp, name="shape.shape_eq", traits=(Pure, Commutative)):
    """Whether shapes are equal.

    ```mlir
    %0 = shape.shape_eq %a, %b : !shape.shape, !shape.shape
    ```
    """

    result: Result[Bool]

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        """Constants --> whether they are equal"""
        return _all_equal(operands)


class CstrEqOp(_ShapesOp, name="shape.cstr_eq", traits=(Commutative,)):
    """A witness that shapes are equal.

    ```mlir
    %0 = shape.cstr_eq %a, %b : !shape.shape, !shape.shape
    ```
    """

    result: Result[Witness]

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        """Equal constants --> true"""
        found = _all_equal(operands)
        return found if found is not None and found.value else None


def _all_equal(operands: Sequence[Attribute | None]) -> IntegerAttr | None:
    known = [a.values() for a in operands if isinstance(a, DenseElementsAttr)]
    if not known or len(known) != len(operands):
        return None
    return bool_attr(all(extents == known[0] for extents in known))


class CstrRequireOp(Op, name="shape.cstr_require"):
    """A witness that a condition holds.

    ```mlir
    %0 = shape.cstr_require %b, "message"
    ```
    """

    pred: Operand[Bool]
    msg: Prop[str]
    result: Result[Witness]
    assembly_format = "$pred `,` $msg attr-dict"

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        """A constant --> the constant"""
        return operands[0]


class AssumingAllOp(Op, name="shape.assuming_all", traits=(Commutative, Pure)):
    """A witness that all constraints hold.

    ```mlir
    %0 = shape.assuming_all %a, %b
    ```
    """

    inputs: VarOperand[Witness]
    result: Result[Witness]
    assembly_format = "$inputs attr-dict"

    def verify_op(self) -> Diagnostic | None:
        return None if self.operands else self.error("no operands specified")

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        """Constants --> whether all hold; constraints that hold --> removed"""
        known = [a.value for a in operands if isinstance(a, IntegerAttr)]
        if 0 in known:
            return bool_attr(False)
        if len(known) == len(operands):
            return bool_attr(True)
        if known:
            unknown = [v for v, a in zip(self.operands, operands, strict=True) if a is None]
            self.set_operands(unknown)
            return self.result
        return None
