"""The loops of a matrix product around register tiles: blocks of columns, then of rows, the depth
innermost. Sizes may be known at run time only; edges are masked vectors and smaller tiles.

The right side is read where it lies, or from panels as wide as a block: packed when the model is
compiled, or filled before rows are gone through.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from mlirlite.conversion.onnx_to_krnl.buffer import Buffer
from mlirlite.conversion.onnx_to_krnl.builder import KrnlBuilder
from mlirlite.conversion.onnx_to_krnl.index import Ix, ceildiv, product
from mlirlite.conversion.onnx_to_krnl.lanes import Lanes
from mlirlite.conversion.onnx_to_krnl.packing import packed, row_panels
from mlirlite.conversion.onnx_to_krnl.scalar import Scalar
from mlirlite.conversion.onnx_to_krnl.tile import Part, Shape, blocks, row_parts, sums, vector_parts
from mlirlite.conversion.onnx_to_krnl.transpose import Place, transpose_rows
from mlirlite.ir.values import Value

_FEWEST = 4
"""Tiles that a group of rows has at least."""
_SHARES = 8
"""Tiles of rows at most that ask for what the next block of columns reads."""


@dataclass(frozen=True, slots=True)
class Columns:
    """A block of neighbouring vectors: its number, its first column, how many vectors, and how many
    lanes of each are used."""

    number: Ix
    first: Ix
    used: tuple[Ix, ...]


class Right(Protocol):
    """The right side of a product."""

    depth: Ix
    columns: Ix

    def prepare(self, v: Lanes, vectors: int) -> None:
        """Called once, in front of the loops, with the vectors of a block."""

    def enter(self, v: Lanes, block: Columns) -> None:
        """Called for each block of columns, in front of its rows."""

    def load(self, v: Lanes, k: Ix, block: Columns, j: int) -> Value:
        """A vector of row k."""

    def ahead(self, v: Lanes, k: Ix, block: Columns, share: Ix, shares: int) -> None:
        """Called at step k of a tile: ask for the memory that the block after this one reads, a
        share of so many for each tile."""


def matrix_of(heads: Sequence[Ix]) -> Place:
    """The last two dimensions of a stack."""
    return lambda i, j: [*heads, i, j]


class Direct:
    """Read where it lies."""

    def __init__(self, buffer: Buffer, sizes: tuple[Ix, Ix], place: Place) -> None:
        self.buffer, self.place = buffer, place
        self.depth, self.columns = sizes

    def prepare(self, v: Lanes, vectors: int) -> None:
        """Nothing to do."""

    def enter(self, v: Lanes, block: Columns) -> None:
        """Nothing to do."""

    def load(self, v: Lanes, k: Ix, block: Columns, j: int) -> Value:
        """A vector of a row."""
        at = self.place(k, block.first + j * v.lanes)
        return v.load(self.buffer, at, block.used[j])  # type: ignore[arg-type]

    def ahead(self, v: Lanes, k: Ix, block: Columns, share: Ix, shares: int) -> None:
        """Nothing: its rows may be a page apart."""


class Turned:
    """Stored by columns: `place(column, k)`. All of it is turned into panels, once."""

    def __init__(self, buffer: Buffer, sizes: tuple[Ix, Ix], place: Place) -> None:
        self.buffer, self.place = buffer, place
        self.depth, self.columns = sizes

    def prepare(self, v: Lanes, vectors: int) -> None:
        """Make the panels, unless they are there."""
        if hasattr(self, "panels"):
            return
        b = v.b
        self.wide = wide = vectors * v.lanes
        count = ceildiv(self.columns, wide)
        self.panels = b.alloc([count, self.depth, wide], v.element)
        with b.loops(count) as (p,):
            first = p * wide
            rows = (first, b.index_min(wide, self.columns - first))
            target = (self.panels, matrix_of([p]))
            source = (self.buffer, self.place)
            transpose_rows(v, source, rows, self.depth, target, room=True)

    def enter(self, v: Lanes, block: Columns) -> None:
        """Nothing to do."""

    def load(self, v: Lanes, k: Ix, block: Columns, j: int) -> Value:
        """A vector of a row; panels are whole."""
        inside = block.first - block.number * self.wide + j * v.lanes
        return v.load(self.panels, [block.number, k, inside], v.lanes)

    def ahead(self, v: Lanes, k: Ix, block: Columns, share: Ix, shares: int) -> None:
        """The panel after this one."""
        _ahead_in_panels(v, self.panels, k, block, share, shares)


class Packed:
    """A constant, packed in panels when the model is compiled."""

    def __init__(self, like: Buffer, array: Any) -> None:
        self.like, self.array = like, array
        self.depth: Ix = array.shape[0]
        self.columns: Ix = array.shape[1]

    def prepare(self, v: Lanes, vectors: int) -> None:
        """Make panels of a width."""
        panels = row_panels(self.array.T[None], vectors * v.lanes)[0]
        self.panels = packed(v.b, self.like, panels)

    def enter(self, v: Lanes, block: Columns) -> None:
        """Nothing to do."""

    def load(self, v: Lanes, k: Ix, block: Columns, j: int) -> Value:
        """A vector of a row; panels are whole."""
        return v.load(self.panels, [block.number, k, j * v.lanes], v.lanes)

    def ahead(self, v: Lanes, k: Ix, block: Columns, share: Ix, shares: int) -> None:
        """The panel after this one."""
        _ahead_in_panels(v, self.panels, k, block, share, shares)


class Copied:
    """Copied into a panel for each block of columns."""

    def __init__(self, buffer: Buffer, sizes: tuple[Ix, Ix], place: Place) -> None:
        self.buffer, self.place = buffer, place
        self.depth, self.columns = sizes

    def prepare(self, v: Lanes, vectors: int) -> None:
        """Nothing to do."""

    def enter(self, v: Lanes, block: Columns) -> None:
        """Fill the panel."""
        b, lanes = v.b, v.lanes
        self.panel = b.alloc([self.depth, len(block.used) * lanes], v.element)
        with b.loops(self.depth) as (k,):
            for j, used in enumerate(block.used):
                at = self.place(k, block.first + j * lanes)
                found = v.load(self.buffer, at, used)  # type: ignore[arg-type]
                v.store(found, self.panel, [k, j * lanes], lanes)

    def load(self, v: Lanes, k: Ix, block: Columns, j: int) -> Value:
        """A vector of a row; panels are whole."""
        return v.load(self.panel, [k, j * v.lanes], v.lanes)

    def ahead(self, v: Lanes, k: Ix, block: Columns, share: Ix, shares: int) -> None:
        """Nothing: rows of the source may be a page apart."""


def _ahead_in_panels(
    v: Lanes, panels: Buffer, k: Ix, block: Columns, share: Ix, shares: int
) -> None:
    depth, wide = panels.shape[1:]
    if not isinstance(wide, int):
        raise ValueError("panels have a width")
    rate = -(-wide // shares)  # elements a step; the indices add up to a place in the next panel
    for n in range(0, rate, v.lanes):
        v.prefetch(panels, [block.number + 1, 0, (share * depth + k) * rate + n], near=2)


def column_blocks(v: Lanes, columns: Ix, vectors: int) -> Iterator[Columns]:
    """Loops over blocks of columns; what is emitted between two of them is the body."""
    b, lanes = v.b, v.lanes
    if isinstance(columns, int):
        for part in vector_parts(columns, lanes, vectors):
            used = (lanes,) * (part.size - 1) + (part.lanes,)
            with blocks(b, part) as (number, first):
                yield Columns(number, first * lanes, used)
        return
    wide = vectors * lanes
    full = columns // wide
    with b.loops(full) as (i,):
        yield Columns(i, i * wide, (lanes,) * vectors)
    with b.loops(ceildiv(columns - full * wide, lanes)) as (i,):
        first = full * wide + i * lanes
        yield Columns(full, first, (b.index_min(lanes, columns - first),))


def row_blocks(b: KrnlBuilder, rows: Ix, size: int) -> Iterator[tuple[int, Ix]]:
    """Loops over blocks of rows: the size of a block and its first row. What is left of a number
    that only run time tells is taken in halves."""
    if isinstance(rows, int):
        for part in row_parts(rows, size):
            with blocks(b, part) as (_, row):
                yield part.size, row
        return
    with b.loops(rows // size) as (block,):
        yield size, block * size
    done: Ix = rows // size * size
    step = 1 << max(size - 1, 0).bit_length() >> 1
    while step:
        count = (rows - done) // step
        if step < size:
            with b.loops(count) as (block,):
                yield step, done + block * step
            done = done + count * step
        step //= 2


def row_groups(v: Lanes, rows: Ix, depth: Ix, size: int) -> list[Part]:
    """Groups of rows of the left side that the second cache holds while all columns are gone
    through; none where it nearly holds all of them, since the right side is read once a group, and
    where sizes are not known."""
    if v.b.machine is None or not isinstance(rows, int) or not isinstance(depth, int):
        return []
    row_bytes, cache = depth * v.element.width // 8, v.b.machine.l2_bytes
    if rows * row_bytes <= 2 * cache:
        return []
    room = max(cache // 2 // row_bytes, _FEWEST * size)
    count = -(-rows // room)
    tiles = -(-rows // (count * size))
    return row_parts(rows, tiles * size)


def _shares(v: Lanes, rows: Ix, right: Right, size: int) -> int:
    """Tiles of rows that ask for the next block of columns, each for its share; none where rows are
    too few to wait for it meanwhile, or where the second cache holds all of the right side and
    there is little to gain."""
    if not isinstance(rows, int):
        return _SHARES
    tiles, machine = rows // size, v.b.machine
    elements = product([right.depth, right.columns])
    is_held = (
        machine is not None
        and isinstance(elements, int)
        and elements * v.element.width // 8 <= machine.l2_bytes
    )
    if rows < _FEWEST or (is_held and tiles < _FEWEST):
        return 0
    return min(tiles, _SHARES)


Left = Callable[[Ix, Ix], Value]
"""The factor of row and depth, as a number."""
Start = Callable[[Ix, Ix, Ix], Value]
"""What sums at row and column begin with, in so many lanes."""
Finish = Callable[[Scalar, Ix, Ix, Ix], None]
"""Stores sums of row and column, in so many lanes."""


def gemm(
    v: Lanes, tile: Shape, rows: Ix, left: Left, right: Right, start: Start, finish: Finish
) -> None:
    """sum over k of left(i, k) * right(k, j), for all i and j."""
    b, lanes = v.b, v.lanes
    right.prepare(v, tile.vectors)
    shares = _shares(v, rows, right, tile.rows)

    def columns_of(first: Ix, count: Ix) -> None:
        for block in column_blocks(v, right.columns, tile.vectors):
            right.enter(v, block)
            for size, row in row_blocks(b, count, tile.rows):
                one_tile(block, size, first + row, row // tile.rows)

    def one_tile(block: Columns, size: int, row: Ix, number: Ix) -> None:
        width = len(block.used)
        begin = [
            [start(row + i, block.first + j * lanes, block.used[j]) for j in range(width)]
            for i in range(size)
        ]
        share = b.index_min(number, shares - 1) if shares else None

        def factor(at: list[Ix], i: int) -> Value:
            return left(row + i, at[0])

        def load(at: list[Ix], j: int) -> Value:
            if j == 0 and share is not None:
                right.ahead(v, at[0], block, share, shares)
            return right.load(v, at[0], block, j)

        for i, line in enumerate(sums(v, [right.depth], begin, factor, load)):
            for j, value in enumerate(line):
                place = block.first + j * lanes
                finish(Scalar(b, value, v.element), row + i, place, block.used[j])

    groups = row_groups(v, rows, right.depth, tile.rows)
    if isinstance(right, Copied) or not groups:  # a panel is copied once
        columns_of(0, rows)
        return
    for part in groups:
        with blocks(b, part) as (_, first):
            columns_of(first, part.size)
