"""Canonical forms of elementwise ops that broadcast."""

from __future__ import annotations

from mlirlite.dialects import onnx
from mlirlite.dialects.onnx.constants import constant_of
from mlirlite.dialects.onnx.math.elementwise import Broadcast
from mlirlite.dialects.onnx.shapes import Shape, broadcast, shape_of
from mlirlite.dialects.onnx.transforms._build import constant
from mlirlite.ir.dense import DenseElementsAttr
from mlirlite.ir.types import DYNAMIC, RankedTensorType
from mlirlite.ir.values import Value
from mlirlite.rewriting.pattern import canonicalization
from mlirlite.rewriting.rewriter import Rewriter


@canonicalization
def operand_broadcast_by_hand(op: Broadcast, rw: Rewriter) -> bool | None:
    """Add(x, Expand(y)) --> Add(x, y), if the result has the shape of x

    A constant whose elements are equal becomes one element in the same way.
    """
    shapes = [shape_of(v) for v in op.operands]
    result = shape_of(op.results[0])
    if "broadcast" in op.schema.attributes:
        return rw.fail("the second operand is broadcast to the first")
    for i, value in enumerate(op.operands):
        narrow = _before(value)
        if narrow is None:
            continue
        others = [*shapes[:i], narrow, *shapes[i + 1 :]]
        if any(s is None or DYNAMIC in s for s in others) or broadcast(*others) != result:
            continue
        with rw.modify(op):
            op.set_operand(i, _narrow(value, rw))
        return True
    return rw.fail("no operand is broadcast, or no other one has the shape of the result")


def _before(value: Value) -> Shape | None:
    """The shape of a value before it was broadcast; None if it was not."""
    definer = value.defining_op
    if isinstance(definer, onnx.ExpandOp):
        return shape_of(definer.operands[0])
    elements = constant_of(value)
    equal = isinstance(elements, DenseElementsAttr) and elements.is_splat
    return () if equal and elements is not None and elements.type.num_elements > 1 else None


def _narrow(value: Value, rw: Rewriter) -> Value:
    definer, elements = value.defining_op, constant_of(value)
    if isinstance(elements, DenseElementsAttr):
        one = RankedTensorType((), elements.element_type)
        return constant(rw, DenseElementsAttr(one, elements.raw))
    if definer is None:
        raise ValueError("expected a value that was broadcast")
    return definer.operands[0]
