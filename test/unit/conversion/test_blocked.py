"""Convolutions, pools and their neighbors in blocks of channels, against onnxruntime: sizes around
those of blocks and tiles, strides, pads, dilations, groups, and concatenation in place."""

import numpy as np
import onnxruntime
import pytest
from onnx import TensorProto, helper, numpy_helper

from mlirlite.dialects.onnx.schedules.schedule import as_attribute
from mlirlite.ir.context import Context
from mlirlite.runtime.compiler import load_module
from mlirlite.runtime.session import InferenceSession
from mlirlite.support.machine import MACHINES

pytestmark = [pytest.mark.covering(2), pytest.mark.sampled(11)]

RNG = np.random.default_rng(0)


def array(*shape):
    return RNG.standard_normal(shape).astype(np.float32)


def agree(
    nodes,
    feeds,
    constants,
    outputs=("y",),
    shapes=None,
    machine=None,
    tolerance=1e-4,
    schedule=None,
):
    """Run nodes here and in onnxruntime; `schedule` is given to each convolution."""
    inputs = [
        helper.make_tensor_value_info(n, TensorProto.FLOAT, (shapes or {}).get(n, a.shape))
        for n, a in feeds.items()
    ]
    results = [helper.make_tensor_value_info(n, TensorProto.FLOAT, None) for n in outputs]
    weights = [numpy_helper.from_array(a, n) for n, a in constants.items()]
    graph = helper.make_graph(nodes, "g", inputs, results, weights)
    opset = [helper.make_opsetid("", 17)]
    model = helper.make_model(graph, opset_imports=opset, ir_version=8).SerializeToString()
    peer = onnxruntime.InferenceSession(model, providers=["CPUExecutionProvider"])
    source = model if schedule is None else with_schedule(model, schedule)
    got = InferenceSession(source, machine=machine).run(None, feeds)
    for g, w in zip(got, peer.run(None, feeds), strict=True):
        assert g.shape == w.shape
        np.testing.assert_allclose(g, w, rtol=tolerance, atol=tolerance)


def with_schedule(model, schedule):
    module, _ = load_module(model, Context())
    for op in module.walk():
        if op.name == "onnx.Conv":
            op.attributes["schedule"] = as_attribute(schedule)
    return module


def node(kind, inputs, output="y", **attributes):
    return helper.make_node(kind, inputs, [output], **attributes)


def conv(
    shape, outputs, kernel, *, bias=True, shapes=None, schedule=None, tolerance=1e-4, **attributes
):
    weights = {"w": array(outputs, shape[1] // attributes.get("group", 1), *kernel)}
    if bias:
        weights["b"] = array(outputs)
    agree(
        [node("Conv", ["x", *weights], **attributes)],
        {"x": array(*shape)},
        weights,
        shapes=shapes,
        schedule=schedule,
        tolerance=tolerance,
    )


@pytest.mark.covering(1)
@pytest.mark.parametrize("channels", [1, 3, 8, 15, 17, 33])
@pytest.mark.parametrize("outputs", [8, 15, 49])
def test_channels_around_blocks(channels, outputs):
    conv((1, channels, 5, 6), outputs, (3, 3), pads=[1] * 4)
    conv((1, channels, 5, 6), outputs, (1, 1))


@pytest.mark.covering(1)
@pytest.mark.parametrize("width", [1, 2, 7, 13, 15, 29])
@pytest.mark.parametrize("outputs", [16, 48])
def test_rows_around_tiles(width, outputs):
    conv((1, 16, 3, width), outputs, (3, 3), pads=[1] * 4)
    conv((1, 16, 3, width), outputs, (1, 1), bias=False)


@pytest.mark.parametrize("channels", [3, 20])
@pytest.mark.parametrize("stride", [1, 2, 3])
@pytest.mark.parametrize("pad", [0, 1, 2])
@pytest.mark.parametrize("dilation", [1, 2])
def test_strides_pads_and_dilations(channels, stride, pad, dilation):
    steps = {"strides": [stride] * 2, "pads": [pad] * 4, "dilations": [dilation] * 2}
    conv((2, channels, 9, 11), 16, (3, 3), **steps)


@pytest.mark.parametrize(
    ("shape", "outputs", "kernel", "attributes"),
    [
        ((1, 3, 23, 19), 16, (7, 7), {"strides": [2, 2], "pads": [3, 3, 3, 3]}),
        ((1, 3, 27, 31), 32, (11, 11), {"strides": [4, 4]}),
        ((1, 16, 8, 9), 16, (1, 1), {"strides": [2, 3]}),
        ((1, 16, 8, 9), 16, (1, 1), {"pads": [1, 0, 2, 3]}),
        ((1, 16, 8, 9), 16, (2, 3), {"strides": [1, 2], "dilations": [3, 1], "pads": [0, 1, 2, 0]}),
        ((1, 16, 5, 40), 16, (1, 5), {"pads": [0, 4, 0, 4]}),
        ((1, 16, 1, 40), 32, (1, 5), {"pads": [0, 2, 0, 2]}),  # a single row, with edges
        ((2, 37, 2, 11), 47, (1, 1), {"pads": [0, 2, 0, 1], "strides": [3, 1]}),
        ((1, 16, 1, 9), 16, (1, 1), {"pads": [0, 1, 0, 0], "strides": [1, 2]}),
        ((1, 16, 6, 7), 16, (3, 3), {"auto_pad": "SAME_UPPER", "strides": [2, 2]}),
        ((1, 16, 6, 7), 16, (3, 3), {"auto_pad": "SAME_LOWER", "strides": [2, 2]}),
        ((1, 16, 3, 3), 16, (3, 3), {"pads": [5, 5, 5, 5]}),
        ((1, 16, 20, 20), 16, (6, 6), {"strides": [5, 5]}),
        ((1, 16, 12, 12), 16, (5, 5), {"pads": [2] * 4}),
        ((2, 32, 9, 9), 64, (3, 3), {"group": 2, "pads": [1, 1, 1, 1]}),
        ((2, 48, 9, 9), 48, (1, 1), {"group": 3}),
    ],
)
def test_convolutions_of_all_kinds(shape, outputs, kernel, attributes):
    conv(shape, outputs, kernel, **attributes)


@pytest.mark.covering(1)
@pytest.mark.parametrize("shapes", [None, {"x": ["n", None, "h", "w"]}])
@pytest.mark.parametrize(
    ("channels", "outputs", "kernel", "attributes"),
    [
        (16, 16, (1, 1), {}),
        (3, 33, (5, 3), {"strides": [2, 2], "pads": [2, 1, 2, 1]}),
        (19, 70, (3, 3), {"pads": [1] * 4}),
        (48, 40, (2, 1), {"dilations": [2, 1]}),
        (32, 64, (3, 3), {"group": 2, "pads": [1] * 4}),
        (20, 20, (7, 7), {"group": 20, "pads": [3] * 4}),
        (19, 38, (3, 3), {"group": 19, "pads": [1] * 4}),
        (40, 40, (3, 3), {"group": 40, "pads": [1] * 4, "strides": [2, 2]}),
    ],
)
def test_weights_that_the_run_tells(shapes, channels, outputs, kernel, attributes):
    feeds = {
        "x": array(2, channels, 9, 11),
        "w": array(outputs, channels // attributes.get("group", 1), *kernel),
        "b": array(outputs),
    }
    if "pads" not in attributes:  # onnxruntime multiplies with those
        feeds["w"][-1, 0, 0, 0] = np.nan
    if shapes:
        shapes = {"x": [channels if d is None else d for d in shapes["x"]]}
    agree([node("Conv", list(feeds), **attributes)], feeds, {}, shapes=shapes)


@pytest.mark.sampled(33)
@pytest.mark.parametrize("size", [(1, 1), (4, 4), (7, 9), (13, 14), (17, 4)])
@pytest.mark.parametrize(("channels", "outputs"), [(16, 16), (17, 40)])
@pytest.mark.parametrize("tile", [2, 3, 4])
def test_winograd(size, channels, outputs, tile):
    schedule = {"algorithm": "winograd", "tile": tile, "columns": 3, "blocks": 2, "rows": 2}
    for pad in (0, 1, 2):
        if min(size) + 2 * pad >= 3:
            shape = (2, channels, *size)
            conv(
                shape,
                outputs,
                (3, 3),
                bias=pad != 0,
                pads=[pad] * 4,
                schedule=schedule,
                tolerance=1e-3,
            )


@pytest.mark.parametrize(
    "schedule",
    [
        {},
        {"columns": 5, "blocks": 1, "rows": 2, "unroll": 1},
        {"columns": 40, "blocks": 3, "rows": 100, "unroll": 2},
        {"columns": 4, "blocks": 3, "rows": 3, "unroll": 7},
    ],
)
def test_a_schedule_changes_no_result(schedule):
    conv((1, 20, 9, 11), 70, (3, 3), pads=[1] * 4, schedule=schedule)
    conv((1, 20, 9, 11), 70, (1, 1), schedule=schedule)
    conv((1, 3, 9, 11), 70, (5, 5), strides=[2, 2], pads=[2] * 4, schedule=schedule)


@pytest.mark.covering(1)
@pytest.mark.parametrize("channels", [16, 19, 40])
@pytest.mark.parametrize(
    "attributes",
    [
        {"kernel_shape": [3, 3], "pads": [1] * 4},
        {"kernel_shape": [5, 5], "pads": [2] * 4, "strides": [2, 2]},
        {"kernel_shape": [3, 2], "dilations": [2, 1]},
    ],
)
@pytest.mark.parametrize("told", ["before", "in the run"])
def test_depthwise(channels, attributes, told):
    nodes = [
        node("Conv", ["x", "w"], "c"),
        node("Conv", ["c", "v", "b"], "d", group=channels, **attributes),
        node("Relu", ["d"]),
    ]
    kernel = attributes["kernel_shape"]
    weights = {
        "w": array(channels, 3, 1, 1),
        "v": array(channels, 1, *kernel),
        "b": array(channels),
    }
    feeds = {"x": array(2, 3, 9, 20)}
    if told == "in the run":
        feeds, weights = feeds | weights, {}
    agree(nodes, feeds, weights)


@pytest.mark.parametrize("batch", [3, 0, 1])
def test_a_dynamic_batch(batch):
    conv((batch, 20, 9, 9), 16, (3, 3), shapes={"x": ["n", 20, 9, 9]}, pads=[1] * 4)


@pytest.mark.covering(1)
@pytest.mark.parametrize("machine", ["", *MACHINES])
@pytest.mark.parametrize("channels", [19, 32])
def test_a_network_on_every_machine(machine, channels):
    """Operators that support blocks keep them; the others get planes."""
    nodes = [
        node("Conv", ["x", "w", "b"], "c", pads=[1] * 4),
        node("Relu", ["c"], "r"),
        node("MaxPool", ["r"], "p", kernel_shape=[3, 3], strides=[2, 2]),
        node("Mul", ["p", "factor"], "m"),
        node("Conv", ["m", "v"], "d"),
        node("Add", ["d", "m"], "s"),
        node("Sigmoid", ["s"], "t"),
        node("Concat", ["t", "m"], "u", axis=1),
        node("LRN", ["t"], "l", size=5, alpha=0.1),
        node("GlobalAveragePool", ["u"], "g"),
        node("Flatten", ["g"], "y"),
        node("Softmax", ["l"], "z", axis=1),
    ]
    constants = {
        "w": array(channels, 5, 3, 3),
        "b": array(channels),
        "factor": array(channels, 1, 1),
        "v": array(channels, channels, 1, 1) / 4,
    }
    agree(nodes, {"x": array(2, 5, 12, 13)}, constants, ["y", "z"], machine=machine)


def in_blocks(nodes, shape, channels=24, outputs=("y",)):
    """Nodes after a convolution that puts `x` into blocks."""
    first = node("Conv", ["x", "w"], "c")
    agree([first, *nodes], {"x": array(*shape)}, {"w": array(channels, shape[1], 1, 1)}, outputs)


@pytest.mark.parametrize("kind", ["MaxPool", "AveragePool"])
@pytest.mark.parametrize(
    "attributes",
    [
        {"kernel_shape": [2, 2]},
        {"kernel_shape": [3, 3], "strides": [2, 2], "pads": [1, 1, 1, 1]},
        {"kernel_shape": [3, 3], "strides": [2, 2], "ceil_mode": 1},
        {"kernel_shape": [3, 3], "pads": [0, 1, 2, 1]},
        {"kernel_shape": [2, 3], "strides": [3, 1], "auto_pad": "SAME_UPPER"},
        {"kernel_shape": [13, 11]},
        {"kernel_shape": [1, 1], "strides": [2, 2]},
    ],
)
def test_pools(kind, attributes):
    in_blocks([node(kind, ["c"], **attributes)], (2, 3, 13, 11))
    if kind == "AveragePool" and "auto_pad" not in attributes:
        in_blocks([node(kind, ["c"], count_include_pad=1, **attributes)], (1, 2, 13, 18))


@pytest.mark.parametrize("kind", ["GlobalMaxPool", "GlobalAveragePool"])
def test_global_pools(kind):
    in_blocks([node(kind, ["c"])], (2, 3, 7, 5))


@pytest.mark.covering(1)
@pytest.mark.parametrize("steps", ["r", "a", "ar", "ra", "c", "s"])
@pytest.mark.parametrize("outputs", [16, 24])
def test_elementwise_ops_are_fused_into_a_convolution(steps, outputs):
    """r: Relu, a: a residual sum, c: the sum with a broadcast row, s: the result has two uses."""
    nodes = [node("Conv", ["x", "w"], "y0", pads=[1] * 4)]
    constants = {"w": array(outputs, 16, 3, 3), "row": array(1, 1, 1, 9)}
    last = "y0"
    for i, step in enumerate(steps, 1):
        other = {"a": [last, "r"], "c": ["row", last], "s": [last, "r"], "r": [last]}[step]
        nodes.append(node("Relu" if step == "r" else "Add", other, f"y{i}"))
        last = f"y{i}"
    feeds = {"x": array(1, 16, 9, 9), "r": array(1, outputs, 9, 9)}
    agree(nodes, feeds, constants, ["y0", last] if steps == "s" else [last])


@pytest.mark.parametrize(
    ("outputs", "attributes"),
    [(16, {}), (24, {}), (16, {"group": 16}), (3, {}), (16, {"schedule": "winograd"})],
)
def test_activations_are_fused_into_a_convolution(outputs, attributes):
    schedule = {"algorithm": attributes["schedule"]} if "schedule" in attributes else None
    group = attributes.get("group", 1)
    constants = {
        "w": array(outputs, 16 // group, 3, 3),
        "low": np.array(-1, np.float32),
        "high": np.array(2, np.float32),
    }
    follow = [
        [node("LeakyRelu", ["c"], "y", alpha=0.3)],
        [node("Sigmoid", ["c"], "s"), node("Mul", ["s", "c"], "y")],
        [node("HardSwish", ["c"], "y")],
        [node("Clip", ["c", "low", "high"], "y")],
        [node("Clip", ["c", "", "high"], "t"), node("Elu", ["t"], "y", alpha=0.5)],
        [node("Tanh", ["c"], "t"), node("Add", ["t", "r"], "y")],
        [node("Sigmoid", ["c"], "s"), node("Mul", ["s", "s"], "t"), node("Add", ["t", "c"], "y")],
    ]
    nodes = []
    for i, steps in enumerate(follow):
        kept = ("w", "low", "high", "x", "r", "")
        made = [node("Conv", ["x", "w"], "c", pads=[1] * 4, group=group), *steps]
        for step in made:
            for names in (step.input, step.output):
                names[:] = [n if n in kept else f"{n}{i}" for n in names]
        nodes += made
    feeds = {"x": array(1, 16, 9, 9), "r": array(1, outputs, 9, 9)}
    results = [f"y{i}" for i in range(len(follow))]
    agree(nodes, feeds, constants, results, schedule=schedule, tolerance=1e-3)


@pytest.mark.covering(1)
@pytest.mark.parametrize("size", [1, 3, 7])
@pytest.mark.parametrize("channels", [16, 24, 40])
def test_lrn(size, channels):
    in_blocks([node("LRN", ["c"], size=size, alpha=0.5, beta=0.75)], (1, 3, 4, 5), channels)
    in_blocks([node("LRN", ["c"], size=size, alpha=0.5, beta=0.6)], (1, 3, 4, 5), channels)


CONCATS = {
    "of two": (["concat a b"], "p"),
    "twice the same": (["concat a a b"], "p"),
    "of concatenations": (["concat a b", "concat p c", "concat q a"], "r"),
    "read in between": (["concat a b", "relu p", "concat p q"], "r"),
    "of what is returned": (["concat a b"], "a p"),
    "into two": (["concat a b", "concat b c"], "p q"),
    "of an input": (["concat x a"], "p"),
}


@pytest.mark.parametrize("case", CONCATS)
@pytest.mark.parametrize("channels", [16, 20])
@pytest.mark.parametrize("batch", [1, 2])
def test_concatenation(case, channels, batch):
    steps, outputs = CONCATS[case]
    weights = {f"w{n}": array(channels, 16, 1, 1) for n in "abc"}
    nodes = [node("Conv", ["x", f"w{n}"], n) for n in "abc"]
    for step, name in zip(steps, "pqr", strict=False):
        kind, *operands = step.split()
        attributes = {"axis": 1} if kind == "concat" else {}
        nodes.append(node(kind.title(), operands, name, **attributes))
    agree(nodes, {"x": array(batch, 16, 3, 5)}, weights, outputs.split())
