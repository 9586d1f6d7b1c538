"""Schedules of convolutions in blocks of channels, and of those of planes.

`columns` x `blocks`: sums that stay in registers, pixels of a row by vectors of output channels.
`rows`: rows of the output that are done for all channels before the next ones. `unroll`: input
channels of a step. `algorithm`: "winograd" for F(m x m, 3x3), `tile` is the m; `rows` and `columns`
are then of tiles. `weights`: "f16" for f32 weights that are rounded to f16 when they are packed; no
default, since results are less exact.

Of planes: `channels` x `vectors` are sums that stay in registers, output channels by vectors of
pixels; `rows` of the output are done before they are put where they belong.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from mlirlite.dialects.onnx.constants import constant_of
from mlirlite.dialects.onnx.shapes import element_of, shape_of
from mlirlite.dialects.onnx.types import block_of
from mlirlite.ir.types import F32, F64
from mlirlite.support.machine import Machine
from mlirlite.support.staged import StagedImage, axes_of


def conv_schedule(op: Any, machine: Machine) -> Mapping[str, int | str] | None:
    """The tile with the fewest cycles, and as many rows as the second cache has room for."""
    lanes = block_of(op.results[0])
    if lanes is None:
        return _planes_schedule(op, machine)
    x, w, y = (v.type.shape for v in (op.operands[0], op.operands[1], op.results[0]))
    window, group = op.window(), op.get("group", 1)
    if group == x[1] == w[0] > 1:
        width = y[3]
        return {"columns": min(width, machine.registers // 2), "blocks": 1}
    high, wide = y[2], y[3]
    outputs = -(-(w[0] // group) // lanes)
    if can_winograd(op):
        found = _winograd(machine, x, y, outputs)
        if found is not None:
            return found
    pointwise = is_pointwise(w[2:], window)
    if pointwise:
        high, wide = 1, high * wide
    depth = x[1] // group * w[2] * w[3]
    columns, blocks = best_tile(machine, wide, outputs, depth)
    row = x[1] // group * x[3] * F32.width // 8 * window.strides[0]
    room = machine.l2_bytes // 2
    if pointwise:
        pixels = max(room // (x[1] // group * F32.width // 8), columns)
        rows = pixels // columns * columns
        rows = min(rows, wide)
    else:
        rows = max(1, min(high, room // row - w[2] + 1))
        rows = -(-high // -(-high // rows))
    unroll = unrolling(columns, blocks)
    return {"columns": columns, "blocks": blocks, "rows": rows, "unroll": unroll}


def _planes_schedule(op: Any, machine: Machine) -> Mapping[str, int | str] | None:
    image = staged_image(op)
    if image is None:
        return None
    outputs, bits = op.operands[1].type.shape[0], op.operands[0].type.element_type.width
    tile, rows = image.best_tile(machine, outputs, op.get("group", 1), bits)
    return {"channels": tile.rows, "vectors": tile.vectors, "rows": rows}


def staged_image(op: Any) -> StagedImage | None:
    """The planes of a convolution of f32 or f64 with constant weights, staged; None where plain
    loops compute it."""
    x, w, y = (shape_of(v) for v in (op.operands[0], op.operands[1], op.results[0]))
    window = op.window()
    if x is None or w is None or y is None or window is None:
        return None
    if constant_of(op.operands[1]) is None or min((*x[1:], *w)) < 1:
        return None
    if element_of(op.operands[0]) not in (F32, F64):
        return None
    numbers = (window.strides, window.dilations, window.begins)
    axes = axes_of(list(zip(x[2:], y[2:], w[2:], *numbers, strict=True)))
    return StagedImage(*axes) if axes is not None else None


def is_pointwise(kernel: Any, window: Any) -> bool:
    """True for a kernel of one tap that reads every pixel once."""
    numbers = (*kernel, *window.strides)
    return all(n == 1 for n in numbers) and not any((*window.begins, *window.ends))


def can_winograd(op: Any) -> bool:
    """True for windows of 3x3 pixels side by side, of an image in blocks of channels."""
    if op.get("group", 1) != 1 or block_of(op.operands[0]) is None:
        return False
    kernel, window = op.operands[1].type.shape[2:], op.window()
    return tuple(kernel) == (3, 3) and all(n == 1 for n in (*window.strides, *window.dilations))


_GAIN = 0.75
"""What Winograd's algorithm must promise: the share of the direct one's time."""


WINOGRAD_TILES = 2, 3, 4
"""The m of F(m x m, 3x3): more have fewer products, larger weights, and round worse."""


def _winograd(
    machine: Machine, x: tuple[int, ...], y: tuple[int, ...], outputs: int
) -> Mapping[str, int | str] | None:
    """The schedule of F(m x m, 3x3), where it takes clearly less time than direct products."""
    channels, (high, wide) = x[1], y[2:]
    choices = {
        (size, rows): _winograd_cycles(machine, channels, y, outputs, size, rows)
        for size in WINOGRAD_TILES
        for rows in divisors(-(-high // size))
    }
    size, rows = min(choices, key=lambda choice: choices[choice])
    direct = 9 * channels * high * _cost(machine, wide, outputs, *best_tile(machine, wide, outputs))
    weights = 9 * channels * outputs * machine.vector_bytes
    direct = max(direct, weights / machine.bytes_per_cycle) / machine.threads
    if choices[size, rows] > _GAIN * direct:
        return None
    columns, blocks = best_tile(machine, rows * -(-wide // size), outputs)
    found = {"tile": size, "columns": columns, "blocks": blocks, "rows": rows}
    return {"algorithm": "winograd", **found, "unroll": unrolling(columns, blocks)}


def _winograd_cycles(
    machine: Machine, channels: int, y: tuple[int, ...], outputs: int, size: int, rows: int
) -> float:
    """Cycles with so many rows of tiles at a time: each band reads all weights; inputs and results
    of the products go to memory and back where the second cache does not hold them. Threads have
    bands of their own where these can be dealt out evenly. Otherwise they share each band, and what
    one transforms, others multiply."""
    high, wide = y[2:]
    tall, pixels, points = -(-high // size), rows * -(-wide // size), (size + 2) ** 2
    inputs = -(-channels // machine.lanes(F32.width))
    weights = points * channels * outputs * machine.vector_bytes
    image = points * pixels * (inputs + outputs) * machine.vector_bytes
    tile = best_tile(machine, pixels, outputs)
    products = points * channels * _cost(machine, pixels, outputs, *tile)
    transforms = _TRANSFORM * points * pixels * (inputs + outputs)
    traffic = 2 * image if image > machine.l2_bytes else 0
    traffic += weights if weights > machine.l2_bytes // 2 else weights // 4
    memory = traffic / machine.bytes_per_cycle
    cycles = max(products, memory) + min(products, memory) / 2 + transforms
    bands, threads = tall // rows, machine.threads
    if bands % threads:
        cycles += image / machine.bytes_per_cycle + _BAND_REGIONS * _REGION * threads
    return bands * cycles / threads


def divisors(number: int) -> list[int]:
    """All numbers that divide it, 1 first."""
    return [n for n in range(1, number + 1) if number % n == 0]


_BAND_REGIONS = 3
"""Times that threads wait for each other in a band that they share."""
_REGION = 3000
"""Cycles that this takes."""
_TRANSFORM = 3.3
"""Cycles of the transform of a point of a tile, for a vector of channels, with load and store."""


def tiles(machine: Machine) -> Iterator[tuple[int, int]]:
    """Columns and blocks of the tiles whose sums and operands fit into the registers."""
    for blocks in range(1, machine.registers):
        for columns in range(1, machine.registers):
            if columns * blocks + blocks + machine.operands > machine.registers:
                break
            yield columns, blocks


def best_tile(machine: Machine, width: int, outputs: int, depth: int = 0) -> tuple[int, int]:
    """The tile with the fewest cycles for `width` pixels and `outputs` vectors of channels; of
    equal ones those without a rest, and of these the largest. Weights of `depth` inputs stay in the
    second cache if they can: tile after tile reads them."""

    def cost(tile: tuple[int, int]) -> tuple[float, int, int]:
        rest = width % tile[0] > 0
        return _cost(machine, width, outputs, *tile), rest, -tile[0] * tile[1]

    fitting = [t for t in tiles(machine) if t[0] <= width and t[1] <= outputs]
    room = machine.l2_bytes * 3 // 4 // machine.vector_bytes
    return min([t for t in fitting if depth * t[1] <= room] or fitting, key=cost)


_STEP = 24
"""Multiply-adds of a step that hide what a loop costs."""


def unrolling(columns: int, blocks: int) -> int:
    """Input channels of a step: few, because code takes time to compile."""
    return -(-_STEP // (columns * blocks))


def _cost(machine: Machine, width: int, outputs: int, columns: int, blocks: int) -> float:
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
    """Cycles of one step of a tile: multiply-adds, loads, or the wait for the sums before."""
    return max(
        columns * blocks / machine.multiply_adds,
        (columns + blocks) / machine.loads,
        float(machine.latency),
    )
