"""once: an attribute that is computed when it is first read, by one thread."""

from __future__ import annotations

from _thread import RLock
from collections.abc import Callable
from functools import cached_property
from typing import Any, Self, TypeVar, overload

from mlirlite.support.forks import in_child

_T = TypeVar("_T")


class once(cached_property[_T]):
    """functools.cached_property, whose function runs once for each object even if several threads
    read the attribute first at the same time: since Python 3.12 that class has no lock. A forked
    child computes anew what another thread was computing, and does not wait for it."""

    def __init__(self, function: Callable[[Any], _T]) -> None:
        super().__init__(function)
        self._unlock()
        in_child(self._unlock)

    def _unlock(self) -> None:
        self._mutex = RLock()
        self.lock = RLock()  # Python 3.11's own

    @overload
    def __get__(self, instance: None, owner: type[Any] | None = None) -> Self: ...

    @overload
    def __get__(self, instance: object, owner: type[Any] | None = None) -> _T: ...

    def __get__(self, instance: object, owner: type[Any] | None = None) -> Self | _T:
        if instance is None:
            return self
        with self._mutex:
            return super().__get__(instance, owner)
