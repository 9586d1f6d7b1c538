"""The schedules that an op may have: what a tuner chooses from."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import Any

from mlirlite.dialects import onnx
from mlirlite.dialects.onnx.constants import constant_of
from mlirlite.dialects.onnx.shapes import element_of
from mlirlite.dialects.onnx.transforms._schedule_conv import (
    WINOGRAD_TILES,
    can_winograd,
    conv_schedule,
    divisors,
    is_pointwise,
    staged_image,
    tiles,
)
from mlirlite.dialects.onnx.transforms._schedule_matmul import gemm_schedule, matmul_schedule
from mlirlite.ir.types import DYNAMIC, F32
from mlirlite.support.machine import Machine
from mlirlite.support.optable import OpTable

Schedule = dict[str, "int | str"]
spaces: OpTable[Callable[[Any, Machine], Sequence[Schedule]]] = OpTable("schedule-space")
"""All schedules of an op that are worth a trial; a plugin adds its own."""

_SUMS = 0.4
"""The share of the registers that sums must fill at least."""


@spaces(onnx.ConvOp)
def conv_space(op: Any, machine: Machine) -> list[Schedule]:
    """Tiles that fill the registers, by rows of a cache block, by channels of a step."""
    default = conv_schedule(op, machine)
    if default is None:
        return []
    if "channels" in default:
        return _planes_space(op, machine)
    if "rows" not in default:  # depthwise
        width = op.results[0].type.shape[3]
        most = min(width, machine.registers)
        return [{"columns": c, "blocks": 1} for c in range(1, most + 1)]
    w, y = op.operands[1].type.shape, op.results[0].type.shape
    pointwise = is_pointwise(w[2:], op.window())
    high, wide = (1, y[2] * y[3]) if pointwise else (y[2], y[3])
    limit = wide if pointwise else high
    outputs = -(-(w[0] // op.get("group", 1)) // machine.lanes(32))
    found: list[Schedule] = []
    winograd = default.get("algorithm") == "winograd"
    rows_now = limit if winograd else int(default["rows"])
    for columns, blocks in _large_tiles(machine):
        if columns > wide or blocks > outputs:
            continue
        choices = {rows_now, rows_now // 2, rows_now // 4, rows_now * 2, limit}
        for rows in sorted({max(1, min(r, limit)) for r in choices}):
            if pointwise:
                rows = min(-(-rows // columns) * columns, wide)
            for unroll in (1, 2, 4):
                one: Schedule = {"columns": columns, "blocks": blocks}
                found.append({**one, "rows": rows, "unroll": unroll})
    if can_winograd(op):
        found += _winograd_space(machine, high, wide, outputs)
    return found


def _planes_space(op: Any, machine: Machine) -> list[Schedule]:
    """Tiles that fill the registers, by rows that are done at a time."""
    image = staged_image(op)
    if image is None:
        return []
    outputs = op.operands[1].type.shape[0] // op.get("group", 1)
    lanes = machine.lanes(op.operands[0].type.element_type.width)
    found: list[Schedule] = []
    for rows in image.heights():
        for vectors in range(1, min(machine.registers, -(-image.columns_of(rows) // lanes)) + 1):
            for channels in range(1, min(machine.registers, outputs) + 1):
                full = channels * vectors >= _SUMS * machine.registers or channels == outputs
                if machine.holds(channels, vectors) and full:
                    found.append({"channels": channels, "vectors": vectors, "rows": rows})
    return found


def with_f16_weights(op: Any, space: Sequence[Schedule]) -> list[Schedule]:
    """Those of the schedules that pack constant f32 weights, to pack them as f16: half of what is
    read, an instruction more for each vector, and rounded."""
    weights = op.operands[1]
    if constant_of(weights) is None or element_of(weights) is not F32:
        return []
    packs = [
        s
        for s in space
        if "rows" in s and "channels" not in s and s.get("right", "packed") == "packed"
    ]
    return [{**s, "weights": "f16"} for s in packs]


def _winograd_space(machine: Machine, high: int, wide: int, outputs: int) -> Iterator[Schedule]:
    """Tiles that fill the registers, by outputs of Winograd's tiles, by rows of these at a time."""
    for tile, (columns, blocks) in product(WINOGRAD_TILES, _large_tiles(machine)):
        for rows in divisors(-(-high // tile)):
            if columns <= rows * -(-wide // tile) and blocks <= outputs:
                size: Schedule = {"columns": columns, "blocks": blocks, "rows": rows, "unroll": 2}
                yield {"algorithm": "winograd", "tile": tile, **size}


def _large_tiles(machine: Machine) -> Iterator[tuple[int, int]]:
    for columns, blocks in tiles(machine):
        if columns * blocks >= _SUMS * machine.registers:
            yield columns, blocks


@spaces(onnx.MatMulOp, onnx.GemmOp)
def product_space(op: Any, machine: Machine) -> list[Schedule]:
    """Tiles of rows by vectors; how the right side is read stays."""
    type = op.results[0].type
    default = (gemm_schedule if isinstance(op, onnx.GemmOp) else matmul_schedule)(op, machine)
    if default is None or default["right"] == "streamed" or type.rank < 2:
        return []
    rows, columns = type.shape[-2:]
    vectors = machine.registers if columns == DYNAMIC else -(-columns // machine.lanes(32))
    found: list[Schedule] = []
    for v in range(1, min(vectors, 8) + 1):
        for r in range(1, machine.registers if rows == DYNAMIC else min(rows, 32) + 1):
            if machine.holds(r, v) and (r * v >= _SUMS * machine.registers or rows == r):
                found.append({**default, "rows": r, "vectors": v})
    return found
