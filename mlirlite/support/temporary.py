"""Temporary files that have names, and go however the process is told to end."""

from __future__ import annotations

import contextlib
import os
import signal
import threading
from collections.abc import Iterator
from types import FrameType

_ENDING = ("SIGTERM", "SIGHUP")


class Terminated(BaseException):
    """SIGTERM or SIGHUP, where something is to be cleaned up."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


@contextlib.contextmanager
def ends_after_cleanup() -> Iterator[None]:
    """Within this, SIGTERM and SIGHUP end the process only when the block has cleaned up: they are
    an exception in it. Handlers of others stay, and so does what is ignored."""
    if threading.current_thread() is not threading.main_thread():
        yield  # the others cannot have handlers
        return
    numbers = [getattr(signal, n) for n in _ENDING if hasattr(signal, n)]
    taken = [n for n in numbers if signal.getsignal(n) is signal.SIG_DFL]
    ended = 0
    try:
        for number in taken:
            signal.signal(number, _raise)
        yield
    except Terminated as e:
        ended = e.number
    finally:
        for number in taken:
            signal.signal(number, signal.SIG_DFL)
    if ended:
        if ended not in taken:  # an outer block has more to clean up
            raise Terminated(ended)
        os.kill(os.getpid(), ended)


def _raise(number: int, frame: FrameType | None) -> None:
    raise Terminated(number)


@contextlib.contextmanager
def temporary_folder(prefix: str, parent: str | None = None) -> Iterator[str]:
    """A folder of this process's own, in `parent` or where the system has such; it goes with all
    that is in it. OSError when it cannot be made."""
    import shutil  # late: milliseconds
    import tempfile

    path = os.path.join(parent or tempfile.gettempdir(), f"{prefix}{os.urandom(8).hex()}")
    with ends_after_cleanup():
        try:
            os.mkdir(path, 0o700)
            yield path
        finally:
            shutil.rmtree(path, ignore_errors=True)
