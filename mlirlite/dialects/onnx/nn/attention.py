"""Behaviour of attention."""

from mlirlite.dialects.onnx.math.elementwise import SameShape
from mlirlite.dialects.onnx.op import Inferred, Mismatch, OnnxOp, Shape
from mlirlite.dialects.onnx.shapes import product, shape_of
from mlirlite.ir.types import DYNAMIC
from mlirlite.ir.values import Value


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
        q, k, v = (self._heads(x, n) for x, n in self._operands())
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

    def dim_source(self, index: int) -> tuple[Value, int] | None:
        """All but the last dimension are the queries'."""
        rank = len(shape_of(self.Q) or ())
        if index < rank - 1:
            return self.Q, index
        return (self.V, index) if rank == 4 else None

    def _operands(self) -> list[tuple[Value, int | None]]:
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


class FlexAttention(OnnxOp, ops="FlexAttention"):
    """Attention with user-given functions of the scores."""

    Q: Value
    V: Value

    def infer(self) -> Inferred:
        q, v = shape_of(self.Q), shape_of(self.V)
        return [None if q is None or v is None else (*q[:-1], v[-1])]


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
