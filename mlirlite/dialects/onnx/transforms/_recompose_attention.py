"""Attention from its primitives, for --recompose-onnx."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

from mlirlite.dialects import onnx
from mlirlite.dialects.onnx.constants import dims_of
from mlirlite.dialects.onnx.nn.attention import AS_PRIMITIVES, NAN_AS_ZERO
from mlirlite.dialects.onnx.shapes import rank_of, shape_of
from mlirlite.dialects.onnx.transforms._build import nothing
from mlirlite.dialects.onnx.transforms._recompose_heads import HEADS, same_sizes
from mlirlite.dialects.onnx.transforms._recompose_math import (
    factors_of,
    made_by,
    number_of,
    split_numbers,
)
from mlirlite.ir.attributes import UNIT
from mlirlite.ir.types import DYNAMIC, NONE
from mlirlite.ir.values import Value
from mlirlite.rewriting.pattern import Pattern, pattern
from mlirlite.rewriting.rewriter import Rewriter
from mlirlite.support.tuning import Fixed


@pattern
def attention(op: onnx.MatMulOp, rw: Rewriter) -> bool | None:
    """MatMul(Softmax(Add(Mul(MatMul(q, Transpose(k)), s), m)), v) --> Attention(q, k, v, m)"""
    guarded = _guarded(op.A)
    softmax = made_by(op.A if guarded is None else guarded, onnx.SoftmaxOp)
    if softmax is None or rank_of(op.A) != 4 or rank_of(op.B) != 4 or softmax.axis not in (-1, 3):
        return rw.fail("no product of a softmax along the last of four dimensions")
    scores, mask = _scores_and_mask(softmax.input)
    scale, rest = split_numbers(factors_of(scores))
    product = made_by(rest[0], onnx.MatMulOp) if len(rest) == 1 else None
    if product is None or scale <= 0:
        return rw.fail("the softmax is not of scaled products")
    (left, q), (right, transposed) = (_scaled(v) for v in product.operands)
    scale *= left * right
    transpose = made_by(transposed, onnx.TransposeOp)
    order = transpose.permutation() if transpose is not None else None
    if order is None or len(order) != 4 or rank_of(q) != 4:
        return rw.fail("the second factor is not transposed")
    within, data = _scaled(transpose.data)
    scale *= within
    key_order = [order[0], order[1], order[3], order[2]]
    if scale <= 0:
        return rw.fail("the scale is not positive")
    if not _batched(q, op.B) or not _mask_fits(mask, product.results[0]):
        return rw.fail("batches or masks broadcast in another way")
    if key_order == [0, 1, 2, 3]:
        k = data
        if not _batched(q, k):
            return rw.fail("batches broadcast")
    else:
        if not _batched(q, transposed):
            return rw.fail("batches broadcast")
        k = rw.insert(onnx.TransposeOp(data, perm=key_order)).result
    none = nothing(rw)
    width = (shape_of(q) or (DYNAMIC,))[-1]
    default = width > 0 and abs(scale * sqrt(width) - 1) < 1e-6
    made = onnx.AttentionOp(
        q,
        k,
        op.B,
        none if mask is None else mask,
        none,
        none,
        none,
        Y=op.results[0].type,
        present_key=NONE,
        present_value=NONE,
        qk_matmul_output=NONE,
        **({} if default else {"scale": scale}),
    )
    made.attributes[AS_PRIMITIVES] = UNIT
    if guarded is not None:
        made.attributes[NAN_AS_ZERO] = UNIT
    rw.replace(op, [rw.insert(made).results[0]])
    return True


def _guarded(value: Value) -> Value | None:
    """p of Where(IsNaN(p), 0, p), by which torch's exporter gives a query without visible keys a
    result of 0."""
    where = made_by(value, onnx.WhereOp)
    test = made_by(where.operands[0], onnx.IsNaNOp) if where is not None else None
    if where is None or test is None or number_of(where.operands[1]) != 0:
        return None
    power: Value = where.operands[2]
    return power if test.operands[0] is power else None


def _scores_and_mask(value: Value) -> tuple[Value, Value | None]:
    total = made_by(value, onnx.AddOp)
    if total is None:
        return value, None
    for scores, mask in (total.operands, total.operands[::-1]):
        _, rest = split_numbers(factors_of(scores))
        if len(rest) == 1 and made_by(rest[0], onnx.MatMulOp) is not None:
            return scores, mask
    return value, None


def _scaled(value: Value) -> tuple[float, Value]:
    """A number and a value whose product it is."""
    product = made_by(value, onnx.MulOp)
    if product is not None:
        for number, other in (product.operands, product.operands[::-1]):
            found = number_of(number)
            if found is not None:
                return found, other
    quotient = made_by(value, onnx.DivOp)
    divisor = number_of(quotient.operands[1]) if quotient is not None else None
    return (1 / divisor, quotient.operands[0]) if divisor else (1.0, value)


def _batched(first: Value, second: Value) -> bool:
    """Whether both have the same batches and heads, so that nothing broadcasts."""
    a, b = dims_of(first), dims_of(second)
    return a is not None and b is not None and len(a) == len(b) == 4 and same_sizes(a[:2], b[:2])


def _mask_fits(mask: Value | None, scores: Value) -> bool:
    """Whether the mask broadcasts to the scores, and does not make them larger. Sizes that the run
    tells are checked there, but one that meets 1 may well be larger."""
    if mask is None:
        return True
    shape, wanted = shape_of(mask), shape_of(scores)
    if shape is None or wanted is None or not 2 <= len(shape) <= len(wanted) == 4:
        return False
    pairs = list(zip(shape[::-1], wanted[::-1], strict=False))
    if shape[-1] == 1 != wanted[-1]:  # the kernel adds rows of numbers
        return False
    return all(a in (1, b) or (b != 1 and DYNAMIC in (a, b)) for a, b in pairs)


@pattern
def attention_of_rows(op: onnx.ReshapeOp, rw: Rewriter) -> bool | None:
    """Reshape(Transpose(Attention(Transpose(Reshape(q)), …))) --> Attention(q, …) {q_num_heads}

    All three are [batch, position, head * feature], and no transposed copy is left."""
    transposed = made_by(op.operands[0], onnx.TransposeOp)
    made = made_by(transposed.data, onnx.AttentionOp) if transposed is not None else None
    if made is None or transposed.permutation() != _HEADS_FIRST or rank_of(op.results[0]) != 3:
        return rw.fail("no reshaped and transposed attention")
    if not transposed.results[0].has_one_use or not made.results[0].has_one_use:
        return rw.fail("the heads are used elsewhere")
    if any(v.type is not NONE for v in made.operands[4:]) or made.get("q_num_heads"):
        return rw.fail("it has a cache, or is of rows already")
    found = [_rows_of(v) for v in made.operands[:3]]
    if any(f is None for f in found):
        return rw.fail("an operand is not a transposed reshape of rows")
    (q, heads), (k, kv_heads), (v, v_heads) = (f for f in found if f is not None)
    dims, wanted = dims_of(transposed.results[0]), dims_of(op.results[0])
    if kv_heads != v_heads or dims is None or wanted is None:
        return rw.fail("keys and values have different heads")
    if not _same_rows(wanted, dims):
        return rw.fail("the result is reshaped to other rows")
    properties = {"scale": made.scale} if made.scale is not None else {}
    rows = onnx.AttentionOp(
        q,
        k,
        v,
        *made.operands[3:],
        Y=op.results[0].type,
        present_key=NONE,
        present_value=NONE,
        qk_matmul_output=NONE,
        q_num_heads=heads,
        kv_num_heads=kv_heads,
        is_causal=made.is_causal,
        **properties,
    )
    rows.attributes.update(
        {k: v for k, v in made.attributes.items() if k in (AS_PRIMITIVES, NAN_AS_ZERO)}
    )
    rw.replace(op, [rw.insert(rows).results[0]])
    return True


_HEADS_FIRST: Fixed[tuple[int, ...]] = (0, 2, 1, 3)


def _rows_of(value: Value) -> tuple[Value, int] | None:
    """[batch, position, head * feature] and the number of heads of heads first."""
    transposed = made_by(value, onnx.TransposeOp)
    shaped = made_by(transposed.data, onnx.ReshapeOp) if transposed is not None else None
    if shaped is None or transposed is None or transposed.permutation() != _HEADS_FIRST:
        return None
    before, after = dims_of(shaped.operands[0]), dims_of(shaped.results[0])
    if before is None or after is None or not _same_rows(before, after):
        return None
    return shaped.operands[0], int(after[2])


def _same_rows(rows: Sequence[int], heads: Sequence[int]) -> bool:
    """Whether [n, i, h * d] and [n, i, h, d] have the same n and i: if one of the two is known to
    be the same, so is the other, since the numbers of elements are equal."""
    if len(rows) != 3 or len(heads) != 4 or min(heads[2], heads[3]) <= 0:
        return False
    same = [same_sizes([a], [b]) for a, b in zip(rows, heads[:2], strict=False)]
    return rows[2] == heads[2] * heads[3] and any(same)


ATTENTION: tuple[Pattern, ...] = (*HEADS, attention, attention_of_rows)
