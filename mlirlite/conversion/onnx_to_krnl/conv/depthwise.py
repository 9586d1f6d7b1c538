"""Depthwise convolutions: a vector is one pixel of a block's channels."""

from __future__ import annotations

from mlirlite.conversion.onnx_to_krnl.conv.block_rows import Row
from mlirlite.conversion.onnx_to_krnl.conv.edge_tiles import EdgeTiles, Tile
from mlirlite.conversion.onnx_to_krnl.emit.buffer import Buffer
from mlirlite.conversion.onnx_to_krnl.emit.builder import KrnlBuilder
from mlirlite.conversion.onnx_to_krnl.emit.index import Ix
from mlirlite.conversion.onnx_to_krnl.emit.scalar import Scalar
from mlirlite.conversion.onnx_to_krnl.epilogue.epilogue import Epilogue
from mlirlite.conversion.onnx_to_krnl.registers.packing import constant_array, packed
from mlirlite.conversion.onnx_to_krnl.registers.tile import Vectors
from mlirlite.dialects import vector
from mlirlite.dialects.onnx.schedules.blocked import Depthwise
from mlirlite.ir.types import FloatType


def depthwise(
    b: KrnlBuilder,
    x: Buffer,
    w: Buffer,
    bias: Buffer | None,
    axes: tuple[Row, Row],
    out: Buffer,
    epilogue: Epilogue,
    schedule: Depthwise,
) -> None:
    """`columns` pixels of a row at a time; taps outside of the image are left out."""
    high, wide = axes
    lanes = out.shape[-1]
    if not isinstance(lanes, int) or not isinstance(x.element, FloatType):
        raise b.error("in blocks of channels expects floats")
    v = Vectors(b, x.element, lanes)
    sizes = w.type.shape[0], high.kernel * wide.kernel
    weights = _in_blocks(b, w, sizes, lanes)
    start = None if bias is None else _in_blocks(b, bias, (sizes[0], 1), lanes)
    tiles = EdgeTiles(b, wide, schedule.columns)
    with b.loops(*out.shape[:2]) as (n, k), b.loops(high.output) as (r,):
        for tile in tiles.each():

            def row(at: list[Ix], found: list[Scalar], tile: Tile = tile) -> list[Scalar]:
                found = list(found)
                line = r * high.stride + at[0] * high.dilation - high.pad
                for tap, pixels in tile.taps:
                    factor = v.load(weights, [k, at[0] * wide.kernel + tap, 0], lanes)
                    for t, inside in pixels:
                        column = (tile.first + t) * wide.stride + (tap * wide.dilation - wide.pad)
                        pixel = v.load_if(inside, x, [n, k, line, column, 0])
                        total = b.emit(vector.FMAOp, (pixel, factor, found[t].value))
                        found[t] = Scalar(b, total, v.type)
                return found

            first = v.splat_of(0) if start is None else v.load(start, [k, 0, 0], lanes)
            sums = [Scalar(b, first, v.type)] * tile.size
            for t, value in enumerate(b.fold([high.range(r)], sums, row)):
                place: list[Ix] = [n, k, r, tile.first + t, 0]
                v.store(epilogue.on_vector(v, value.value, place, lanes), out, place, lanes)


def _in_blocks(b: KrnlBuilder, given: Buffer, sizes: tuple[int, int], lanes: int) -> Buffer:
    """[channels, taps] -> [blocks, taps, lanes], now or in each run; zeros fill the last block."""
    import numpy as np

    channels, taps = sizes
    count, array = -(-channels // lanes), constant_array(given)
    if array is not None:
        room = np.zeros((count * lanes, taps), array.dtype)
        room[:channels] = array.reshape(channels, taps)
        return packed(b, given, room.reshape(count, lanes, taps).transpose(0, 2, 1))
    flat = b.view(given, b.memref([channels, taps], given.element), [channels, taps])
    made = b.alloc([count, taps, lanes], given.element)
    with b.loops(channels, taps) as (c, tap):
        made.store(flat.load([c, tap]), [c // lanes, tap, c % lanes])
    if channels % lanes:
        with b.loops(taps, count * lanes - channels) as (tap, i):
            made[[count - 1, tap, channels % lanes + i]] = 0.0
    return made
