"""Factors of products, convolutions and attention: rows, columns, and sums."""

from __future__ import annotations

from math import gcd

from mlirlite.dialects.onnx.math.products import Einsum, Gemm, parse_equation
from mlirlite.dialects.onnx.nn.attention import Attention
from mlirlite.dialects.onnx.nn.conv import Conv, ConvTranspose
from mlirlite.dialects.onnx.op import OnnxOp
from mlirlite.dialects.onnx.sharding.factor import Factor, Place, derived, dims, units_of, windows
from mlirlite.ir.types import DYNAMIC, NONE


def product(op: OnnxOp) -> list[Factor]:
    """Batches, rows, columns, and the sum."""
    left, right = dims(op.operands[0]), dims(op.operands[1])
    if op.schema.name != "MatMul" or len(left) < 2 or len(right) < 2:
        return []
    inner = Factor(((0, len(left) - 1), (1, len(right) - 2)), (), units_of(left[-1]), "sum")
    return [*derived(op), inner]


def gemm(op: Gemm) -> list[Factor]:
    """Rows, columns, and the sum, to which C is added once."""
    rows, columns = dims(op.results[0])
    inner = dims(op.A)[0 if op.transA else 1]
    bias = dims(op.operands[2])
    m: list[Place] = [(0, 1 if op.transA else 0)]
    n: list[Place] = [(1, 0 if op.transB else 1)]
    if len(bias) == 2 and bias[0] != 1:
        m.append((2, 0))
    if bias and bias[-1] != 1:
        n.append((2, len(bias) - 1))
    k = ((0, 0 if op.transA else 1), (1, 1 if op.transB else 0))
    once = 2 if op.operands[2].type is not NONE else None
    return [
        Factor(tuple(m), ((0, 0),), units_of(rows)),
        Factor(tuple(n), ((0, 1),), units_of(columns)),
        Factor(k, (), units_of(inner), "sum", once=once),
    ]


def einsum(op: Einsum) -> list[Factor]:
    """The letters of the equation."""
    terms, output = parse_equation(op.equation, len(op.operands))
    if "..." in output or any("..." in t or len(set(t)) < len(t) for t in terms):
        return []
    found = []
    for letter in dict.fromkeys("".join(terms)):
        places = tuple((i, t.index(letter)) for i, t in enumerate(terms) if letter in t)
        sizes = {dims(op.operands[i])[dim] for i, dim in places}
        if len(sizes) > 1:
            continue
        results = ((0, output.index(letter)),) if letter in output else ()
        found.append(Factor(places, results, units_of(sizes.pop()), "" if results else "sum"))
    return found


def conv(op: Conv) -> list[Factor]:
    """Images and their positions; filters, with the channels of their group; the sum over
    channels, to which the bias is added once."""
    if op.schema.name != "Conv":
        return []
    x, w = dims(op.operands[0]), dims(op.operands[1])
    bias: list[Place] = [(2, 0)] if op.operands[2].type is not NONE else []
    images = [Factor(((0, 0),), ((0, 0),), units_of(x[0])), *windows(op, op.window())]
    if op.group > 1:
        units = gcd(op.group, w[0], x[1]) if DYNAMIC not in (w[0], x[1]) else op.group
        together = ((0, 1), (1, 0), *bias)
        return [*images, Factor(together, ((0, 1),), units, counts=("group",))]
    return [
        *images,
        Factor(((1, 0), *bias), ((0, 1),), units_of(w[0])),
        Factor(((0, 1), (1, 1)), (), units_of(w[1]), "sum", once=2 if bias else None),
    ]


def conv_transpose(op: ConvTranspose) -> list[Factor]:
    """As `conv`, with filters (C, M, …)."""
    x, w = dims(op.operands[0]), dims(op.operands[1])
    images = Factor(((0, 0),), ((0, 0),), units_of(x[0]))
    if op.group > 1:
        return [images]
    bias: list[Place] = [(2, 0)] if op.operands[2].type is not NONE else []
    return [
        images,
        Factor(((1, 1), *bias), ((0, 1),), units_of(w[1])),
        Factor(((0, 1), (1, 0)), (), units_of(w[0]), "sum", once=2 if bias else None),
    ]


def attention(op: Attention) -> list[Factor]:
    """Batches and heads. Queries share keys: the heads of keys are what can be shared out."""
    q, k = dims(op.Q), dims(op.K)
    results = [i for i, r in enumerate(op.results) if r.type is not NONE]
    past = [i for i in (4, 5) if i < len(op.operands) and op.operands[i].type is not NONE]
    masks = [i for i in (3, 6) if i < len(op.operands) and op.operands[i].type is not NONE]
    if any(dims(op.operands[i])[:-2] not in ((), (1,), (1, 1)) for i in masks):
        return []
    batch = tuple((i, 0) for i in (0, 1, 2, *past))
    found = [Factor(batch, tuple((i, 0) for i in results), units_of(q[0]))]
    heads: int | None = op.kv_num_heads if len(q) == 3 else units_of(k[1])
    at = 2 if len(q) == 3 else 1
    places = (*((i, at) for i in range(3)), *((i, 1) for i in past))
    out = tuple((i, at if i == 0 else 1) for i in results)
    counts = ("q_num_heads", "kv_num_heads") if len(q) == 3 else ()
    return [*found, Factor(places, out, heads, counts=counts)]
