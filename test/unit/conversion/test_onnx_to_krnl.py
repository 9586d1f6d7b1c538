"""Lowerings of operators against onnxruntime, or onnx.reference where that has no kernel: a grid of
shapes and attributes, with static and dynamic sizes."""

from __future__ import annotations

import time
from typing import Any

import numpy as np
import onnx
import onnxruntime
import pytest
from onnx import TensorProto, helper, numpy_helper
from onnx.reference import ReferenceEvaluator

import mlirlite
from mlirlite.support.diagnostics import DiagnosticError

pytestmark = [pytest.mark.covering(2), pytest.mark.sampled(11)]

RNG = np.random.default_rng(0)
OPSET = 21


def floats(*shape: int, dtype: Any = np.float32) -> np.ndarray:
    return RNG.standard_normal(shape).astype(dtype)


def ints(*shape: int, low: int = -9, high: int = 10, dtype: Any = np.int64) -> np.ndarray:
    return RNG.integers(low, high, shape).astype(dtype)


def model_of(
    op: str,
    inputs: list[np.ndarray | None],
    constants: tuple[int, ...] = (),
    outputs: int = 1,
    opset: int = OPSET,
    dynamic: bool = False,
    **attributes: Any,
) -> onnx.ModelProto:
    """A model of one node. Inputs at the given positions are initializers; None omits one."""
    names = [f"x{i}" if x is not None else "" for i, x in enumerate(inputs)]
    node = helper.make_node(op, names, [f"y{i}" for i in range(outputs)], **attributes)
    values, weights = [], []
    for i, x in enumerate(inputs):
        if x is None:
            continue
        if i in constants:
            weights.append(numpy_helper.from_array(x, f"x{i}"))
        else:
            type = helper.np_dtype_to_tensor_dtype(x.dtype)
            shape = [None] * x.ndim if dynamic else list(x.shape)
            values.append(helper.make_tensor_value_info(f"x{i}", type, shape))
    results = [helper.make_empty_tensor_value_info(f"y{i}") for i in range(outputs)]
    graph = helper.make_graph([node], "test", values, results, weights)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", opset)], ir_version=10)
    return onnx.shape_inference.infer_shapes(model)


def expected(model: onnx.ModelProto, feeds: dict[str, Any], reference: bool) -> list[Any]:
    if reference:
        return ReferenceEvaluator(model).run(None, feeds)
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 4
    session = onnxruntime.InferenceSession(model.SerializeToString(), options)
    return session.run(None, feeds)


def check(
    op: str,
    inputs: list[np.ndarray | None],
    constants: tuple[int, ...] = (),
    *,
    reference: bool = False,
    rtol: float = 1e-5,
    both: bool = True,
    **attributes: Any,
) -> None:
    """Static sizes, then dynamic ones, give what the other engine gives."""
    feeds = {f"x{i}": x for i, x in enumerate(inputs) if x is not None and i not in constants}
    wanted = None
    for dynamic in (False, True) if both else (False,):
        model = model_of(op, inputs, constants, dynamic=dynamic, **attributes)
        if wanted is None:
            wanted = expected(model, feeds, reference)
        found = mlirlite.InferenceSession(model).run(None, feeds)
        for a, b in zip(wanted, found, strict=True):
            assert b.dtype == a.dtype
            assert b.shape == a.shape
            np.testing.assert_allclose(b, a, rtol=rtol, atol=1e-5)


# Elementwise


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ((2, 3), (2, 3)),
        ((2, 3), (3,)),
        ((2, 1, 4), (3, 1)),
        ((), (2, 2)),
        ((1,), (0,)),
        ((5,), (1,)),
    ],
)
def test_broadcasting(a: tuple[int, ...], b: tuple[int, ...]) -> None:
    check("Add", [floats(*a), floats(*b)])


@pytest.mark.covering(1)
@pytest.mark.parametrize("dtype", [np.int32, np.int64, np.uint8, np.float64])
@pytest.mark.parametrize("op", ["Sub", "Mul", "Max", "Min", "Less", "Equal"])
def test_arithmetic_of_types(op: str, dtype: Any) -> None:
    x, y = ints(20, low=0, high=50, dtype=dtype), ints(20, low=0, high=50, dtype=dtype)
    check(op, [x, y], reference=True, both=False)


def test_integer_division_is_defined_everywhere() -> None:
    low = np.iinfo(np.int32).min
    x = np.array([7, -7, 7, -7, low, 5], np.int32)
    y = np.array([2, 2, -2, -2, -1, 0], np.int32)
    found = mlirlite.InferenceSession(model_of("Div", [x, y])).run(None, {"x0": x, "x1": y})
    assert found[0].tolist() == [3, -3, -3, 3, low, 0]
    found = mlirlite.InferenceSession(model_of("Mod", [x, y])).run(None, {"x0": x, "x1": y})
    assert found[0].tolist() == [1, 1, -1, -1, 0, 0]


def test_powers_of_integers() -> None:
    x, y = ints(30, low=-3, high=4, dtype=np.int32), ints(30, low=0, high=12, dtype=np.int32)
    check("Pow", [x, y])
    check("Pow", [x.astype(np.float32), y])


def test_nan_propagates() -> None:
    x = np.array([np.nan, -1, 1, np.inf, -np.inf], np.float32)
    for op in ("Relu", "Sign", "Floor", "Sqrt", "Abs"):
        check(op, [x], both=False)
    check("Max", [x, np.zeros(5, np.float32)], both=False, reference=True)


@pytest.mark.parametrize(
    "op",
    [
        "Sigmoid",
        "Softplus",
        "Softsign",
        "Elu",
        "Selu",
        "HardSigmoid",
        "HardSwish",
        "LeakyRelu",
        "Mish",
        "Erf",
        "Tanh",
        "Gelu",
    ],
)
def test_activations_far_from_zero(op: str) -> None:
    x = np.linspace(-90, 90, 37, dtype=np.float32)
    check(op, [x], both=False, rtol=1e-4)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_sigmoid_of_large_numbers(dtype: Any) -> None:
    x = np.array([-np.inf, -200, -100, -80, 0, 17, 60, 88.5, 1e30, np.inf] * 20, dtype)
    y = mlirlite.InferenceSession(model_of("Sigmoid", [x])).run(None, {"x0": x})[0]
    wanted = 1 / (1 + np.exp(-x.astype(np.longdouble)))
    np.testing.assert_allclose(y, wanted, rtol=3e-6, atol=np.finfo(dtype).smallest_normal)
    assert (y[0], y[9]) == (0, 1)
    assert np.all(y <= 1)


@pytest.mark.parametrize(
    ("dtype", "to"),
    [
        (np.float32, np.int8),
        (np.float32, np.uint8),
        (np.float32, np.bool_),
        (np.int64, np.float32),
        (np.bool_, np.float64),
        (np.float32, np.float16),
        (np.uint8, np.int32),
        (np.int32, np.uint16),
    ],
)
def test_cast(dtype: Any, to: Any) -> None:
    x = (floats(50) * 100).astype(dtype)
    check("Cast", [x], to=helper.np_dtype_to_tensor_dtype(np.dtype(to)), reference=True)


# Windows


@pytest.mark.covering(1)
@pytest.mark.parametrize(
    "attributes",
    [
        {},
        {"pads": [1, 1, 1, 1]},
        {"pads": [0, 2, 1, 0], "strides": [2, 3]},
        {"dilations": [2, 2], "pads": [2, 2, 2, 2]},
        {"auto_pad": "SAME_UPPER", "strides": [2, 2]},
        {"auto_pad": "SAME_LOWER", "strides": [3, 2]},
        {"group": 2, "pads": [1, 1, 1, 1]},
    ],
)
@pytest.mark.parametrize("bias", [False, True])
def test_conv(attributes: dict[str, Any], bias: bool) -> None:
    x = floats(2, 4, 7, 9)
    w = floats(6, 4 // attributes.get("group", 1), 3, 3)
    inputs = [x, w, floats(6)] if bias else [x, w]
    check("Conv", inputs, (1, 2), rtol=1e-4, **attributes)


@pytest.mark.parametrize("size", [None, [2, 3, 4, 6], [2, 3, 5, 7]])
def test_unpooling(size: list[int] | None) -> None:
    """Places are flat in the size that the attributes imply, also where the result is larger."""
    x, shape = floats(2, 3, 2, 3), None if size is None else np.array(size)
    places = RNG.permutation(2 * 3 * 4 * 6)[: x.size].reshape(x.shape)
    y = np.zeros((2, 3, 4, 6), np.float32)
    y.put(places, x)
    for dynamic in (False, True):
        given = [x, places] if shape is None else [x, places, shape]
        attributes = {"kernel_shape": [2, 2], "strides": [2, 2]}
        model = model_of("MaxUnpool", given, dynamic=dynamic, **attributes)
        feeds = {f"x{i}": a for i, a in enumerate(given)}
        [found] = mlirlite.InferenceSession(model).run(None, feeds)
        np.testing.assert_array_equal(found[:, :, :4, :6], y)
        assert np.count_nonzero(found) == x.size


@pytest.mark.parametrize("rank", [1, 2, 3])
def test_pointwise_depthwise_and_other_ranks(rank: int) -> None:
    space = (5, 4, 3)[:rank]
    check("Conv", [floats(1, 6, *space), floats(4, 6, *[1] * rank)], (1,), rtol=1e-4)
    check("Conv", [floats(1, 6, *space), floats(6, 1, *[2] * rank)], (1,), rtol=1e-4, group=6)


@pytest.mark.parametrize(
    "attributes",
    [
        {"kernel_shape": [2, 2]},
        {"kernel_shape": [3, 3], "strides": [2, 2], "pads": [0, 0, 1, 1]},
        {"kernel_shape": [3, 2], "strides": [2, 2], "ceil_mode": 1},
        {"kernel_shape": [3, 3], "strides": [2, 3], "ceil_mode": 1},
        {"kernel_shape": [3, 3], "auto_pad": "SAME_UPPER", "strides": [2, 2]},
        {"kernel_shape": [2, 2], "dilations": [2, 2]},
    ],
)
def test_pools(attributes: dict[str, Any]) -> None:
    x = floats(1, 2, 7, 6)
    check("MaxPool", [x], **attributes)
    check("MaxPool", [x], outputs=2, **attributes)
    check("AveragePool", [x], **attributes)
    if "pads" in attributes:
        check("AveragePool", [x], count_include_pad=1, **attributes)


@pytest.mark.covering(1)
@pytest.mark.parametrize("op", ["MaxPool", "AveragePool", "LpPool"])
@pytest.mark.parametrize("height", [2, 3])
def test_a_window_that_ends_less_than_a_step_behind_the_image(op: str, height: int) -> None:
    """With ceil_mode it counts, as in ONNX's formula, even if it is larger than the image."""
    window = {"kernel_shape": [4, 2], "strides": [3, 1]}
    check(op, [floats(1, 2, height, 4)], ceil_mode=1, **window)
    with pytest.raises(DiagnosticError, match="window"):
        check(op, [floats(1, 2, 1, 4)], ceil_mode=1, **window)


@pytest.mark.bulk
def test_conv_transpose() -> None:
    x, w = floats(1, 4, 5, 4), floats(4, 3, 3, 3)
    check("ConvTranspose", [x, w], (1,), rtol=1e-4, strides=[2, 2], pads=[1, 0, 1, 1])
    check("ConvTranspose", [x, w], (1,), rtol=1e-4, strides=[3, 2], output_padding=[1, 0])
    check("ConvTranspose", [x, floats(4, 2, 2, 2)], (1,), rtol=1e-4, group=2, dilations=[2, 1])


# Matrix products


@pytest.mark.bulk
@pytest.mark.parametrize(
    ("a", "b"),
    [
        ((3, 4), (4, 5)),
        ((2, 3, 4), (4, 5)),
        ((2, 1, 3, 4), (5, 4, 2)),
        ((4,), (4,)),
        ((4,), (2, 4, 3)),
        ((2, 3, 4), (4,)),
        ((0, 4), (4, 3)),
        ((2, 0), (0, 3)),
    ],
)
def test_matmul(a: tuple[int, ...], b: tuple[int, ...]) -> None:
    check("MatMul", [floats(*a), floats(*b)], rtol=1e-4, reference=0 in a)


@pytest.mark.bulk
@pytest.mark.covering(1)
@pytest.mark.parametrize("columns", [8, 7, 12])
@pytest.mark.parametrize("transposed", [(0, 0), (1, 0), (0, 1), (1, 1)])
def test_gemm(columns: int, transposed: tuple[int, int]) -> None:
    a, b = floats(3, 5), floats(5, columns)
    inputs = [a.T.copy() if transposed[0] else a, b.T.copy() if transposed[1] else b]
    flags = {"transA": transposed[0], "transB": transposed[1]}
    check("Gemm", inputs, rtol=1e-4, **flags)
    check("Gemm", [*inputs, floats(columns)], rtol=1e-4, alpha=0.5, beta=2.0, **flags)


@pytest.mark.bulk
def test_einsum() -> None:
    a, b = floats(2, 3, 4), floats(2, 4, 5)
    for equation in ("bij,bjk->bik", "bij,bjk", "...ij,...jk->...ki", "bij,bjk->b"):
        check("Einsum", [a, b], rtol=1e-4, equation=equation)
    check("Einsum", [floats(4, 4)], rtol=1e-4, equation="ii")


EQUATIONS: dict[str, list[tuple[int, ...]]] = {
    "bi,bi->b": [(3, 4), (3, 4)],
    "ij,bjk->bik": [(3, 4), (2, 4, 5)],
    "ij,jk,kl->il": [(3, 4), (4, 5), (5, 2)],
    "ij,jk,kl->li": [(3, 0), (0, 5), (5, 2)],
    "bqhd,bkhd->bhqk": [(2, 3, 2, 4), (2, 5, 2, 4)],
    "bqhd,bkhd->hbkq": [(2, 3, 2, 4), (1, 5, 2, 4)],
    "bshd,hde->bse": [(2, 3, 2, 4), (2, 4, 5)],
    "abij,bjk->abik": [(2, 3, 4, 5), (3, 5, 2)],
    "ij,ij->": [(3, 4), (3, 4)],
    "ij,jk->ik": [(3, 1), (4, 5)],  # one size is repeated
    "iij,jk->ki": [(3, 3, 4), (4, 5)],
    "ic,jc,kc->ijkc": [(3, 4), (2, 1), (5, 4)],
    "ij,k->jk": [(3, 4), (5,)],
    "i,j->": [(0,), (4,)],
}


@pytest.mark.sampled(22)
@pytest.mark.parametrize("equation", EQUATIONS)
def test_einsum_of_products(equation: str) -> None:
    inputs = [floats(*shape) for shape in EQUATIONS[equation]]
    check("Einsum", inputs, rtol=1e-4, reference=True, equation=equation)


@pytest.mark.parametrize("dtype", [np.uint8, np.int16, np.int32, np.float64])
def test_einsum_of_other_types(dtype: type) -> None:
    inputs = [RNG.integers(0, 50, s).astype(dtype) for s in ((3, 4), (4, 5))]
    check("Einsum", inputs, reference=True, equation="ij,jk->ki")


# Reductions and normalization


@pytest.mark.parametrize(
    "op", ["ReduceSum", "ReduceMean", "ReduceMax", "ReduceL2", "ReduceLogSumExp"]
)
@pytest.mark.parametrize("axes", [None, [0], [1, -1], [-2]])
@pytest.mark.parametrize("keepdims", [0, 1])
def test_reductions(op: str, axes: list[int] | None, keepdims: int) -> None:
    x = floats(2, 3, 4)
    inputs = [x] if axes is None else [x, np.array(axes, np.int64)]
    check(op, inputs, (1,), rtol=1e-4, keepdims=keepdims, opset=18)


def test_axes_at_run_time() -> None:
    x = floats(2, 3, 4)
    for axes in ([0], [1, 2], [-1]):
        axes_value = np.array(axes, np.int64)
        check("ReduceSum", [x, axes_value], keepdims=1, rtol=1e-4, both=False)
        check("ReduceMax", [x, axes_value], keepdims=0, both=False, reference=True, opset=20)


@pytest.mark.parametrize("op", ["Softmax", "LogSoftmax"])
@pytest.mark.parametrize("axis", [0, 1, -1])
@pytest.mark.parametrize("opset", [11, 13])
def test_softmax_of_both_kinds(op: str, axis: int, opset: int) -> None:
    check(op, [floats(2, 3, 4) * 50], axis=axis, opset=opset, rtol=1e-4)


@pytest.mark.bulk
def test_norms() -> None:
    x = floats(2, 6, 5, 3)
    c = [np.abs(floats(6)) + 0.5 for _ in range(4)]
    check("BatchNormalization", [x, *c], (1, 2, 3, 4), rtol=1e-4)
    check("InstanceNormalization", [x, *c[:2]], (1, 2), rtol=1e-4)
    check("LRN", [x], size=3, rtol=1e-4)
    check("LRN", [x], size=5, alpha=0.1, beta=0.6, bias=2.0, rtol=1e-4)
    check("LayerNormalization", [x, floats(5, 3), floats(5, 3)], (1, 2), axis=2, rtol=1e-4)
    check("LpNormalization", [x], axis=1, p=1, rtol=1e-4)


def test_arg_ties_and_nans() -> None:
    x = np.array([[1, 3, 3], [3, np.nan, 3], [2, 2, 1]], np.float32)
    for last in (0, 1):
        check("ArgMax", [x[[0, 2]]], axis=1, select_last_index=last)
        check("ArgMin", [x[[0, 2]]], axis=0, keepdims=0, select_last_index=last)
    check("ArgMax", [x], axis=1, reference=True)


@pytest.mark.bulk
def test_top_k() -> None:
    x = ints(3, 8, high=-5, dtype=np.float32)
    k = np.array([3], np.int64)
    for largest in (0, 1):
        check("TopK", [x, k], outputs=2, axis=1, largest=largest, both=False)
        check("TopK", [x, k], (1,), outputs=2, axis=0, largest=largest)


# Data movement


@pytest.mark.parametrize("perm", [None, [0, 2, 1], [2, 0, 1]])
def test_transpose(perm: list[int] | None) -> None:
    attributes = {} if perm is None else {"perm": perm}
    check("Transpose", [floats(2, 3, 4)], **attributes)


@pytest.mark.parametrize(
    ("starts", "ends", "axes", "steps"),
    [
        ([1], [3], [0], None),
        ([-3, 0], [-1, 100], [1, 0], [1, 2]),
        ([4, -1], [-100, -100], [0, 1], [-1, -2]),
        ([3], [1], [0], None),
        ([0], [np.iinfo(np.int64).max], [-1], [3]),
    ],
)
def test_slice(starts: list[int], ends: list[int], axes: list[int], steps: Any) -> None:
    indices = [np.array(v, np.int64) for v in (starts, ends, axes)]
    inputs = [floats(5, 6), *indices, *([np.array(steps, np.int64)] if steps else [])]
    check("Slice", inputs, (1, 2, 3, 4))
    check("Slice", inputs, (3,))
    check("Slice", inputs)


@pytest.mark.bulk
@pytest.mark.covering(1)
@pytest.mark.parametrize("mode", ["constant", "edge", "reflect", "wrap"])
@pytest.mark.parametrize("pads", [[1, 2, 0, 1], [0, 3, 2, 0]])
def test_pad(mode: str, pads: list[int]) -> None:
    inputs = [floats(4, 5), np.array(pads, np.int64)]
    check("Pad", inputs, (1,), mode=mode)
    check("Pad", inputs, mode=mode)


def test_pad_crops() -> None:
    check("Pad", [floats(4, 5), np.array([-1, 2, 1, -2], np.int64)], (1,))


@pytest.mark.bulk
def test_reshape_split_concat_tile_expand() -> None:
    x = floats(2, 3, 4)
    for shape in ([4, 6], [0, -1], [-1], [2, 1, 12]):
        check("Reshape", [x, np.array(shape, np.int64)], (1,))
        check("Reshape", [x, np.array(shape, np.int64)], both=False)
    check("Split", [x], outputs=2, axis=2, num_outputs=2)
    check("Split", [x, np.array([1, 2], np.int64)], (1,), outputs=2, axis=1)
    check("Concat", [x, floats(2, 0, 4), floats(2, 1, 4)], axis=1)
    check("Tile", [x, np.array([2, 1, 3], np.int64)], (1,))
    check("Tile", [x, np.array([1, 0, 2], np.int64)], both=False)
    check("Expand", [floats(3, 1), np.array([2, 1, 4], np.int64)], (1,))
    check("Expand", [floats(2, 3, 1), np.array([3, 4], np.int64)], both=False)
    check("Squeeze", [floats(1, 3, 1), np.array([0, -1], np.int64)], (1,))
    check("Unsqueeze", [floats(3, 2), np.array([-1, 0], np.int64)], (1,))


@pytest.mark.parametrize("reduction", ["none", "add", "max"])
def test_scatter(reduction: str) -> None:
    x, places = floats(4, 5), np.array([[0, 1, 2, 3, 0]], np.int64)
    check("ScatterElements", [x, places, floats(1, 5)], reduction=reduction)
    rows = np.array([[1], [3]], np.int64)
    check("ScatterND", [x, rows, floats(2, 5)], reduction=reduction)


def test_gather() -> None:
    x = floats(4, 5)
    check("Gather", [x, ints(2, 3, low=-5, high=5)], axis=1)
    check("GatherElements", [x, ints(2, 5, low=-4, high=4)], axis=0)
    check("GatherND", [x, ints(3, 2, low=0, high=4)], both=False)
    check("OneHot", [ints(3, low=-4, high=4), np.array(4), floats(2)], axis=1, both=False)


def test_indices_out_of_range_stay_inside_the_buffer() -> None:
    x, places = floats(4), np.array([100, -100], np.int64)
    session = mlirlite.InferenceSession(model_of("Gather", [x, places]), unchecked=True)
    assert session.run(None, {"x0": x, "x1": places})[0].tolist() == [x[3], x[0]]


def test_sizes_that_depend_on_data() -> None:
    x = np.array([[3, 0, 1], [0, 3, 0]], np.float32)
    check("NonZero", [x])
    check("Compress", [x, np.array([True, False, True])], axis=1)
    check("Unique", [x], outputs=4, sorted=1)


@pytest.mark.bulk
def test_unique() -> None:
    x = np.array([[3, 0, 1], [0, 3, 0]], np.float32)
    check("Unique", [x], outputs=4, sorted=0)
    check("Unique", [x[[0, 1, 0]]], outputs=4, axis=0)
    many = ints(3, 40, low=0, high=3)
    check("Unique", [many], outputs=4, axis=-1, sorted=0)
    check("Unique", [floats(0)], outputs=4, reference=True)


def test_unique_of_nan() -> None:
    """NaN is the greatest, and equals itself."""
    x = np.array([3, np.nan, 1, np.nan, 3], np.float32)
    session = mlirlite.InferenceSession(model_of("Unique", [x], outputs=4))
    found, first, inverse, counts = session.run(None, {"x0": x})
    np.testing.assert_array_equal(found, np.array([1, 3, np.nan], np.float32))
    assert [first.tolist(), inverse.tolist(), counts.tolist()] == [
        [2, 0, 1],
        [1, 2, 0, 2, 1],
        [1, 2, 2],
    ]
    check("Range", [np.array(v, np.int64) for v in (7, -4, -3)])
    check("Range", [np.array(v, np.float32) for v in (0, 1, 0.3)])
    check("Range", [np.array(v, np.int32) for v in (-(1 << 31), (1 << 31) - 1, 1 << 30)])


@pytest.mark.covering(1)
@pytest.mark.parametrize("mode", ["nearest", "linear", "cubic"])
@pytest.mark.parametrize(
    "coordinates", ["half_pixel", "asymmetric", "align_corners", "pytorch_half_pixel"]
)
def test_resize(mode: str, coordinates: str) -> None:
    x = floats(1, 2, 4, 5)
    for scales in ([1, 1, 2, 1.5], [1, 1, 0.6, 0.5]):
        check(
            "Resize",
            [x, None, np.array(scales, np.float32)],
            (2,),
            mode=mode,
            coordinate_transformation_mode=coordinates,
            rtol=1e-3,
            both=False,
            reference=True,
        )


# Random numbers


def test_random_numbers_follow_from_the_seed() -> None:
    def draw(op: str, **attributes: Any) -> np.ndarray:
        model = model_of(op, [], shape=[1000], **attributes)
        return mlirlite.InferenceSession(model).run(None, {})[0]

    x = draw("RandomUniform", low=2.0, high=4.0, seed=1.0)
    assert x.min() >= 2
    assert x.max() < 4
    assert abs(x.mean() - 3) < 0.1
    assert (x == draw("RandomUniform", low=2.0, high=4.0, seed=1.0)).all()
    assert (x != draw("RandomUniform", low=2.0, high=4.0, seed=2.0)).any()
    y = draw("RandomNormal", mean=1.0, scale=2.0, seed=3.0)
    assert abs(y.mean() - 1) < 0.2
    assert abs(y.std() - 2) < 0.2


# State and control


@pytest.mark.covering(1)
@pytest.mark.parametrize(("op", "gates"), [("RNN", 1), ("GRU", 3), ("LSTM", 4)])
@pytest.mark.parametrize("direction", ["forward", "reverse", "bidirectional"])
def test_recurrent(op: str, gates: int, direction: str) -> None:
    count = 2 if direction == "bidirectional" else 1
    steps, batch, features, hidden = 5, 3, 4, 6
    x = floats(steps, batch, features)
    w, r = floats(count, gates * hidden, features), floats(count, gates * hidden, hidden)
    bias = floats(count, 2 * gates * hidden)
    lengths = np.array([5, 2, 3], np.int32)
    attributes = {"hidden_size": hidden, "direction": direction, "rtol": 1e-3, "both": False}
    outputs = 3 if op == "LSTM" else 2
    check(op, [x, w, r, bias], (1, 2, 3), outputs=outputs, **attributes)
    start = floats(count, batch, hidden)
    check(op, [x, w, r, bias, lengths, start], (1, 2, 3), outputs=outputs, **attributes)


def loop_model(limit: int | None) -> onnx.ModelProto:
    """y = x + x + … and the partial sums, until the count is reached or the sum exceeds 10."""
    body = helper.make_graph(
        [
            helper.make_node("Add", ["sum", "x"], ["next"]),
            helper.make_node("ReduceMax", ["next"], ["top"], keepdims=0),
            helper.make_node("Less", ["top", "ten"], ["again"]),
        ],
        "body",
        [
            helper.make_tensor_value_info("i", onnx.TensorProto.INT64, []),
            helper.make_tensor_value_info("go", onnx.TensorProto.BOOL, []),
            helper.make_tensor_value_info("sum", onnx.TensorProto.FLOAT, [2]),
        ],
        [
            helper.make_tensor_value_info("again", onnx.TensorProto.BOOL, []),
            helper.make_tensor_value_info("next", onnx.TensorProto.FLOAT, [2]),
            helper.make_tensor_value_info("next", onnx.TensorProto.FLOAT, [2]),
        ],
    )
    ten = numpy_helper.from_array(np.array(10, np.float32), "ten")
    weights = [ten]
    if limit is not None:
        weights.append(numpy_helper.from_array(np.array(limit, np.int64), "limit"))
    graph = helper.make_graph(
        [
            helper.make_node(
                "Loop", ["limit" if limit is not None else "", "", "x"], ["y", "all"], body=body
            )
        ],
        "test",
        [helper.make_tensor_value_info("x", onnx.TensorProto.FLOAT, [2])],
        [
            helper.make_tensor_value_info("y", onnx.TensorProto.FLOAT, [2]),
            helper.make_tensor_value_info("all", onnx.TensorProto.FLOAT, [None, 2]),
        ],
        weights,
    )
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=10)


@pytest.mark.parametrize("limit", [None, 0, 2, 100])
def test_loop_that_ends_by_count_or_condition(limit: int | None) -> None:
    x = np.array([3, -1], np.float32)
    found = mlirlite.InferenceSession(loop_model(limit)).run(None, {"x": x})
    times = min(3 if limit is None else limit, 3)
    assert found[0].tolist() == (x * (times + 1)).tolist()
    assert found[1].tolist() == [(x * (n + 2)).tolist() for n in range(times)]


# Errors


def test_every_missing_lowering_is_named() -> None:
    nodes = [
        helper.make_node("Foo", ["x"], ["a"], name="first", domain="org.example"),
        helper.make_node("Bar", ["a"], ["y"], name="second", domain="org.example"),
    ]
    values = [helper.make_tensor_value_info(n, onnx.TensorProto.FLOAT, [2]) for n in "xy"]
    graph = helper.make_graph(nodes, "test", values[:1], values[1:])
    opsets = [helper.make_opsetid("", OPSET), helper.make_opsetid("org.example", 1)]
    model = helper.make_model(graph, opset_imports=opsets, ir_version=10)
    with pytest.raises(DiagnosticError) as error:
        mlirlite.InferenceSession(model)
    assert "'first'" in str(error.value)
    assert "'second'" in str(error.value)


@pytest.mark.bulk
def test_hundreds_of_inputs_do_not_slow_the_compiler_down() -> None:
    """LLVM's time for the functions that pass them on grew faster than the square: 45 s for 400."""
    names = [f"x{i}" for i in range(300)]
    graph = helper.make_graph(
        [helper.make_node("Concat", names, ["y"], axis=0)],
        "g",
        [helper.make_tensor_value_info(n, TensorProto.FLOAT, [2]) for n in names],
        [helper.make_tensor_value_info("y", TensorProto.FLOAT, [600])],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 21)])
    feeds = {n: np.full(2, i, np.float32) for i, n in enumerate(names)}
    started = time.process_time()
    [y] = mlirlite.InferenceSession(model.SerializeToString()).run(None, feeds)
    assert time.process_time() - started < 12
    np.testing.assert_array_equal(y, np.repeat(np.arange(300), 2))
