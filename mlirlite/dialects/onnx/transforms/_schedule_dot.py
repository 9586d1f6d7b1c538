"""Schedules of convolutions in blocks of channels whose steps are groups of channels: bytes and
bf16. They have the same names as those of `_schedule_conv`; `unroll` counts groups."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mlirlite.dialects.onnx.shapes import element_of
from mlirlite.dialects.onnx.transforms._schedule_conv import (
    best_tile,
    is_pointwise,
    unrolling,
)
from mlirlite.dialects.onnx.types import block_of
from mlirlite.support.machine import Machine


def dot_schedule(op: Any, machine: Machine) -> Mapping[str, int | str] | None:
    """The tile with the fewest cycles, and as many rows as the second cache has room for."""
    lanes = block_of(op.results[0])
    if lanes is None:
        return None
    x, w, y = (v.type.shape for v in (op.operands[0], op.operands[1], op.results[0]))
    window, groups = op.window(), op.get("group", 1)
    element: Any = element_of(op.operands[0])
    bytes_each = element.width // 8
    high, wide = y[2], y[3]
    pointwise = is_pointwise(w[2:], window)
    if pointwise:
        high, wide = 1, high * wide
    channels, outputs = x[1] // groups, -(-(w[0] // groups) // lanes)
    depth = -(-channels * bytes_each // 4) * w[2] * w[3]
    columns, blocks = best_tile(machine, wide, outputs, depth)
    room = machine.l2_bytes // 2
    if pointwise:
        rows = min(max(room // (channels * bytes_each), columns) // columns * columns, wide)
    else:
        row = channels * x[3] * bytes_each * window.strides[0]
        rows = max(1, min(high, room // row - w[2] + 1))
        rows = -(-high // -(-high // rows))
    return {
        "columns": columns,
        "blocks": blocks,
        "rows": rows,
        "unroll": unrolling(columns, blocks),
    }
