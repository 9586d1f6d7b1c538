"""once: an attribute that is computed when it is first read, by one thread."""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import cached_property
from typing import Any, TypeVar

_T = TypeVar("_T")


class once(cached_property[_T]):
    """functools.cached_property, whose function runs once for each object even if several threads
    read the attribute first at the same time: since Python 3.12 that class has no lock."""

    def __init__(self, function: Callable[[Any], _T]) -> None:
        super().__init__(function)
        self._mutex = threading.RLock()

    def __get__(self, instance: object, owner: type[Any] | None = None) -> Any:
        if instance is None:
            return self
        with self._mutex:
            return super().__get__(instance, owner)
