"""Evaluation of the ops of shape. A shape is an array of its extents, like an extent tensor; an
invalid shape or size is poison. A witness is 1, or 0 if its condition does not hold."""

from __future__ import annotations

import math
from collections.abc import Callable, Generator, Sequence
from typing import Any

import numpy as np

from mlirlite.dialects import shape
from mlirlite.interp.integers import check_divisor
from mlirlite.interp.machine import Enter, Leave, Machine, evaluate
from mlirlite.interp.memory import MemRef
from mlirlite.interp.values import POISON, Array, Undefined, items
from mlirlite.ir.operation import Operation
from mlirlite.support.diagnostics import DiagnosticError

Steps = Generator[Enter, Leave, Any]


def _shape(extents: Sequence[int]) -> Array:
    return np.array(extents, np.int64)


@evaluate(shape.ConstShapeOp)
def run_const_shape(m: Machine, op: shape.ConstShapeOp) -> Array:
    """The constant."""
    return _shape(op.shape.values())


@evaluate(shape.ConstSizeOp)
def run_const_size(m: Machine, op: shape.ConstSizeOp) -> int:
    """The constant."""
    return int(op.value)


@evaluate(shape.ConstWitnessOp)
def run_const_witness(m: Machine, op: shape.ConstWitnessOp) -> int:
    """The constant."""
    return int(op.passing)


@evaluate(shape.AssumingAllOp)
def run_assuming_all(m: Machine, op: shape.AssumingAllOp) -> int:
    """1 if all witnesses are 1."""
    return int(all(m.all(op.inputs)))


def broadcast(shapes: Sequence[list[int]]) -> list[int] | None:
    """The shape that others are broadcast to; None when there is none."""
    rank = max(map(len, shapes), default=0)
    found = [1] * rank
    for extents in shapes:
        for i, extent in enumerate(extents, rank - len(extents)):
            if extent != 1 and found[i] not in (1, extent):
                return None
            found[i] = extent if extent != 1 else found[i]
    return found


def _extents(m: Machine, values: Any) -> list[list[int]]:
    return [items(m[v]) for v in values]


@evaluate(shape.CstrBroadcastableOp, shape.IsBroadcastableOp)
def run_is_broadcastable(
    m: Machine, op: shape.CstrBroadcastableOp | shape.IsBroadcastableOp
) -> int:
    """Whether shapes can be broadcast together."""
    return int(broadcast(_extents(m, op.shapes)) is not None)


@evaluate(shape.CstrEqOp, shape.ShapeEqOp)
def run_is_equal(m: Machine, op: shape.CstrEqOp | shape.ShapeEqOp) -> int:
    """Whether shapes are equal."""
    first, *others = _extents(m, op.shapes)
    return int(all(s == first for s in others))


@evaluate(shape.CstrRequireOp)
def run_cstr_require(m: Machine, op: shape.CstrRequireOp) -> int:
    """Whether a condition holds."""
    return int(m[op.pred])


@evaluate(shape.AssumingOp)
def run_assuming(m: Machine, op: shape.AssumingOp) -> Steps:
    """The region; undefined behavior when the witness does not hold."""
    if not m[op.witness]:
        raise Undefined("runs under a witness that does not hold")
    done = yield Enter(op.doRegion)
    return done.values


@evaluate(shape.BroadcastOp)
def run_broadcast(m: Machine, op: shape.BroadcastOp) -> Any:
    """The shape that others are broadcast to; an invalid one when there is none."""
    found = broadcast(_extents(m, op.shapes))
    return POISON if found is None else _shape(found)


@evaluate(shape.AnyOp)
def run_any(m: Machine, op: shape.AnyOp) -> Any:
    """One of the shapes."""
    return m[op.inputs[0]]


@evaluate(shape.MeetOp)
def run_meet(m: Machine, op: shape.MeetOp) -> Any:
    """A shape or size that two agree on; an invalid one when they do not."""
    a, b = m[op.arg0], m[op.arg1]
    return a if np.array_equal(a, b) else POISON


@evaluate(shape.ConcatOp)
def run_concat(m: Machine, op: shape.ConcatOp) -> Array:
    """The extents of two shapes."""
    return _shape([*items(m[op.lhs]), *items(m[op.rhs])])


@evaluate(shape.SplitAtOp)
def run_split_at(m: Machine, op: shape.SplitAtOp) -> list[Array]:
    """The extents before and after an index, which counts from the end when it is negative."""
    extents, at = items(m[op.operand]), m[op.index]
    if not -len(extents) <= at <= len(extents):
        raise Undefined(f"splits a shape of rank {len(extents)} at {at}")
    at += len(extents) if at < 0 else 0
    return [_shape(extents[:at]), _shape(extents[at:])]


@evaluate(shape.FromExtentsOp)
def run_from_extents(m: Machine, op: shape.FromExtentsOp) -> Array:
    """A shape of extents."""
    return _shape(m.all(op.extents))


@evaluate(shape.FromExtentTensorOp, shape.ToExtentTensorOp, shape.ValueAsShapeOp)
def run_same_shape(m: Machine, op: Operation) -> Any:
    """The same extents."""
    return m[op.operands[0]].astype(np.int64)


@evaluate(shape.IndexToSizeOp, shape.SizeToIndexOp)
def run_same(m: Machine, op: shape.IndexToSizeOp | shape.SizeToIndexOp) -> Any:
    """The same value."""
    return m[op.operands[0]]


def _shape_of(value: Any) -> list[int]:
    return list(value.sizes if isinstance(value, MemRef) else value.shape)


@evaluate(shape.ShapeOfOp)
def run_shape_of(m: Machine, op: shape.ShapeOfOp) -> Array:
    """The sizes of a tensor or memref."""
    return _shape(_shape_of(m[op.arg]))


def _extent(extents: Sequence[int], at: int) -> int:
    if not 0 <= at < len(extents):
        raise Undefined(f"index {at} is out of bounds for a shape of rank {len(extents)}")
    return extents[at]


@evaluate(shape.DimOp)
def run_dim(m: Machine, op: shape.DimOp) -> int:
    """A size of a tensor or memref."""
    return _extent(_shape_of(m[op.value]), m[op.index])


@evaluate(shape.GetExtentOp)
def run_get_extent(m: Machine, op: shape.GetExtentOp) -> int:
    """An extent."""
    return _extent(items(m[op.shape]), m[op.dim])


@evaluate(shape.RankOp)
def run_rank(m: Machine, op: shape.RankOp) -> int:
    """The number of extents."""
    return len(m[op.shape])


@evaluate(shape.NumElementsOp)
def run_num_elements(m: Machine, op: shape.NumElementsOp) -> int:
    """The product of the extents."""
    return math.prod(items(m[op.shape]))


@evaluate(shape.DebugPrintOp)
def run_debug_print(m: Machine, op: shape.DebugPrintOp) -> Any:
    """The shape or size, which is printed."""
    value = m[op.input]
    m.write(f"{items(value) if isinstance(value, np.ndarray) else value}\n")
    return value


@evaluate(shape.ReduceOp)
def run_reduce(m: Machine, op: shape.ReduceOp) -> Steps:
    """Values that are carried along the extents."""
    values: Sequence[Any] = m.all_raw(op.initVals)
    for i, extent in enumerate(items(m[op.shape])):
        done = yield Enter(op.region, [i, extent, *values])
        values = done.values
    return values


def _quotient(a: int, b: int) -> int:
    check_divisor(b)
    return a // b


_BINARY: dict[type[Any], Callable[[int, int], int]] = {
    shape.AddOp: lambda a, b: a + b,
    shape.MulOp: lambda a, b: a * b,
    shape.DivOp: _quotient,
    shape.MaxOp: max,
    shape.MinOp: min,
}


@evaluate(*_BINARY)
def run_binary(m: Machine, op: Operation) -> Any:
    """A function of two sizes, or of the extents of two shapes."""
    a, b = m.all(op.operands)
    function = _BINARY[type(op)]
    if not isinstance(a, np.ndarray):
        return function(a, b)
    if len(a) != len(b):
        raise DiagnosticError(op.error("on shapes of two ranks cannot be evaluated"))
    return _shape([function(x, y) for x, y in zip(items(a), items(b), strict=True)])
