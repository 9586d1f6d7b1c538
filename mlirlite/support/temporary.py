"""Temporary files with names, which are removed however the process ends."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from types import FrameType

_ENDING = ("SIGTERM", "SIGHUP")


class Terminated(BaseException):
    """SIGTERM or SIGHUP arrived while there was something to clean up."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


@contextlib.contextmanager
def ends_after_cleanup() -> Iterator[None]:
    """Within this block, SIGTERM and SIGHUP raise an exception, so that the process ends only when
    the block has cleaned up. Handlers that others installed stay, and ignored signals stay
    ignored."""
    import signal  # late: it takes long to load
    import threading

    if threading.current_thread() is not threading.main_thread():
        yield  # other threads cannot install handlers
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
    """A folder of this process's own, in `parent` or the system's folder for temporary files; it is
    removed with its contents. OSError when it cannot be made."""
    import shutil  # late: milliseconds
    import tempfile

    path = os.path.join(parent or tempfile.gettempdir(), f"{prefix}{os.urandom(8).hex()}")
    with ends_after_cleanup():
        try:
            os.mkdir(path, 0o700)
            yield path
        finally:
            shutil.rmtree(path, ignore_errors=True)
