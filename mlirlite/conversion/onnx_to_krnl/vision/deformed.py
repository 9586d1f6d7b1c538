"""Deformable convolutions as products: columns are interpolated where the offsets say. Points are
the same for all channels of an offset group, and for all output channels."""

from __future__ import annotations

from typing import Any

from mlirlite.conversion.onnx_to_krnl.conv.columns import WindowColumns
from mlirlite.conversion.onnx_to_krnl.emit.buffer import Buffer
from mlirlite.conversion.onnx_to_krnl.emit.builder import KrnlBuilder
from mlirlite.conversion.onnx_to_krnl.emit.index import Ix, product
from mlirlite.conversion.onnx_to_krnl.emit.scalar import Scalar
from mlirlite.conversion.onnx_to_krnl.emit.window import Window
from mlirlite.conversion.onnx_to_krnl.vision.sampling import Sampler, flat_index, planes_of
from mlirlite.dialects.onnx.schedules.columns import ColumnsConv
from mlirlite.ir.types import I64


class DeformedColumns(WindowColumns):
    """As `WindowColumns`, with moved taps that a mask may weight."""

    def __init__(
        self,
        b: KrnlBuilder,
        operands: tuple[Buffer, Buffer, Buffer, Buffer | None, Buffer | None],
        window: Window,
        schedule: ColumnsConv,
    ) -> None:
        x, w, self.offset, bias, self.mask = operands
        super().__init__(b, x, w, bias, window, schedule)
        self.whole = False
        self.sampler = Sampler(b, x, "linear", "zeros", True)
        self.planes = planes_of(b, x, 2, product(x.shape[2:]))
        self.shared = x.shape[1] // b.attr("offset_group", 1)
        """Channels that have the same offsets."""

    def copy(
        self, image: tuple[Ix, Ix], start: tuple[Ix, Ix], size: tuple[Ix, Ix], target: Buffer
    ) -> None:
        """As in the base class."""
        b, kernel, (n, g), (down, across) = self.b, self.window.kernel, image, size
        area, corners = product(kernel), self.sampler.count ** len(kernel)
        points = b.alloc([across, corners], I64), b.alloc([across, corners], self.offset.element)
        first = g * self.channels
        end = first + self.channels
        parts = first // self.shared, (end - 1) // self.shared + 1
        with b.loops(parts, *kernel, down) as (part, *taps, i):
            self._note((n, part), taps, (start[0] + i, start[1]), across, points)
            low, high = ([first, part * self.shared], [end, (part + 1) * self.shared])
            with b.loops((low, high), across) as (c, q):

                def add(k: list[Ix], total: list[Scalar], c: Any = c, q: Any = q) -> list[Scalar]:
                    place, weight = (p[[q, k[0]]] for p in points)
                    element = self.planes[[n, c, place.max(0).index()]]
                    return [total[0] + (place >= 0).select(element * weight, 0)]

                zero = b.scalar(0, self.x.element)
                row = (c - first) * area + flat_index(taps, kernel)
                value = b.fold([corners], [zero], add)[0]
                target[(row * down + i) * across + q] = value

    def _note(
        self,
        image: tuple[Ix, Ix],
        taps: list[Ix],
        start: tuple[Ix, Ix],
        across: Ix,
        points: tuple[Buffer, Buffer],
    ) -> None:
        """Where a tap is for pixels of a line, and what it is interpolated from."""
        b, window, (n, part) = self.b, self.window, image
        rank = len(window.output)
        number = part * product(window.kernel) + flat_index(taps, window.kernel)
        with b.loops(across) as (q,):
            place = [*self.places_of(start[0]), start[1] + q]
            moved = []
            for d in range(rank):
                distance = self.offset[[n, number * rank + d, *place]]
                moved.append(
                    b.number(window.position(d, place[d], taps[d]), distance.type) + distance
                )
            self.sampler.note(moved, self.x.shape[2:], points, q)
            if self.mask is not None:
                factor = self.mask[[n, number, *place]]
                with b.loops(points[1].shape[1]) as (k,):
                    points[1][[q, k]] = points[1][[q, k]] * factor
