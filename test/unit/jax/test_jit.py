"""mlirlite.jax.jit in place of jax.jit: what it takes besides functions and arrays."""

import numpy as np
import pytest

jax = pytest.importorskip("jax", reason="jax is not installed (extra jax)")

import jax.numpy as jnp  # noqa: E402

import mlirlite.jax  # noqa: E402

X = np.linspace(-2, 2, 6, dtype="f4").reshape(2, 3)


@pytest.mark.parametrize(
    "options",
    [
        {"static_argnums": 1},
        {"static_argnames": "count"},
        {"static_argnums": (1,), "static_argnames": ("count",)},
    ],
)
def test_a_static_argument_is_given_by_place_or_by_name(options):
    f = mlirlite.jax.jit(lambda x, count: jnp.tile(x, count), **options)
    for found in (f(X, 2), f(X, count=2)):
        np.testing.assert_array_equal(found, np.tile(X, 2))


def test_options_of_jax_are_taken():
    f = mlirlite.jax.jit(
        lambda x, y: x + 1, donate_argnums=0, donate_argnames="y", keep_unused=True, inline=True
    )
    np.testing.assert_array_equal(f(X, X), X + 1)
    assert f.lower(X, X).as_text()
    assert f.eval_shape(X, X).shape == X.shape
    f.clear_cache()
    np.testing.assert_array_equal(f(X, X), X + 1)


@pytest.mark.parametrize("x", [3, 2.5, 1j, X])
def test_results_are_of_weak_types_where_jax_s_are(x):
    f = lambda x: (x * 2, x + jnp.float32(1), jnp.broadcast_to(1, (2,)))  # noqa: E731
    for found, expected in zip(mlirlite.jax.jit(f)(x), jax.jit(f)(x), strict=True):
        assert found.weak_type == expected.weak_type
        assert found.dtype == expected.dtype


def test_settings_of_jax_are_those_of_the_call():
    f = mlirlite.jax.jit(lambda x: x + x)
    assert f(X).dtype == "f4"
    with jax.enable_x64(True):
        assert f(X.astype("f8")).dtype == "f8"


def test_shardings_change_no_value():
    mesh = jax.make_mesh((1,), ("x",), axis_types=(jax.sharding.AxisType.Auto,))
    sharding = jax.NamedSharding(mesh, jax.P("x"))
    f = lambda x: jax.lax.with_sharding_constraint(x * 2, sharding) + 1  # noqa: E731
    for x in (X, X * 1j):
        np.testing.assert_allclose(mlirlite.jax.jit(f)(x), jax.jit(f)(x))


@pytest.mark.parametrize("name", ["i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8"])
def test_convolutions_of_integers_are_exact(name):
    limits, random = np.iinfo(name), np.random.default_rng(0)
    x, w = (
        random.integers(limits.min, limits.max, shape, name, endpoint=True)
        for shape in ((1, 2, 5), (2, 2, 2))
    )
    with jax.enable_x64(True):
        f = lambda x, w: jax.lax.conv(x, w, (2,), "SAME")  # noqa: E731
        np.testing.assert_array_equal(mlirlite.jax.jit(f)(x, w), jax.jit(f)(x, w))


def test_gradients_of_integers_are_of_float0():
    gradient = jax.grad(lambda x, n: jnp.sum(x * n), argnums=(0, 1), allow_int=True)
    given = np.ones((2, 3), "f4"), np.ones((2, 3), "i4")
    both = mlirlite.jax.jit(gradient)(*given), jax.jit(gradient)(*given)
    for mine, expected in zip(*both, strict=True):
        assert (mine.dtype, mine.shape) == (expected.dtype, expected.shape)


def test_a_function_may_have_no_results():
    assert mlirlite.jax.jit(lambda x: None)(X) is None
    assert mlirlite.jax.jit(lambda x: (None, {}))(X) == (None, {})
