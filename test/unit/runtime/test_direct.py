"""Calls by a builtin function: the same results, errors and ownership as the general path."""

import gc
import sys

import numpy as np
import pytest
from onnx import TensorProto, helper, numpy_helper

import mlirlite
from mlirlite.runtime.direct import MOST_INPUTS, direct_call
from mlirlite.support.diagnostics import DiagnosticError

F = TensorProto.FLOAT


def session_of(nodes, inputs, outputs, constants=(), kind=F, threads=1):
    info = helper.make_tensor_value_info
    graph = helper.make_graph(
        nodes,
        "g",
        [info(n, kind, s) for n, s in inputs.items()],
        [info(n, kind, s) for n, s in outputs.items()],
        [numpy_helper.from_array(a, n) for n, a in dict(constants).items()],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    return mlirlite.InferenceSession(model, threads)


def sum_of(a, b, out):
    return session_of([helper.make_node("Add", ["a", "b"], ["c"])], {"a": a, "b": b}, {"c": out})


def long_way(session):
    session.__dict__["_direct"] = None
    return session


@pytest.fixture
def named():
    return sum_of(["n", "m"], ["n", None], ["n", "m"])


def test_plain_arrays_go_the_short_way(named):
    a = np.arange(6, dtype=np.float32).reshape(2, 3)
    [c] = named._direct.run({"a": a, "b": a})
    np.testing.assert_array_equal(c, a + a)
    assert (c.flags.writeable, c.flags.c_contiguous, c.dtype) == (True, True, np.float32)


@pytest.mark.parametrize(
    "feeds",
    [
        {"a": np.ones((2, 3), np.float32)},
        {"a": np.ones((2, 3), np.float32), "x": np.ones((2, 3), np.float32)},
        {"a": np.ones((2, 3), np.float32), "b": np.ones((4, 3), np.float32)},
        {"a": np.ones((2, 3), np.float32), "b": np.ones((2, 3), np.float64)},
        {"a": np.ones((2, 3), np.float32), "b": np.ones(3, np.float32)},
    ],
)
def test_wrong_feeds_go_the_long_way_to_an_error(named, feeds):
    assert named._direct.run(feeds) is None
    with pytest.raises(DiagnosticError):
        named.run(None, feeds)


@pytest.mark.parametrize(
    "array",
    [
        np.ones((3, 2), np.float32).T,
        np.ones((2, 6), np.float32)[:, ::2],
        np.zeros((0, 3), np.float32),
        np.frombuffer(b"\0" * 25, np.uint8)[1:].view(np.float32).reshape(2, 3),
        [[1.0, 2.0]],
    ],
    ids=["columns", "steps", "empty", "unaligned", "list"],
)
def test_other_arrays_go_the_long_way(named, array):
    b = np.asarray(array, np.float32)
    feeds = {"a": array if isinstance(array, np.ndarray) else b, "b": b}
    if isinstance(array, list):
        feeds["b"] = np.ma.masked_array(b)
    assert named._direct.run(feeds) is None
    np.testing.assert_array_equal(named.run(None, feeds)[0], b + b)


def test_what_is_no_dict_goes_the_long_way(named):
    from types import MappingProxyType

    a = np.ones((1, 2), np.float32)
    feeds = MappingProxyType({"a": a, "b": a})
    assert named._direct.run(feeds) is None
    assert named.run(None, feeds)[0].tolist() == [[2, 2]]


def test_numbers_and_no_inputs():
    scalars = sum_of([], [], [])
    two = np.array(2, np.float32)
    [four] = scalars._direct.run({"a": two, "b": two})
    assert (four.shape, four.item()) == ((), 4)
    constant = helper.make_node("Identity", ["k"], ["c"])
    alone = session_of([constant], {}, {"c": [2]}, {"k": np.ones(2, np.float32)})
    [first] = alone._direct.run({})
    first[:] = 5
    assert alone._direct.run({})[0].tolist() == [1, 1]


def test_inputs_and_results_are_not_shared():
    nodes = [helper.make_node("Identity", [s], [t]) for s, t in (("x", "y"), ("y", "z"))]
    session = session_of(nodes, {"x": [3]}, {"y": [3], "z": [3]})
    x = np.ones(3, np.float32)
    y, z = session._direct.run({"x": x})
    y[:] = 7
    assert x.tolist() == z.tolist() == [1, 1, 1]


@pytest.mark.sampled(2)
@pytest.mark.parametrize("count", [MOST_INPUTS, MOST_INPUTS + 1])
def test_many_inputs(count):
    names = [f"x{i}" for i in range(count)]
    session = session_of(
        [helper.make_node("Sum", names, ["y"])], {n: [2] for n in names}, {"y": [2]}
    )
    assert (session._direct is None) == (count > MOST_INPUTS)
    feeds = {n: np.full(2, i, np.float32) for i, n in enumerate(names)}
    assert session.run(None, feeds)[0].tolist() == [count * (count - 1) / 2] * 2


def test_nothing_is_kept(named):
    """Reference counts of feeds, types and None do not change over many calls."""
    a = np.ones((2, 3), np.float32)
    wrong = np.ones((2, 3), np.float64)
    objects = [a, a.dtype, wrong, "a"]
    feeds, others = {"a": a, "b": a}, {"a": a, "b": wrong}
    named.run(None, feeds)
    gc.collect()
    before = [sys.getrefcount(o) for o in objects]
    for _ in range(1000):
        named._direct.run(feeds)
        named._direct.run(others)
    assert [sys.getrefcount(o) for o in objects] == before


def test_memory_is_given_back():
    import resource

    n = 1 << 18
    session = sum_of([n], [n], [n])
    a = np.ones(n, np.float32)
    session.run(None, {"a": a, "b": a})
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for _ in range(400):
        session._direct.run({"a": a, "b": a})
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 100 << 10


def test_results_outlive_the_session(named):
    a = np.ones((2, 3), np.float32)
    [c] = named._direct.run({"a": a, "b": a})
    del named
    gc.collect()
    assert c.sum() == 12


@pytest.mark.parametrize(
    ("kind", "dtype"),
    [
        (TensorProto.INT64, np.int64),
        (TensorProto.DOUBLE, np.float64),
        (TensorProto.UINT8, np.uint8),
    ],
)
def test_element_types(kind, dtype):
    node = helper.make_node("Concat", ["a", "a"], ["c"], axis=0)
    session = session_of([node], {"a": ["n"]}, {"c": [None]}, kind=kind)
    a = np.arange(5, dtype=dtype)
    [c] = session._direct.run({"a": a})
    np.testing.assert_array_equal(c, np.concatenate([a, a]))
    assert c.dtype == dtype


def test_threads_are_set():
    node = helper.make_node("MatMul", ["a", "b"], ["c"])
    session = session_of([node], {"a": [64, 64], "b": [64, 64]}, {"c": [64, 64]}, threads=2)
    a = np.random.default_rng(0).random((64, 64), np.float32)
    want = long_way(
        session_of([node], {"a": [64, 64], "b": [64, 64]}, {"c": [64, 64]}, threads=2)
    ).run(None, {"a": a, "b": a})
    np.testing.assert_array_equal(session._direct.run({"a": a, "b": a})[0], want[0])


def test_values_beyond_numbers_have_no_short_way():
    text = helper.make_tensor_value_info("x", TensorProto.STRING, [2])
    out = helper.make_tensor_value_info("y", TensorProto.STRING, [2])
    graph = helper.make_graph([helper.make_node("Identity", ["x"], ["y"])], "g", [text], [out])
    session = mlirlite.InferenceSession(helper.make_model(graph))
    assert session._direct is None
    assert session.run(None, {"x": np.array(["a", "b"])})[0].tolist() == ["a", "b"]
    assert direct_call(0, session.get_inputs(), session.get_outputs(), ()) is None
