"""Helpers for patterns on onnx."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from mlirlite.dialects import onnx
from mlirlite.dialects.onnx.evaluate import elements_from
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import UNIT
from mlirlite.ir.dense import DenseElementsAttr, ElementsAttr
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import I64, RankedTensorType, element_type_of
from mlirlite.ir.values import Value
from mlirlite.rewriting.rewriter import Rewriter


def constant(rw: Rewriter, elements: ElementsAttr) -> Value:
    """An onnx.Constant."""
    return rw.insert(onnx.ConstantOp(value=elements, output=elements.type)).results[0]


def with_element(type: Type, element: Type) -> Type:
    """A tensor type with other elements; other types are unchanged."""
    if not isinstance(type, RankedTensorType):
        return type
    made: Type = RankedTensorType(type.shape, element, type.encoding)
    return made


def array_like(rw: Rewriter, array: Any, like: Value) -> Value:
    """An array as a constant with the element type of a value."""
    import numpy as np

    element = element_type_of(like.type)
    type = RankedTensorType(tuple(array.shape), element)
    return constant(rw, elements_from(np, array, type))


def integers(rw: Rewriter, values: Iterable[int]) -> Value:
    """A constant `tensor<Nxi64>`."""
    numbers = list(values)
    return constant(rw, DenseElementsAttr.of(RankedTensorType((len(numbers),), I64), numbers))


def scalar(rw: Rewriter, value: float, like: Value) -> Value:
    """A constant of rank 0 with the element type of a value."""
    element = element_type_of(like.type)
    return constant(rw, DenseElementsAttr.of(RankedTensorType((), element), value))


def nothing(rw: Rewriter) -> Value:
    """A value of type none."""
    return rw.insert(onnx.NoValueOp(value=UNIT)).results[0]


def insert_like(
    cls: Any,
    operands: Sequence[Value],
    types: Sequence[Type],
    properties: dict[str, Attribute],
    origin: Operation,
    rw: Rewriter,
) -> Operation:
    """An op with the location and discardable attributes of another one."""
    attributes = dict(origin.attributes) or None
    made: Operation = cls.create(operands, types, properties, attributes, location=origin.location)
    return rw.insert(made)
