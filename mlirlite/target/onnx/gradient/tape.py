"""Tape: emits the ops of a derivative, and knows the gradients found so far."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from mlirlite.dialects import onnx
from mlirlite.dialects.onnx.shapes import element_of, is_static, shape_of
from mlirlite.ir.attribute import Type
from mlirlite.ir.attributes import UnitAttr
from mlirlite.ir.block import Block
from mlirlite.ir.dense import DenseElementsAttr
from mlirlite.ir.types import I64, RankedTensorType
from mlirlite.ir.values import Value


class Tape:
    """Emits ops at the end of a block."""

    def __init__(self, block: Block, location: Any) -> None:
        self.block = block
        self.location = location
        self.found: dict[Value, Value] = {}
        """The gradients of values."""

    def __call__(self, name: str, *operands: Any, **attributes: Any) -> Value:
        """The first result of a new op."""
        cls: Any = onnx.DIALECT.op_class(f"onnx.{name}")
        op = cls(*operands, **attributes, loc=self.location)
        self.block.append(op)
        value: Value = op.results[0]
        return value

    def all(
        self, name: str, operands: Sequence[Value], types: Sequence[Type], properties: Any
    ) -> Sequence[Value]:
        """The results of a new op, of given types."""
        cls: Any = onnx.DIALECT.op_class(f"onnx.{name}")
        op = cls.create(operands, types, dict(properties), location=self.location)
        self.block.append(op)
        results: Sequence[Value] = op.results
        return results

    def gradient_of(self, value: Value) -> Value:
        """The gradient of a value; zeros for one that y does not depend on."""
        return self.found[value] if value in self.found else self.filled(0, value)

    def integers(self, *numbers: int) -> Value:
        """A constant vector."""
        elements = DenseElementsAttr.of(RankedTensorType((len(numbers),), I64), list(numbers))
        return self("Constant", value=elements, output=elements.type)

    def count(self, number: int) -> Value:
        """A constant of rank 0 for shapes."""
        elements = DenseElementsAttr.of(RankedTensorType((), I64), number)
        return self("Constant", value=elements, output=elements.type)

    def number(self, value: float, like: Value) -> Value:
        """A constant of rank 0 with the elements of another value."""
        element: Any = element_of(like)
        elements = DenseElementsAttr.of(RankedTensorType((), element), value)
        return self("Constant", value=elements, output=elements.type)

    def filled(self, value: float, like: Value) -> Value:
        """A number in the shape of another value."""
        return self("Expand", self.number(value, like), self("Shape", like))

    def nothing(self) -> Value:
        """A value of type none."""
        return self("NoValue", value=UnitAttr())

    def where(self, condition: Value, g: Value) -> Value:
        """g, and 0 where a condition does not hold."""
        return self("Where", condition, g, self.number(0, g))

    def total(self, g: Value, axes: Sequence[int], keep: bool = True) -> Value:
        """Sums over axes."""
        return self("ReduceSum", g, self.integers(*axes), keepdims=int(keep))


Rule = Callable[[Tape, Any, Value], Sequence[Value | None]]
"""The gradients of an op's operands, given that of its first result."""


def known_shape(value: Value) -> tuple[int, ...]:
    """A static shape; ValueError for another."""
    shape = shape_of(value)
    if shape is None or not is_static(shape):
        raise ValueError("differentiates values of known shapes only")
    return tuple(shape)
