"""Convolutions in blocks of channels of bytes or bf16: a step is a group of channels as wide as a
32-bit sum, whose products krnl.dot sums up.

ConvInteger(x : ui8, w : i8) --> i32 = krnl.dot of 4 channels a step; Conv of bf16 takes 2 channels
"""

from __future__ import annotations

from typing import Any

from mlirlite.conversion.onnx_to_krnl.conv.block_rows import Row, row_of
from mlirlite.conversion.onnx_to_krnl.conv.blocked import BlockedConv
from mlirlite.conversion.onnx_to_krnl.conv.filters import Filters
from mlirlite.conversion.onnx_to_krnl.emit.buffer import Buffer
from mlirlite.conversion.onnx_to_krnl.emit.builder import KrnlBuilder
from mlirlite.conversion.onnx_to_krnl.emit.index import Ix
from mlirlite.conversion.onnx_to_krnl.emit.require import require_shape
from mlirlite.conversion.onnx_to_krnl.emit.window import Window
from mlirlite.conversion.onnx_to_krnl.epilogue.dot_epilogue import DotEpilogue
from mlirlite.conversion.onnx_to_krnl.registers.packing import constant_array
from mlirlite.dialects import krnl, vector
from mlirlite.dialects.onnx import schedules
from mlirlite.dialects.onnx.types import block_of, channels_of
from mlirlite.ir.attribute import Type
from mlirlite.ir.constants import bit_width
from mlirlite.ir.types import F32, I32, FloatType, IntegerType, VectorType
from mlirlite.ir.values import Value


def group_of(element: Type) -> int:
    """Elements of one step: those that fit into 32 bits."""
    width: int = bit_width(element)
    return 32 // width


class DotConv(BlockedConv):
    """As `BlockedConv`, for images in blocks of whole groups of channels."""

    def __init__(
        self,
        b: KrnlBuilder,
        x: Buffer,
        filters: Filters,
        axes: tuple[Row, Row],
        schedule: schedules.BlockedConv,
    ) -> None:
        self.group = group_of(x.element)
        super().__init__(b, x, filters, axes, schedule)
        size = (self.lanes * self.group,)
        self.factors: VectorType = VectorType(size, filters.origin.element)
        self.pixels: VectorType = VectorType(size, x.element)

    def _sum_type(self, x: Buffer) -> FloatType | IntegerType:
        return F32 if isinstance(x.element, FloatType) else I32

    def _ordered(self, part: Any) -> Any:
        outputs, blocks, inputs, high, wide = part.shape
        steps = part.reshape(outputs, blocks, inputs // self.group, self.group, high, wide)
        return steps.transpose(1, 4, 5, 2, 0, 3)

    def _weights_at(self, place: Ix) -> Value:
        b = self.b
        return b.emit(vector.LoadOp, (self.weights.value, b.value(place)), type=self.factors)

    def _pixel_at(self, place: Ix) -> Value:
        """The group as one word, in all lanes."""
        b = self.b
        some = VectorType((self.group,), self.x.element)
        word, words = VectorType((1,), I32), VectorType((self.lanes,), I32)
        value = b.emit(vector.LoadOp, (self.x.value, b.value(place)), type=some)
        value = b.emit(vector.BitCastOp, (value,), type=word)
        value = b.emit(vector.BroadcastOp, (value,), type=words)
        return b.emit(vector.BitCastOp, (value,), type=self.pixels)

    def _add(self, pixel: Value, weights: Value, total: Value) -> Value:
        return self.b.emit(krnl.DotOp, (pixel, weights, total), type=total.type)


def conv_of_dots(
    b: KrnlBuilder,
    x: Buffer,
    w: Buffer,
    window: Window,
    bias: Buffer | None = None,
    zero: int = 0,
) -> Any:
    """The convolution and its epilogue, with a result in blocks of channels. `zero` is subtracted
    from each element of the image, and fills its pads."""
    array, lanes = constant_array(w), block_of(b.op.results[0])
    if array is None or lanes is None:
        raise b.error("in blocks of channels expects constant weights")
    groups = b.attr("group", 1)
    total = groups * -(-(array.shape[0] // groups) // lanes)
    array = _whole_groups(array, group_of(x.element))
    axes = row_of(window, 0), row_of(window, 1)
    if block_of(b.op.operands[0]) is None:
        x, axes = _blocks_of_planes(b, x, axes, array.shape[1], zero)
    elif zero and not all(r.is_whole(0, r.output) for r in axes):
        x, axes = _padded(b, x, axes, zero)
    start = _corrections(b, array, zero) if zero else _as_sums(b, bias)
    epilogue = DotEpilogue.claim(b, total * lanes)
    out = b.alloc_type(
        epilogue.result_type(), [x.shape[0], total, *[r.output for r in axes], lanes]
    )
    for image, _ in epilogue.images:
        require_shape(b, image, out.shape)
    schedule = b.schedule(schedules.BlockedConv) or schedules.BlockedConv()
    DotConv(b, x, Filters(w, array, start, groups), axes, schedule).emit(out, epilogue)
    return epilogue.finish(out)


def _whole_groups(array: Any, group: int) -> Any:
    """Weights with channels filled up by zeros to whole groups."""
    import numpy as np

    rest = -array.shape[1] % group
    return np.pad(array, ((0, 0), (0, rest), (0, 0), (0, 0))) if rest else array


def _corrections(b: KrnlBuilder, array: Any, zero: int) -> Buffer:
    """The start values of sums: the sum of (x - zero) * w is that of x * w minus that of zero *
    w."""
    sums = array.astype("int64").sum((1, 2, 3)) * -zero
    return b.table(sums.tolist(), I32)


def _as_sums(b: KrnlBuilder, bias: Buffer | None) -> Buffer | None:
    """A bias in the type of sums."""
    if bias is None:
        return None
    array = constant_array(bias)
    if array is None:
        raise b.error("in blocks of channels expects a constant bias")
    return b.table(array.astype("float32").tolist(), F32)


def _blocks_of_planes(
    b: KrnlBuilder, x: Buffer, axes: tuple[Row, Row], size: int, zero: int
) -> tuple[Buffer, tuple[Row, Row]]:
    """Planes as one block of this many channels, with their pads."""
    channels = channels_of(b.op.operands[0])
    made = _around(axes)
    high, wide = axes
    out = b.alloc([x.shape[0], 1, *[r.input for r in made], size], x.element)
    outside = _raw(b, zero, x.element)
    with b.loops(x.shape[0]) as (n,):
        with b.loops(*out.shape[2:]) as at:
            out.store(outside, [n, 0, *at])
        with b.loops(high.input, wide.input) as (h, q):
            for c in range(channels):
                out.store(x.load([n, c, h, q]), [n, 0, h + high.pad, q + wide.pad, c])
    return out, made


def _padded(
    b: KrnlBuilder, x: Buffer, axes: tuple[Row, Row], zero: int
) -> tuple[Buffer, tuple[Row, Row]]:
    """The image with its pads, so that no tap is outside."""
    made = _around(axes)
    high, wide = axes
    out = b.alloc([*x.shape[:2], *[r.input for r in made], x.shape[4]], x.element)
    outside = _raw(b, zero, x.element)
    with b.loops(*x.shape[:2]) as at:
        with b.loops(*out.shape[2:]) as place:
            out.store(outside, [*at, *place])
        with b.loops(high.input, wide.input, x.shape[4]) as (h, q, c):
            out.store(x.load([*at, h, q, c]), [*at, h + high.pad, q + wide.pad, c])
    return out, made


def _around(axes: tuple[Row, Row]) -> tuple[Row, Row]:
    """Dimensions with room for all taps, and no pads."""
    sizes = [
        max((r.output - 1) * r.stride + (r.kernel - 1) * r.dilation + 1, r.input + r.pad)
        for r in axes
    ]
    high, wide = (
        Row(n, r.output, r.kernel, r.stride, r.dilation, 0)
        for n, r in zip(sizes, axes, strict=True)
    )
    return high, wide


def _raw(b: KrnlBuilder, number: int, element: Type) -> Value:
    """A constant in the form of a buffer's elements."""
    return b.cast(b.scalar(number, element).value, element)
