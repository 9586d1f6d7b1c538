"""Attention with masks of flags and of numbers, sizes that the run tells, and as exporters write it
by other operators, beside a definition in numpy and 64 bits."""

import numpy as np
import pytest
from onnx import parser

from mlirlite import DiagnosticError, InferenceSession

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


PRIMITIVES = """<ir_version: 10, opset_import: ["" : 18]>
g ({operands}) => (float[n, h, i, d] y) <float half = {{0.5}}> {{
    t = Transpose <perm = [0, 1, 3, 2]> (k)
    b = MatMul (q, t)
    c = Mul (b, half)
    d = Add (c, m)
    p = Softmax <axis = -1> (d)
    y = MatMul (p, v)
}}"""
AROUND = {
    "column": ((2, 2, 3, 4), 5, (2, 1, 3, 1)),
    "row": ((2, 2, 3, 4), 5, (5,)),
    "number": ((2, 2, 3, 4), 5, (1, 1)),
    "more batches": ((1, 2, 3, 4), 5, (2, 1, 3, 5)),
    "more heads": ((2, 1, 3, 4), 5, (2, 1, 5)),
    "more queries": ((2, 2, 1, 4), 5, (3, 5)),
    "shorter": ((2, 2, 3, 4), 5, (3, 4)),
    "longer": ((2, 2, 3, 4), 5, (3, 6)),
    "empty": ((2, 2, 3, 4), 5, (3, 0)),
    "no queries": ((2, 2, 0, 4), 5, (0, 5)),
    "no keys": ((2, 2, 3, 4), 0, (3, 0)),
    "one key": ((2, 2, 3, 4), 1, (3, 1)),
    "no heads": ((2, 0, 3, 4), 5, (3, 5)),
    "no batch": ((0, 2, 3, 4), 5, (1, 1, 3, 5)),
    "unseen": ((2, 2, 3, 4), 5, (3, 5)),
}


def added(q, k, v, m):
    """The primitives. ValueError where the mask does not broadcast."""
    scores = (q @ k.swapaxes(-1, -2) * 0.5).astype(np.float64) + m
    top = scores.max(-1, keepdims=True, initial=-np.inf)
    power = np.exp(scores - top)
    return power / power.sum(-1, keepdims=True) @ v


@pytest.mark.parametrize("known", [True, False])
@pytest.mark.parametrize("form", AROUND)
def test_masks_of_primitives_are_added(form, known):
    """Broadcast or refused as by Add; only what makes scores larger may be refused at run time."""
    queries, keys, mask = AROUND[form]
    feeds = {"q": numbers(*queries), "m": numbers(*mask)}
    feeds |= {n: numbers(*queries[:2], keys, queries[3]) for n in "kv"}
    if form == "unseen":
        feeds["m"][1] = -np.inf  # a query without a key is not a number
    names = {"q": "n h i d", "k": "n h j d", "v": "n h j d"}
    declared = [
        _declared(n, x, known) if known or n == "m" else f"float[{', '.join(names[n].split())}] {n}"
        for n, x in feeds.items()
    ]
    text = PRIMITIVES.format(operands=", ".join(declared))
    text = text.replace("float[n, h, i, d] y", "float[a, b, c, e] y")
    try:
        with np.errstate(invalid="ignore"):
            wanted = added(**feeds)
    except ValueError:
        wanted = None
    if wanted is None or (not known and form.startswith("more")):
        with pytest.raises(DiagnosticError, match="broadcast"):
            InferenceSession(parser.parse_model(text)).run(None, feeds)
        return
    (found,) = InferenceSession(parser.parse_model(text)).run(None, feeds)
    np.testing.assert_allclose(found, wanted, rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("machine", ["", None], ids=["plain", "tiles"])
@pytest.mark.parametrize("known", [True, False])
@pytest.mark.parametrize("size", [0, 1, 3, 5])
def test_keys_beyond_a_mask_are_not_visible(size, known, machine):
    """Since opset 24, and of one column too."""
    feeds = {n: numbers(1, 2, 5, 4) for n in "qkv"} | {"m": numbers(1, 1, 5, size)}
    operands = ", ".join(_declared(n, x, known) for n, x in feeds.items())
    model = parser.parse_model(
        f"""<ir_version: 10, opset_import: ["" : 24]>
        g ({operands}) => (float[n, h, i, w] y) {{ y = Attention (q, k, v, m) }}"""
    )
    (found,) = InferenceSession(model, machine=machine).run(None, feeds)
    mask = np.pad(feeds["m"], [(0, 0)] * 3 + [(0, 5 - size)], constant_values=-np.inf)
    wanted = expected(feeds["q"], feeds["k"], feeds["v"], mask)
    np.testing.assert_allclose(found, wanted, rtol=1e-5, atol=1e-6)
