"""Convolutions of bytes of any size, against numpy: exact sums for all kinds of windows, groups,
zero points and weights, of sizes that the model states or not; and quantized ones."""

import itertools

import numpy as np
import pytest
from onnx import TensorProto, helper, numpy_helper

from mlirlite.runtime.session import InferenceSession

pytestmark = pytest.mark.sampled(4)

RNG = np.random.default_rng(0)
CASES = [
    ((2, 3, 9, 7), (5, 3, 3, 3), {"pads": [1, 1, 1, 1]}),
    ((1, 16, 14, 70), (17, 16, 3, 3), {"pads": [1, 0, 2, 1], "strides": [2, 1]}),
    ((1, 6, 8, 33), (6, 1, 3, 3), {"pads": [1] * 4, "group": 6}),
    ((2, 3, 9, 34), (6, 1, 3, 3), {"pads": [1, 2, 0, 1], "group": 3, "strides": [1, 2]}),
    ((1, 8, 11, 9), (12, 2, 2, 3), {"group": 4, "dilations": [2, 1]}),
    (
        (1, 3, 12, 17),
        (6, 1, 3, 2),
        {"pads": [1, 0, 2, 1], "group": 3, "strides": [3, 2], "dilations": [1, 2]},
    ),
    ((3, 5, 6, 6), (9, 5, 1, 1), {}),
    ((1, 4, 40), (3, 4, 5), {"pads": [2, 2]}),
    ((1, 2, 4, 5, 6), (3, 2, 2, 2, 3), {"pads": [0, 1, 1, 1, 0, 1]}),
    ((0, 3, 5, 5), (2, 3, 3, 3), {}),
]


def reference(x, w, x_zero, w_zero, group=1, pads=None, strides=None, dilations=None):
    """The sums, in 64 bits."""
    rank = x.ndim - 2
    pads, strides = pads or [0] * 2 * rank, strides or [1] * rank
    dilations = dilations or [1] * rank
    wide = x.astype(np.int64) - int(x_zero)
    weights = w.astype(np.int64) - w_zero.astype(np.int64).reshape(-1, *[1] * (w.ndim - 1))
    wide = np.pad(wide, [(0, 0), (0, 0), *zip(pads[:rank], pads[rank:], strict=True)])
    sizes = [
        (n - (k - 1) * d - 1) // s + 1
        for n, k, d, s in zip(wide.shape[2:], w.shape[2:], dilations, strides, strict=True)
    ]
    out = np.zeros((x.shape[0], w.shape[0], *sizes), np.int64)
    outputs, channels = w.shape[0] // group, w.shape[1]
    for tap in itertools.product(*map(range, w.shape[2:])):
        at = [
            slice(t * d, t * d + (n - 1) * s + 1, s)
            for t, d, n, s in zip(tap, dilations, sizes, strides, strict=True)
        ]
        for g in range(group):
            mine = slice(g * outputs, (g + 1) * outputs)
            seen = wide[(slice(None), slice(g * channels, (g + 1) * channels), *at)]
            some = np.tensordot(weights[(mine, slice(None), *tap)], seen, (1, 1))
            out[:, mine] += np.moveaxis(some, 0, 1)
    return out


TYPES = itertools.cycle(itertools.product([np.uint8, np.int8], repeat=2))


@pytest.mark.sampled(5)
@pytest.mark.parametrize("is_constant", [True, False])
@pytest.mark.parametrize("is_known", [True, False])
@pytest.mark.parametrize(("case", "types"), list(zip(CASES, TYPES, strict=False)))
def test_sums(case, types, is_known, is_constant):
    shape, weights, attributes = case
    x, w = (
        RNG.integers(np.iinfo(t).min, np.iinfo(t).max, s, t, endpoint=True)
        for s, t in zip((shape, weights), types, strict=True)
    )
    x_zero = RNG.integers(0, 100, (), types[0])
    w_zero = RNG.integers(0, 100, weights[0] if types[0] is np.uint8 else 1, types[1])
    arrays = {"x": x, "w": w, "x_zero": x_zero, "w_zero": w_zero}
    fixed = {n: a for n, a in arrays.items() if is_constant and n != "x"}
    feeds = {n: a for n, a in arrays.items() if n not in fixed}
    kinds = {n: helper.np_dtype_to_tensor_dtype(a.dtype) for n, a in arrays.items()}
    ranks = {n: [f"{n}{d}" for d in range(a.ndim)] for n, a in arrays.items()}
    graph = helper.make_graph(
        [helper.make_node("ConvInteger", list(arrays), ["y"], **attributes)],
        "g",
        [
            helper.make_tensor_value_info(n, kinds[n], a.shape if is_known else ranks[n])
            for n, a in feeds.items()
        ],
        [helper.make_tensor_value_info("y", TensorProto.INT32, None)],
        [helper.make_tensor(n, kinds[n], a.shape, a.tobytes(), True) for n, a in fixed.items()],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    found = InferenceSession(model.SerializeToString()).run(None, feeds)[0]
    np.testing.assert_array_equal(found, reference(x, w, x_zero, w_zero, **attributes))


@pytest.mark.parametrize("group", [1, 4])
@pytest.mark.parametrize("sizes", [(1, 4, 9, 20), ("n", 4, "h", "w"), ("n", "c", "h", "w")])
def test_quantized(sizes, group):
    x = RNG.integers(0, 256, (1, 4, 9, 20), np.uint8)
    w = RNG.integers(-128, 128, (8, 4 // group, 3, 3), np.int8)
    scales = RNG.uniform(0.5, 2, 8).astype(np.float32)
    bias = RNG.integers(-1000, 1000, 8, np.int32)
    fixed = {
        "xs": np.float32(0.1), "xz": np.uint8(120), "w": w, "ws": scales, "wz": np.int8(0),
        "ys": np.float32(90 * len(w[0])), "yz": np.uint8(128), "b": bias,
    }  # fmt: skip
    order = ["x", "xs", "xz", "w", "ws", "wz", "ys", "yz", "b"]
    node = helper.make_node("QLinearConv", order, ["y"], pads=[1] * 4, group=group)
    graph = helper.make_graph(
        [node],
        "g",
        [helper.make_tensor_value_info("x", TensorProto.UINT8, sizes)],
        [helper.make_tensor_value_info("y", TensorProto.UINT8, None)],
        [numpy_helper.from_array(np.asarray(a), n) for n, a in fixed.items()],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    found = InferenceSession(model.SerializeToString()).run(None, {"x": x})[0]
    sums = reference(x, w, 120, fixed["wz"], group, [1] * 4) + bias[:, None, None]
    exact = sums * (0.1 * scales / float(fixed["ys"]))[:, None, None]
    wanted = np.clip(np.round(exact) + 128, 0, 255)
    assert np.abs(found - wanted).max() <= 1
    assert (found == wanted).mean() > 0.995
    assert np.unique(found).size > 30
