"""Native work that does not check signals: Ctrl-C still ends the wait for it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")


_NAME = "mlirlite compiles"


def goes_on() -> bool:
    """True while interrupted work is still running."""
    import threading  # late: programs for text start without threads and signals

    return any(t.name == _NAME for t in threading.enumerate())


def interruptibly(work: Callable[[], T]) -> T:
    """The result of native code that takes long and releases the GIL, as LLVM does. Python sees
    Ctrl-C only between its own steps, so another thread does the work while the main thread waits.
    After an interrupt that thread runs on until it is done, and its result is lost."""
    import threading  # late, as above

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
    except RuntimeError:  # no more threads can be had, or Python is ending
        return work()
    done.wait()
    if errors:
        raise errors.pop()
    return results.pop()
