"""Schedules of recurrent layers.

Two products, each in tiles of `rows` by `vectors` of sums that stay in registers: that of all
inputs, and, as `state_rows` and `state_vectors`, that of a step's states.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mlirlite.dialects.onnx.shapes import element_of, shape_of
from mlirlite.ir.types import DYNAMIC, F32, F64
from mlirlite.support.machine import Machine
from mlirlite.support.tiles import choose


def recurrent_schedule(op: Any, machine: Machine) -> Mapping[str, int | str] | None:
    """The tiles with the fewest cycles for both products."""
    sizes = products_of(op)
    if sizes is None:
        return None
    rows, batch, columns = (None if n == DYNAMIC else n for n in sizes)
    lanes = machine.lanes(element_of(op.operands[0]).width)  # type: ignore[union-attr]
    inputs, states = choose(machine, rows, columns, lanes), choose(machine, batch, columns, lanes)
    of_states = {"state_rows": states.rows, "state_vectors": states.vectors}
    return {"rows": inputs.rows, "vectors": inputs.vectors, **of_states}


def products_of(op: Any) -> tuple[int, int, int] | None:
    """Rows of the inputs, rows of the states, and columns of both products; None where a layer is
    not done by tiles."""
    shapes = [shape_of(v) for v in op.operands[:3]]
    if element_of(op.operands[0]) not in (F32, F64):
        return None
    x, w, r = shapes
    if x is None or w is None or r is None or 0 in (*x, *w, *r):
        return None
    if DYNAMIC in (w[1], w[2], r[2]):
        return None
    rows = DYNAMIC if DYNAMIC in x[:2] else x[0] * x[1]
    return rows, x[0 if op.get("layout", 0) else 1], w[1]
