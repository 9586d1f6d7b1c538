"""Operators of com.microsoft, written by ONNX's own, give what onnxruntime gives; products of
unsigned and signed bytes, which saturate in onnxruntime on some processors, what numpy does."""

import numpy as np
import onnxruntime
import pytest
from onnx import helper, numpy_helper

import mlirlite

pytestmark = pytest.mark.processor

RNG = np.random.default_rng(0)


def floats(*shape):
    return RNG.standard_normal(shape).astype(np.float32)


def bytes_of(dtype, *shape):
    info = np.iinfo(dtype)
    return RNG.integers(info.min, info.max, shape, dtype, endpoint=True)


def f32(value):
    return np.array(value, np.float32)


def u8(value):
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

# (operator, inputs: arrays; None is absent; a tuple of one is a weight, outputs, attributes)
CASES = {
    "gelu": ("Gelu", [X], 1, {}),
    "bias_gelu": ("BiasGelu", [X, floats(8)], 1, {}),
    "fast_gelu": ("FastGelu", [X], 1, {}),
    "fast_gelu_bias": ("FastGelu", [X, floats(8)], 1, {}),
    "quick_gelu": ("QuickGelu", [X], 1, {"alpha": 1.5}),
    "fused_matmul": ("FusedMatMul", [X, floats(8, 8)], 1, {"transB": 1, "alpha": 0.5}),
    "fused_matmul_a": ("FusedMatMul", [X, floats(2, 4, 3)], 1, {"transA": 1}),
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


def model_of(operator, inputs, outputs, attributes):
    """A model of one node, and what it is fed with."""
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
            given.append(helper.make_tensor_value_info(name, kind, [None] * value.ndim))
            feeds[name] = value
    if operator == "EmbedLayerNormalization":
        names[1:] = ["unused"]
    plain = operator in ("SimplifiedLayerNormalization", "LayerNormalization")
    domain = "" if plain else "com.microsoft"
    node = helper.make_node(operator, used, names, name="n", domain=domain, **attributes)
    made = [helper.make_empty_tensor_value_info(n) for n in names if n and n != "unused"]
    graph = helper.make_graph([node], "g", given, made, weights)
    opsets = [helper.make_opsetid("", 15), helper.make_opsetid("com.microsoft", 1)]
    return helper.make_model(graph, opset_imports=opsets, ir_version=8), feeds


def product(a, a_zero, b, b_zero):
    """The product of quantized matrices, exactly."""
    return (a.astype(np.int64) - a_zero) @ (b.astype(np.int64) - b_zero)


def qgemm(a, a_scale, a_zero, b, b_scale, b_zero, c, y_scale, y_zero):
    """QGemm of bytes with a transposed weight."""
    y = (product(a, a_zero, b.T, b_zero) + c) * (a_scale * b_scale / y_scale)
    return np.clip(np.rint(y) + y_zero, 0, 255).astype(np.uint8)


def dynamic_matmul(a, b, b_scale, b_zero, bias):
    """DynamicQuantizeMatMul: the range of `a`, with 0 in it, is that of its bytes."""
    low, high = min(a.min(), f32(0)), max(a.max(), f32(0))
    scale = (high - low) / f32(255)
    zero = np.rint(-low / scale)
    quantized = np.clip(np.rint(a / scale) + zero, 0, 255)
    y = product(quantized, int(zero), b, int(b_zero)) * scale * b_scale + bias
    return y.astype(np.float32)


def integer_matmul(a, b, a_scale, b_scale, a_zero):
    """MatMulIntegerToFloat."""
    return (product(a, a_zero, b, 0) * a_scale * b_scale).astype(np.float32)


EXACT = {"qgemm": qgemm, "dynamic_matmul": dynamic_matmul, "integer_matmul": integer_matmul}
"""Cases of unsigned by signed bytes. Without VNNI, onnxruntime adds pairs of their products in 16
bits."""


def wanted_of(name, model, feeds):
    """What a case should give."""
    if name in EXACT:
        plain = [i[0] if isinstance(i, tuple) else i for i in CASES[name][1]]
        return [EXACT[name](*plain)]
    onnxruntime.set_default_logger_severity(3)
    session = onnxruntime.InferenceSession(
        model.SerializeToString(), providers=["CPUExecutionProvider"]
    )
    return session.run(None, feeds)


@pytest.mark.sampled(13)
@pytest.mark.parametrize("name", CASES)
def test_as_onnxruntime(name):
    operator, inputs, outputs, attributes = CASES[name]
    model, feeds = model_of(operator, inputs, outputs, dict(attributes))
    wanted = wanted_of(name, model, feeds)
    # The operators say nothing of their results' shapes: the model does, as exporters' models do.
    for info, array in zip(model.graph.output, wanted, strict=True):
        kind = helper.np_dtype_to_tensor_dtype(array.dtype)
        info.CopyFrom(helper.make_tensor_value_info(info.name, kind, [None] * array.ndim))
    for info in model.graph.input:
        for dim, size in zip(info.type.tensor_type.shape.dim, feeds[info.name].shape, strict=True):
            dim.dim_value = size
    found = mlirlite.InferenceSession(model).run(None, feeds)
    for want, have in zip(wanted, found, strict=True):
        assert have.dtype == want.dtype
        assert have.shape == want.shape
        if want.dtype == np.float32:
            assert np.abs(have - want).max() <= 1e-4 * max(1, np.abs(want).max())
        else:
            # Products of bytes are exact; what is rounded to them may differ by one.
            assert np.abs(have.astype(int) - want.astype(int)).max() <= 1


@pytest.mark.parametrize(
    ("operator", "shapes", "attributes", "message"),
    [
        ("FusedConv", ([1, 3, 5, 5], [2, 3, 3, 3]), {"pads": [1, 1]}, "pads has 2 entries"),
        ("FusedConv", ([1, 3, 5, 5], [2, 3, 3, 3]), {"dilations": [-1, 1]}, "at least one"),
        ("QuantizeLinear", ([2, 3], [3]), {"axis": 4}, "'axis' value is 4"),
    ],
)
def test_attributes_that_the_decomposition_refuses(operator, shapes, attributes, message):
    names = ["x", "w"]
    node = helper.make_node(operator, names, ["y"], domain="com.microsoft", **attributes)
    inputs = [helper.make_tensor_value_info(n, 1, s) for n, s in zip(names, shapes, strict=True)]
    kind = 2 if operator == "QuantizeLinear" else 1
    graph = helper.make_graph([node], "g", inputs, [helper.make_tensor_value_info("y", kind, None)])
    imports = [helper.make_opsetid("", 17), helper.make_opsetid("com.microsoft", 1)]
    model = helper.make_model(graph, opset_imports=imports, ir_version=8)
    with pytest.raises(mlirlite.DiagnosticError, match=f"com.microsoft.{operator}' op .*{message}"):
        mlirlite.InferenceSession(model)
