"""Convolutions in blocks of channels of images whose height and width the run tells.

Rows are copied once with their pads, so that no tap is outside. Tiles of a few sizes cover a row
(`row_tiles.py`).
"""

from __future__ import annotations

from dataclasses import replace

from mlirlite.conversion.onnx_to_krnl.conv.block_rows import Row, each
from mlirlite.conversion.onnx_to_krnl.conv.blocked import BlockedConv
from mlirlite.conversion.onnx_to_krnl.conv.filters import Filters
from mlirlite.conversion.onnx_to_krnl.conv.row_tiles import RowTiles
from mlirlite.conversion.onnx_to_krnl.emit.buffer import Buffer
from mlirlite.conversion.onnx_to_krnl.emit.builder import KrnlBuilder
from mlirlite.conversion.onnx_to_krnl.emit.index import Ix, ceildiv
from mlirlite.conversion.onnx_to_krnl.epilogue.epilogue import StoredAfter
from mlirlite.conversion.onnx_to_krnl.registers.tile import blocks, row_parts
from mlirlite.dialects.onnx import schedules
from mlirlite.ir.dense import element_size


class AnySizeConv(BlockedConv):
    """As `BlockedConv`, for sizes that are IR."""

    def __init__(
        self,
        b: KrnlBuilder,
        x: Buffer,
        filters: Filters,
        axes: tuple[Row, Row],
        schedule: schedules.AnySizeConv,
        planes: bool = False,
    ) -> None:
        self.unpadded: Buffer | None = None
        """The image in blocks of channels, if its rows have to be copied."""
        super().__init__(b, x, filters, axes, schedule, planes)
        self.pad = self.wide.pad
        if not planes and not self.wide.is_inside:
            self.unpadded = x
            self._make_room(x)

    def _padded(self, x: Buffer) -> Buffer:
        b = self.b
        if self.high.is_inside and self.wide.is_inside:
            return x
        high, wide = (_with_pads(r) for r in (self.high, self.wide))
        out = b.alloc([*x.shape[:2], high.input, wide.input], x.element)
        zero = b.scalar(0, x.element)
        with b.loops(*x.shape[:2]) as at:
            for rows, columns, inside in _regions(b, (self.high, self.wide), (high, wide)):
                with b.loops(rows, columns) as (h, q):
                    value = zero
                    if inside:
                        value = x[[*at, h - self.high.pad, q - self.wide.pad]]
                    out[[*at, h, q]] = value
        self.high, self.wide = high, wide
        return out

    def _make_room(self, x: Buffer) -> None:
        """Memory for the rows of one image with their pads."""
        b, padded = self.b, _with_pads(self.wide)
        sizes = [*x.shape[1:3], padded.input, x.shape[4]]
        self.stage = b.alloc(sizes, x.element)
        self.x = b.view(self.stage, b.memref([self.stage.size], x.element), [self.stage.size])
        self.source, self.wide = self.wide, padded

    def _stage(self, n: Ix) -> None:
        """Copy the rows of an image."""
        x, b, v = self.unpadded, self.b, self.vectors
        if x is None:
            return
        zero = v.splat_of(0)
        with b.loops(*x.shape[1:3]) as (k, r):
            for columns, inside in _parts(b, self.source, self.wide):
                with b.loops(columns) as (q,):
                    value = zero
                    if inside:
                        value = v.load(x, [n, k, r, q - self.source.pad, 0], self.lanes)
                    v.store(value, self.stage, [k, r, q, 0], self.lanes)

    def _image(self, n: Ix) -> Ix:
        return n if self.unpadded is None else 0

    # Loops

    def emit(self, out: Buffer, epilogue: StoredAfter) -> None:
        """All loops; `out` and the images that the epilogue reads are in blocks of channels."""
        b, lanes, s = self.b, self.lanes, self.schedule
        count = -(-self.outputs // lanes)
        sizes = [self.batch, self.groups * count, self.high.output, self.wide.output, lanes]
        shown = b.view(out, b.memref(sizes, out.element), sizes)
        epilogue = epilogue.views(b, sizes)
        one_run = self.high.output == 1 and self.high.is_pointwise and self.wide.is_pointwise
        tiles = None if one_run else self._tiles(self.wide.output)
        band = s.rows if one_run else self._rows_of_band()
        length = self.wide.output if one_run else self.high.output
        with each(b, self.batch) as n:
            self._stage(n)
            with each(b, self.groups) as g, b.loops(ceildiv(length, band)) as (i,):
                top = i * band
                size = b.index_min(band, length - top)
                cover = tiles or RowTiles.of_run(b, s.columns, size, length)
                for outs in row_parts(count, s.blocks):
                    with blocks(b, outs) as (_, first):
                        place, part = (n, g), (first, outs.size)
                        if one_run:
                            self._run(place, part, (0, top), cover, shown, epilogue)
                            continue
                        with b.loops(size) as (r,):
                            self._run(place, part, (top + r, 0), cover, shown, epilogue, r)

    def _tiles(self, width: Ix) -> RowTiles:
        b = self.b
        if b.machine is None:
            raise b.error("in blocks of channels expects a machine")
        return RowTiles.of(b, b.machine, self.schedule.columns, self.schedule.blocks, width)

    def _rows_of_band(self) -> Ix:
        """As many rows of the output as read the pixels of a band."""
        b, high, wide = self.b, self.high, self.wide
        pixels = b.index_max(wide.input * high.stride, 1)
        rows = self.schedule.rows // pixels - (high.kernel - 1)
        return b.index_max(b.index_min(rows, high.output), 1)

    def _run(
        self,
        image: tuple[Ix, Ix],
        outs: tuple[Ix, int],
        start: tuple[Ix, Ix],
        tiles: RowTiles,
        out: Buffer,
        epilogue: StoredAfter,
        number: Ix | None = None,
    ) -> None:
        """The tiles of a row, or of a part of a single row, for some outputs."""
        (n, g), (row, first) = image, start
        for q, size, i in tiles.each(first, self.wide.output):
            self._ask(self._panel(g, outs), i if number is None else number, outs[1])
            self._tile((n, g, row, q), outs, size, None, out, epilogue)

    def _ask(self, panel: Ix, number: Ix, count: int) -> None:
        """As `_look_ahead`: the first tiles, or rows of them, share the next weights."""
        b, weights = self.b, self.weights
        self._ahead = None
        if b.machine is None or not isinstance(weights.size, int):
            return
        if weights.size * element_size(weights.element) > b.machine.l1_bytes:
            few = b.tuning.prefetch_tiles
            rate = -(-count * self.lanes * self.group // few)
            share = b.index_min(number, few - 1) * (self.steps // self.group * rate)
            begin = panel + count * self.lanes * self.steps + share
            self._ahead = panel, b.index_of(b.value(begin)), rate


def _with_pads(r: Row) -> Row:
    """A dimension with room for all taps, and no pads."""
    size = (r.output - 1) * r.stride + ((r.kernel - 1) * r.dilation + 1)
    return replace(r, input=size, pad=0, pads=(0, 0), beyond=(0, 0))


def _parts(b: KrnlBuilder, source: Row, made: Row) -> list[tuple[tuple[Ix, Ix], bool]]:
    """The places of a dimension with its pads: before the image, in it, after it; and whether they
    are in it."""
    begin = b.index_min(source.pad, made.input)
    end = b.index_min(source.pad + source.input, made.input)
    return [((0, begin), False), ((begin, end), True), ((end, made.input), False)]


def _regions(
    b: KrnlBuilder, source: tuple[Row, Row], made: tuple[Row, Row]
) -> list[tuple[tuple[Ix, Ix], tuple[Ix, Ix], bool]]:
    """Rows and columns of a plane with its pads, and whether these are in the image."""
    rows, columns = (_parts(b, s, m) for s, m in zip(source, made, strict=True))
    return [(h, q, above and beside) for h, above in rows for q, beside in columns]
