"""A core for one thread alone, among the processes of a machine that ask for one."""

from __future__ import annotations

import contextlib
import os
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from typing import IO

with suppress(ImportError):  # Windows has none
    import fcntl

_SIBLINGS = "/sys/devices/system/cpu/cpu{}/topology/thread_siblings_list"
_PAUSE = 0.01
"""Seconds between two looks for a free core."""


@contextlib.contextmanager
def own_core() -> Iterator[None]:
    """Within this block this thread runs on one core that no other such block uses, in any
    process of this machine; it waits for one. The hardware threads of a core count as that core. A
    process that ends, for whatever reason, gives its core back. Only Linux can do it; elsewhere the
    block just runs."""
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    usual = os.sched_getaffinity(0)
    number, file = _taken(sorted(usual))
    with file:
        os.sched_setaffinity(0, {number})
        try:
            yield
        finally:
            os.sched_setaffinity(0, usual)


def _taken(numbers: list[int]) -> tuple[int, IO[str]]:
    """One of these hardware threads, and the locked file that stands for its core."""
    places = {_core(n): n for n in reversed(numbers)}
    while True:
        for core, number in places.items():
            file = _file(core)
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                file.close()
                continue
            return number, file
        time.sleep(_PAUSE)


def _core(number: int) -> str:
    """A name of the core of a hardware thread: its first thread."""
    with suppress(OSError, ValueError), open(_SIBLINGS.format(number), encoding="ascii") as file:
        return str(int(file.read().strip().split(",")[0].split("-")[0]))
    return str(number)


def _file(core: str) -> IO[str]:
    """The file of a core, which all users of the machine may lock."""
    path = os.path.join(tempfile.gettempdir(), f"mlirlite-core-{core}.lock")
    mask = os.umask(0)
    try:
        handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o666)
    except PermissionError:  # another user's, in a folder that guards such files
        handle = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NOFOLLOW)
    finally:
        os.umask(mask)
    return os.fdopen(handle, "r", encoding="ascii")
