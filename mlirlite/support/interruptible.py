"""Work that does not look at signals, and yet ends for who waits when they press Ctrl-C."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")


_NAME = "mlirlite compiles"


def goes_on() -> bool:
    """True while work that was interrupted goes on."""
    return any(t.name == _NAME for t in threading.enumerate())


def interruptibly(work: Callable[[], T]) -> T:
    """The result of native code that takes long and lets other threads run, as LLVM does. Python
    sees Ctrl-C only between its own steps, so another thread does the work while the main thread
    waits. Interrupted, it goes on alone until it is done, and its result is lost."""
    if threading.current_thread() is not threading.main_thread():
        return work()  # signals come to the main thread only
    results: list[T] = []
    errors: list[BaseException] = []
    done = threading.Event()

    def run() -> None:
        try:
            results.append(work())
        except BaseException as e:
            errors.append(e)
        finally:
            done.set()

    try:
        threading.Thread(target=run, daemon=True, name=_NAME).start()
    except RuntimeError:  # no more threads, or Python ends
        return work()
    done.wait()
    if errors:
        raise errors.pop()
    return results.pop()
