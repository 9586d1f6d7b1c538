"""Integer matrix products, against those that numpy computes with 64-bit integers; the ops fused
into them, against the same in floats."""

from __future__ import annotations

from typing import Any

import numpy as np
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

RNG = np.random.default_rng(0)


def some(dtype: Any, *shape: int) -> Any:
    limits = np.iinfo(dtype)
    return RNG.integers(limits.min, limits.max, shape, dtype=dtype, endpoint=True)


def run(
    nodes: list[Any], feeds: Any, constants: Any, kind: int, shapes: Any = None, **given: Any
) -> Any:
    """The value y of a graph; `shapes` are the declared shapes of inputs where they differ from the
    feeds."""
    inputs = [
        helper.make_tensor_value_info(
            n, helper.np_dtype_to_tensor_dtype(a.dtype), (shapes or {}).get(n, a.shape)
        )
        for n, a in feeds.items()
    ]
    weights = [numpy_helper.from_array(a, n) for n, a in constants.items()]
    outputs = [helper.make_tensor_value_info("y", kind, None)]
    graph = helper.make_graph(nodes, "g", inputs, outputs, weights)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 21)], ir_version=10)
    [y] = mlirlite.InferenceSession(model.SerializeToString(), **given).run(None, feeds)
    return y


def product(x: Any, w: Any, x_zero: Any, w_zero: Any) -> Any:
    return (x.astype(np.int64) - x_zero) @ (w.astype(np.int64) - w_zero)


@pytest.mark.parametrize("rows", [1, 2, 13])
@pytest.mark.parametrize("depth", [1, 4, 7, 67])
@pytest.mark.parametrize("columns", [1, 16, 33])
def test_sizes(rows, depth, columns):
    x, w, zero = some(np.uint8, rows, depth), some(np.int8, depth, columns), some(np.uint8)
    node = helper.make_node("MatMulInteger", ["x", "w", "z"], ["y"])
    y = run([node], {"x": x, "z": zero}, {"w": w}, TensorProto.INT32)
    assert (y == product(x, w, int(zero), 0)).all()


@pytest.mark.bulk
@pytest.mark.parametrize("machine", [None, "haswell"])
@pytest.mark.parametrize(
    ("shapes", "zero"),
    [
        (((5, 9), (9, 20)), "none"),
        (((5, 9), (9, 20)), "columns"),
        (((2, 1, 7, 6), (3, 6, 35)), "none"),
        (((2, 1, 7, 6), (3, 6, 35)), "one"),
    ],
)
def test_two_inputs(shapes, zero, machine):
    """Neither side is known; the extremes of both."""
    x, w = some(np.uint8, *shapes[0]), some(np.int8, *shapes[1])
    x.flat[:6], w[..., 0] = 255, -128
    feeds = {"x": x, "w": w, "a": some(np.uint8)}
    if zero != "none":
        feeds["c"] = some(np.int8, *([shapes[1][-1]] if zero == "columns" else []))
    node = helper.make_node("MatMulInteger", list(feeds), ["y"])
    unknown = {n: [None] * a.ndim for n, a in feeds.items() if n in "xw"}
    want = product(x, w, int(feeds["a"]), feeds.get("c", np.int8(0)).astype(int))
    for given in (None, unknown):
        y = run([node], feeds, {}, TensorProto.INT32, given, machine=machine)
        assert (y == want).all()


@pytest.mark.parametrize("machine", [None, "haswell"])
@pytest.mark.parametrize("zeros", ["none", "left", "both", "columns"])
@pytest.mark.parametrize("right", [np.int8, np.uint8])
@pytest.mark.parametrize("left", [np.uint8, np.int8])
def test_types_and_zero_points(left, right, zeros, machine):
    x, w = some(left, 2, 5, 9), some(right, 9, 20)
    x_zero = some(left) if zeros != "none" else None
    w_zero = {"both": some(right), "columns": some(right, 20)}.get(zeros)
    names = ["x", "w", *["a"] * (x_zero is not None), *["c"] * (w_zero is not None)]
    feeds = {"x": x} | ({"a": x_zero} if x_zero is not None else {})
    constants = {"w": w} | ({"c": w_zero} if w_zero is not None else {})
    nodes = [helper.make_node("MatMulInteger", names, ["y"])]
    y = run(nodes, feeds, constants, TensorProto.INT32, machine=machine)
    want = product(
        x, w, 0 if x_zero is None else int(x_zero), 0 if w_zero is None else w_zero.astype(int)
    )
    assert (y == want).all()


def test_dynamic_rows_and_a_zero_point_for_each_row():
    x, w, zero = some(np.uint8, 2, 6, 8), some(np.int8, 8, 33), some(np.uint8)
    node = helper.make_node("MatMulInteger", ["x", "w", "z"], ["y"])
    shapes = {"x": ["n", "m", 8]}
    y = run([node], {"x": x, "z": zero}, {"w": w}, TensorProto.INT32, shapes)
    assert (y == product(x, w, int(zero), 0)).all()
    zero = some(np.uint8, 6)
    y = run([node], {"x": x[0], "z": zero}, {"w": w}, TensorProto.INT32)
    assert (y == product(x[0], w, zero.astype(int)[:, None], 0)).all()


@pytest.mark.parametrize("machine", [None, ""])
@pytest.mark.parametrize("keeps", [False, True])
def test_elementwise_ops_are_fused_into_the_product(keeps, machine):
    """Cast, scale, bias and Relu; they are not fused when the sums have another reader."""
    x, w = some(np.uint8, 12, 10), some(np.int8, 10, 40)
    scale, bias = (RNG.standard_normal(40).astype(np.float32) for _ in range(2))
    nodes = [
        helper.make_node("MatMulInteger", ["x", "w"], ["s"]),
        helper.make_node("Cast", ["s"], ["f"], to=TensorProto.FLOAT),
        helper.make_node("Mul", ["f", "t"], ["g"]),
        helper.make_node("Add", ["g", "c"], ["h"]),
        helper.make_node("Relu", ["h"], ["r"]),
    ]
    want = np.maximum(product(x, w, 0, 0) * scale.astype(np.float64) + bias, 0)
    if keeps:
        nodes += [
            helper.make_node("Cast", ["s"], ["k"], to=TensorProto.FLOAT),
            helper.make_node("Add", ["r", "k"], ["y"]),
        ]
        want = want + product(x, w, 0, 0)
    else:
        nodes.append(helper.make_node("Identity", ["r"], ["y"]))
    y = run(nodes, {"x": x}, {"w": w, "t": scale, "c": bias}, TensorProto.FLOAT, machine=machine)
    np.testing.assert_allclose(y, want, rtol=1e-5, atol=1e-2)


@pytest.mark.parametrize("left", [np.uint8, np.int8])
def test_qlinear_matmul(left):
    x, w = some(left, 3, 30), some(np.int8, 30, 18)
    constants = {
        "xs": np.float32(0.02),
        "xz": some(left),
        "w": w,
        "ws": np.float32(0.01),
        "wz": np.int8(3),
        "ys": np.float32(0.3),
        "yz": np.array(120 if left is np.uint8 else -3, left),
    }
    constants = {n: np.asarray(a) for n, a in constants.items()}
    names = ["x", "xs", "xz", "w", "ws", "wz", "ys", "yz"]
    node = helper.make_node("QLinearMatMul", names, ["y"])
    kind = helper.np_dtype_to_tensor_dtype(np.dtype(left))
    y = run([node], {"x": x}, constants, kind)
    factor = float(constants["xs"]) * float(constants["ws"]) / float(constants["ys"])
    level = product(x, w, int(constants["xz"]), 3) * factor
    limits = np.iinfo(left)
    want = np.clip(np.rint(level) + int(constants["yz"]), limits.min, limits.max)
    assert np.abs(y.astype(int) - want).max() <= 1  # ties, which depend on how a factor was rounded
    assert (y != want).mean() < 0.02
