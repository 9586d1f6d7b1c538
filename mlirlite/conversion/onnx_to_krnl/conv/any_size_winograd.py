"""Winograd's algorithm for images whose height and width the run tells."""

from __future__ import annotations

from mlirlite.conversion.onnx_to_krnl.conv.any_size import AnySizeConv
from mlirlite.conversion.onnx_to_krnl.conv.block_rows import Row, each
from mlirlite.conversion.onnx_to_krnl.conv.filters import Filters
from mlirlite.conversion.onnx_to_krnl.conv.winograd import Winograd
from mlirlite.conversion.onnx_to_krnl.emit.buffer import Buffer
from mlirlite.conversion.onnx_to_krnl.emit.index import Ix, ceildiv
from mlirlite.conversion.onnx_to_krnl.epilogue.epilogue import Epilogue
from mlirlite.dialects.onnx import schedules


class AnySizeWinograd(Winograd):
    """As `Winograd`. A band has about as many tiles as the schedule's `rows` says; the last one may
    have fewer."""

    def _rows(self) -> Ix:
        b, (tall, wide) = self.b, self.tiles
        rows = b.index_max(self.schedule.rows // b.index_max(wide, 1), 1)
        bands = ceildiv(tall, rows)
        return b.index_max(ceildiv(tall, b.index_max(bands, 1)), 1)

    def emit(self) -> None:
        """Threads share the work in a band."""
        b = self.b
        self._allocate()
        bands = ceildiv(self.tiles[0], self.rows)
        with each(b, self.x.shape[0]) as n, b.loops(bands) as (band,):
            self._band(n, band)

    def _allocate(self) -> None:
        b, size, lanes, element = self.b, self.transform.size, self.lanes, self.x.element
        points, wide = self.transform.reach**2, self.tiles[1]
        pixels, s = self.rows * wide, self.schedule
        self.stage = b.alloc([self.inputs, self.rows * size + 2, wide * size + 2, lanes], element)
        self.rooms = tuple(
            b.alloc([points, blocks, pixels, lanes], element)
            for blocks in (self.inputs, self.outputs)
        )
        sizes = [1, points * self.inputs, 1, pixels, lanes]
        x = b.view(self.rooms[0], b.memref(sizes, element), sizes)
        axes = Row(1, 1, 1, 1, 1, 0), Row(pixels, pixels, 1, 1, 1, 0)
        filters = Filters(self.origin, self.weights, groups=points)
        few = schedules.AnySizeConv(s.columns, s.blocks, s.rows, s.unroll, s.weights)
        self.products = AnySizeConv(b, x, filters, axes, few)

    def _band(self, n: Ix, band: Ix) -> None:
        b, size, wide = self.b, self.transform.size, self.tiles[1]
        first = band * self.rows
        rows = b.index_min(self.rows, self.tiles[0] - first)
        self.given, self.made = (self._part(room, rows * wide) for room in self.rooms)
        with b.loops(self.inputs) as (k,):
            self._stage(n, k, first * size - self.high.pad, rows)
            with b.loops(rows, wide) as (i, j):
                self._input(k, i, j)
        self.products.wide = Row(rows * wide, rows * wide, 1, 1, 1, 0)
        self.products.emit(self.made, Epilogue())
        full = self.wide.output // size
        with b.loops(self.outputs) as (k,), b.loops(rows) as (i,):
            with b.loops(full) as (j,):
                self._output(n, k, (first, i, j), size)
            with b.loops((full, wide)) as (j,):
                self._output(n, k, (first, i, j), size - 1, certain=1)

    def _part(self, room: Buffer, pixels: Ix) -> Buffer:
        """The memory as that of a band with this many tiles."""
        sizes = [*room.shape[:2], pixels, self.lanes]
        return self.b.view(room, self.b.memref(sizes, room.element), sizes)

    def _certain_rows(self) -> int:
        return 1
