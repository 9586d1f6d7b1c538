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


def check(function, *args, tolerance=1e-5, **kwargs):
    args = jax.tree.map(jnp.asarray, args)
    found = mlirlite.jax.jit(function)(*args, **kwargs)
    same(found, jax.jit(function)(*args, **kwargs), tolerance)


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
        return jnp.linalg.eigvals(x[:, :3])

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
        mlirlite.jax.jit(jnp.linalg.eigvals)(X[:, :3])


Z = X + 1j * X[::-1]


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    "function",
    [
        lambda z: (z * z / (z + 2), jnp.abs(z), jnp.angle(z), z.real, z.conj()),
        lambda z: (jnp.exp(z), jnp.log(z), jnp.sqrt(z), z**0.5, jnp.tanh(z)),
        lambda z: (jnp.arcsin(z), jnp.arccos(z), jnp.arctan(z), jnp.arccosh(z)),
        lambda z: (z @ z.T, z.sum(), z.prod(axis=1), jnp.sort(z), z.at[1].set(3j)),
        lambda z: jax.lax.scan(lambda c, r: (c * r, c + r), jnp.ones(4, z.dtype), z),
        lambda z: (jnp.fft.fft2(z), jnp.fft.irfft(z), jnp.fft.rfft(z.real)),
        lambda z: jax.lax.iota(z.dtype, 4) * z,
        jax.grad(lambda z: jnp.abs(z * z).sum()),
    ],
)
def test_complex_numbers(function):
    check(function, Z)


def test_complex_numbers_at_cuts():
    parts = np.array([0.0, -0.0, 1.0, -1.0, 3e38], "f4")
    z = np.empty((5, 5), "c8")
    z.real, z.imag = parts[:, None], parts
    for function in (np.sqrt, np.angle, np.arcsin, np.abs):
        if function is not np.sqrt:
            z = z[:4, :4]
        found = mlirlite.jax.jit(getattr(jnp, function.__name__))(z)
        with np.errstate(all="ignore"):
            expected = function(z.astype("c16"))
        np.testing.assert_allclose(found, expected, rtol=1e-5, atol=1e-7)
        np.testing.assert_array_equal(np.signbit(found.imag), np.signbit(expected.imag))
    check(lambda z: z * 2j, z[1, 1])


def adjoint(x):
    return jnp.conj(jnp.swapaxes(x, -1, -2))


def eigen(x):
    w, v = jnp.linalg.eigh(x + adjoint(x))
    return w, (v * w[..., None, :]) @ adjoint(v)


def singular(x):
    u, s, v = jnp.linalg.svd(x, full_matrices=False)
    return s, (u * s[..., None, :]) @ v


MATRICES = {
    "real": np.array([[4, 1, -2], [0.5, 3, 1], [-1, 2, 5]], "f4"),
    "complex": np.array([[4, 1j, -2], [0.5, 3, 1 - 1j], [-1, 2, 5j]], "c8"),
    "batch": np.array([[[4, 1], [2, 3]], [[0, 1], [1, 0]], [[1, 2], [2, 4]]], "f4"),
}


@pytest.mark.sampled(6)
@pytest.mark.parametrize("name", MATRICES)
@pytest.mark.parametrize(
    "function",
    [
        jnp.linalg.qr,
        lambda x: jnp.linalg.cholesky(x @ adjoint(x) + jnp.eye(x.shape[-1])),
        lambda x: jnp.linalg.solve(x + 3 * jnp.eye(x.shape[-1]), x),
        jax.scipy.linalg.lu,
        eigen,
        singular,
    ],
)
def test_linear_algebra(function, name):
    x = MATRICES[name]
    if function is jax.scipy.linalg.lu and x.ndim > 2:
        function = jax.vmap(function)
    check(function, x, tolerance=3e-5)


def test_a_matrix_that_is_not_positive_has_no_factor():
    check(jnp.linalg.cholesky, -np.eye(2, dtype="f4"))


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    "name", ["gammaln", "digamma", "erfc", "erfinv", "i1e", "ndtri", "log_ndtr"]
)
def test_functions_of_mathematics(name):
    x = np.array([-2.5, -0.3, 0.1, 0.5, 0.9, 3.7, 9.0, 30.0, np.inf, np.nan], "f4")
    check(getattr(jax.scipy.special, name), x)


@pytest.mark.bulk
def test_sorts_of_any_size():
    x = np.random.default_rng(0).normal(size=3000).astype("f4")
    check(lambda x: (jnp.sort(x), jnp.argsort(-x), jax.lax.top_k(x, 9)), x)
    check(lambda x: jnp.lexsort((x, x > 0)), x)
    check(lambda x: jax.random.permutation(jax.random.key(0), x), x)


def test_random_bits_of_the_generator_are_those_of_xla():
    for algorithm in jax.lax.RandomAlgorithm:
        check(
            lambda k, a=algorithm: jax.lax.rng_bit_generator(k, (5,), algorithm=a),
            np.array([5, 6, 7, 8], "u4"),
        )


def test_a_function_that_only_passes_on():
    check(lambda x, y: (y, x), X, X[0])
