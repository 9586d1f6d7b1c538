"""Attention of com.microsoft by its primitives."""

from __future__ import annotations

from collections.abc import Sequence
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
    merged,
    operand,
    split_heads,
)
from mlirlite.ir.dense import DenseElementsAttr
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import DYNAMIC, I64, RankedTensorType, element_type_of
from mlirlite.ir.values import Value
from mlirlite.rewriting.rewriter import Rewriter

_SCALAR = RankedTensorType((), I64)


def _check(op: Operation, first: int, past: Sequence[int]) -> int:
    """The width of a head. Refused for unsupported forms."""
    heads: int = attribute(op, "num_heads", 0)
    shape = shape_of(op.operands[first])
    if not heads or not shape or shape[-1] == DYNAMIC:
        raise Refused("the number of heads or their width is not known")
    if any(operand(op, i) is not None for i in past):
        raise Refused("past keys and values are in a buffer that is written to")
    return heads


def _mask_rank(op: Operation, index: int) -> None:
    mask = operand(op, index)
    if mask is not None and rank_of(mask) not in (2, 3):
        raise Refused("the mask has neither two nor three dimensions")


def _check_attention(op: Operation) -> None:
    heads = _check(op, 1, (6,))
    if rank_of(op.operands[0]) != 3 or rank_of(op.operands[1]) != 2:
        raise Refused("the input has not three dimensions")
    if attribute(op, "qkv_hidden_sizes", ()) or attribute(op, "do_rotary", 0):
        raise Refused("keys and values have widths of their own, or positions rotate")
    if (shape_of(op.operands[1]) or (0, 0))[1] % (3 * heads):
        raise Refused("the heads cannot share the weights")
    _mask_rank(op, 3)


def _attention(op: Operation, rw: Rewriter) -> Sequence[Value]:
    """(input, weights, bias, mask, past, bias of the scores)"""
    heads: int = attribute(op, "num_heads", 1)
    x, weights, bias = op.operands[0], op.operands[1], operand(op, 2)
    hidden = (shape_of(weights) or (0, 0))[1] // 3
    fused = built(rw, onnx.MatMulOp(x, weights))
    if bias is not None:
        fused = built(rw, onnx.AddOp(fused, bias))
    part = fused.type.replace(shape=(*(shape_of(fused) or ())[:-1], hidden))
    split = onnx.SplitOp(fused, integers(rw, [hidden] * 3), axis=2, outputs=[part] * 3)
    q, k, v = (split_heads(p, heads, rw) for p in rw.insert(split).results)
    width, past = hidden // heads, operand(op, 4)
    if past is None and not any(r.has_uses for r in op.results[1:2]):
        return [_attend(op, (q, k, v), width, operand(op, 3), operand(op, 5), rw)]
    both = [built(rw, onnx.UnsqueezeOp(x, integers(rw, [0]))) for x in (k, v)]
    present = built(rw, onnx.ConcatOp(both, axis=0))
    if past is not None:
        present = built(rw, onnx.ConcatOp([past, present], axis=3))
        which = [constant(rw, DenseElementsAttr.of(_SCALAR, n)) for n in (0, 1)]
        k, v = (built(rw, onnx.GatherOp(present, n, axis=0)) for n in which)
    return _attend(op, (q, k, v), width, operand(op, 3), operand(op, 5), rw), present


def _check_multi_head(op: Operation) -> None:
    _check(op, 0, (8, 9))
    for index in range(3):
        value = operand(op, index)
        if value is None or rank_of(value) != 3:
            raise Refused("query, key and value have not three dimensions each")
        if (shape_of(value) or (DYNAMIC,))[-1] == DYNAMIC:
            raise Refused("the widths are not known")
    _mask_rank(op, 4)


def _multi_head_attention(op: Operation, rw: Rewriter) -> Sequence[Value]:
    """(query, key, value, bias, mask of keys, bias of the scores)"""
    heads: int = attribute(op, "num_heads", 1)
    parts = list(op.operands[:3])
    bias = operand(op, 3)
    start = 0
    for index, value in enumerate(parts):
        width = (shape_of(value) or (0,))[-1]
        if bias is not None:
            own = onnx.SliceOp(
                bias,
                integers(rw, [start]),
                integers(rw, [start + width]),
                integers(rw, [0]),
                integers(rw, [1]),
            )
            parts[index] = built(rw, onnx.AddOp(value, built(rw, own)))
        start += width
    width = (shape_of(op.operands[0]) or (0,))[-1] // heads
    q, k, v = (split_heads(p, heads, rw) for p in parts)
    past = operand(op, 6), operand(op, 7)
    k, v = (
        x if old is None else built(rw, onnx.ConcatOp([old, x], axis=2))
        for old, x in zip(past, (k, v), strict=True)
    )
    found = _attend(op, (q, k, v), width, operand(op, 4), operand(op, 5), rw)
    return found, k, v


def _attend(
    op: Operation,
    qkv: tuple[Value, Value, Value],
    width: int,
    mask: Value | None,
    summand: Value | None,
    rw: Rewriter,
) -> Value:
    """softmax(q k^T * scale + masks) v, heads merged."""
    q, k, v = qkv
    scale = attribute(op, "scale", 0.0) or 1 / sqrt(width)
    transposed = built(rw, onnx.TransposeOp(k, perm=[0, 1, 3, 2]))
    scores = built(rw, onnx.MatMulOp(q, transposed))
    scores = built(rw, onnx.MulOp(scores, scalar(rw, scale, scores)))
    if summand is not None:
        scores = built(rw, onnx.AddOp(scores, summand))
    lowest = attribute(op, "mask_filter_value", -10000.0)
    if mask is not None:
        scores = built(rw, onnx.AddOp(scores, _closed(mask, lowest, scores, rw)))
    if attribute(op, "unidirectional", 0):
        scores = built(rw, onnx.AddOp(scores, _later(scores, rw)))
    weights = built(rw, onnx.SoftmaxOp(scores, axis=-1))
    found = built(rw, onnx.MatMulOp(weights, v))
    found = built(rw, onnx.TransposeOp(found, perm=[0, 2, 1, 3]))
    return merged(found, rw)


def _closed(mask: Value, lowest: float, scores: Value, rw: Rewriter) -> Value:
    """Where the mask is above 0, 0, else `lowest`, of (batch, 1, 1 or length, total)."""
    axes = [1, 2] if rank_of(mask) == 2 else [1]
    spread = built(rw, onnx.UnsqueezeOp(mask, integers(rw, axes)))
    is_open = built(rw, onnx.GreaterOp(spread, scalar(rw, 0, mask)))
    values = scalar(rw, 0.0, scores), scalar(rw, lowest, scores)
    return built(rw, onnx.WhereOp(is_open, *values))


def _later(scores: Value, rw: Rewriter) -> Value:
    """The lowest number above the diagonal that ends in the last row and column, and 0 else."""
    shape = built(rw, onnx.ShapeOp(scores, start=2))
    element: Any = element_type_of(scores.type)
    lowest = {"f16": -65504.0}.get(str(element), -3.3895e38)  # of bf16 and f32
    fill = DenseElementsAttr.of(RankedTensorType((1,), element), lowest)
    full = built(rw, onnx.ConstantOfShapeOp(shape, value=fill))
    rows, columns = (
        built(rw, onnx.SqueezeOp(built(rw, onnx.ShapeOp(scores, start=i, end=i + 1)), nothing(rw)))
        for i in (2, 3)
    )
    past = built(rw, onnx.SubOp(columns, rows))
    one = constant(rw, DenseElementsAttr.of(_SCALAR, 1))
    return built(rw, onnx.TriluOp(full, built(rw, onnx.AddOp(past, one)), upper=1))


ATTENTION: dict[str, Decomposition] = {
    "Attention": (_check_attention, _attention, (0, 1)),
    "MultiHeadAttention": (_check_multi_head, _multi_head_attention, (0, 1, 2)),
}
