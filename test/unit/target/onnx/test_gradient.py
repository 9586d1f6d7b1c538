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


UNARY = """
    Acos Asin Asinh Atan Atanh Celu Cosh Elu Erf HardSwish LeakyRelu Mish Relu Selu Sinh Softplus
    Softsign Swish Tan Tanh GlobalAveragePool GlobalMaxPool
"""
REDUCTIONS = """
    ReduceL1 ReduceL2 ReduceLogSum ReduceLogSumExp ReduceMax ReduceMean ReduceMin ReduceProd
    ReduceSum ReduceSumSquare
"""
AXES = "a = Constant<value = int64[2] {1, -1}>()"
# Each operator with a rule: a body that makes y of x (2, 4, 6, 5) and w (4, 2, 3, 3) of doubles.
OPERATORS = {
    **{name: f"y = {name}(x)" for name in UNARY.split()},
    "Acosh": "t = Exp(x) u = Exp(t) y = Acosh(u)",
    "Cast": "t = Cast<to = 1>(x) y = Cast<to = 11>(t)",
    "Clip": "a = ReduceMean<keepdims = 0>(w) t = Neg(x) b = ReduceMax<keepdims = 0>(t) "
    "d = Constant<value = double {0.5}>() u = Mul(b, d) y = Clip(x, a, u)",
    "Gelu": "y = Gelu(x)",
    "GeluTanh": 'y = Gelu<approximate = "tanh">(x)',
    "HardSigmoid": "y = HardSigmoid<alpha = 2.0>(x)",
    "Max": "t = Neg(x) u = Mul(x, x) y = Max(t, u)",
    "Min": "t = Neg(x) u = Mul(x, x) y = Min(t, u)",
    "Mean": "t = Mul(x, x) y = Mean(x, t)",
    "PRelu": "s = Constant<value = double[1, 4, 1, 1] {0.1, 0.2, 0.3, 0.4}>() t = Mul(s, s) "
    "u = Mul(x, x) v = ReduceSum<keepdims = 1>(u) k = Mul(t, v) y = PRelu(x, k)",
    "Shrink": "y = Shrink<lambd = 0.3, bias = 0.3>(x)",
    "ThresholdedRelu": "y = ThresholdedRelu<alpha = 0.1>(x)",
    "Where": "z = Constant<value = double {0.1}>() c = Less(x, z) t = Mul(x, x) y = Where(c, t, x)",
    "Compress": "c = Constant<value = bool[4] {1, 0, 1, 1}>() y = Compress<axis = 1>(x, c)",
    "Concat": "t = Mul(x, x) y = Concat<axis = -2>(x, t, x)",
    "CumSum": "a = Constant<value = int64 {1}>() t = Mul(x, x) "
    "y = CumSum<exclusive = 1, reverse = 1>(t, a)",
    "DepthToSpace": "y = DepthToSpace<blocksize = 2>(x)",
    "Expand": "s = Constant<value = int64[5] {3, 1, 1, 1, 1}>() y = Expand(x, s)",
    "Gather": "i = Constant<value = int64[2, 2] {0, -1, 2, 2}>() y = Gather<axis = 1>(x, i)",
    "GatherElements": "i = Constant<value = int64[1, 1, 1, 3] {0, 4, 4}>() "
    "y = GatherElements<axis = 3>(x, i)",
    "GatherND": "i = Constant<value = int64[3, 2] {0, 1, 1, -1, 0, 1}>() y = GatherND(x, i)",
    "Pad": "p = Constant<value = int64[8] {0, 1, 0, 2, 1, 0, 0, 1}>() y = Pad(x, p)",
    "PadEdges": "p = Constant<value = int64[8] {0, 1, 0, 2, 1, 0, 0, 1}>() "
    'y = Pad<mode = "reflect">(x, p)',
    "Slice": "b = Constant<value = int64[2] {-1, 0}>() e = Constant<value = int64[2] {-9, 3}>() "
    "a = Constant<value = int64[2] {2, 3}>() s = Constant<value = int64[2] {-2, 1}>() "
    "y = Slice(x, b, e, a, s)",
    "SpaceToDepth": "a = Constant<value = int64[1] {3}>() b = Constant<value = int64[1] {4}>() "
    "z = Constant<value = int64[1] {0}>() t = Slice(x, z, b, a) y = SpaceToDepth<blocksize = 2>(t)",
    "Split": "t, u = Split<axis = 1, num_outputs = 2>(x) y = Mul(t, u)",
    "SplitOnce": "t, y = Split<axis = 1, num_outputs = 2>(x)",
    "Tile": "r = Constant<value = int64[4] {1, 2, 1, 3}>() y = Tile(x, r)",
    "Trilu": "y = Trilu<upper = 0>(x)",
    **{name: f"{AXES} t = Exp(x) y = {name}<keepdims = 0>(t, a)" for name in REDUCTIONS.split()},
    "Softmax": "y = Softmax<axis = 1>(x)",
    "LogSoftmax": "y = LogSoftmax(x)",
    "MatMul": "t = Transpose<perm = [0, 1, 3, 2]>(x) y = MatMul(x, t)",
    "MatMulBroadcast": "s = Constant<value = int64[2] {18, -1}>() t = Reshape(w, s) "
    "i = Constant<value = int64[5] {0, 1, 2, 3, 3}>() v = Gather(t, i) y = MatMul(x, v)",
    "MatMulVector": "s = Constant<value = int64[1] {5}>() z = Constant<value = int64[1] {0}>() "
    "f = Constant<value = int64[1] {-1}>() t = Reshape(w, f) v = Slice(t, z, s) y = MatMul(x, v)",
    "Gemm": "s = Constant<value = int64[2] {12, -1}>() t = Reshape(x, s) u = Reshape(w, s) "
    "y = Gemm<transA = 1, alpha = 0.5, beta = 2.0>(t, u)",
    "Einsum": 'y = Einsum<equation = "nchw, cdij -> nhd">(x, w)',
    "Conv": "t = Transpose<perm = [1, 0, 2, 3]>(w) "
    "y = Conv<pads = [1, 0, 2, 1], strides = [2, 1]>(x, t)",
    "ConvGroups": "y = Conv<group = 2, dilations = [2, 1], strides = [1, 2]>(x, w)",
    "MaxPool": "y = MaxPool<kernel_shape = [3, 2], strides = [2, 1], pads = [1, 0, 1, 1]>(x)",
    "AveragePool": "y = AveragePool<kernel_shape = [3, 2], strides = [2, 1], pads = [1, 0, 1, 1]>"
    "(x)",
    "AveragePoolPads": "y = AveragePool<kernel_shape = [3, 2], pads = [1, 0, 1, 1], "
    "count_include_pad = 1>(x)",
    "LayerNormalization": "y = LayerNormalization<axis = 3>(x, k, k)",
    "RMSNormalization": "y = RMSNormalization<axis = -1>(x, k)",
    "InstanceNormalization": "y = InstanceNormalization(x, c, c)",
    "BatchNormalization": "v = Exp(c) y = BatchNormalization(x, c, c, c, v)",
    "Dropout": "y = Dropout(x)",
}
VECTORS = """
    b1 = ReduceMean<keepdims = 0>(w, b2)
    k = Gather(b1, b3)
    c = ReduceMean<keepdims = 0>(w, b4)
"""


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", OPERATORS)
def test_each_rule_is_the_limit_of_differences(name):
    """Along a random direction, in doubles, weighted so that no sum over y hides an error."""
    body = OPERATORS[name]
    model = parser.parse_model(f"""<
        ir_version: 10, opset_import: ["" : 24, "ai.onnx.preview.training" : 1]>
        g (double[2, 4, 6, 5] x, double[4, 2, 3, 3] w)
          => (double[2, 4, 6, 5] dx, double[4, 2, 3, 3] dw, double total)
        <int64[3] b2 = {{0, 1, 2}}, int64[5] b3 = {{0, 1, 2, 2, 1}}, int64[3] b4 = {{1, 2, 3}}>
        {{
            {VECTORS if "Norm" in name else ""}
            {body}
            weighted = Sin(y)
            total = ReduceSum<keepdims = 0>(weighted)
            dx, dw = ai.onnx.preview.training.Gradient<xs = ["x", "w"], y = "total">(x, w)
        }}""")
    session = mlirlite.InferenceSession(model)
    rng = np.random.default_rng(0)
    shapes = {"x": (2, 4, 6, 5), "w": (4, 2, 3, 3)}
    feeds = {n: rng.uniform(-0.9, 0.9, s) for n, s in shapes.items()}
    along = {n: rng.standard_normal(s) for n, s in shapes.items()}
    dx, dw, _ = session.run(None, feeds)
    step = 1e-3 if name == "Cast" else 1e-6
    ends = [
        session.run(["total"], {n: feeds[n] + sign * step * along[n] for n in feeds})[0]
        for sign in (1, -1)
    ]
    found = (dx * along["x"]).sum() + (dw * along["w"]).sum()
    loose = 1e-2 if name == "Cast" else 1e-6
    assert found == pytest.approx((ends[0] - ends[1]) / (2 * step), rel=loose, abs=loose)
    assert np.abs(dx).max() > 0


def test_older_versions_have_the_rule_of_the_newest():
    model = parser.parse_model("""<
        ir_version: 7, opset_import: ["" : 11, "ai.onnx.preview.training" : 1]>
        g (float[2, 3] x) => (float[2, 3] dx)
        {
            low = Constant<value = float {0.5}>()
            a = Clip(x, low)
            b = Unsqueeze<axes = [0]>(a)
            c = ReduceMax<axes = [2], keepdims = 0>(b)
            y = ReduceSum(c)
            dx = ai.onnx.preview.training.Gradient<xs = ["x"], y = "y">(x)
        }""")
    x = np.array([[0, 1, 2], [0.1, 0.2, 0.3]], np.float32)
    [dx] = mlirlite.InferenceSession(model).run(None, {"x": x})
    assert dx.tolist() == [[0, 0, 1], [0, 0, 0]]


def test_another_default_is_another_operator():
    body = "y = Softmax(a)"
    model = model_of(body)
    model.opset_import[0].version = 12
    with pytest.raises(DiagnosticError, match=r"has no rule to differentiate 'onnx\.SoftmaxV11'"):
        import_model(model)


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
