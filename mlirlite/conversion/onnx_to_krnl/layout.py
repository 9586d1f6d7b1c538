"""Blocks of channels: NCHW to N x C/16 x H x W x 16 and back."""

from __future__ import annotations

from typing import Any

from mlirlite.conversion.onnx_to_krnl.buffer import Buffer
from mlirlite.conversion.onnx_to_krnl.builder import KrnlBuilder
from mlirlite.conversion.onnx_to_krnl.packing import constant_array, packed
from mlirlite.conversion.onnx_to_krnl.table import kernel
from mlirlite.dialects import onnx
from mlirlite.ir.types import RankedTensorType
from mlirlite.ir.values import Value


def block_of(value: Value) -> int | None:
    """Channels of a block, where a tensor is in blocks of them."""
    encoding = value.type.encoding if isinstance(value.type, RankedTensorType) else None
    return encoding.block if isinstance(encoding, onnx.LayoutAttr) else None


def channels_of(value: Value) -> int:
    """Channels of an image, those that fill up the last block not included."""
    channels: int = value.type.shape[1]  # type: ignore[attr-defined]
    return channels


@kernel("LayoutTransform")
def layout_transform(b: KrnlBuilder) -> Any:
    """The image in blocks of channels, or as planes; constants are moved now."""
    (x,) = b.inputs(1)
    source, target = block_of(b.op.operands[0]), block_of(b.op.results[0])
    channels = channels_of(b.op.operands[0])
    if source == target:
        return x
    if source is not None and target is not None:
        raise b.error("changes the size of blocks, expected one of both to be plain")
    block = source or target or 1
    image = x.shape[2:4]
    if image == [1, 1] and channels % block == 0:
        return b.view(x, b.result_type(), [x.shape[0], *b.result_type().shape[1:]])
    if target is None:
        out = b.output([x.shape[0], channels, *image])
        _to_planes(b, x, out, channels, block)
        return out
    array = constant_array(x)
    if array is not None:
        return _packed(b, x, array, block)
    out = b.output([x.shape[0], -(-channels // block), *image, block])
    _to_blocks(b, x, out, channels, block)
    return out


def _packed(b: KrnlBuilder, x: Buffer, array: Any, block: int) -> Buffer:
    import numpy as np

    n, c, h, w = array.shape
    room = np.zeros((n, -(-c // block) * block, h, w), array.dtype)
    room[:, :c] = array
    return packed(b, x, room.reshape(n, -1, block, h, w).transpose(0, 1, 3, 4, 2))


def _to_planes(b: KrnlBuilder, x: Buffer, out: Buffer, channels: int, block: int) -> None:
    full, rest = divmod(channels, block)
    for first, count, lanes in ((0, full, block), (full, 1, rest)):
        if not count or not lanes:
            continue
        with b.loops(x.shape[0], (first, first + count), lanes, *x.shape[2:4]) as (n, k, c, h, w):
            out.store(x.load([n, k, h, w, c]), [n, k * block + c, h, w])


def _to_blocks(b: KrnlBuilder, x: Buffer, out: Buffer, channels: int, block: int) -> None:
    full, rest = divmod(channels, block)
    for first, count, lanes in ((0, full, block), (full, 1, rest)):
        if not count or not lanes:
            continue
        with b.loops(x.shape[0], (first, first + count), *x.shape[2:4]) as (n, k, h, w):
            with b.loops(lanes) as (c,):
                out.store(x.load([n, k * block + c, h, w]), [n, k, h, w, c])
            if lanes < block:
                zero = b.scalar(0, x.element)
                with b.loops((lanes, block)) as (c,):
                    out[[n, k, h, w, c]] = zero
