"""Tiles of convolutions in blocks of channels: pixels of a row by vectors of output channels whose
sums stay in registers, and the cost of a step."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from mlirlite.dialects.onnx.schedules.tiles import PANEL
from mlirlite.support.machine import Machine

FULL = 0.4
"""Tiles are tried only if their sums fill at least this share of the registers."""
_STEP = 7
"""The multiply-adds of a step that hide the overhead of a loop."""


def tiles(machine: Machine) -> Iterator[tuple[int, int]]:
    """Columns and blocks of the tiles whose sums and operands fit into the registers."""
    for blocks in range(1, machine.registers):
        for columns in range(1, machine.registers):
            if columns * blocks + blocks + machine.operands > machine.registers:
                break
            yield columns, blocks


def large_tiles(machine: Machine) -> Iterator[tuple[int, int]]:
    """The tiles that fill the registers."""
    for columns, blocks in tiles(machine):
        if columns * blocks >= FULL * machine.registers:
            yield columns, blocks


def best_tile(machine: Machine, width: int, outputs: int, depth: int = 0) -> tuple[int, int]:
    """The tile with the fewest cycles for `width` pixels and `outputs` vectors of channels; of
    equal ones those without a remainder, and of these the largest. Weights of `depth` inputs stay
    in the L2 cache if they can: tile after tile reads them."""

    def key(tile: tuple[int, int]) -> tuple[float, int, int]:
        rest = width % tile[0] > 0
        return cost(machine, width, outputs, *tile), rest, -tile[0] * tile[1]

    fitting = [t for t in tiles(machine) if t[0] <= width and t[1] <= outputs]
    room = machine.l2_bytes * 3 // 4 // machine.vector_bytes
    return min([t for t in fitting if depth * t[1] <= room] or fitting, key=key)


def unrolling(columns: int, blocks: int) -> int:
    """Input channels of a step: few, because code takes time to compile, and a power of two, which
    divides a block: the rest of one would be a second loop body, and LLVM spills sums between the
    two."""
    return 1 << ((-(-_STEP // (columns * blocks))).bit_length() - 1)


def cost(machine: Machine, width: int, outputs: int, columns: int, blocks: int) -> float:
    """Cycles of one step of all tiles of a row."""
    return sum(
        n * m * _cycles(machine, c, b)
        for n, c in _parts(width, columns)
        for m, b in _parts(outputs, blocks)
    )


def _parts(total: int, size: int) -> Iterator[tuple[int, int]]:
    yield total // size, size
    if total % size:
        yield 1, total % size


def _cycles(machine: Machine, columns: int, blocks: int) -> float:
    """Cycles of one step of a tile: bound by multiply-adds, loads, or the latency of the sums."""
    return max(
        columns * blocks / machine.multiply_adds,
        (columns + blocks) / machine.loads,
        float(machine.latency),
    )


# Rows of unknown width


COLUMNS = 7
"""Pixels of a tile that few rows of unknown width waste: images often have a multiple of them."""


def column_sizes(columns: int) -> tuple[int, ...]:
    """The tiles that rows of any width are split into, the widest first."""
    return tuple(sorted({columns, -(-columns // 2), -(-columns // 4), 1}, reverse=True))


@cache
def splits(machine: Machine, columns: int, blocks: int) -> list[tuple[int, ...]]:
    """For widths up to twice the columns, how many tiles of each size cover one with the fewest
    cycles. Tiles may overlap, and none is wider than the row. Wider rows have more of the widest
    tiles."""
    sizes = column_sizes(columns)
    found: list[tuple[int, ...]] = []
    for width in range(2 * columns):
        best: list[tuple[float, int, tuple[int, ...]]] = [(0.0, 0, (0,) * len(sizes))]
        for covered in range(1, width + 1):
            choices = []
            for i, size in enumerate(sizes):
                if size <= width:
                    cycles, count, tiles = best[max(0, covered - size)]
                    more = (*tiles[:i], tiles[i] + 1, *tiles[i + 1 :])
                    choices.append((cycles + _cycles(machine, size, blocks), count + 1, more))
            best.append(min(choices))
        found.append(best[width][2])
    return found


MANY = 3136
"""Pixels that stand for a whole image, 56 times 56."""
_WIDTHS = (7, 14, 20, 28, 33, 40, 56)
"""Widths that stand for all."""


def tile_for_any_width(machine: Machine, outputs: int, depth: int = 0) -> tuple[int, int]:
    """As `best_tile`, for rows whose width is not known; reading the weights counts, too."""

    def key(tile: tuple[int, int]) -> tuple[float, int]:
        columns, blocks = tile
        sizes, rows = column_sizes(tile[0]), splits(machine, *tile)
        total = 0.0
        for width in _WIDTHS:
            full = max(width // columns - 1, 0)
            counts = rows[width - full * columns]
            for m, b in _parts(outputs, blocks):
                weights = b * machine.vector_bytes / PANEL
                for n, size in zip((full + counts[0], *counts[1:]), sizes, strict=True):
                    total += m * n * (_cycles(machine, size, b) + weights) / width
        return round(total, 6), -columns * blocks

    fitting = [t for t in large_tiles(machine) if t[1] <= outputs]
    room = machine.l2_bytes * 3 // 4 // machine.vector_bytes
    fitting = fitting or [t for t in tiles(machine) if t[1] <= outputs]
    return min([t for t in fitting if depth * t[1] <= room] or fitting, key=key)
