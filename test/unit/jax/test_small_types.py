"""Types of few bits, which onnx only casts: every op of JAX that takes them gives XLA's results."""

import numpy as np
import pytest

jax = pytest.importorskip("jax", reason="jax is not installed (extra jax)")

import jax.numpy as jnp  # noqa: E402

import mlirlite.jax  # noqa: E402

TYPES = ["int4", "uint4", "float8_e4m3fn", "float8_e5m2"]
FUNCTIONS = {
    "arithmetic": lambda x: (x + x, x * x, -x, jnp.maximum(x, x[0]), x < x[0]),
    "places": lambda x: (x[1:, ::-1], x.T, jnp.concatenate([x, x]), jnp.broadcast_to(x, (2, 2, 4))),
    "indices": lambda x: (x[jnp.array([1, 0])], x.at[jnp.array([1, 0])].set(x), jnp.argmax(x)),
    "sums": lambda x: (jax.lax.cummax(x), jnp.cumsum(x, 0), jax.lax.dot(x, x.T)),
    "loops": lambda x: jax.lax.scan(lambda c, r: (c + r, c), x[0], x),
    "calls": lambda x: jax.jit(lambda y: jnp.where(y > x[0], y, x[1]))(x),
    "new": lambda x: (jnp.full_like(x, 3), x + jax.lax.iota(x.dtype, 4), jnp.sort(x)),
    "conversions": lambda x: (x.astype("f4"), (x.astype("f4") * 100).astype(x.dtype)),
    "parts": lambda x: jax.lax.bitcast_convert_type(x.astype("f4"), "u2"),
}


@pytest.mark.sampled(4)
@pytest.mark.parametrize("type", TYPES)
@pytest.mark.parametrize("name", FUNCTIONS)
def test_results_are_those_of_xla(name, type):
    x = jnp.array([[1, 2, 7, 5], [6, 0, 3, 7]], type)
    found = mlirlite.jax.jit(FUNCTIONS[name])(x)
    expected = jax.jit(FUNCTIONS[name])(x)
    for a, b in zip(jax.tree.leaves(found), jax.tree.leaves(expected), strict=True):
        assert a.dtype == b.dtype
        np.testing.assert_array_equal(np.asarray(a, "f4"), np.asarray(b, "f4"))


@pytest.mark.parametrize(
    "names", [("uint8", "uint4"), ("int32", "int4"), ("uint16", "float8_e5m2")]
)
def test_bits_are_those_of_the_wider_type(names):
    x = jnp.arange(3, 250, 50).astype(names[0])
    cast = jax.lax.bitcast_convert_type
    found = mlirlite.jax.jit(lambda x: cast(x, names[1]))(x)
    np.testing.assert_array_equal(np.asarray(found), np.asarray(cast(x, names[1])))
    back = mlirlite.jax.jit(lambda x: cast(x, names[0]))(found)
    np.testing.assert_array_equal(np.asarray(back), np.asarray(x))
