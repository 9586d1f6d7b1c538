"""Functions of JAX, compiled and exported: results are XLA's, and errors name the user's line."""

import numpy as np
import pytest

jax = pytest.importorskip("jax", reason="jax is not installed (extra jax)")

import jax.numpy as jnp  # noqa: E402

import mlirlite.jax  # noqa: E402
from mlirlite.support.diagnostics import DiagnosticError  # noqa: E402

X = np.linspace(-2, 2, 12, dtype="f4").reshape(3, 4)


def same(found, expected, tolerance=1e-5):
    assert jax.tree.structure(found) == jax.tree.structure(expected)
    for a, b in zip(jax.tree.leaves(found), jax.tree.leaves(expected), strict=True):
        assert a.dtype == b.dtype
        np.testing.assert_allclose(a, b, rtol=tolerance, atol=tolerance)


def check(function, *args, **kwargs):
    args = jax.tree.map(jnp.asarray, args)
    same(mlirlite.jax.jit(function)(*args, **kwargs), function(*args, **kwargs))


def test_trees_and_types():
    def function(given, scale=2):
        return {"a": given["x"] * scale, "b": (given["n"] + 1, jnp.sum(given["x"] > 0))}

    check(function, {"x": X, "n": jnp.arange(3)})


def test_it_compiles_once_per_shape_and_static_value():
    traced = []

    def function(x, n):
        traced.append(n)
        return x * n

    f = mlirlite.jax.jit(function, static_argnums=1)
    for args in ((X, 2), (X, 2), (X, 3), (X[:2], 3)):
        same(f(*args), X[: len(args[0])] * np.float32(args[1]))
    assert traced == [2, 3, 3]


def test_a_training_step():
    def loss(w, x):
        return jnp.mean(jnp.square(jnp.tanh(x @ w) - 1))

    def step(w, x):
        value, gradient = jax.value_and_grad(loss)(w, x)
        return value, w - 0.1 * gradient

    w = np.linspace(-1, 1, 8, dtype="f4").reshape(4, 2)
    check(step, w, X)
    f = mlirlite.jax.jit(lambda w: loss(w, X))
    same(jax.grad(f)(w), jax.grad(lambda w: loss(w, X))(w))


@pytest.mark.bulk
@pytest.mark.parametrize(
    "function",
    [
        lambda x: jax.lax.scan(lambda c, r: (c + r, c * r), jnp.zeros(4), x),
        lambda x: jax.lax.cond(x[0, 0] > 0, jnp.sin, jnp.cos, x),
        lambda x: jax.lax.fori_loop(0, 3, lambda i, y: y.at[i].set(1.0), x),
        lambda x: (jnp.sort(x, axis=0), jnp.argmax(x, axis=1), jnp.cumsum(x, axis=1)),
        lambda x: (x[jnp.array([2, 0])], x[:, ::-1], x.at[1, 2].add(3.0)),
        lambda x: jax.vmap(lambda r: jnp.outer(r, r))(x),
        lambda x: jax.random.normal(jax.random.key(1), x.shape) + x,
    ],
)
def test_what_jax_lowers(function):
    check(function, X)


def test_exports(tmp_path):
    function = lambda x: jnp.exp(x).sum(axis=1)  # noqa: E731
    for suffix in ("onnx", "mlir"):
        path = tmp_path / f"f.{suffix}"
        mlirlite.jax.export(function, (X,), str(path))
        [found] = mlirlite.InferenceSession(str(path)).run(None, {"input0": X})
        same(jnp.asarray(found), function(X))
    with pytest.raises(DiagnosticError, match=r"ends in \.so, \.onnx, \.mlir"):
        mlirlite.jax.export(function, (X,), "f.bin")


def test_an_error_names_the_line():
    def function(x):
        return jnp.linalg.qr(x)[0]

    with pytest.raises(DiagnosticError) as caught:
        mlirlite.jax.jit(function)(X)
    assert "has no counterpart in onnx: the target" in str(caught.value)
    assert "test_jax.py" in str(caught.value)


def test_random_numbers_are_those_of_jax():
    key = jax.random.PRNGKey(3)
    check(lambda key: jax.random.normal(key, (5,)), key)
    check(lambda key: jax.random.bits(key, (5,)), key)
    check(lambda key: jax.random.permutation(key, 8), key)


def test_a_call_of_a_library_is_named():
    with pytest.raises(DiagnosticError, match=r"the target 'lapack_\w+' is not known"):
        mlirlite.jax.jit(jnp.linalg.svd)(X)
