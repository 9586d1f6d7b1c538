"""Forked processes. A child has only the thread that forked: a lock that another thread held at
that moment would stay locked in the child for ever."""

from __future__ import annotations

import os
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
