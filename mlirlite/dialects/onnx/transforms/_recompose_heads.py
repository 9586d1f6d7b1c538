"""Forms of keys and values around attention, for --recompose-onnx: transposed with their heads
merged, and repeated for the queries' heads."""

from __future__ import annotations

from collections.abc import Sequence

from mlirlite.dialects import onnx
from mlirlite.dialects.onnx.constants import Dim, dims_of, ints_of
from mlirlite.dialects.onnx.shapes import rank_of
from mlirlite.dialects.onnx.transforms._recompose_math import made_by
from mlirlite.ir.types import DYNAMIC, NONE
from mlirlite.ir.values import Value
from mlirlite.rewriting.pattern import Pattern, pattern
from mlirlite.rewriting.rewriter import Rewriter


def same_sizes(first: Sequence[int], second: Sequence[int]) -> bool:
    """Whether sizes are equal in pairs; unknown ones if they are always the same."""
    return len(first) == len(second) and all(
        _key(a) == _key(b) for a, b in zip(first, second, strict=True)
    )


def _key(size: int) -> object:
    return size.key if isinstance(size, Dim) else size


@pattern
def transpose_of_merged(op: onnx.ReshapeOp, rw: Rewriter) -> bool | None:
    """Reshape(Transpose(Reshape(x : n, h, i, j) : n * h, i, j)) : n, h, j, i --> Transpose(x)"""
    transpose = made_by(op.operands[0], onnx.TransposeOp)
    merged = made_by(transpose.data, onnx.ReshapeOp) if transpose is not None else None
    if merged is None or transpose is None or transpose.permutation() != (0, 2, 1):
        return rw.fail("no reshape of a matrix's transpose")
    before, within = dims_of(merged.operands[0]), dims_of(merged.results[0])
    after = dims_of(op.results[0])
    if before is None or within is None or after is None or len(before) < 3:
        return rw.fail("the sizes are not known well enough")
    outer, inner = before[:-2], before[-2:]
    # What is merged has the same number of elements, so its first size need not be looked at.
    if not same_sizes(within[1:], inner) or not same_sizes(after, [*outer, *inner[::-1]]):
        return rw.fail("it is not the transpose of the last two dimensions")
    last = len(before) - 1
    order = [*range(last - 1), last, last - 1]
    made = onnx.TransposeOp(merged.operands[0], perm=order, transposed=op.results[0].type)
    rw.replace(op, rw.insert(made).results)
    return True


@pattern
def shared_heads(op: onnx.AttentionOp, rw: Rewriter) -> bool | None:
    """Attention(q, k, v), where k and v repeat each head for several heads of q --> Attention(q,
    k', v')"""
    found = [_repeated(v) for v in op.operands[1:3]]
    if any(f is None for f in found) or any(v.type is not NONE for v in op.operands[4:6]):
        return rw.fail("keys or values are not repeated, or there is a cache")
    (k, times), (v, others) = (f for f in found if f is not None)
    if times != others or any(r.type is not NONE for r in op.results[1:]):
        return rw.fail("keys and values are not repeated alike, or the scores are used")
    with rw.modify(op):
        op.set_operands([op.operands[0], k, v, *op.operands[3:]])
    return True


def _repeated(value: Value) -> tuple[Value, int] | None:
    """[n, h, i, j] and t of a value [n, h * t, i, j] that has each head t times, one after the
    other."""
    merged = made_by(value, onnx.ReshapeOp)
    expand = made_by(merged.operands[0], onnx.ExpandOp) if merged is not None else None
    inserted = made_by(expand.operands[0], onnx.UnsqueezeOp) if expand is not None else None
    if inserted is None or merged is None or expand is None or rank_of(inserted.operands[0]) != 4:
        return None
    heads, many = dims_of(inserted.operands[0]), dims_of(expand.results[0])
    result = dims_of(value)
    if heads is None or many is None or result is None or len(many) != len(heads) + 1:
        return None
    times = many[2]
    if ints_of(inserted.operands[1]) != [2] or DYNAMIC in (times, heads[1]):
        return None
    # Equal numbers of elements: of the batch and the positions, one may be unknown.
    known = same_sizes(many, [*heads[:2], times, *heads[2:]])
    if not known or not same_sizes(result, [heads[0], heads[1] * times, *heads[2:]]):
        return None
    return inserted.operands[0], times


HEADS: tuple[Pattern, ...] = (transpose_of_merged, shared_heads)
