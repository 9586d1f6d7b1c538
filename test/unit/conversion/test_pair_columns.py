"""Convolutions of bytes of any size, against numpy: exact sums for all kinds of windows, groups,
zero points and weights, of sizes that the model states or not."""

import itertools

import numpy as np
import pytest
from onnx import TensorProto, helper

from mlirlite.runtime.session import InferenceSession

pytestmark = pytest.mark.sampled(4)

RNG = np.random.default_rng(0)
CASES = [
    ((2, 3, 9, 7), (5, 3, 3, 3), {"pads": [1, 1, 1, 1]}),
    ((1, 16, 14, 70), (17, 16, 3, 3), {"pads": [1, 0, 2, 1], "strides": [2, 1]}),
    ((1, 6, 8, 33), (6, 1, 3, 3), {"pads": [1] * 4, "group": 6}),
    ((1, 8, 11, 9), (12, 2, 2, 3), {"group": 4, "dilations": [2, 1]}),
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
