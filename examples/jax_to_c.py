"""A function of JAX -> a C library: python examples/jax_to_c.py, then link smooth.so
(docs/how-to/use-from-c.md)."""

import jax
import jax.numpy as jnp

from mlirlite.jax import export


def smooth(signal):
    """The signal without its fast waves."""
    waves = jnp.fft.rfft(signal)
    return jnp.fft.irfft(jnp.where(jnp.arange(waves.size) < 9, waves, 0), signal.size)


export(smooth, (jax.ShapeDtypeStruct((64,), "float32"),), "smooth.so")
