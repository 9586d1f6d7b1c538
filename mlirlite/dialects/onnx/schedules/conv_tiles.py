"""Tiles of convolutions in blocks of channels: pixels of a row by vectors of output channels whose
sums stay in registers, and the cost of a step."""

from __future__ import annotations

from collections.abc import Iterator

from mlirlite.support.machine import Machine

FULL = 0.4
"""Tiles are tried only if their sums fill at least this share of the registers."""
_STEP = 24
"""So many multiply-adds of a step hide the overhead of a loop."""


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
    """Input channels of a step: few, because code takes time to compile."""
    return -(-_STEP // (columns * blocks))


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
