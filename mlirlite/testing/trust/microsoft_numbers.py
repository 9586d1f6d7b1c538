"""What operators of com.microsoft compute, by numpy in f64 and int64: sums of products of bytes do
not saturate, sums with a bias do not wrap, and nothing is rounded before the result is."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
import onnx
from onnx import helper, numpy_helper

from mlirlite.testing.trust.microsoft_node import Array, Node, or_zero, wide
from mlirlite.testing.trust.microsoft_packed_numbers import PACKED_NUMBERS

# Activations and products of floats


def _erf(x: Array) -> Array:
    return np.vectorize(math.erf, otypes=[float])(x)


def _gelu(x: Array) -> Array:
    return x * (1 + _erf(x / math.sqrt(2))) / 2


def _fast_gelu(n: Node) -> Array:
    x = n["X"] + or_zero(n["bias"])
    return x * (1 + np.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x**3))) / 2


def _sigmoid(x: Array) -> Array:
    return np.exp(-np.logaddexp(0, -x))


def _quick_gelu(n: Node) -> Array:
    return n["X"] * _sigmoid(n.attribute("alpha", 1.702) * n["X"])


def _transposed(x: Array, is_transposed: int) -> Array:
    return x.swapaxes(-1, -2) if is_transposed and x.ndim > 1 else x


def _fused_matmul(n: Node) -> Array:
    a, b = (_transposed(n[x], n.attribute(f"trans{x}")) for x in "AB")
    return n.attribute("alpha", 1.0) * (a @ b)


def _activated(n: Node, x: Array) -> Array:
    slope, offset = n.attribute("activation_alpha", 0.01), n.attribute("activation_beta", 0.5)
    known = {
        "": x,
        "Relu": np.maximum(x, 0),
        "Tanh": np.tanh(x),
        "Sigmoid": _sigmoid(x),
        "LeakyRelu": np.where(x < 0, slope * x, x),
        "HardSigmoid": np.clip(slope * x + offset, 0, 1),
    }
    return known[n.attribute("activation", "")]


def _fused_gemm(n: Node) -> Array:
    product = n.attribute("alpha", 1.0) * (
        _transposed(n["A"], n.attribute("transA")) @ _transposed(n["B"], n.attribute("transB"))
    )
    if n["C"] is not None:
        product = product + n.attribute("beta", 1.0) * np.broadcast_to(n["C"], product.shape)
    return _activated(n, product)


# Normalizations


def _normal(n: Node, x: Array, scale: Array, bias: Array | None, default: float) -> Array:
    centered = x - x.mean(-1, keepdims=True)
    return _root(n, centered, scale, default) + or_zero(bias)


def _root(n: Node, x: Array, scale: Array, default: float) -> Array:
    square = (x * x).mean(-1, keepdims=True)
    return x / np.sqrt(square + n.attribute("epsilon", default)) * scale


def _skip(n: Node) -> list[Array | None]:
    total = n["input"] + n["skip"] + or_zero(n["bias"])
    return [_normal(n, total, n["gamma"], n["beta"], 1e-12), None, None, total]


def _skip_root(n: Node) -> list[Array | None]:
    total = n["input"] + n["skip"] + or_zero(n["bias"])
    return [_root(n, total, n["gamma"], 1e-12), None, None, total]


def _embed(n: Node) -> Array:
    places = np.arange(n["input_ids"].shape[1]) if n["position_ids"] is None else n["position_ids"]
    total = n["word_embedding"][n["input_ids"]] + n["position_embedding"][places]
    if n["segment_ids"] is not None:
        total = total + n["segment_embedding"][n["segment_ids"]]
    return _normal(n, total, n["gamma"], n["beta"], 1e-12)


# Quantized


def _real(n: Node, first: int, axis: int | None = None) -> Array:
    """Operands `first` (quantized), +1 (scale) and +2 (zero point), dequantized."""
    x, scale, zero = (wide(v) for v in (*n.operands, None, None, None)[first : first + 3])
    assert x is not None
    assert scale is not None
    if axis is not None and scale.ndim == 1 and x.ndim:
        along = [-1 if d == axis % x.ndim else 1 for d in range(x.ndim)]
        scale, zero = (v if v is None or v.size == 1 else v.reshape(along) for v in (scale, zero))
    return (x - or_zero(zero)) * scale


def _quantized(n: Node, x: Array, scale: int, axis: int | None = None) -> Array:
    """Numbers quantized by operands `scale` and +1, to the type of that."""
    step, zero = (*n.operands, None)[scale : scale + 2]
    assert step is not None
    dtype = np.dtype(np.uint8) if zero is None else zero.dtype
    if axis is not None and step.ndim == 1 and step.size != 1:
        along = [-1 if d == axis % x.ndim else 1 for d in range(x.ndim)]
        step, zero = step.reshape(along), None if zero is None else zero.reshape(along)
    limits = np.iinfo(dtype)
    whole = np.rint(x / wide(step)) + or_zero(wide(zero))
    return np.clip(np.nan_to_num(whole, nan=limits.min), limits.min, limits.max).astype(dtype)


def _average(n: Node) -> Array:
    """The mean of all places of a channel."""
    x = _real(n, 0)
    return _quantized(n, x.mean(tuple(range(2, x.ndim)), keepdims=True), 3)


def _by_onnx(operator: str, n: Node, operands: Sequence[Array], **given: Any) -> Array:
    """An operator of ONNX's with the node's attributes, in f64."""
    from onnx.reference import ReferenceEvaluator

    names = [f"x{i}" for i in range(len(operands))]
    known = {
        k: v for k, v in n.attributes.items() if k in onnx.defs.get_schema(operator).attributes
    }
    node = helper.make_node(operator, names, ["y"], **known | given)
    inputs = [helper.make_tensor_value_info(name, onnx.TensorProto.DOUBLE, None) for name in names]
    graph = helper.make_graph([node], "g", inputs, [helper.make_empty_tensor_value_info("y")])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 22)])
    y: Array = ReferenceEvaluator(model).run(None, dict(zip(names, operands, strict=True)))[0]
    return y


def _fused_conv(n: Node) -> Array:
    operands = [x for x in (n["X"], n["W"], n["B"]) if x is not None]
    params = n.attribute("activation_params", [])
    names = ("activation_alpha", "activation_beta")
    n.attributes.update(zip(names, params, strict=False))
    return _activated(n, _by_onnx("Conv", n, operands) + or_zero(n["Z"]))


def _pool(n: Node) -> Array:
    return _quantized(n, _by_onnx("AveragePool", n, [_real(n, 0)]), 3)


def _concat(n: Node) -> Array:
    parts = [_real(n, i) for i in range(2, len(n.operands), 3)]
    return _quantized(n, np.concatenate(parts, n.attribute("axis", 1)), 0)


def _softmax(x: Array, axis: int = -1) -> Array:
    powers = np.exp(x - x.max(axis, keepdims=True))
    return np.asarray(powers / powers.sum(axis, keepdims=True))


def _leaky(n: Node) -> Array:
    x = _real(n, 0)
    return _quantized(n, np.where(x < 0, n.attribute("alpha", 0.01) * x, x), 3)


def _gemm(n: Node) -> Array:
    """Exact sums of products and a bias, which is in units of both scales; then one rounding."""
    a = _transposed(n["A"] - n["a_zero_point"], n.attribute("transA"))
    b = n["B"] - n["b_zero_point"].reshape(_of_columns(n["b_zero_point"], n.attribute("transB")))
    total = a @ _transposed(b, n.attribute("transB"))
    if n["C"] is not None:
        total = total + np.broadcast_to(n["C"], total.shape)
    y = n.attribute("alpha", 1.0) * total * (n["a_scale"] * n["b_scale"])
    return y if n["y_scale"] is None else _quantized(n, y, 7)


def _of_columns(x: Array, is_transposed: int) -> tuple[int, ...]:
    """The shape in which a number for each column is subtracted from a matrix."""
    return (-1, 1) if is_transposed else (1, -1)


def _integer_product(n: Node, a: Array, a_zero: Any, scale: Any) -> Array:
    b = n["B"] - or_zero(n["b_zero_point"])
    product = (a - a_zero) @ b
    return product * (scale * n["b_scale"]) + or_zero(n["bias"])


def _integer_to_float(n: Node) -> Array:
    return _integer_product(n, n["A"], or_zero(n["a_zero_point"]), n["a_scale"])


def _dynamic(n: Node) -> Array:
    """The range of A, with 0 in it, is that of its bytes."""
    a = n.by_name["A"]
    assert a is not None
    low, high = min(a.min(), np.float32(0)), max(a.max(), np.float32(0))
    scale = (high - low) / np.float32(255)
    zero = int(np.rint(-low / scale)) if scale else 0
    bytes_ = np.clip(np.rint(a / scale) + zero, 0, 255) if scale else np.zeros(a.shape)
    return _integer_product(n, bytes_.astype(np.int64), zero, float(scale))


# Packed weights


# Attention


def _heads(x: Array, count: int) -> Array:
    """(batch, rows, columns) -> (batch, head, row, width)"""
    return x.reshape(*x.shape[:2], count, -1).transpose(0, 2, 1, 3)


def _merged(x: Array) -> Array:
    return x.transpose(0, 2, 1, 3).reshape(x.shape[0], x.shape[2], -1)


def _turned(x: Array, cos: Array, sin: Array, interleaved: int) -> Array:
    """(batch, head, row, width), turned by angles of (batch, row, half)."""
    half, out = cos.shape[-1], x.copy()
    first, second = slice(0, half), slice(half, 2 * half)
    if interleaved:
        first, second = slice(0, 2 * half, 2), slice(1, 2 * half, 2)
    c, s = cos[:, None], sin[:, None]
    out[..., first] = x[..., first] * c - x[..., second] * s
    out[..., second] = x[..., first] * s + x[..., second] * c
    return out


def _rotary(n: Node) -> Array:
    x, places = n["input"], n["position_ids"]
    heads = n.attribute("num_heads") or x.shape[-1] // (2 * n["cos_cache"].shape[1])
    split = x if x.ndim == 4 else _heads(x, heads)
    if places.ndim == 1:
        places = places[0] + np.arange(split.shape[2])[None]
    cos, sin = n["cos_cache"][places], n["sin_cache"][places]
    turned = _turned(split, cos, sin, n.attribute("interleaved"))
    return turned if x.ndim == 4 else _merged(turned)


def _attended(scores: Array, values: Array) -> Array:
    return _merged(_softmax(scores) @ values)


def _multi_head(n: Node) -> list[Array | None]:
    heads = n.attribute("num_heads")
    parts = [n["query"], n["key"], n["value"]]
    if n["bias"] is not None:
        ends = np.cumsum([p.shape[2] for p in parts])[:-1]
        parts = [p + b for p, b in zip(parts, np.split(n["bias"], ends), strict=True)]
    q, k, v = (_heads(p, heads) for p in parts)
    return _with_past(n, q, k, v, (n["past_key"], n["past_value"]), n["key_padding_mask"])


def _attention(n: Node) -> list[Array | None]:
    heads, past = n.attribute("num_heads"), n["past"]
    joined = n["input"] @ n["weights"] + or_zero(n["bias"])
    q, k, v = (_heads(p, heads) for p in np.split(joined, 3, axis=-1))
    y, key, value = _with_past(n, q, k, v, (None, None) if past is None else past, n["mask_index"])
    return [y, None if key is None or value is None else np.stack([key, value])]


def _with_past(
    n: Node, q: Array, k: Array, v: Array, past: Sequence[Array | None], mask: Array | None
) -> list[Array | None]:
    if past[0] is not None and past[1] is not None:
        k, v = (np.concatenate([p, x], 2) for p, x in ((past[0], k), (past[1], v)))
    scores = q @ k.swapaxes(-1, -2) * (n.attribute("scale", 0.0) or q.shape[-1] ** -0.5)
    if n["attention_bias"] is not None:
        scores = scores + n["attention_bias"]
    if mask is not None:
        if mask.ndim not in (2, 3):
            raise ValueError("a mask of another rank")
        is_open = mask[:, None] if mask.ndim == 3 else mask[:, None, None]
        scores = scores + np.where(is_open > 0, 0, n.attribute("mask_filter_value", -10000.0))
    if n.attribute("unidirectional"):
        rows, total = scores.shape[-2:]
        scores = np.where(np.tri(rows, total, total - rows, dtype=bool), scores, -3.4e38)
    return [_attended(scores, v), k, v]


def _group_query(n: Node) -> list[Array | None]:
    """Batch by batch: the last new row is at `seqlens_k`; the first one at 0 if all are new."""
    heads, groups = n.attribute("num_heads"), n.attribute("kv_num_heads")
    query, total = n["query"], int(n["total_sequence_length"].reshape(()))
    batch, length, hidden = query.shape
    packed = n["key"] is None
    width = hidden // (heads + (2 * groups if packed else 0))
    ends = [heads * width, (heads + groups) * width]
    parts = np.split(query, ends, -1) if packed else (query, n["key"], n["value"])
    q, k, v = (_heads(p, c) for p, c in zip(parts, (heads, groups, groups), strict=True))
    past = n["past_key"], n["past_value"]
    rows = max(total, 0 if past[0] is None else past[0].shape[2])
    caches = [np.zeros((batch, groups, rows, width)) for _ in "kv"]
    for cache, old in zip(caches, past, strict=True):
        if old is not None:
            cache[:, :, : old.shape[2]] = old
    y = np.zeros((batch, heads, length, width))
    for i, last in enumerate(n["seqlens_k"].reshape(-1)):
        start = 0 if total == length else int(last) + 1 - length
        places = np.arange(start, start + length)
        angle = places if n["position_ids"] is None else n["position_ids"][i]
        q_i, k_i = q[i : i + 1], k[i : i + 1]
        if n.attribute("do_rotary"):
            c, s = (n[name][angle][None] for name in ("cos_cache", "sin_cache"))
            q_i, k_i = (_turned(x, c, s, n.attribute("rotary_interleaved")) for x in (q_i, k_i))
        kept = places[places < rows]
        caches[0][i][:, kept], caches[1][i][:, kept] = k_i[0][:, : kept.size], v[i][:, : kept.size]
        y[i] = _rows_of(n, i, q_i[0], caches, places)
    return [_merged(y), *caches]


def _rows_of(n: Node, i: int, q: Array, caches: Sequence[Array], places: Array) -> Array:
    """Attention of a batch's rows to the cache, (head, row, width)."""
    heads, width = q.shape[0], q.shape[-1]
    keys, values = (np.repeat(c[i], heads // c.shape[1], 0) for c in caches)
    scores = q @ keys.swapaxes(-1, -2) * (n.attribute("scale", 0.0) or width**-0.5)
    cap, window = n.attribute("softcap", 0.0), n.attribute("local_window_size", -1)
    if cap > 0:
        scores = np.tanh(scores / cap) * cap
    columns = np.arange(keys.shape[1])
    bias = n["attention_bias"]
    if bias is not None:
        added = np.broadcast_to(bias, (len(n["query"]), heads, *bias.shape[2:]))[i]
        room = np.zeros(scores.shape)
        room[..., : added.shape[-1]] = added[..., : room.shape[-1]]
        scores = scores + room
    seen = columns <= places[:, None]
    if window > 0:
        seen &= columns > places[:, None] - window
    scores = np.where(seen, scores, -np.inf)
    sink = n["head_sink"] if n["head_sink"] is not None else np.zeros(heads)
    if n["head_sink"] is not None or n.attribute("smooth_softmax"):
        scores = np.concatenate(
            [scores, np.broadcast_to(sink[:, None, None], (*scores.shape[:2], 1))], -1
        )
    return _softmax(scores)[..., : keys.shape[1]] @ values


Numbers = Callable[[Node], Array | list[Array | None]]

NUMBERS: dict[str, Numbers] = {
    "Attention": _attention,
    "BiasGelu": lambda n: _gelu(n["A"] + n["B"]),
    "DequantizeLinear": lambda n: _real(n, 0, n.attribute("axis", 1)),
    "DynamicQuantizeMatMul": _dynamic,
    "EmbedLayerNormalization": _embed,
    "FastGelu": _fast_gelu,
    "FusedConv": _fused_conv,
    "FusedGemm": _fused_gemm,
    "FusedMatMul": _fused_matmul,
    "Gelu": lambda n: _gelu(n["X"]),
    "GroupQueryAttention": _group_query,
    "LayerNormalization": lambda n: _normal(n, n["X"], n["Scale"], n["B"], 1e-5),
    "MatMulIntegerToFloat": _integer_to_float,
    "MultiHeadAttention": _multi_head,
    "QGemm": _gemm,
    "QLinearAdd": lambda n: _quantized(n, _real(n, 0) + _real(n, 3), 6),
    "QLinearAveragePool": _pool,
    "QLinearConcat": _concat,
    "QLinearGlobalAveragePool": _average,
    "QLinearLeakyRelu": _leaky,
    "QLinearMul": lambda n: _quantized(n, _real(n, 0) * _real(n, 3), 6),
    "QLinearSigmoid": lambda n: _quantized(n, _sigmoid(_real(n, 0)), 3),
    "QLinearSoftmax": lambda n: _quantized(n, _softmax(_real(n, 0), n.attribute("axis", -1)), 3),
    "QLinearWhere": lambda n: _quantized(n, np.where(n["condition"], _real(n, 1), _real(n, 4)), 7),
    "QuantizeLinear": lambda n: _quantized(n, n["x"], 1, n.attribute("axis", 1)),
    "QuickGelu": _quick_gelu,
    "RotaryEmbedding": _rotary,
    "SimplifiedLayerNormalization": lambda n: _root(n, n["X"], n["scale"], 1e-5),
    "SkipLayerNormalization": _skip,
    "SkipSimplifiedLayerNormalization": _skip_root,
    "TransposeMatMul": _fused_matmul,
    **PACKED_NUMBERS,
}


def numbers_of(model: onnx.ModelProto, feeds: Mapping[str, Array]) -> list[Array]:
    """The outputs of a model of one node. KeyError for an operator that is not here; what does not
    fit raises whatever numpy does."""
    node = model.graph.node[0]
    weights = {w.name: numpy_helper.to_array(w) for w in model.graph.initializer}
    found = NUMBERS[node.op_type](Node(node, weights | dict(feeds)))
    results = found if isinstance(found, list) else [found]
    places = {name: i for i, name in enumerate(node.output) if name}
    given = [results[places[o.name]] for o in model.graph.output]
    return [np.asarray(y, np.float32) if y.dtype == float else y for y in given if y is not None]
