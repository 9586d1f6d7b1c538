"""Programs with 64-bit numbers, beside XLA."""

import numpy as np
import pytest

jax = pytest.importorskip("jax", reason="jax is not installed (extra jax)")

from jax import lax, numpy as jnp  # noqa: E402

import mlirlite.jax  # noqa: E402

RANDOM = np.random.default_rng(7)
F = RANDOM.standard_normal((6, 5))
I = RANDOM.integers(-(2**40), 2**40, (6, 5))  # noqa: E741
IMAGE = RANDOM.standard_normal((1, 3, 8, 8))
WEIGHTS = RANDOM.standard_normal((4, 3, 3, 3))


@pytest.fixture(autouse=True)
def x64():
    jax.config.update("jax_enable_x64", True)
    yield
    jax.config.update("jax_enable_x64", False)


def collatz(n):
    def step(state):
        n, count = state
        return jnp.where(n % 2 == 0, n // 2, 3 * n + 1), count + 1

    return lax.while_loop(lambda s: s[0] != 1, step, (n, jnp.int64(0)))[1]


FUNCTIONS = {
    "product": (lambda x: x @ x.T, F),
    "softmax": (lambda x: jax.nn.softmax(x, axis=-1), F),
    "elementary": (lambda x: jnp.exp(x) + jnp.log1p(x * x) + jnp.tanh(x) * jnp.sin(x), F),
    "gradient": (jax.grad(lambda x: jnp.sum(jnp.logaddexp(x, x.T[0, 0]))), F),
    "integers": (lambda x: (x * 3 + 1) // 7 - x % 1000, I),
    "sums": (lambda x: jnp.cumsum(x, axis=1), I),
    "order": (lambda x: jnp.argsort(x, axis=0), I),
    "bits": (lambda x: (x >> 3) ^ (x << 2), I),
    "rounding": (lambda x: jnp.round(x * 1e9).astype(jnp.int64), F),
    "convolution": (lambda x: lax.conv(x, jnp.asarray(WEIGHTS), (1, 1), "SAME"), IMAGE),
    "solve": (lambda x: jnp.linalg.solve(x @ x.T + jnp.eye(6), x), F),
    "scan": (lambda x: lax.scan(lambda s, r: (s * 0.5 + r, s.sum()), x[0], x), F),
    "loop": (collatz, np.int64(837799)),
    "indices": (lambda x: x[jnp.array([5, 0, 3])].at[1].add(2**41), I),
}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_as_xla(name):
    function, given = FUNCTIONS[name]
    found = jax.tree.leaves(mlirlite.jax.jit(function)(given))
    expected = jax.tree.leaves(jax.jit(function)(given))
    for mine, theirs in zip(found, expected, strict=True):
        assert mine.dtype == theirs.dtype
        np.testing.assert_allclose(mine, theirs, rtol=1e-13, atol=1e-13)
