"""Convolutions as products of register tiles: rows are output channels, columns are pixels of the
output in row-major order, the depth is input channels and taps.

Where the input has no pads and the step is 1, a tap is a constant distance in the image, and
vectors of pixels are read where they lie. Otherwise the image is staged: with its pads, and with
the pixels of a step side by side, so that the same is true of it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from mlirlite.conversion.onnx_to_krnl.buffer import Buffer
from mlirlite.conversion.onnx_to_krnl.builder import KrnlBuilder
from mlirlite.conversion.onnx_to_krnl.epilogue import Epilogue
from mlirlite.conversion.onnx_to_krnl.index import Ix
from mlirlite.conversion.onnx_to_krnl.packing import constant_array, is_constant, packed, row_panels
from mlirlite.conversion.onnx_to_krnl.scalar import Scalar
from mlirlite.conversion.onnx_to_krnl.tile import (
    Part,
    Vectors,
    blocks,
    choose,
    row_parts,
    sums,
    vector_parts,
)
from mlirlite.conversion.onnx_to_krnl.window import Window
from mlirlite.ir.types import F32, F64, MemRefType

_PHASES = 16
"""Copies of the staging loops; wider steps take plain loops."""


@dataclass(frozen=True, slots=True)
class Axis:
    """A spatial dimension of the staged image: `size` places for each of `phases` remainders of the
    step."""

    input: int
    output: int
    kernel: int
    stride: int
    dilation: int
    pad: int

    @property
    def phases(self) -> int:
        return max((t * self.dilation) % self.stride for t in range(self.kernel)) + 1

    @property
    def size(self) -> int:
        return self.output + (self.kernel - 1) * self.dilation // self.stride

    def filled(self, phase: int) -> tuple[int, int]:
        """The places of a phase that hold a pixel; those outside hold zeros."""
        first = -((phase - self.pad) // self.stride)
        end = -((phase - self.pad - self.input) // self.stride)
        low = min(max(first, 0), self.size)
        return low, max(low, min(end, self.size))


def conv_in_tiles(
    b: KrnlBuilder, x: Buffer, w: Buffer, bias: Buffer | None, type: MemRefType, window: Window
) -> Buffer | None:
    """The convolution and what follows it, or None where plain loops are to be taken: no machine is
    given, weights or sizes are not constant, an element type or a geometry of the rare kind."""
    axes = _axes(x, window)
    if b.machine is None or axes is None or not _fits(x, w):
        return None
    return _TiledConv(b, x, w, bias, type, axes).emit()


def _fits(x: Buffer, w: Buffer) -> bool:
    sizes = [*x.shape[1:], *w.shape]
    return (
        x.element in (F32, F64)
        and is_constant(w)
        and all(isinstance(s, int) and s > 0 for s in sizes)
    )


def _axes(x: Buffer, window: Window) -> list[Axis] | None:
    rank = len(window.input)
    if rank not in (1, 2):
        return None
    found = [Axis(1, 1, 1, 1, 1, 0)] * (2 - rank)
    for d in range(rank):
        numbers: Any = (
            window.input[d],
            window.output[d],
            window.kernel[d],
            window.strides[d],
            window.dilations[d],
            window.begins[d],
        )
        if not all(isinstance(n, int) for n in (*numbers, window.ends[d])):
            return None
        if min(numbers[:5]) < 1 or numbers[5] < 0:
            return None
        found.append(Axis(*numbers))
    return found if found[0].phases * found[1].phases <= _PHASES else None


class _TiledConv:
    def __init__(
        self,
        b: KrnlBuilder,
        x: Buffer,
        w: Buffer,
        bias: Buffer | None,
        type: MemRefType,
        axes: list[Axis],
    ) -> None:
        if b.machine is None:
            raise ValueError("a tiled convolution needs a machine")
        self.b, self.bias = b, bias
        self.high, self.wide = axes
        self.groups: int = b.attr("group", 1)
        self.batch = x.shape[0]
        channels: Any = x.shape[1]
        outputs: Any = w.shape[0]
        self.channels, self.outputs = channels, outputs
        self.rows = outputs // self.groups
        self.per_group = channels // self.groups
        self.staged = not all(a.stride == 1 and a.pad == 0 and a.size <= a.input for a in axes)
        self.pitch = self.wide.size if self.staged else self.wide.input
        self.plane = self.high.size * self.pitch if self.staged else self.high.input * self.pitch
        self.columns = (self.high.output - 1) * self.pitch + self.wide.output
        self.dense = self.pitch == self.wide.output
        element: Any = x.element
        self.lanes = b.machine.lanes(element.width)
        self.vectors = Vectors(b, element, self.lanes)
        self.tile = choose(b.machine, self.rows, self.columns, self.lanes)
        flat = [self.batch, channels, self.high.input * self.wide.input]
        image = [self.batch, channels, self.high.input, self.wide.input]
        self.x = b.view(
            x,
            b.memref(*((image if self.staged else flat), element)),
            image if self.staged else flat,
        )
        self.type = type
        self.element = element
        self.weights = self._packed(w)

    def _packed(self, w: Buffer) -> Buffer:
        array = constant_array(w)
        if array is None:
            raise ValueError("the weights are not constant")
        panels = row_panels(array.reshape(self.groups, self.rows, -1), self.tile.rows)
        return packed(self.b, w, panels.reshape(-1, *panels.shape[2:]))

    def emit(self) -> Buffer:
        """All loops; gives the result."""
        b = self.b
        high, wide = self.high.output, self.wide.output
        epilogue = Epilogue.claim(b)
        spatial = [high, wide][-(self.type.rank - 2) :]
        out = b.alloc_type(self.type, [self.batch, self.outputs, *spatial])
        if self.dense:
            sizes: list[Ix] = [self.batch, self.outputs, high * wide]
        else:
            sizes = [self.batch, self.outputs, high, wide]
        shown = b.view(out, b.memref(sizes, self.element), sizes)
        epilogue = epilogue.views(b, b.memref(sizes, self.element), sizes)
        stage = sums_ = None
        if self.staged:
            sides: list[Ix] = [self.channels, self.high.phases * self.wide.phases * self.plane]
            stage = b.alloc(sides, self.element)
        if not self.dense:
            sums_ = b.alloc([self.outputs, self.columns], self.element)
        with b.loops(self.batch) as (n,):
            if stage is not None:
                self._stage(n, stage)
            self._products(n, stage, shown if sums_ is None else sums_, epilogue)
            if sums_ is not None:
                self._gather(n, sums_, shown, epilogue)
        return out

    def _stage(self, n: Ix, stage: Buffer) -> None:
        b, high, wide = self.b, self.high, self.wide
        zero = b.scalar(0, self.element)
        with b.loops(self.channels) as (c,):
            for phase in range(high.phases * wide.phases):
                i, j = divmod(phase, wide.phases)
                base = phase * self.plane
                (top, bottom), (left, right) = high.filled(i), wide.filled(j)

                def clear(
                    rows: tuple[int, int], columns: tuple[int, int], base: int = base
                ) -> None:
                    if rows[0] < rows[1] and columns[0] < columns[1]:
                        with b.loops(rows, columns) as (r, q):
                            stage[[c, r * self.pitch + q + base]] = zero

                clear((0, top), (0, wide.size))
                clear((top, bottom), (0, left))
                if top < bottom and left < right:
                    with b.loops((top, bottom), (left, right)) as (r, q):
                        place = [
                            r * high.stride + (i - high.pad),
                            q * wide.stride + (j - wide.pad),
                        ]
                        stage[[c, r * self.pitch + q + base]] = self.x[[n, c, *place]]
                clear((top, bottom), (right, wide.size))
                clear((bottom, high.size), (0, wide.size))

    def _products(self, n: Ix, stage: Buffer | None, out: Buffer, epilogue: Epilogue) -> None:
        b = self.b
        panels = -(-self.rows // self.tile.rows)
        groups = [] if self.groups == 1 else [self.groups]
        with b.loops(*groups) as at:
            group: Ix = at[0] if at else 0
            for columns in vector_parts(self.columns, self.lanes, self.tile.vectors):
                with blocks(b, columns) as (_, first):
                    for rows in row_parts(self.rows, self.tile.rows):
                        with blocks(b, rows) as (panel, row):
                            self._tile(
                                n,
                                stage,
                                (group * self.per_group, group * panels + panel),
                                (group * self.rows + row, first * self.lanes),
                                rows,
                                columns,
                                (out, epilogue),
                            )

    def _tile(
        self,
        n: Ix,
        stage: Buffer | None,
        sources: tuple[Ix, Ix],
        place: tuple[Ix, Ix],
        rows: Part,
        columns: Part,
        target: tuple[Buffer, Epilogue],
    ) -> None:
        v, high, wide = self.vectors, self.high, self.wide
        (channel, panel), (row, column) = sources, place
        width = columns.size
        used = [columns.lanes if j == width - 1 else self.lanes for j in range(width)]

        def split(at: list[Ix]) -> tuple[Ix, Ix, Ix]:
            """Channel and tap of a step; loops of one iteration are left out."""
            rest = iter(at[1:])
            i: Ix = next(rest) if high.kernel > 1 else 0
            j: Ix = next(rest) if wide.kernel > 1 else 0
            return at[0], i, j

        def left(at: list[Ix], i: int) -> Any:
            c, y, x = split(at)
            depth = (c * high.kernel + y) * wide.kernel + x
            return self.weights.load([panel, depth, i])

        def right(at: list[Ix], j: int) -> Any:
            c, y, x = split(at)
            y, x = y * high.dilation, x * wide.dilation
            distance = y // high.stride * self.pitch + x // wide.stride + column + j * self.lanes
            if stage is None:
                return v.load(self.x, [n, channel + c, distance], used[j])
            phase = y % high.stride * wide.phases + x % wide.stride
            return v.load(stage, [channel + c, phase * self.plane + distance], used[j])

        if self.bias is not None:
            heads = [v.splat(self.bias.load([row + i])) for i in range(rows.size)]
        else:
            heads = [v.splat_of(0)] * rows.size
        bounds = [self.per_group, *[k for k in (high.kernel, wide.kernel) if k > 1]]
        found = sums(v, bounds, [[h] * width for h in heads], left, right)
        out, epilogue = target
        for i, sums_ in enumerate(found):
            for j, value in enumerate(sums_):
                at: list[Ix] = [row + i, column + j * self.lanes]
                if self.dense:
                    at = [n, *at]
                    value = epilogue.on_vector(v, value, at, used[j])
                v.store(value, out, at, used[j])

    def _gather(self, n: Ix, sums_: Buffer, out: Buffer, epilogue: Epilogue) -> None:
        """Rows of pixels without what stands between them."""
        b = self.b
        with b.loops(self.outputs, self.high.output, self.wide.output) as (m, r, q):
            value: Scalar = sums_[[m, r * self.pitch + q]]
            at: list[Ix] = [n, m, r, q]
            out[at] = epilogue.on_scalar(value, at)
