"""Integer convolutions in blocks of channels, against sums that numpy computes with 64-bit
integers; the ops fused into them, against the same in floats."""

from __future__ import annotations

from typing import Any

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper

import mlirlite
from mlirlite.runtime.host import host_machine

pytestmark = [
    pytest.mark.processor,
    pytest.mark.covering(2),
    pytest.mark.sampled(11),
    pytest.mark.skipif(not host_machine(), reason="no machine is like this processor"),
]

U8, I8, I32 = TensorProto.UINT8, TensorProto.INT8, TensorProto.INT32


def convolved(x: Any, w: Any, zero: int, a: dict[str, Any]) -> np.ndarray[Any, Any]:
    """The sum of (x - zero) * w, exactly."""
    strides, pads = a.get("strides", [1, 1]), a.get("pads", [0] * 4)
    dilations, groups = a.get("dilations", [1, 1]), a.get("group", 1)
    image = np.pad(
        x.astype(np.int64) - zero, ((0, 0), (0, 0), (pads[0], pads[2]), (pads[1], pads[3]))
    )
    sizes = [
        (image.shape[2 + d] - (w.shape[2 + d] - 1) * dilations[d] - 1) // strides[d] + 1
        for d in range(2)
    ]
    out = np.zeros((x.shape[0], w.shape[0], *sizes), np.int64)
    inputs, outputs = w.shape[1], w.shape[0] // groups
    for g in range(groups):
        part, weights = image[:, g * inputs :][:, :inputs], w[g * outputs :][:outputs]
        for i in range(w.shape[2]):
            for j in range(w.shape[3]):
                seen = part[
                    :,
                    :,
                    i * dilations[0] :: strides[0],
                    j * dilations[1] :: strides[1],
                ][:, :, : sizes[0], : sizes[1]]
                term = np.einsum("nchw,mc->nmhw", seen, weights[:, :, i, j].astype(np.int64))
                out[:, g * outputs :][:, :outputs] += term
    return out


def run(nodes: list[Any], constants: dict[str, Any], x: Any, kind: int, out: Any) -> Any:
    """The result of a graph that reads x and whose last node defines y."""
    dtype = helper.np_dtype_to_tensor_dtype(x.dtype)
    graph = helper.make_graph(
        nodes,
        "g",
        [helper.make_tensor_value_info("x", dtype, x.shape)],
        [helper.make_tensor_value_info("y", kind, out)],
        [numpy_helper.from_array(v, k) for k, v in constants.items()],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)])
    onnx.checker.check_model(model)
    return mlirlite.InferenceSession(model).run(None, {"x": x})[0]


def given(x: tuple[int, ...], w: tuple[int, ...], signed: bool = False) -> tuple[Any, Any]:
    """Random bytes, the smallest and the largest among them."""
    random = np.random.default_rng(sum(x) + sum(w))
    low, high = (-128, 128) if signed else (0, 256)
    image = random.integers(low, high, x).astype(np.int8 if signed else np.uint8)
    weights = random.integers(-128, 128, w).astype(np.int8)
    image.flat[:2], weights.flat[:2] = (low, high - 1), (-128, 127)
    return image, weights


CASES: list[tuple[tuple[int, ...], tuple[int, ...], dict[str, Any]]] = [
    ((1, 16, 5, 5), (16, 16, 3, 3), {"pads": [1, 1, 1, 1]}),
    ((2, 32, 7, 29), (48, 32, 1, 1), {}),
    ((1, 24, 9, 17), (20, 24, 3, 3), {"pads": [1, 1, 1, 1], "strides": [2, 2]}),
    ((1, 19, 6, 6), (33, 19, 3, 2), {"pads": [2, 0, 0, 1]}),
    ((1, 3, 13, 31), (17, 3, 7, 7), {"pads": [3, 3, 3, 3], "strides": [2, 2]}),
    ((1, 1, 8, 8), (16, 1, 3, 3), {"pads": [1, 1, 1, 1]}),
    ((3, 6, 4, 4), (16, 6, 1, 1), {}),
    ((1, 64, 11, 15), (64, 16, 3, 3), {"group": 4, "pads": [1, 1, 1, 1]}),
    ((1, 32, 12, 12), (16, 32, 3, 3), {"dilations": [2, 3], "pads": [2, 3, 2, 3]}),
    ((1, 40, 1, 1), (100, 40, 1, 1), {}),
    ((1, 16, 7, 7), (16, 16, 5, 5), {"pads": [2, 2, 2, 2], "strides": [3, 1]}),
]


@pytest.mark.covering(1)
@pytest.mark.parametrize(("x", "w", "attributes"), CASES)
@pytest.mark.parametrize(("zero", "signed"), [(0, False), (7, False), (255, False), (-3, True)])
def test_sums_are_exact(x: Any, w: Any, attributes: Any, zero: int, signed: bool) -> None:
    image, weights = given(x, w, signed)
    want = convolved(image, weights, zero, attributes)
    node = helper.make_node("ConvInteger", ["x", "w", "z"], ["y"], kernel_shape=w[2:], **attributes)
    constants = {"w": weights, "z": np.array(zero, image.dtype)}
    got = run([node], constants, image, I32, want.shape)
    np.testing.assert_array_equal(got, want)


def levels(value: Any, scale: float, zero: int, dtype: Any) -> Any:
    """What QuantizeLinear gives for these numbers."""
    limits = np.iinfo(dtype)
    found = np.rint(value / np.float32(scale)) + zero
    return np.clip(found, limits.min, limits.max).astype(dtype)


@pytest.mark.sampled(33)
@pytest.mark.parametrize("dtype", [np.uint8, np.int8])
@pytest.mark.parametrize("zero", [0, 100])
@pytest.mark.parametrize("steps", ["bias", "image", "bytes", "relu", "sigmoid", "clip", ""])
def test_fused_ops(dtype: Any, zero: int, steps: str) -> None:
    """Scales are powers of two, so only the last step rounds."""
    image, weights = given((1, 32, 6, 9), (20, 32, 3, 3))
    weights = weights // 16
    node = helper.make_node
    pads = {"pads": [1, 1, 1, 1]}
    sums = convolved(image, weights, 0, pads)
    random = np.random.default_rng(3)
    scale = (2.0 ** random.integers(-12, -8, 20)).astype(np.float32)
    value = sums.astype(np.float32) * scale.reshape(1, -1, 1, 1)
    constants = {"w": weights, "s": scale, "t": np.array(0.25, np.float32)}
    constants["z"] = np.array(zero, dtype)
    nodes = [
        node("ConvInteger", ["x", "w"], ["a"], kernel_shape=[3, 3], **pads),
        node("DequantizeLinear", ["a", "s"], ["v0"], axis=1),
    ]
    last = "v1"
    if steps == "bias":
        constants["b"] = random.integers(-8, 8, (20, 1, 1)).astype(np.float32)
        nodes.append(node("Add", ["v0", "b"], ["v1"]))
        value = value + constants["b"]
    elif steps in ("image", "bytes"):
        made = np.sin(np.arange(value.size).reshape(value.shape)).astype(np.float32)
        other = levels(made, 1 / 64, 80, np.uint8)
        if steps == "bytes":
            constants |= {"o": other, "os": np.array(1 / 64, np.float32), "oz": np.uint8(80)}
            constants = {k: np.asarray(v) for k, v in constants.items()}
            # a computed value: the maximum of each window of one element
            nodes.insert(0, node("MaxPool", ["o"], ["o1"], kernel_shape=[1, 1]))
            nodes.append(node("DequantizeLinear", ["o1", "os", "oz"], ["d"]))
        else:
            constants["d"] = (other.astype(np.float32) - 80) / 64
        nodes.append(node("Add", ["d", "v0"], ["v1"]))
        value = value + (other.astype(np.float32) - 80) / 64
    elif steps == "relu":
        nodes.append(node("Relu", ["v0"], ["v1"]))
        value = np.maximum(value, 0)
    elif steps == "sigmoid":
        nodes.append(node("Sigmoid", ["v0"], ["v1"]))
        constants["t"] = np.array(1 / 128, np.float32)
        value = 1 / (1 + np.exp(-value.astype(np.float64)))
    elif steps == "clip":
        constants |= {"lo": np.array(-1, np.float32), "hi": np.array(6, np.float32)}
        nodes.append(node("Clip", ["v0", "lo", "hi"], ["v1"]))
        value = np.clip(value, -1, 6)
    else:
        last = "v0"
    nodes.append(node("QuantizeLinear", [last, "t", "z"], ["y"]))
    kind = U8 if dtype is np.uint8 else I8
    want = levels(value, float(constants["t"]), zero, dtype)
    got = run(nodes, constants, image, kind, want.shape)
    near = 1 if steps == "sigmoid" else 0  # the function is not exact
    assert np.abs(got.astype(int) - want.astype(int)).max() <= near


def test_max_pool_of_bytes() -> None:
    """In blocks of channels, after a convolution."""
    image, weights = given((1, 16, 9, 9), (32, 16, 1, 1))
    node = helper.make_node
    nodes = [
        node("ConvInteger", ["x", "w"], ["a"], kernel_shape=[1, 1]),
        node("DequantizeLinear", ["a", "s"], ["v"]),
        node("QuantizeLinear", ["v", "s", "z"], ["q"]),
        node("MaxPool", ["q"], ["y"], kernel_shape=[3, 3], strides=[2, 2], pads=[1, 1, 1, 1]),
    ]
    constants = {"w": weights, "s": np.array(1024, np.float32), "z": np.array(-4, np.int8)}
    nodes[2].input[1] = "t"
    constants["t"] = np.array(2.0**18, np.float32)
    got = run(nodes, constants, image, I8, (1, 32, 5, 5))
    value = convolved(image, weights, 0, {}).astype(np.float32) * 1024
    small = levels(value, 2.0**18, -4, np.int8)
    padded = np.pad(small, ((0, 0), (0, 0), (1, 1), (1, 1)), constant_values=-128)
    want = np.max(
        [padded[:, :, i : i + 9 : 2, j : j + 9 : 2] for i in range(3) for j in range(3)], 0
    )
    np.testing.assert_array_equal(got, want)


@pytest.mark.parametrize("zero", [0, 5])
def test_qlinear_conv(zero: int) -> None:
    """The same as one operator, with a 32-bit integer bias."""
    image, weights = given((1, 20, 9, 9), (24, 20, 3, 3))
    weights = weights // 16
    random = np.random.default_rng(4)
    scale = (2.0 ** random.integers(-6, -2, 24)).astype(np.float32)
    constants = {
        "xs": np.array(1 / 64, np.float32),
        "xz": np.array(zero, np.uint8),
        "w": weights,
        "ws": scale,
        "wz": np.zeros(24, np.int8),
        "ys": np.array(0.25, np.float32),
        "yz": np.array(100, np.uint8),
        "b": random.integers(-9999, 9999, 24).astype(np.int32),
    }
    names = ["x", "xs", "xz", "w", "ws", "wz", "ys", "yz", "b"]
    node = helper.make_node("QLinearConv", names, ["y"], pads=[1, 1, 1, 1])
    sums = convolved(image, weights, zero, {"pads": [1, 1, 1, 1]})
    sums = sums + constants["b"].reshape(1, -1, 1, 1)
    value = (sums * scale.astype(np.float64).reshape(1, -1, 1, 1) / 64).astype(np.float32)
    want = levels(value, 0.25, 100, np.uint8)
    got = run([node], constants, image, U8, want.shape)
    np.testing.assert_array_equal(got, want)
