"""Convolutions as products by a matrix whose columns are the windows of pixels."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import prod
from typing import ClassVar, Self

from mlirlite.dialects.onnx.op import OnnxOp
from mlirlite.dialects.onnx.schedules.products import Tiled
from mlirlite.dialects.onnx.schedules.schedule import Allowed, Entries, entry, up_to
from mlirlite.dialects.onnx.schedules.tiles import choose
from mlirlite.dialects.onnx.shapes import element_of, shape_of
from mlirlite.dialects.onnx.types import block_of
from mlirlite.ir.constants import bit_width
from mlirlite.ir.types import DYNAMIC, F32, F64
from mlirlite.support.machine import Machine
from mlirlite.support.tuning import Fixed

_FEWEST: Fixed[int] = 4
"""Tiles of pixels that share what a row of weights is read for."""


@dataclass(frozen=True)
class ColumnsConv(Tiled[OnnxOp]):
    """Sizes, channels and weights may be unknown. A row of the product is an output channel."""

    algorithm: ClassVar = "columns"
    pixels: int = entry("pixels of the output whose windows are copied at a time")

    @classmethod
    def fits(cls, op: OnnxOp) -> bool:
        """For images of f32 or f64 that are not in blocks, unless there is one channel to each
        filter of a group: its windows are read only once."""
        x, w, y = (shape_of(v) for v in (op.operands[0], op.operands[1], op.results[0]))
        if x is None or w is None or y is None or min(len(x), len(w)) < len(y):
            return False
        if block_of(op.results[0]) is not None or element_of(op.operands[0]) not in (F32, F64):
            return False
        return 0 not in (*x, *w, *y) and (op.get("group", 1) == 1 or w[1] != 1)

    @classmethod
    def default(cls, op: OnnxOp, machine: Machine) -> Self | None:
        """The tile with the fewest cycles; half of the L2 cache for windows."""
        w, bits = _weights(op), bit_width(op.operands[0].type)
        lanes = machine.lanes(bits)
        tile = choose(machine, None if w[0] == DYNAMIC else w[0] // op.get("group", 1), None, lanes)
        wide, pixels = tile.vectors * lanes, 2 * _FEWEST
        if DYNAMIC not in w[1:]:
            pixels = machine.l2_bytes // 2 // (prod(w[1:]) * bits // 8) // wide
        return cls(rows=tile.rows, vectors=tile.vectors, pixels=max(pixels, _FEWEST) * wide)

    @classmethod
    def legal(cls, op: OnnxOp, machine: Machine, given: Entries) -> Mapping[str, Allowed]:
        """Up to the capacity of the registers, and of the cache."""
        most = up_to(machine.registers)
        return {"rows": most, "vectors": most, "pixels": up_to(machine.l2_bytes)}


def _weights(op: OnnxOp) -> tuple[int, ...]:
    found = shape_of(op.operands[1])
    assert found is not None
    return found
