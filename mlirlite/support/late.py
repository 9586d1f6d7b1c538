"""What a lower floor calls and a higher one gives: the module that gives it is named from above
(`mlirlite/__init__.py`) and imported at the first need."""

from __future__ import annotations

import importlib
from types import ModuleType

_modules: dict[str, str] = {}


def provide(need: str, module: str) -> None:
    """Say which module, when it is imported, provides what `need` names."""
    _modules[need] = module


def load(need: str) -> ModuleType | None:
    """The module that provides this, imported now if need be; None when nobody does."""
    return importlib.import_module(_modules[need]) if need in _modules else None
