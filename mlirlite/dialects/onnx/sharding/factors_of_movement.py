"""Factors of operators that move elements, and of reductions."""

from __future__ import annotations

from math import gcd, prod

from mlirlite.dialects.onnx.op import OnnxOp
from mlirlite.dialects.onnx.reduction import ArgReduction, Reduction, TopK
from mlirlite.dialects.onnx.shapes import Shape, axis_in
from mlirlite.dialects.onnx.sharding.factor import Factor, derived, dims, units_of, without
from mlirlite.dialects.onnx.tensor.indexing import Slice
from mlirlite.dialects.onnx.tensor.padding import Pad
from mlirlite.ir.types import DYNAMIC

# Reductions

_JOINS = {
    "ReduceSum": "sum",
    "ReduceMean": "mean",
    "ReduceMax": "max",
    "ReduceMin": "min",
    "ReduceProd": "prod",
    "ReduceL1": "sum",
    "ReduceSumSquare": "sum",
}


def reduced(op: Reduction) -> list[Factor]:
    """Dimensions that stay, and those whose shards' results can be joined."""
    axes = op.reduced_axes()
    if axes is None:
        return []
    shape, found, at = dims(op.data), [], 0
    for dim, size in enumerate(shape):
        if dim not in axes:
            found.append(Factor(((0, dim),), ((0, at),), units_of(size)))
        elif op.schema.name in _JOINS:
            found.append(Factor(((0, dim),), (), units_of(size), _JOINS[op.schema.name]))
        at += dim not in axes or bool(op.keepdims)
    return found


def extreme(op: ArgReduction | TopK) -> list[Factor]:
    """All dimensions but the axis."""
    shape = dims(op.operands[0])
    axis = axis_in(op.axis, len(shape))
    lost = not op.get("keepdims", 1)
    return [
        Factor(
            ((0, dim),),
            tuple((i, dim - (lost and dim > axis)) for i in range(len(op.results))),
            units_of(size),
        )
        for dim, size in enumerate(shape)
        if dim != axis
    ]


# Movement


def reshaped(op: OnnxOp) -> list[Factor]:
    """Dimensions that begin at the same element before and after: the major one of several that are
    joined or cut."""
    before, after = dims(op.operands[0]), dims(op.results[0])
    if 0 in (*before, *after):
        return []
    if DYNAMIC in (*before, *after) and not _same_unknown(before, after):
        return []
    found: list[Factor] = []
    i = j = 0
    while i < len(before) and j < len(after):
        first, second = i, j
        left, right = before[i], after[j]
        while left != right:
            if DYNAMIC in (left, right):
                return found
            if left < right:
                i += 1
                left *= before[i]
            else:
                j += 1
                right *= after[j]
        first, second = _skip_ones(before, first, i), _skip_ones(after, second, j)
        a, b = before[first], after[second]
        units = None if a == DYNAMIC else gcd(a, b)
        found.append(Factor(((0, first),), ((0, second),), units))
        i, j = i + 1, j + 1
    return found


def _skip_ones(shape: Shape, first: int, last: int) -> int:
    while first < last and shape[first] == 1:
        first += 1
    return first


def _same_unknown(before: Shape, after: Shape) -> bool:
    """Whether both have one unknown dimension, which is the same in both."""
    if before.count(DYNAMIC) != 1 or after.count(DYNAMIC) != 1:
        return False
    a, b = before.index(DYNAMIC), after.index(DYNAMIC)
    return prod(before[:a]) == prod(after[:b]) and prod(before[a + 1 :]) == prod(after[b + 1 :])


def expanded(op: OnnxOp) -> list[Factor]:
    """Dimensions that are not expanded."""
    before, after = dims(op.operands[0]), dims(op.results[0])
    if DYNAMIC in after:
        return []
    shift = len(after) - len(before)
    return [
        Factor(((0, dim),), ((0, dim + shift),), size)
        for dim, size in enumerate(before)
        if size == after[dim + shift]
    ]


def concatenated(op: OnnxOp) -> list[Factor]:
    """All dimensions but the axis."""
    shape = dims(op.results[0])
    axis = axis_in(op.get("axis", 1), len(shape))
    count = len(op.operands)
    return [
        Factor(tuple((i, dim) for i in range(count)), ((0, dim),), units_of(size))
        for dim, size in enumerate(shape)
        if dim != axis
    ]


def sliced(op: Slice) -> list[Factor]:
    """Dimensions that are not cut."""
    bounds = op.bounds()
    if bounds is None:
        return []
    cut = {axis for axis, *_ in bounds}
    shape = dims(op.data)
    return [
        Factor(((0, dim),), ((0, dim),), units_of(size))
        for dim, size in enumerate(shape)
        if dim not in cut
    ]


def padded(op: Pad) -> list[Factor]:
    """Dimensions that stay as they are."""
    amounts = op.amounts() or []
    return [
        Factor(((0, dim),), ((0, dim),), units_of(dims(op.data)[dim]))
        for dim, amount in enumerate(amounts)
        if amount == (0, 0)
    ]


def squeezed(op: OnnxOp) -> list[Factor]:
    """Dimensions of more than one element, in order."""
    before, after = dims(op.operands[0]), dims(op.results[0])
    if DYNAMIC in before:
        return []
    kept = [i for i, size in enumerate(before) if size != 1]
    there = [i for i, size in enumerate(after) if size != 1]
    return [Factor(((0, a),), ((0, b),), before[a]) for a, b in zip(kept, there, strict=True)]


def triangular(op: OnnxOp) -> list[Factor]:
    """All but the matrices."""
    rank = len(dims(op.operands[0]))
    return without(derived(op), (rank - 2, rank - 1))
