"""What the entries of a schedule may be, for schedules that people write."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import prod
from typing import Any

from mlirlite.dialects import onnx
from mlirlite.dialects.onnx.constants import constant_of
from mlirlite.dialects.onnx.shapes import element_of, shape_of
from mlirlite.dialects.onnx.transforms._schedule_conv import (
    WINOGRAD_TILES,
    can_winograd,
    divisors,
    is_pointwise,
    staged_image,
)
from mlirlite.dialects.onnx.transforms._schedule_recurrent import products_of
from mlirlite.dialects.onnx.types import block_of
from mlirlite.ir.types import BF16, DYNAMIC, F32, I32
from mlirlite.support.diagnostics import did_you_mean
from mlirlite.support.machine import Machine
from mlirlite.support.optable import OpTable

Allowed = range | tuple[int | str, ...]
Entries = Mapping[str, Allowed]
entries: OpTable[Callable[[Any, Machine, Mapping[str, Any]], Entries | None]] = OpTable(
    "schedule-entries"
)
"""What each entry of an op's schedule may be, given the others; None where there is nothing to
choose. A plugin adds its own; ops without are not checked."""

_OPTIONAL = ("algorithm", "weights")
_TILES = ("channels", "vectors"), ("rows", "vectors"), ("columns", "blocks")
"""What the sums of a tile are called: those of planes, of products, of blocks of channels."""
_UNROLL = range(1, 33)
"""Steps that stand one after the other: more are more code, and no faster."""
_MANY = 1 << 20
"""More than any number that run time tells."""


def problem(op: Any, machine: Machine, schedule: Mapping[str, Any]) -> str:
    """What is wrong with a schedule for an op; "" when nothing is."""
    find = entries.get(type(op))
    if find is None:
        return ""
    allowed = find(op, machine, schedule)
    if allowed is None:
        return "it has no schedule to choose"
    for name, value in schedule.items():
        if name not in allowed:
            near = did_you_mean(name, allowed)
            known = ", ".join(f'"{n}"' for n in sorted(allowed))
            return f'there is no "{name}"{near or ";"} expected {known}'
        if value not in allowed[name]:
            return f'"{name}" is {_text(value)}; expected {_listed(allowed[name])}'
    for name in sorted(allowed):
        if name not in schedule and name not in _OPTIONAL:
            return f'"{name}" is missing; expected {_listed(allowed[name])}'
    tiles = [next(t for t in _TILES if all(n in allowed for n in t))]
    if "state_rows" in allowed:
        tiles.append(("state_rows", "state_vectors"))
    for tile in ([schedule[n] for n in names] for names in tiles):
        if prod(tile) > machine.registers:
            sums = " x ".join(map(str, tile))
            room = f"{machine.registers} registers of {machine.name}"
            return f"{sums} sums do not fit into the {room}"
    return ""


def _text(value: int | str) -> str:
    return f'"{value}"' if isinstance(value, str) else str(value)


def _listed(allowed: Allowed) -> str:
    if isinstance(allowed, range):
        return f"{allowed[0]} to {allowed[-1]}" if len(allowed) > 1 else str(allowed[0])
    *most, last = [_text(v) for v in allowed]
    return f"{', '.join(most)} or {last}" if most else last


def _up_to(count: int) -> range:
    return range(1, max(count, 1) + 1)


@entries(onnx.ConvOp, onnx.ConvIntegerOp)
def _conv(op: Any, machine: Machine, schedule: Mapping[str, Any]) -> Entries | None:
    lanes = block_of(op.results[0])
    if lanes is None:
        return _planes(op, machine)
    x, w, y = (v.type.shape for v in (op.operands[0], op.operands[1], op.results[0]))
    high, wide = y[2:]
    group, element = op.get("group", 1), element_of(op.operands[0])
    is_float = element is F32
    if group == x[1] == w[0] > 1 and isinstance(op, onnx.ConvOp) and element is not BF16:
        return {"columns": _up_to(min(wide, machine.registers)), "blocks": (1,)}
    blocks = _up_to(-(-(w[0] // group) // lanes))
    more: dict[str, Allowed] = {"weights": ("f16",)} if is_float else {}
    if is_float and can_winograd(op):
        more["algorithm"] = ("winograd",)
        if schedule.get("algorithm") == "winograd":
            tile = schedule.get("tile")
            size = tile if tile in WINOGRAD_TILES else WINOGRAD_TILES[0]
            rows = tuple(divisors(-(-high // size)))
            last = schedule.get("rows")
            columns = _up_to((last if last in rows else rows[-1]) * -(-wide // size))
            more |= {"tile": WINOGRAD_TILES, "rows": rows, "columns": columns}
            return {**more, "blocks": blocks, "unroll": _UNROLL}
    if is_pointwise(w[2:], op.window()):
        high = wide = high * wide
    more |= {"columns": _up_to(wide), "rows": _up_to(high)}
    return {**more, "blocks": blocks, "unroll": _UNROLL}


def _planes(op: Any, machine: Machine) -> Entries | None:
    image = staged_image(op) if isinstance(op, onnx.ConvOp) else None
    if image is None:
        return None
    outputs = op.operands[1].type.shape[0] // op.get("group", 1)
    lanes = machine.lanes(op.operands[0].type.element_type.width)
    return {
        "channels": _up_to(min(machine.registers, outputs)),
        "vectors": _up_to(min(machine.registers, -(-image.columns // lanes))),
        "rows": tuple(image.heights()),
    }


def _tile(machine: Machine, rows: int, columns: int, bits: int) -> dict[str, Allowed]:
    """Of a product of so many rows and columns."""
    most = machine.registers
    vectors = most if columns == DYNAMIC else min(most, -(-columns // machine.lanes(bits)))
    return {
        "rows": _up_to(most if rows == DYNAMIC else min(most, rows)),
        "vectors": _up_to(vectors),
    }


@entries(onnx.MatMulOp)
def _matmul(op: Any, machine: Machine, schedule: Mapping[str, Any]) -> Entries | None:
    x, y = shape_of(op.operands[0]), shape_of(op.operands[1])
    if x is None or y is None or min(len(x), len(y)) < 2:
        return None
    flat = len(y) == 2
    rows = _product(x[:-1]) if flat else x[-2]
    found = _tile(machine, rows, y[-1], _bits(op))
    right: tuple[str, ...] = ("copied", "direct", *(("streamed",) if rows == 1 else ()))
    if flat and constant_of(op.operands[1]) is not None:
        right = ("packed", *right)
    return {**found, "right": right, **_weights(op, schedule)}


@entries(onnx.GemmOp)
def _gemm(op: Any, machine: Machine, schedule: Mapping[str, Any]) -> Entries | None:
    x, y = shape_of(op.operands[0]), shape_of(op.operands[1])
    if x is None or y is None:
        return None
    rows, turned = x[1] if op.get("transA", 0) else x[0], op.get("transB", 0)
    found = _tile(machine, rows, y[0] if turned else y[1], _bits(op))
    streamed = ("streamed",) if rows == 1 else ()
    if constant_of(op.operands[1]) is not None:
        return {**found, "right": ("packed",), **_weights(op, schedule)}
    return {**found, "right": ("copied", *(() if turned else ("direct",)), *streamed)}


@entries(onnx.MatMulIntegerOp, onnx.QLinearMatMulOp)
def _integers(op: Any, machine: Machine, schedule: Mapping[str, Any]) -> Entries | None:
    right = op.operands[1 if isinstance(op, onnx.MatMulIntegerOp) else 3]
    x, y = shape_of(op.operands[0]), shape_of(right)
    if x is None or y is None or len(x) < 2 or len(y) != 2:
        return None
    return _tile(machine, _product(x[:-1]), y[1], I32.width)


@entries(onnx.AttentionOp)
def _attention(op: Any, machine: Machine, schedule: Mapping[str, Any]) -> Entries | None:
    q, k = shape_of(op.operands[0]), shape_of(op.operands[1])
    if q is None or k is None:
        return None
    at = 1 if len(q) == 3 else 2
    queries = _MANY if q[at] == DYNAMIC else q[at]
    return {**_tile(machine, q[at], k[at], _bits(op)), "queries": _up_to(queries)}


@entries(onnx.LSTMOp, onnx.GRUOp, onnx.RNNOp)
def _recurrent(op: Any, machine: Machine, schedule: Mapping[str, Any]) -> Entries | None:
    sizes = products_of(op)
    if sizes is None:
        return None
    rows, batch, columns = sizes
    states = _tile(machine, batch, columns, _bits(op))
    of_states = {f"state_{n}": allowed for n, allowed in states.items()}
    return {**_tile(machine, rows, columns, _bits(op)), **of_states}


def _product(sizes: tuple[int, ...]) -> int:
    return DYNAMIC if DYNAMIC in sizes else prod(sizes)


def _bits(op: Any) -> int:
    element: Any = element_of(op.operands[0])
    return int(element.width)


def _weights(op: Any, schedule: Mapping[str, Any]) -> dict[str, Allowed]:
    packs = schedule.get("right") == "packed" and constant_of(op.operands[1]) is not None
    return {"weights": ("f16",)} if packs and element_of(op.operands[1]) is F32 else {}
