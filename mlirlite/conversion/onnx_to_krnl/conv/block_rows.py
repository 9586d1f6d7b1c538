"""The common part of kernels in blocks of channels: rows of pixels with their taps, loops."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

from mlirlite.conversion.onnx_to_krnl.emit.builder import KrnlBuilder
from mlirlite.conversion.onnx_to_krnl.emit.index import Ix, ceildiv
from mlirlite.conversion.onnx_to_krnl.emit.window import Window
from mlirlite.conversion.onnx_to_krnl.registers.tile import Part, row_parts
from mlirlite.dialects import arith
from mlirlite.ir.types import INDEX
from mlirlite.ir.values import Value


@dataclass(frozen=True, slots=True)
class Row:
    """A spatial dimension: sizes, stride, and pad of the image as the kernel reads it. Sizes and
    the pad are IR where the run tells them; then the least and the most are known of the pad, and
    of how far the last window extends beyond the image, which may be less than nothing."""

    input: Any
    output: Any
    kernel: int
    stride: int
    dilation: int
    pad: Any
    pads: tuple[int, int] = (0, 0)
    beyond: tuple[int, int] = (0, 0)

    @property
    def is_known(self) -> bool:
        """True if the sizes are numbers."""
        return all(isinstance(n, int) for n in (self.input, self.output, self.pad))

    @property
    def is_inside(self) -> bool:
        """True if no window of an image of unknown size extends beyond it."""
        return self.pads[1] <= 0 and self.beyond[1] <= 0

    @property
    def edges(self) -> tuple[int, int]:
        """How many outputs of an unknown size may lack taps before and after the image."""
        left, right = (-(-max(0, n) // self.stride) for n in (self.pads[1], self.beyond[1]))
        return left, right

    def taps(self, first: int, count: int) -> list[tuple[int, int, int]]:
        """(tap, begin, end) for taps that are inside the image for some of `count` outputs from
        `first` on: for those from begin to end."""
        found = []
        for tap in range(self.kernel):
            inside = [
                i
                for i in range(count)
                if 0 <= (first + i) * self.stride + tap * self.dilation - self.pad < self.input
            ]
            if inside:
                found.append((tap, inside[0], inside[-1] + 1))
        return found

    @property
    def is_pointwise(self) -> bool:
        """True for one tap that reads every pixel once."""
        if not self.is_known:
            return self.kernel == self.stride == 1 and self.pads == self.beyond == (0, 0)
        return self.kernel == self.stride == 1 and self.pad == 0 and self.input == self.output

    def range(self, place: Ix) -> tuple[Any, Any]:
        """The taps of an output that are inside, as a loop's bounds."""
        if self.is_whole(0, self.output):
            return 0, self.kernel
        start = place * self.stride - self.pad
        if isinstance(start, int):
            inside = self.taps(place, 1) if isinstance(place, int) else []
            return (inside[0][0], inside[-1][0] + 1) if inside else (0, 0)
        return (
            [0, ceildiv(-start, self.dilation)],
            [self.kernel, ceildiv(self.input - start, self.dilation)],
        )

    def is_whole(self, first: int, count: Any) -> bool:
        """True when every tap of these outputs is inside."""
        if not self.is_known:
            return self.is_inside
        low: int = first * self.stride - self.pad
        high: int = (first + count - 1) * self.stride + (self.kernel - 1) * self.dilation - self.pad
        return low >= 0 and high < int(self.input)


def row_of(window: Window, d: int) -> Row:
    """A spatial dimension of a window."""
    numbers: Sequence[Any] = (
        window.input[d],
        window.output[d],
        window.kernel[d],
        window.strides[d],
        window.dilations[d],
        window.begins[d],
    )
    found = Row(*numbers)
    if found.is_known:
        return found
    pad, end, over = window.begins[d], window.ends[d], window.overhangs
    half, rest = ((found.kernel - 1) * found.dilation + 1) // 2, found.stride - 1
    pads = (pad, pad) if isinstance(pad, int) else (0, half)
    least, most = (end, end) if isinstance(end, int) else (0, half)
    beyond = (least - rest - over, most + over * rest)
    return replace(found, pads=pads, beyond=beyond)


def column_parts(wide: Row, size: int) -> Iterator[Part]:
    """Tiles of a row: neighboring tiles inside the image form one part."""
    for part in row_parts(wide.output, size):
        starts = [part.start + i * part.size for i in range(part.count)]
        inside = [s for s in starts if wide.is_whole(s, part.size)]
        for start in starts:
            if start not in inside:
                yield Part(0, start, 1, part.size)
            elif start == inside[0]:
                yield Part(0, start, len(inside), part.size)


def offset(b: KrnlBuilder, value: Value, distance: int) -> Ix:
    """An index plus a constant, by arith: affine maps would be composed into each load."""
    if distance == 0:
        return b.index_of(value)
    return b.index_of(b.emit(arith.AddIOp, (value, b.value(distance)), type=INDEX))


@contextmanager
def each(b: KrnlBuilder, count: Ix) -> Iterator[Ix]:
    """A loop, or just the body if it would run once."""
    if isinstance(count, int) and count == 1:
        yield 0
        return
    with b.loops(count) as (index,):
        yield index
