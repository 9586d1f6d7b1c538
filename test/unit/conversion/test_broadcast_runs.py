"""Broadcasting of sizes that only the run tells, against numpy: every way in which operands of two
and three dimensions move or stay, empty arrays, chains that are fused, and all widths of
elements."""

import itertools

import numpy as np
import pytest
from onnx import helper

from mlirlite.runtime.session import InferenceSession

pytestmark = pytest.mark.sampled(4)

RNG = np.random.default_rng(0)


def session(nodes, ranks, type=np.float32):
    """A model of inputs `a`, `b` … whose sizes are all unknown."""
    element = helper.np_dtype_to_tensor_dtype(np.dtype(type))
    inputs = [
        helper.make_tensor_value_info(n, element, [f"{n}{d}" for d in range(rank)])
        for n, rank in ranks.items()
    ]
    outputs = [helper.make_empty_tensor_value_info("y")]
    graph = helper.make_graph(nodes, "g", inputs, outputs)
    opset = [helper.make_opsetid("", 18)]
    model = helper.make_model(graph, opset_imports=opset, ir_version=8)
    return InferenceSession(model.SerializeToString())


def numbers(shape, type=np.float32):
    return RNG.integers(0, 100, shape).astype(type)


@pytest.mark.parametrize("type", [np.float32, np.uint8, np.float64, np.float16])
def test_every_way_of_two_operands(type):
    made = session([helper.make_node("Sub", ["a", "b"], ["y"])], {"a": 3, "b": 3}, type)
    sizes = (3, 5, 19)
    for which in itertools.product([False, True], repeat=6):
        shapes = [
            tuple(1 if w else n for w, n in zip(some, sizes, strict=True))
            for some in (which[:3], which[3:])
        ]
        a, b = (numbers(s, type) for s in shapes)
        np.testing.assert_array_equal(made.run(None, {"a": a, "b": b})[0], a - b)


@pytest.mark.parametrize(
    ("left", "right"),
    [((0, 4), (4,)), ((3, 0), (1,)), ((3, 1), (0,)), ((1, 1), (7,)), ((2, 33), (1,))],
)
def test_other_ranks_and_empty_arrays(left, right):
    made = session([helper.make_node("Less", ["a", "b"], ["y"])], {"a": 2, "b": 1})
    a, b = numbers(left), numbers(right)
    np.testing.assert_array_equal(made.run(None, {"a": a, "b": b})[0], a < b)


def test_three_operands():
    made = session([helper.make_node("Sum", ["a", "b", "c"], ["y"])], {"a": 2, "b": 2, "c": 1})
    shapes = [((4, 9), (4, 1), (9,)), ((4, 9), (1, 9), (9,)), ((4, 9), (4, 9), (9,))]
    shapes += [((4, 1), (1, 9), (1,)), ((4, 9), (4, 9), (1,)), ((4, 9), (1, 1), (1,))]
    for some in shapes:
        feeds = {n: numbers(s) for n, s in zip("abc", some, strict=True)}
        found = made.run(None, feeds)[0]
        np.testing.assert_array_equal(found, feeds["a"] + feeds["b"] + feeds["c"])


def test_a_fused_chain():
    nodes = [
        helper.make_node("Mul", ["a", "b"], ["m"]),
        helper.make_node("Add", ["m", "c"], ["s"]),
        helper.make_node("Relu", ["s"], ["y"]),
    ]
    made = session(nodes, {"a": 4, "b": 3, "c": 3})
    for image, channels in [((2, 5, 4, 3), (5, 1, 1)), ((1, 5, 4, 3), (1, 4, 3))]:
        a, b, c = numbers(image), numbers(channels), numbers(channels)
        found = made.run(None, {"a": a - 50, "b": b, "c": c})[0]
        np.testing.assert_array_equal(found, np.maximum((a - 50) * b + c, 0))


@pytest.mark.parametrize("type", [np.float16, np.int64, np.bool_])
def test_expand(type):
    element = helper.np_dtype_to_tensor_dtype(np.dtype(type))
    inputs = [
        helper.make_tensor_value_info("x", element, ["i", "j"]),
        helper.make_tensor_value_info("s", 7, [3]),
    ]
    node = helper.make_node("Expand", ["x", "s"], ["y"])
    outputs = [helper.make_empty_tensor_value_info("y")]
    graph = helper.make_graph([node], "g", inputs, outputs)
    opset = [helper.make_opsetid("", 18)]
    model = helper.make_model(graph, opset_imports=opset, ir_version=8)
    made = InferenceSession(model.SerializeToString())
    for shape, wanted in [((4, 1), (2, 4, 35)), ((1, 35), (1, 4, 1)), ((4, 35), (3, 1, 1))]:
        x = numbers(shape, type)
        expected = np.broadcast_to(x, np.broadcast_shapes(shape, wanted))
        np.testing.assert_array_equal(made.run(None, {"x": x, "s": np.array(wanted)})[0], expected)
    with pytest.raises(Exception, match="expanded"):
        made.run(None, {"x": numbers((3, 4), type), "s": np.array([1, 2, 4])})


def test_sizes_that_do_not_fit_are_refused():
    made = session([helper.make_node("Add", ["a", "b"], ["y"])], {"a": 2, "b": 2})
    with pytest.raises(Exception, match=r"[Bb]roadcast|fit|expected"):
        made.run(None, {"a": numbers((3, 4)), "b": numbers((3, 5))})


@pytest.mark.parametrize("type", [np.float32, np.float16, np.uint16])
def test_an_unknown_batch_beside_known_sizes(type):
    element = helper.np_dtype_to_tensor_dtype(np.dtype(type))
    shapes = {"a": ["n", 4, 1, 5], "b": ["m", 4, 6, 5], "c": [4, 1, 1]}
    inputs = [helper.make_tensor_value_info(n, element, s) for n, s in shapes.items()]
    outputs = [helper.make_empty_tensor_value_info("y")]
    node = helper.make_node("Max", list(shapes), ["y"])
    graph = helper.make_graph([node], "g", inputs, outputs)
    opset = [helper.make_opsetid("", 18)]
    model = helper.make_model(graph, opset_imports=opset, ir_version=8)
    made = InferenceSession(model.SerializeToString())
    for n, m in [(3, 3), (1, 2), (2, 1), (0, 0), (1, 0)]:
        sizes = {"a": (n, 4, 1, 5), "b": (m, 4, 6, 5), "c": (4, 1, 1)}
        feeds = {name: numbers(shape, type) for name, shape in sizes.items()}
        if type is not np.uint16:
            feeds["a"].reshape(-1)[::3] = np.nan
        wanted = np.maximum(np.maximum(feeds["a"], feeds["b"]), feeds["c"])
        np.testing.assert_array_equal(made.run(None, feeds)[0], wanted)


@pytest.mark.parametrize("size", [1, 31, 300])
def test_limits_of_f16_that_are_operands(size):
    names = ["a", "b", "c"]
    made = session(
        [helper.make_node("Clip", names, ["y"])],
        dict(zip(names, (1, 0, 0), strict=True)),
        np.float16,
    )
    x = RNG.normal(0, 3, size).astype(np.float16)
    x[size // 2] = np.nan
    low, high = np.float16(-1.5), np.float16(2)
    found = made.run(None, {"a": x, "b": np.array(low), "c": np.array(high)})[0]
    np.testing.assert_array_equal(found, np.clip(x, low, high))
