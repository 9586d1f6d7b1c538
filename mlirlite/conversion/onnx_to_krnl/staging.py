"""Images staged for windows: a tap is a constant distance from the first one, for all pixels.

Staged are the pads, and the pixels of a step side by side: place (row, column) of phase (i, j) is
pixel (row * step + i - pad, column * step + j - pad), or a filler outside the image.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from mlirlite.conversion.onnx_to_krnl.buffer import Buffer
from mlirlite.conversion.onnx_to_krnl.builder import KrnlBuilder
from mlirlite.conversion.onnx_to_krnl.index import Ix
from mlirlite.conversion.onnx_to_krnl.scalar import Scalar
from mlirlite.conversion.onnx_to_krnl.window import Window

_PHASES = 16
"""Copies of the staging loops; wider steps take plain loops."""


@dataclass(frozen=True, slots=True)
class Axis:
    """A spatial dimension of known sizes. The staged image has `size` places for each of `phases`
    remainders of the step."""

    input: int
    output: int
    kernel: int
    stride: int
    dilation: int
    pad: int

    @property
    def phases(self) -> int:
        """Remainders of the step that taps have."""
        return max((t * self.dilation) % self.stride for t in range(self.kernel)) + 1

    @property
    def size(self) -> int:
        """Places of one phase."""
        return self.output + (self.kernel - 1) * self.dilation // self.stride

    @property
    def is_plain(self) -> bool:
        """True when the image itself will do: steps of 1 and no pads."""
        return self.stride == 1 and self.pad == 0 and self.size <= self.input

    def filled(self, phase: int) -> tuple[int, int]:
        """The places of a phase that hold a pixel; those outside hold the filler."""
        first = -((phase - self.pad) // self.stride)
        end = -((phase - self.pad - self.input) // self.stride)
        low = min(max(first, 0), self.size)
        return low, max(low, min(end, self.size))


def axes_of(window: Window) -> tuple[Axis, Axis] | None:
    """Height and width of a window of one or two dimensions; None for what is not staged: sizes
    known only at run time, negative pads, wide steps."""
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
        if not all(isinstance(n, int) for n in numbers):
            return None
        if min(numbers[:5]) < 1 or numbers[5] < 0:
            return None
        found.append(Axis(*numbers))
    high, wide = found
    return (high, wide) if high.phases * wide.phases <= _PHASES else None


class Staging:
    """The geometry of a staged image, and the loops that fill it.

    Results have `columns` places, in rows of `pitch` of which the first `wide.output` count."""

    def __init__(self, b: KrnlBuilder, high: Axis, wide: Axis, *, always: bool = False) -> None:
        self.b, self.high, self.wide = b, high, wide
        self.is_needed = always or not (high.is_plain and wide.is_plain)
        self.pitch = wide.size if self.is_needed else wide.input
        self.plane = (high.size if self.is_needed else high.input) * self.pitch
        self.size = high.phases * wide.phases * self.plane
        self.columns = (high.output - 1) * self.pitch + wide.output

    @property
    def is_dense(self) -> bool:
        """True when all places of the results count."""
        return self.pitch == self.wide.output

    def distance(self, y: Ix, x: Ix) -> Ix:
        """How far a tap is from the beginning, for the first result."""
        high, wide = self.high, self.wide
        y, x = y * high.dilation, x * wide.dilation
        found = y // high.stride * self.pitch + x // wide.stride
        phase = y % high.stride * wide.phases + x % wide.stride
        return found + phase * self.plane

    def fill(
        self, image: Buffer, place: list[Ix], target: Buffer, at: list[Ix], filler: Scalar
    ) -> None:
        """Stage one plane: `image[*place, row, column]` goes to `target[*at, …]`."""
        b, high, wide = self.b, self.high, self.wide

        def clear(rows: tuple[int, int], columns: tuple[int, int], base: int) -> None:
            if rows[0] < rows[1] and columns[0] < columns[1]:
                with b.loops(rows, columns) as (r, q):
                    target[[*at, r * self.pitch + q + base]] = filler

        for phase in range(high.phases * wide.phases):
            i, j = divmod(phase, wide.phases)
            base = phase * self.plane
            (top, bottom), (left, right) = high.filled(i), wide.filled(j)
            clear((0, top), (0, wide.size), base)
            clear((top, bottom), (0, left), base)
            if top < bottom and left < right:
                with b.loops((top, bottom), (left, right)) as (r, q):
                    pixel = [r * high.stride + (i - high.pad), q * wide.stride + (j - wide.pad)]
                    target[[*at, r * self.pitch + q + base]] = image[[*place, *pixel]]
            clear((top, bottom), (right, wide.size), base)
            clear((bottom, high.size), (0, wide.size), base)

    def image(self, x: Buffer) -> Buffer:
        """Planes as height and width; flat where nothing is to be staged."""
        high, wide = self.high.input, self.wide.input
        pixels: list[Ix] = [high, wide] if self.is_needed else [high * wide]
        sizes = [*x.shape[:2], *pixels]
        return self.b.view(x, self.b.memref(sizes, x.element), sizes)
