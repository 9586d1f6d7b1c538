"""own_core: a core is one thread's alone, and free again whatever ends its owner."""

import os
import signal
import subprocess
import sys
import threading
import time

import pytest

from mlirlite.support import cores
from mlirlite.support.cores import own_core

pytestmark = pytest.mark.skipif(
    not hasattr(os, "sched_setaffinity"), reason="only Linux gives a thread a core"
)


@pytest.fixture(autouse=True)
def one_core(monkeypatch, tmp_path):
    """This thread and those it starts may use one core, which no other test asks for."""
    monkeypatch.setattr(cores.tempfile, "tempdir", str(tmp_path))
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    usual = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(usual)})
    yield
    os.sched_setaffinity(0, usual)


def test_one_thread_at_a_time_has_it():
    inside, most = 0, []

    def work():
        nonlocal inside
        with own_core():
            inside += 1
            time.sleep(0.02)
            most.append(inside)
            inside -= 1

    threads = [threading.Thread(target=work) for _ in range(5)]
    for t in threads:
        t.start()
    for t in threads:
        t.join(60)
    assert most == [1] * 5


def test_a_thread_runs_on_its_core_and_is_free_again():
    before = os.sched_getaffinity(0)
    with own_core():
        assert len(os.sched_getaffinity(0)) == 1
    assert os.sched_getaffinity(0) == before
    with pytest.raises(KeyError), own_core():
        raise KeyError
    assert os.sched_getaffinity(0) == before


def test_a_killed_process_gives_it_back():
    program = (
        "from mlirlite.support.cores import own_core\n"
        "import time\n"
        "with own_core():\n    print('in', flush=True)\n    time.sleep(600)\n"
    )
    child = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
    assert child.stdout.readline() == "in\n"
    got = threading.Event()

    def work():
        with own_core():
            got.set()

    thread = threading.Thread(target=work)
    thread.start()
    assert not got.wait(0.3)
    os.kill(child.pid, signal.SIGKILL)
    child.wait()
    assert got.wait(60)
    thread.join()
    child.stdout.close()
