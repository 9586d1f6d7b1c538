"""Operators of com.microsoft as models of one node with inputs. onnxruntime declares these
operators; what they compute is in `microsoft_numbers.py`, by numpy."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import numpy as np
import onnx
from onnx import helper, numpy_helper

from mlirlite.dialects.onnx.microsoft import DOMAIN
from mlirlite.testing.onnx_suite import SuiteCase

KIND = "microsoft"

RNG = np.random.default_rng(0)


def floats(*shape: int) -> Any:
    """Normal numbers, f32."""
    return RNG.standard_normal(shape).astype(np.float32)


def bytes_of(dtype: Any, *shape: int) -> Any:
    """Any bytes."""
    info = np.iinfo(dtype)
    return RNG.integers(info.min, info.max, shape, dtype, endpoint=True)


def f32(value: float) -> Any:
    """A number."""
    return np.array(value, np.float32)


def u8(value: int) -> Any:
    """A byte."""
    return np.array(value, np.uint8)


KEPT = np.array([[1, 1, 1, 1], [1, 1, 0, 0]], np.int32)
X, W, B = floats(2, 4, 8), floats(8, 24) / 3, floats(24)
Q, Z = bytes_of(np.uint8, 2, 3, 4, 4), u8(120)
SCALE = f32(0.02)

PLACES = np.array([[0, 1, 2, 3], [2, 3, 4, 5]])
ANGLES = np.arange(16)[:, None] * 0.5 ** np.arange(8)
COS, SIN = np.cos(ANGLES).astype(np.float32), np.sin(ANGLES).astype(np.float32)
GROUPS = {"num_heads": 2, "kv_num_heads": 1}
QKV = [floats(2, 5, 32), floats(2, 5, 16), floats(2, 5, 16)]
NEW = [floats(2, 1, 32), floats(2, 1, 16), floats(2, 1, 16)]
FIRST = [None, None, np.array([4, 4], np.int32), np.array(5, np.int32)]
PAST = list(floats(2, 2, 1, 3, 16))
ROOM = [np.pad(p, [(0, 0), (0, 0), (0, 6), (0, 0)]) for p in PAST]
NEXT = [np.array([3, 3], np.int32), np.array(4, np.int32)]

Given = tuple[str, Sequence[Any], int | Sequence[int], Mapping[str, Any]]
"""Operator; inputs: arrays, None where one is absent, a tuple of one for a weight; how many outputs
there are, or which; attributes."""

CASES: dict[str, Given] = {
    "gelu": ("Gelu", [X], 1, {}),
    "bias_gelu": ("BiasGelu", [X, floats(8)], 1, {}),
    "fast_gelu": ("FastGelu", [X], 1, {}),
    "fast_gelu_bias": ("FastGelu", [X, floats(8)], 1, {}),
    "quick_gelu": ("QuickGelu", [X], 1, {"alpha": 1.5}),
    "fused_matmul": ("FusedMatMul", [X, floats(8, 8)], 1, {"transB": 1, "alpha": 0.5}),
    "fused_matmul_a": ("FusedMatMul", [X, floats(2, 4, 3)], 1, {"transA": 1}),
    "transpose_matmul": ("TransposeMatMul", [X, floats(2, 4, 3)], 1, {"transA": 1, "alpha": 2.0}),
    "fused_gemm": (
        "FusedGemm",
        [floats(3, 4), floats(5, 4), floats(5)],
        1,
        {"transB": 1, "activation": "LeakyRelu", "activation_alpha": 0.2},
    ),
    "fused_conv": (
        "FusedConv",
        [floats(1, 2, 5, 5), floats(3, 2, 3, 3), floats(3)],
        1,
        {"kernel_shape": [3, 3], "pads": [1, 1, 1, 1], "activation": "Relu"},
    ),
    "fused_conv_sum": (
        "FusedConv",
        [floats(1, 2, 5, 5), floats(3, 2, 1, 1), floats(3), floats(1, 3, 5, 5)],
        1,
        {"activation": "Relu"},
    ),
    "skip_layer_norm": (
        "SkipLayerNormalization",
        [X, floats(2, 4, 8), floats(8), floats(8), floats(8)],
        (0, 3),
        {"epsilon": 1e-5},
    ),
    "skip_rms_norm": (
        "SkipSimplifiedLayerNormalization",
        [X, floats(2, 4, 8), floats(8)],
        (0, 3),
        {"epsilon": 1e-5},
    ),
    "rms_norm": ("SimplifiedLayerNormalization", [X, floats(8)], 1, {"axis": -1, "stash_type": 1}),
    "old_layer_norm": ("LayerNormalization", [X, floats(8), floats(8)], 1, {"axis": -1}),
    "embed": (
        "EmbedLayerNormalization",
        [
            RNG.integers(0, 9, (2, 4), np.int32),
            RNG.integers(0, 2, (2, 4), np.int32),
            (floats(9, 8),),
            (floats(6, 8),),
            (floats(2, 8),),
            (floats(8),),
            (floats(8),),
        ],
        (0,),
        {"epsilon": 1e-5},
    ),
    "attention": ("Attention", [X, (W,), (B,)], 1, {"num_heads": 2}),
    "attention_mask": ("Attention", [X, (W,), (B,), KEPT], 1, {"num_heads": 2}),
    "attention_causal": ("Attention", [X, (W,), (B,)], 1, {"num_heads": 4, "unidirectional": 1}),
    "multi_head": (
        "MultiHeadAttention",
        [X, floats(2, 6, 8), floats(2, 6, 8), (B,)],
        1,
        {"num_heads": 2},
    ),
    "multi_head_causal": (
        "MultiHeadAttention",
        [X, floats(2, 4, 8), floats(2, 4, 8)],
        1,
        {"num_heads": 2, "unidirectional": 1},
    ),
    "multi_head_causal_past": (
        "MultiHeadAttention",
        [X, floats(2, 4, 8), floats(2, 4, 8), (B,), None, None, *floats(2, 2, 2, 3, 4)],
        3,
        {"num_heads": 2, "unidirectional": 1},
    ),
    "multi_head_large_mask": (
        "MultiHeadAttention",
        [X, floats(2, 4, 8), floats(2, 4, 8), None, 3 * KEPT],
        1,
        {"num_heads": 2},
    ),
    "multi_head_bias": (
        "MultiHeadAttention",
        [X, floats(2, 4, 8), floats(2, 4, 8), None, None, floats(1, 2, 4, 4)],
        1,
        {"num_heads": 2, "scale": 0.3},
    ),
    "matmul_4_bits": (
        "MatMulNBits",
        [floats(3, 40), (bytes_of(np.uint8, 6, 2, 16),), (floats(12),)],
        1,
        {"K": 40, "N": 6, "bits": 4, "block_size": 32},
    ),
    "matmul_4_bits_zeros": (
        "MatMulNBits",
        [
            floats(2, 3, 64),
            (bytes_of(np.uint8, 6, 4, 8),),
            (floats(24),),
            (bytes_of(np.uint8, 12),),
        ],
        1,
        {"K": 64, "N": 6, "bits": 4, "block_size": 16},
    ),
    "matmul_4_bits_groups": (
        "MatMulNBits",
        [
            floats(3, 64),
            (bytes_of(np.uint8, 6, 4, 8),),
            (floats(24),),
            None,  # with zero points onnxruntime 1.31 errs, even for groups in order
            (RNG.permutation(np.arange(64, dtype=np.int32) % 4),),
        ],
        1,
        {"K": 64, "N": 6, "bits": 4, "block_size": 16},
    ),
    "matmul_8_bits": (
        "MatMulNBits",
        [floats(3, 64), (bytes_of(np.uint8, 6, 2, 32),), (floats(12),)],
        1,
        {"K": 64, "N": 6, "bits": 8, "block_size": 32},
    ),
    "matmul_4_bits_bias": (
        "MatMulNBits",
        [floats(3, 40), (bytes_of(np.uint8, 6, 2, 16),), (floats(12),), None, None, (floats(6),)],
        1,
        {"K": 40, "N": 6, "bits": 4, "block_size": 32},
    ),
    "matmul_fp4": (
        "MatMulBnb4",
        [floats(3, 64), (bytes_of(np.uint8, 6 * 32),), (floats(12),)],
        1,
        {"K": 64, "N": 6, "block_size": 32, "quant_type": 0},
    ),
    "matmul_nf4_parts": (
        "MatMulBnb4",
        [floats(2, 3, 48), (bytes_of(np.uint8, 5 * 24),), (floats(8),)],
        1,
        {"K": 48, "N": 5, "block_size": 32, "quant_type": 1},
    ),
    "matmul_nf4_anywhere": (
        "MatMulBnb4",
        [floats(3, 15), (bytes_of(np.uint8, 38),), (floats(5),)],
        1,
        {"K": 15, "N": 5, "block_size": 16, "quant_type": 1},
    ),
    "experts": (
        "QMoE",
        [
            floats(3, 16),
            floats(3, 4),
            (bytes_of(np.uint8, 4, 32, 8),),
            (floats(4, 32) / 20,),
            (floats(4, 32),),
            (bytes_of(np.uint8, 4, 16, 16),),
            (floats(4, 16) / 20,),
            (floats(4, 16),),
        ],
        1,
        {"k": 2, "activation_type": "silu"},
    ),
    "experts_gated": (
        "QMoE",
        [
            floats(1, 3, 32),
            floats(3, 4),
            (bytes_of(np.uint8, 4, 64, 16),),
            (floats(4, 64, 2) / 20,),
            None,
            (bytes_of(np.uint8, 4, 32, 16),),
            (floats(4, 32, 2) / 20,),
            *[None] * 4,
            (bytes_of(np.uint8, 4, 64, 1),),
            (bytes_of(np.uint8, 4, 32, 1),),
            None,
            np.abs(floats(3, 4)),
        ],
        1,
        {
            "k": 2,
            "activation_type": "swiglu",
            "swiglu_fusion": 1,
            "swiglu_limit": 2.0,
            "activation_alpha": 1.5,
            "activation_beta": 1.0,
            "block_size": 16,
            "normalize_routing_weights": 1,
        },
    ),
    "experts_of_bytes": (
        "QMoE",
        [
            floats(2, 8),
            floats(2, 3),
            (bytes_of(np.uint8, 3, 16, 8),),
            (floats(3, 16) / 200,),
            None,
            (bytes_of(np.uint8, 3, 8, 16),),
            (floats(3, 8) / 200,),
            *[None] * 4,
            (bytes_of(np.uint8, 3, 16),),
            (bytes_of(np.uint8, 3, 8),),
        ],
        1,
        {"k": 3, "activation_type": "gelu", "expert_weight_bits": 8},
    ),
    "gather_4_bits": (
        "GatherBlockQuantized",
        [
            (bytes_of(np.uint8, 6, 32),),
            np.array([[1, 4, -1], [0, -6, 5]]),
            (floats(6, 4),),
            (bytes_of(np.uint8, 6, 2),),
        ],
        1,
        {"bits": 4, "block_size": 16},
    ),
    "attention_past": (
        "Attention",
        [X, (W,), (B,), None, floats(2, 2, 2, 3, 4)],
        2,
        {"num_heads": 2, "unidirectional": 1},
    ),
    "multi_head_past": (
        "MultiHeadAttention",
        [X, floats(2, 4, 8), floats(2, 4, 8), (B,), None, None, *floats(2, 2, 2, 3, 4)],
        3,
        {"num_heads": 2},
    ),
    "rotary": ("RotaryEmbedding", [X, PLACES, COS[:, :2], SIN[:, :2]], 1, {"num_heads": 2}),
    "rotary_heads": (
        "RotaryEmbedding",
        [floats(2, 3, 4, 8), np.array([2]), COS[:, :2], SIN[:, :2]],
        1,
        {"interleaved": 1, "rotary_embedding_dim": 4, "num_heads": 3},
    ),
    "group_query": ("GroupQueryAttention", [*QKV, *FIRST], 3, GROUPS),
    "group_query_rotary": (
        "GroupQueryAttention",
        [*QKV, *FIRST, COS, SIN],
        3,
        {**GROUPS, "do_rotary": 1},
    ),
    "group_query_past": (
        "GroupQueryAttention",
        [*NEW, *PAST, *NEXT, COS, SIN],
        3,
        {**GROUPS, "do_rotary": 1, "rotary_interleaved": 1},
    ),
    "group_query_room": (
        "GroupQueryAttention",
        [*NEW, *ROOM, *NEXT],
        3,
        {**GROUPS, "scale": 0.3},
    ),
    "group_query_lengths": (
        "GroupQueryAttention",
        [*NEW, *ROOM, np.array([5, 2], np.int32), np.array(6, np.int32), COS, SIN],
        3,
        {**GROUPS, "do_rotary": 1},
    ),
    "group_query_packed": (
        "GroupQueryAttention",
        [floats(2, 5, 64), None, None, *FIRST],
        3,
        {**GROUPS, "local_window_size": 2, "softcap": 0.5},
    ),
    "group_query_window": (
        "GroupQueryAttention",
        [*NEW, *ROOM, *NEXT],
        3,
        {**GROUPS, "local_window_size": 2},
    ),
    "group_query_softcap": (
        "GroupQueryAttention",
        [*QKV, *FIRST],
        3,
        {**GROUPS, "local_window_size": 3, "softcap": 0.5, "scale": 0.7},
    ),
    "group_query_smooth": (
        "GroupQueryAttention",
        [*NEW, *PAST, *NEXT],
        3,
        {**GROUPS, "smooth_softmax": 1},
    ),
    "group_query_sink": (
        "GroupQueryAttention",
        [*QKV, *FIRST, *[None] * 4, floats(2)],
        3,
        {**GROUPS, "local_window_size": 2},
    ),
    "group_query_bias": (
        "GroupQueryAttention",
        [*QKV, *FIRST, *[None] * 3, floats(2, 1, 5, 5)],
        3,
        {**GROUPS, "softcap": 2.0},
    ),
    "qlinear_add": ("QLinearAdd", [Q, SCALE, Z, Q[:, :1], f32(0.03), Z, f32(0.05), Z], 1, {}),
    "qlinear_mul": ("QLinearMul", [Q, SCALE, Z, Q, f32(0.03), Z, f32(0.1), Z], 1, {}),
    "qlinear_sigmoid": ("QLinearSigmoid", [Q, (SCALE,), (Z,), (f32(0.004),), (u8(0),)], 1, {}),
    "qlinear_leaky": (
        "QLinearLeakyRelu",
        [Q, (SCALE,), (Z,), (SCALE,), (Z,)],
        1,
        {"alpha": 0.2},
    ),
    "qlinear_average": (
        "QLinearAveragePool",
        [Q, SCALE, Z, SCALE, Z],
        1,
        {"kernel_shape": [2, 2]},
    ),
    "qlinear_global": ("QLinearGlobalAveragePool", [Q, SCALE, Z, f32(0.01), Z], 1, {}),
    "qlinear_concat": (
        "QLinearConcat",
        [(SCALE,), (Z,), Q, (SCALE,), (u8(100),), Q, (f32(0.03),), (Z,)],
        1,
        {"axis": 1},
    ),
    "qlinear_softmax": (
        "QLinearSoftmax",
        [Q, (SCALE,), (Z,), (f32(1 / 256),), (u8(0),)],
        1,
        {"axis": -1, "opset": 13},
    ),
    "qlinear_where": (
        "QLinearWhere",
        [Q > 99, Q, (SCALE,), (Z,), Q[:, :1], (f32(0.03),), (u8(9),), (SCALE,), (Z,)],
        1,
        {},
    ),
    "qgemm": (
        "QGemm",
        [
            bytes_of(np.uint8, 3, 8),
            SCALE,
            Z,
            (bytes_of(np.int8, 5, 8),),
            (floats(5) ** 2,),
            (np.zeros(5, np.int8),),
            (RNG.integers(-99, 99, 5, np.int32),),
            f32(0.5),
            Z,
        ],
        1,
        {"transB": 1},
    ),
    "qgemm_real": (
        "QGemm",
        [bytes_of(np.uint8, 3, 8), SCALE, Z, (bytes_of(np.uint8, 8, 5),), SCALE, Z],
        1,
        {"alpha": 0.5},
    ),
    "qgemm_large_bias": (
        "QGemm",
        [
            np.full((2, 4), 255, np.uint8),
            f32(2.0**-30),
            u8(0),
            np.full((4, 4), 255, np.uint8),
            f32(1),
            u8(0),
            np.array([2**31 - 1, -(2**31), 2**31 - 4 * 255**2, 0], np.int32),
        ],
        1,
        {},
    ),
    "qgemm_long": (
        "QGemm",
        [
            np.full((2, 2000), 255, np.uint8),
            f32(0.5),
            u8(0),
            (np.full((3, 2000), 255, np.uint8),),
            (f32(1),),
            (u8(0),),
            (np.arange(-1, 2, dtype=np.int32) - 2000 * 255**2,),
        ],
        1,
        {"transB": 1},
    ),
    "quantize": ("QuantizeLinear", [X, f32(0.1), u8(128)], 1, {}),
    "dequantize": ("DequantizeLinear", [Q, SCALE, Z], 1, {}),
    "dynamic_matmul": (
        "DynamicQuantizeMatMul",
        [floats(3, 8), (bytes_of(np.int8, 8, 5),), (f32(0.01),), (np.int8(2),), (floats(5),)],
        1,
        {},
    ),
    "integer_matmul": (
        "MatMulIntegerToFloat",
        [bytes_of(np.uint8, 3, 8), (bytes_of(np.int8, 8, 5),), f32(0.1), (f32(0.02),), u8(9)],
        1,
        {},
    ),
}


def model_of(case: Given) -> tuple[onnx.ModelProto, dict[str, Any]]:
    """A model of one node, whose inputs have known sizes, and what it is fed with."""
    operator, inputs, outputs, attributes = case
    indices = range(outputs) if isinstance(outputs, int) else outputs
    names = [f"y{i}" if i in indices else "" for i in range(max(indices) + 1)]
    used, given, weights, feeds = [], [], [], {}
    for i, value in enumerate(inputs):
        name = "" if value is None else f"x{i}"
        used.append(name)
        if isinstance(value, tuple):
            weights.append(numpy_helper.from_array(np.asarray(value[0]), name))
        elif value is not None:
            kind = helper.np_dtype_to_tensor_dtype(value.dtype)
            given.append(helper.make_tensor_value_info(name, kind, value.shape))
            feeds[name] = value
    if operator == "EmbedLayerNormalization":
        names[1:] = ["unused"]
    plain = operator in ("SimplifiedLayerNormalization", "LayerNormalization")
    domain = "" if plain else DOMAIN
    node = helper.make_node(operator, used, names, name="n", domain=domain, **attributes)
    made = [helper.make_empty_tensor_value_info(n) for n in names if n and n != "unused"]
    graph = helper.make_graph([node], "g", given, made, weights)
    opsets = [helper.make_opsetid("", 15), helper.make_opsetid(DOMAIN, 1)]
    return helper.make_model(graph, opset_imports=opsets, ir_version=8), feeds


@cache
def microsoft_cases() -> tuple[SuiteCase, ...]:
    """All cases, as tests of a suite: `microsoft_gelu`, …"""
    found = []
    for name, case in CASES.items():
        model, feeds = model_of(case)
        inputs = list(feeds.values())
        bytes_in = any(v.dtype.kind in "iu" for v in inputs)
        atol = 1.0 if bytes_in and case[0].startswith("Q") else 1e-4
        found.append(SuiteCase(f"microsoft_{name}", KIND, model, [(inputs, [])], 1e-4, atol))
    return tuple(found)
