"""Shapes that a model declares, compared with the inferred ones."""

import warnings

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper

from mlirlite.printer import print_op
from mlirlite.runtime.session import InferenceSession
from mlirlite.support.diagnostics import DiagnosticError
from mlirlite.target.onnx import import_model
from mlirlite.testing.onnx_suite import suite_cases

X = np.arange(25, dtype=np.float32).reshape(1, 1, 5, 5) - 12


def pooled(op: str, opset: int, stated: list[int]) -> onnx.ModelProto:
    """A pool whose last windows would start in the end pad: 2x2 of them are computed."""
    shapes = {"x": [1, 1, 5, 5], "m": stated, "r": stated, "y": stated}
    infos = {n: helper.make_tensor_value_info(n, TensorProto.FLOAT, s) for n, s in shapes.items()}
    nodes = [
        helper.make_node(
            op, ["x"], ["m"], kernel_shape=[2, 2], strides=[3, 3], pads=[1] * 4, ceil_mode=1
        ),
        helper.make_node("Relu", ["m"], ["r"]),
        helper.make_node("Neg", ["r"], ["y"]),
    ]
    graph = helper.make_graph(
        nodes, "g", [infos["x"]], [infos["y"]], value_info=[infos["m"], infos["r"]]
    )
    opsets = [helper.make_opsetid("", opset)]
    return helper.make_model(graph, opset_imports=opsets, ir_version=8)


@pytest.mark.parametrize("op", ["MaxPool", "AveragePool"])
@pytest.mark.parametrize("opset", [12, 19])
def test_windows_in_the_end_pad_that_shape_inference_counts_are_not_computed(op, opset):
    bare = pooled(op, opset, [1, 1, 3, 3])
    del bare.graph.value_info[:], bare.graph.output[0].type.tensor_type.shape.dim[:]
    bare.graph.output[0].type.tensor_type.ClearField("shape")
    inferred = onnx.shape_inference.infer_shapes(bare)
    dims = inferred.graph.value_info[0].type.tensor_type.shape.dim
    assert [d.dim_value for d in dims] == [1, 1, 3, 3]
    with pytest.warns(RuntimeWarning, match="but the model says 'tensor<1x1x3x3xf32>'"):
        session = InferenceSession(inferred)
    [expected] = InferenceSession(bare).run(None, {"x": X})
    [found] = session.run(None, {"x": X})
    assert found.shape == (1, 1, 2, 2)
    np.testing.assert_array_equal(found, expected)
    assert list(session.get_outputs()[0].shape) == [1, 1, 2, 2]


def session_with_warnings(model):
    """A session of a model, and the warnings' first lines without their places."""
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        session = InferenceSession(model)
    return session, [str(w.message).partition("warning: ")[2] for w in said]


def test_only_the_first_wrong_shape_is_reported():
    session, said = session_with_warnings(pooled("MaxPool", 19, [1, 1, 4, 4]))
    assert said == [
        "'MaxPoolSingleOut' makes 'm' of type 'tensor<1x1x2x2xf32>', but the model says "
        "'tensor<1x1x4x4xf32>'; what the model says is left out"
    ]
    assert session.run(None, {"x": X})[0].shape == (1, 1, 2, 2)


def parsed(text, opset=18):
    return onnx.parser.parse_model(f'<ir_version: 8, opset_import: ["" : {opset}]> {text}')


def test_a_carried_tensor_may_grow_whatever_size_its_loop_declares():
    """As scripted greedy decoding is exported: the body declares the shape of the first round."""
    session, said = session_with_warnings(
        parsed(
            """g (int64[b, 1] x, int64 n) => (int64[p, m] z) <bool c = {1}> {
                z = Loop (n, c, x) <body = body (int64 i, bool ci, int64[b, 1] a)
                    => (bool co, int64[b, l] o) {
                        co = Identity (ci)
                        o = Concat <axis = 1> (a, x)
                    }>
            }"""
        )
    )
    assert said == [
        "'Loop' carries 'a' of type 'tensor<?x?xi64>', but the model says 'tensor<?x1xi64>'; what "
        "the model says is left out"
    ]
    x = np.array([[3], [4]])
    for n in 0, 1, 6:
        [z] = session.run(None, {"x": x, "n": np.array(n)})
        np.testing.assert_array_equal(z, np.repeat(x, n + 1, axis=1))


def test_what_loops_in_loops_and_branches_carry_is_as_wide_as_it_gets():
    """The outer loop's tensor grows in the inner loop, in one branch."""
    session, said = session_with_warnings(
        parsed(
            """g (int64[2] x, int64 n) => (int64[m] z) <bool c = {1}> {
                z = Loop (n, c, x) <body = outer (int64 i, bool ci, int64[2] a)
                    => (bool co, int64[2] o) {
                        co = Identity (ci)
                        o = Loop (n, c, a) <body = inner (int64 j, bool cj, int64[2] b)
                            => (bool ck, int64[2] p) {
                                ck = Identity (cj)
                                same = Equal (i, j)
                                p = If (same) <
                                    then_branch = t () => (int64[2] q) {
                                        q = Concat <axis = 0> (b, x)
                                    },
                                    else_branch = e () => (int64[2] r) { r = Identity (b) }
                                >
                            }>
                    }>
            }"""
        )
    )
    assert [text.partition(";")[0] for text in said] == [
        "'Concat' makes 'q' of type 'tensor<?xi64>', but the model says 'tensor<2xi64>'"
    ]
    x = np.array([3, 4])
    for n in 0, 1, 5:
        [z] = session.run(None, {"x": x, "n": np.array(n)})
        np.testing.assert_array_equal(z, np.tile(x, n + 1))


def test_a_state_of_scan_may_change_its_size():
    session, _ = session_with_warnings(
        parsed(
            """g (float[1] s, float[n, 1] x) => (float[1] z) {
                z = Scan <num_scan_inputs = 1, body = b (float[1] a, float[1] v)
                    => (float[1] o) { o = Concat <axis = 0> (a, v) }> (s, x)
            }"""
        )
    )
    [z] = session.run(None, {"s": np.ones(1, "f4"), "x": np.arange(4, dtype="f4")[:, None]})
    assert z.tolist() == [1, 0, 1, 2, 3]


@pytest.mark.parametrize("swapped", [False, True])
def test_a_branch_may_give_a_rank_that_depends_on_sizes(swapped):
    """Squeeze gives another rank than Identity where the size is 1."""
    branches = "{ r = Squeeze (x) }", "{ r = Identity (x) }"
    first, second = branches[::-1] if swapped else branches
    made = parsed(
        f"""g (float[n, 32] x, bool c) => (float[m] z) {{
            z = If (c) <
                then_branch = t () => (float[k] r) {first},
                else_branch = e () => (float[k] r) {second}
            >
        }}"""
    )
    session, said = session_with_warnings(made)
    assert any("'Identity' makes 'r' of type 'tensor<?x32xf32>', but the model" in t for t in said)
    assert [o.type for o in session.get_outputs()] == ["tensor(float)"]
    for size in (1, 2):
        x = np.ones((size, 32), "f4")
        for c in (False, True):
            [z] = session.run(None, {"x": x, "c": np.array(c)})
            np.testing.assert_array_equal(z, x[0] if size == 1 and c != swapped else x)


def test_values_of_varying_rank():
    """They are used by operators and other branches, and returned more than once."""
    made = parsed(
        """g (float[n, k] x, bool c) => (float[] z, float[] w, float[] s) {
            s = Squeeze (x)
            w = Exp (s)
            z = If (c) <
                then_branch = t () => (float[] r) {
                    shape = Constant <value_ints = [1, -1]> () r = Reshape (w, shape)
                },
                else_branch = e () => (float[] q) { q = Neg (s) }
            >
        }"""
    )
    session = session_with_warnings(made)[0]
    for shape in ((1, 1), (3, 1), (1, 3), (3, 2)):
        x = np.ones(shape, "f4")
        s = x.squeeze()
        for c in (False, True):
            found = session.run(None, {"x": x, "c": np.array(c)})
            wanted = np.exp(s).reshape(1, -1) if c else -s, np.exp(s), s
            for f, w in zip(found, wanted, strict=True):
                np.testing.assert_allclose(f, w, rtol=1e-6)
                assert f.shape == w.shape


def unsqueezed(times: int) -> onnx.ModelProto:
    """Each of these conditionals may add a dimension."""
    steps = "".join(
        f"""v{i + 1} = If (c) <
            then_branch = t{i} () => (float[] t{i}) {{ t{i} = Unsqueeze (v{i}, zero) }},
            else_branch = e{i} () => (float[] e{i}) {{ e{i} = Sin (v{i}) }}
        > """
        for i in range(times)
    )
    return parsed(
        f"g (float[n, 32] v0, bool c) => (float[] y) <int64[1] zero = {{0}}> "
        f"{{ {steps} y = Abs (v{times}) }}"
    )


def test_too_many_cases_of_ranks_are_refused():
    found = (
        r"has rank 2 or 3 or .* there are \d+ operators in an If whose branches give .* limit is"
    )
    with pytest.raises(DiagnosticError, match=found):
        session_with_warnings(unsqueezed(16))


def test_a_loop_cannot_carry_a_value_of_varying_rank():
    made = parsed(
        """g (float[n, 32] x, bool c, int64 k) => (float[] z) <int64[1] zero = {0}> {
            z = Loop (k, c, x) <body = b (int64 i, bool go, float[] a) => (bool on, float[] o) {
                on = Identity (go)
                o = If (c) <
                    then_branch = t () => (float[] t) { t = Unsqueeze (a, zero) },
                    else_branch = e () => (float[] e) { e = Sin (x) }
                >
            }>
        }"""
    )
    with pytest.raises(DiagnosticError, match="rank 2 or 3, depending on the branch, where one"):
        session_with_warnings(made)


def test_what_a_loop_carries_keeps_its_rank():
    made = parsed(
        """g (float[4] x, int64 n) => (float y) {
            y = Loop (n, "", x) <body = b (int64 i, bool go, float[4] v) => (bool on, float o) {
                on = Identity (go) o = ReduceSum <keepdims = 0> (v)
            }>
        }"""
    )
    with pytest.raises(DiagnosticError, match=r"carries a value of rank 0 or 1, expected one"):
        session_with_warnings(made)


def test_branches_of_different_rank_are_decided_by_folding():
    """As torch exports squeeze: the rank follows from a size that is known after padding."""
    made = parsed(
        """g (float[1, 1, 2, 2] x, float[1, 1, 2, 1] w) => (float[a, b, c, d] y) <
            int64[8] pads = {0, -1, 0, 1, 0, 1, 0, 0}, int64[2] pairs = {-1, 2},
            int64[1] last_one = {-1}, int64[1] all = {-9223372036854775807}, int64[1] zero = {0},
            int64[1] three = {3}, int64[1] one = {1}
        > {
            p0 = Reshape (pads, pairs)
            p1 = Slice (p0, last_one, all, zero, last_one)
            p2 = Transpose <perm = [1, 0]> (p1)
            p3 = Reshape (p2, last_one)
            p = Pad (x, p3)
            shape = Shape (p)
            last = Gather <axis = 0> (shape, three)
            is_one = Equal (last, one)
            s = If (is_one) <
                then_branch = t () => (float[a, b, c] q) { q = Squeeze (p, three) },
                else_branch = e () => (float[a, b, c, d] r) { r = Identity (p) }
            >
            y = Max (s, w)
        }"""
    )
    x, w = np.arange(4, dtype="f4").reshape(1, 1, 2, 2), np.ones((1, 1, 2, 1), "f4")
    padded = np.pad(x, ((0, 0), (0, 1), (0, 1), (0, 0)))[..., :1]
    [y] = session_with_warnings(made)[0].run(None, {"x": x, "w": w})
    np.testing.assert_array_equal(y, np.maximum(padded[..., 0], w))


def test_a_signal_without_a_last_dimension_has_real_parts():
    """As TorchScript exports STFT: onnxruntime runs it, although ONNX wants rank 3."""
    made = parsed(
        """g (float[2, 80] x, float[16] w) => (float[b, f, k, r] z)
           <int64 step = {4}, int64 length = {16}> {
            z = STFT <onesided = 1> (x, step, w, length)
        }"""
    )
    signal, window = np.sin(np.arange(160, dtype="f4")).reshape(2, 80), np.hanning(16).astype("f4")
    frames = np.lib.stride_tricks.sliding_window_view(signal, 16, axis=1)[:, ::4]
    expected = np.fft.rfft(frames * window)
    [z] = InferenceSession(made).run(None, {"x": signal, "w": window})
    np.testing.assert_allclose(z[..., 0] + 1j * z[..., 1], expected, atol=1e-4)


@pytest.mark.parametrize(
    ("node", "right", "wrong"),
    [
        ("Reshape (x, s)", [6, 1], [[6], [1, 2, 3]]),
        ("Expand (x, s)", [1, 1], [[1, 1, 1]]),
        ("Squeeze (x, s)", [0], [[0, 1]]),
        ("Unsqueeze (r, s)", [0], [[0, 1]]),
        ("ReduceMax <keepdims = 0> (x, s)", [0], [[0, 1]]),
    ],
)
def test_a_run_with_another_rank_than_the_declared_one_ends(node, right, wrong):
    """The rank depends on how many numbers s has."""
    rank = 1 if "Squeeze (" in node or "Reduce" in node else 2
    shape = ["float[a]", "float[a, b]"][rank - 1]
    made = parsed(
        f"""g (float[1, n] x, int64[k] s) => ({shape} y) <int64[1] all = {{-1}}>
            {{ r = Reshape (x, all) y = {node} }}"""
    )
    session = session_with_warnings(made)[0]
    x = np.ones((1, 6 if rank == 2 or "Squeeze" not in node else 1), "f4")
    assert session.run(None, {"x": x, "s": np.array(right)})[0].ndim == rank
    for numbers in wrong:
        with pytest.raises(DiagnosticError, match="must be"):
            session.run(None, {"x": x, "s": np.array(numbers)})


@pytest.mark.bulk
@pytest.mark.bulk
def test_no_declared_size_is_a_type():
    """Over an eighth of the suite: modules are the same whatever sizes models declare inside."""
    for case in suite_cases()[::8]:
        plain, wrong = onnx.ModelProto(), onnx.ModelProto()
        for model, size in (plain, None), (wrong, 7):
            model.CopyFrom(case.model)
            for graph in graphs(model.graph):
                inner = graph.input if graph is not model.graph else ()
                for info in (*inner, *graph.output, *graph.value_info):
                    declare_all_sizes(info.type, size)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            texts = [print_op(import_model(m)) for m in (plain, wrong)]
        assert texts[0] == texts[1], case.name


def graphs(graph):
    """A graph, and those in it."""
    found = [graph]
    for outer in found:
        found += [a.g for n in outer.node for a in n.attribute if a.HasField("g")]
    return found


def declare_all_sizes(type, size):
    kind = type.WhichOneof("value")
    if kind in ("sequence_type", "optional_type"):
        declare_all_sizes(getattr(type, kind).elem_type, size)
    elif kind == "tensor_type" and type.tensor_type.HasField("shape"):
        for dim in type.tensor_type.shape.dim:
            dim.Clear()
            if size is not None:
                dim.dim_value = size
