"""Export: import undone, for the whole conformance suite."""

import warnings

import numpy as np
import onnx
import pytest
from onnx.reference import ReferenceEvaluator

from mlirlite.ir.context import Context
from mlirlite.parser import parse_module
from mlirlite.support.diagnostics import DiagnosticError
from mlirlite.target.onnx import import_model
from mlirlite.target.onnx.export import export_model
from mlirlite.testing.onnx_suite import suite_cases

EVERY = 11
"""Of so many models, one is run too."""


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


def test_the_whole_suite_comes_back():
    failures = {}
    for number, case in enumerate(suite_cases()):
        model = export_model(import_model(case.model, expand=()))
        try:
            onnx.checker.check_model(model)
        except onnx.checker.ValidationError as e:
            failures[case.name] = str(e)
            continue
        random = any(n.op_type.startswith(("Random", "Bernoulli")) for n in model.graph.node)
        if number % EVERY or not case.data_sets or random:
            continue
        inputs = case.data_sets[0][0]
        try:
            wanted = run(case.model, inputs)
        except Exception:  # the reference cannot run all
            continue
        if not equal(wanted, run(model, inputs)):
            failures[case.name] = "other outputs"
    assert failures == {}


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
            "'arith.addf' op is no operator of ONNX and cannot be exported",
        ),
        ("module {}", "the module has no onnx.EntryPoint and not just one function"),
    ],
)
def test_what_cannot_be_exported(text, message):
    with pytest.raises(DiagnosticError) as caught:
        export_model(module(text))
    assert message in str(caught.value)
