"""Behavior of attention."""

from collections.abc import Iterator

from mlirlite.dialects.onnx.math.elementwise import SameShape
from mlirlite.dialects.onnx.op import Inferred, OnnxOp
from mlirlite.dialects.onnx.requirements import (
    Broadcast,
    Divides,
    Equal,
    Requirement,
    Within,
    at_least,
    at_most,
    has_sizes,
    positions_within,
    size_of,
)
from mlirlite.dialects.onnx.shapes import Mismatch, Shape, product, shape_of
from mlirlite.dialects.onnx.terms import Integer, Term
from mlirlite.ir.types import DYNAMIC
from mlirlite.ir.values import Value

NAN_AS_ZERO = "onnx.nan_as_zero"
"""A unit attribute of Attention: powers that are not a number count as 0, as exporters write it."""
AS_PRIMITIVES = "onnx.as_primitives"
"""A unit attribute of Attention that stands for products, Add and Softmax: the mask broadcasts as
Add's operands do, there may be no head and no key, and a query without visible keys has a result of
NaN."""


class Attention(OnnxOp, ops="Attention"):
    """Scaled dot-product attention on 3-D (batch, sequence, hidden) or 4-D tensors."""

    Q: Value
    K: Value
    V: Value
    past_key: Value | None
    past_value: Value | None
    q_num_heads: int | None
    kv_num_heads: int | None

    def infer(self) -> Inferred:
        q, k, v = (self._heads(x, n) for x, n in self._projected())
        if q is None or k is None or v is None:
            return [shape_of(self.Q) if shape_of(self.V) == shape_of(self.Q) else None, *[None] * 3]
        past = shape_of(self.past_key)
        total = k[2]
        if self.past_key is not None:
            total = DYNAMIC if past is None or DYNAMIC in (past[2], k[2]) else past[2] + k[2]
        y: Shape = (q[0], q[1], q[2], v[3])
        if len(shape_of(self.Q) or ()) == 3:
            y = (q[0], q[2], product((q[1], v[3])))
        return [y, (k[0], k[1], total, k[3]), (v[0], v[1], total, v[3]), (q[0], q[1], q[2], total)]

    def requirements(self) -> Iterator[Requirement]:
        q, k, v = (size_of(self, operand) for operand in range(3))
        if q is None or k is None or v is None or not len(q) == len(k) == len(v):
            return
        yield Equal(k[0], q[0], "the batches of Q and K")
        yield Equal(v[0], q[0], "the batches of Q and V")
        yield Equal(k[-2], v[-2], "the lengths of K and V")
        q_heads: Term = Integer(self.q_num_heads or 1)
        kv_heads: Term = Integer(self.kv_num_heads or 1)
        widths: tuple[Term | None, ...]
        if len(q) == 3:
            for x, heads, name in ((q, q_heads, "Q"), (k, kv_heads, "K"), (v, kv_heads, "V")):
                yield Divides(heads, x[2], f"the number of heads, which share {name},")
            # Exact quotients: cross-multiplied, since the heads divide the sizes.
            yield Equal(q[2] * kv_heads, k[2] * q_heads, "the sizes of heads of Q and K")
            lengths, widths = (q[1], k[1]), (None, None)
        else:
            q_heads, kv_heads = q[1], k[1]
            yield Equal(kv_heads, v[1], "the numbers of heads of K and V")
            yield Equal(q[3], k[3], "the sizes of heads of Q and K")
            lengths, widths = (q[2], k[2]), (k[3], v[3])
        primitives = AS_PRIMITIVES in self.attributes
        what = "the number of heads of K, which those of Q share,"
        yield Divides(kv_heads, q_heads, what, zeros=primitives)
        total = lengths[1]
        for operand, width in ((4, widths[0]), (5, widths[1])):
            past = size_of(self, operand)
            if past is not None and len(past) == 4:
                total = lengths[1] + past[2]
                yield from has_sizes(self, operand, [q[0], kv_heads, None, width])
        if total is not lengths[1]:
            past_key, past_value = size_of(self, 4), size_of(self, 5)
            if past_key is not None and past_value is not None:
                yield Equal(past_key[2], past_value[2], "the lengths of past_key and past_value")
        if not primitives:
            yield at_least(total, 1, "the number of keys")
        yield from self._mask((q[0], q_heads, lengths[0], total))
        if len(self.operands) > 6 and size_of(self, 6) is not None:
            yield from has_sizes(self, 6, [q[0]])
            yield Within(6, Integer(0), total, "nonpad_kv_seqlen")

    def _mask(self, scores: tuple[Term, ...]) -> Iterator[Requirement]:
        """The mask broadcasts to the scores, but has an entry for each key, as onnxruntime
        requires; since opset 24 it may cover only the first keys."""
        mask = size_of(self, 3) or ()
        added = AS_PRIMITIVES in self.attributes
        for back, (mine, size) in enumerate(zip(mask[::-1], scores[::-1], strict=False), 1):
            if back == 1 and self.schema.version >= 24 and not added:
                yield at_most(mine, size, "the mask's last size")
            elif back == 1 and not added:
                yield Equal(mine, size, "the last sizes of the mask and of the scores")
            else:
                what = f"attn_mask does not broadcast to the scores: in dimension -{back} they"
                yield Broadcast(size, mine, what, one_way=True)

    def dim_source(self, index: int) -> tuple[Value, int] | None:
        """All but the last dimension are the queries'."""
        rank = len(shape_of(self.Q) or ())
        if index < rank - 1:
            return self.Q, index
        return (self.V, index) if rank == 4 else None

    def _projected(self) -> list[tuple[Value, int | None]]:
        return [
            (self.Q, self.q_num_heads),
            (self.K, self.kv_num_heads),
            (self.V, self.kv_num_heads),
        ]

    def _heads(self, value: Value, heads: int | None) -> Shape | None:
        shape = shape_of(value)
        if shape is None or len(shape) == 4:
            return shape
        if len(shape) != 3:
            raise ValueError(f"expects Q, K and V of rank 3 or 4, got rank {len(shape)}")
        if not heads:
            raise ValueError("needs q_num_heads and kv_num_heads when Q, K and V have rank 3")
        batch, length, hidden = shape
        if hidden != DYNAMIC and hidden % heads:
            raise ValueError(f"has a hidden size of {hidden}, which {heads} heads cannot share")
        return (batch, heads, length, hidden if hidden == DYNAMIC else hidden // heads)


class RotaryEmbedding(SameShape, ops="RotaryEmbedding"):
    """Rotates pairs of features by their position."""

    def requirements(self) -> Iterator[Requirement]:
        x, cos, ids = size_of(self, 0), size_of(self, 1), size_of(self, 3)
        if x is None or cos is None or len(x) not in (3, 4):
            return
        yield from has_sizes(self, 2, cos)
        heads = self.get("num_heads", 0)
        if len(x) == 3 and heads:
            yield Divides(Integer(heads), x[2], "the number of heads, which share X,")
        length, width = (x[2], x[3]) if len(x) == 4 else (x[1], x[2])
        if ids is not None:
            yield from has_sizes(self, 3, [x[0], length])
            yield from has_sizes(self, 1, [None, None])
            yield positions_within(3, cos[0], "position_ids")
        else:
            yield from has_sizes(self, 1, [x[0], length, None])
        turned = self.get("rotary_embedding_dim", 0)
        if turned:
            yield Equal(
                cos[-1] * 2, Integer(turned), "twice the width of the caches and what turns"
            )
        elif len(x) == 4:
            yield Equal(cos[-1] * 2, width, "twice the width of the caches and that of a head")
        elif heads:
            yield Equal(cos[-1] * (2 * heads), width, "twice the caches of all heads and the width")


class FlexAttention(OnnxOp, ops="FlexAttention"):
    """Attention with user-given functions of the scores."""

    Q: Value
    V: Value

    def infer(self) -> Inferred:
        q, v = shape_of(self.Q), shape_of(self.V)
        return [None if q is None or v is None else (*q[:-1], v[-1])]

    def requirements(self) -> Iterator[Requirement]:
        q, k, v = (size_of(self, operand) for operand in range(3))
        if q is None or k is None or v is None or not len(q) == len(k) == len(v) == 4:
            return
        yield from has_sizes(self, 1, [q[0], None, None, q[3]])
        yield from has_sizes(self, 2, [q[0], k[1], k[2], None])
        yield Divides(k[1], q[1], "the number of heads of K, which those of Q share,")


class LinearAttention(OnnxOp, ops="LinearAttention"):
    """Attention with a recurrent state."""

    query: Value
    key: Value
    value: Value
    past_state: Value | None
    q_num_heads: int
    kv_num_heads: int

    def infer(self) -> Inferred:
        q, k, v = shape_of(self.query), shape_of(self.key), shape_of(self.value)
        if q is None or k is None or v is None:
            return [None, shape_of(self.past_state)]
        if len(q) != 3:
            raise Mismatch(f"operand 'query' has rank {len(q)}, rank should be 3")
        if self.q_num_heads < 1 or self.kv_num_heads < 1:
            raise ValueError("has no heads: q_num_heads and kv_num_heads must be at least one")
        width = DYNAMIC if v[2] == DYNAMIC else v[2] // self.kv_num_heads
        keys = DYNAMIC if k[2] == DYNAMIC else k[2] // self.kv_num_heads
        hidden = DYNAMIC if width == DYNAMIC else width * self.q_num_heads
        return [(q[0], q[1], hidden), (q[0], self.kv_num_heads, keys, width)]

    def requirements(self) -> Iterator[Requirement]:
        q, k, v = (size_of(self, operand) for operand in range(3))
        if q is None or k is None or v is None or not len(q) == len(k) == len(v) == 3:
            return
        heads, groups = self.q_num_heads, self.kv_num_heads
        yield Divides(
            Integer(groups), Integer(heads), "kv_num_heads, of which q_num_heads are made,"
        )
        yield from has_sizes(self, 1, [q[0], q[1], None])
        yield from has_sizes(self, 2, [q[0], q[1], None])
        for x, count, name in ((q, heads, "query"), (k, groups, "key"), (v, groups, "value")):
            yield Divides(Integer(count), x[2], f"the number of heads, which share {name},")
        yield Equal(q[2] * groups, k[2] * heads, "the sizes of heads of query and key")
        yield from has_sizes(self, 3, [q[0], groups, None, None])
        past = size_of(self, 3)
        if past is not None and len(past) == 4:
            yield Equal(past[2] * groups, k[2], "the keys' features of past_state and key")
            yield Equal(past[3] * groups, v[2], "the values' features of past_state and value")
        for operand in range(4, len(self.operands)):
            yield from has_sizes(self, operand, [q[0], q[1], None])
