"""mlirlite-run --profile: every operator has a row, the trace is one that a viewer reads."""

import io
import json

import numpy as np
import onnx
import onnx.helper
import onnx.numpy_helper
import pytest

from mlirlite.driver.run import main

F = onnx.TensorProto.FLOAT


@pytest.fixture
def model(tmp_path):
    """A convolution, Relu, matrix product, Sigmoid, in an If as well."""
    make, info = onnx.helper.make_node, onnx.helper.make_tensor_value_info
    w = np.ones((8, 4, 3, 3), np.float32)
    nodes = [
        make("Conv", ["x", "w"], ["a"], name="first"),
        make("Relu", ["a"], ["b"], name="second"),
        make("GlobalAveragePool", ["b"], ["c"], name="third"),
        make("Sigmoid", ["c"], ["y"]),
    ]
    graph = onnx.helper.make_graph(
        nodes,
        "g",
        [info("x", F, [1, 4, 9, 9])],
        [info("y", F, [1, 8, 1, 1])],
        [onnx.numpy_helper.from_array(w, "w")],
    )
    path = tmp_path / "m.onnx"
    onnx.save(onnx.helper.make_model(graph, opset_imports=[onnx.helper.make_opsetid("", 17)]), path)
    return path


def run(*words):
    """Exit code, standard output, standard error."""
    out, err = io.StringIO(), io.StringIO()
    return main([str(w) for w in words], stdout=out, stderr=err), out.getvalue(), err.getvalue()


def test_table_and_trace(model, tmp_path):
    trace = tmp_path / "trace.json"
    code, out, err = run(model, "--random-inputs", "--profile", f"--profile-trace={trace}")
    assert (code, err) == (0, "")
    lines = out.splitlines()
    [conv] = [line for line in lines if "onnx.Conv" in line]
    assert "first" in conv
    assert float(conv.split()[2]) > 0
    assert any("third" in line for line in lines)
    assert "all" in lines[-1]
    assert "GFLOP/s" in lines[-1]
    events = json.loads(trace.read_text())["traceEvents"]
    first = [e for e in events if e["name"] == "first"]
    assert len(first) == 5
    assert all(e["ph"] == "X" and e["dur"] >= 0 for e in events)
    assert first[0]["args"]["flops"] == 2 * 8 * 7 * 7 * 4 * 9


def test_what_is_done_in_other_loops_has_no_rates(tmp_path):
    make, info = onnx.helper.make_node, onnx.helper.make_tensor_value_info
    weights = np.random.default_rng(0).random((16, 16)).astype(np.float32)
    nodes = [
        make("MatMul", ["x", "w"], ["a"], name="product"),
        make("Relu", ["a"], ["y"], name="r"),
    ]
    graph = onnx.helper.make_graph(
        nodes,
        "g",
        [info("x", F, [16, 16])],
        [info("y", F, [16, 16])],
        [onnx.numpy_helper.from_array(weights, "w")],
    )
    path = tmp_path / "m.onnx"
    onnx.save(onnx.helper.make_model(graph, opset_imports=[onnx.helper.make_opsetid("", 17)]), path)
    code, out, _ = run(path, "--random-inputs", "--profile")
    assert code == 0
    [relu] = [line.split() for line in out.splitlines() if "onnx.Relu r" in line]
    [product] = [line.split() for line in out.splitlines() if "onnx.MatMul product" in line]
    assert relu[2:5] == ["-", "-", "-"]
    assert float(product[2]) > 0


def test_chart(model, tmp_path):
    pytest.importorskip("matplotlib")
    chart = tmp_path / "chart.svg"
    code, _, err = run(model, "--random-inputs", f"--profile-chart={chart}")
    assert (code, err) == (0, "")
    text = chart.read_text()
    assert text.startswith("<?xml")
    assert "Conv first" in text


def test_shares_are_of_what_the_peak_is_of():
    from mlirlite.runtime.profile import Row, comparable_rate

    plain = Row("a", "onnx.Conv", 100_000_000, 8, "", ms=1.0)
    fast = Row("b", "onnx.Conv", 900_000_000, 8, "", "winograd", ms=1.0)
    assert (plain.share(200), fast.share(200), fast.gflops) == ("50.0", "-", 900)
    assert comparable_rate([plain, fast]) == 100
    assert comparable_rate([fast]) == 0


def test_a_plugin_counts_its_own_op():
    from mlirlite.dialects.onnx.costs import flops, flops_of
    from mlirlite.ir.context import Context
    from mlirlite.parser import parse_module

    text = """
    func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
      %0 = "onnx.Relu"(%x) : (tensor<4xf32>) -> tensor<4xf32>
      return %0 : tensor<4xf32>
    }
    """
    module = parse_module(text, Context())
    [relu] = [op for op in module.walk() if op.name == "onnx.Relu"]
    assert flops_of(relu) == 4
    flops.add(type(relu), lambda op: 100)
    try:
        assert flops_of(relu) == 100
    finally:
        del flops._functions[type(relu)]
        flops._found.clear()


def test_page_of_charts(model, tmp_path):
    pytest.importorskip("plotly")
    page = tmp_path / "profile.html"
    code, out, err = run(model, "--random-inputs", f"--html={page}")
    assert (code, out, err) == (0, "", "")
    text = page.read_text()
    for said in ("Time of each operator", "One call", "peak", "Memory plan of @", "first", "third"):
        assert said in text
    assert "Plotly.newPlot" in text
    assert "src=" not in text.split("<body>")[1]  # nothing from elsewhere
