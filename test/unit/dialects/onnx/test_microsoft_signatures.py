"""Operators of com.microsoft refuse what onnxruntime refuses: wrong operands and attributes, and
sizes and values that do not fit. What they ignore would be a wrong result."""

import numpy as np
import pytest
from onnx import TensorProto, helper

import mlirlite

RNG = np.random.default_rng(0)


def floats(*shape):
    return RNG.standard_normal(shape).astype(np.float32)


def model_of(operator, feeds, attributes, outputs=1, dynamic=False):
    """The model of one node; the feeds that are None are absent operands."""
    inputs = [
        helper.make_tensor_value_info(
            name,
            helper.np_dtype_to_tensor_dtype(x.dtype),
            [f"{name}{i}" for i in range(x.ndim)] if dynamic and name != "query" else x.shape,
        )
        for name, x in feeds.items()
        if x is not None
    ]
    names = [f"y{i}" for i in range(outputs)]
    kind = helper.make_tensor_type_proto(TensorProto.FLOAT, None)
    operands = [name if x is not None else "" for name, x in feeds.items()]
    node = helper.make_node(
        operator, operands, names, name="n", domain="com.microsoft", **attributes
    )
    results = [helper.make_value_info(name, kind) for name in names]
    imports = [helper.make_opsetid("", 21), helper.make_opsetid("com.microsoft", 1)]
    graph = helper.make_graph([node], "g", inputs, results)
    return helper.make_model(graph, opset_imports=imports, ir_version=10)


X, Q, ANGLES = floats(2, 3, 8), floats(2, 3, 16), floats(5, 4)
HEADS = {"num_heads": 4}
ROTATED = {"x": floats(2, 2, 3, 8), "p": np.zeros((2, 3), np.int64), "c": ANGLES, "s": ANGLES}
PAST = {"k": floats(1, 2, 4, 8), "v": floats(1, 2, 4, 8)}


def grouped(last=4, total=5, **more):
    """The operands of a GroupQueryAttention with four cached rows."""
    return {
        "query": floats(1, 1, 32),
        "key": floats(1, 1, 16),
        "value": floats(1, 1, 16),
        **PAST,
        "seqlens": np.array([last], np.int32),
        "total": np.array(total, np.int32),
        **more,
    }


GROUPS = {"num_heads": 4, "kv_num_heads": 2}

# operator, operands, attributes, a part of the message
WRONG = {
    "one operand": ("BiasGelu", {"x": X}, {}, "takes 2 operands here, found 1"),
    "three operands": ("Gelu", {"x": X, "y": X}, {}, "takes 1 operands here, found 2"),
    "no operand": ("Attention", {"x": X}, HEADS, "takes 2 to 7 operands here, found 1"),
    "absent": ("BiasGelu", {"x": None, "y": X}, {}, "needs its operand 'A'"),
    "integers": ("FastGelu", {"x": np.arange(3)}, {}, "operand 'X' has type tensor<3xi64>"),
    "a text": ("FusedMatMul", {"x": X, "y": X}, {"alpha": "x"}, "'alpha' must be a float"),
    "heads": ("MultiHeadAttention", {"q": Q, "k": Q, "v": Q}, {"num_heads": [4]}, "an integer"),
    "a list": (
        "FusedConv",
        {"x": floats(1, 2, 5, 5), "w": floats(3, 2, 3, 3)},
        {"activation": "LeakyRelu", "activation_params": "x"},
        "'activation_params' must be a list of floats",
    ),
    "unknown": ("Gelu", {"x": X}, {"alpha": 1.0}, "has an attribute 'alpha', which is not"),
    "not causal": ("GroupQueryAttention", grouped(), {**GROUPS, "causal": 0}, "with causal = 1"),
    "normalized": (
        "GroupQueryAttention",
        grouped(**dict.fromkeys(["c", "s", "p", "b", "h", "ks", "vs"]), norm=floats(8)),
        GROUPS,
        "takes 7 to 12 operands here, found 15",
    ),
    "batch": (
        "MultiHeadAttention",
        {"q": Q, "k": Q[:1], "v": Q[:1]},
        HEADS,
        "the size of key in dimension 0 and the expected one must be equal, found 1 and 2",
    ),
    "long bias": (
        "MultiHeadAttention",
        {"q": Q, "k": Q, "v": Q, "b": floats(60)},
        HEADS,
        "the size of bias in dimension 0 and the expected one must be equal, found 60 and 48",
    ),
    "mask": (
        "MultiHeadAttention",
        {"q": Q, "k": Q, "v": Q, "b": None, "m": np.ones((1, 3), np.int32)},
        HEADS,
        "the size of key_padding_mask in dimension 0",
    ),
    "width": ("RotaryEmbedding", {**ROTATED, "c": ANGLES[:, :2], "s": ANGLES[:, :2]}, {}, "twice"),
    "positions": ("RotaryEmbedding", {**ROTATED, "p": np.zeros((1, 3), np.int64)}, {}, "position"),
    "bias": ("BiasGelu", {"x": X, "b": floats(1)}, {}, "the size of B in dimension 0"),
    "skip": ("SkipLayerNormalization", {"x": X, "s": X[:, :1], "g": floats(8)}, {}, "skip"),
}


@pytest.mark.parametrize("name", WRONG)
def test_wrong_operands_and_attributes_are_refused(name):
    operator, operands, attributes, message = WRONG[name]
    with pytest.raises(mlirlite.DiagnosticError) as e:
        mlirlite.InferenceSession(model_of(operator, operands, attributes))
    assert message in str(e.value)
    assert f"'com.microsoft.{operator}' op" in str(e.value)


def test_a_window_of_no_positions_is_refused():
    model = model_of("GroupQueryAttention", grouped(), {**GROUPS, "local_window_size": 0})
    with pytest.raises(mlirlite.DiagnosticError, match="leaves nothing to attend to"):
        mlirlite.InferenceSession(model)


def test_a_form_without_a_decomposition_says_why():
    model = model_of("SkipLayerNormalization", {"x": X, "s": X, "g": floats(8)}, {}, outputs=2)
    with pytest.raises(mlirlite.DiagnosticError, match="results are read that the decomposition"):
        mlirlite.InferenceSession(model)


@pytest.mark.bulk
@pytest.mark.parametrize(("last", "total"), [(7, 5), (-1, 5), (4, 9), (8, 9)])
def test_lengths_that_lie_are_refused_at_run_time(grouping, last, total):
    with pytest.raises(mlirlite.DiagnosticError, match=r"GroupQueryAttention' op .*\(node 'n'\)"):
        grouping.run(None, grouped(last, total))


@pytest.mark.bulk
def test_true_lengths_run(grouping):
    out, keys, _ = grouping.run(None, grouped())
    assert np.isfinite(out).all()
    np.testing.assert_array_equal(keys[:, :, :4], PAST["k"])


@pytest.fixture(scope="module")
def grouping():
    model = model_of("GroupQueryAttention", grouped(), GROUPS, outputs=3, dynamic=True)
    return mlirlite.InferenceSession(model)
