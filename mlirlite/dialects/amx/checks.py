"""What tiles have to satisfy, in upstream's words."""

from __future__ import annotations

from typing import Any

from mlirlite.dialects.memref._layout import strides_and_offset
from mlirlite.ods.hooks import DataOp, verifier
from mlirlite.support.diagnostics import Diagnostic

Problem = Diagnostic | None

_MAX_ROWS = 16
_MAX_ROW_BITS = 512
_UNIT_BITS = 32
"""A row is a multiple of that many bits."""
_FLOATS = ("bf16", "f16")


def _problem(op: DataOp, message: str | None) -> Problem:
    found: Problem = None
    if message is not None:
        found = op.error(message)
    return found


def _wrong_size(tile: Any) -> str | None:
    rows, columns = tile.shape
    bits = columns * tile.elementType.width
    if rows > _MAX_ROWS:
        return f"bad row height: {rows}"
    if bits > _MAX_ROW_BITS or bits % _UNIT_BITS:
        return f"bad column width: {bits // 8}"
    return None


@verifier("amx.tile_zero")
def _zero(op: DataOp) -> Problem:
    return _problem(op, _wrong_size(op.results[0].type))


@verifier("amx.tile_load", "amx.tile_store")
def _transfer(op: DataOp) -> Problem:
    memref = op.base.type
    tile = op.results[0].type if op.name == "amx.tile_load" else op.val.type
    if len(op.indices) != len(memref.shape):
        return _problem(op, f"requires {len(memref.shape)} indices")
    found = _wrong_size(tile)
    if found is None and op.stride is None:
        layout = strides_and_offset(memref)
        if len(memref.shape) < 2:
            found = "requires at least 2D memref"
        elif layout is None or layout[0][-1] != 1:
            found = "requires memref with unit innermost stride"
    return _problem(op, found)


@verifier("amx.tile_mulf", "amx.tile_muli")
def _product(op: DataOp) -> Problem:
    a, b, c = op.lhs.type, op.rhs.type, op.results[0].type
    is_float = op.name == "amx.tile_mulf"
    found = _wrong_size(a) or _wrong_size(b) or _wrong_size(c)
    packed = 2 if is_float else 4
    depth = a.shape[1] // packed
    if found is None and (c.shape != (a.shape[0], b.shape[1] // packed) or depth != b.shape[0]):
        found = f"bad mult shape: {c.shape[0]} x {c.shape[1]} x {depth}"
    elements = tuple(str(type.elementType) for type in (a, b, c))
    if is_float:
        allowed = elements[0] in _FLOATS and elements[0] == elements[1] and elements[2] == "f32"
    else:
        allowed = elements == ("i8", "i8", "i32")
    return _problem(op, found or (None if allowed else "unsupported type combination"))
