"""Values at the edges of types: each row of the table in docs/decisions/040-edge-values.md, in
several kinds of code, folded from constants, and in the interpreter; and integers of every type
against Python's."""

import math
import re
from pathlib import Path

import ml_dtypes  # noqa: F401  registers bfloat16 with numpy
import numpy as np
import onnx
import pytest
from onnx import helper, numpy_helper, parser

from mlirlite.interp import Machine
from mlirlite.ir.context import Context
from mlirlite.runtime.session import InferenceSession
from mlirlite.support.diagnostics import DiagnosticError
from mlirlite.target.onnx import import_model

pytestmark = pytest.mark.sampled(3)

PAGE = Path(__file__).resolve().parents[3] / "docs" / "decisions" / "040-edge-values.md"
SIZES = (7, 8, 15, 16, 17, 33)
"""Around vectors of every width; one for each row of the table in turn."""
WAYS = ("constants", "static", "dynamic", "plain loops", "haswell", "interpreter")
NUMPY = {"float": np.float32, "double": np.float64}
WHOLE = ("Reduce", "Arg", "Hardmax", "Softmax", "LogSoftmax", "TopK", "CumSum")
"""Operators of rows; the others are of elements."""
SECOND = {"TopK": np.int64, "CumSum": np.int64}


def numbers(cell, dtype):
    """`1, nan, 2e9` as an array; `least` is the type's minimum, `x` 20 ordinary numbers."""
    found = []
    for text in filter(None, (t.strip() for t in cell.split(","))):
        if text == "x":
            found += [0.25] * 20
        elif text == "least":
            found.append(np.iinfo(dtype).min)
        else:
            found.append(int(text) if re.fullmatch(r"-?\d+", text) else float(text))
    kind = np.dtype(dtype).kind
    return np.array([float(n) for n in found] if kind == "f" else found, dtype)


def rows():
    """(node, type, a, b, result, note) of each row and type of the table."""
    for line in PAGE.read_text(encoding="utf-8").splitlines():
        if line.startswith("| `"):
            node, types, *cells = (c.strip() for c in line.strip("| ").split("|"))
            for type in types.split(", "):
                yield node.strip("`"), type, *cells


class Graph:
    """Independent nodes in one graph, each with its own operands."""

    def __init__(self):
        self.nodes, self.feeds, self.fixed, self.wanted = [], {}, {}, {}

    def add(self, node, a, b=None, fixed=False):
        place = len(self.nodes)
        made = parser.parse_node(f"y = {node}")
        made.output[0] = f"y{place}"
        if made.op_type == "TopK":
            made.output.append(f"places{place}")
        for i, array in enumerate((a, b)[: len(made.input)]):
            made.input[i] = f"{'ab'[i]}{place}"
            (self.fixed if fixed and i else self.feeds)[made.input[i]] = np.asarray(array)
        self.nodes.append(made)
        return made.output[0]

    def model(self, way):
        kind = helper.np_dtype_to_tensor_dtype
        value = helper.make_tensor_value_info
        dynamic = way == "dynamic"
        inputs = [] if way == "constants" else list(self.feeds.items())
        fixed = {**self.fixed, **({} if inputs else self.feeds)}
        graph = helper.make_graph(
            self.nodes,
            "g",
            [
                value(n, kind(a.dtype), [f"{n}_{d}" for d in range(a.ndim)] if dynamic else a.shape)
                for n, a in inputs
            ],
            [onnx.ValueInfoProto(name=n.output[0]) for n in self.nodes],
            [numpy_helper.from_array(a, n) for n, a in fixed.items()],
        )
        made = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 21)], ir_version=10)
        return made.SerializeToString(), dict(inputs)

    def run(self, way):
        data, feeds = self.model(way)
        if way == "interpreter":
            module = import_model(data, Context())
            return Machine(module).call("main_graph", list(feeds.values()))
        machine = {"plain loops": "", "haswell": "haswell"}.get(way)
        return InferenceSession(data, machine=machine).run(None, feeds)


def assert_same(found, wanted, what):
    found = np.asarray(found)
    assert found.shape == wanted.shape, what
    if wanted.dtype.kind != "f":
        np.testing.assert_array_equal(found.astype(wanted.dtype), wanted, str(what))
        return
    found = found.astype(np.float64)
    close = np.isclose(found, wanted, rtol=1e-6, atol=0, equal_nan=True)
    assert close.all(), (what, found, wanted)
    zero = wanted == 0
    assert (np.signbit(found) == np.signbit(wanted))[zero & np.signbit(wanted)].all(), what


def table(way):
    """All rows as one graph; elementwise operators also get the operands in every lane. With sizes
    that the run tells, which take long to compile, every second one."""
    graph, wanted = Graph(), []
    for place, (node, type, a, b, result, said) in enumerate(rows()):
        if way == "dynamic" and place % 2:
            continue
        if way == "interpreter" and "onnx.reference has" in said:  # the interpreter uses it
            continue
        dtype = np.dtype(NUMPY.get(type, type))
        name = re.match(r"\w+", node).group()
        left = numbers(a, dtype)
        right = numbers(b, SECOND.get(name, dtype))
        exact = numbers(result, _result_type(result, dtype))
        if not name.startswith(WHOLE):
            length = len(left) + SIZES[len(wanted) % len(SIZES)]
            left, exact = np.resize(left, length), np.resize(exact, length)
            right = np.resize(right, length) if name != "QuantizeLinear" else right
        if len(right) == 1 and name in ("CumSum", "QuantizeLinear"):
            right = right.reshape(())
        graph.add(node, left, right, fixed=name in SECOND)
        if name.startswith("Reduce"):  # without axes, so the result is a scalar
            exact = exact.reshape(())
        wanted.append((f"{node} of {type}", exact.reshape(()) if name.startswith("Arg") else exact))
    return graph, wanted


def _result_type(cell, dtype):
    if re.search(r"nan|inf|\.|e", cell.replace("least", "")):
        return np.float64
    return np.dtype(dtype) if "least" in cell else np.dtype(object)


@pytest.mark.sampled(6)
@pytest.mark.parametrize("way", WAYS)
def test_results_are_those_of_the_table(way):
    graph, wanted = table(way)
    found = graph.run(way)
    for (what, want), have in zip(wanted, found, strict=True):
        if want.dtype == object:
            assert [int(n) for n in np.ravel(have)] == [int(n) for n in np.ravel(want)], (way, what)
        else:
            assert_same(have, want, (way, what))


# Integers of every type: all pairs of edge values


def edges(dtype):
    info = np.iinfo(dtype)
    near = [info.min, info.min + 1, -1, 0, 1, 2, 3, 7, info.bits, info.max - 1, info.max]
    found = [n for n in near if info.min <= n]
    pairs = [(a, b) for a in found for b in found]
    return [np.array([p[i] for p in pairs], dtype) for i in range(2)]


def truncated(a, b):
    return 0 if b == 0 else abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


def python_power(a, b, info):
    if b >= 0:
        return pow(a, b, 1 << info.bits)
    if a == 0:
        return info.min
    return {1: 1, -1: 1 if b % 2 == 0 else -1}.get(a, 0)


BINARY = {
    "Div(a, b)": lambda a, b, info: truncated(a, b),
    "Mod(a, b)": lambda a, b, info: a % b if b else 0,
    "Mod<fmod = 1>(a, b)": lambda a, b, info: a - truncated(a, b) * b if b else 0,
    "Add(a, b)": lambda a, b, info: a + b,
    "Sub(a, b)": lambda a, b, info: a - b,
    "Mul(a, b)": lambda a, b, info: a * b,
    "Max(a, b)": lambda a, b, info: max(a, b),
}
SHIFTS = {
    'BitShift<direction = "LEFT">(a, b)': lambda a, b, info: a << b if b < info.bits else 0,
    'BitShift<direction = "RIGHT">(a, b)': lambda a, b, info: a >> b if b < info.bits else 0,
}
POWERS = {"Pow(a, b)": python_power}
INTEGERS = [f"{sign}int{bits}" for sign in ("", "u") for bits in (8, 16, 32, 64)]


def wrapped(value, dtype):
    info = np.iinfo(dtype)
    return (value - info.min) % (1 << info.bits) + info.min


def cast_by_python(x, dtype):
    """As docs/decisions/040-edge-values.md defines it."""
    info = np.iinfo(dtype)
    bits = 64 if info.bits == 64 or dtype == np.uint32 else 32
    least = -1 << (bits - 1)
    if dtype == np.uint64 and x >= 2.0**63:
        return int(x) if x < 2.0**64 else 0
    number = int(x) if math.isfinite(x) else least
    return wrapped(number if least < number < -least else least, dtype)


def integers(types):
    graph, wanted = Graph(), []
    for name in types:
        dtype = np.dtype(name)
        a, b = edges(dtype)
        info = np.iinfo(dtype)
        others = SHIFTS if dtype.kind == "u" else POWERS if info.bits >= 32 else {}
        for node, exact in {**BINARY, **others}.items():
            graph.add(node, a, b)
            pairs = zip(a.tolist(), b.tolist(), strict=True)
            wanted.append(
                (f"{node} of {name}", [wrapped(exact(p, q, info), dtype) for p, q in pairs])
            )
        powers = [2.0**n for n in (7, 8, 15, 16, 31, 32, 52, 63, 64, 127)]
        x = [s * (p + d) for p in powers for s in (1, -1) for d in (-0.75, 0, 1)]
        x = np.array([*x, 0.5, -0.5, -0.0, np.nan, np.inf, -np.inf])
        for source in (np.float16, np.float32, np.float64):
            with np.errstate(over="ignore"):
                given = x.astype(source)
            graph.add(f"Cast<to = {helper.np_dtype_to_tensor_dtype(dtype)}>(a)", given)
            exact_casts = [cast_by_python(float(v), dtype) for v in given]
            wanted.append((f"Cast of {np.dtype(source)} to {name}", exact_casts))
    return graph, wanted


@pytest.mark.sampled(6)
@pytest.mark.parametrize("way", WAYS)
def test_integer_results_agree_with_python(way):
    """Sizes that the run tells take long to compile, and change nothing for a type."""
    graph, wanted = integers(INTEGERS[::3] if way == "dynamic" else INTEGERS)
    found = graph.run(way)
    for (what, want), have in zip(wanted, found, strict=True):
        assert [int(n) for n in have] == want, (way, what)


# Rows with one special number, of lengths around those of vectors


def special_rows(size, dtype):
    """Rows with a special number at one of three positions, and rows of nothing else."""
    found = []
    for special in (np.nan, np.inf, -np.inf):
        for place in {0, size // 2, size - 1}:
            row = np.arange(size, dtype=dtype) / 4
            row[place] = special
            found.append(row)
        found.append(np.full(size, special, dtype))
        found.append(np.where(np.arange(size) % 2, special, np.inf).astype(dtype))
    return np.stack(found)


def best(x, largest):
    """The indices of TopK: NaN is the greatest value, and among equal ones the first wins."""
    missing = np.isnan(x)
    keys, first = np.where(missing, 0, -x if largest else x), ~missing if largest else missing
    return np.lexsort((np.arange(x.size), keys, first))


def log_sum(x):
    top = x.max(-1, keepdims=True)
    shift = np.where(np.isinf(top), 0, top)
    return np.log(np.exp(x - shift).sum(-1, keepdims=True)) + shift


ROWS = {
    "ReduceMax": lambda x: x.max(-1),
    "ReduceMin": lambda x: x.min(-1),
    "ReduceSum": lambda x: x.sum(-1),
    "ReduceL1": lambda x: np.abs(x).sum(-1),
    "ReduceLogSumExp": lambda x: log_sum(x)[..., 0],
    "ArgMax": lambda x: x.argmax(-1),
    "ArgMin": lambda x: x.argmin(-1),
    "Softmax": lambda x: (
        np.exp(x - x.max(-1, keepdims=True)) / np.exp(log_sum(x) - x.max(-1, keepdims=True))
    ),
    "LogSoftmax": lambda x: x - x.max(-1, keepdims=True) - log_sum(x - x.max(-1, keepdims=True)),
}


@pytest.mark.bulk
@pytest.mark.bulk
@pytest.mark.parametrize("way", ["static", "dynamic", "haswell", "plain loops"])
def test_special_numbers_in_rows(way, request):
    graph, wanted = Graph(), []
    every = request.config.getoption("--all-edges")
    sizes = (1, 3, 4, 7, 8, 15, 16, 17, 33, 70) if every else (3, 17, 33)
    for size in sizes:
        for dtype in (np.float32, np.float64) if every else (np.float32,):
            x = special_rows(size, dtype)
            for name, exact in ROWS.items():
                with np.errstate(all="ignore"):
                    want = np.asarray(exact(x.astype(np.float64)))
                for axis, given, back in ((1, x, want), (0, np.ascontiguousarray(x.T), want.T)):
                    node = f"{name}<axis = {axis}, keepdims = 0>(a)"
                    if name.startswith("Reduce"):
                        node = f"{name}<keepdims = 0>(a, b)"
                    elif not name.startswith("Arg"):
                        node = f"{name}<axis = {axis}>(a)"
                    graph.add(node, given, np.array([axis]), fixed=True)
                    wanted.append((f"{node} of {size} x {np.dtype(dtype)}", back))
    found = graph.run(way)
    for (what, want), have in zip(wanted, found, strict=True):
        have = np.asarray(have).astype(np.float64)
        near = np.isclose(have, want, rtol=1e-5, atol=1e-6, equal_nan=True)
        assert near.all(), (what, np.argwhere(~near), have[~near], np.asarray(want)[~near])


@pytest.mark.parametrize("largest", [0, 1])
@pytest.mark.parametrize("k", [1, 3, 17])
def test_top_k_takes_nan_for_the_greatest_value(k, largest):
    for size in (17, 33, 300):
        x = special_rows(size, np.float32)
        graph = Graph()
        graph.add(f"TopK<largest = {largest}>(a, b)", x, np.array([k]), fixed=True)
        graph.nodes[0].output[:] = ["values", "places"]
        data, feeds = graph.model("static")
        model = onnx.load_from_string(data)
        model.graph.output.append(onnx.ValueInfoProto(name="places"))
        values, places = InferenceSession(model.SerializeToString()).run(None, feeds)
        for row, value, place in zip(x, values, places, strict=True):
            want = best(row, largest)[:k]
            assert place.tolist() == want.tolist(), row
            np.testing.assert_array_equal(value, row[want])


@pytest.mark.parametrize("dynamic", [False, True])
def test_resize_to_the_same_size_keeps_special_values(dynamic):
    x = np.array([1, np.nan, 2, np.inf, 3, -0.0, 4, -np.inf, 5], np.float32).reshape(1, 1, 3, 3)
    for mode in ("nearest", "linear", "cubic"):
        node = helper.make_node("Resize", ["x", "", "", "sizes"], ["y"], mode=mode)
        shape = ["n", "c", "h", "w"] if dynamic else x.shape
        graph = helper.make_graph(
            [node],
            "g",
            [
                helper.make_tensor_value_info("x", 1, shape),
                helper.make_tensor_value_info("sizes", 7, [4]),
            ],
            [helper.make_tensor_value_info("y", 1, [None] * 4)],
        )
        model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 21)], ir_version=10)
        session = InferenceSession(model.SerializeToString())
        (y,) = session.run(None, {"x": x, "sizes": np.array(x.shape)})
        np.testing.assert_array_equal(y, x)


@pytest.mark.parametrize("k", [-(1 << 63), -2, 2, (1 << 63) - 1])
@pytest.mark.parametrize("upper", [0, 1])
def test_trilu_of_any_diagonal(k, upper):
    x = np.arange(1, 7, dtype=np.float32).reshape(2, 3)
    graph = Graph()
    graph.add(f"Trilu<upper = {upper}>(a, b)", x, np.array(k))
    near = max(-9, min(9, k))
    want = np.triu(x, near) if upper else np.tril(x, near)
    for way in ("constants", "static", "dynamic"):
        np.testing.assert_array_equal(graph.run(way)[0], want, way)


@pytest.mark.bulk
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_sine_cosine_and_tangent_of_every_exponent(dtype):
    """Against a wider type, also with one large number among small ones in a vector."""
    exact = np.float64 if dtype == np.float32 else np.longdouble
    if exact is np.longdouble and np.finfo(exact).nmant < 60:
        pytest.skip("nothing is wider than f64 here")
    rng = np.random.default_rng(0)
    info = np.finfo(dtype)
    exponents = np.arange(info.minexp, info.maxexp)
    x = np.ldexp(rng.uniform(1, 2, (9, exponents.size)), exponents).astype(dtype)
    small = rng.uniform(-100, 100, 1000).astype(dtype)
    one_large = small.copy()
    one_large[500] = 1e30
    for given in (x.reshape(-1), x[:, -17:].reshape(-1), small, one_large, x[0, :3]):
        graph = Graph()
        for name in ("Sin", "Cos", "Tan"):
            graph.add(f"{name}(a)", given)
        for way in ("static", "dynamic", "haswell"):
            for name, found in zip(("sin", "cos", "tan"), graph.run(way), strict=True):
                want = getattr(np, name)(given.astype(exact))
                unit = np.spacing(np.abs(want.astype(dtype)))
                error = np.abs(found.astype(exact) - want) / unit
                assert error.max() <= 3, (name, way, given[error.argmax()])


@pytest.mark.parametrize("way", ["static", "dynamic", "plain loops"])
def test_reductions_of_no_elements(way):
    """The mean of nothing is NaN here and in onnx.reference, and 0 in onnxruntime."""
    empty, graph = np.zeros((2, 0, 3), np.float32), Graph()
    inf, nan = np.inf, np.nan
    names = ("Sum", "Prod", "Max", "Min", "Mean", "L1", "L2", "SumSquare", "LogSum", "LogSumExp")
    values = [0, 1, -inf, inf, nan, 0, 0, 0, -inf, -inf]
    for name in names:
        graph.add(f"Reduce{name}<keepdims = 0>(a, b)", empty, np.array([1]), fixed=True)
        graph.add(f"Reduce{name}<keepdims = 0>(a)", empty)
    found = iter(graph.run(way))
    for name, value in zip(names, values, strict=True):
        np.testing.assert_array_equal(next(found), np.full((2, 3), value, np.float32), name)
        np.testing.assert_array_equal(next(found), np.float32(value), name)


@pytest.mark.parametrize("given", ["float[2]", "float[N]"])
def test_a_loop_with_a_negative_count_does_not_run(given):
    """The count is known before the loop, so the scan output is allocated at its full size."""
    nodes = f"""g (int64 n, {given} x) => (float[A] y, float[T, B] s) {{
        c = Constant<value = bool {{1}}>()
        y, s = Loop(n, c, x) <body = b (int64 i, bool d, {given} v)
            => (bool e, {given} w, {given} t)
            {{ e = Identity(d) w = Add(v, v) t = Identity(v) }}> }}"""
    model = parser.parse_model(f'<ir_version: 10, opset_import: ["" : 21]> {nodes}')
    session, x = InferenceSession(model), np.ones(2, np.float32)
    for n in (-1, -(2**63), 0, 3):
        y, s = session.run(None, {"n": np.array(n), "x": x})
        assert s.shape[0] == max(n, 0)
        assert y.tolist() == [2 ** max(n, 0)] * 2


def test_all_iterations_yield_scan_outputs_of_one_shape():
    """A list that grows by one element in each iteration cannot be stacked, as in onnxruntime."""
    nodes = """g (int64 n, float[N] x) => (float[A] y, float[T, B] s) {
        c = Constant<value = bool {1}>()
        y, s = Loop(n, c, x) <body = b (int64 i, bool d, float[V] v)
            => (bool e, float[W] w, float[W] t)
            { e = Identity(d) one = Constant<value_floats = [1.0]>()
              w = Concat<axis = 0>(v, one) t = Identity(w) }> }"""
    model = parser.parse_model(f'<ir_version: 10, opset_import: ["" : 21]> {nodes}')
    session, x = InferenceSession(model), np.ones(2, np.float32)
    for n in (0, 1):
        y, s = session.run(None, {"n": np.array(n), "x": x})
        assert (y.shape, s.shape[0]) == ((2 + n,), n)
    with pytest.raises(DiagnosticError, match="scan output whose iterations yield sizes 3 and 4"):
        session.run(None, {"n": np.array(2), "x": x})


@pytest.mark.bulk
def test_rank_12_and_rank_0():
    x = np.arange(24, dtype=np.float32).reshape(2, 1, 3, 1, 1, 2, 1, 1, 2, 1, 1, 1) - 5
    graph = Graph()
    nodes = {
        "ReduceMax<keepdims = 0>(a)": x.max(),
        "ArgMax<axis = 5, keepdims = 0>(a)": x.argmax(5),
        "Transpose(a)": x.T,
        "CumSum(a, b)": np.cumsum(x, 2),
        "Gather<axis = 5>(a, b)": np.take(x, 2 - 2, 5),
        "Softmax<axis = 2>(a)": np.exp(x - 19) / np.exp(x - 19).sum(2, keepdims=True),
    }
    for node in nodes:
        index = np.array(2 if "CumSum" in node else 0)
        graph.add(node, x, index)
    scalar = np.array(3, np.float32)
    others = {"Transpose(a)": 3, "ReduceSum(a)": 3, "Flatten<axis = 0>(a)": [[3]]}
    for node in others:
        graph.add(node, scalar)
    for way in ("static", "dynamic", "plain loops"):
        for want, have in zip([*nodes.values(), *others.values()], graph.run(way), strict=True):
            np.testing.assert_allclose(have, want, 1e-5)


@pytest.mark.parametrize("operator", ["Sin", "Cos", "Tan"])
def test_large_angles_of_f64(operator):
    """Their blocks are scanned for large arguments, as those of f32."""
    x = np.resize([1e19, 1.5, -3e35, 0.0], 40)
    model = parser.parse_model(
        '<ir_version: 9, opset_import: ["" : 22]> g (double[N] x) => (double[N] y)'
        f" {{ y = {operator}(x) }}"
    )
    [y] = InferenceSession(model).run(None, {"x": x})
    np.testing.assert_allclose(y, getattr(np, operator.lower())(x), rtol=2e-15)


@pytest.mark.parametrize("operator", ["Softmax", "LogSoftmax", "Hardmax"])
def test_empty_rows_before_opset_13(operator):
    """They are flattened, and get their shape back, in which 0 is a size."""
    for shape in [(0, 3, 2), (2, 0, 3), (3, 2, 0)]:
        for sizes in (",".join(map(str, shape)), "a, b, c"):
            model = parser.parse_model(
                f'<ir_version: 8, opset_import: ["" : 11]> g (float[{sizes}] x) => '
                f"(float[{sizes}] y) {{ y = {operator}<axis = 1>(x) }}"
            )
            [y] = InferenceSession(model).run(None, {"x": np.zeros(shape, np.float32)})
            assert y.shape == shape


@pytest.mark.parametrize("element", ["float", "double"])
def test_exponential_units_are_precise_near_zero(element):
    """exp(x) - 1 has no digits left there."""
    type, bound = {"float": (np.float32, 3e-6), "double": (np.float64, 1e-12)}[element]
    x = -np.logspace(-12, 1, 200).astype(type)
    wide = np.expm1(x.astype(np.float64))
    huge = 2.0**31
    wanted = {
        "Elu": wide,
        f"Celu<alpha = {huge}>": np.expm1(x.astype(np.float64) / huge) * huge,
        "Selu": wide * math.prod(map(float, map(np.float32, (1.6732632, 1.0507010)))),
    }
    for operator, expected in wanted.items():
        model = parser.parse_model(
            f'<ir_version: 9, opset_import: ["" : 22]> g ({element}[N] x) => ({element}[N] y)'
            f" {{ y = {operator}(x) }}"
        )
        if "Celu" in operator and element == "double":
            continue  # an operator of f32
        [y] = InferenceSession(model).run(None, {"x": x})
        np.testing.assert_allclose(y, expected, rtol=bound, err_msg=operator)


@pytest.mark.parametrize("given", [["scales"], ["", "sizes"], ["scales", "sizes"]])
def test_a_resize_without_sizes_is_refused(given):
    image = helper.make_tensor_value_info("x", onnx.TensorProto.FLOAT, [1, 1, 2, 2])
    node = helper.make_node("Resize", ["x", "", *given], ["y"], axes=[2, 3])
    types = {"scales": np.float32, "sizes": np.int64}
    empty = [numpy_helper.from_array(np.zeros(0, types[n]), n) for n in given if n]
    out = helper.make_tensor_value_info("y", onnx.TensorProto.FLOAT, [1, 1, 2, 2])
    graph = helper.make_graph([node], "resize", [image], [out], empty)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 19)], ir_version=9)
    with pytest.raises(DiagnosticError, match="has neither scales nor sizes"):
        InferenceSession(model)
