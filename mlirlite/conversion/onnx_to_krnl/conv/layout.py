"""Blocks of channels: NCHW to N x C/16 x H x W x 16 and back."""

from __future__ import annotations

from typing import Any

from mlirlite.conversion.onnx_to_krnl.emit.buffer import Buffer
from mlirlite.conversion.onnx_to_krnl.emit.builder import KrnlBuilder
from mlirlite.conversion.onnx_to_krnl.emit.index import Ix, product
from mlirlite.conversion.onnx_to_krnl.emit.table import kernel
from mlirlite.conversion.onnx_to_krnl.matmul.panels import matrix_of
from mlirlite.conversion.onnx_to_krnl.registers.lanes import Lanes
from mlirlite.conversion.onnx_to_krnl.registers.packing import constant_array, packed
from mlirlite.conversion.onnx_to_krnl.registers.squares import Place, transpose_rows
from mlirlite.dialects.onnx.types import block_of, channels_of
from mlirlite.ir.types import F32, F64


@kernel("LayoutTransform")
def layout_transform(b: KrnlBuilder) -> Any:
    """The image in blocks of channels, or as planes; constants are reordered now."""
    (x,) = b.inputs(1)
    source, target = block_of(b.op.operands[0]), block_of(b.op.results[0])
    told = b.op.operands[0] if target is None else b.op.results[0]
    channels = channels_of(told)
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
    blocks, planes = _lines(b, x), _lines(b, out)
    squares = _in_squares(b, x, block)
    for first, count, lanes in _parts(channels, block):
        with b.loops(x.shape[0], (first, first + count)) as (n, k):
            if squares:
                v = Lanes(b, x.element)
                source, target = (blocks, matrix_of([n, k])), (planes, _plane(n, k * block))
                transpose_rows(v, source, (0, planes.shape[2]), lanes, target)
                continue
            with b.loops(lanes, planes.shape[2]) as (c, i):
                planes.store(blocks.load([n, k, i, c]), [n, k * block + c, i])


def _to_blocks(b: KrnlBuilder, x: Buffer, out: Buffer, channels: int, block: int) -> None:
    planes, blocks = _lines(b, x), _lines(b, out)
    squares = _in_squares(b, x, block)
    for first, count, lanes in _parts(channels, block):
        with b.loops(x.shape[0], (first, first + count)) as (n, k):
            if squares and lanes == block:
                v = Lanes(b, x.element)
                source, target = (planes, _plane(n, k * block)), (blocks, matrix_of([n, k]))
                transpose_rows(v, source, (0, block), planes.shape[2], target)
                continue
            with b.loops(planes.shape[2]) as (i,):
                with b.loops(lanes) as (c,):
                    blocks.store(planes.load([n, k * block + c, i]), [n, k, i, c])
                if lanes < block:
                    zero = b.scalar(0, x.element)
                    with b.loops((lanes, block)) as (c,):
                        blocks[[n, k, i, c]] = zero


def _plane(n: Ix, first: Ix) -> Place:
    """The pixels of the channels from one on."""
    return lambda c, i: [n, first + c, i]


def _parts(channels: int, block: int) -> list[tuple[int, int, int]]:
    """Whole blocks and the remainder: the first one, how many, channels of each."""
    full, rest = divmod(channels, block)
    return [p for p in ((0, full, block), (full, 1, rest)) if p[1] and p[2]]


def _lines(b: KrnlBuilder, x: Buffer) -> Buffer:
    """The pixels of an image in one line."""
    sizes = [*x.shape[:2], product(x.shape[2:4]), *x.shape[4:]]
    return b.view(x, b.memref(sizes, x.element), sizes)


def _in_squares(b: KrnlBuilder, x: Buffer, block: int) -> bool:
    """True where blocks are as wide as vectors, and images may have a vector of pixels."""
    if b.machine is None or x.element not in (F32, F64):
        return False
    lanes, pixels = b.machine.lanes(x.element.width), product(x.shape[2:4])
    return block == lanes and not (isinstance(pixels, int) and pixels < lanes)
