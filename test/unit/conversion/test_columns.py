"""Convolutions whose sizes, channels and weights only the run tells, and groups that fill no block
of channels, against onnxruntime: ranks, strides, pads, dilations, fused neighbors."""

import numpy as np
import onnxruntime
import pytest
from onnx import TensorProto, helper, numpy_helper

from mlirlite.runtime.session import InferenceSession

pytestmark = pytest.mark.sampled(8)

RNG = np.random.default_rng(0)


def array(shape):
    return RNG.standard_normal(shape).astype(np.float32)


def models(nodes, ranks, constants):
    """The same model here and in onnxruntime; `ranks` has an input's rank, or its shape."""
    element = TensorProto.FLOAT
    inputs = [
        helper.make_tensor_value_info(
            n, element, [f"{n}{d}" for d in range(r)] if isinstance(r, int) else r
        )
        for n, r in ranks.items()
    ]
    output = helper.make_tensor_value_info("y", element, None)
    weights = [numpy_helper.from_array(a, n) for n, a in constants.items()]
    graph = helper.make_graph(nodes, "g", inputs, [output], weights)
    opset = [helper.make_opsetid("", 19)]
    model = helper.make_model(graph, opset_imports=opset, ir_version=9).SerializeToString()
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 4
    peer = onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
    return InferenceSession(model), peer


def agree(both, feeds):
    got, wanted = (m.run(None, feeds)[0] for m in both)
    assert got.shape == wanted.shape
    np.testing.assert_allclose(got, wanted, rtol=1e-4, atol=1e-4)


@pytest.mark.parametrize(
    ("attributes", "kernel"),
    [
        ({"pads": [1] * 4}, (3, 3)),
        ({"strides": [2, 3], "pads": [3, 0, 2, 1], "dilations": [1, 2]}, (5, 2)),
        ({"auto_pad": "SAME_UPPER", "strides": [2, 2]}, (3, 4)),
        ({"kernel_shape": [1, 1]}, (1, 1)),
        ({"group": 3, "pads": [2] * 4}, (3, 3)),
    ],
)
def test_everything_is_unknown(attributes, kernel):
    nodes = [helper.make_node("Conv", ["x", "w", "b"], ["y"], **attributes)]
    both = models(nodes, {"x": 4, "w": 4, "b": 1}, {})
    for n, channels, outputs, high, wide in [(2, 6, 9, 11, 9), (1, 15, 33, 7, 70), (0, 3, 3, 5, 5)]:
        w = array((outputs, channels // attributes.get("group", 1), *kernel))
        agree(both, {"x": array((n, channels, high, wide)), "w": w, "b": array(outputs)})


@pytest.mark.parametrize(
    ("group", "channels", "outputs", "kernel"),
    [(8, 32, 32, 3), (4, 12, 20, 3), (2, 10, 18, 1), (5, 15, 5, 2)],
)
def test_groups_that_fill_no_block(group, channels, outputs, kernel):
    weights = {"w": array((outputs, channels // group, kernel, kernel))}
    nodes = [
        helper.make_node("Conv", ["x", "w"], ["c"], group=group, pads=[kernel // 2] * 4),
        helper.make_node("Add", ["c", "r"], ["s"]),
        helper.make_node("Relu", ["s"], ["y"]),
    ]
    shapes = {"x": ["n", channels, "h", "w"], "r": ["n", outputs, "i", "j"]}
    both = models(nodes, shapes, weights)
    for high, wide in [(9, 13), (1, 2), (30, 50)]:
        size = (high + 2 * (kernel // 2) - kernel + 1, wide + 2 * (kernel // 2) - kernel + 1)
        if min(size) > 0:
            feeds = {"x": array((2, channels, high, wide)), "r": array((2, outputs, *size))}
            agree(both, feeds)


@pytest.mark.parametrize(
    ("shape", "kernel"), [((2, 5, 400), (7, 5, 3)), ((1, 3, 4, 5, 6), (9, 3, 2, 3, 3))]
)
def test_rows_and_volumes(shape, kernel):
    pads = [1] * (2 * len(kernel) - 4)
    nodes = [helper.make_node("Conv", ["x", "w"], ["y"], pads=pads)]
    both = models(nodes, {"x": len(shape), "w": len(kernel)}, {})
    agree(both, {"x": array(shape), "w": array(kernel)})


def test_not_a_number_stays_in_its_group():
    """And a pad is no factor."""
    nodes = [helper.make_node("Conv", ["x", "w"], ["y"], group=2, pads=[1] * 4)]
    mine, _ = models(nodes, {"x": 4, "w": 4}, {})
    x = np.ones((1, 4, 5, 5), np.float32)
    x[0, 0, 2, 2] = np.inf
    found = mine.run(None, {"x": x, "w": np.ones((6, 2, 3, 3), np.float32)})[0]
    assert np.isinf(found[0, :3, 1:4, 1:4]).all()
    assert np.isfinite(found[0, 3:]).all()


@pytest.mark.parametrize("is_known", [False, True])
@pytest.mark.parametrize(
    ("groups", "channels", "outputs", "kernel", "attributes"),
    [
        ((1, 1), 5, 9, 3, {"pads": [1] * 4}),
        ((2, 1), 6, 4, 2, {"strides": [2, 1], "pads": [0, 1, 2, 0]}),
        ((1, 3), 6, 8, 3, {"dilations": [2, 1]}),
        ((4, 2), 8, 8, 1, {}),
    ],
)
def test_deformed(is_known, groups, channels, outputs, kernel, attributes):
    group, parts = groups
    w = array((outputs, channels // group, kernel, kernel))
    high, wide = 9, 14
    pads, steps = attributes.get("pads", [0] * 4), attributes.get("strides", [1, 1])
    sizes = [
        (n + pads[d] + pads[2 + d] - (kernel - 1) * attributes.get("dilations", [1, 1])[d] - 1)
        // steps[d]
        + 1
        for d, n in enumerate((high, wide))
    ]
    feeds = {
        "x": array((2, channels, high, wide)),
        "w": w,
        "o": 2 * array((2, parts * 2 * kernel**2, *sizes)),
        "b": array((outputs,)),
        "m": array((2, parts * kernel**2, *sizes)),
    }
    node = helper.make_node(
        "DeformConv", list(feeds), ["y"], group=group, offset_group=parts, **attributes
    )
    shapes = {n: a.shape if is_known else a.ndim for n, a in feeds.items()}
    agree(models([node], shapes, {}), feeds)
