"""Poolings in blocks of channels: a vector is the same pixel of all channels of a block."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from mlirlite.conversion.onnx_to_krnl.conv.block_rows import Row, row_of
from mlirlite.conversion.onnx_to_krnl.conv.edge_tiles import EdgeTiles, Tile
from mlirlite.conversion.onnx_to_krnl.emit.buffer import Buffer
from mlirlite.conversion.onnx_to_krnl.emit.builder import KrnlBuilder
from mlirlite.conversion.onnx_to_krnl.emit.element_types import UI8
from mlirlite.conversion.onnx_to_krnl.emit.index import Ix, ceildiv
from mlirlite.conversion.onnx_to_krnl.emit.scalar import Scalar, least
from mlirlite.conversion.onnx_to_krnl.emit.window import Window
from mlirlite.conversion.onnx_to_krnl.registers.tile import Vectors
from mlirlite.dialects import arith
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import FloatType, IntegerType
from mlirlite.ir.values import Value


def max_pool_in_blocks(b: KrnlBuilder, x: Buffer, window: Window) -> Buffer:
    """The largest element of each window."""
    step: type[Operation] = arith.MaximumFOp
    if not isinstance(x.element, FloatType):
        step = arith.MaxUIOp if x.element is UI8 else arith.MaxSIOp
    return _pool(b, x, window, step, least(x.element), lambda v, value, area: value)


def average_pool_in_blocks(b: KrnlBuilder, x: Buffer, window: Window, padded: bool) -> Buffer:
    """The mean of each window: over what is inside the image, or inside the pads as well."""

    def mean(v: Vectors, value: Value, area: Ix) -> Value:
        number = b.number(area, x.element)
        return b.emit(arith.DivFOp, (value, v.splat(number.value)))

    return _pool(b, x, window, arith.AddFOp, 0.0, mean, padded)


def global_pool_in_blocks(b: KrnlBuilder, x: Buffer, step: type[Operation], start: float) -> Buffer:
    """A fold over all pixels; the mean if it adds."""
    n, k, high, wide, lanes = x.shape
    v = _vectors(b, x)
    out = b.output([n, k, 1, 1, lanes])
    with b.loops(n, k) as (image, block):
        place: list[Ix] = [image, block]
        first = [Scalar(b, v.splat_of(start), v.type)]

        def fold(at: list[Ix], found: list[Scalar]) -> list[Scalar]:
            pixel = v.load(x, [*place, *at, 0], v.lanes)
            return [Scalar(b, b.emit(step, (found[0].value, pixel)), v.type)]

        value = b.fold([high, wide], first, fold)[0].value
        if step is arith.AddFOp:
            area = b.number(high * wide, x.element)
            value = b.emit(arith.DivFOp, (value, v.splat(area.value)))
        v.store(value, out, [*place, 0, 0, 0], v.lanes)
    return out


def _vectors(b: KrnlBuilder, x: Buffer) -> Vectors:
    lanes = x.shape[-1]
    if not isinstance(lanes, int) or not isinstance(x.element, (FloatType, IntegerType)):
        raise b.error("in blocks of channels expects numbers")
    return Vectors(b, x.element, lanes)


def _pool(
    b: KrnlBuilder,
    x: Buffer,
    window: Window,
    step: type[Operation],
    start: float,
    finish: Callable[[Vectors, Value, Ix], Value],
    padded: bool = False,
) -> Buffer:
    """Fold the inside taps of each window with an op; `finish(v, value, area)` gives the stored
    value, where `area` is the number of taps that count."""
    v = _vectors(b, x)
    high, wide = row_of(window, 0), row_of(window, 1)
    ends: list[Any] = list(window.ends)
    out = b.output([*x.shape[:2], high.output, wide.output, v.lanes])
    tiles = EdgeTiles(b, wide, 2 * b.tuning.chains)
    with b.loops(*x.shape[:2]) as (n, k), b.loops(high.output) as (r,):
        counted = _count(b, high, r, ends[0], padded)
        for tile in tiles.each():

            def row(at: list[Ix], found: list[Scalar], tile: Tile = tile) -> list[Scalar]:
                line = r * high.stride + at[0] * high.dilation - high.pad
                found = list(found)
                for tap, pixels in tile.taps:
                    for t, inside in pixels:
                        column = (tile.first + t) * wide.stride + (tap * wide.dilation - wide.pad)
                        pixel = v.load_if(inside, x, [n, k, line, column, 0], start)
                        value = b.emit(step, (found[t].value, pixel))
                        found[t] = Scalar(b, value, v.type)
                return found

            first = [Scalar(b, v.splat_of(start), v.type)] * tile.size
            sums = b.fold([high.range(r)], first, row)
            for t, value in enumerate(sums):
                across = _count(b, wide, tile.number + t, ends[1], padded)
                done = finish(v, value.value, counted * across)
                v.store(done, out, [n, k, r, tile.first + t, 0], v.lanes)
    return out


def _count(b: KrnlBuilder, axis: Row, place: Ix, end: int, padded: bool) -> Ix:
    """How many taps of a result count."""
    if axis.is_whole(0, axis.output):
        return axis.kernel
    start = place * axis.stride - axis.pad
    if isinstance(place, int) and axis.is_known:
        inside = range(-axis.pad, axis.input + end) if padded else range(axis.input)
        return sum(start + t * axis.dilation in inside for t in range(axis.kernel))
    last = axis.input + (end if padded else 0)
    first: Ix = 0 if padded else b.index_max(0, ceildiv(-start, axis.dilation))
    return b.index_min(axis.kernel, ceildiv(last - start, axis.dilation)) - first
