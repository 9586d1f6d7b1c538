"""Rotary positions, and attention with cached keys and values, of com.microsoft."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import sqrt
from typing import Any

from mlirlite.dialects import onnx
from mlirlite.dialects.onnx.shapes import rank_of, shape_of
from mlirlite.dialects.onnx.transforms._build import constant, integers, nothing, scalar
from mlirlite.dialects.onnx.transforms._microsoft_build import (
    Decomposition,
    Refused,
    attribute,
    built,
    operand,
    split_heads,
)
from mlirlite.ir.dense import DenseElementsAttr
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import DYNAMIC, I64, RankedTensorType, element_type_of
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


def _merged(x: Value, rw: Rewriter) -> Value:
    """(batch, heads, length, width) -> (batch, length, hidden)"""
    transposed = built(rw, onnx.TransposeOp(x, perm=[0, 2, 1, 3]))
    return built(rw, onnx.ReshapeOp(transposed, integers(rw, [0, 0, -1])))


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
    return _merged(found, rw) if flat else found


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
    """(query, key, value, past key, past value, last places, total length, cosines, sines, places,
    bias of the scores, sinks of the heads)"""
    heads, groups = attribute(op, "num_heads", 1), attribute(op, "kv_num_heads", 1)
    q, k, v = _query_key_value(op, heads, groups, rw)
    width = (shape_of(q) or (0,))[-1]
    length = _size(q, 2, rw)
    total = built(rw, onnx.CastOp(op.operands[6], to=I64))
    total = built(rw, onnx.ReshapeOp(total, integers(rw, [])))
    last = built(rw, onnx.CastOp(op.operands[5], to=I64))
    last = built(rw, onnx.ReshapeOp(last, integers(rw, [-1])))
    # At first nothing is cached, although padded sequences end before the others.
    after = built(rw, onnx.SubOp(built(rw, onnx.AddOp(last, _number(rw, 1))), length))
    is_first = built(rw, onnx.EqualOp(length, total))
    start = built(rw, onnx.WhereOp(is_first, _number(rw, 0), after))
    starts = built(rw, onnx.UnsqueezeOp(start, integers(rw, [1])))
    places = built(rw, onnx.AddOp(starts, _count(length, rw)))
    if attribute(op, "do_rotary", 0):
        turn = operand(op, 9) or places
        interleaved = bool(attribute(op, "rotary_interleaved", 0))
        cos, sin = op.operands[7:9]
        q, k = (_rotated(x, cos, sin, turn, interleaved, rw) for x in (q, k))
    keys, values = (_with_past(operand(op, i), x, start, total, rw) for i, x in ((3, k), (4, v)))
    scores = _scores(
        op, q, keys, (heads, groups), attribute(op, "scale", 0.0) or 1 / sqrt(width), rw
    )
    mask = _mask(places, _size(keys, 2, rw), attribute(op, "local_window_size", -1), rw)
    lowest = scalar(rw, -1e4 if _bits(scores) < 32 else -1e30, scores)
    scores = built(rw, onnx.WhereOp(mask, scores, lowest))
    weights = _by_group(_weights(op, scores, heads, rw), groups, rw)
    spread = built(rw, onnx.UnsqueezeOp(values, integers(rw, [2])))
    found = built(rw, onnx.MatMulOp(weights, spread))
    return _merged(_by_head(found, heads, rw), rw), keys, values


def _bits(value: Value) -> int:
    element: Any = element_type_of(value.type)
    return int(element.width)


def _query_key_value(
    op: Operation, heads: int, groups: int, rw: Rewriter
) -> tuple[Value, Value, Value]:
    """Each in heads; where key and value are absent, they are the last columns of the query."""
    q, k, v = op.operands[0], operand(op, 1), operand(op, 2)
    if k is None or v is None:
        width = (shape_of(q) or (0,))[-1] // (heads + 2 * groups)
        ends = [0, heads * width, (heads + groups) * width, (heads + 2 * groups) * width]
        q, k, v = (_part(q, a, b, rw) for a, b in pairwise(ends))
    return split_heads(q, heads, rw), split_heads(k, groups, rw), split_heads(v, groups, rw)


def _with_past(past: Value | None, x: Value, start: Value, total: Value, rw: Rewriter) -> Value:
    """The cache with the new rows from `start` on, of `total` rows or as many as fit."""
    if past is None:
        return x
    there = _size(past, 2, rw)
    more = built(rw, onnx.MaxOp([built(rw, onnx.SubOp(total, there)), _number(rw, 0)]))
    zeros, end = integers(rw, [0] * 6), integers(rw, [0])
    amounts = built(rw, onnx.UnsqueezeOp(more, integers(rw, [0])))
    pads = built(rw, onnx.ConcatOp([zeros, amounts, end], axis=0))
    room = built(rw, onnx.PadOp(past, pads, nothing(rw), nothing(rw)))
    return built(rw, onnx.TensorScatterOp(room, x, start, axis=2))


def _by_group(x: Value, groups: int, rw: Rewriter) -> Value:
    """(batch, heads, rows, columns) -> (batch, groups, heads of each, rows, columns)"""
    shape = built(rw, onnx.ShapeOp(x, start=2))
    sizes = built(rw, onnx.ConcatOp([integers(rw, [0, groups, -1]), shape], axis=0))
    return built(rw, onnx.ReshapeOp(x, sizes))


def _by_head(x: Value, heads: int, rw: Rewriter) -> Value:
    shape = built(rw, onnx.ShapeOp(x, start=3))
    sizes = built(rw, onnx.ConcatOp([integers(rw, [0, heads]), shape], axis=0))
    return built(rw, onnx.ReshapeOp(x, sizes))


def _scores(
    op: Operation, q: Value, keys: Value, counts: tuple[int, int], scale: float, rw: Rewriter
) -> Value:
    heads, groups = counts
    transposed = built(rw, onnx.TransposeOp(keys, perm=[0, 1, 3, 2]))
    spread = built(rw, onnx.UnsqueezeOp(transposed, integers(rw, [2])))
    scores = built(rw, onnx.MatMulOp(_by_group(q, groups, rw), spread))
    scores = _by_head(scores, heads, rw)
    scores = built(rw, onnx.MulOp(scores, scalar(rw, scale, scores)))
    cap = attribute(op, "softcap", 0.0)
    if cap:
        small = built(rw, onnx.DivOp(scores, scalar(rw, cap, scores)))
        scores = built(rw, onnx.MulOp(built(rw, onnx.TanhOp(small)), scalar(rw, cap, scores)))
    bias = operand(op, 10)
    return scores if bias is None else built(rw, onnx.AddOp(scores, bias))


def _weights(op: Operation, scores: Value, heads: int, rw: Rewriter) -> Value:
    """Softmax of the scores; a sink is a further score without a value."""
    sink = operand(op, 11)
    if sink is not None:
        column = built(rw, onnx.ReshapeOp(sink, integers(rw, [1, heads, 1, 1])))
    elif attribute(op, "smooth_softmax", 0) > 0:
        column = scalar(rw, 0.0, scores)
    else:
        return built(rw, onnx.SoftmaxOp(scores, axis=-1))
    rows = built(rw, onnx.ShapeOp(scores, start=0, end=3))
    size = built(rw, onnx.ConcatOp([rows, integers(rw, [1])], axis=0))
    sinks = built(rw, onnx.ExpandOp(column, size))
    weights = built(rw, onnx.SoftmaxOp(built(rw, onnx.ConcatOp([scores, sinks], axis=-1)), axis=-1))
    return _part(weights, 0, -1, rw)


def _mask(places: Value, total: Value, window: int, rw: Rewriter) -> Value:
    """The mask of each position: itself, and earlier ones within the window."""
    rows = built(rw, onnx.UnsqueezeOp(places, integers(rw, [1, 3])))
    columns = _count(total, rw)
    seen = built(rw, onnx.LessOrEqualOp(columns, rows))
    if window < 0:
        return seen
    first = built(rw, onnx.SubOp(rows, _number(rw, window)))
    return built(rw, onnx.AndOp(seen, built(rw, onnx.GreaterOp(columns, first))))


CACHED: dict[str, Decomposition] = {
    "RotaryEmbedding": (_check_rotary, _rotary, (0,)),
    "GroupQueryAttention": (_check_group, _group_query, (0, 1, 2)),
}
