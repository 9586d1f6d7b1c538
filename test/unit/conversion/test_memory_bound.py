"""Operators that are limited by memory, against onnx.reference: sizes around those of vectors,
tiles and caches, static and dynamic."""

import re

import numpy as np
import pytest
from onnx import helper, numpy_helper
from onnx.reference import ReferenceEvaluator

from mlirlite.ir.context import Context
from mlirlite.runtime.compiler import load_module, lower
from mlirlite.runtime.host import machine_for
from mlirlite.runtime.session import InferenceSession
from mlirlite.target.llvmir import to_llvmir
from mlirlite.target.llvmir.machine import Target, optimized

pytestmark = [pytest.mark.covering(2), pytest.mark.sampled(11)]

RNG = np.random.default_rng(0)


def array(*shape, dtype=np.float32):
    return RNG.standard_normal(shape).astype(dtype)


def both(
    op,
    x,
    constants=(),
    *,
    dynamic=False,
    threads=1,
    machine=None,
    outputs=("y",),
    result=None,
    version=23,
    **attributes,
):
    """A model of the op with x and constants, and the `y` that the reference gives."""
    shape = [None] * x.ndim if dynamic else x.shape
    kind = helper.np_dtype_to_tensor_dtype(x.dtype)
    made = 7 if op == "TopK" else helper.np_dtype_to_tensor_dtype(np.dtype(result or x.dtype))
    names = [f"c{i}" for i in range(len(constants))]
    graph = helper.make_graph(
        [helper.make_node(op, ["x", *names], outputs, **attributes)],
        "g",
        [helper.make_tensor_value_info("x", kind, shape)],
        [helper.make_tensor_value_info("y", made, None)],
        [numpy_helper.from_array(np.asarray(c), n) for c, n in zip(constants, names, strict=True)],
    )
    imports = [helper.make_opsetid("", version)]
    model = helper.make_model(graph, opset_imports=imports, ir_version=10)
    session = InferenceSession(model.SerializeToString(), threads, machine=machine)
    return model, session.run(["y"], {"x": x})[0]


def compiled(*arguments, **options):
    """The result of the compiled op."""
    return both(*arguments, **options)[1]


def agree(op, x, *arguments, tolerance=1e-5, **options):
    """The compiled op gives what the reference gives."""
    model, got = both(op, x, *arguments, **options)
    (want,) = ReferenceEvaluator(model).run(None, {"x": x})
    assert got.shape == want.shape
    np.testing.assert_allclose(got, want, rtol=tolerance, atol=tolerance)


SHAPES = [((1, 1), 1), ((3, 15), 1), ((2, 16), -1), ((2, 101), 1), ((5, 7), 0), ((2, 3, 33), 1)]
WAYS = [(0, 0), (0, 1), (1, 0), (1, 1)]


@pytest.mark.parametrize("dynamic", [False, True])
@pytest.mark.parametrize(("exclusive", "reverse"), WAYS)
@pytest.mark.parametrize(("shape", "axis"), SHAPES)
def test_cumulative_sums(shape, axis, exclusive, reverse, dynamic):
    options = {"exclusive": exclusive, "reverse": reverse, "dynamic": dynamic}
    agree("CumSum", array(*shape), [np.array(axis)], **options)


@pytest.mark.covering(1)
@pytest.mark.parametrize("machine", ["", "haswell", None])
@pytest.mark.parametrize("dtype", [np.float64, np.int32])
def test_cumulative_sums_of_other_types(dtype, machine):
    x = (array(4, 37) * 10).astype(dtype)
    agree("CumSum", x, [np.array(1)], reverse=1, machine=machine)


def test_sums_before_infinity_and_nan_stay_finite():
    x = np.ones((1, 40), np.float32)
    x[0, 5], x[0, 21] = np.inf, np.nan
    with np.errstate(invalid="ignore"):
        want = x.cumsum(axis=1)
    np.testing.assert_array_equal(compiled("CumSum", x, [np.array(1)]), want)


def softmax_agrees(op, shape, axis, **options):
    x = array(*shape) * 20
    got = compiled(op, x, axis=axis, **options)
    wide = x.astype(np.float64)
    below = wide - wide.max(axis=axis, keepdims=True)
    total = np.exp(below).sum(axis=axis, keepdims=True)
    want = below - np.log(total) if op == "LogSoftmax" else np.exp(below) / total
    np.testing.assert_allclose(got, want, rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("op", ["Softmax", "LogSoftmax"])
@pytest.mark.parametrize(
    "shape", [(1, 1), (7, 3), (9, 257), (300, 40), (1000, 65), (64, 1031), (3, 17, 300)]
)
def test_softmax_of_columns(op, shape, threads):
    softmax_agrees(op, shape, len(shape) - 2, threads=threads)


@pytest.mark.covering(1)
@pytest.mark.parametrize("op", ["Softmax", "LogSoftmax"])
@pytest.mark.parametrize("shape", [(1, 1), (9, 257), (300, 40)])
def test_softmax_of_columns_of_any_size(op, shape):
    softmax_agrees(op, shape, 0, dynamic=True)


@pytest.mark.parametrize("op", ["Softmax", "LogSoftmax"])
@pytest.mark.parametrize(("machine", "threads"), [("haswell", 1), (None, 2)])
@pytest.mark.parametrize("dynamic", [False, True])
@pytest.mark.parametrize("shape", [(1, 1), (17, 16), (33, 65), (5, 300), (20, 129), (2, 6500)])
def test_softmax_of_rows(shape, dynamic, machine, threads, op):
    softmax_agrees(op, shape, 1, dynamic=dynamic, machine=machine, threads=threads)


@pytest.mark.parametrize("columns", [5, 64, 101])
def test_softmax_of_rows_with_extreme_numbers(columns):
    x = array(19, columns)
    x[2, 0], x[3, 1:], x[4], x[5, 2] = np.inf, -np.inf, -np.inf, np.nan
    x[6], x[7, :2] = 3e38, (3e38, -3e38)
    x[8, 1:] = x[8, 0] - np.float32(89)  # its exponential is subnormal
    with np.errstate(all="ignore"):
        got = compiled("Softmax", x, axis=1)
    odd = [2, 4, 5]
    assert np.isnan(got[odd]).all()
    first = np.eye(1, columns)[0]
    np.testing.assert_array_equal(got[[3, 7, 8]], [first] * 3)
    np.testing.assert_allclose(got[6], 1 / columns, rtol=1e-6)
    others = np.delete(np.arange(19), [*odd, 3, 7, 8])
    np.testing.assert_allclose(got[others].sum(axis=1), 1, rtol=1e-6)


def test_softmax_of_columns_with_infinities():
    x = array(200, 300)
    x[:150] = -np.inf
    x[:, 7] = 3e38
    agree("Softmax", x, axis=0)


@pytest.mark.parametrize("size", [1, 17, 4095, 4097, 9001])
def test_normalization_of_long_rows(size):
    x, row = array(2, size) + 300, array(size)
    got = compiled("LayerNormalization", x, [row, row])
    wide = x.astype(np.float64)
    centered = wide - wide.mean(axis=1, keepdims=True)
    deviation = np.sqrt((centered**2).mean(axis=1, keepdims=True) + 1e-5)
    np.testing.assert_allclose(got, centered / deviation * row + row, rtol=5e-4, atol=5e-4)


@pytest.mark.parametrize(("channels", "side"), [(4, 3), (4, 33), (8, 131), (4, 300)])
def test_normalization_of_groups(channels, side):
    x, one = array(2, channels, side, side), array(channels)
    agree("GroupNormalization", x, [one, one], num_groups=2, tolerance=1e-4)
    for dynamic in (False, True):
        agree("InstanceNormalization", x, [one, one], dynamic=dynamic, tolerance=1e-4)


@pytest.mark.covering(1)
@pytest.mark.parametrize("op", ["Softplus", "Gelu", "Mish", "Sigmoid", "Sin", "Exp"])
@pytest.mark.parametrize("size", [1, 63, 1031])
def test_functions(op, size):
    agree(op, np.linspace(-20, 20, size).astype(np.float32), tolerance=2e-6)


def test_gelu_by_tanh():
    x = np.linspace(-20, 20, 1031).astype(np.float32)
    agree("Gelu", x, approximate="tanh", tolerance=2e-6)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_sigmoid_is_precise_for_small_results(dtype):
    x = np.linspace(-88, 88, 999).astype(dtype)
    want = 1 / (1 + np.exp(-x.astype(np.float64)))
    np.testing.assert_allclose(compiled("Sigmoid", x), want, rtol=3e-7)


@pytest.mark.parametrize("op", ["Swish", "Gelu"])
def test_swish_and_gelu_of_large_numbers(op):
    x = np.array([-3e38, -1e9, -200, -0.0, 0, 200, 1e9, 3e38, np.inf], np.float32)
    options = {"approximate": "tanh"} if op == "Gelu" else {}
    version = 24 if op == "Swish" else 23
    got = compiled(op, x, version=version, **options)
    np.testing.assert_array_equal(got, np.where(x > 0, x, 0))
    assert np.isnan(compiled(op, x[:1] * np.nan, version=version, **options)).all()


def test_softplus_is_precise_for_small_results():
    x = np.linspace(-80, 80, 999).astype(np.float32)
    got = compiled("Softplus", x)
    wide = x.astype(np.float64)
    want = np.maximum(wide, 0) + np.log1p(np.exp(-np.abs(wide)))
    np.testing.assert_allclose(got, want, rtol=6e-7)


PADS = [[0, 0, 0, 0], [1, 2, 3, 4], [0, 3, 0, 0], [-2, 1, 1, -3], [-9, 0, 9, 0], [2, -40, 0, 9]]


@pytest.mark.covering(1)
@pytest.mark.parametrize("dynamic", [False, True])
@pytest.mark.parametrize("pads", PADS)
def test_pads(pads, dynamic):
    fill = np.float32(7)
    x = array(5, 33)
    got = compiled("Pad", x, [np.array(pads), fill], dynamic=dynamic)
    top, left, bottom, right = pads
    whole = np.full((5 + 2 * 50, 33 + 2 * 50), fill)
    whole[50:55, 50:83] = x
    want = whole[50 - top : 55 + bottom, 50 - left : 83 + right]
    np.testing.assert_array_equal(got, want)


BEST = [
    ((1,), 0, 1),
    ((3, 40), 1, 7),
    ((40, 3), 0, 40),
    ((2, 50, 3), 1, 1),
    ((4, 65), -1, 17),
    ((2, 3, 70), -1, 64),
    ((2, 20_003), 1, 8),
]


@pytest.mark.sampled(22)
@pytest.mark.parametrize("dynamic", [False, True])
@pytest.mark.parametrize("largest", [0, 1])
@pytest.mark.parametrize(("shape", "axis", "k"), BEST)
def test_top_k(shape, axis, k, largest, dynamic):
    x = RNG.integers(-9, 9, shape).astype(np.float32)  # many equal ones
    x.flat[0] = -np.inf
    options = {"axis": axis, "largest": largest, "dynamic": dynamic, "outputs": ("v", "y")}
    infinite = np.where(x > 0, x, -np.inf).astype(np.float32)
    for values in (x, array(*shape), array(*shape, dtype=np.float64), infinite):
        order = np.argsort(-values if largest else values, axis=axis, kind="stable")
        got = compiled("TopK", values, [np.array([k])], **options)
        np.testing.assert_array_equal(got, np.take(order, range(k), axis=axis))


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("largest", [0, 1])
@pytest.mark.parametrize("k", [1, 5, 33])
def test_top_k_with_nan(k, largest, threads):
    """Vector code and scalar code agree on the position of NaN."""
    x = array(9, 300)
    x[:3, ::7] = np.nan
    x[3:6, 100:] = np.nan
    x[6:, :100] = np.nan
    options = {"largest": largest, "outputs": ("v", "y")}
    want = compiled("TopK", x, [np.array([k])], machine=None, **options)
    got = compiled("TopK", x, [np.array([k])], threads=threads, **options)
    np.testing.assert_array_equal(got, want)


@pytest.mark.covering(1)
@pytest.mark.parametrize("op", ["MaxPool", "AveragePool"])
@pytest.mark.parametrize(("side", "step"), [(1, 1), (2, 2), (33, 2), (35, 3)])
def test_pools_without_overlap(op, side, step):
    agree(op, array(2, 3, side, side), kernel_shape=[step, step], strides=[step, step])


LONG = [(3, 300_007), (2, 524_288), (700_001,)]


@pytest.mark.parametrize("dynamic", [False, True])
@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("shape", LONG)
def test_arrays_larger_than_the_caches(shape, threads, dynamic):
    x = array(*shape)
    options = {"dynamic": dynamic, "threads": threads}
    np.testing.assert_array_equal(compiled("Abs", x, **options), np.abs(x))
    column = array(shape[0], 1) if len(shape) > 1 else array(1)
    np.testing.assert_array_equal(compiled("Add", x, [column], **options), x + column)


@pytest.mark.parametrize("dynamic", [False, True])
def test_quantization_of_an_array_larger_than_the_caches(dynamic):
    x = array(3, 300_007)
    step, zero = np.float32(0.05), np.int8(3)
    got = compiled("QuantizeLinear", x, [step, zero], dynamic=dynamic, result=np.int8)
    np.testing.assert_array_equal(got, np.clip(np.round(x / step) + 3, -128, 127))


@pytest.mark.parametrize("dynamic", [False, True])
@pytest.mark.parametrize("shape", [(5,), (3, 4), (2, 3, 4, 5)])
@pytest.mark.parametrize(("of_scale", "of_zero"), [((), (1,)), ((1,), ()), ((1,), (1,)), ((), ())])
def test_one_scale_and_zero_point_of_other_ranks(shape, of_scale, of_zero, dynamic):
    step, zero = np.full(of_scale, 0.5, np.float32), np.full(of_zero, 3, np.int8)
    whole = RNG.integers(-100, 100, shape).astype(np.int8)
    exact = (whole.astype(np.float32) - 3) * np.float32(0.5)
    options = {"dynamic": dynamic, "result": np.float32}
    got = compiled("DequantizeLinear", whole, [step, zero], **options)
    np.testing.assert_array_equal(got, exact)
    got = compiled("QuantizeLinear", exact, [step, zero], dynamic=dynamic, result=np.int8)
    np.testing.assert_array_equal(got, whole)


@pytest.mark.parametrize("machine", ["", "haswell"])
@pytest.mark.parametrize("dtype", [np.int8, np.uint8, np.int16, np.uint16])
@pytest.mark.parametrize("scale", [0.05, 1 / 3, 3e-12, 7e9, 1e-30, 2.0])
def test_quantization_rounds_the_quotient(scale, dtype, machine):
    step, info = np.float32(scale), np.iinfo(dtype)
    zero = dtype(info.min + 3)
    steps = np.arange(info.max + 5 - int(zero), info.min - 5 - int(zero), -0.25, np.float32)[:9999]
    x = np.concatenate([steps * step, array(999) * step * 50, [3e38, -3e38, np.inf, -np.inf]])
    with np.errstate(over="ignore"):
        x = np.stack([np.nextafter(x, np.inf), x, np.nextafter(x, -np.inf)]).astype(np.float32)
    got = compiled("QuantizeLinear", x, [step, zero], result=dtype, machine=machine)
    with np.errstate(over="ignore"):
        level = np.round(x / step) + np.float32(zero)
    np.testing.assert_array_equal(got, np.clip(level, info.min, info.max))


@pytest.mark.covering(1)
@pytest.mark.parametrize("op", ["ArgMax", "ArgMin"])
@pytest.mark.parametrize("size", [1, 15, 16, 17, 64, 131, 1031])
def test_arg_max_and_arg_min(op, size):
    x = RNG.integers(-3, 3, (9, size)).astype(np.float32)
    x[1], x[2] = -np.inf, np.inf
    x[3, RNG.random(size) < 0.1] = np.nan
    x[4, 0], x[4, -1] = np.inf, np.nan
    x[5, :], x[5, -1] = -np.inf, np.nan
    x[6, RNG.random(size) < 0.2] = -np.inf
    got = compiled(op, x, axis=-1, keepdims=0, result=np.int64)
    np.testing.assert_array_equal(got, getattr(np, op.lower())(x, axis=-1))


@pytest.mark.covering(1)
@pytest.mark.parametrize("dynamic", [False, True])
@pytest.mark.parametrize("op", ["ArgMax", "ArgMin"])
@pytest.mark.parametrize("last", [0, 1])
@pytest.mark.parametrize("axis", [0, 1, 2])
@pytest.mark.parametrize(
    "dtype", [np.float32, np.float64, np.float16, np.uint64, np.int64, np.int32, np.uint8, np.int8]
)
def test_arg_max_of_types_and_axes(op, dtype, axis, last, dynamic):
    x = RNG.integers(0, 5, (3, 37, 19)).astype(dtype)
    if dtype is np.uint64:
        x += np.uint64(1 << 63) * (RNG.integers(0, 2, x.shape).astype(np.uint64))
    options = {"axis": axis, "keepdims": last, "select_last_index": last}
    got = compiled(op, x, result=np.int64, dynamic=dynamic, **options)
    find = getattr(np, op.lower())
    want = find(x, axis=axis, keepdims=bool(last))
    if last:
        want = x.shape[axis] - 1 - find(np.flip(x, axis), axis=axis, keepdims=True)
    np.testing.assert_array_equal(got, want)


@pytest.mark.covering(1)
@pytest.mark.parametrize("dynamic", [False, True])
@pytest.mark.parametrize("keepdims", [0, 1])
@pytest.mark.parametrize("axes", [(2, 3), (0, 2, 3), (1,), (0, 1), (1, 3), (0, 1, 2, 3)])
@pytest.mark.parametrize("dtype", [np.uint8, np.int8])
def test_reductions_of_bytes(dtype, axes, keepdims, dynamic):
    x = RNG.integers(0, 100, (2, 3, 5, 7)).astype(dtype)
    options = {"keepdims": keepdims, "dynamic": dynamic}
    got = compiled("ReduceMax", x, [np.array(axes)], **options)
    np.testing.assert_array_equal(got, x.max(axis=axes, keepdims=bool(keepdims)))


ROWS = [(3, 5), (70, 131), (2, 3, 64), (2, 70, 3, 3)]


def both_give(op, x, constants, want, **options):
    """The op gives this result for static and for dynamic sizes."""
    for dynamic in (False, True):
        got = compiled(op, x, constants, dynamic=dynamic, **options)
        np.testing.assert_array_equal(got, want)


@pytest.mark.covering(1)
@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("shape", ROWS)
def test_slices(shape, threads):
    x = array(*shape)
    both_give(
        "Slice", x, [np.array([1]), np.array([999]), np.array([1])], x[:, 1:], threads=threads
    )
    both_give("Slice", x, [[1], [-1]], x[1:-1], threads=threads)


@pytest.mark.covering(1)
@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("shape", ROWS)
def test_concatenations(shape, threads):
    x = array(*shape)
    c = x[:, :2]
    both_give("Concat", x, [c, c], np.concatenate([x, c, c], 1), axis=1, threads=threads)
    both_give("Concat", x, [x[:1]], np.concatenate([x, x[:1]]), axis=0, threads=threads)


@pytest.mark.parametrize("shape", ROWS)
def test_gathered_slices(shape):
    x = array(*shape)
    for axis in (0, 1):
        indices = np.array([[1, 0], [-1, 1]])
        both_give("Gather", x, [indices], np.take(x, indices, axis), axis=axis)
    both_give("GatherND", x, [[[1], [-1]]], x[[1, -1]])


@pytest.mark.covering(1)
@pytest.mark.parametrize("machine", ["", "haswell", None])
@pytest.mark.parametrize("dtype", [np.float16, np.float64, np.int8, np.uint8, np.int64, np.bool_])
def test_elements_of_other_types(dtype, machine):
    x = (array(4, 150) * 9).astype(dtype)
    both_give("Slice", x, [[1], [-1], [1]], x[:, 1:-1], machine=machine)


def test_slices_of_an_array_larger_than_the_caches():
    x = array(600, 2003)
    both_give("Slice", x, [[1], [-1], [1]], x[:, 1:-1])
    both_give("Concat", x, [x], np.concatenate([x, x], 1), axis=1)


# Large results take non-temporal stores: on haswell from 6 MB on

LARGE = [
    ("LayerNormalization", (3, 700_001), 1, {}),
    ("LayerNormalization", (1641, 1024), 1, {}),
    ("InstanceNormalization", (2, 8, 331, 333), 8, {}),
    ("GroupNormalization", (2, 8, 331, 333), 8, {"num_groups": 2}),
    ("BatchNormalization", (2, 8, 331, 333), 8, {}),
    ("Softmax", (113, 14_003), 0, {"axis": 0}),
    ("Softmax", (1601, 1024), 0, {"axis": 0}),
    ("LogSoftmax", (201, 8003), 0, {"axis": 1}),
    ("Transpose", (1600, 1027), 0, {"perm": [1, 0]}),
    ("Transpose", (3, 704, 801), 0, {"perm": [0, 2, 1]}),
]


@pytest.mark.sampled(22)
@pytest.mark.parametrize("dynamic", [False, True])
@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize(("op", "shape", "channels", "options"), LARGE)
def test_results_by_non_temporal_stores(op, shape, channels, options, threads, dynamic):
    counts = {"Softmax": 0, "LogSoftmax": 0, "Transpose": 0, "BatchNormalization": 4}
    count = counts.get(op, 2)
    size = shape[-1] if channels == 1 else channels
    sides = [RNG.random(size).astype(np.float32) + 0.5 for _ in range(count)]
    options = {**options, "threads": threads, "dynamic": dynamic, "machine": "haswell"}
    agree(op, array(*shape), sides, tolerance=5e-5, **options)


def test_unaligned_results_by_non_temporal_stores():
    """An operand of a concatenation is written to its place in the result, which is not aligned."""
    x, y = array(1, 13), array(1, 1_700_000)
    nodes = [
        helper.make_node("Relu", ["x"], ["a"]),
        helper.make_node("LayerNormalization", ["y", "scale"], ["b"]),
        helper.make_node("Concat", ["a", "b"], ["z"], axis=1),
    ]
    graph = helper.make_graph(
        nodes,
        "g",
        [helper.make_tensor_value_info(n, 1, a.shape) for n, a in (("x", x), ("y", y))],
        [helper.make_tensor_value_info("z", 1, None)],
        [numpy_helper.from_array(np.ones(y.shape[1], np.float32), "scale")],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 23)], ir_version=10)
    session = InferenceSession(model.SerializeToString(), machine="haswell")
    (got,) = session.run(None, {"x": x, "y": y})
    (want,) = ReferenceEvaluator(model).run(None, {"x": x, "y": y})
    np.testing.assert_allclose(got, want, rtol=1e-4, atol=1e-4)


@pytest.mark.sampled(22)
@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("shape", ROWS)
@pytest.mark.parametrize("times", [(2, 1, 1, 1), (1, 3, 1, 1), (2, 2, 1, 2), (1, 1, 1, 1), (0, 2)])
def test_tile(times, shape, threads):
    x, times = array(*shape), (*times, 1, 1)[: len(shape)]
    both_give("Tile", x, [list(times)], np.tile(x, times), threads=threads)


@pytest.mark.parametrize("shape", [(1, 40), (40, 1), (40,), (1, 1), (3, 1, 40)])
def test_expand(shape):
    x = array(*shape)
    wanted = (2, 3, 5 if len(shape) > 2 else 40, 40)
    both_give("Expand", x, [list(wanted)], np.broadcast_to(x, wanted))


@pytest.mark.parametrize(
    ("cpu", "triple", "store", "fence"),
    [
        ("haswell", "x86_64-unknown-linux-gnu", r"vmovntps\t%ymm", r"mfence|lock"),
        ("cooperlake", "x86_64-unknown-linux-gnu", r"vmovntps\t%zmm", r"mfence|lock"),
        ("neoverse-n1", "aarch64-unknown-linux-gnu", r"stnp\tq", r"dmb"),
    ],
)
def test_large_results_have_non_temporal_stores_and_a_fence(cpu, triple, store, fence):
    def code(rows):
        shape = rows, 4096
        graph = helper.make_graph(
            [helper.make_node("LayerNormalization", ["x", "scale"], ["y"])],
            "g",
            [helper.make_tensor_value_info("x", 1, shape)],
            [helper.make_tensor_value_info("y", 1, shape)],
            [numpy_helper.from_array(np.ones(shape[1], np.float32), "scale")],
        )
        model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 23)], ir_version=10)
        module, _ = load_module(model.SerializeToString(), Context())
        lower(module, Context(), machine=machine_for(cpu, triple))
        features = "-prefer-256-bit" if "x86" in triple else ""
        target = Target(triple=triple, cpu=cpu, features=features)
        return optimized(to_llvmir(module), 3, target).assembly()

    large = code(2048)
    assert re.search(store, large)
    assert re.search(fence, large)
    assert not re.search(store, code(64))
