"""Scatters and windows as XLA computes them, where the specification leaves it open or differs."""

import numpy as np
import pytest

jax = pytest.importorskip("jax", reason="jax is not installed (extra jax)")

import jax.numpy as jnp  # noqa: E402
from jax import lax  # noqa: E402

import mlirlite.jax  # noqa: E402

X = np.linspace(-2, 2, 12, dtype="f4").reshape(3, 4)


def check(function, *args):
    found, expected = mlirlite.jax.jit(function)(*args), jax.jit(function)(*args)
    for a, b in zip(jax.tree.leaves(found), jax.tree.leaves(expected), strict=True):
        assert a.dtype == b.dtype
        np.testing.assert_allclose(a, b, rtol=1e-6, atol=1e-6)


@pytest.mark.parametrize("name", ["scatter", "scatter_add", "scatter_mul", "scatter_max"])
def test_a_window_that_is_partly_outside_is_left_out(name):
    numbers = lax.ScatterDimensionNumbers((1,), (), (0,))
    places = jnp.array([[8], [9], [-1], [2], [0]])
    updates = jnp.arange(15.0).reshape(5, 3)
    check(lambda x: getattr(lax, name)(x, places, updates, numbers), X.ravel()[:11])


@pytest.mark.parametrize("shape", [(3, 4), (2, 3), (1, 1)])
def test_a_scatter_without_indices(shape):
    numbers = lax.ScatterDimensionNumbers((0, 1), (), ())
    updates, none = jnp.ones(shape), jnp.zeros((0,), int)
    check(lambda x: lax.scatter_add(x, none, updates, numbers), X)
    check(lambda x: x.at[:2, :3].add(1.0), X)


def test_a_scatter_with_any_body_applies_it_once_per_index():
    places = jnp.array([1, 0, 1, 7])
    check(lambda x: x.at[places].apply(lambda v: v * v + 1), X)
    check(lambda x: x.at[places, 2].apply(jnp.sin), X)


@pytest.mark.parametrize("padding", ["VALID", "SAME", [(0, 3), (1, 2)]])
@pytest.mark.parametrize("size", [(1, 2), (5, 5)])
def test_windows_combine_only_elements_that_are_inside(size, padding):
    def function(x, start):
        return lax.reduce_window(x, start, lax.add, size, (1, 2), padding, base_dilation=(2, 3))

    check(function, X, jnp.float32(1.5))
    check(lambda x, s: jax.jvp(lambda x: function(x, s * 2), (x,), (x + 1,)), X, jnp.float32(2))
