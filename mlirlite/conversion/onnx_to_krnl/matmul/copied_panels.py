"""A right side that is copied into panels: otherwise its rows are short pieces, far from each
other.

for each block of columns: for each tile of rows: for some steps: copy a row of the next panel
                                                                   multiply with this one
"""

from __future__ import annotations

from collections.abc import Iterator

from mlirlite.conversion.onnx_to_krnl.emit.buffer import Buffer
from mlirlite.conversion.onnx_to_krnl.emit.index import Ix, ceildiv
from mlirlite.conversion.onnx_to_krnl.emit.scalar import Scalar
from mlirlite.conversion.onnx_to_krnl.matmul.blocks import Finish, Left, Start, gemm
from mlirlite.conversion.onnx_to_krnl.matmul.panels import (
    Columns,
    Direct,
    Panels,
    Right,
    Tiles,
    column_blocks,
)
from mlirlite.conversion.onnx_to_krnl.registers.lanes import Lanes, stripes
from mlirlite.conversion.onnx_to_krnl.registers.squares import Place
from mlirlite.conversion.onnx_to_krnl.registers.tile import Shape, Step
from mlirlite.ir.constants import bit_width
from mlirlite.ir.values import Value


def gemm_of_copies(
    v: Lanes,
    tile: Shape,
    sizes: tuple[Ix, Ix, Ix],
    left: Left,
    right: tuple[Buffer, Place],
    out: tuple[Buffer, Place],
    start: Start,
    finish: Finish,
) -> None:
    """The product of `sizes` rows, depth, columns, whose right side is copied. If all columns would
    read more of the left side than the L2 cache holds, blocks of the depth are processed one after
    the other, and sums are kept in `out`, where `finish` stores. `blocks.py` describes the
    functions."""
    b, (rows, depth, columns) = v.b, sizes
    (buffer, place), (sums, place_of_sum) = right, out

    def block(first: Ix, count: Ix, start: Start, finish: Finish) -> None:
        some = Copied(buffer, (count, columns), lambda k, j: place(first + k, j))
        gemm(v, tile, rows, lambda i, k: left(i, first + k), some, start, finish)

    def stored(i: Ix, j: Ix, lanes: Ix) -> Value:
        return v.read(sums, place_of_sum(i, j), lanes).value

    def store(value: Scalar, i: Ix, j: Ix, lanes: Ix) -> None:
        v.write(value, sums, place_of_sum(i, j), lanes)

    size = _block_of_depth(v, rows, depth)
    if not isinstance(size, int) or not isinstance(depth, int) or size >= depth:
        block(0, depth, start, finish)
        return
    last = (depth - 1) // size * size
    block(0, size, start, store)
    if last > size:
        with b.loop(1, last // size) as n:
            block(n * size, size, stored, store)
    block(last, depth - last, stored, finish)


def _block_of_depth(v: Lanes, rows: Ix, depth: Ix) -> Ix:
    """As much as leaves half of the L2 cache to the left side; all if that is little."""
    machine = v.b.machine
    if machine is None or not isinstance(rows, int) or not isinstance(depth, int):
        return depth
    most = machine.l2_bytes // 2 * 8 // (rows * bit_width(v.element))
    count = -(-depth // max(most, 1))
    tiles = v.b.tuning.copied_tiles
    even = -(-depth // (count * tiles)) * tiles
    return min(even, depth) if even >= v.b.tuning.depth_steps else depth


class Copied(Direct):
    """Copied into panels: the next one while rows are multiplied with this one. If the rows of the
    left side come in groups, or there are few panels for many threads, as many are copied
    beforehand as half of the L2 cache holds."""

    def parts(self, v: Lanes, vectors: int, tiles: Tiles) -> Iterator[tuple[Ix, Right]]:
        """Panels of some columns."""
        wide = vectors * v.lanes
        count = self._panels_of_part(wide, v.b.threads, v.b.tuning.copied_panels)
        if tiles.together and count:
            for first, columns in stripes(v.b, self.columns, count * wide):
                yield first, _Alternating(v, self, (first, columns), wide, tiles.count)
            return
        count = 1
        if isinstance(self.depth, int) and v.b.machine is not None:
            panel_bytes = self.depth * wide * bit_width(v.element) // 8
            count = max(1, v.b.machine.l2_bytes // 2 // panel_bytes)
        for first, columns in stripes(v.b, self.columns, count * wide):
            yield first, self._copy(v, vectors, first, columns)

    def _panels_of_part(self, wide: int, threads: int, most: int) -> int:
        """How many panels are copied in turn, at least a quarter of the most; 0 if threads would
        then have nothing to share."""
        if not isinstance(self.columns, int):
            return most if threads == 1 else most // 4
        panels = self.columns // wide
        if threads == 1:
            return most
        parts = -(-panels // (most * threads)) * threads
        return panels // parts if panels >= max(parts, 1) * (most // 4) else 0

    def _copy(self, v: Lanes, vectors: int, first: Ix, columns: Ix) -> Panels:
        b, wide = v.b, vectors * v.lanes
        made = Panels(self.depth, columns)
        made.panels = b.alloc([ceildiv(columns, wide), self.depth, wide], v.element)
        with b.loops(self.depth) as (k,):
            for block in column_blocks(v, columns, vectors):
                inside = block.first - block.number * wide
                for j, used in enumerate(block.used):
                    at = self.place(k, first + block.first + j * v.lanes)
                    found = v.load(self.buffer, at, used)
                    v.store(found, made.panels, [block.number, k, inside + j * v.lanes], v.lanes)
        return made


class _Alternating(Panels):
    """Two panels: one is read, the other one filled."""

    def __init__(
        self, v: Lanes, source: Direct, columns: tuple[Ix, Ix], wide: int, tiles: Ix
    ) -> None:
        super().__init__(source.depth, columns[1])
        b = v.b
        self.source, self.first = source, columns[0]
        self.panels = b.alloc([2, self.depth, wide], v.element)
        self.count = ceildiv(self.columns, wide)
        fewest = b.index_min(b.index_min(tiles, b.tuning.copied_tiles), self.depth)
        self.shares = fewest if isinstance(fewest, int) else b.index_max(fewest, 1)
        """Tiles that copy, and the steps that they take for a row."""
        self.rows = self.depth // self.shares
        """Rows that a tile copies; the remainder is copied before."""
        with b.loops(self.depth) as (k,):
            self._copy(v, 0, k)

    def load(self, v: Lanes, k: Ix, block: Columns, j: int) -> Value:
        """A vector of a row."""
        inside = block.first - block.number * self.wide + j * v.lanes
        return v.load(self.panels, [block.number % 2, k, inside], v.lanes)

    def fold(
        self, v: Lanes, place: tuple[Columns, Tiles, Ix], inits: list[Scalar], step: Step
    ) -> list[Scalar]:
        """Rows of the next panel, each with some steps, and the remaining steps."""
        b, (block, _, tile) = v.b, place
        following = block.number + 1
        if isinstance(following, int) and following == self.count:
            return b.fold([self.depth], inits, step)
        follows = b.test("slt", following, self.count)
        rest = self.shares * self.rows
        if rest != self.depth:
            end = b.index_select(follows, self.depth, rest)
            with b.if_(b.test("eq", tile, 0)), b.loop(rest, end) as k:
                self._copy(v, following, k)
        has_share = b.index_select(b.test("slt", tile, self.shares), self.rows, 0)
        copies = b.index_select(follows, has_share, 0)

        def some(at: list[Ix], found: list[Scalar]) -> list[Scalar]:
            self._copy(v, following, tile * self.rows + at[0])
            return b.fold([self.shares], found, lambda k, s: step([at[0] * self.shares + k[0]], s))

        found = b.fold([copies], inits, some)
        return b.fold([(copies * self.shares, self.depth)], found, step)

    def _copy(self, v: Lanes, number: Ix, k: Ix) -> None:
        """Row k of a panel; the lines of a later one are prefetched."""
        b, buffer, first = v.b, self.source.buffer, self.first + number * self.wide
        whole = isinstance(self.columns, int) and self.columns % self.wide == 0
        for n in (*range(0, self.wide, v.lanes), self.wide - 1):  # it may begin inside a cache line
            v.prefetch(buffer, self.source.place(k + b.tuning.prefetch_steps, first + n))
        for n in range(0, self.wide, v.lanes):
            used = v.lanes if whole else b.index_min(v.lanes, self.columns - number * self.wide - n)
            found = v.load(buffer, self.source.place(k, first + n), used)
            v.store(found, self.panels, [number % 2, k, n], v.lanes)
