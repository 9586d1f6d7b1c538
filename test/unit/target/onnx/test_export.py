"""Export: import undone, for the distinct models of the conformance suite."""

import io
import warnings

import numpy as np
import onnx
import pytest
from onnx.reference import ReferenceEvaluator

from mlirlite.driver.compile import main as compile_model
from mlirlite.driver.run import main as run_model
from mlirlite.driver.translate import main as translate
from mlirlite.ir.context import Context
from mlirlite.parser import parse_module
from mlirlite.printer import print_op
from mlirlite.support.diagnostics import DiagnosticError
from mlirlite.target.onnx import import_model
from mlirlite.target.onnx.export import export_model, save_model
from mlirlite.testing.onnx_suite import distinct_cases


def equal(first, second):
    if isinstance(first, list):
        return len(first) == len(second) and all(map(equal, first, second))
    if first is None or second is None:
        return first is second
    first, second = np.asarray(first), np.asarray(second)
    if first.dtype.kind in "OU":
        return first.tolist() == second.tolist()
    return (first.dtype, first.shape, first.tobytes()) == (
        second.dtype,
        second.shape,
        second.tobytes(),
    )


def run(model, inputs):
    feeds = dict(zip([i.name for i in model.graph.input], inputs, strict=False))
    with np.errstate(all="ignore"), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return ReferenceEvaluator(model).run(None, feeds)


@pytest.mark.bulk
def test_the_suite_comes_back():
    """import -> text -> parse -> export: the checker accepts, and outputs are the same bits."""
    failures = {}
    compared = 0
    for case in distinct_cases():
        imported = import_model(case.model, Context(), expand=())
        model = export_model(parse_module(print_op(imported), Context()))
        try:
            onnx.checker.check_model(model)
        except onnx.checker.ValidationError as e:
            failures[case.name] = str(e)
            continue
        if not case.data_sets or case.name.startswith("test_bernoulli"):  # not seeded
            continue
        inputs = case.data_sets[0][0]
        try:
            wanted = run(case.model, inputs)
        except Exception:  # the reference cannot run all
            continue
        compared += 1
        if not equal(wanted, run(model, inputs)):
            failures[case.name] = "other outputs"
    assert failures == {}
    assert compared > 1550


def test_metadata_and_names_survive():
    node = onnx.helper.make_node("Relu", ["x"], ["y"], name="the/relu")
    value = onnx.helper.make_tensor_value_info
    graph = onnx.helper.make_graph(
        [node], "g", [value("x", 1, ["n", 2])], [value("y", 1, ["n", 2])]
    )
    model = onnx.helper.make_model(
        graph, opset_imports=[onnx.helper.make_opsetid("", 17)], producer_name="p", ir_version=8
    )
    onnx.helper.set_model_props(model, {"author": "somebody"})
    text = print_op(import_model(model, Context()))
    found = export_model(parse_module(text, Context()))
    assert (found.producer_name, found.ir_version, found.graph.name) == ("p", 8, "g")
    assert [(o.domain, o.version) for o in found.opset_import] == [("", 17)]
    assert [(p.key, p.value) for p in found.metadata_props] == [("author", "somebody")]
    assert found.graph.node[0].name == "the/relu"
    assert found.graph.input[0].type.tensor_type.shape.dim[0].dim_param == "n"


ODD = [
    "a b",
    'quo"te',
    "back\\slash",
    "new\nline",
    "tab\t",
    "%0",
    "@g",
    "0",
    "::",
    "x/y:0",
    "é日😀",
    "-",
    "{}",
    "\x7f",
]


@pytest.mark.parametrize("word", ODD)
def test_names_of_any_characters_survive(word):
    """Of the graph, its node, inputs, outputs, a weight, a dimension and a property."""
    value = onnx.helper.make_tensor_value_info
    graph = onnx.helper.make_graph(
        [onnx.helper.make_node("Add", [f"x{word}", f"w{word}"], [f"y{word}"], name=f"n{word}")],
        f"g{word}",
        [value(f"x{word}", 1, [f"d{word}", 600])],
        [value(f"y{word}", 1, [f"d{word}", 600])],
        [onnx.numpy_helper.from_array(np.arange(600, dtype=np.float32), f"w{word}")],
    )
    model = onnx.helper.make_model(graph, opset_imports=[onnx.helper.make_opsetid("", 17)])
    onnx.helper.set_model_props(model, {f"k{word}": f"v{word}"})
    text = print_op(import_model(model, Context()))
    found = export_model(parse_module(text, Context()))
    assert found.graph.name == f"g{word}"
    assert found.graph.node[0].name == f"n{word}"
    assert [i.name for i in found.graph.input] == [f"x{word}"]
    assert [i.name for i in found.graph.output] == [f"y{word}"]
    assert found.graph.input[0].type.tensor_type.shape.dim[0].dim_param == f"d{word}"
    assert [(p.key, p.value) for p in found.metadata_props] == [(f"k{word}", f"v{word}")]
    [weight] = found.graph.initializer
    assert onnx.numpy_helper.to_array(weight)[-1] == 599


def test_weights_beside_the_model(tmp_path):
    weights = onnx.numpy_helper.from_array(np.arange(4096, dtype=np.float32), "w")
    value = onnx.helper.make_tensor_value_info
    graph = onnx.helper.make_graph(
        [onnx.helper.make_node("Add", ["x", "w"], ["y"])],
        "g",
        [value("x", 1, [4096])],
        [value("y", 1, [4096])],
        [weights],
    )
    made = export_model(import_model(onnx.helper.make_model(graph)))
    path = tmp_path / "model.onnx"
    for _ in range(2):  # a second time over the first
        save_model(import_model(made), str(path), most=1024)
    assert path.stat().st_size < 1024
    assert (tmp_path / "model.onnx.data").stat().st_size == 4 * 4096
    again = onnx.load(path)
    assert onnx.numpy_helper.to_array(again.graph.initializer[0]).tolist() == list(range(4096))


def test_the_program(tmp_path):
    source, target = tmp_path / "in.mlir", tmp_path / "model.onnx"
    source.write_text(
        "func.func @f(%x: tensor<2xf32>) -> tensor<2xf32> {\n"
        '  %0 = "onnx.Relu"(%x) : (tensor<2xf32>) -> tensor<2xf32>\n'
        "  onnx.Return %0 : tensor<2xf32>\n}\n"
    )
    assert translate(["--export-onnx", str(source), "-o", str(target)]) == 0
    assert onnx.load(target).graph.node[0].op_type == "Relu"
    errors = io.StringIO()
    nowhere = str(tmp_path / "no" / "model.onnx")
    assert translate(["--export-onnx", str(source), "-o", nowhere], stderr=errors) == 1
    assert "cannot write output file" in errors.getvalue()


TEXT = """<ir_version: 8, opset_import: ["" : 17]>
g (float[2] x) => (float[2] y) { y = Relu(x) }
"""


@pytest.mark.parametrize("suffix", ["onnxtxt", "json", "textproto"])
def test_text_formats_are_read(tmp_path, suffix):
    model = onnx.parser.parse_model(TEXT)
    path = tmp_path / f"model.{suffix}"
    if suffix == "onnxtxt":
        path.write_text(TEXT)
    else:
        onnx.save_model(model, path)  # onnx knows the suffixes
    output = io.StringIO()
    assert translate(["--import-onnx", str(path)], stdout=output) == 0
    assert "onnx.Relu" in output.getvalue()
    feeds = {"x": np.float32([-1, 2])}
    np.save(tmp_path / "x.npy", feeds["x"])
    arguments = [str(path), "--input", f"x={tmp_path / 'x.npy'}", "--verify=onnxruntime"]
    assert run_model(arguments, stdout=io.StringIO()) == 0
    assert compile_model([str(path), "--emit=krnl", "-o", str(tmp_path / "out.mlir")]) == 0
    assert "krnl.iterate" in (tmp_path / "out.mlir").read_text()


def module(text):
    return parse_module(text, Context())


def test_names_opset_and_attributes():
    made = export_model(
        module(
            """
            func.func @f(%x: tensor<?x3xf32> {onnx.dim_params = "0:batch", onnx.name = "in"})
                -> (tensor<?x3xf32> {onnx.name = "out"}) {
              %0 = "onnx.LeakyRelu"(%x) {alpha = 0.5 : f32, onnx_node_name = "leaky"}
                : (tensor<?x3xf32>) -> tensor<?x3xf32>
              %1 = "onnx.Custom"(%0) {function_name = "Twist", domain_name = "org.example",
                n = [1, 2], scale = 2.0 : f32} : (tensor<?x3xf32>) -> tensor<?x3xf32>
              onnx.Return %1 : tensor<?x3xf32>
            }"""
        )
    )
    leaky, twist = made.graph.node
    assert (leaky.name, leaky.op_type, list(leaky.input)) == ("leaky", "LeakyRelu", ["in"])
    assert leaky.attribute[0].f == 0.5
    assert (twist.domain, twist.op_type, list(twist.output)) == ("org.example", "Twist", ["out"])
    assert {a.name: onnx.helper.get_attribute_value(a) for a in twist.attribute} == {
        "n": [1, 2],
        "scale": 2.0,
    }
    assert {o.domain: o.version for o in made.opset_import}.keys() == {"", "org.example"}
    assert made.graph.input[0].type.tensor_type.shape.dim[0].dim_param == "batch"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            'func.func @f(%x: tensor<2xf32>) -> tensor<2xf32> { %0 = "onnx.SoftmaxV11"(%x) : '
            '(tensor<2xf32>) -> tensor<2xf32> %1 = "onnx.Softmax"(%0) : (tensor<2xf32>) -> '
            "tensor<2xf32> onnx.Return %1 : tensor<2xf32> }",
            "no opset of ai.onnx has all operators of the module",
        ),
        (
            "func.func @f(%x: tensor<2xf32>) -> tensor<2xf32> { %0 = arith.addf %x, %x : "
            "tensor<2xf32> onnx.Return %0 : tensor<2xf32> }",
            "'arith.addf' op is not an operator of ONNX and cannot be exported",
        ),
        ("module {}", "the module has no onnx.EntryPoint and not just one function"),
    ],
)
def test_what_cannot_be_exported(text, message):
    with pytest.raises(DiagnosticError) as caught:
        export_model(module(text))
    assert message in str(caught.value)
