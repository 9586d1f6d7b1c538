"""Named and stated dimensions, and contradictions: --shape-information and --dim-params."""

import io

import numpy as np
import onnx
import pytest

from mlirlite.driver.compile import main as compile_model
from mlirlite.driver.run import main as run_model
from mlirlite.ir.context import Context
from mlirlite.parser import parse_module
from mlirlite.passes.manager import run_pipeline
from mlirlite.printer import print_op
from mlirlite.support.diagnostics import DiagnosticError
from mlirlite.target.onnx import import_model

TEXT = """
func.func @main_graph(%x: tensor<?x?x8xf32> {onnx.dim_params = "0:b,1:s"},
                      %y: tensor<?x?x8xf32> {onnx.dim_params = "0:b,1:s"}) -> tensor<*xf32> {
  %0 = "onnx.Relu"(%x) : (tensor<?x?x8xf32>) -> tensor<*xf32>
  %1 = "onnx.Add"(%0, %y) : (tensor<*xf32>, tensor<?x?x8xf32>) -> tensor<*xf32>
  %2 = "onnx.Transpose"(%1) {perm = [1, 0, 2]} : (tensor<*xf32>) -> tensor<*xf32>
  onnx.Return %2 : tensor<*xf32>
}
"""


def inferred(text, options=""):
    context = Context()
    module = parse_module(text, context)
    run_pipeline(module, f"builtin.module(shape-inference{options})", context)
    return print_op(module)


def test_names_reach_the_results():
    assert '-> (tensor<?x?x8xf32> {onnx.dim_params = "0:s,1:b"})' in inferred(TEXT)


def test_a_dimension_that_only_one_summand_has_keeps_its_name():
    text = TEXT.replace('%y: tensor<?x?x8xf32> {onnx.dim_params = "0:b,1:s"}', "%y: tensor<8xf32>")
    text = text.replace("tensor<*xf32>, tensor<?x?x8xf32>)", "tensor<*xf32>, tensor<8xf32>)")
    assert '{onnx.dim_params = "0:s,1:b"})' in inferred(text)


def test_other_names_meet_in_no_name():
    text = TEXT.replace('{onnx.dim_params = "0:b,1:s"}) ->', '{onnx.dim_params = "0:b,1:t"}) ->')
    assert '-> (tensor<?x?x8xf32> {onnx.dim_params = "1:b"})' in inferred(text)


def test_through_a_chain_of_sums():
    """Each sum has two sources for a dimension; each is looked up once."""
    ops = ['%v0 = "onnx.Relu"(%x) : (tensor<?x8xf32>) -> tensor<?x8xf32>']
    for i in range(60):
        ops.append(f'%r{i} = "onnx.Relu"(%v{i}) : (tensor<?x8xf32>) -> tensor<?x8xf32>')
        ops.append(
            f'%v{i + 1} = "onnx.Add"(%v{i}, %r{i}) : '
            "(tensor<?x8xf32>, tensor<?x8xf32>) -> tensor<?x8xf32>"
        )
    text = (
        'func.func @f(%x: tensor<?x8xf32> {onnx.dim_params = "0:n"}) -> tensor<?x8xf32> {\n'
        + "\n".join(ops)
        + "\nonnx.Return %v60 : tensor<?x8xf32>\n}"
    )
    assert '-> (tensor<?x8xf32> {onnx.dim_params = "0:n"})' in inferred(text)


def test_equal_names_are_equal_sizes_in_shape_arithmetic():
    """x : [n, 6] reshaped to [shape(y)[0], -1], where y has n rows too: 6 columns remain."""
    text = """
    func.func @f(%x: tensor<?x6xf32> {onnx.dim_params = "0:n"},
                 %y: tensor<?xf32> {onnx.dim_params = "0:n"}) -> tensor<*xf32> {
      %rest = onnx.Constant dense<-1> : tensor<1xi64>
      %s = "onnx.Shape"(%y) : (tensor<?xf32>) -> tensor<1xi64>
      %t = "onnx.Concat"(%s, %rest) {axis = 0 : si64} :
        (tensor<1xi64>, tensor<1xi64>) -> tensor<2xi64>
      %r = "onnx.Reshape"(%x, %t) : (tensor<?x6xf32>, tensor<2xi64>) -> tensor<*xf32>
      onnx.Return %r : tensor<*xf32>
    }"""
    assert "-> tensor<?x6xf32>" in inferred(text)
    assert "-> tensor<?x?xf32>" in inferred(text.replace('"0:n"}) ->', '"0:m"}) ->'))


@pytest.mark.parametrize(
    ("options", "result"),
    [
        ("{dim-params=b=4,s=16}", "16x4x8"),
        ("{shape-information=0:2x3x8}", "3x2x8"),
        ("{shape-information=1:?x5x8 dim-params=b=1}", "5x1x8"),
        ("{shape-information=-1:7x?x8}", "?x7x8"),
    ],
)
def test_stated_sizes(options, result):
    assert f"onnx.Return %2 : tensor<{result}xf32>" in inferred(TEXT, options)


def test_names_can_be_given():
    text = TEXT.replace(' {onnx.dim_params = "0:b,1:s"}', "")
    found = inferred(text, "{dim-params=0:0=n,1:0=n,n=3}")
    assert "onnx.Return %2 : tensor<?x3x8xf32>" in found


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ("{dim-params=q=4}", "no input has a dimension 'q'; there are b, s"),
        ("{dim-params=b}", "expected name=size, found 'b'"),
        ("{shape-information=0:2x3x8,1:3x3x8}", "dimension 'b' is 2 by argument #0, but 3 in"),
        ("{shape-information=0:2x3x9}", "contradicts argument #0 of type 'tensor<?x?x8xf32>'"),
        ("{shape-information=0:2x3}", "contradicts argument #0"),
        ("{shape-information=2:2x3}", "there is no input 2, there are 2"),
        ("{shape-information=0:axb}", "expected a number in '0:axb', found 'a'"),
    ],
)
def test_wrong_statements(options, message):
    with pytest.raises(DiagnosticError, match=message.replace("?", r"\?")):
        inferred(TEXT, options)


def test_a_contradiction_names_the_ops_that_disagree():
    text = """
    func.func @f(%x: tensor<2x3xf32>, %y: tensor<4x5xf32>) -> tensor<*xf32> {
      %0 = "onnx.Relu"(%x) {onnx_node_name = "first"} : (tensor<2x3xf32>) -> tensor<*xf32>
      %1 = "onnx.Exp"(%y) {onnx_node_name = "second"} : (tensor<4x5xf32>) -> tensor<*xf32>
      %2 = "onnx.Add"(%0, %1) {onnx_node_name = "sum"} :
        (tensor<*xf32>, tensor<*xf32>) -> tensor<*xf32>
      onnx.Return %2 : tensor<*xf32>
    }"""
    with pytest.raises(DiagnosticError) as caught:
        inferred(text)
    for part in ("'sum'", "'onnx.Relu', node 'first'", "'onnx.Exp', node 'second'"):
        assert part in str(caught.value)


def test_a_contradiction_in_a_model_names_its_nodes():
    value = onnx.helper.make_tensor_value_info
    graph = onnx.helper.make_graph(
        [
            onnx.helper.make_node("Relu", ["x"], ["a"], name="first"),
            onnx.helper.make_node("Exp", ["y"], ["b"], name="second"),
            onnx.helper.make_node("Add", ["a", "b"], ["z"], name="sum"),
        ],
        "g",
        [value("x", 1, [2, 3]), value("y", 1, [4, 5])],
        [value("z", 1, None)],
    )
    with pytest.raises(DiagnosticError) as caught:
        import_model(onnx.helper.make_model(graph))
    for name in ("sum", "first", "second"):
        assert name in str(caught.value)


def test_the_programs_take_both(tmp_path):
    path = tmp_path / "in.mlir"
    path.write_text(TEXT.replace("-> tensor<*xf32> {", "-> tensor<?x?x8xf32> {"))
    output = tmp_path / "out.mlir"
    options = ["--dim-params", "b=2", "--shape-information=0:?x3x8"]
    assert compile_model([str(path), "--emit=onnx", "-o", str(output), *options]) == 0
    assert "-> tensor<3x2x8xf32>" in output.read_text()
    for name in "01":
        np.save(tmp_path / f"{name}.npy", np.ones((2, 3, 8), np.float32))
    feeds = [f"--input=input{i}={tmp_path / i}.npy" for i in "01"]
    said = io.StringIO()
    assert run_model([str(path), *feeds, *options], stdout=said) == 0
    assert "float32[3, 2, 8]" in said.getvalue()
