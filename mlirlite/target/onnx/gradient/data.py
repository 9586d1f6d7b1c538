"""Derivatives of data movement: each element's gradient goes back to where the element came
from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mlirlite.dialects import onnx
from mlirlite.dialects.onnx.constants import ints_of
from mlirlite.dialects.onnx.op import OnnxOp
from mlirlite.dialects.onnx.shapes import axis_in
from mlirlite.ir.attributes import StringAttr
from mlirlite.ir.types import I64, RankedTensorType
from mlirlite.ir.values import Value
from mlirlite.target.onnx.gradient.tape import Rule, Tape, known_shape


def _reshape(t: Tape, op: OnnxOp, g: Value) -> Sequence[Value | None]:
    return [t("Reshape", g, t("Shape", op.operands[0])), *[None] * (len(op.operands) - 1)]


def _transpose(t: Tape, op: onnx.TransposeOp, g: Value) -> Sequence[Value]:
    order = op.permutation()
    return [t("Transpose", g, perm=[order.index(i) for i in range(len(order))])]


def _picked(t: Tape, op: OnnxOp, g: Value) -> Sequence[Value | None]:
    """The same op, applied to the elements' indices, tells where each element came from."""
    x, *others = op.operands
    size = 1
    for n in known_shape(x):
        size *= n
    types = [RankedTensorType(known_shape(r), I64) for r in op.results]
    counted = t("Range", *(t.count(n) for n in (0, size, 1)))
    numbers = t("Reshape", counted, t("Shape", x))
    origins = t.all(op.name.removeprefix("onnx."), [numbers, *others], types, op.properties)
    total = None
    for result, origin in zip(op.results, origins, strict=True):
        part = t.gradient_of(result)
        total = scattered(t, x, origin, part, total)
    return [total, *[None] * len(others)]


def scattered(t: Tape, x: Value, places: Value, g: Value, onto: Value | None = None) -> Value:
    """g summed up at positions, which are indices of elements of x."""
    flat = t.integers(-1)
    zeros = t("Reshape", t.filled(0, x) if onto is None else onto, flat)
    at, parts = t("Reshape", places, flat), t("Reshape", g, flat)
    sums = t("ScatterElements", zeros, at, parts, axis=0, reduction="add")
    return t("Reshape", sums, t("Shape", x))


def _concat(t: Tape, op: onnx.ConcatOp, g: Value) -> Sequence[Value]:
    axis = axis_in(op.axis, len(known_shape(op.results[0])))
    parts, start = [], 0
    for operand in op.operands:
        end = start + known_shape(operand)[axis]
        bounds = (t.integers(n) for n in (start, end, axis, 1))
        parts.append(t("Slice", g, *bounds))
        start = end
    return parts


def _pad(t: Tape, op: OnnxOp, g: Value) -> Sequence[Value | None]:
    mode = op.properties.get("mode")
    if isinstance(mode, StringAttr) and mode.value != "constant":
        return _picked(t, op, g)
    x = op.operands[0]
    shape = known_shape(x)
    pads, axes = (_numbers(op.get(name)) for name in ("pads", "axes"))
    if op.get("axes") is None:
        axes = list(range(len(shape)))
    if pads is None or axes is None or min(pads, default=0) < 0:
        raise ValueError("differentiates padding of known sizes, not below 0, only")
    starts = pads[: len(axes)]
    ends = [start + shape[axis] for start, axis in zip(starts, axes, strict=True)]
    bounds = (t.integers(*numbers) for numbers in (starts, ends, axes, [1] * len(axes)))
    return [t("Slice", g, *bounds), *[None] * (len(op.operands) - 1)]


def _numbers(given: Any) -> list[int] | None:
    """The value of an operand or, in an old version, of an attribute."""
    return ints_of(given) if isinstance(given, Value) else given


def _cumulative(t: Tape, op: onnx.CumSumOp, g: Value) -> Sequence[Value | None]:
    back = t("CumSum", g, op.operands[1], exclusive=op.exclusive, reverse=1 - op.reverse)
    return back, None


# fmt: off
_PICKING = (
    "Compress", "DepthToSpace", "Gather", "GatherElements", "GatherND", "ReverseSequence", "Slice",
    "SpaceToDepth", "Split", "Tile",
)
# fmt: on

RULES: dict[str, Rule] = {
    "Transpose": _transpose,
    **dict.fromkeys(("Reshape", "Flatten", "Squeeze", "Unsqueeze"), _reshape),
    **dict.fromkeys(_PICKING, _picked),
    "Expand": lambda t, op, g: (g, None),
    "Concat": _concat,
    "Pad": _pad,
    "CumSum": _cumulative,
    "Trilu": lambda t, op, g: (t("Trilu", g, op.operands[1], upper=op.upper), None),
}
