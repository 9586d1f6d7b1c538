"""Tiles of a product: how many rows and vectors of sums stay in registers, and the partition of
sizes."""

from __future__ import annotations

from dataclasses import dataclass

from mlirlite.support.machine import Machine


@dataclass(frozen=True, slots=True)
class Shape:
    """Rows and vectors of a tile."""

    rows: int
    vectors: int


@dataclass(frozen=True, slots=True)
class Part:
    """`count` blocks of `size`, the first one is number `block` and is at `start`; `lanes` of the
    last vector are used."""

    block: int
    start: int
    count: int
    size: int
    lanes: int = 0


def row_parts(rows: int, size: int) -> list[Part]:
    """Rows in blocks, with the remainder as a smaller one."""
    full = rows // size
    parts = [Part(0, 0, full, size), Part(full, full * size, 1, rows % size)]
    return [p for p in parts if p.count and p.size]


def halved_parts(rows: int, size: int) -> list[Part]:
    """Rows in blocks, with the remainder in halves, as for a number known only at run time."""
    parts = [Part(0, 0, rows // size, size)]
    done = rows // size * size
    step = 1 << max(size - 1, 0).bit_length() >> 1
    while step:
        if step < size and rows - done >= step:
            parts.append(Part(done // step, done, 1, step))
            done += step
        step //= 2
    return [p for p in parts if p.count]


def vector_parts(columns: int, lanes: int, size: int) -> list[Part]:
    """Columns in blocks of vectors; a block whose last vector is not full is separate."""
    total = -(-columns // lanes)
    tail = columns % lanes
    last = total % size or (size if tail else 0)
    full = (total - last) // size
    parts = [Part(0, 0, full, size, lanes), Part(full, full * size, 1, last, tail or lanes)]
    return [p for p in parts if p.count and p.size]


_MANY_ROWS, _MANY_COLUMNS = 128, 1024
"""The number assumed if it is known only at run time."""


def choose(machine: Machine, rows: int | None, columns: int | None, lanes: int) -> Shape:
    """The tile with the fewest cycles for a product of this many rows and columns, None for numbers
    known only at run time; of equal ones the largest."""
    cut = row_parts if rows is not None else halved_parts
    rows = _MANY_ROWS if rows is None else rows
    columns = _MANY_COLUMNS if columns is None else columns
    vectors = -(-columns // lanes)
    best: tuple[float, int, Shape] | None = None
    for r in range(1, min(rows, machine.registers) + 1):
        for v in range(1, min(vectors, machine.registers) + 1):
            if not machine.holds(r, v):
                break
            cycles = sum(
                a.count * c.count * _cycles(machine, a.size, c.size)
                for a in cut(rows, r)
                for c in vector_parts(columns, lanes, v)
            )
            key = (cycles, -r * v, Shape(r, v))
            if best is None or key[:2] < best[:2]:
                best = key
    return best[2] if best is not None else Shape(1, 1)


PANEL = 180
"""Bytes of the right side that cost a step a cycle more than their load: all rows of tiles read a
panel again, from the L2 cache."""


def _cycles(machine: Machine, rows: int, vectors: int) -> float:
    """Cycles of one step of a tile: bound by multiply-adds, loads, or the latency of the sums."""
    least = max(
        rows * vectors / machine.multiply_adds,
        (rows + vectors) / machine.loads,
        float(machine.latency),
    )
    return least + vectors * machine.vector_bytes / PANEL
