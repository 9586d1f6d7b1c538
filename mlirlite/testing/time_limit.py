"""Work that is given up when it takes too long."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager

_LONGEST = 1e8
"""Seconds that a timer of the system can take."""


class TooLong(BaseException):
    """Time is up. It is no Exception, so that the work does not take it for an error of its own."""


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """TooLong inside after this many seconds; 0 for no limit. Without effect outside of the main
    thread. It comes between two steps of Python, which matching a regular expression has, too."""
    if not seconds or threading.current_thread() is not threading.main_thread():
        yield
        return

    def stop(*_: object) -> None:
        raise TooLong

    before = signal.signal(signal.SIGALRM, stop)
    try:
        signal.setitimer(signal.ITIMER_REAL, min(seconds, _LONGEST))
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
    finally:
        signal.signal(signal.SIGALRM, before)
