"""Convolutions in blocks of channels: a tile of pixels of a row by vectors of output channels stays
in registers; the depth is blocks of input channels, taps, and the channels of a block."""

from __future__ import annotations

from typing import Any

from mlirlite.conversion.onnx_to_krnl.conv.block_rows import Row, column_parts, each, offset
from mlirlite.conversion.onnx_to_krnl.conv.filters import Filters, Panels, pack_at_run_time
from mlirlite.conversion.onnx_to_krnl.emit.buffer import Buffer
from mlirlite.conversion.onnx_to_krnl.emit.builder import KrnlBuilder
from mlirlite.conversion.onnx_to_krnl.emit.index import Ix
from mlirlite.conversion.onnx_to_krnl.emit.scalar import Scalar
from mlirlite.conversion.onnx_to_krnl.epilogue.epilogue import StoredAfter
from mlirlite.conversion.onnx_to_krnl.registers.packing import constant_array, packed, stored_type
from mlirlite.conversion.onnx_to_krnl.registers.tile import (
    L2,
    NO_UNROLLING,
    Part,
    Vectors,
    blocks,
    row_parts,
)
from mlirlite.dialects import vector
from mlirlite.dialects.onnx import schedules
from mlirlite.dialects.onnx.types import block_of
from mlirlite.ir.aligned import aligned_zeros
from mlirlite.ir.attribute import Type
from mlirlite.ir.constants import bit_width
from mlirlite.ir.dense import element_size
from mlirlite.ir.types import FloatType, IntegerType
from mlirlite.ir.values import Value


class BlockedConv:
    """Convolutions side by side, one per group. `x` has the channels of a group in blocks, or as
    `planes`."""

    def __init__(
        self,
        b: KrnlBuilder,
        x: Buffer,
        filters: Filters,
        axes: tuple[Row, Row],
        schedule: schedules.BlockedConv,
        planes: bool = False,
    ) -> None:
        self.b, self.schedule = b, schedule
        self.lanes = block_of(b.op.results[0]) or 1
        self.vectors = Vectors(b, self._sum_type(x), self.lanes)
        self.groups = filters.groups
        self.channels: int = filters.shape[1]
        self.outputs: int = filters.shape[0] // filters.groups
        self.block: int = 1 if planes else x.shape[-1]  # type: ignore[assignment]  # blocks are static
        self.batch = x.shape[0]
        self.high, self.wide = axes
        if planes:
            x = self._padded(x)
        elif all(r.is_pointwise for r in axes):
            size = self.high.input * self.wide.input
            self.high = Row(1, 1, 1, 1, 1, 0)
            self.wide = Row(size, size, 1, 1, 1, 0)
        self.inputs = self._depth_blocks()
        self.x = b.view(x, b.memref([x.size], x.element), [x.size])
        self.steps = self.channels * self.high.kernel * self.wide.kernel
        self.weights = self._packed(filters.origin, filters.array)
        self._ahead: tuple[Ix, Ix, int] | None = None
        """The first weight of a tile, the first one that it prefetches, and how many per step."""
        self.bias = None if filters.bias is None else self._packed_bias(filters.bias)

    def _sum_type(self, x: Buffer) -> FloatType | IntegerType:
        """The element type of sums."""
        if not isinstance(x.element, FloatType):
            raise self.b.error("in blocks of channels expects floats")
        return x.element

    def _depth_blocks(self) -> list[Part]:
        """Blocks of input channels, and the remainder; planes are blocks of one channel."""
        return row_parts(self.channels, self.block)

    def _padded(self, x: Buffer) -> Buffer:
        """Planes with their pads, so that no tap is outside."""
        b, high, wide = self.b, self.high, self.wide
        sizes = [
            max((r.output - 1) * r.stride + (r.kernel - 1) * r.dilation + 1, r.input + r.pad)
            for r in (high, wide)
        ]
        if sizes == [high.input, wide.input]:
            return x
        out = b.alloc([*x.shape[:2], *sizes], x.element)
        zero = b.scalar(0, x.element)
        with b.loops(*x.shape[:2]) as at:
            with b.loops(*sizes) as (h, q):
                out[[*at, h, q]] = zero
            with b.loops(high.input, wide.input) as (h, q):
                out.store(x.load([*at, h, q]), [*at, h + high.pad, q + wide.pad])
        self.high, self.wide = (
            Row(n, r.output, r.kernel, r.stride, r.dilation, 0)
            for n, r in zip(sizes, (high, wide), strict=True)
        )
        return out

    def _packed(self, w: Buffer, array: Any) -> Buffer:
        """Weights in the order in which tiles read them: groups of vectors of outputs, blocks of
        inputs, taps, inputs, vectors of the group."""
        if array is None:
            order = Panels(self.groups, self.outputs, self.schedule.blocks, self.inputs, self.lanes)
            return pack_at_run_time(self.b, w, order)
        import numpy as np

        lanes, groups = self.lanes, self.groups
        count = -(-self.outputs // lanes)
        room = array.reshape(groups, self.outputs, *array.shape[1:])
        if count * lanes > self.outputs:
            room = np.zeros((groups, count * lanes, *array.shape[1:]), array.dtype)
            room[:, : self.outputs] = array.reshape(groups, self.outputs, *array.shape[1:])
        pieces = []
        for g in range(groups):
            for outs in row_parts(count, self.schedule.blocks):
                for k in range(outs.count):
                    first = (outs.start + k * outs.size) * lanes
                    some = room[g, first : first + outs.size * lanes]
                    for ins in self.inputs:
                        end = ins.start + ins.count * ins.size
                        part = some[:, ins.start : end]
                        part = part.reshape(
                            outs.size * lanes, ins.count, ins.size, *array.shape[2:]
                        )
                        pieces.append(self._ordered(part))
        made, at = aligned_zeros((sum(p.size for p in pieces),), array.dtype), 0
        for piece in pieces:  # each is copied once, in its order
            made[at : at + piece.size].reshape(piece.shape)[...] = piece
            at += piece.size
        return packed(self.b, w, made, self._weights_type(w))

    def _weights_type(self, w: Buffer) -> Type:
        """The type that weights are stored in."""
        return stored_type(self.b, self.schedule.weights, w.element)

    def _ordered(self, part: Any) -> Any:
        """Weights [outputs, blocks, inputs of a block, rows, columns] in the order in which a tile
        reads them."""
        return part.transpose(1, 3, 4, 2, 0)

    def _packed_bias(self, bias: Buffer) -> Buffer:
        import numpy as np

        lanes, count = self.lanes, -(-self.outputs // self.lanes)
        array = constant_array(bias)
        if array is not None:
            room = np.zeros((self.groups, count * lanes), array.dtype)
            room[:, : self.outputs] = array.reshape(self.groups, self.outputs)
            return packed(self.b, bias, room.reshape(-1))
        if self.outputs % lanes == 0:
            return bias
        b = self.b
        out = b.alloc([self.groups * count * lanes], bias.element)
        with b.loops(self.groups, self.outputs) as (g, m):
            out.store(bias.load([g * self.outputs + m]), [g * (count * lanes) + m])
        return out

    # Loops

    def emit(self, out: Buffer, epilogue: StoredAfter) -> None:
        """All loops; `out` and the images that the epilogue reads are in blocks of channels."""
        b, lanes = self.b, self.lanes
        count = -(-self.outputs // lanes)
        sizes = [self.batch, self.groups * count, self.high.output, self.wide.output, lanes]
        shown = b.view(out, b.memref(sizes, out.element), sizes)
        epilogue = epilogue.views(b, sizes)
        with each(b, self.batch) as n, each(b, self.groups) as g:
            for bands in self._bands():
                with blocks(b, bands) as (_, top):
                    for outs in row_parts(count, self.schedule.blocks):
                        with blocks(b, outs) as (_, first):
                            self._band(n, g, (first, outs.size), (top, bands.size), shown, epilogue)

    @property
    def _is_one_run(self) -> bool:
        """True for one row of pixels whose taps are all inside: tiles have no edges."""
        one = self.high.output == self.high.kernel == 1
        return one and self.wide.is_whole(0, self.wide.output)

    def _bands(self) -> list[Part]:
        """Rows that are computed for all outputs before the next ones; pixels of a single run."""
        if not self._is_one_run:
            return row_parts(self.high.output, self.schedule.rows)
        size = max(1, self.schedule.rows // self.schedule.columns) * self.schedule.columns
        if self.schedule.rows >= self.wide.output:  # the remainder does not read weights again
            size = self.wide.output
        return row_parts(self.wide.output, size)

    def _band(
        self,
        n: Ix,
        g: Ix,
        outs: tuple[Ix, int],
        band: tuple[Ix, int],
        out: Buffer,
        epilogue: StoredAfter,
    ) -> None:
        b, wide = self.b, self.wide
        top, size = band
        if self._is_one_run:
            for part in row_parts(size, self.schedule.columns):
                with blocks(b, part) as (number, q):
                    self._look_ahead(
                        self._panel(g, outs), number, -(-size // self.schedule.columns), outs[1]
                    )
                    at = (n, g, 0, top + q)
                    self._tile(at, outs, part.size, None, out, epilogue)
            return
        with b.loops(size) as (r,):
            for part in column_parts(wide, self.schedule.columns):
                whole = wide.is_whole(part.start, part.count * part.size)
                taps = None if whole else wide.taps(part.start, part.size)
                with blocks(b, part) as (_, q):
                    tiles = -(-wide.output // self.schedule.columns)
                    number = r * tiles + q // self.schedule.columns
                    self._look_ahead(self._panel(g, outs), number, size * tiles, outs[1])
                    self._tile((n, g, top + r, q), outs, part.size, taps, out, epilogue)

    def _look_ahead(self, panel: Ix, number: Ix, tiles: int, count: int) -> None:
        """The tiles of a band prefetch a share each of the weights that are read after theirs, if
        all weights exceed the L1 cache: between two calls of a model, those of its other operators
        evict them from all caches."""
        b, machine, weights = self.b, self.b.machine, self.weights
        self._ahead = None
        if machine is None or not isinstance(weights.size, int):
            return
        if weights.size * element_size(weights.element) > machine.l1_bytes:
            size = count * self.lanes * self.steps
            rate = -(-count * self.lanes * self.group // tiles)
            begin = panel + size + number * (self.steps // self.group * rate)
            self._ahead = panel, b.index_of(b.value(begin)), rate

    def _tile(
        self,
        at: tuple[Ix, Ix, Ix, Ix],
        outs: tuple[Ix, int],
        width: int,
        taps: list[tuple[int, int, int]] | None,
        out: Buffer,
        epilogue: StoredAfter,
    ) -> None:
        """Pixels (row, q …) of a row, for some vectors of outputs. `taps` are those of a row and
        the pixels for which they are inside; None if all are."""
        b, v, lanes = self.b, self.vectors, self.lanes
        n, g, row, q = at
        first, count = outs
        total = -(-self.outputs // lanes)
        panel = self._panel(g, outs)
        heads = [v.splat_of(0)] * count
        if self.bias is not None:
            heads = [
                v.load(self.bias, [(g * total + first + j) * lanes], lanes) for j in range(count)
            ]
        sums = [Scalar(b, h, v.type) for _ in range(width) for h in heads]
        depth = 0
        for part in self.inputs:
            block = g * -(-self.channels // self.block)
            sums = self._depth(
                (self._image(n), block + part.block, row, q),
                part,
                (panel, depth, count),
                taps,
                sums,
                width,
            )
            depth += part.count * part.size * self.high.kernel * self.wide.kernel
        for t in range(width):
            for j in range(count):
                place: list[Ix] = [n, g * total + first + j, row, q + t, 0]
                value = epilogue.on_vector(v, sums[t * count + j].value, place, lanes)
                v.store(value, out, place, lanes)

    def _panel(self, g: Ix, outs: tuple[Ix, int]) -> Ix:
        """The first weight of a group's outputs."""
        total = -(-self.outputs // self.lanes)
        return self.b.index_of(self.b.value((g * total + outs[0]) * (self.lanes * self.steps)))

    def _depth(
        self,
        at: tuple[Ix, Ix, Ix, Ix],
        part: Part,
        panel: tuple[Ix, int, int],
        taps: list[tuple[int, int, int]] | None,
        sums: list[Scalar],
        width: int,
    ) -> list[Scalar]:
        """Accumulate all taps of some blocks of input channels."""
        b, high, wide = self.b, self.high, self.wide
        n, block, row, q = at
        base, depth, count = panel
        blocks_of_image = self._blocks_of_image()
        low, top = high.range(row)

        def tap_row(outer: list[Ix], found: list[Scalar]) -> list[Scalar]:
            i, y = outer
            line = ((n * blocks_of_image + block + i) * high.input + row * high.stride) + (
                y * high.dilation - high.pad
            )
            left = (line * wide.input + q * wide.stride - wide.pad) * self.block
            left = b.index_of(b.value(left))
            weights = (i * high.kernel + y) * (wide.kernel * part.size * count * self.lanes)
            weights = b.index_of(b.value(base + (weights + depth * count * self.lanes)))

            def tap(x: Ix, begin: int, end: int, found: list[Scalar]) -> list[Scalar]:
                here = left + x * (wide.dilation * self.block)
                there = weights + x * (part.size * count * self.lanes)
                return self._channels(here, there, part.size, (begin, end), count, found)

            if taps is not None:
                for x, begin, end in taps:
                    found = tap(x, begin, end, found)
                return found
            if wide.kernel == 1:
                return tap(0, 0, width, found)
            return b.fold([wide.kernel], found, lambda i, s: tap(i[0], 0, width, s))

        b.hints = NO_UNROLLING
        bounds: list[Any] = [part.count, (low, top)]
        if high.kernel == 1 and (low, top) == (0, 1):
            sums = b.fold([part.count], sums, lambda i, s: tap_row([i[0], 0], s))
        else:
            sums = b.fold(bounds, sums, tap_row)
        b.hints = {}
        return sums

    def _image(self, n: Ix) -> Ix:
        """Where the image of a batch is among those that taps are read from."""
        return n

    def _blocks_of_image(self) -> int:
        return self.groups * -(-self.channels // self.block)

    def _channels(
        self,
        here: Ix,
        there: Ix,
        size: int,
        used: tuple[int, int],
        count: int,
        sums: list[Scalar],
    ) -> list[Scalar]:
        """One tap: the channels of a block, for the pixels from `used[0]` to `used[1]`."""
        b = self.b
        row = count * self.lanes * self.group

        def channels(part: Part, sums: list[Scalar]) -> list[Scalar]:
            if part.count == 1:
                at = here + part.start * self.group, there + part.start * row
                self._prefetch_pixels(here, part.start, part.size, used[1])
                return self._steps(*at, part.size, used, count, sums)
            # Only sums that this tap changes are carried by the loop.
            before, moved = sums[: used[0] * count], sums[used[0] * count : used[1] * count]
            after = sums[used[1] * count :]

            def some(at: list[Ix], values: list[Scalar]) -> list[Scalar]:
                c = at[0] * part.size + part.start
                self._prefetch_pixels(here, c, part.size, used[1])
                given = [*before, *values, *after]
                place = here + c * self.group, there + c * row
                found = self._steps(*place, part.size, used, count, given)
                return found[len(before) : len(before) + len(values)]

            return [*before, *b.fold([part.count], moved, some), *after]

        steps = size // self.group
        for part in row_parts(steps, min(self.schedule.unroll, steps)):
            sums = channels(part, sums)
        return sums

    def _prefetch_pixels(self, here: Ix, step: Ix, number: int, width: int) -> None:
        """Windows of one pixel read each pixel once: each step prefetches one of the next block of
        channels."""
        if self.high.kernel * self.wide.kernel > 1 or self.group > 1:
            return
        pixel = self.wide.stride * self.block
        following = here + self.high.input * self.wide.input * self.block
        for n in range(number):
            if not isinstance(step, int) or step + n < width:
                self.vectors.prefetch(self.x, [following + (step + n) * pixel])

    def _steps(
        self,
        here: Ix,
        there: Ix,
        number: int,
        used: tuple[int, int],
        count: int,
        sums: list[Scalar],
    ) -> list[Scalar]:
        """Some steps of the innermost loop: a group of channels each."""
        b, group = self.b, self.group
        pixel = self.wide.stride * self.block
        pixels, rows = b.value(here), b.value(there)
        found = list(sums)
        if self._ahead is not None:
            panel, begin, rate = self._ahead
            asked = b.value(begin + (there - panel) // (count * self.lanes * group) * rate)
        room = self.lanes * bit_width(self.vectors.element) // 8
        line = room // element_size(self.weights.element)
        for c in range(number):
            first = c * count
            if self._ahead is not None:
                for n in range(0, rate, line):
                    self.vectors.prefetch(self.weights, [offset(b, asked, c * rate + n)], near=L2)
            factors = [
                self._weights_at(offset(b, rows, (first + j) * self.lanes * group))
                for j in range(count)
            ]
            for t in range(*used):
                value = self._pixel_at(offset(b, pixels, t * pixel + c * group))
                for j in range(count):
                    s = found[t * count + j]
                    found[t * count + j] = Scalar(b, self._add(value, factors[j], s.value), s.type)
        return found

    # One step

    group = 1
    """Input channels of a step."""

    def _weights_at(self, place: Ix) -> Value:
        """The weights of a step for a vector of outputs."""
        v = self.vectors
        return v.widened(v.load(self.weights, [place], self.lanes))

    def _pixel_at(self, place: Ix) -> Value:
        """The channels of a pixel for a step, in all lanes."""
        return self.vectors.splat(self.x.load([place]))

    def _add(self, pixel: Value, weights: Value, total: Value) -> Value:
        """The sums with one step's products."""
        return self.b.emit(vector.FMAOp, (pixel, weights, total))
