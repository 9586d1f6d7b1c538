"""Deprecated names: they work for one more version, and warn."""

from __future__ import annotations

import importlib
import warnings
from collections.abc import Callable, Mapping
from typing import Any


def warn_deprecated(old: str, new: str, *, until: str, stacklevel: int = 2) -> None:
    """Warn that `old` is removed in the version `until`, and say what to use. It is a
    FutureWarning, which Python shows by default, so that authors of plugins see it when they run
    programs."""
    text = f"{old} goes with mlirlite {until}: use {new}"
    warnings.warn(text, FutureWarning, stacklevel=stacklevel + 1)


def moved(module: str, names: Mapping[str, str], *, until: str) -> Callable[[str], Any]:
    """The `__getattr__` of a module whose names have moved, each to `module.name`:

    __getattr__ = moved(__name__, {"old_name": "mlirlite.dsl.new_name"}, until="0.5")
    """

    def lookup(name: str) -> Any:
        new = names.get(name)
        if new is None:
            raise AttributeError(f"module {module!r} has no attribute {name!r}")
        warn_deprecated(f"{module}.{name}", new, until=until)
        home, _, attribute = new.rpartition(".")
        return getattr(importlib.import_module(home), attribute)

    return lookup
