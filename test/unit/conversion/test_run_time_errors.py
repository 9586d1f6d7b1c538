"""Data for which operators have no answer: the run ends with an error, or has a defined result
where ONNX or onnxruntime define one, or where checks are off."""

from __future__ import annotations

import re
import resource
from typing import Any

import numpy as np
import pytest
from onnx import parser

import mlirlite
from mlirlite.support.diagnostics import DiagnosticError


def run(graph: str, *inputs: Any, unchecked: bool = False) -> Any:
    model = parser.parse_model(f'<ir_version: 9, opset_import: ["" : 24]> {graph}')
    session = mlirlite.InferenceSession(model, unchecked=unchecked)
    names = [i.name for i in session.get_inputs()]
    return session.run(None, dict(zip(names, inputs, strict=True)))[0]


@pytest.mark.parametrize("type", ["int32", "int64", "uint8"])
def test_integers_divided_by_zero_are_zero(type: str) -> None:
    least = np.iinfo(type).min
    x = np.array([5, least, 7], type)
    y = np.array([0, 3 if type == "uint8" else -1, 2], type)
    for op in ("Div", "Mod"):
        z = run(f"g ({type}[3] x, {type}[3] y) => ({type}[3] z) {{ z = {op}(x, y) }}", x, y)
        assert z[0] == 0
        assert z[2] == (3 if op == "Div" else 1)


@pytest.mark.parametrize("dim", ["N", "4"])
def test_indices_out_of_range_end_the_run(dim: str) -> None:
    graph = f"g (float[{dim}] x, int64[M] i) => (float[M] z) {{ [one] z = Gather(x, i) }}"
    x, i = np.arange(4, dtype=np.float32), np.array([99, -99, -1, 2**62])
    with pytest.raises(DiagnosticError, match=r"idx=-99 must be within .* \[-4,3\] \(node 'one'"):
        run(graph, x, i)
    with pytest.raises(DiagnosticError, match=r"idx=99 must be"):
        run(graph, x, np.array([99, 0]))
    assert run(graph, x, np.array([3, -4])).tolist() == [3, 0]
    assert run(graph, x, i, unchecked=True).tolist() == [3, 0, 3, 3]  # clamped


def test_sizes_that_do_not_fit_end_the_run() -> None:
    graph = "g (float[N] x, float[M] y) => (float[K] z) { z = Add(x, y) }"
    with pytest.raises(DiagnosticError, match=r"do not broadcast: their sizes .* are 4 and 3"):
        run(graph, np.zeros(4, np.float32), np.zeros(3, np.float32))
    graph = "g (float[N] x, int64[2] s) => (float[A, B] z) { z = Reshape(x, s) }"
    for shape in ([7, 4], [4_000_000, 1], [4, -1], [2**40, 2**40]):
        with pytest.raises(DiagnosticError):
            run(graph, np.zeros(6, np.float32), np.array(shape))


@pytest.mark.parametrize("dims", ["2, 3, 4", "N, M, K"])
def test_a_shape_that_is_known_from_the_data_is_checked(dims: str) -> None:
    """A list of one entry can only be the number of elements; it may say another one."""
    graph = f"g (float[{dims}] x, int64[1] s) => (float[L] z) {{ z = Reshape(x, s) }}"
    x = np.ones((2, 3, 4), np.float32)
    for entry in (24, -1):
        assert run(graph, x, np.array([entry])).shape == (24,)
    for entry in (2, 0, 5, -2, 2**62):
        with pytest.raises(DiagnosticError):
            run(graph, x, np.array([entry]))


def test_a_squeeze_that_leaves_another_rank_ends_the_run() -> None:
    graph = "g (float[N, M] x) => (float[A, B] z) { z = Squeeze(x) }"
    assert run(graph, np.ones((2, 3), np.float32)).shape == (2, 3)
    with pytest.raises(DiagnosticError, match="leaves no tensor of rank 2"):
        run(graph, np.ones((1, 3), np.float32))
    with pytest.raises(DiagnosticError, match="rank 3 for an operand of rank 2"):
        run(graph.replace("A, B", "A, B, C"), np.ones((2, 3), np.float32))


@pytest.mark.parametrize("length", ["2", "L"])
def test_shapes_that_cannot_be_broadcast_end_the_run(length: str) -> None:
    graph = f"""g (float[N, M] x, int64[{length}] s) => (float[A, B] z)
        {{ z = Expand(x, s) }}"""
    x = np.ones((1, 3), np.float32)
    assert run(graph, x, np.array([4, 1])).shape == (4, 3)
    for shape in ([4, 2], [4, 6], [-1, 3], [2**62, 3], [2**40, 2**40]):
        with pytest.raises(DiagnosticError):
            run(graph, x, np.array(shape))


@pytest.mark.parametrize("count", [10**13, 2**61, 2**62, 2**63 - 1])
def test_running_out_of_memory_ends_the_run(count: int) -> None:
    graph = "g (int64[1] n) => (float[N] z) { z = ConstantOfShape(n) }"
    with pytest.raises(MemoryError):
        run(graph, np.array([count]))


@pytest.mark.parametrize("op", ["Gather", "GatherElements"])
def test_gathering_from_an_empty_array_gives_zeros(op: str) -> None:
    graph = f"g (float[N, 1000] x, int64[M, 1] i) => (float[A, B] z) {{ z = {op}<axis = 0>(x, i) }}"
    if op == "Gather":
        graph = graph.replace("float[A, B]", "float[A, C, B]")
    z = run(graph, np.zeros((0, 1000), np.float32), np.array([[0], [5]]), unchecked=True)
    assert (z == 0).all()
    graph = "g (string[N] x, int64[M] i) => (string[M] z) { z = Gather(x, i) }"
    assert run(graph, np.zeros(0, object), np.array([1]), unchecked=True).tolist() == [""]


def test_scattering_into_an_empty_array_does_nothing() -> None:
    graph = """g (float[N, 8] x, int64[M, 8] i, float[M, 8] u) => (float[N, 8] z)
        { z = ScatterElements<axis = 0>(x, i, u) }"""
    i, u = np.zeros((3, 8), np.int64), np.ones((3, 8), np.float32)
    assert run(graph, np.zeros((0, 8), np.float32), i, u, unchecked=True).shape == (0, 8)


def test_a_cache_is_not_written_beyond_its_end() -> None:
    graph = """g (float[1, 1, N, 2] past, float[1, 1, M, 2] new, int64[1] at)
        => (float[1, 1, N, 2] z) { z = TensorScatter(past, new, at) }"""
    past, new = np.zeros((1, 1, 3, 2), np.float32), np.ones((1, 1, 4, 2), np.float32)
    for rows, at in ((4, 0), (2, 2), (1, -1), (1, 2**62)):
        with pytest.raises(DiagnosticError, match=r"length of the update|write_indices"):
            run(graph, past, new[:, :, :rows], np.array([at]))
    z = run(graph, past, new, np.array([2]), unchecked=True)
    assert z[0, 0, :, 0].tolist() == [0, 0, 1]


@pytest.mark.bulk
def test_einsum_broadcasts_equal_letters_or_ends_the_run() -> None:
    graph = """g (float[B, N, K] x, float[C, L, M] y) => (float[D, N, M] z)
        { z = Einsum <equation = "bij,bjk->bik"> (x, y) }"""
    x, y = np.ones((2, 3, 4), np.float32), np.arange(10, dtype=np.float32).reshape(2, 1, 5)
    assert (run(graph, x, y) == np.einsum("bij,bjk->bik", x, y.repeat(4, 1))).all()
    with pytest.raises(DiagnosticError, match="the sizes of 'j'"):
        run(graph, x, y.repeat(3, 1))


def test_expand_by_an_empty_shape() -> None:
    graph = "g (float[N] x, int64[L] s) => (float[A] z) { z = Expand(x, s) }"
    x = np.ones(3, np.float32)
    assert (run(graph, x, np.zeros(0, np.int64)) == x).all()
    assert run(graph, x[:1], np.array([4])).shape == (4,)


@pytest.mark.bulk
def test_expanded_operators_keep_their_requirements() -> None:
    graph = """g (float[B, H, N, D] x, float[B, L, E] cos, float[B, L, E] sin) =>
        (float[B, H, N, D] z) { [turn] z = RotaryEmbedding(x, cos, sin) }"""
    x, half = np.ones((1, 2, 3, 8), np.float32), np.ones((1, 3, 4), np.float32)
    assert run(graph, x, half, half).shape == x.shape
    message = r"'onnx.RotaryEmbedding' op .* found 10 and 8 \(node 'turn/?'"
    with pytest.raises(DiagnosticError, match=message):
        run(graph, x, np.ones((1, 3, 5), np.float32), np.ones((1, 3, 5), np.float32))
    fixed = re.sub(r"\[B, H, N, D\]", "[1, 2, 3, 8]", graph)
    with pytest.raises(DiagnosticError, match="found 10 and 8"):
        run(fixed.replace("[B, L, E]", "[1, 3, 5]"), x, half, half)


@pytest.mark.parametrize(
    ("node", "words"),
    [
        ('TensorScatter <axis = 1, mode = "none"> (x, x)', "expected one of 'linear', 'circular'"),
        ("LpNormalization <p = 3> (x)", "attribute 'p' is 3, expected one of 1, 2"),
        ("EyeLike <dtype = 99> (x)", "is 99, which is not the number of an element type"),
    ],
)
def test_attributes_with_values_that_are_not_allowed_are_refused(node: str, words: str) -> None:
    with pytest.raises(DiagnosticError, match=words):
        run(f"g (float[2, 2] x) => (float[2, 2] z) {{ z = {node} }}", np.ones((2, 2), np.float32))


def test_a_norm_of_windows_has_a_positive_p() -> None:
    node = "z = LpPool <kernel_shape = [2, 2], p = 0> (x)"
    with pytest.raises(DiagnosticError, match="'p' is 0, expected a number above 0"):
        run(f"g (float[1, 1, 2, 2] x) => (float[1, 1, 1, 1] z) {{ {node} }}", np.ones((1, 1, 2, 2)))


@pytest.mark.parametrize(
    ("counts", "indexes", "words"),
    [
        ("0, 2", "0, 1, -9", "ngram_indexes has -9, which is negative"),
        ("0, 9", "0, 1", "elements 0 to 9 of a pool of 4 are no 1-grams"),
        ("0, 1", "0, 1", "elements 1 to 4 of a pool of 4 are no 2-grams"),
        ("0, 2", "0, 1", "has 2 ngram_indexes for 3 n-grams"),
    ],
)
def test_a_pool_of_n_grams_and_its_indices_agree(counts: str, indexes: str, words: str) -> None:
    """Counts would be written outside of the result."""
    node = f"""TfIdfVectorizer <mode = "TF", max_gram_length = 2, min_gram_length = 1,
        max_skip_count = 0, ngram_counts = [{counts}], ngram_indexes = [{indexes}],
        pool_int64s = [1, 2, 3, 4]> (x)"""
    with pytest.raises(DiagnosticError, match=words):
        run(f"g (int64[2] x) => (float[n] z) {{ z = {node} }}", np.ones(2, np.int64))


@pytest.mark.parametrize("size", ["N", "2"])
def test_the_condition_of_an_if_has_one_element(size: str) -> None:
    graph = f"""g (bool[{size}] c, float[1] x) => (float[1] z) {{
        z = If(c) <then_branch = t () => (float[1] a) {{ a = Abs(x) }},
                   else_branch = e () => (float[1] b) {{ b = Neg(x) }}> }}"""
    for count in (0, 2) if size == "N" else (2,):
        with pytest.raises(DiagnosticError, match=f"of the condition is {count}, accepted"):
            run(graph, np.ones(count, bool), np.ones(1, np.float32))
    assert size == "2" or run(graph, np.ones(1, bool), np.ones(1, np.float32)) == [1]


@pytest.mark.parametrize("sizes", ["AB", "32"])
def test_a_scan_reads_sequences_of_one_length(sizes: str) -> None:
    """The shorter one would be read beyond its end."""
    graph = f"""g (float[2] s, float[{sizes[0]}, 2] x, float[{sizes[1]}, 2] y) => (float[2] z) {{
        z = Scan <num_scan_inputs = 2, body = b (float[2] a, float[2] c, float[2] d) =>
            (float[2] e) {{ t = Add(a, c) e = Add(t, d) }}> (s, x, y) }}"""
    feeds = [np.ones(shape, np.float32) for shape in (2, (3, 2), (2, 2))]
    with pytest.raises(DiagnosticError, match=r"lengths of the first .* found 3 and 2"):
        run(graph, *feeds)
    assert sizes == "32" or run(graph, *feeds[:2], feeds[1]).tolist() == [7, 7]


@pytest.mark.parametrize("size", ["K", "2"])
def test_a_scan_of_no_iteration_has_outputs_of_known_sizes(size: str) -> None:
    """onnxruntime and onnx.reference refuse both."""
    graph = f"""g (float[{size}] s, float[N, {size}] x) => (float[A, B] z) {{
        t, z = Scan <num_scan_inputs = 1, body = b (float[{size}] a, float[{size}] v) =>
            (float[{size}] c, float[{size}] d) {{ c = Add(a, v) d = Mul(c, v) }}> (s, x) }}"""
    state, none = np.ones(2, np.float32), np.ones((0, 2), np.float32)
    if size == "2":
        assert run(graph, state, none).shape == (0, 2)
        return
    with pytest.raises(DiagnosticError, match=r"number of iterations, .* at least 1, found 0"):
        run(graph, state, none)
    assert run(graph, state, np.ones((1, 2), np.float32)).tolist() == [[2, 2]]


@pytest.mark.bulk
@pytest.mark.parametrize("count", [45, 60])
def test_memory_of_parts_that_no_process_has_ends_the_run(count: int) -> None:
    """Each result is twice as large as the one before; all are parts of the last one."""
    nodes = " ".join(f"t{i + 1} = Concat<axis = 0>(t{i}, t{i})" for i in range(count))
    graph = f"g (float[3, 4] t0) => (float[A, B] z) {{ {nodes} z = Identity(t{count}) }}"
    with pytest.raises(DiagnosticError, match="out of memory"):
        run(graph, np.ones((3, 4), np.float32))


@pytest.mark.bulk
@pytest.mark.parametrize(
    "dims", ["M, K] a, float[A] s, uint8[K, N", "3, 4] a, float[3] s, uint8[4, 5"]
)
def test_a_quantized_product_has_one_scale_or_one_for_each_row(dims: str) -> None:
    graph = f"""g (uint8[{dims}] b) => (uint8[M, N] z)
        {{ one = Constant <value_float = 1.0> () zero = Constant <value = uint8[1] {{0}}> ()
          z = QLinearMatMul(a, s, zero, b, one, zero, one, zero) }}"""
    a, b = (np.arange(n, dtype=np.uint8).reshape(4, -1) % 5 for n in (12, 20))
    scales = np.array([1, 2, 0.5], np.float32)
    want = np.rint(scales[:, None] * (a.T.astype(float) @ b)).astype(np.uint8)
    assert (run(graph, a.T.copy(), scales, b) == want).all()


@pytest.mark.parametrize("op", ["Relu", "Transpose", "Softmax"])
def test_sizes_of_zero(op: str) -> None:
    graph = f"g (float[N, M] x) => (float[A, B] z) {{ z = {op}(x) }}"
    for shape in ((0, 4), (4, 0), (0, 0)):
        wanted = shape[::-1] if op == "Transpose" else shape
        assert run(graph, np.zeros(shape, np.float32)).shape == wanted


@pytest.mark.parametrize("mask", ["bool", "float"])
@pytest.mark.parametrize("machine", [None, ""])
def test_a_query_whose_keys_are_all_masked_gives_zeros(mask: str, machine: str | None) -> None:
    """As in onnx.reference and onnxruntime."""
    model = parser.parse_model(f"""<ir_version: 10, opset_import: ["" : 23]>
        g (float[1, 1, 2, 4] q, float[1, 1, 3, 4] k, {mask}[2, 3] m) => (float[1, 1, 2, 4] y)
        {{ y = Attention(q, k, k, m) }}""")
    seen = np.array([[False, False, False], [False, True, False]])
    feeds = {
        "q": np.ones((1, 1, 2, 4), np.float32),
        "k": np.arange(12, dtype=np.float32).reshape(1, 1, 3, 4),
        "m": seen if mask == "bool" else np.where(seen, 0, -np.inf).astype(np.float32),
    }
    [y] = mlirlite.InferenceSession(model, machine=machine).run(None, feeds)
    assert y[0, 0].tolist() == [[0, 0, 0, 0], [4, 5, 6, 7]]


@pytest.mark.parametrize("op", ["ScatterElements", "ScatterND", "GatherND"])
def test_unchecked_scatter_and_gather_stay_inside_the_array(op: str) -> None:
    x, far = np.arange(4, dtype=np.float32), np.array([9, -9])
    if op == "GatherND":
        graph = "g (float[4] x, int64[2, 1] i) => (float[2] z) { z = GatherND(x, i) }"
        assert run(graph, x, far[:, None], unchecked=True).tolist() == [3, 0]
        return
    shape = "2" if op == "ScatterElements" else "2, 1"
    graph = f"""g (float[4] x, int64[{shape}] i, float[2] u) => (float[4] z)
        {{ z = {op}(x, i, u) }}"""
    i = far if op == "ScatterElements" else far[:, None]
    z = run(graph, x, i, np.array([7, 8], np.float32), unchecked=True)
    assert z.tolist() == [8, 1, 2, 7]


LOOPS = {
    "Loop": """g (int64 n, float[100000] x) => (float[100000] y)
        {
            y = Loop<body = b (int64 i, bool c, float[100000] s)
                => (bool d, float[100000] t) { d = Identity(c) t = Add(s, s) }>(n, , x)
        }""",
    "Scan": """g (float[N] n, float[100000] x) => (float[100000] y)
        {
            y = Scan<num_scan_inputs = 1, body = b (float[100000] s, float i)
                => (float[100000] t) { t = Add(s, i) }>(x, n)
        }""",
}
"""Values of 400 kB that are carried through as many iterations as n says."""


@pytest.mark.parametrize("op", LOOPS)
def test_carried_values_are_freed_between_iterations(op: str) -> None:
    graph = LOOPS[op]
    model = parser.parse_model(f'<ir_version: 9, opset_import: ["" : 24]> {graph}')
    session = mlirlite.InferenceSession(model)
    x = np.zeros(100000, np.float32)
    few, many = (np.array(k) if op == "Loop" else np.zeros(k, np.float32) for k in (4, 400))
    session.run(None, {"n": few, "x": x})
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    session.run(None, {"n": many, "x": x})
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    assert grown < 20_000  # kB; 400 values take 160,000


def test_a_fused_residual_sum_has_the_sizes_of_the_result() -> None:
    ones = ", ".join(["1"] * 256)
    graph = f"""g (float[N, 16, 4, 4] x, float[M, 16, 4, 4] z) => (float[A, 16, 4, 4] y)
        <float[16, 16, 1, 1] w = {{{ones}}}>
        {{ a = Conv(x, w) b = Conv(z, w) c = Relu(b) y = Add(a, c) }}"""
    x = np.ones((3, 16, 4, 4), np.float32)
    assert run(graph, x, x).shape == x.shape
    with pytest.raises(DiagnosticError):
        run(graph, x, x[:2])


@pytest.mark.parametrize(
    ("graph", "inputs", "message"),
    [
        ("g (float[N, 4] x, int64[2] s) => (float[A, B] z) { z = Reshape(x, s) }",
         [np.ones((0, 4), np.float32), np.array([0, -1])], "-1 means nothing"),
        ("g (float[N, M] x, int64[K] s, int64[K] e) => (float[A, B] z) { z = Slice(x, s, e) }",
         [np.ones((3, 3), np.float32), np.zeros(3, np.int64), np.ones(3, np.int64)],
         "number of starts must be at most 2, found 3"),
        ('g (float[N, M] x) => (float[K] z) { z = Einsum<equation = "ii->i">(x) }',
         [np.ones((3, 1), np.float32)], "sizes of 'i' in 'ii' must be equal, found 3 and 1"),
        ("""g (float[N] x, int64[K] i) => (int64 z) {
            s = SequenceConstruct(x) t = SequenceInsert(s, x, i) z = SequenceLength(t) }""",
         [np.ones(3, np.float32), np.zeros(0, np.int64)], "at least 1"),
    ],
)  # fmt: skip
def test_wrong_inputs_found_by_random_trials_end_the_run(
    graph: str, inputs: list[Any], message: str
) -> None:
    with pytest.raises(DiagnosticError, match=message):
        run(graph, *inputs)
