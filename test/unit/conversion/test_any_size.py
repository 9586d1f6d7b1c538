"""Images in blocks of channels whose batch, height and width the run tells: one compiled model for
many sizes, against onnxruntime; and no memory but its own is touched."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import onnxruntime
import pytest
from onnx import TensorProto, helper, numpy_helper
from onnxruntime.capi.onnxruntime_pybind11_state import RuntimeException

from mlirlite.runtime.session import InferenceSession
from mlirlite.support.diagnostics import DiagnosticError

pytestmark = [pytest.mark.covering(2), pytest.mark.sampled(7)]

SIZES = ((1, 1), (2, 3), (3, 2), (5, 4), (7, 7), (8, 15), (13, 9), (4, 33), (17, 61))
"""Heights and widths: narrower than the least tile, around tiles, with and without remainders."""
MACHINES = (None, "haswell")


def node(kind: str, inputs: list[str], output: str, **attributes: Any) -> Any:
    return helper.make_node(kind, inputs, [output], **attributes)


class Model:
    """A graph of one image `x` of unknown batch, height and width."""

    def __init__(self, channels: int, seed: int = 0) -> None:
        self.random = np.random.default_rng(seed)
        self.channels = {"x": channels}
        self.declared = ""
        """The name of the channels' dimension, if the model does not tell its size."""
        self.nodes: list[Any] = []
        self.weights: list[Any] = []

    def array(self, *shape: int) -> str:
        found = self.random.standard_normal(shape).astype(np.float32) / max(1, len(shape) - 2)
        self.weights.append(numpy_helper.from_array(found, f"w{len(self.weights)}"))
        return str(self.weights[-1].name)

    def conv(self, x: str, outputs: int, kernel: tuple[int, int], **attributes: Any) -> str:
        """A convolution with a bias."""
        group = attributes.get("group", 1)
        filters = self.array(outputs, self.channels[x] // group, *kernel)
        return self.op("Conv", x, filters, self.array(outputs), channels=outputs, **attributes)

    def op(self, kind: str, *inputs: str, channels: int = 0, **attributes: Any) -> str:
        """Another operator; it has as many channels as its first operand."""
        output = f"v{len(self.nodes)}"
        self.nodes.append(node(kind, list(inputs), output, **attributes))
        self.channels[output] = channels or self.channels[inputs[0]]
        return output

    def bytes(self, *outputs: str) -> bytes:
        sizes = ["n", self.declared or self.channels["x"], "h", "w"]
        inputs = [helper.make_tensor_value_info("x", TensorProto.FLOAT, sizes)]
        results = [helper.make_tensor_value_info(n, TensorProto.FLOAT, None) for n in outputs]
        graph = helper.make_graph(self.nodes, "g", inputs, results, self.weights)
        opset = [helper.make_opsetid("", 17)]
        found = helper.make_model(graph, opset_imports=opset, ir_version=8).SerializeToString()
        return bytes(found)


def agree(
    model: Model,
    *outputs: str,
    sizes: Any = SIZES,
    batches: Any = (2, 1),
    tolerance: float = 1e-5,
    **options: Any,
) -> None:
    """Run all sizes here and in onnxruntime. A window larger than the image is refused here;
    onnxruntime refuses more, and less."""
    text = model.bytes(*outputs)
    quiet = onnxruntime.SessionOptions()
    quiet.log_severity_level = 4
    peer = onnxruntime.InferenceSession(text, quiet, providers=["CPUExecutionProvider"])
    mine = InferenceSession(text, **options)
    refused: list[str] = []
    for i, size in enumerate(sizes):
        shape = (batches[i % len(batches)], model.channels["x"], *size)
        x = model.random.standard_normal(shape).astype(np.float32)
        try:
            found = mine.run(None, {"x": x})
        except DiagnosticError as e:
            refused.append(str(e))
            continue
        try:
            wanted = peer.run(None, {"x": x})
        except RuntimeException:
            continue
        for got, want in zip(found, wanted, strict=True):
            assert got.shape == want.shape, size
            room = tolerance * max(1.0, float(np.abs(want).max(initial=0)))
            np.testing.assert_allclose(got, want, rtol=1e-4, atol=room, err_msg=f"{size}")
    assert len(refused) < len(sizes)
    assert all("of which a window is a part" in message for message in refused)


CONVS: dict[str, tuple[int, int, tuple[int, int], dict[str, Any]]] = {
    "3x3": (20, 40, (3, 3), {"pads": [1] * 4}),
    "3x3 by 2": (32, 33, (3, 3), {"pads": [1] * 4, "strides": [2, 2]}),
    "3x3 without pads": (16, 48, (3, 3), {"strides": [1, 3]}),
    "dilated": (16, 24, (3, 3), {"pads": [2, 3, 2, 3], "dilations": [2, 3]}),
    "uneven pads": (17, 16, (2, 5), {"pads": [0, 4, 2, 1], "strides": [3, 1]}),
    "wide pads": (16, 16, (3, 3), {"pads": [5] * 4}),
    "of few channels": (3, 16, (7, 7), {"pads": [3] * 4, "strides": [2, 2]}),
    "of planes without pads": (1, 19, (2, 2), {}),
    "1x1": (35, 70, (1, 1), {}),
    "1x1 of many": (100, 130, (1, 1), {}),
    "1x1 by 2": (24, 40, (1, 1), {"strides": [2, 2]}),
    "1x1 with pads": (24, 40, (1, 1), {"pads": [1, 0, 2, 3]}),
    "of few outputs": (24, 3, (3, 3), {"pads": [1] * 4}),
    "groups": (32, 64, (3, 3), {"group": 2, "pads": [1] * 4}),
    "same upper": (16, 32, (3, 3), {"auto_pad": "SAME_UPPER", "strides": [2, 2]}),
    "same lower": (16, 32, (4, 2), {"auto_pad": "SAME_LOWER", "strides": [1, 3]}),
    "valid": (16, 32, (2, 2), {"auto_pad": "VALID"}),
}


@pytest.mark.bulk
@pytest.mark.parametrize("machine", MACHINES)
@pytest.mark.parametrize("case", CONVS)
def test_convolutions(case: str, machine: str | None) -> None:
    channels, outputs, kernel, attributes = CONVS[case]
    model = Model(channels)
    made = model.conv("x", outputs, kernel, **attributes)
    agree(model, made, machine=machine)


@pytest.mark.covering(1)
@pytest.mark.bulk
@pytest.mark.parametrize("machine", MACHINES)
@pytest.mark.parametrize(("channels", "outputs"), [(64, 64), (17, 40), (512, 512)])
@pytest.mark.parametrize("pad", [0, 1, 2])
def test_winograd(channels: int, outputs: int, pad: int, machine: str | None) -> None:
    """Of one band and of several, with rows and columns of tiles that are partly outside."""
    model = Model(channels)
    made = model.conv("x", outputs, (3, 3), pads=[pad, 1, 1, pad])
    sizes = [*SIZES, (62, 58)] if channels == 64 else SIZES
    agree(model, model.op("Relu", made), sizes=sizes, machine=machine, tolerance=1e-4)


WINDOWS: dict[str, dict[str, Any]] = {
    "3x3": {"kernel_shape": [3, 3], "pads": [1] * 4},
    "3x3 by 2": {"kernel_shape": [3, 3], "pads": [1] * 4, "strides": [2, 2]},
    "5x5": {"kernel_shape": [5, 5], "pads": [2] * 4},
    "by 3, uneven": {"kernel_shape": [3, 4], "pads": [0, 2, 1, 3], "strides": [1, 3]},
    "2x2 without pads": {"kernel_shape": [2, 2], "strides": [2, 2]},
    "1x1": {"kernel_shape": [1, 1], "strides": [2, 2]},
    "wide": {"kernel_shape": [9, 9], "pads": [4] * 4},
    "same upper": {"kernel_shape": [3, 3], "auto_pad": "SAME_UPPER", "strides": [2, 2]},
    "same lower": {"kernel_shape": [2, 4], "auto_pad": "SAME_LOWER"},
}


@pytest.mark.covering(1)
@pytest.mark.sampled(21)
@pytest.mark.parametrize("machine", MACHINES)
@pytest.mark.parametrize("dilation", [1, 2])
@pytest.mark.parametrize("case", WINDOWS)
def test_depthwise(case: str, dilation: int, machine: str | None) -> None:
    if dilation > 1 and "auto_pad" in WINDOWS[case]:
        pytest.skip("onnxruntime has no such windows")
    model = Model(3)
    x = model.conv("x", 24, (1, 1))
    kernel = tuple(WINDOWS[case]["kernel_shape"])
    more = {"dilations": [dilation] * 2, "group": 24}
    made = model.conv(x, 24, (kernel[0], kernel[1]), **WINDOWS[case], **more)
    agree(model, model.op("Relu", made), machine=machine)


@pytest.mark.sampled(30)
@pytest.mark.parametrize("machine", MACHINES)
@pytest.mark.parametrize("kind", ["MaxPool", "AveragePool"])
@pytest.mark.parametrize("ceil", [0, 1])
@pytest.mark.parametrize("case", WINDOWS)
def test_pools(case: str, kind: str, ceil: int, machine: str | None) -> None:
    if ceil and "auto_pad" in WINDOWS[case]:
        pytest.skip("the padding is the same")
    model = Model(3)
    x = model.conv("x", 24, (1, 1))
    more = {"ceil_mode": ceil} if ceil else {}
    made = [model.op(kind, x, **WINDOWS[case], **more)]
    if kind == "AveragePool" and not ceil and "auto_pad" not in WINDOWS[case]:
        made.append(model.op(kind, x, count_include_pad=1, **WINDOWS[case]))
    agree(model, *made, machine=machine)


@pytest.mark.bulk
@pytest.mark.parametrize("channels", [5, 24])
def test_kernels_of_planes(channels: int) -> None:
    """What is put into blocks for one operator alone."""
    model = Model(channels)
    made = [
        model.conv("x", channels, (3, 3), pads=[1] * 4, group=channels),
        model.op("MaxPool", "x", kernel_shape=[3, 3], pads=[1] * 4, strides=[2, 2]),
        model.op("AveragePool", "x", kernel_shape=[3, 3], auto_pad="SAME_UPPER"),
        model.op("AveragePool", "x", kernel_shape=[1, 1]),
    ]
    agree(model, *made)


@pytest.mark.parametrize("machine", MACHINES)
@pytest.mark.parametrize(("channels", "group"), [(16, 1), (20, 20), (3, 1), (32, 2), (16, 16)])
@pytest.mark.parametrize("stride", [1, 2])
def test_channels_that_weights_tell(
    channels: int, group: int, stride: int, machine: str | None
) -> None:
    model = Model(channels)
    model.declared = "c"
    first = model.conv("x", 32 if group < 16 else channels, (3, 3), group=group, pads=[1] * 4)
    last = model.conv(model.op("Relu", first), 24, (3, 3), strides=[stride] * 2)
    agree(model, last, machine=machine)


def test_other_channels_are_refused() -> None:
    model = Model(16)
    model.declared = "c"
    session = InferenceSession(model.bytes(model.conv("x", 16, (3, 3))))
    with pytest.raises(DiagnosticError, match=r"'onnx.Conv' op Channel Axis for input tensor X"):
        session.run(None, {"x": np.ones((1, 17, 8, 8), np.float32)})


def network(channels: int = 20) -> tuple[Model, list[str]]:
    """What can stay in blocks, does."""
    model = Model(3)
    x = model.op("Clip", model.conv("x", channels, (3, 3), pads=[1] * 4, strides=[2, 2]))
    x = model.op("MaxPool", x, kernel_shape=[3, 3], strides=[2, 2], pads=[1] * 4)
    inner = model.op("Relu", model.conv(x, channels, (3, 3), pads=[1] * 4))
    x = model.op("Relu", model.op("Add", model.conv(inner, channels, (1, 1)), x))
    gate = model.conv(model.op("GlobalAveragePool", x), channels, (1, 1))
    x = model.op("Mul", x, model.op("Sigmoid", gate))
    factor, shift = model.array(channels, 1, 1), model.array(channels, 1, 1)
    x = model.op("Add", model.op("Mul", x, factor), shift)
    joined = model.op("Concat", x, inner, channels=2 * channels, axis=1)
    last = model.conv(joined, 2 * channels, (3, 3), pads=[1] * 4, group=2 * channels)
    normal = model.op("LRN", x, size=5, alpha=0.1)
    return model, [model.op("Softmax", model.op("GlobalMaxPool", last), axis=1), normal, last]


@pytest.mark.covering(1)
@pytest.mark.bulk
@pytest.mark.parametrize("machine", MACHINES)
@pytest.mark.parametrize("channels", [16, 20])
def test_a_network(channels: int, machine: str | None) -> None:
    model, outputs = network(channels)
    agree(model, *outputs, sizes=[*SIZES, (64, 40)], batches=(1, 2, 3), machine=machine)


@pytest.mark.bulk
def test_a_batch_of_no_images() -> None:
    model, outputs = network()
    agree(model, outputs[-1], batches=(0,))


@pytest.mark.bulk
@pytest.mark.parametrize("threads", [2])
def test_threads(threads: int) -> None:
    model, outputs = network()
    agree(model, *outputs, sizes=[(64, 40), (33, 61)], batches=(1, 3), threads=threads)


def random_model(seed: int) -> tuple[Model, list[str]]:
    """Convolutions and pools of random sizes, one after another."""
    r = random.Random(seed)
    channels = r.choice([1, 3, 8, 16, 17, 32, 40])
    model = Model(channels, seed)
    x = "x"
    for _ in range(3):
        kernel = r.choice([1, 2, 3, 5]), r.choice([1, 2, 3, 4, 7])
        steps: dict[str, Any] = {"strides": [r.choice([1, 1, 2, 3]) for _ in range(2)]}
        steps["dilations"] = [r.choice([1, 1, 2, 3]) for _ in range(2)]
        least = [(k - 1) * d // 2 for k, d in zip(kernel, steps["dilations"], strict=True)]
        pads = [r.choice([n, n, n + 1, 0]) for n in (*least, *least)]
        if r.random() < 0.2:
            del steps["dilations"]
            steps["auto_pad"] = r.choice(["SAME_UPPER", "SAME_LOWER"])
        else:
            steps["pads"] = [min(p, k - 1) for p, k in zip(pads, (*kernel, *kernel), strict=True)]
        kind = r.choice(["Conv", "Conv", "depthwise", "MaxPool", "AveragePool"])
        if kind == "Conv":
            x = model.conv(x, r.choice([12, 16, 31, 64]), kernel, **steps)
        elif kind == "depthwise":
            x = model.conv(x, model.channels[x], kernel, group=model.channels[x], **steps)
        else:
            steps.pop("dilations", None)
            x = model.op(kind, x, kernel_shape=list(kernel), **steps)
    return model, [x]


@pytest.mark.bulk
@pytest.mark.parametrize("machine", MACHINES)
@pytest.mark.parametrize("seed", range(6))
def test_random_models(seed: int, machine: str | None) -> None:
    model, outputs = random_model(seed)
    r = random.Random(seed)
    sizes = [*SIZES, *[(r.randint(1, 40), r.randint(1, 70)) for _ in range(8)]]
    agree(model, *outputs, sizes=sizes, machine=machine)


@pytest.mark.bulk
@pytest.mark.parametrize("machine", MACHINES)
@pytest.mark.parametrize("seed", range(4))
def test_no_foreign_memory_is_touched(seed: int, machine: str | None) -> None:
    model, outputs = random_model(seed) if seed else network()
    agree(model, *outputs, sizes=SIZES, machine=machine, sanitize="address")
