"""Convolutions by Winograd's algorithm F(m x m, 3x3)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import ClassVar, Self

from mlirlite.dialects import onnx
from mlirlite.dialects.onnx.nn.conv import Conv
from mlirlite.dialects.onnx.schedules.blocked import (
    UNROLL,
    has_f32_weights,
    has_known_pixels,
    shapes_of,
    window_of,
)
from mlirlite.dialects.onnx.schedules.conv_tiles import best_tile, cost, large_tiles, unrolling
from mlirlite.dialects.onnx.schedules.schedule import Allowed, Entries, Schedule, entry, up_to
from mlirlite.dialects.onnx.shapes import element_of, known_shape
from mlirlite.dialects.onnx.types import block_of
from mlirlite.ir.types import F32
from mlirlite.ir.values import Value
from mlirlite.support.machine import Machine

TILES = 2, 3, 4
"""Values of m: larger ones need fewer products, have larger weights, and round worse."""
_GAIN = 0.75
"""Winograd is chosen only if its estimated time is below this share of the direct one's."""
_BAND_REGIONS = 3
"""How often threads wait for each other in a shared band."""
_REGION = 3000
"""Cycles for one such wait."""
_TRANSFORM = 3.3
"""Cycles of the transform of a point of a tile, for a vector of channels, with load and store."""


@dataclass(frozen=True)
class Winograd(Schedule[Conv]):
    """(m + 2)^2 products instead of 9 m^2 for m x m pixels of the output."""

    algorithm: ClassVar = "winograd"
    sums: ClassVar = (("columns", "blocks"),)
    tile: int = entry("m: pixels of the output in each direction", 4)
    columns: int = entry("tiles whose sums stay in registers")
    blocks: int = entry("vectors of output channels whose sums stay in registers")
    rows: int = entry("rows of tiles that are done at a time, a divisor of all")
    unroll: int = entry("input channels of a step")
    weights: str | None = entry('"f16": f32 weights are rounded when they are packed', None)

    @classmethod
    def fits(cls, op: Conv) -> bool:
        """For windows of 3x3 pixels side by side, of an image in blocks of channels of f32."""
        if not isinstance(op, onnx.ConvOp) or op.group != 1:
            return False
        blocks = (block_of(v) for v in (op.operands[0], op.results[0]))
        if None in blocks or element_of(op.operands[0]) is not F32:
            return False
        kernel, window = known_shape(op.operands[1])[2:], window_of(op)
        side_by_side = all(n == 1 for n in (*window.strides, *window.dilations))
        return tuple(kernel) == (3, 3) and side_by_side and cls._has_pixels(op)

    @staticmethod
    def _has_pixels(op: Conv) -> bool:
        return has_known_pixels(op)

    @classmethod
    def constants(cls, op: Conv) -> Sequence[Value]:
        """Weights and bias."""
        return op.operands[1:3]

    @classmethod
    def default(cls, op: Conv, machine: Machine) -> Self | None:
        """The cheapest one, if it takes clearly less time than direct products."""
        x, _, y = shapes_of(op)
        channels, (high, wide) = x[1], y[2:]
        outputs = _vectors_of_outputs(op)
        choices = {
            (size, rows): _cycles(machine, channels, y, outputs, size, rows)
            for size in TILES
            for rows in divisors(-(-high // size))
        }
        size, rows = min(choices, key=lambda choice: choices[choice])
        if choices[size, rows] > _GAIN * _direct(machine, channels, high, wide, outputs):
            return None
        columns, blocks = best_tile(machine, rows * -(-wide // size), outputs)
        unroll = unrolling(columns, blocks)
        return cls(tile=size, columns=columns, blocks=blocks, rows=rows, unroll=unroll)

    @classmethod
    def legal(cls, op: Conv, machine: Machine, given: Entries) -> Mapping[str, Allowed]:
        """Columns depend on the tile and the rows."""
        high, wide = known_shape(op.results[0])[2:]
        tile = given.get("tile")
        size = tile if isinstance(tile, int) and tile in TILES else TILES[0]
        rows = tuple(divisors(-(-high // size)))
        last = given.get("rows")
        most = last if isinstance(last, int) and last in rows else rows[-1]
        return {
            "weights": ("f16",),
            "tile": TILES,
            "rows": rows,
            "columns": up_to(most * -(-wide // size)),
            "blocks": up_to(_vectors_of_outputs(op)),
            "unroll": UNROLL,
        }

    @classmethod
    def space(cls, op: Conv, machine: Machine) -> Iterator[Self]:
        """Tiles that fill the registers, by outputs of Winograd's tiles, by rows of these."""
        high, wide = known_shape(op.results[0])[2:]
        for tile, (columns, blocks) in product(TILES, large_tiles(machine)):
            for rows in divisors(-(-high // tile)):
                if columns <= rows * -(-wide // tile) and blocks <= _vectors_of_outputs(op):
                    yield cls(tile=tile, columns=columns, blocks=blocks, rows=rows, unroll=2)

    def with_f16_weights(self, op: Conv) -> Self | None:
        """As in the base class."""
        return replace(self, weights="f16") if has_f32_weights(op) else None


@dataclass(frozen=True)
class AnySizeWinograd(Winograd):
    """As `Winograd`, for images whose height and width are known at run time. `rows` counts tiles:
    as many rows of tiles are computed at a time as have that number of tiles, at least one row."""

    @staticmethod
    def _has_pixels(op: Conv) -> bool:
        return not has_known_pixels(op)

    @classmethod
    def default(cls, op: Conv, machine: Machine) -> Self | None:
        """The cheapest one for two images: one of the size that models usually have with this many
        channels, and one of twice its height and width."""
        x, w, _ = shapes_of(op)
        outputs, least = _vectors_of_outputs(op), 0.0
        found: Self | None = None
        sides = [n * min(max(_PIXELS // x[1], 7), 56) for n in (1, 2)]
        for tile in TILES:
            s = cls._of(tile, op, machine)
            share = 0.0
            for side in sides:
                tall = -(-side // tile)
                rows = min(max(s.rows // tall, 1), tall)
                cycles = _cycles(machine, x[1], (1, w[0], side, side), outputs, tile, rows)
                share += (
                    cycles
                    * (tall / rows)
                    / (tall // rows)
                    / _direct(machine, x[1], side, side, outputs)
                )
            if share < (least or _GAIN * len(sides)):
                found, least = s, share
        return found

    @classmethod
    def _of(cls, tile: int, op: Conv, machine: Machine) -> Self:
        """As many tiles at a time as the L2 cache has room for; more where it has none for the
        weights, which every band reads."""
        x, _, _ = shapes_of(op)
        outputs, points = _vectors_of_outputs(op), (tile + 2) ** 2
        weights = points * x[1] * outputs * machine.vector_bytes
        each = points * (-(-x[1] // machine.lanes(F32.width)) + outputs) * machine.vector_bytes
        room = machine.l2_bytes // 2 if weights <= machine.l2_bytes // 2 else 4 * weights
        count = max(room // each, 1)
        columns, blocks = best_tile(machine, max(count, 28), outputs)
        unroll = unrolling(columns, blocks)
        return cls(tile=tile, columns=columns, blocks=blocks, rows=count, unroll=unroll)

    @classmethod
    def legal(cls, op: Conv, machine: Machine, given: Entries) -> Mapping[str, Allowed]:
        """Any numbers."""
        return {
            "weights": ("f16",),
            "tile": TILES,
            "rows": up_to(machine.l2_bytes),
            "columns": up_to(machine.registers),
            "blocks": up_to(_vectors_of_outputs(op)),
            "unroll": UNROLL,
        }

    @classmethod
    def space(cls, op: Conv, machine: Machine) -> Iterator[Self]:
        """None: what is best depends on the sizes."""
        return iter(())


_PIXELS = 56 * 64
"""A width and the channels that models have with it; the product is that of other layers, too."""


def _direct(machine: Machine, channels: int, high: int, wide: int, outputs: int) -> float:
    """Cycles of direct products."""
    row = cost(machine, wide, outputs, *best_tile(machine, wide, outputs))
    weights = 9 * channels * outputs * machine.vector_bytes
    return max(9 * channels * high * row, weights / machine.bytes_per_cycle) / machine.threads


def divisors(number: int) -> list[int]:
    """All numbers that divide it, 1 first."""
    return [n for n in range(1, number + 1) if number % n == 0]


def _vectors_of_outputs(op: Conv) -> int:
    lanes = block_of(op.results[0])
    outputs = known_shape(op.operands[1])[0]
    return -(-outputs // (lanes or 1))


def _cycles(
    machine: Machine, channels: int, y: tuple[int, ...], outputs: int, size: int, rows: int
) -> float:
    """Cycles with this many rows of tiles at a time: each band reads all weights; inputs and
    results of the products go to memory and back where the L2 cache does not hold them. Threads
    have separate bands if these can be shared out evenly. Otherwise they share each band, and one
    multiplies what others have transformed."""
    high, wide = y[2:]
    tall, pixels, points = -(-high // size), rows * -(-wide // size), (size + 2) ** 2
    inputs = -(-channels // machine.lanes(F32.width))
    weights = points * channels * outputs * machine.vector_bytes
    image = points * pixels * (inputs + outputs) * machine.vector_bytes
    tile = best_tile(machine, pixels, outputs)
    products = points * channels * cost(machine, pixels, outputs, *tile)
    transforms = _TRANSFORM * points * pixels * (inputs + outputs)
    traffic = 2 * image if image > machine.l2_bytes else 0
    traffic += weights if weights > machine.l2_bytes // 2 else weights // 4
    memory = traffic / machine.bytes_per_cycle
    cycles = max(products, memory) + min(products, memory) / 2 + transforms
    bands, threads = tall // rows, machine.threads
    if bands % threads:
        cycles += image / machine.bytes_per_cycle + _BAND_REGIONS * _REGION * threads
    return bands * cycles / threads
