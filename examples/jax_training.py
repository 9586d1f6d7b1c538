"""A network that learns XOR, each step compiled by mlirlite: python examples/jax_training.py."""

import jax
import jax.numpy as jnp

import mlirlite.jax

X = jnp.array([[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]])
Y = jnp.array([0.0, 1.0, 1.0, 0.0])


def loss(weights, x, y):
    """The mean square of errors."""
    hidden = jnp.tanh(x @ weights["inner"] + weights["bias"])
    return jnp.mean(jnp.square(hidden @ weights["outer"] - y))


@mlirlite.jax.jit
def step(weights, x, y):
    """The loss, and weights that have a smaller one."""
    value, slopes = jax.value_and_grad(loss)(weights, x, y)
    return value, jax.tree.map(lambda w, s: w - 0.5 * s, weights, slopes)


weights = {
    "inner": jax.random.normal(jax.random.key(0), (2, 8)),
    "bias": jnp.zeros(8),
    "outer": jax.random.normal(jax.random.key(1), (8,)) * 0.3,
}
for count in range(401):
    value, weights = step(weights, X, Y)
    if count % 100 == 0:
        print(f"{count:4} {value:.4f}")
