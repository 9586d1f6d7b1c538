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
    lanes, array = out.shape[-1], constant_array(w)
    if not isinstance(lanes, int) or array is None or not isinstance(x.element, FloatType):
        raise b.error("in blocks of channels expects constant weights")
    v = Vectors(b, x.element, lanes)
    weights = _in_blocks(b, w, array.reshape(array.shape[0], high.kernel * wide.kernel), lanes)
    known = None if bias is None else constant_array(bias)
    start = None if known is None else _in_blocks(b, w, known.reshape(-1, 1), lanes)
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


def _in_blocks(b: KrnlBuilder, like: Buffer, array: object, lanes: int) -> Buffer:
    """[channels, taps] -> [blocks, taps, lanes]."""
    import numpy as np

    given = np.asarray(array)
    count = -(-given.shape[0] // lanes)
    room = np.zeros((count * lanes, given.shape[1]), given.dtype)
    room[: given.shape[0]] = given
    return packed(b, like, room.reshape(count, lanes, -1).transpose(0, 2, 1))
