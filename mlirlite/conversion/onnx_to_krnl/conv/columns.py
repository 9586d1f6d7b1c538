"""Convolutions as products: rows are output channels, the depth is input channels and taps, and
columns are pixels of the output. What the windows of some pixels read is copied first. Everything
may be known only at run time: sizes, channels, and weights."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from mlirlite.conversion.onnx_to_krnl.conv.block_rows import each
from mlirlite.conversion.onnx_to_krnl.emit.buffer import Buffer
from mlirlite.conversion.onnx_to_krnl.emit.builder import KrnlBuilder
from mlirlite.conversion.onnx_to_krnl.emit.index import Ix, ceildiv, product
from mlirlite.conversion.onnx_to_krnl.emit.scalar import Scalar
from mlirlite.conversion.onnx_to_krnl.emit.window import Window
from mlirlite.conversion.onnx_to_krnl.epilogue.epilogue import Epilogue
from mlirlite.conversion.onnx_to_krnl.matmul.blocks import gemm
from mlirlite.conversion.onnx_to_krnl.matmul.panels import Direct
from mlirlite.conversion.onnx_to_krnl.registers.lanes import Lanes
from mlirlite.dialects.onnx.schedules.columns import ColumnsConv
from mlirlite.ir.types import MemRefType
from mlirlite.ir.values import Value


def conv_in_columns(
    b: KrnlBuilder, x: Buffer, w: Buffer, bias: Buffer | None, type: MemRefType, window: Window
) -> Buffer | None:
    """The convolution and its epilogue, or None if the schedule is another one."""
    schedule = b.schedule(ColumnsConv)
    if b.machine is None or schedule is None:
        return None
    return WindowColumns(b, x, w, bias, window, schedule).emit(type)


Images = tuple[Ix, Ix]
"""An image, and a group of its channels."""


class Columns:
    """The windows of the pixels of some images. The last dimension of the output is a line of
    pixels."""

    def __init__(self, b: KrnlBuilder, x: Buffer, w: Buffer, window: Window) -> None:
        self.b, self.x, self.window = b, x, window
        self.groups: int = b.attr("group", 1)
        self.rows, self.channels = w.shape[0] // self.groups, w.shape[1]
        self.depth = product(w.shape[1:])
        sizes = [w.shape[0], self.depth]
        self.weights = b.view(w, b.memref(sizes, w.element), sizes)
        *lines, self.wide = window.output
        self.lines = product(lines)
        self.outside = b.scalar(0, x.element)
        """What windows read beyond the image."""

    @contextmanager
    def parts(self, pixels: int) -> Iterator[tuple[Images, tuple[Ix, Ix], tuple[Ix, Ix], Ix]]:
        """Loops over parts of the output of about this many pixels. Gives the image, the line and
        the pixel of it that a part begins with, how many lines and pixels of each it has, and how
        many pixels a part has at most."""
        b = self.b
        across = b.index_max(b.index_min(pixels, self.wide), 1)
        down = b.index_max(pixels // b.index_max(self.wide, 1), 1)
        counts = ceildiv(self.lines, down), ceildiv(self.wide, across)
        with each(b, self.x.shape[0]) as n, each(b, self.groups) as g, b.loops(*counts) as (i, j):
            line, first = i * down, j * across
            size = b.index_min(down, self.lines - line), b.index_min(across, self.wide - first)
            yield (n, g), (line, first), size, down * across

    def copy(
        self, image: Images, start: tuple[Ix, Ix], size: tuple[Ix, Ix], target: Buffer
    ) -> None:
        """What the windows of some pixels read: `size` lines and columns from `start` on."""
        b, window, (n, g) = self.b, self.window, image
        (line, first), (down, across) = start, size
        last = len(window.output) - 1
        with b.loops(self.channels, *window.kernel) as (c, *taps), b.loops(down) as (i,):
            row = c
            for tap, count in zip(taps, window.kernel, strict=True):
                row = row * count + tap
            base = (row * down + i) * across
            place, inside = self._line(line + i, taps)
            low, high = self._inside(last, first, across, taps[-1])
            if inside is not None:
                low, high = (b.index_select(inside, end, across) for end in (low, high))
            with b.loops(low) as (q,):
                target[base + q] = self.outside
            with b.loops((low, high)) as (q,):
                at = window.position(last, first + q, taps[-1])
                target.store(self.x.load([n, g * self.channels + c, *place, at]), base + q)
            with b.loops((high, across)) as (q,):
                target[base + q] = self.outside

    def _line(self, line: Ix, taps: list[Ix]) -> tuple[list[Ix], Scalar | None]:
        """Where a line's windows are in the image, for a tap, but for the last dimension; and
        whether that is inside."""
        b, window = self.b, self.window
        found: list[Ix] = []
        inside: Scalar | None = None
        for d, place in enumerate(self.places_of(line)):
            at = window.position(d, place, taps[d])
            found.append(b.index_of(b.value(at)))
            if not window.is_inside(d):
                here = b.test("sge", at, 0) & b.test("slt", at, window.input[d])
                inside = here if inside is None else inside & here
        return found, inside

    def places_of(self, line: Ix) -> list[Ix]:
        """The indices of a line's pixels, but for the last one."""
        found: list[Ix] = []
        for d in reversed(range(len(self.window.output) - 1)):
            size = self.window.output[d]
            found.insert(0, line % size if d else line)
            line = line // size
        return found

    def _inside(self, d: int, first: Ix, count: Ix, tap: Ix) -> tuple[Ix, Ix]:
        """Which of some pixels of a line read inside the image."""
        b, window = self.b, self.window
        if window.is_inside(d):
            return 0, count
        start, stride = window.position(d, first, tap), window.strides[d]
        ends: list[Any] = [ceildiv(-start, stride), ceildiv(window.input[d] - start, stride)]
        low, high = (b.index_max(b.index_min(end, count), 0) for end in ends)
        return low, high


class WindowColumns(Columns):
    """The product, and its epilogue."""

    def __init__(
        self,
        b: KrnlBuilder,
        x: Buffer,
        w: Buffer,
        bias: Buffer | None,
        window: Window,
        schedule: ColumnsConv,
    ) -> None:
        super().__init__(b, x, w, window)
        self.bias, self.schedule, self.v = bias, schedule, Lanes(b, x.element)
        self.whole = _reads_each_pixel_once(window)
        """Whether the image is the matrix."""

    def emit(self, type: MemRefType) -> Buffer:
        """All loops; returns the result."""
        b, x = self.b, self.x
        epilogue = Epilogue.claim(b)
        outputs = self.rows * self.groups
        out = b.alloc_type(type, [x.shape[0], outputs, *self.window.output])
        epilogue.require_fit(b, out)
        sizes = [x.shape[0], outputs, self.lines * self.wide]
        shown = b.view(out, b.memref(sizes, out.element), sizes)
        epilogue = epilogue.views(b, sizes)
        if self.whole:
            flat = [*x.shape[:2], sizes[2]]
            image = b.view(x, b.memref(flat, x.element), flat)
            with each(b, x.shape[0]) as n, each(b, self.groups) as g:
                first = g * self.channels
                right = Direct(image, (self.depth, sizes[2]), lambda k, j: [n, first + k, j])
                self._multiply((n, g, 0), right, shown, epilogue)
            return out
        with self.parts(self.schedule.pixels) as (place, (line, first), size, most):
            copied = b.alloc([self.depth * most], x.element)
            self.copy(place, (line, first), size, copied)
            right = _matrix(copied, self.depth, size[0] * size[1])
            self._multiply((*place, line * self.wide + first), right, shown, epilogue)
        return out

    def _multiply(
        self, place: tuple[Ix, Ix, Ix], right: Direct, out: Buffer, epilogue: Epilogue
    ) -> None:
        """The product with some columns, from a pixel of an image on."""
        v, (n, g, first) = self.v, place

        def left(i: Ix, k: Ix) -> Value:
            return self.weights.load([g * self.rows + i, k])

        def start(i: Ix, j: Ix, lanes: Ix) -> Value:
            if self.bias is None:
                return v.splat_of(0)
            return v.splat(self.bias.load([g * self.rows + i]))

        def finish(value: Scalar, i: Ix, j: Ix, lanes: Ix) -> None:
            at: list[Ix] = [n, g * self.rows + i, first + j]
            v.store(epilogue.on_vector(v, value.value, at, lanes), out, at, lanes)

        gemm(v, self.schedule.tile, self.rows, left, right, start, finish)


def _matrix(x: Buffer, depth: Ix, columns: Ix) -> Direct:
    """The first elements of a buffer, as rows of `columns` columns."""
    return Direct(x, (depth, columns), lambda k, j: [k * columns + j])


def _reads_each_pixel_once(window: Window) -> bool:
    ones = (*window.kernel, *window.strides)
    return all(isinstance(n, int) and n == 1 for n in ones) and all(
        isinstance(n, int) and n == 0 for n in (*window.begins, *window.ends)
    )
