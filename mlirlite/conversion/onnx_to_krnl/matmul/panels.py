"""The right side of a product: read in place, or from panels as wide as a block of columns, which
are packed when the model is compiled, transposed, or copied (`copied_panels.py`)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from mlirlite.conversion.onnx_to_krnl.emit.buffer import Buffer
from mlirlite.conversion.onnx_to_krnl.emit.index import Ix, ceildiv
from mlirlite.conversion.onnx_to_krnl.emit.scalar import Scalar
from mlirlite.conversion.onnx_to_krnl.registers.lanes import Lanes
from mlirlite.conversion.onnx_to_krnl.registers.packing import packed, row_panels
from mlirlite.conversion.onnx_to_krnl.registers.squares import Place, transpose_rows
from mlirlite.conversion.onnx_to_krnl.registers.tile import L2, Step, blocks, vector_parts
from mlirlite.ir.attribute import Type
from mlirlite.ir.constants import bit_width
from mlirlite.ir.dense import element_size
from mlirlite.ir.values import Value


@dataclass(frozen=True, slots=True)
class Columns:
    """A block of neighboring vectors: its number, its first column, how many vectors, and how many
    lanes of each are in use."""

    number: Ix
    first: Ix
    used: tuple[Ix, ...]


@dataclass(frozen=True, slots=True)
class Tiles:
    """The rows that every block of columns is multiplied with, in tiles of `size` and a remainder;
    `together` unless groups of rows each go through all columns."""

    rows: Ix
    size: int
    together: bool

    @property
    def count(self) -> Ix:
        """Whole tiles."""
        return self.rows // self.size


class Right(Protocol):
    """The right side of a product."""

    depth: Ix
    columns: Ix

    def parts(self, v: Lanes, vectors: int, tiles: Tiles) -> Iterator[tuple[Ix, Right]]:
        """Loops over parts of the columns, for blocks of this many vectors: ops emitted between two
        of them are the body. Gives the first column and the part."""

    def load(self, v: Lanes, k: Ix, block: Columns, j: int) -> Value:
        """A vector of row k."""

    def fold(
        self, v: Lanes, place: tuple[Columns, Tiles, Ix], inits: list[Scalar], step: Step
    ) -> list[Scalar]:
        """The loop over the depth for the tile of this number; besides the steps, it may do a share
        of what the next block of columns needs."""


def matrix_of(heads: Sequence[Ix]) -> Place:
    """The last two dimensions of a stack."""
    return lambda i, j: [*heads, i, j]


class Direct:
    """Read in place."""

    def __init__(self, buffer: Buffer, sizes: tuple[Ix, Ix], place: Place) -> None:
        self.buffer, self.place = buffer, place
        self.depth, self.columns = sizes

    def parts(self, v: Lanes, vectors: int, tiles: Tiles) -> Iterator[tuple[Ix, Right]]:
        """All of it."""
        yield 0, self

    def load(self, v: Lanes, k: Ix, block: Columns, j: int) -> Value:
        """A vector of a row."""
        at = self.place(k, block.first + j * v.lanes)
        return v.load(self.buffer, at, block.used[j])

    def fold(
        self, v: Lanes, place: tuple[Columns, Tiles, Ix], inits: list[Scalar], step: Step
    ) -> list[Scalar]:
        """One loop, without prefetches: rows may be a page apart."""
        return v.b.fold([self.depth], inits, step)


class Panels:
    """A buffer of panels: `[panels, depth, columns of a panel]`, all of them whole."""

    panels: Buffer

    def __init__(self, depth: Ix, columns: Ix) -> None:
        self.depth, self.columns = depth, columns

    def prepare(self, v: Lanes, vectors: int) -> None:
        """Make the panels, unless they exist."""

    def parts(self, v: Lanes, vectors: int, tiles: Tiles) -> Iterator[tuple[Ix, Right]]:
        """All of it."""
        self.prepare(v, vectors)
        yield 0, self

    def load(self, v: Lanes, k: Ix, block: Columns, j: int) -> Value:
        """A vector of a row."""
        inside = block.first - block.number * self.wide + j * v.lanes
        return v.widened(v.load(self.panels, [block.number, k, inside], v.lanes))

    def fold(
        self, v: Lanes, place: tuple[Columns, Tiles, Ix], inits: list[Scalar], step: Step
    ) -> list[Scalar]:
        """One loop, which prefetches a share of the next panel: indices add up to an offset in it,
        this many elements per step."""
        block, tiles, number = place
        shares = self._shares(v, tiles)
        if not shares and self.elements(v) > v.lanes and not self._is_held(v):
            return self._rush(v, block, inits, step)
        if not shares:
            return v.b.fold([self.depth], inits, step)
        share = v.b.index_min(number, shares - 1)
        rate = -(-self.wide // shares)

        def steps(at: list[Ix], found: list[Scalar]) -> list[Scalar]:
            for n in range(0, rate, self.elements(v)):
                there = (share * self.depth + at[0]) * rate + n
                v.prefetch(self.panels, [block.number + 1, 0, there], near=L2)
            return step(at, found)

        return v.b.fold([self.depth], inits, steps)

    def _rush(self, v: Lanes, block: Columns, inits: list[Scalar], step: Step) -> list[Scalar]:
        """One loop, which prefetches what it reads soon: narrow numbers are consumed faster than
        the hardware prefetches them."""
        ahead = v.b.tuning.prefetch_panel_bytes // (self.wide * element_size(self.panels.element))

        def rushing(at: list[Ix], found: list[Scalar]) -> list[Scalar]:
            for n in range(0, self.wide, self.elements(v)):
                v.prefetch(self.panels, [block.number, at[0] + ahead, n], near=L2)
            return step(at, found)

        return v.b.fold([self.depth], inits, rushing)

    def _is_held(self, v: Lanes) -> bool:
        """True when the L2 cache holds all panels."""
        machine, elements = v.b.machine, self.panels.size
        return (
            machine is not None
            and isinstance(elements, int)
            and elements * element_size(self.panels.element) <= machine.l2_bytes
        )

    def _shares(self, v: Lanes, tiles: Tiles) -> int:
        """Tiles that each prefetch a share of the next panel; none if rows are too few to hide the
        latency, or if the L2 cache holds all panels and there is little to gain."""
        rows, count, most = tiles.rows, tiles.count, v.b.tuning.prefetch_tiles
        if not isinstance(rows, int) or not isinstance(count, int):
            return most
        if rows < most // 2 or (self._is_held(v) and count < most // 2):
            return 0
        return min(count, most)

    def elements(self, v: Lanes) -> int:
        """Elements of the buffer per vector."""
        return v.lanes * bit_width(v.element) // 8 // element_size(self.panels.element)

    @property
    def wide(self) -> int:
        """Elements of a row of a panel: its columns."""
        wide: int = self.panels.type.shape[2]
        return wide


class Packed(Panels):
    """A constant, packed when the model is compiled."""

    def __init__(self, like: Buffer, array: Any, element: Type | None = None) -> None:
        super().__init__(*array.shape)
        self.like, self.array, self.element = like, array, element

    def prepare(self, v: Lanes, vectors: int) -> None:
        """A constant of another order."""
        panels = row_panels(self.array.T[None], vectors * v.lanes)[0]
        self.panels = packed(v.b, self.like, panels, self.element)


class Transposed(Panels):
    """Stored by columns: `place(column, k)`. All of it is transposed, once."""

    def __init__(self, buffer: Buffer, sizes: tuple[Ix, Ix], place: Place) -> None:
        super().__init__(*sizes)
        self.buffer, self.place = buffer, place

    def prepare(self, v: Lanes, vectors: int) -> None:
        """By squares in registers."""
        if hasattr(self, "panels"):
            return
        b, wide = v.b, vectors * v.lanes
        count = ceildiv(self.columns, wide)
        self.panels = b.alloc([count, self.depth, wide], v.element)
        with b.loops(count) as (p,):
            first = p * wide
            rows = (first, b.index_min(wide, self.columns - first))
            target = (self.panels, matrix_of([p]))
            source = (self.buffer, self.place)
            transpose_rows(v, source, rows, self.depth, target, room=True)


def column_blocks(v: Lanes, columns: Ix, vectors: int) -> Iterator[Columns]:
    """Loops over blocks of columns; ops emitted between two of them are the body."""
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
