"""Rotary positions, and attention with cached keys and values, of com.microsoft."""

from __future__ import annotations

from collections.abc import Sequence

from mlirlite.dialects import onnx
from mlirlite.dialects.onnx.microsoft import SIGNATURES
from mlirlite.dialects.onnx.node import NODE_NAME
from mlirlite.dialects.onnx.shapes import rank_of, shape_of
from mlirlite.dialects.onnx.transforms._build import constant, integers, nothing
from mlirlite.dialects.onnx.transforms._microsoft_build import (
    Decomposition,
    Refused,
    attribute,
    built,
    merged,
    operand,
    split_heads,
)
from mlirlite.ir.dense import DenseElementsAttr
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import DYNAMIC, I64, RankedTensorType
from mlirlite.ir.values import Value
from mlirlite.rewriting.rewriter import Rewriter


def _number(rw: Rewriter, value: int) -> Value:
    return constant(rw, DenseElementsAttr.of(RankedTensorType((), I64), value))


def _size(x: Value, axis: int, rw: Rewriter) -> Value:
    """A dimension as a number."""
    shape = built(rw, onnx.ShapeOp(x, start=axis, end=axis + 1))
    return built(rw, onnx.SqueezeOp(shape, nothing(rw)))


def _count(length: Value, rw: Rewriter) -> Value:
    """0, 1, … as a vector."""
    return built(rw, onnx.RangeOp(_number(rw, 0), length, _number(rw, 1)))


def _part(x: Value, start: int, end: int, rw: Rewriter) -> Value:
    """Columns: a slice of the last dimension."""
    bounds = [integers(rw, [n]) for n in (start, end, -1, 1)]
    return built(rw, onnx.SliceOp(x, *bounds))


# Rotated positions


def _rotated(
    x: Value, cos: Value, sin: Value, positions: Value, interleaved: bool, rw: Rewriter
) -> Value:
    """(batch, heads, length, width), whose first columns are rotated by the angles of `positions`,
    (batch, length); the caches have half as many columns."""
    half = (shape_of(cos) or (0, 0))[1]
    width = (shape_of(x) or (0,))[-1]
    c, s = (
        built(rw, onnx.UnsqueezeOp(built(rw, onnx.GatherOp(t, positions)), integers(rw, [1])))
        for t in (cos, sin)
    )
    rotated = _part(x, 0, 2 * half, rw)
    if interleaved:
        pairs = built(rw, onnx.ReshapeOp(rotated, integers(rw, [0, 0, 0, half, 2])))
        last = integers(rw, [-1])
        first, second = (
            built(rw, onnx.SqueezeOp(_part(pairs, n, n + 1, rw), last)) for n in (0, 1)
        )
    else:
        first, second = _part(rotated, 0, half, rw), _part(rotated, half, 2 * half, rw)
    real = built(rw, onnx.SubOp(built(rw, onnx.MulOp(first, c)), built(rw, onnx.MulOp(second, s))))
    imaginary = built(
        rw, onnx.AddOp(built(rw, onnx.MulOp(first, s)), built(rw, onnx.MulOp(second, c)))
    )
    if interleaved:
        columns = [built(rw, onnx.UnsqueezeOp(v, last)) for v in (real, imaginary)]
        pairs = built(rw, onnx.ConcatOp(columns, axis=-1))
        found = built(rw, onnx.ReshapeOp(pairs, integers(rw, [0, 0, 0, 2 * half])))
    else:
        found = built(rw, onnx.ConcatOp([real, imaginary], axis=-1))
    if width == 2 * half:
        return found
    return built(rw, onnx.ConcatOp([found, _part(x, 2 * half, width, rw)], axis=-1))


def _check_caches(cos: Value | None, sin: Value | None) -> None:
    for cache in (cos, sin):
        shape = shape_of(cache) if cache is not None else None
        if shape is None or len(shape) != 2 or shape[1] == DYNAMIC:
            raise Refused("the caches of angles have no known width")


def _check_rotary(op: Operation) -> None:
    x = shape_of(op.operands[0])
    if x is None or x[-1] == DYNAMIC or rank_of(op.operands[1]) is None:
        raise Refused("the ranks or the width are not known")
    if len(x) == 3 and not _rotated_heads(op, x[-1]):
        raise Refused("the number of heads is not known")
    _check_caches(operand(op, 2), operand(op, 3))
    if attribute(op, "is_packed_batching", 0):
        raise Refused("batches are packed")


def _rotated_heads(op: Operation, hidden: int) -> int:
    """The number of heads; without one, their width follows from the caches."""
    stated = attribute(op, "num_heads", 0)
    if stated:
        return int(stated)
    half = (shape_of(op.operands[2]) or (0, 0))[1]
    return hidden // (2 * half) if half else 0


def _rotary(op: Operation, rw: Rewriter) -> Value:
    """(input, positions or the first one, cosines, sines)"""
    x, positions, cos, sin = op.operands[:4]
    flat = rank_of(x) == 3
    q = split_heads(x, _rotated_heads(op, (shape_of(x) or (0,))[-1]), rw) if flat else x
    if rank_of(positions) == 1:
        places = built(rw, onnx.AddOp(positions, _count(_size(q, 2, rw), rw)))
        positions = built(rw, onnx.UnsqueezeOp(places, integers(rw, [0])))
    found = _rotated(q, cos, sin, positions, bool(attribute(op, "interleaved", 0)), rw)
    if not flat:
        return found
    return merged(built(rw, onnx.TransposeOp(found, perm=[0, 2, 1, 3])), rw)


# Groups of queries


def _check_group(op: Operation) -> None:
    shape = shape_of(op.operands[0])
    if shape is None or len(shape) != 3 or shape[-1] == DYNAMIC:
        raise Refused("the query's width is not known")
    if not attribute(op, "num_heads", 0) or not attribute(op, "kv_num_heads", 0):
        raise Refused("the numbers of heads are not known")
    if attribute(op, "local_window_size", -1) == 0:
        raise Refused("a local_window_size of 0 leaves nothing to attend to")
    if attribute(op, "do_rotary", 0):
        _check_caches(operand(op, 7), operand(op, 8))


def _group_query(op: Operation, rw: Rewriter) -> Sequence[Value]:
    """The op of the same name, which is computed as a whole."""
    names = SIGNATURES["GroupQueryAttention"].names
    operands = [operand(op, i) for i in range(len(names))]
    made = onnx.GroupQueryAttentionOp(
        *[nothing(rw) if x is None else x for x in operands],
        num_heads=attribute(op, "num_heads", 1),
        kv_num_heads=attribute(op, "kv_num_heads", 1),
        scale=attribute(op, "scale", 0.0),
        softcap=attribute(op, "softcap", 0.0),
        local_window_size=attribute(op, "local_window_size", -1),
        do_rotary=attribute(op, "do_rotary", 0),
        rotary_interleaved=attribute(op, "rotary_interleaved", 0),
        smooth_softmax=attribute(op, "smooth_softmax", 0),
    )
    if NODE_NAME in op.attributes:
        made.attributes[NODE_NAME] = op.attributes[NODE_NAME]
    return list(rw.insert(made).results)


CACHED: dict[str, Decomposition] = {
    "RotaryEmbedding": (_check_rotary, _rotary, (0,)),
    "GroupQueryAttention": (_check_group, _group_query, (0, 1, 2)),
}
