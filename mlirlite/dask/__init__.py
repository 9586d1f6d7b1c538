"""Dask's scheduler as an engine for many rows: a model over the workers of a cluster.

    import mlirlite.dask
    scores = mlirlite.dask.map("model.onnx", rows)

Needs dask and distributed (the extra `dask`), which nothing else of mlirlite imports."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mlirlite.dask.arrays import map

__all__ = ["map"]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module '{__name__}' has no attribute '{name}'")
    import mlirlite.dask.arrays as home

    return getattr(home, name)
