"""Tiles of a row for kernels that read an image without its pads: those at the left and right edge
leave out taps, those between them read all.

A row of known width is split when it is compiled. An unknown one is covered by tiles of one of two
sizes, which the run chooses; they overlap where the size does not divide the width. Rows that
are too narrow have tiles of one pixel.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from mlirlite.conversion.onnx_to_krnl.conv.block_rows import Row, column_parts
from mlirlite.conversion.onnx_to_krnl.emit.builder import KrnlBuilder
from mlirlite.conversion.onnx_to_krnl.emit.index import Ix, ceildiv
from mlirlite.conversion.onnx_to_krnl.emit.scalar import Scalar
from mlirlite.conversion.onnx_to_krnl.registers.tile import blocks
from mlirlite.dialects.onnx.schedules.conv_tiles import COLUMNS
from mlirlite.support.tuning import Fixed

Pixels = list[tuple[int, Scalar | None]]
"""Pixels of a tile for which a tap is inside the image; under a condition if only the run tells."""

_OVERHEAD: Fixed[int] = 2
"""What the start of a tile costs, in pixels."""


class Tile(NamedTuple):
    """Pixels of a row from `first` on; `number` is the first of them whose taps count alike, if it
    is known. Each tap has the pixels for which it is inside."""

    first: Ix
    number: Ix
    size: int
    taps: list[tuple[int, Pixels]]


class EdgeTiles:
    """The tiles of the rows of an image."""

    def __init__(self, b: KrnlBuilder, wide: Row, columns: int) -> None:
        self.b, self.wide = b, wide
        self.columns = columns if wide.is_known else min(columns, COLUMNS)
        self.left, self.right = (0, 0) if wide.is_known else wide.edges
        self.counts: list[tuple[int, Ix, Ix]] = []
        """The sizes of tiles, how many are at each edge, and how many are between them."""
        if not wide.is_known:
            self._choose()

    def _choose(self) -> None:
        """The size with the fewest pixels, if the first tile is not at the right edge, too."""
        b, width, edges = self.b, self.wide.output, (self.left, self.right)
        sizes = {self.columns, -(-self.columns // 2)}
        fitting = sorted(n for n in sizes if n >= sum(edges))
        chosen: Ix = 0
        best: Ix = 0
        for size in fitting:
            fits = b.test("sge", width, size + max(edges))
            cost = ceildiv(width, size) * (size + _OVERHEAD)
            if size != fitting[0]:
                fits = fits & b.test("sle", cost, best)
            chosen, best = b.index_select(fits, size, chosen), b.index_select(fits, cost, best)
        for size in reversed(fitting):
            is_chosen = b.test("eq", chosen, size)
            once = b.index_select(is_chosen, 1, 0) if any(edges) else 0
            between = ceildiv(width - (2 * size if any(edges) else 0), size)
            self.counts.append((size, once, b.index_select(is_chosen, between, 0)))
        self.single = b.index_select(b.test("eq", chosen, 0), width, 0) if fitting else width
        wide = self.wide
        reach = wide.input - 1 + wide.pad - (wide.kernel - 1) * wide.dilation
        self.behind = b.index_of(b.value(reach // wide.stride + 1))
        """The pixel after the last one whose taps are all inside."""

    def each(self) -> Iterator[Tile]:
        """Loops over the tiles of a row; ops emitted between two of them are the body."""
        b, wide = self.b, self.wide
        if wide.is_known:
            yield from self._of_known_row()
            return
        for size, once, between in self.counts:
            start = 0
            if once != 0:
                start = size
                with b.loops(once):
                    yield Tile(0, 0, size, self._taps(size, left=True))
            with b.loops(between) as (i,):
                first = b.index_min(i * size + start, self.behind - size)
                yield Tile(first, first, size, self._taps(size))
            if once != 0:
                with b.loops(once):
                    first = wide.output - size
                    yield Tile(first, first, size, self._taps(size, right=True))
        with b.loops(self.single) as (first,):
            yield Tile(first, first, 1, self._taps(1, left=True, right=True, at=first))

    def _of_known_row(self) -> Iterator[Tile]:
        wide = self.wide
        for part in column_parts(wide, self.columns):
            taps: list[tuple[int, Pixels]] = [
                (tap, [(t, None) for t in range(begin, end)])
                for tap, begin, end in wide.taps(part.start, part.size)
            ]
            with blocks(self.b, part) as (_, q):
                yield Tile(q, part.start, part.size, taps)

    def _taps(
        self, size: int, *, left: bool = False, right: bool = False, at: Ix = 0
    ) -> list[tuple[int, Pixels]]:
        """The taps of a tile at the left or right edge, or of any pixel `at` a place."""
        wide = self.wide
        single = left and right
        found = []
        for tap in range(wide.kernel):
            pixels: Pixels = []
            for t in range(size):
                before = t * wide.stride + tap * wide.dilation
                after = (size - 1 - t) * wide.stride + (wide.kernel - 1 - tap) * wide.dilation
                if not single and (
                    (left and before < wide.pads[0]) or (right and after < wide.beyond[0])
                ):
                    continue
                first = at if left else wide.output - size
                column = (first + t) * wide.stride + (tap * wide.dilation - wide.pad)
                checks = []
                if left and before < wide.pads[1]:
                    checks.append(self.b.test("sge", column, 0))
                if right and after < wide.beyond[1]:
                    checks.append(self.b.test("slt", column, wide.input))
                inside = checks[0] & checks[1] if len(checks) == 2 else None
                pixels.append((t, inside if checks[1:] else next(iter(checks), None)))
            found.append((tap, pixels))
        return found
