"""Reports of memory and fusion say what the passes did."""

import re

import numpy as np
import onnx
import onnx.helper
import onnx.numpy_helper
import pytest

from mlirlite.runtime.reports import fusion_report, memory_report

F = onnx.TensorProto.FLOAT


@pytest.fixture(scope="module")
def model():
    """A residual block: two convolutions, an Add with the input, Relu, and a Sigmoid of a
    pooling that has another user."""
    make, info = onnx.helper.make_node, onnx.helper.make_tensor_value_info
    rng = np.random.default_rng(0)
    weights = {n: rng.standard_normal((32, 32, 3, 3)).astype(np.float32) for n in "vw"}
    nodes = [
        make("Conv", ["x", "v"], ["a"], pads=[1, 1, 1, 1], name="conv1"),
        make("Relu", ["a"], ["b"], name="relu1"),
        make("Conv", ["b", "w"], ["c"], pads=[1, 1, 1, 1], name="conv2"),
        make("Add", ["c", "b"], ["d"], name="add"),
        make("GlobalAveragePool", ["d"], ["e"], name="pool"),
        make("Sigmoid", ["e"], ["f"], name="gate"),
        make("Mul", ["e", "f"], ["y"], name="product"),
    ]
    graph = onnx.helper.make_graph(
        nodes,
        "g",
        [info("x", F, [1, 32, 14, 14])],
        [info("y", F, [1, 32, 1, 1])],
        [onnx.numpy_helper.from_array(a, n) for n, a in weights.items()],
    )
    return onnx.helper.make_model(graph, opset_imports=[onnx.helper.make_opsetid("", 17)])


def test_memory_report(model):
    text = memory_report(model, machine="haswell")
    head = re.match(
        r"main_graph: arena of (\d+) bytes for (\d+) buffers of (\d+) bytes together .*; "
        r"at most (\d+) bytes are alive at once",
        text,
    )
    peak, count, total, live = map(int, head.groups())
    assert live <= peak <= total
    rows = [line.split() for line in text.splitlines()[2:]]
    assert len(rows) == count
    assert max(int(r[0]) + int(r[1]) for r in rows) == peak
    for i, a in enumerate(rows):
        for b in rows[:i]:
            apart = int(a[3]) <= int(b[2]) or int(b[3]) <= int(a[2])
            below = int(a[0]) + int(a[1]) <= int(b[0]) or int(b[0]) + int(b[1]) <= int(a[0])
            assert apart or below


def test_fusion_report(model):
    lines = {
        line.split(":")[0].split()[1]: line
        for line in fusion_report(model, machine="haswell").splitlines()
        if line.startswith("onnx.")
    }
    assert "of its own" in lines["conv1"]
    assert "fused: no loops of its own" in lines["relu1"]
    assert "fused: no loops of its own" in lines["add"]
    assert lines["pool"].endswith(
        "of its own; not fused: it is not an elementwise operator of a chain"
    )
    assert lines["conv1"].endswith(
        "of its own; not fused: it is not an elementwise operator of a chain"
    )


def test_a_chain_is_reported_as_the_one_loop_that_it_is():
    make, info = onnx.helper.make_node, onnx.helper.make_tensor_value_info
    nodes = [
        make("Mul", ["x", "x"], ["a"], name="first"),
        make("Add", ["a", "x"], ["b"], name="second"),
        make("Relu", ["b"], ["y"], name="third"),
    ]
    graph = onnx.helper.make_graph(nodes, "g", [info("x", F, [3, 67])], [info("y", F, [3, 67])])
    model = onnx.helper.make_model(graph, opset_imports=[onnx.helper.make_opsetid("", 17)])
    first, second, third, summary = fusion_report(model, machine="haswell").splitlines()
    assert first.startswith("onnx.Mul first: 1 loop nest of its own")
    assert second == "onnx.Add second: fused: no loops of its own, done with first or what reads it"
    assert third == "onnx.Relu third: fused: no loops of its own, done with second or what reads it"
    assert summary == "2 of 3 operators were fused into others"


def test_reports_need_no_machine(model):
    assert "arena of" in memory_report(model, machine="")


def test_other_layouts_of_constants_are_computed_when_compiling():
    make, info = onnx.helper.make_node, onnx.helper.make_tensor_value_info
    rng = np.random.default_rng(0)
    stored = {"w": (32, 32, 3, 3), "v": (32, 32, 3, 3), "s": (1, 32, 1, 1)}
    weights = [
        onnx.numpy_helper.from_array(rng.standard_normal(d).astype(np.float32), n)
        for n, d in stored.items()
    ]
    nodes = [
        make("Conv", ["x", "w"], ["a"], pads=[1, 1, 1, 1], name="conv1"),
        make("Relu", ["a"], ["b"], name="relu"),
        make("Mul", ["b", "s"], ["c"], name="scale"),
        make("Conv", ["c", "v"], ["d"], pads=[1, 1, 1, 1], name="conv2"),
        make("Add", ["d", "b"], ["y"], name="add"),
    ]
    shape = [1, 32, 14, 14]
    graph = onnx.helper.make_graph(
        nodes, "g", [info("x", F, shape)], [info("y", F, shape)], weights
    )
    model = onnx.helper.make_model(graph, opset_imports=[onnx.helper.make_opsetid("", 17)])
    report = fusion_report(model, machine="haswell")
    assert "LayoutTransform_1: no loops when it runs: a value of constants" in report
    [scale] = [line for line in report.splitlines() if line.startswith("onnx.Mul scale")]
    assert "is computed when compiling" in scale
