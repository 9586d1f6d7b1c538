"""Convolutions as products of register tiles: rows are output channels, columns are pixels of the
output in row-major order, the depth is input channels and taps."""

from __future__ import annotations

import math
from functools import partial

from mlirlite.conversion.onnx_to_krnl.conv.staging import Staging, axes_of_window
from mlirlite.conversion.onnx_to_krnl.emit.buffer import Buffer
from mlirlite.conversion.onnx_to_krnl.emit.builder import KrnlBuilder
from mlirlite.conversion.onnx_to_krnl.emit.index import Ix
from mlirlite.conversion.onnx_to_krnl.emit.window import Window
from mlirlite.conversion.onnx_to_krnl.epilogue.epilogue import Epilogue
from mlirlite.conversion.onnx_to_krnl.registers.packing import (
    constant_array,
    is_constant,
    packed,
    row_panels,
)
from mlirlite.conversion.onnx_to_krnl.registers.tile import (
    Part,
    Shape,
    Vectors,
    blocks,
    row_parts,
    sums,
    vector_parts,
)
from mlirlite.dialects.onnx.schedules.planes import PlanesConv
from mlirlite.ir.types import F32, F64, FloatType, MemRefType
from mlirlite.ir.values import Value


def conv_in_tiles(
    b: KrnlBuilder, x: Buffer, w: Buffer, bias: Buffer | None, type: MemRefType, window: Window
) -> Buffer | None:
    """The convolution and its epilogue, or None if plain loops have to be used: no machine is
    given, sizes are not constant, weights are neither constant nor those of one output each group
    (which have the order of a tile already), or the element type or geometry is rare."""
    axes = axes_of_window(window)
    sizes = [*x.shape[1:], *w.shape]
    if b.machine is None or axes is None or x.element not in (F32, F64):
        return None
    if not is_constant(w) and (w.shape[0] != b.attr("group", 1) or w.element is not x.element):
        return None
    if not all(isinstance(s, int) and s > 0 for s in sizes):
        return None
    return _TiledConv(b, x, w, bias, type, Staging(b, *axes)).emit()


class _TiledConv:
    def __init__(
        self,
        b: KrnlBuilder,
        x: Buffer,
        w: Buffer,
        bias: Buffer | None,
        type: MemRefType,
        staging: Staging,
    ) -> None:
        element, channels, outputs, array = x.element, x.shape[1], w.shape[0], constant_array(w)
        if (
            b.machine is None
            or not isinstance(element, FloatType)
            or not isinstance(channels, int)
            or not isinstance(outputs, int)
        ):
            raise ValueError("these operands are for plain loops")
        self.b, self.bias, self.type, self.element, self.staging = b, bias, type, element, staging
        self.batch, self.channels, self.outputs = x.shape[0], channels, outputs
        self.groups: int = b.attr("group", 1)
        self.rows = outputs // self.groups
        self.per_group = channels // self.groups
        self.lanes = b.machine.lanes(element.width)
        self.vectors = Vectors(b, element, self.lanes)
        schedule = b.schedule(PlanesConv) or PlanesConv.of_image(
            staging, b.machine, outputs, self.groups, element.width
        )
        self.height = schedule.rows
        """How many rows of pixels are computed before they are copied to the result."""
        self.columns = staging.columns_of(self.height)
        self.tile = Shape(schedule.channels, schedule.vectors)
        self.image = staging.image(x)
        if array is None:
            sizes = [self.groups, self.per_group * math.prod(w.type.shape[2:]), 1]
            self.weights = b.view(w, b.memref(sizes, element), sizes)
        else:
            panels = row_panels(array.reshape(self.groups, self.rows, -1), self.tile.rows)
            self.weights = packed(b, w, panels.reshape(-1, *panels.shape[2:]))

    def emit(self) -> Buffer:
        """All loops; returns the result."""
        b, staging = self.b, self.staging
        high, wide = staging.high.output, staging.wide.output
        epilogue = Epilogue.claim(b)
        spatial = [high, wide][-(self.type.rank - 2) :]
        out = b.alloc_type(self.type, [self.batch, self.outputs, *spatial])
        epilogue.require_fit(b, out)
        pixels: list[Ix] = [high * wide] if staging.is_dense else [high, wide]
        sizes = [self.batch, self.outputs, *pixels]
        shown = b.view(out, b.memref(sizes, self.element), sizes)
        epilogue = epilogue.views(b, sizes)
        stage = wide_sums = None
        if staging.is_needed:
            stage = b.alloc([self.channels, staging.size], self.element)
        if not staging.is_dense:
            wide_sums = b.alloc([self.outputs, self.columns], self.element)
        with b.loops(self.batch) as (n,):
            if stage is not None:
                with b.loops(self.channels) as (c,):
                    staging.fill(self.image, [n, c], stage, [c], b.scalar(0, self.element))
            if wide_sums is None:
                self._products(n, stage, 0, shown, epilogue)
            else:
                with b.loops(high // self.height) as (block,):
                    top = block * self.height
                    self._products(n, stage, top * staging.pitch, wide_sums, epilogue)
                    with b.loops(self.outputs, self.height, wide) as (m, r, q):
                        at: list[Ix] = [n, m, top + r, q]
                        value = wide_sums[[m, r * staging.pitch + q]]
                        shown[at] = epilogue.on_scalar(b, value, at)
        return out

    def _products(
        self, n: Ix, stage: Buffer | None, base: Ix, out: Buffer, epilogue: Epilogue
    ) -> None:
        """All channels of some rows of pixels, the first of which is at `base`."""
        b = self.b
        panels = -(-self.rows // self.tile.rows)
        with b.loops(*([] if self.groups == 1 else [self.groups])) as at:
            group: Ix = at[0] if at else 0
            for columns in vector_parts(self.columns, self.lanes, self.tile.vectors):
                with blocks(b, columns) as (_, first):
                    for rows in row_parts(self.rows, self.tile.rows):
                        with blocks(b, rows) as (panel, row):
                            self._tile(
                                n,
                                stage,
                                (group * self.per_group, group * panels + panel),
                                (group * self.rows + row, first * self.lanes, base),
                                (rows, columns),
                                (out, epilogue),
                            )

    def _tile(
        self,
        n: Ix,
        stage: Buffer | None,
        sources: tuple[Ix, Ix],
        place: tuple[Ix, Ix, Ix],
        parts: tuple[Part, Part],
        target: tuple[Buffer, Epilogue],
    ) -> None:
        v, staging = self.vectors, self.staging
        (channel, panel), (row, column, base), (rows, columns) = sources, place, parts
        high, wide = staging.high.kernel, staging.wide.kernel
        width = columns.size
        used = [columns.lanes if j == width - 1 else self.lanes for j in range(width)]

        def split(at: list[Ix]) -> tuple[Ix, Ix, Ix]:
            """Channel and tap of a step; loops of one iteration are left out."""
            rest = iter(at[1:])
            y: Ix = next(rest) if high > 1 else 0
            x: Ix = next(rest) if wide > 1 else 0
            return at[0], y, x

        def left(at: list[Ix], i: int) -> Value:
            c, y, x = split(at)
            return self.weights.load([panel, (c * high + y) * wide + x, i])

        def right(at: list[Ix], j: int) -> Value:
            c, y, x = split(at)
            pixel = staging.distance(y, x) + base + column + j * self.lanes
            if stage is None:
                return v.load(self.image, [n, channel + c, pixel], used[j])
            return v.load(stage, [channel + c, pixel], used[j])

        if self.bias is not None:
            heads = [v.splat(self.bias.load([row + i])) for i in range(rows.size)]
        else:
            heads = [v.splat_of(0)] * rows.size
        bounds = [self.per_group, *[k for k in (high, wide) if k > 1]]
        fold = partial(self.b.fold, bounds)
        found = sums(v, fold, [[h] * width for h in heads], left, right)
        out, epilogue = target
        for i, line in enumerate(found):
            for j, value in enumerate(line):
                at: list[Ix] = [row + i, column + j * self.lanes]
                if staging.is_dense:
                    at = [n, *at]
                    value = epilogue.on_vector(v, value, at, used[j])
                v.store(value, out, at, used[j])
