"""What operators of com.microsoft with weights of few bits compute, by numpy in f64."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from mlirlite.testing.trust.microsoft_node import Array, Node, or_zero


def _unpacked(packed: Array, bits: int) -> Array:
    """Numbers of a last axis of bytes, the low bits first."""
    shifts = np.arange(0, 8, bits)
    numbers = packed.astype(np.int64)[..., None] >> shifts & (1 << bits) - 1
    return numbers.reshape(*packed.shape[:-1], -1)


def _matmul_bits(n: Node) -> Array:
    inner, columns = n.attribute("K"), n.attribute("N")
    bits, block = n.attribute("bits", 4), n.attribute("block_size")
    blocks = -(-inner // block)
    numbers = _unpacked(n["B"].reshape(columns, -1), bits)[:, : blocks * block]
    scales = n["scales"].reshape(columns, blocks)
    given = n.by_name.get("zero_points")
    zeros: Array = np.full((columns, blocks), 1 << bits - 1)
    if given is not None and given.dtype == np.uint8:
        zeros = _unpacked(given.reshape(columns, -1), bits)[:, :blocks]
    elif given is not None:
        zeros = given.astype(float).reshape(columns, blocks)
    group = np.arange(blocks * block) // block if n["g_idx"] is None else n["g_idx"]
    group = group[:inner]
    weights = (numbers[:, :inner] - zeros[:, group]) * scales[:, group]
    return n["A"] @ weights.T + or_zero(n["bias"])


def _book(kind: int) -> Array:
    """The numbers of FP4, as a sign, two bits and one bit make them, or of NF4."""
    if kind:
        half = [0.0795803, 0.1609302, 0.2461123, 0.33791524, 0.44070983, 0.562617, 0.72295684, 1]
        rest = [-1, -0.6961928, -0.52507305, -0.3949175, -0.28444138, -0.18477343, -0.09105004, 0]
        return np.array([*rest, *half])
    positive = [0, 1 / 192, 2 / 3, 1, 1 / 3, 1 / 2, 1 / 6, 1 / 4]
    return np.array([*positive, *(-x for x in positive)])


def _matmul_book(n: Node) -> Array:
    inner, columns, block = n.attribute("K"), n.attribute("N"), n.attribute("block_size")
    if not n.attribute("transB", 1):
        raise ValueError("onnxruntime errs")
    places = np.stack([n["B"] >> 4, n["B"] & 15], -1).reshape(-1)[: inner * columns]
    factors = np.repeat(n["absmax"].reshape(-1), block)[: inner * columns]
    weights = (_book(n.attribute("quant_type"))[places] * factors).reshape(columns, inner)
    return n["A"] @ weights.T


def _gathered(n: Node) -> Array:
    """Rows of a packed table, along its first axis, of blocks along its last one."""
    bits, block = n.attribute("bits", 4), n.attribute("block_size", 128)
    if n.attribute("gather_axis") or n.attribute("quantize_axis", 1) != 1:
        raise ValueError("other axes")
    numbers, scales = _unpacked(n["data"], bits), n["scales"]
    zeros = np.full(scales.shape, 1 << bits - 1)
    if n["zero_points"] is not None:
        zeros = _unpacked(n["zero_points"], bits)[:, : scales.shape[1]]
    block_of = np.arange(numbers.shape[1]) // block
    return ((numbers - zeros[:, block_of]) * scales[:, block_of])[n["indices"]]


def _layer(n: Node, name: str, depth: int) -> tuple[Array, Array]:
    """The matrices of all experts, `[experts, columns, depth]`, and their biases."""
    bits, block = n.attribute("expert_weight_bits", 4), n.attribute("block_size")
    numbers = _unpacked(n[f"{name}_experts_weights"], bits)
    columns = numbers.shape[1]
    scales, given = n[f"{name}_scales"], n[f"{name}_zero_points"]
    if not block:
        scales, block = scales[..., None], depth
        zeros = np.full(scales.shape, 1 << bits - 1)
        if given is not None:
            zeros = _unpacked(given, bits)[:, :columns, None]
    else:
        zeros = np.full(scales.shape, 1 << bits - 1)
        if given is not None:
            zeros = _unpacked(given, bits)[..., : scales.shape[2]]
    of = np.arange(depth) // block
    return (numbers - zeros[..., of]) * scales[..., of], n[f"{name}_experts_bias"]


def _active(n: Node, x: Array) -> Array:
    def swish(g: Array, alpha: float = 1.0) -> Array:
        return g * np.exp(-np.logaddexp(0, -alpha * g))

    kind = n.attribute("activation_type", "relu")
    if kind == "swiglu":
        limit = n.attribute("swiglu_limit", math.inf)
        gate, value = np.minimum(x[0::2], limit), np.clip(x[1::2], -limit, limit)
        shift = n.attribute("activation_beta", 0.0)
        return swish(gate, n.attribute("activation_alpha", 1.0)) * (value + shift)
    cubic = math.sqrt(2 / math.pi) * (x + 0.044715 * x**3)
    known = {
        "relu": np.maximum(x, 0),
        "gelu": x * (1 + np.tanh(cubic)) / 2,
        "silu": swish(x),
        "identity": x,
    }
    return known[kind]


def _experts(n: Node) -> Array:
    """Rows through their k experts with the largest probabilities, of equal ones the last."""
    x, probs, weights, k = n["input"], n["router_probs"], n["router_weights"], n.attribute("k", 1)
    rows = x.reshape(-1, x.shape[-1])
    first, bias = _layer(n, "fc1", rows.shape[1])
    second, offset = _layer(
        n, "fc2", n["fc2_experts_weights"].shape[2] * 8 // n.attribute("expert_weight_bits", 4)
    )
    y = np.zeros_like(rows)
    for i, row in enumerate(rows):
        chosen = sorted(range(probs.shape[1]), key=lambda e: (probs[i, e], e))[::-1][:k]
        shares = np.exp(probs[i, chosen] - probs[i, chosen].max())
        shares = shares / shares.sum()
        if weights is not None:
            shares = weights[i, chosen]
            if n.attribute("normalize_routing_weights"):
                shares = shares / shares.sum()
        for e, share in zip(chosen, shares, strict=True):
            inner = _active(n, first[e] @ row + (0 if bias is None else bias[e]))
            if share > 1e-8:
                y[i] += share * (second[e] @ inner + (0 if offset is None else offset[e]))
    return y.reshape(x.shape)


PACKED_NUMBERS: dict[str, Callable[[Node], Array]] = {
    "GatherBlockQuantized": _gathered,
    "MatMulBnb4": _matmul_book,
    "MatMulNBits": _matmul_bits,
    "QMoE": _experts,
}
