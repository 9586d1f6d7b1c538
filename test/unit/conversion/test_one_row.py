"""Products whose sizes only run time knows: of few rows, of one column, and of those that panels
are for."""

import itertools
import resource

import numpy as np
import pytest
from onnx import parser

from mlirlite.runtime.session import InferenceSession

RNG = np.random.default_rng(0)


def session(body, inputs, **how):
    model = parser.parse_model(
        f'<ir_version: 9, opset_import: ["": 17]> g ({inputs}) => (float[P, Q] y) {{ {body} }}'
    )
    return InferenceSession(model, **how)


@pytest.mark.parametrize(("op", "threads"), [("MatMul", 1), ("Gemm<transB = 1>", 2)])
@pytest.mark.bulk
def test_one_model_of_any_size(op, threads):
    turned = op != "MatMul"
    sides = f"float[M, K] x, float[{'N, K' if turned else 'K, N'}] w"
    body = f"p = {op}(x, w) a = Add(p, b) y = Mul(a, r)"
    found = session(body, f"{sides}, float[N] b, float[M, N] r", threads=threads)
    for m, k, n in itertools.product((0, 1, 3, 4, 13), (0, 1, 129), (0, 1, 5, 17, 100)):
        shapes = (m, k), (k, n), (n,), (m, n)
        x, w, b, r = (RNG.standard_normal(s).astype(np.float32) for s in shapes)
        feeds = {"x": x, "w": w.T if turned else w, "b": b, "r": r}
        [got] = found.run(None, feeds)
        np.testing.assert_allclose(got, (x @ w + b) * r, rtol=1e-3, atol=1e-3)


@pytest.mark.parametrize(
    "sides",
    [
        pytest.param("float[M, K] x, float[K, N] w", marks=pytest.mark.bulk),
        "float[1, K] x, float[K, 1] w",
    ],
)
def test_a_long_product_copies_nothing_and_loses_nothing(sides):
    """A panel of the right side would take 16 to 96 times its memory; a single sum stops growing
    at 2^24."""
    size = 20_000_000
    found = session("y = MatMul(x, w)", sides)
    feeds = {"x": np.ones((1, size), np.float32), "w": np.ones((size, 1), np.float32)}
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    [got] = found.run(None, feeds)
    assert got == [[size]]
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 100_000


VECTORS = [
    (("K",), ("K",)),
    (("K",), ("K", 1)),
    (("M", "K"), ("K",)),
    ((2, "M", "K"), ("K",)),
    (("K",), (2, "K", 1)),
]


@pytest.mark.parametrize(
    ("left", "right"),
    [v if n < 2 else pytest.param(*v, marks=pytest.mark.bulk) for n, v in enumerate(VECTORS)],
)
def test_products_of_vectors(left, right):
    """Of any length; a single sum stops growing at 2^24."""
    result = [str(n) for n in (*left[:-1], *right[:-2], *right[1:][-1:])]
    sides = [f"float[{', '.join(map(str, s))}] {n}" for n, s in (("x", left), ("w", right))]
    model = parser.parse_model(
        f'<ir_version: 9, opset_import: ["": 17]> g ({", ".join(sides)}) => '
        f"(float[{', '.join(result)}] y) {{ p = MatMul(x, w) y = Add(p, p) }}"
    )
    found = InferenceSession(model)
    for m, k in itertools.product((0, 1, 3), (0, 1, 7, 100)):
        x, w = (
            RNG.standard_normal([{"M": m, "K": k}.get(n, n) for n in side]).astype(np.float32)
            for side in (left, right)
        )
        [got] = found.run(None, {"x": x, "w": w})
        np.testing.assert_allclose(got, 2 * (x @ w), rtol=1e-4, atol=1e-4)
    if len(left) + len(right) < 4:
        sizes = {"M": 1, "K": 20_000_000}
        x, w = (np.ones([sizes.get(n, n) for n in s], np.float32) for s in (left, right))
        [got] = found.run(None, {"x": x, "w": w})
        assert got.item() == 40_000_000
