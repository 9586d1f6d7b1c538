"""Constants in the order that a kernel reads them in, made when the model is compiled."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mlirlite.conversion.onnx_to_krnl.buffer import Buffer
from mlirlite.conversion.onnx_to_krnl.builder import KrnlBuilder
from mlirlite.dialects import krnl, memref
from mlirlite.ir.attributes import ArrayAttr, i64_attr
from mlirlite.ir.dense import DenseElementsAttr, DenseResourceAttr
from mlirlite.ir.resources import Resource
from mlirlite.ir.types import MemRefType, RankedTensorType

if TYPE_CHECKING:
    import numpy as np


def constant_array(x: Buffer) -> np.ndarray[Any, Any] | None:
    """The elements, when they are known now."""
    op = x.value.defining_op
    while isinstance(op, memref.ReinterpretCastOp):
        op = op.operands[0].defining_op
    value = op.value if isinstance(op, krnl.GlobalOp) else None
    if not isinstance(value, (DenseElementsAttr, DenseResourceAttr)):
        return None
    return value.numpy().reshape(x.type.shape)


def is_constant(x: Buffer) -> bool:
    """True when the elements are known now."""
    op = x.value.defining_op
    while isinstance(op, memref.ReinterpretCastOp):
        op = op.operands[0].defining_op
    return isinstance(op, krnl.GlobalOp) and isinstance(
        op.value, (DenseElementsAttr, DenseResourceAttr)
    )


def packed(b: KrnlBuilder, like: Buffer, array: np.ndarray[Any, Any]) -> Buffer:
    """A constant of an array, with the element type of another buffer."""
    import numpy as np

    shape = tuple(array.shape)
    data = np.ascontiguousarray(array).reshape(-1).view(np.uint8).data
    value = DenseResourceAttr(RankedTensorType(shape, like.element), Resource("packed", data))
    made = krnl.GlobalOp(
        shape=ArrayAttr(tuple(i64_attr(n) for n in shape)),
        name_="constant",
        value=value,
        output=MemRefType(shape, like.element),
    )
    return Buffer(b, b.insert(made).results[0])


def row_panels(array: np.ndarray[Any, Any], size: int) -> np.ndarray[Any, Any]:
    """[n, rows, depth] -> [n, blocks, depth, size]: rows in blocks, zeros at the end."""
    import numpy as np

    n, rows, depth = array.shape
    blocks = -(-rows // size)
    room = np.zeros((n, blocks * size, depth), array.dtype)
    room[:, :rows] = array
    return np.ascontiguousarray(room.reshape(n, blocks, size, depth).transpose(0, 1, 3, 2))
