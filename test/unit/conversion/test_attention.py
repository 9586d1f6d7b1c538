"""Attention with masks of flags and of numbers, sizes that the run tells, and as exporters write it
by other operators, beside a definition in numpy and 64 bits."""

import numpy as np
import pytest
from onnx import parser

from mlirlite import InferenceSession

QUERIES, KEYS, WIDTH = 21, 37, 16
MASKS = {
    "none": None,
    "i, j": (QUERIES, KEYS),
    "1, j": (1, KEYS),
    "n, 1, 1, j": (2, 1, 1, KEYS),
    "n, 4, i, j": (2, 4, QUERIES, KEYS),
}


def numbers(*shape):
    return np.random.default_rng(sum(shape)).standard_normal(shape).astype(np.float32)


def expected(q, k, v, added=0.0, causal=False):
    """The definition; a query that sees no key has a result of 0."""
    k, v = (np.repeat(x, q.shape[1] // x.shape[1], 1).astype(np.float64) for x in (k, v))
    scores = q.astype(np.float64) @ k.swapaxes(-1, -2) / np.sqrt(q.shape[-1]) + added
    if causal:
        scores = np.where(np.tri(*scores.shape[-2:], dtype=bool), scores, -np.inf)
    top = scores.max(-1, keepdims=True)
    power = np.exp(scores - np.where(np.isneginf(top), 0, top))
    total = power.sum(-1, keepdims=True)
    return power / np.where(total == 0, 1, total) @ v


def operands(kv_heads=4):
    return numbers(2, 4, QUERIES, WIDTH), *(numbers(2, kv_heads, KEYS, WIDTH) for _ in "kv")


@pytest.mark.parametrize("causal", [0, 1])
@pytest.mark.parametrize("kind", ["bool", "float"])
@pytest.mark.parametrize("sizes", MASKS)
@pytest.mark.parametrize(("opset", "known"), [(23, True), (24, False)])
def test_masks(opset, known, sizes, kind, causal):
    q, k, v = operands(kv_heads=2)
    shape = MASKS[sizes]
    feeds, added = {"q": q, "k": k, "v": v}, 0.0
    if shape is not None:
        seen = numbers(*shape) > 0
        seen[..., 0, :] = False
        feeds["m"] = seen if kind == "bool" else np.where(seen, numbers(*shape), -np.inf)
        added = np.where(seen, 0 if kind == "bool" else feeds["m"], -np.inf)
        feeds["m"] = feeds["m"].astype(bool if kind == "bool" else np.float32)
    declared = ", ".join(_declared(n, x, known) for n, x in feeds.items())
    session = InferenceSession(
        parser.parse_model(
            f"""<ir_version: 10, opset_import: ["" : {opset}]>
            g ({declared}) => (float[n, h, i, w] y) {{
                y = Attention <is_causal = {causal}> ({", ".join(feeds)})
            }}"""
        )
    )
    (found,) = session.run(None, feeds)
    np.testing.assert_allclose(found, expected(q, k, v, added, causal), rtol=1e-5, atol=1e-6)


def _declared(name, x, known):
    sizes = x.shape if known else (f"{name}{i}" for i in range(x.ndim))
    return f"{'bool' if x.dtype == bool else 'float'}[{', '.join(map(str, sizes))}] {name}"


EXPORTED = """<ir_version: 10, opset_import: ["" : 18]>
g (float[n, 4, i, 16] q, float[n, 4, j, 16] k, float[n, 4, j, 16] v, float[i, j] m)
=> (float[n, 4, i, 16] y)
<float root = {0.5}, float zero = {0.0}> {
    t = Transpose <perm = [0, 1, 3, 2]> (k)
    a = Mul (q, root)
    b = Mul (t, root)
    c = MatMul (a, b)
    d = Add (c, m)
    p = Softmax <axis = -1> (d)
    nan = IsNaN (p)
    s = Where (nan, zero, p)
    y = MatMul (s, v)
}"""


def test_what_is_not_a_number_is_0_where_the_exporter_says_so():
    q, k, v = operands()
    q[0, 0, 3] = np.nan
    q[1, 2, 5] = np.inf
    mask = numbers(QUERIES, KEYS)
    mask[7] = -np.inf
    (found,) = InferenceSession(parser.parse_model(EXPORTED)).run(
        None, {"q": q, "k": k, "v": v, "m": mask}
    )
    wanted = expected(np.nan_to_num(q, posinf=0), k, v, mask)
    wanted[0, 0, 3] = wanted[1, 2, 5] = 0
    np.testing.assert_allclose(found, wanted, rtol=1e-5, atol=1e-6)
    assert not found[:, :, 7].any()
