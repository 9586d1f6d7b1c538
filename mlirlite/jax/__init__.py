"""JAX as a front end: functions become native code without XLA.

    import mlirlite.jax
    step = mlirlite.jax.jit(step)

    mlirlite.jax.export(f, (x,), "f.so")

Needs jax (the extra `jax`), which nothing else of mlirlite imports."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mlirlite.jax.functions import jit
    from mlirlite.jax.programs import export

__all__ = ["export", "jit"]

_HOMES = {"jit": "functions", "export": "programs"}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module '{__name__}' has no attribute '{name}'")
    from importlib import import_module

    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
