"""Threads, children and kills: nothing is lost. `--endurance` runs the long forms."""

import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pytest
from onnx import numpy_helper, parser

import mlirlite


def model():
    """y = x @ w + 1, with enough weights that the cache keeps it."""
    found = parser.parse_model(
        '<ir_version: 9, opset_import: ["" : 17]> g (float[N, 512] x) => (float[N, 600] y)'
        " <float[512, 600] w> { m = MatMul(x, w) one = Constant<value_float: float = 1.0>()"
        " y = Add(m, one) }"
    )
    del found.graph.initializer[:]
    weights = (np.arange(512 * 600, dtype=np.float32) % 7).reshape(512, 600)
    found.graph.initializer.append(numpy_helper.from_array(weights, "w"))
    return found


def right(session, seed):
    """Whether a call with distinct numbers is correct; every third input is strided."""
    x = np.full((2, 512), seed % 5, np.float32)
    x = np.asfortranarray(x) if seed % 3 == 0 else x
    [y] = session.run(None, {"x": x})
    return bool(np.array_equal(y, x @ WEIGHTS + 1))


WEIGHTS = (np.arange(512 * 600, dtype=np.float32) % 7).reshape(512, 600)
SESSIONS = []


def in_child(seed):
    return all(right(SESSIONS[0], seed + i) for i in range(20))


def compile_in_child(seed):
    return right(mlirlite.InferenceSession(model()), seed)


@pytest.fixture
def long(request):
    return request.config.getoption("--endurance")


@pytest.mark.bulk
@pytest.mark.parametrize("threads", [1, 2])
def test_16_threads(threads, long):
    session = mlirlite.InferenceSession(model(), threads)
    runs, wrong, done = (2000 if long else 50), [], []

    def work(seed):
        for i in range(runs):
            if not right(session, seed + i):
                wrong.append((seed, i))
            done.append(i)

    workers = [threading.Thread(target=work, args=(s,)) for s in range(16)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert (len(done), wrong) == (16 * runs, [])


FIRST_AT_ONCE = """
import faulthandler, sys, threading
faulthandler.enable()
import numpy as np
from onnx import parser
import mlirlite
start, right = threading.Barrier(6), []
def work(seed):
    model = parser.parse_model(
        '<ir_version: 9, opset_import: ["" : 17]> g (float[N, 256] x) => (float[N, 256] z)'
        ' { y = MatMul(x, x) z = Softmax(y) }'
    )
    x = np.full((256, 256), seed, np.float32)
    start.wait()
    session = mlirlite.InferenceSession(model, 1 + seed % 2)
    right.extend(np.allclose(session.run(None, {"x": x})[0], 1 / 256) for _ in range(20))
workers = [threading.Thread(target=work, args=(seed,)) for seed in range(6)]
for worker in workers: worker.start()
for worker in workers: worker.join()
sys.exit(right != [True] * 120)
"""


@pytest.mark.bulk
def test_threads_that_compile_first_of_all_at_once(long, monkeypatch):
    """What a process has once, such as the functions that compiled code calls, is made by one of
    them."""
    monkeypatch.setenv("MLIRLITE_CACHE", "off")
    for _ in range(20 if long else 3):
        done = subprocess.run(
            [sys.executable, "-c", FIRST_AT_ONCE], check=False, capture_output=True, timeout=300
        )
        assert done.returncode == 0, done.stderr.decode()


@pytest.mark.bulk
@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
def test_fork(long):
    """Children use a session of their parent's, and compile."""
    SESSIONS[:] = [mlirlite.InferenceSession(model())]
    assert right(SESSIONS[0], 1)
    with multiprocessing.get_context("fork").Pool(2) as pool:
        assert all(pool.map(in_child, range(200 if long else 4)))
        assert all(pool.map(compile_in_child, range(20 if long else 2)))
    assert right(SESSIONS[0], 1)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
def test_fork_after_parallel_loops():
    """A child does not have its parent's threads, and makes its own."""
    graph = parser.parse_model("""<ir_version: 9, opset_import: ["" : 21]>
        g (float[300, 600] a, float[600, 600] b) => (float[300, 600] c) { c = MatMul(a, b) }""")
    session = mlirlite.InferenceSession(graph, threads=2)
    feeds = {"a": np.ones((300, 600), np.float32), "b": np.ones((600, 600), np.float32)}
    for _ in range(2):
        assert (session.run(None, feeds)[0] == 600).all()
        child = os.fork()
        if child == 0:
            signal.alarm(20)
            os._exit(0 if (session.run(None, feeds)[0] == 600).all() else 3)
        assert os.waitpid(child, 0)[1] == 0
    assert (session.run(None, feeds)[0] == 600).all()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
def test_fork_while_another_thread_compiles(monkeypatch):
    """A child does not wait for a lock that a thread of its parent held."""
    monkeypatch.setenv("MLIRLITE_CACHE", "off")
    stop = threading.Event()

    def work():
        while not stop.is_set():
            mlirlite.InferenceSession(model())

    worker = threading.Thread(target=work)
    worker.start()
    failed = 0
    for _ in range(3):
        time.sleep(0.1)
        child = os.fork()
        if child == 0:
            signal.alarm(60)
            os._exit(0 if right(mlirlite.InferenceSession(model()), 1) else 3)
        failed += os.waitpid(child, 0)[1] != 0
    stop.set()
    worker.join()
    assert failed == 0


SPAWNING = """
import multiprocessing, sys
sys.path.insert(0, {folder!r})
if __name__ == "__main__":
    from test_endurance import compile_in_child
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        sys.exit(not all(pool.map(compile_in_child, range({count}))))
"""


@pytest.mark.bulk
def test_spawn(long, tmp_path):
    """In a separate program: children import its file by name."""
    program = tmp_path / "spawning.py"
    program.write_text(SPAWNING.format(folder=os.path.dirname(__file__), count=20 if long else 2))
    done = subprocess.run([sys.executable, str(program)], check=False, timeout=600)
    assert done.returncode == 0


CHILD = """
import sys
import mlirlite
from mlirlite.driver.compile import main
print("go", flush=True)
mlirlite.InferenceSession("m.onnx")
sys.exit(main(["m.onnx", "-o", "out.o", "-q"]))
"""


@pytest.mark.bulk
def test_kills(long, tmp_path):
    """A child that compiles into the cache and writes a file is killed at any time: the file is
    the old or the new one, the cache gives right results, and no other file remains."""
    (tmp_path / "m.onnx").write_bytes(model().SerializeToString())
    cache = {"XDG_CACHE_HOME": str(tmp_path / "cache"), "MLIRLITE_CACHE": "all"}
    environment = os.environ | cache

    def start():
        return subprocess.Popen(
            [sys.executable, "-c", CHILD], cwd=tmp_path, env=environment,
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
        )  # fmt: skip

    whole = start()
    whole.stdout.readline()
    began = time.monotonic()
    assert whole.wait() == 0
    takes = time.monotonic() - began
    size = (tmp_path / "out.o").stat().st_size
    rng = np.random.default_rng(0)
    for i in range(1000 if long else 3):
        if i % 3 == 0:
            for entry in (tmp_path / "cache").rglob("models/*"):
                entry.unlink()
        old = b"old" if i % 2 else None
        (tmp_path / "out.o").unlink(missing_ok=True)
        if old is not None:
            (tmp_path / "out.o").write_bytes(old)
        child = start()
        child.stdout.readline()
        time.sleep(rng.uniform(0, takes))
        child.send_signal(rng.choice([signal.SIGKILL, signal.SIGTERM, signal.SIGINT]))
        child.wait()
        found = (tmp_path / "out.o").read_bytes() if (tmp_path / "out.o").exists() else None
        assert found == old or len(found or b"") == size
    names = {p.name for p in tmp_path.iterdir()}
    assert names - {"out.o"} == {"m.onnx", "cache"}
    assert not list((tmp_path / "cache").rglob(".*"))
    last = start()
    assert last.wait() == 0
    assert (tmp_path / "out.o").stat().st_size == size
