"""Errors stay within docs/decisions/027-error-bounds.md: schedules against exact results over a
grid of odd shapes, with one thread and with two.

Each case is a graph of several nodes of one family, so that one session checks many shapes.
"""

import itertools
import re
from pathlib import Path

import ml_dtypes  # noqa: F401  registers bfloat16 with numpy
import numpy as np
import onnx
import pytest
from onnx import helper, numpy_helper
from onnx.reference import ReferenceEvaluator

from mlirlite.runtime.openmp import openmp
from mlirlite.runtime.session import InferenceSession

pytestmark = pytest.mark.sampled(8)

ROOT = Path(__file__).resolve().parents[3]
NODE = helper.make_node


def bounds():
    """The first table of the page, by family and type."""
    text = (ROOT / "docs" / "decisions" / "027-error-bounds.md").read_text(encoding="utf-8")
    text = text.partition("## Measured")[0]
    rows = [line.strip("|").split("|") for line in text.splitlines() if line.startswith("| ")]
    head, *rest = [[cell.strip() for cell in row] for row in rows]
    return {
        (row[0], type): float(cell)
        for row in rest
        for type, cell in zip(head[1:], row[1:], strict=True)
        if re.fullmatch(r"[\d.e-]+", cell)
    }


BOUNDS = bounds()


class Cases:
    """A graph under construction, with random inputs and weights."""

    def __init__(self):
        self.rng = np.random.default_rng(0)
        self.nodes, self.inputs, self.weights, self.outputs = [], {}, {}, []

    def array(self, *shape):
        return self.rng.standard_normal(shape)

    def feed(self, *shape):
        name = f"x{len(self.inputs)}"
        self.inputs[name] = self.array(*shape)
        return name

    def weight(self, *shape, scale=1.0):
        name = f"w{len(self.weights)}"
        self.weights[name] = self.array(*shape) * scale
        return name

    def positive(self, *shape):
        name = self.weight(*shape)
        self.weights[name] = np.abs(self.weights[name]) + 0.5
        return name

    def add(self, op, *inputs, **attributes):
        name = f"y{len(self.outputs)}"
        self.nodes.append(NODE(op, list(inputs), [name], **attributes))
        self.outputs.append(name)

    def model(self, dtype, dynamic=False):
        """With `dynamic`, the sizes of inputs are unknown until the run."""

        def shape(name, array):
            return [f"{name}_{d}" if dynamic else n for d, n in enumerate(array.shape)]

        kind = helper.np_dtype_to_tensor_dtype(np.dtype(dtype))
        value = helper.make_tensor_value_info
        weights = [
            numpy_helper.from_array(a if a.dtype == np.int64 else a.astype(dtype), n)
            for n, a in self.weights.items()
        ]
        graph = helper.make_graph(
            self.nodes,
            "g",
            [value(n, kind, shape(n, a)) for n, a in self.inputs.items()],
            [
                value(n, 7 if node.op_type.startswith("Arg") else kind, None)
                for n, node in zip(self.outputs, self.nodes, strict=True)
            ],
            weights,
        )
        return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 24)])


def products():
    g = Cases()
    for rows, depth, columns in [(1, 1, 1), (1, 31, 33), (7, 5, 16), (12, 17, 97), (23, 64, 15)]:
        g.add("MatMul", g.feed(rows, depth), g.weight(depth, columns))
        g.add("MatMul", g.feed(2, rows, depth), g.feed(2, depth, columns))
        g.add(
            "Gemm",
            g.feed(rows, depth),
            g.weight(columns, depth),
            g.weight(columns),
            transB=1,
            alpha=0.5,
        )
    return g


def convolutions():
    """A covering sample: every value of channels, kernel, stride, pad, dilation and group, in
    changing combinations."""
    g = Cases()
    channels = itertools.cycle([(1, 3), (3, 17), (16, 16), (17, 5), (32, 33)])
    sizes = itertools.cycle([(1, 1), (5, 7), (13, 13), (17, 6)])
    steps = itertools.product([1, 3], [1, 2], [0, 1], [1, 2])
    for (kernel, stride, pad, dilation), (ins, outs), (h, w) in zip(
        steps, channels, sizes, strict=False
    ):
        reach = (kernel - 1) * dilation + 1
        g.add(
            "Conv",
            g.feed(2, ins, max(h, reach), max(w, reach)),
            g.weight(outs, ins, kernel, kernel, scale=0.3),
            g.weight(outs),
            strides=[stride, stride],
            pads=[pad] * 4,
            dilations=[dilation, dilation],
        )
    for group, ins, outs in [(2, 6, 10), (17, 17, 17), (16, 16, 32), (4, 64, 64)]:
        weight = g.weight(outs, ins // group, 3, 3, scale=0.3)
        g.add("Conv", g.feed(1, ins, 9, 11), weight, group=group, pads=[1] * 4)
    for stride in (1, 2, 3):  # the reference does not support groups here
        weight = g.weight(6, 8, 3, 3, scale=0.3)
        g.add("ConvTranspose", g.feed(1, 6, 5, 7), weight, strides=[stride, stride])
    return g


def winograd():
    """Enough channels that the products use register tiles instead of one pixel at a time."""
    g = Cases()
    for ins, outs, h, w in [(48, 32, 16, 31), (64, 80, 29, 30), (256, 256, 14, 14)]:
        weight = g.weight(outs, ins, 3, 3, scale=0.1)
        g.add("Conv", g.feed(1, ins, h, w), weight, g.weight(outs), pads=[1] * 4)
    return g


def rows_of_all_lengths():
    return [(1, 1), (3, 2), (2, 15), (2, 16), (5, 17), (1, 63), (3, 67), (2, 130)]


def softmax():
    g = Cases()
    for shape in rows_of_all_lengths():
        g.add("Softmax", g.feed(*shape), axis=-1)
    for inner in (1, 5, 16, 67, 130):
        g.add("Softmax", g.feed(3, 19, inner), axis=1)
        g.add("LogSoftmax", g.feed(19, inner), axis=0)
    g.add("Softmax", g.feed(21, 1601), axis=0)  # wider than a stripe
    return g


def normalizations():
    g = Cases()
    for rows, size in rows_of_all_lengths()[1:]:
        scale, bias = g.weight(size), g.weight(size)
        g.add("LayerNormalization", g.feed(rows, size), scale, bias, axis=-1)
    for h, w in [(3, 5), (7, 9), (4, 16), (11, 13)]:
        g.add("InstanceNormalization", g.feed(2, 5, h, w), g.weight(5), g.weight(5))
        sides = g.weight(6), g.weight(6)
        g.add("GroupNormalization", g.feed(2, 6, h, w), *sides, num_groups=3, stash_type=11)
        statistics = [g.weight(5), g.weight(5), g.weight(5), g.positive(5)]
        g.add("BatchNormalization", g.feed(2, 5, h, w), *statistics)
    large = g.feed(2, 4, 89, 97), g.weight(4), g.weight(4)  # groups larger than the L1 cache
    g.add("GroupNormalization", *large, num_groups=2, stash_type=11)
    return g


def reductions():
    g = Cases()
    for axis, op in itertools.product([0, 1, 2], ["ReduceSum", "ReduceMean", "ReduceMax"]):
        axes = f"axes{len(g.weights)}"
        g.weights[axes] = np.array([axis], np.int64)
        g.add(op, g.feed(3, 17, 35), axes)
    for axes, op in itertools.product(
        [(0, 2), (1, 3), (0, 2, 3)], ["ReduceSumSquare", "ReduceMin"]
    ):
        name = f"axes{len(g.weights)}"
        g.weights[name] = np.array(axes, np.int64)
        g.add(op, g.feed(3, 5, 7, 19), name)
    for size in (1, 16, 67):
        g.add("ReduceLogSumExp", g.feed(3, size), "axes0", keepdims=0)
    g.add("GlobalAveragePool", g.feed(2, 19, 5, 7))
    return g


def functions():
    """Erf and Gelu are missing: the reference computes them in f32 only."""
    g = Cases()
    for op in ["Exp", "Tanh", "Sigmoid", "Sin", "Cos", "Softplus", "Mish"]:
        g.add(op, g.feed(3, 37))
    return g


def attention():
    """Lengths around tiles; keys and queries of different lengths; heads that share keys."""
    g = Cases()
    for heads, groups, queries, keys, width, attributes in [
        (1, 1, 1, 1, 8, {}),
        (4, 2, 17, 33, 15, {}),
        (2, 1, 48, 48, 32, {"is_causal": 1}),
    ]:
        sides = (2, heads, queries, width), (2, groups, keys, width), (2, groups, keys, width + 3)
        g.add("Attention", *(g.feed(*shape) for shape in sides), **attributes)
    g.add("Attention", *(g.feed(1, 3, n, 16) for n in (5, 65, 65)), g.weight(5, 65), scale=0.25)
    return g


def recurrent():
    """Hidden sizes around vectors. The reference supports the forward direction only."""
    g = Cases()
    for op, gates in [("RNN", 1), ("GRU", 3), ("LSTM", 4)]:
        for steps, batch, inputs, hidden in [(1, 1, 1, 1), (3, 2, 5, 17)]:
            g.add(
                op,
                g.feed(steps, batch, inputs),
                g.weight(1, gates * hidden, inputs, scale=0.3),
                g.weight(1, gates * hidden, hidden, scale=0.3),
                g.weight(1, 2 * gates * hidden),
                hidden_size=hidden,
            )
    return g


def moves():
    g = Cases()
    for shape in [(33, 47), (2, 19, 31), (1, 5, 16)]:
        g.add("Transpose", g.feed(*shape))
    g.add("Concat", g.feed(2, 3, 5), g.feed(2, 17, 5), axis=1)
    g.add("MaxPool", g.feed(2, 17, 13, 11), kernel_shape=[3, 3], strides=[2, 2], pads=[1] * 4)
    g.add("Relu", g.feed(3, 67))
    for kind in ("ArgMax", "ArgMin"):
        for size in (1, 15, 16, 67, 130):
            g.add(kind, g.feed(3, size), axis=1)
            g.add(kind, g.feed(2, 5, size), axis=1, keepdims=0)
    for last in (0, 1):
        g.add("ArgMax", g.feed(3, 67), axis=1, select_last_index=last)
    for size in (1, 16, 37):
        g.add("GlobalMaxPool", g.feed(2, 3, size, 5))
    return g


FAMILIES = {
    "products": products,
    "convolutions": convolutions,
    "Winograd": winograd,
    "softmax": softmax,
    "normalizations": normalizations,
    "reductions": reductions,
    "functions": functions,
    "attention": attention,
    "recurrent": recurrent,
    "moves": moves,
}


def largest_error(found, exact):
    """Relative to the largest exact result."""
    assert found.shape == exact.shape
    size = np.abs(exact).max(initial=0.0)
    return float(np.abs(found.astype(np.float64) - exact).max(initial=0.0) / (size or 1.0))


@pytest.mark.sampled(24)
@pytest.mark.parametrize(("family", "dtype"), list(BOUNDS))
def test_errors_are_within_the_bounds(family, dtype):
    check(family, dtype)


@pytest.mark.bulk
@pytest.mark.parametrize("family", FAMILIES)
def test_dynamic_sizes(family):
    check(family, "float32", dynamic=True)


def check(family, dtype, dynamic=False):
    """All cases of a family, with one thread and with two: f32 with both, other types with one of
    them in turn, dynamic sizes with two."""
    g = FAMILIES[family]()
    feeds = {n: a.astype(dtype) for n, a in g.inputs.items()}
    g.inputs = {n: a.astype(np.float64) for n, a in feeds.items()}
    for name, array in g.weights.items():  # rounding of inputs is not an error of the kernel
        if array.dtype != np.int64:
            g.weights[name] = array.astype(dtype).astype(np.float64)
    exact = ReferenceEvaluator(g.model("float64")).run(None, g.inputs)
    model = g.model(dtype, dynamic).SerializeToString()
    counts = (1, 2) if dtype == "float32" else (1 + list(BOUNDS).index((family, dtype)) % 2,)
    for threads in (1,) if openmp() is None else (2,) if dynamic else counts:
        found = InferenceSession(model, threads=threads).run(None, feeds)
        errors = [largest_error(f, e) for f, e in zip(found, exact, strict=True)]
        worst = int(np.argmax(errors))
        assert errors[worst] <= BOUNDS[family, dtype], (threads, g.nodes[worst], errors[worst])


@pytest.mark.covering(1)
@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("dynamic", [False, True])
def test_sizes_of_zero(threads, dynamic):
    """They give empty results, and sums over them are 0."""
    if threads > 1 and openmp() is None:
        pytest.skip("no OpenMP runtime")
    g = Cases()
    g.add("MatMul", g.feed(0, 5), g.weight(5, 7))
    g.add("MatMul", g.feed(4, 0), g.feed(0, 7))
    g.add("Conv", g.feed(0, 3, 5, 5), g.weight(4, 3, 3, 3))
    g.add("Softmax", g.feed(0, 5), axis=-1)
    g.add("Transpose", g.feed(0, 5))
    g.add("Relu", g.feed(3, 0))
    g.add("MatMul", g.feed(2, 0, 5), g.weight(5, 7))
    g.add("MatMul", g.feed(2, 3, 5), g.feed(5, 0))
    g.add("Gemm", g.feed(0, 4), g.feed(0, 3), g.weight(3), transA=1, beta=0.0)
    g.add("MaxPool", g.feed(0, 17, 8, 8), kernel_shape=[2, 2])
    g.add("LayerNormalization", g.feed(0, 16), g.weight(16), g.weight(16))
    g.add("Attention", *(g.feed(1, 2, n, 8) for n in (0, 5, 5)))
    feeds = {n: a.astype(np.float32) for n, a in g.inputs.items()}
    model = g.model("float32", dynamic).SerializeToString()
    found = InferenceSession(model, threads=threads).run(None, feeds)
    shapes = [(0, 7), (4, 7), (0, 4, 3, 3), (0, 5), (5, 0), (3, 0)]
    shapes += [(2, 0, 7), (2, 3, 0), (4, 3), (0, 17, 7, 7), (0, 16), (1, 2, 0, 8)]
    assert [f.shape for f in found] == shapes
    assert not found[1].any()
    assert not found[8].any()


@pytest.mark.bulk
@pytest.mark.parametrize("threads", [1, 2])
def test_integers_are_exact(threads):
    """Integer products and convolutions; the reference does not support groups of them."""
    if threads > 1 and openmp() is None:
        pytest.skip("no OpenMP runtime")
    rng = np.random.default_rng(0)
    nodes, feeds, weights = [], {}, {}

    def give(store, *shape, dtype=np.uint8):
        name = f"v{len(feeds) + len(weights)}"
        limits = np.iinfo(dtype)
        store[name] = rng.integers(limits.min, limits.max, shape, dtype, endpoint=True)
        return name

    zero = give(weights)
    for rows, depth, columns in [(1, 1, 1), (7, 5, 16), (12, 17, 97), (23, 64, 15), (0, 4, 3)]:
        sides = give(feeds, rows, depth), give(weights, depth, columns, dtype=np.int8)
        nodes.append(NODE("MatMulInteger", [*sides, zero], [f"y{len(nodes)}"]))
    for kernel, stride, pad, dilation in itertools.product([1, 3], [1, 2], [0, 1], [1, 2]):
        ins, outs = [(1, 3), (3, 17), (16, 16), (17, 5)][len(nodes) % 4]
        sides = give(feeds, 2, ins, 9, 7), give(weights, outs, ins, kernel, kernel, dtype=np.int8)
        window = {"strides": [stride] * 2, "pads": [pad] * 4, "dilations": [dilation] * 2}
        nodes.append(NODE("ConvInteger", [*sides, zero], [f"y{len(nodes)}"], **window))
    value = helper.make_tensor_value_info
    graph = helper.make_graph(
        nodes,
        "g",
        [value(n, helper.np_dtype_to_tensor_dtype(a.dtype), a.shape) for n, a in feeds.items()],
        [value(n.output[0], onnx.TensorProto.INT32, None) for n in nodes],
        [numpy_helper.from_array(a, n) for n, a in weights.items()],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 24)])
    exact = ReferenceEvaluator(model).run(None, feeds)
    found = InferenceSession(model.SerializeToString(), threads=threads).run(None, feeds)
    for node, have, want in zip(nodes, found, exact, strict=True):
        np.testing.assert_array_equal(have, want, str(node))
