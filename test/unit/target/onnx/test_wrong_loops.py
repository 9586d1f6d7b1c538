"""Loops whose conditions, counts or ranks cannot be are refused in words that help."""

import numpy as np
import pytest
from onnx import parser

import mlirlite


def loop(body, inputs="int64 n, bool c, float[k] x", outputs="y"):
    text = f"""<ir_version: 10, opset_import: ["" : 21]>
    g ({inputs}) => (float[k] y) {{
      y = Loop(n, c, x)
        <body = b (int64 i, bool d, float[k] v) => (bool e, float[k] w) {{ {body} }}>
    }}"""
    return parser.parse_model(text)


KEEPS = "e = Identity(d) w = Identity(v)"


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("e = Identity(v) w = Identity(v)", "gives 'tensor<.*' as condition, expected booleans"),
        (
            "a = Constant<value_ints = [0]>() e = Identity(d) w = Unsqueeze(v, a)",
            "the rank of a value that iterations carry changes",
        ),
    ],
)
def test_bodies_that_cannot_be(body, message):
    model = loop(body)
    del model.graph.node[0].attribute[0].g.output[1].type.tensor_type.shape.dim[:]
    for value in (model.graph.node[0].attribute[0].g.input[2], model.graph.output[0]):
        value.type.tensor_type.ClearField("shape")
    model.graph.node[0].attribute[0].g.output[1].type.tensor_type.ClearField("shape")
    model.graph.node[0].attribute[0].g.output[0].type.tensor_type.ClearField("elem_type")
    with pytest.raises(mlirlite.DiagnosticError, match=message):
        mlirlite.InferenceSession(model)


@pytest.mark.parametrize("name", ["n", "c"])
def test_counts_and_conditions_are_one(name):
    inputs = {"n": "int64 n", "c": "bool c", "x": "float[k] x"}
    inputs[name] = inputs[name].replace(" ", "[m] ")
    session = mlirlite.InferenceSession(loop(KEEPS, ", ".join(inputs.values())))
    feeds = {"n": np.array(2), "c": np.array(True), "x": np.ones(3, np.float32)}
    assert session.run(None, {**feeds, name: feeds[name][None]})[0].tolist() == [1, 1, 1]
    with pytest.raises(mlirlite.DiagnosticError, match=r"is 2, accepted range is \[1, 1\]"):
        session.run(None, {**feeds, name: np.repeat(feeds[name], 2)})
