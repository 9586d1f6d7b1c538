"""Winograd's F(m x m, 3x3) in blocks of channels: (m + 2)^2 products per tile instead of 9 m^2.

Y = A^T [ sum over channels of (G w G^T) * (B^T x B) ] A, for tiles of 4x4 outputs and 6x6 inputs,
or of 3x3 or 2x2 outputs, which need more products and have smaller weights
"""

from __future__ import annotations

from contextlib import ExitStack
from typing import Any

from mlirlite.conversion.onnx_to_krnl.conv.block_rows import Row, each
from mlirlite.conversion.onnx_to_krnl.conv.blocked import BlockedConv
from mlirlite.conversion.onnx_to_krnl.conv.filters import Filters
from mlirlite.conversion.onnx_to_krnl.conv.winograd_transforms import TRANSFORMS, Transform
from mlirlite.conversion.onnx_to_krnl.emit.buffer import Buffer
from mlirlite.conversion.onnx_to_krnl.emit.builder import KrnlBuilder
from mlirlite.conversion.onnx_to_krnl.emit.index import Ix, ceildiv
from mlirlite.conversion.onnx_to_krnl.epilogue.epilogue import Epilogue
from mlirlite.conversion.onnx_to_krnl.registers.packing import constant_array, packed
from mlirlite.conversion.onnx_to_krnl.registers.tile import Vectors
from mlirlite.dialects.onnx import schedules
from mlirlite.ir.types import FloatType


class Winograd:
    """Some rows of tiles at a time (`rows` of the schedule, a divisor of all): inputs are
    transformed, multiplied for each of the points, and the results transformed back. `tile` of the
    schedule is the m."""

    def __init__(
        self,
        b: KrnlBuilder,
        x: Buffer,
        filters: Filters,
        axes: tuple[Row, Row],
        out: Buffer,
        epilogue: Epilogue,
        schedule: schedules.Winograd,
    ) -> None:
        array, bias, lanes = filters.array, filters.bias, out.shape[-1]
        if array is None or not isinstance(lanes, int) or not isinstance(x.element, FloatType):
            raise b.error("by Winograd's algorithm expects constant weights, in blocks of channels")
        self.b, self.x, self.out, self.epilogue, self.lanes = b, x, out, epilogue, lanes
        self.v = Vectors(b, x.element, lanes)
        if schedule.tile not in TRANSFORMS:
            raise b.error(f"has a schedule with a tile of {schedule.tile}; expected 2, 3 or 4")
        self.transform = TRANSFORMS[schedule.tile](self.v)
        size = self.transform.size
        self.high, self.wide = axes
        self.tiles: tuple[Any, Any] = (
            ceildiv(self.high.output, size),
            ceildiv(self.wide.output, size),
        )
        self.schedule = schedule
        self.rows: Any = self._rows()
        self.inputs, self.outputs = -(-array.shape[1] // lanes), -(-array.shape[0] // lanes)
        self.origin = filters.origin
        self.weights = _weights(array, self.transform).reshape(-1, array.shape[1], 1, 1)
        self.bias = None if bias is None else _bias(b, bias, self.outputs * lanes)

    def _rows(self) -> Ix:
        """Rows of tiles in a band."""
        high: int = self.tiles[0]
        rows = min(self.schedule.rows, high)
        return next(n for n in range(rows, 0, -1) if high % n == 0)

    def emit(self) -> None:
        """Threads have separate bands, and memory for them; if the bands cannot be shared out
        evenly, threads share the work in a band."""
        b = self.b
        bands = self.tiles[0] // self.rows
        teams = b.threads if bands % b.threads == 0 else 1
        own = bands // teams
        if teams == 1:
            self._allocate()
        with each(b, self.x.shape[0]) as n, each(b, teams) as team:
            if teams > 1:
                self._allocate()
            with each(b, own) as i:
                self._band(n, team * own + i)

    def _allocate(self) -> None:
        """Memory for a band: rows of the image with pads, factors, and products."""
        b, size, lanes, element = self.b, self.transform.size, self.lanes, self.x.element
        points, wide = self.transform.reach**2, self.tiles[1]
        pixels = self.rows * wide
        sizes = [self.inputs, size * self.rows + 2, size * wide + 2, lanes]
        self.stage = b.alloc(sizes, element)
        self.given = b.alloc([points, self.inputs, pixels, lanes], element)
        self.made = b.alloc([points, self.outputs, pixels, lanes], element)
        sizes = [1, points * self.inputs, 1, pixels, lanes]
        x = b.view(self.given, b.memref(sizes, element), sizes)
        row = Row(1, 1, 1, 1, 1, 0), Row(pixels, pixels, 1, 1, 1, 0)
        filters = Filters(self.origin, self.weights, groups=points)
        s = self.schedule
        each_point = schedules.BlockedConv(s.columns, s.blocks, pixels, s.unroll, s.weights)
        self.products: BlockedConv = BlockedConv(b, x, filters, row, each_point)

    def _band(self, n: Ix, band: Ix) -> None:
        b, size = self.b, self.transform.size
        first = band * self.rows
        with b.loops(self.inputs) as (k,):
            self._stage(n, k, first * size - self.high.pad, self.rows)
            with b.loops(self.rows, self.tiles[1]) as (i, j):
                self._input(k, i, j)
        self.products.emit(self.made, Epilogue())
        with b.loops(self.outputs) as (k,), b.loops(self.rows) as (i,):
            full, rest = divmod(self.wide.output, size)
            if full:
                with b.loops(full) as (j,):
                    self._output(n, k, (first, i, j), size)
            if rest:
                self._output(n, k, (first, i, full), rest)

    def _stage(self, n: Ix, k: Ix, top: Ix, tiles: Ix) -> None:
        """Copy what some rows of tiles read, from row `top` of the image on, with their pads."""
        b, v, high, wide, lanes = self.b, self.v, self.high, self.wide, self.lanes
        rows, columns = (self.transform.size * n + 2 for n in (tiles, self.tiles[1]))
        zero = v.splat_of(0)
        inside = ([0, -top], [rows, high.input - top])
        end = b.index_min(wide.pad + wide.input, columns)

        def clear(rows: Any, columns: tuple[Any, Any]) -> None:
            if not wide.is_known or columns[0] < columns[1]:
                with b.loops(rows, columns) as (r, q):
                    v.store(zero, self.stage, [k, r, q, 0], lanes)

        clear((0, [rows, -top]), (0, columns))
        clear(inside, (0, wide.pad))
        with b.loops(inside, (wide.pad, end)) as (r, q):
            pixel = v.load(self.x, [n, k, r + top, q - wide.pad, 0], lanes)
            v.store(pixel, self.stage, [k, r, q, 0], lanes)
        clear(inside, (end, columns))
        clear(([0, high.input - top], rows), (0, columns))

    def _input(self, k: Ix, i: Ix, j: Ix) -> None:
        """B^T x B of one tile."""
        v, lanes, t = self.v, self.lanes, self.transform
        lines = []
        for r in range(t.reach):
            place = [[k, i * t.size + r, j * t.size + q, 0] for q in range(t.reach)]
            lines.append(t.inputs([v.load(self.stage, at, lanes) for at in place]))
        for q in range(t.reach):
            column = t.inputs([line[q] for line in lines])
            for r, value in enumerate(column):
                v.store(value, self.given, [r * t.reach + q, k, i * self.tiles[1] + j, 0], lanes)

    def _output(
        self, n: Ix, k: Ix, tile: tuple[Ix, Ix, Ix], columns: int, certain: int | None = None
    ) -> None:
        """A^T m A of one tile, of which some columns are inside the image; if only some of these
        are `certain`, the run tests others."""
        b, v, lanes, t = self.b, self.v, self.lanes, self.transform
        first, i, j = tile
        lines = []
        for q in range(t.reach):
            points = [r * t.reach + q for r in range(t.reach)]
            place = [[p, k, i * self.tiles[1] + j, 0] for p in points]
            lines.append(t.outputs([v.load(self.made, at, lanes) for at in place]))
        bias = None if self.bias is None else v.load(self.bias, [k * lanes], lanes)

        def store(r: int) -> None:
            line = t.outputs([line[r] for line in lines])
            for q, value in enumerate(line[:columns]):
                at: list[Ix] = [n, k, (first + i) * t.size + r, j * t.size + q, 0]
                with ExitStack() as inside:
                    if certain is not None and q >= certain:
                        inside.enter_context(b.if_(b.test("slt", at[3], self.wide.output)))
                    total = value if bias is None else t.add(value, bias)
                    v.store(self.epilogue.on_vector(v, total, at, lanes), self.out, at, lanes)

        for r in range(t.size):
            if r < self._certain_rows():
                store(r)
                continue
            with b.if_(b.test("slt", (first + i) * t.size + r, self.high.output)):
                store(r)

    def _certain_rows(self) -> int:
        """Rows of pixels of the last row of tiles that are inside the image."""
        size = self.transform.size
        return self.high.output % size or size


def _weights(array: Any, transform: Transform) -> Any:
    """G w G^T, a group of [outputs, inputs] for each point; computed in doubles."""
    import numpy as np

    g = np.array(transform.weights, np.float64)
    points, (outputs, inputs) = len(g), array.shape[:2]
    both = np.kron(g, g)  # for a filter as one vector
    found = np.empty((points, points, outputs, inputs), array.dtype)
    for i in range(outputs):
        filters = array[i].reshape(inputs, -1).astype(np.float64)
        found[:, :, i] = (both @ filters.T).reshape(points, points, inputs)
    return found


def _bias(b: KrnlBuilder, bias: Buffer, size: int) -> Buffer:
    import numpy as np

    array = constant_array(bias)
    if array is None:
        raise b.error("in blocks of channels expects a constant bias")
    room = np.zeros(size, array.dtype)
    room[: array.size] = array
    return packed(b, bias, room)
