"""The loops that stage images for windows; `schedules/staged_image.py` has the geometry."""

from __future__ import annotations

from mlirlite.conversion.onnx_to_krnl.emit.buffer import Buffer
from mlirlite.conversion.onnx_to_krnl.emit.builder import KrnlBuilder
from mlirlite.conversion.onnx_to_krnl.emit.index import Ix
from mlirlite.conversion.onnx_to_krnl.emit.scalar import Scalar
from mlirlite.conversion.onnx_to_krnl.emit.window import Window
from mlirlite.dialects.onnx.schedules.staged_image import Axis, StagedImage, axes_of


def axes_of_window(window: Window) -> tuple[Axis, Axis] | None:
    """Height and width of a window; None if it is not staged."""
    numbers = (window.strides, window.dilations, window.begins)
    return axes_of(list(zip(window.input, window.output, window.kernel, *numbers, strict=True)))


class Staging(StagedImage):
    """A staged image, and the loops that fill it."""

    def __init__(self, b: KrnlBuilder, high: Axis, wide: Axis, *, always: bool = False) -> None:
        super().__init__(high, wide, always=always)
        self.b = b

    def distance(self, y: Ix, x: Ix) -> Ix:
        """The offset of a tap for the first result."""
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
        """Planes as height and width; flat if nothing has to be staged."""
        high, wide = self.high.input, self.wide.input
        pixels: list[Ix] = [high, wide] if self.is_needed else [high * wide]
        sizes = [*x.shape[:2], *pixels]
        return self.b.view(x, self.b.memref(sizes, x.element), sizes)
