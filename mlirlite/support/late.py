"""Modules that are imported when first needed. For what a lower layer calls and a higher one
provides, the providing module is named from above (`mlirlite/__init__.py`)."""

from __future__ import annotations

import importlib
import time
from types import ModuleType

_modules: dict[str, str] = {}


def provide(need: str, module: str) -> None:
    """Register the module that provides `need` when it is imported."""
    _modules[need] = module


def import_module(name: str) -> ModuleType:
    """importlib.import_module for several threads. If one imports a package and another one a
    module of it, each may wait for the other; Python ends one of the two imports by an error, which
    succeeds when it is tried again."""
    while True:
        try:
            return importlib.import_module(name)
        except RuntimeError as e:
            if type(e).__name__ != "_DeadlockError":
                raise
            time.sleep(0.001)


def load(need: str) -> ModuleType | None:
    """The module that provides this, imported now if needed; None if there is none."""
    return import_module(_modules[need]) if need in _modules else None
