"""The right side of a product: read where it lies, or from panels as wide as a block of columns,
which are packed when the model is compiled, turned, or copied before rows are gone through."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from mlirlite.conversion.onnx_to_krnl.buffer import Buffer
from mlirlite.conversion.onnx_to_krnl.index import Ix, ceildiv
from mlirlite.conversion.onnx_to_krnl.lanes import Lanes, stripes
from mlirlite.conversion.onnx_to_krnl.packing import packed, row_panels
from mlirlite.conversion.onnx_to_krnl.tile import blocks, vector_parts
from mlirlite.conversion.onnx_to_krnl.transpose import Place, transpose_rows
from mlirlite.ir.values import Value


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

    def parts(self, v: Lanes, vectors: int) -> Iterator[tuple[Ix, Right]]:
        """Loops over parts of the columns, for blocks of so many vectors: what is emitted between
        two of them is the body. Gives the first column and the part."""

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

    def parts(self, v: Lanes, vectors: int) -> Iterator[tuple[Ix, Right]]:
        """All of it."""
        yield 0, self

    def load(self, v: Lanes, k: Ix, block: Columns, j: int) -> Value:
        """A vector of a row."""
        at = self.place(k, block.first + j * v.lanes)
        return v.load(self.buffer, at, block.used[j])  # type: ignore[arg-type]

    def ahead(self, v: Lanes, k: Ix, block: Columns, share: Ix, shares: int) -> None:
        """Nothing: its rows may be a page apart."""


class Panels:
    """A buffer of panels: `[panels, depth, columns of a panel]`, all of them whole."""

    panels: Buffer

    def __init__(self, depth: Ix, columns: Ix) -> None:
        self.depth, self.columns = depth, columns

    def prepare(self, v: Lanes, vectors: int) -> None:
        """Make the panels, unless they are there."""

    def parts(self, v: Lanes, vectors: int) -> Iterator[tuple[Ix, Right]]:
        """All of it."""
        self.prepare(v, vectors)
        yield 0, self

    def load(self, v: Lanes, k: Ix, block: Columns, j: int) -> Value:
        """A vector of a row."""
        inside = block.first - block.number * self.wide + j * v.lanes
        return v.load(self.panels, [block.number, k, inside], v.lanes)

    def ahead(self, v: Lanes, k: Ix, block: Columns, share: Ix, shares: int) -> None:
        """The panel after this one: indices add up to a place in it, so many elements a step."""
        rate = -(-self.wide // shares)
        for n in range(0, rate, v.lanes):
            place = (share * self.depth + k) * rate + n
            v.prefetch(self.panels, [block.number + 1, 0, place], near=2)

    @property
    def wide(self) -> int:
        """Columns of a panel."""
        wide: int = self.panels.type.shape[2]
        return wide


class Packed(Panels):
    """A constant, packed when the model is compiled."""

    def __init__(self, like: Buffer, array: Any) -> None:
        super().__init__(*array.shape)
        self.like, self.array = like, array

    def prepare(self, v: Lanes, vectors: int) -> None:
        """A constant of another order."""
        panels = row_panels(self.array.T[None], vectors * v.lanes)[0]
        self.panels = packed(v.b, self.like, panels)


class Turned(Panels):
    """Stored by columns: `place(column, k)`. All of it is turned, once."""

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


class Copied(Direct):
    """Copied into panels, as many at a time as half of the second cache holds: rows of one alone
    are short pieces, far from each other."""

    def parts(self, v: Lanes, vectors: int) -> Iterator[tuple[Ix, Right]]:
        """Panels of some columns."""
        wide = vectors * v.lanes
        count = 1
        if isinstance(self.depth, int) and v.b.machine is not None:
            panel_bytes = self.depth * wide * v.element.width // 8
            count = max(1, v.b.machine.l2_bytes // 2 // panel_bytes)
        for first, columns in stripes(v.b, self.columns, count * wide):
            yield first, self._copy(v, vectors, first, columns)

    def _copy(self, v: Lanes, vectors: int, first: Ix, columns: Ix) -> Panels:
        b, wide = v.b, vectors * v.lanes
        made = Panels(self.depth, columns)
        made.panels = b.alloc([ceildiv(columns, wide), self.depth, wide], v.element)
        with b.loops(self.depth) as (k,):
            for block in column_blocks(v, columns, vectors):
                inside = block.first - block.number * wide
                for j, used in enumerate(block.used):
                    at = self.place(k, first + block.first + j * v.lanes)
                    found = v.load(self.buffer, at, used)  # type: ignore[arg-type]
                    v.store(found, made.panels, [block.number, k, inside + j * v.lanes], v.lanes)
        return made


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
