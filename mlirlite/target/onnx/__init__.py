"""ONNX models: import into the onnx dialect."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mlirlite.target.onnx.import_ import import_model

__all__ = ["import_model"]


def __getattr__(name: str) -> Any:
    if name != "import_model":
        raise AttributeError(f"module '{__name__}' has no attribute '{name}'")
    # late: it loads the dialect; the cache reads a model's messages without it it it
    from mlirlite.target.onnx.import_ import import_model

    return import_model
