"""What a lower layer calls and a higher one provides: the providing module is named from above
(`mlirlite/__init__.py`) and imported when first needed."""

from __future__ import annotations

import importlib
from types import ModuleType

_modules: dict[str, str] = {}


def provide(need: str, module: str) -> None:
    """Register the module that provides `need` when it is imported."""
    _modules[need] = module


def load(need: str) -> ModuleType | None:
    """The module that provides this, imported now if needed; None if there is none."""
    return importlib.import_module(_modules[need]) if need in _modules else None
