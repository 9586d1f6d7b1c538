"""Rows of unknown width, split into tiles of a few sizes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from mlirlite.conversion.onnx_to_krnl.emit.builder import KrnlBuilder
from mlirlite.conversion.onnx_to_krnl.emit.index import Ix, ceildiv
from mlirlite.dialects.onnx.schedules.conv_tiles import column_sizes, splits
from mlirlite.ir.types import I64
from mlirlite.support.machine import Machine


@dataclass(frozen=True)
class RowTiles:
    """How many tiles of each size a row of a width has. The last ones may overlap others: a tile
    that would extend beyond the row is moved back into it."""

    b: KrnlBuilder
    sizes: tuple[int, ...]
    counts: list[Ix]

    @classmethod
    def of(cls, b: KrnlBuilder, machine: Machine, columns: int, blocks: int, width: Ix) -> RowTiles:
        """Those with the fewest cycles, from a table of the widths below two of the widest
        tiles."""
        sizes, rows = column_sizes(columns), splits(machine, columns, blocks)
        if isinstance(width, int):
            more = max(width // columns - 1, 0)
            first, *others = rows[width - more * columns]
            return cls(b, sizes, [first + more, *others])
        numbers = [float(n) for row in rows for n in row]
        table = b.table(numbers, I64, len(rows), len(sizes))
        wide = b.index_max(width // columns - 1, 0)
        rest = width - wide * columns
        counts = [table[[rest, i]].index() for i in range(len(sizes))]
        return cls(b, sizes, [counts[0] + wide, *counts[1:]])

    @classmethod
    def of_run(cls, b: KrnlBuilder, columns: int, size: Ix, whole: Ix) -> RowTiles:
        """Those of a part of a long row: the widest ones that are no wider than the row."""
        sizes = column_sizes(columns)
        sizes = (sizes[0], *sizes[-2:]) if len(sizes) > 3 else sizes
        rest, counts = size, []
        for tile in sizes:
            fits = b.test("sge", whole, tile)
            counts.append(b.index_select(fits, ceildiv(rest, tile), 0))
            rest = b.index_select(fits, 0, rest)
        return cls(b, sizes, counts)

    def each(self, first: Ix, last: Ix) -> Iterator[tuple[Ix, int, Ix]]:
        """Loops over the tiles: the first place of each, its size and its number among those of
        its size; ops emitted between two of them are the body. The row begins at `first`, and no
        tile begins so late that it would extend beyond `last`."""
        at = first
        for size, count in zip(self.sizes, self.counts, strict=True):
            if isinstance(count, int) and not count:
                continue
            with self.b.loops(count) as (i,):
                yield self.b.index_min(at + i * size, last - size), size, i
            at = at + count * size
