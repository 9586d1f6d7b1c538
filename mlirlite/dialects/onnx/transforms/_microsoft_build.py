"""Common helpers of the decompositions of com.microsoft's operators."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from mlirlite.dialects import onnx
from mlirlite.dialects.onnx.op import OnnxOp
from mlirlite.dialects.onnx.shapes import shape_of
from mlirlite.dialects.onnx.transforms._build import integers
from mlirlite.ir.attributes import ArrayAttr
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import DYNAMIC, NONE
from mlirlite.ir.values import Value
from mlirlite.rewriting.rewriter import Rewriter


class Refused(ValueError):
    """An operator's operands or attributes cannot be expressed by other operators."""


Decomposition = tuple[
    Callable[[Any], None], Callable[[Any, Rewriter], "Value | Sequence[Value]"], tuple[int, ...]
]
"""A check that raises Refused, a function that builds the results, and which results these are."""


def attribute(op: Operation, name: str, default: Any) -> Any:
    """The value of a discardable attribute; for an array, its attributes."""
    found: Any = op.attributes.get(name)
    if found is None:
        return default
    return tuple(found) if isinstance(found, ArrayAttr) else found.value


def operand(op: Operation, index: int) -> Value | None:
    """An operand, or None when it is absent."""
    value = op.operands[index] if index < len(op.operands) else None
    return None if value is None or value.type is NONE else value


def built(rw: Rewriter, op: OnnxOp) -> Value:
    """The first result of an op that is inserted."""
    value: Value = rw.insert(op).results[0]
    return value


def split_heads(x: Value, heads: int, rw: Rewriter) -> Value:
    """(batch, length, hidden) -> (batch, heads, length, width)"""
    hidden = (shape_of(x) or (DYNAMIC,))[-1]
    width = -1 if hidden == DYNAMIC else hidden // heads
    split = built(rw, onnx.ReshapeOp(x, integers(rw, [0, 0, heads, width])))
    return built(rw, onnx.TransposeOp(split, perm=[0, 2, 1, 3]))


def merged(x: Value, rw: Rewriter) -> Value:
    """(…, a, b) -> (…, a * b). What is known is stated: where there are no numbers, a size does not
    follow from their count."""
    *outer, first, second = shape_of(x) or (DYNAMIC, DYNAMIC)
    size = -1 if DYNAMIC in (first, second) else first * second
    return built(rw, onnx.ReshapeOp(x, integers(rw, [*[0] * len(outer), size])))
