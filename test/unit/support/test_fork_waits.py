"""os.fork waits for what other threads do inside ForkWaits."""

import os
import signal
import threading
import time

import pytest

from mlirlite.support.forks import ForkWaits

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="the system has no fork")
LIMIT = 0.5
WAITS = ForkWaits(LIMIT)


def child_exits_with_0(code=lambda: None):
    child = os.fork()
    if child == 0:
        status = 1  # a child that raises must not go on as another pytest
        try:
            signal.alarm(20)  # a child that hangs fails
            code()
            status = 0
        finally:
            os._exit(status)
    return os.waitpid(child, 0)[1] == 0


def inside(leave, entered):
    with WAITS:
        entered.set()
        leave.wait()


def thread_inside():
    leave, entered = threading.Event(), threading.Event()
    thread = threading.Thread(target=inside, args=(leave, entered))
    thread.start()
    entered.wait()
    return thread, leave


def test_a_fork_waits_until_the_other_thread_is_out():
    thread, leave = thread_inside()
    threading.Timer(0.1, leave.set).start()
    assert child_exits_with_0(lambda: WAITS.__enter__())
    assert leave.is_set()
    thread.join()


def test_a_fork_does_not_wait_longer_than_the_limit():
    thread, leave = thread_inside()
    start = time.monotonic()
    assert child_exits_with_0()
    assert time.monotonic() - start >= LIMIT
    assert not leave.is_set()
    leave.set()
    thread.join()


def test_a_fork_from_inside_does_not_wait_for_itself():
    with WAITS, WAITS:
        assert child_exits_with_0(lambda: WAITS.__enter__())
    assert child_exits_with_0()


def test_threads_that_enter_meanwhile():
    """Eight threads enter and leave all the time; each fork happens with none of them inside."""
    stop, count = threading.Event(), []

    def work():
        while not stop.is_set():
            with WAITS:
                count.append(1)
                time.sleep(0.0001)
                count.pop()

    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    found = [child_exits_with_0(lambda: os._exit(len(count))) for _ in range(20)]
    stop.set()
    for thread in threads:
        thread.join()
    assert all(found)


def test_a_fork_waits_for_what_another_thread_imports(tmp_path, monkeypatch):
    """The child imports the module again, whose lock the other thread held."""
    (tmp_path / "slow_to_import.py").write_text("import time\ntime.sleep(0.3)\n")
    monkeypatch.syspath_prepend(tmp_path)
    thread = threading.Thread(target=__import__, args=("slow_to_import",))
    thread.start()
    time.sleep(0.1)
    assert child_exits_with_0(lambda: __import__("slow_to_import"))
    thread.join()
