"""Forked processes. A child has only the thread that forked: a lock that another thread held at
that moment would stay locked in the child for ever."""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable
from typing import Protocol


class Lock(Protocol):
    """What threading.Lock and threading.RLock have."""

    def acquire(self) -> bool: ...

    def release(self) -> None: ...


def wait_before_fork(lock: Lock) -> None:
    """os.fork waits until no other thread holds `lock`. A child finds it free, and what it guards
    in a consistent state. Does nothing where the system has no fork."""
    if hasattr(os, "register_at_fork"):
        os.register_at_fork(
            before=lock.acquire, after_in_parent=lock.release, after_in_child=lock.release
        )


def in_child(function: Callable[[], None]) -> None:
    """Call `function` first of all in each forked child."""
    if hasattr(os, "register_at_fork"):
        os.register_at_fork(after_in_child=function)


_PATIENCE = 5.0
"""Seconds that os.fork waits for what another thread does. Then it forks, as it would by itself."""


def _wait_until(done: Callable[[], bool], limit: float) -> None:
    end = time.monotonic() + limit
    while not done() and time.monotonic() < end:
        time.sleep(0.0001)


def _others_import() -> bool:
    """True while another thread imports a module. CPython's child would find the module's lock held
    for ever; what this package imports late makes that likely."""
    locks = vars(sys.modules["_frozen_importlib"]).get("_module_locks", {})
    owners = {getattr(lock(), "owner", None) for lock in list(locks.values())}
    return bool(owners - {None, threading.get_ident()})


if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=lambda: _wait_until(lambda: not _others_import(), _PATIENCE))


class ForkWaits:
    """A context manager for code in which a library holds locks of its own: os.fork of another
    thread waits until no thread is inside, for at most `limit` seconds; meanwhile nobody enters."""

    def __init__(self, limit: float = _PATIENCE) -> None:
        self._limit = limit
        self._inside: dict[int, int] = {}  # by thread: how often it entered
        self._lock = threading.RLock()
        self._forks = False
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(
                before=self._wait, after_in_parent=self._forked, after_in_child=self._in_child
            )

    def __enter__(self) -> None:
        me = threading.get_ident()
        self._inside[me] = self._inside.get(me, 0) + 1  # first, so that a fork sees it
        while self._forks and self._inside[me] == 1:
            del self._inside[me]
            with self._lock:  # until the fork is done
                self._inside[me] = 1

    def __exit__(self, *_: object) -> None:
        me = threading.get_ident()
        self._inside[me] -= 1
        if not self._inside[me]:
            del self._inside[me]

    def _wait(self) -> None:
        self._lock.acquire()
        self._forks = True
        me = threading.get_ident()
        _wait_until(lambda: not set(self._inside) - {me}, self._limit)

    def _forked(self) -> None:
        self._forks = False
        self._lock.release()

    def _in_child(self) -> None:
        me = threading.get_ident()
        self._inside = {thread: n for thread, n in self._inside.items() if thread == me}
        self._forked()
