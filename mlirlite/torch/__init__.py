"""torch as a front end: models become native code without a C++ compiler.

    import torch
    compiled = torch.compile(model, backend="mlirlite")

    import mlirlite.torch
    mlirlite.torch.export(model, (x,), "model.so")

Needs torch (the extra `torch`), which nothing else of mlirlite imports."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mlirlite.torch.programs import export, import_program

__all__ = ["export", "import_program"]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module '{__name__}' has no attribute '{name}'")
    import mlirlite.torch.programs as home

    return getattr(home, name)
