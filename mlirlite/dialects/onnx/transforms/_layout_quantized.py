"""Which quantized operators work on blocks of channels, for --layout-onnx."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mlirlite.dialects.onnx.constants import array_of, constant_of
from mlirlite.dialects.onnx.nn.conv import Conv
from mlirlite.dialects.onnx.op import OnnxOp
from mlirlite.dialects.onnx.shapes import element_of, shape_of
from mlirlite.ir.types import DYNAMIC, F32, I8, NONE, IntegerType, Signedness
from mlirlite.ir.values import Value

UI8 = IntegerType(8, Signedness.UNSIGNED)


def conv_integer(op: Conv, at: Any) -> Sequence[int] | None:
    """If weights are constant signed bytes without a zero point, and blocks are well filled; few
    channels are read as planes."""
    x, w = shape_of(op.operands[0]), shape_of(op.operands[1])
    if x is None or w is None or len(x) != 4 or DYNAMIC in (*x[1:], *w) or 0 in (*x, *w):
        return None
    if element_of(op.operands[0]) not in (UI8, I8) or element_of(op.operands[1]) is not I8:
        return None
    if constant_of(op.operands[1]) is None or not _is_zero(op.operands[3]):
        return None
    window, lanes = op.window(), at.lanes
    zero = array_of(op.operands[2])
    if (
        window is None
        or min(window.begins) < 0
        or (op.operands[2].type is not NONE) > (zero is not None and zero.size == 1)
    ):
        return None
    group, channels, outputs = op.group, x[1], w[0]
    if group > 1:
        fits = channels // group % lanes == 0 and outputs // group % lanes == 0
        return [0] if fits else None
    if -(-outputs // lanes) * lanes > 2 * outputs:
        return None
    few = not at.has(op.operands[0]) and channels < lanes
    return [] if few else [0]


def bf16_fits(op: OnnxOp, at: Any, group: int, channels: int) -> bool:
    """Whether a convolution of bf16 can take pairs of channels, and its bias is constant. A block's
    padding beyond the channels may hold NaN, so no pair may extend into it."""
    if op.operands[2].type is not NONE and constant_of(op.operands[2]) is None:
        return False
    if group > 1:
        return channels // group > 1
    few = not at.has(op.operands[0]) and channels < at.lanes // 2
    return few or channels % 2 == 0


def _is_zero(value: Value) -> bool:
    array = array_of(value)
    return value.type is NONE or (array is not None and not array.any())


def scaled(op: OnnxOp, at: Any) -> Sequence[int] | None:
    """If the image is already in blocks, and scales are for all of it or for its channels."""
    x = shape_of(op.operands[0])
    if not at.has(op.operands[0]) or x is None or len(x) != 4 or op.get("block_size", 0):
        return None
    if element_of(op.operands[1]) is not F32:
        return None
    for parameter in op.operands[1:]:
        shape = () if parameter.type is NONE else shape_of(parameter)
        if shape is None or len(shape) > 1 or DYNAMIC in shape:
            return None
        if shape not in ((), (1,)) and op.get("axis", 1) not in (1, -3):
            return None
    return [0]
