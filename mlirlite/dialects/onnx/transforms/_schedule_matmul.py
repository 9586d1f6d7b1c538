"""Schedules of matrix products and attention.

`rows` x `vectors`: sums that stay in registers, rows of the left side by vectors of columns.
`right`: how the right side is read: `packed` panels of a constant, `copied` into a panel for each
block of columns (or all of it, when it is stored by columns), `direct`, or for one row `streamed`
in the order of memory. `queries`: rows of scores that are there at once. `weights`: "f16" for
packed panels that are rounded to f16; no default, since results are less exact.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import prod
from typing import Any

from mlirlite.dialects import onnx
from mlirlite.dialects.onnx.constants import constant_of
from mlirlite.dialects.onnx.shapes import shape_of
from mlirlite.ir.types import DYNAMIC, F32, F64, I32, RankedTensorType
from mlirlite.ir.values import Value
from mlirlite.support.machine import Machine
from mlirlite.support.tiles import choose

_MANY = 1 << 10
"""Columns where their number is not known."""
_QUERIES = 128
_PAGE = 4096
"""Bytes from one row of the right side to the next from which on a panel pays: each row of a block
is in a page of its own, and in the same set of the first cache."""
_SHARE = 8
"""A right side that takes more than this part of the second cache is better read once, into a
panel, than once a block of rows."""
_WORTH = 12
"""Rows from which on a panel pays, when they are more than one tile."""

Found = Mapping[str, "int | str"] | None


def matmul_schedule(op: Any, machine: Machine) -> Found:
    """For MatMul of stacks of matrices."""
    x, y = shape_of(op.operands[0]), shape_of(op.operands[1])
    if x is None or y is None or min(len(x), len(y)) < 2 or not _is_tiled(op.operands[:2]):
        return None
    flat = len(y) == 2
    rows = DYNAMIC if flat and DYNAMIC in x[:-1] else prod(x[:-1]) if flat else x[-2]
    return _product(machine, op.operands[1], rows, y[-1], packs=flat)


def gemm_schedule(op: Any, machine: Machine) -> Found:
    """For Gemm."""
    x, y = shape_of(op.operands[0]), shape_of(op.operands[1])
    if x is None or y is None or not _is_tiled(op.operands[:2]):
        return None
    rows = x[1] if op.get("transA", 0) else x[0]
    turned = op.get("transB", 0)
    found = _product(machine, op.operands[1], rows, y[0] if turned else y[1], packs=True)
    if turned and rows == 1 and found["right"] == "direct":
        return {**found, "right": "streamed"}
    return {**found, "right": "copied"} if turned and found["right"] == "direct" else found


def integer_matmul_schedule(op: Any, machine: Machine) -> Found:
    """For products of bytes with a constant: sums have 32 bits."""
    right = op.operands[1 if isinstance(op, onnx.MatMulIntegerOp) else 3]
    x, y = shape_of(op.operands[0]), shape_of(right)
    if x is None or y is None or len(x) < 2 or len(y) != 2 or constant_of(right) is None:
        return None
    if 0 in (*x, *y):
        return None
    rows = None if DYNAMIC in x[:-1] else prod(x[:-1])
    tile = choose(machine, rows, y[1], machine.lanes(I32.width))
    return {"rows": tile.rows, "vectors": tile.vectors}


def attention_schedule(op: Any, machine: Machine) -> Found:
    """For Attention: as many queries as leave half of the second cache to keys and values."""
    q, k = shape_of(op.operands[0]), shape_of(op.operands[1])
    if q is None or k is None or not _is_tiled(op.operands[:2]):
        return None
    at = 1 if len(q) == 3 else 2
    width = op.operands[0].type.element_type.width
    counts = [None if n == DYNAMIC else n for n in (q[at], k[at])]
    tile = choose(machine, counts[0], counts[1], machine.lanes(width))
    length = 8 * _QUERIES if k[at] == DYNAMIC else k[at]
    room = machine.l2_bytes // (2 * width // 8 * length)
    queries = -(-max(1, min(_QUERIES, room)) // tile.rows) * tile.rows
    if q[at] != DYNAMIC:  # blocks of about the same size
        count = -(-q[at] // queries)
        queries = q[at] if count == 1 else -(-q[at] // (count * tile.rows)) * tile.rows
    return {"rows": tile.rows, "vectors": tile.vectors, "queries": queries}


def _is_tiled(operands: Any) -> bool:
    types = [v.type for v in operands]
    return all(
        isinstance(t, RankedTensorType) and t.element_type in (F32, F64) and 0 not in t.shape
        for t in types
    )


def _product(
    machine: Machine, y: Value, rows: int, columns: int, *, packs: bool
) -> dict[str, int | str]:
    type: Any = y.type
    width = type.element_type.width
    known = [None if n == DYNAMIC else n for n in (rows, columns)]
    tile = choose(machine, known[0], known[1], machine.lanes(width))
    if packs and constant_of(y) is not None:
        right = "packed"
    elif rows == 1:
        vectors = -(-(known[1] or _MANY) // machine.lanes(width))
        if vectors + machine.spare <= machine.registers:  # all sums at once
            return {"rows": 1, "vectors": vectors, "right": "direct"}
        right = "streamed"
    else:
        many = rows == DYNAMIC or rows > max(_WORTH - 1, tile.rows)
        right = "copied" if many and _is_far(type.shape, width // 8, machine) else "direct"
    return {"rows": tile.rows, "vectors": tile.vectors, "right": right}


def _is_far(shape: tuple[int, ...], width: int, machine: Machine) -> bool:
    """True when the rows of a matrix in memory, of elements of so many bytes, are not at hand."""
    depth, columns = shape[-2:]
    if columns == DYNAMIC or columns * width >= _PAGE:
        return True
    return depth == DYNAMIC or depth * columns * width > machine.l2_bytes // _SHARE
