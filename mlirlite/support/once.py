"""once: an attribute that is computed when it is first read, by one thread. single: a function
whose results are kept, for what there must not be two of."""

from __future__ import annotations

from _thread import RLock
from collections.abc import Callable
from functools import cache, cached_property, wraps
from typing import Any, ParamSpec, Self, TypeVar, overload

from mlirlite.support.forks import in_child

_T = TypeVar("_T")
_P = ParamSpec("_P")


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


def single(function: Callable[_P, _T]) -> Callable[_P, _T]:
    """functools.cache, whose function runs once for the same arguments even if several threads call
    it first at the same time. With functools.cache each gets a result of its own, and only the last
    one lives on: compiled code would call what another thread's engine no longer holds."""
    kept: Callable[..., _T] = cache(function)
    mutex = RLock()

    def unlock() -> None:
        nonlocal mutex
        mutex = RLock()

    in_child(unlock)

    @wraps(function)
    def call(*args: _P.args, **kwargs: _P.kwargs) -> _T:
        with mutex:
            return kept(*args, **kwargs)

    return call
