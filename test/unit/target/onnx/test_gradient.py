"""Gradient of ai.onnx.preview.training gives what differences of the values give."""

import numpy as np
import pytest
from onnx import parser

import mlirlite
from mlirlite.support.diagnostics import DiagnosticError
from mlirlite.target.onnx import import_model

SCALARS = {
    "sum": "y = Add(a, b)",
    "difference": "y = Sub(a, b)",
    "product": "y = Mul(a, b)",
    "quotient": "y = Div(a, b)",
    "power": "y = Pow(a, b)",
    "used_twice": "t = Mul(a, b) y = Mul(t, a)",
    "chain": "t = Exp(a) u = Log(b) v = Sqrt(t) w = Tanh(v) y = Mul(w, u)",
    "waves": "t = Sin(a) u = Cos(b) v = Sigmoid(t) y = Div(v, u)",
    "signs": "t = Neg(a) u = Abs(t) v = Relu(b) w = Reciprocal(v) y = Sum(u, w, u)",
    "matrices": "t = MatMul(a, b) u = Transpose<perm = [1, 0]>(t) y = ReduceSum<keepdims = 0>(u)",
    "broadcast": "t = ReduceMean<keepdims = 1>(a) u = Mul(b, t) y = ReduceSum<keepdims = 0>(u)",
}


def model_of(body):
    return parser.parse_model(f"""<
        ir_version: 8, opset_import: ["" : 18, "ai.onnx.preview.training" : 1]>
        g (float[2, 2] a, float[2, 2] b) => (float[2, 2] da, float[2, 2] db, float y0)
        {{
            {body}
            y0 = ReduceSum<keepdims = 0>(y)
            da, db = ai.onnx.preview.training.Gradient<xs = ["a", "b"], y = "y">(a, b)
        }}""")


@pytest.mark.parametrize("name", SCALARS)
def test_derivatives_are_limits_of_differences(name):
    session = mlirlite.InferenceSession(model_of(SCALARS[name]))
    rng = np.random.default_rng(0)
    feeds = {n: rng.uniform(0.5, 1.5, (2, 2)).astype(np.float32) for n in "ab"}
    found = dict(zip("ab", session.run(None, feeds)[:2], strict=True))
    step = np.float32(1 / 64)
    for x in "ab":
        for place in np.ndindex(2, 2):
            sums = []
            for sign in (1, -1):
                moved = {n: v.copy() for n, v in feeds.items()}
                moved[x][place] += sign * step
                sums.append(session.run(["y0"], moved)[0])
            difference = (sums[0] - sums[1]) / (2 * step)
            assert found[x][place] == pytest.approx(difference, rel=2e-2, abs=2e-3)


def test_other_points_may_be_given():
    """The ops between are computed anew for the values that the node is given."""
    model = parser.parse_model("""<
        ir_version: 8, opset_import: ["" : 18, "ai.onnx.preview.training" : 1]>
        g (float[3] a, float[3] b, float[3] c) => (float[3] d)
        {
            y = Mul(a, b)
            d = ai.onnx.preview.training.Gradient<xs = ["a"], zs = ["b"], y = "y">(a, c)
        }""")
    a, b, c = (np.full(3, n, np.float32) for n in (2, 3, 5))
    [d] = mlirlite.InferenceSession(model).run(None, {"a": a, "b": b, "c": c})
    assert d.tolist() == [5, 5, 5]


def test_an_operator_without_a_rule_is_named():
    with pytest.raises(DiagnosticError, match=r"has no rule to differentiate 'onnx\.Floor'"):
        import_model(model_of("t = Floor(a) y = Mul(t, b)"))


def test_the_node_stays_where_nothing_is_expanded():
    module = import_model(model_of("y = Mul(a, b)"), expand=())
    assert any(op.name == "onnx.Gradient" for op in module.walk())
