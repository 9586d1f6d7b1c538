"""Names that go: they work for one more version, and warn."""

from __future__ import annotations

import importlib
import warnings
from collections.abc import Callable, Mapping
from typing import Any


def warn_deprecated(old: str, new: str, *, until: str, stacklevel: int = 2) -> None:
    """Say that `old` goes with the version `until`, and what to use. The warning is one that Python
    shows unless told otherwise: authors of plugins meet it in programs."""
    text = f"{old} goes with mlirlite {until}: use {new}"
    warnings.warn(text, FutureWarning, stacklevel=stacklevel + 1)


def moved(module: str, names: Mapping[str, str], *, until: str) -> Callable[[str], Any]:
    """The `__getattr__` of a module from which names went elsewhere, each to `module.name`:

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
