"""Runs that end early: memory, requirements, Ctrl-C."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np
import pytest
from onnx import parser

import mlirlite
from mlirlite.support.diagnostics import DiagnosticError

ENDLESS = """g (int64 n, float[4] x) => (float[4] y)
    { y = Loop<body = b (int64 i, bool c, float[4] s) => (bool d, float[4] t)
        { d = Identity(c) t = Add(s, s) }>(n, , x) }"""


def session_of(graph: str, **options: object) -> mlirlite.InferenceSession:
    model = parser.parse_model(f'<ir_version: 9, opset_import: ["" : 21]> {graph}')
    return mlirlite.InferenceSession(model, **options)


@contextmanager
def ctrl_c() -> Iterator[None]:
    """The interrupt comes while the block runs, which it must not survive by far."""
    timer = threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT))
    watchdog = threading.Timer(60, os._exit, (7,))
    watchdog.daemon = True
    timer.start()
    watchdog.start()
    try:
        yield
    finally:
        timer.cancel()
        watchdog.cancel()


@pytest.mark.parametrize("quick", [True, False])
def test_ctrl_c_ends_a_run_and_the_session_lives_on(quick: bool) -> None:
    session = session_of(ENDLESS)
    if not quick:
        session._direct = None  # the long way
    x = np.ones(4, np.float32)
    with pytest.raises(KeyboardInterrupt), ctrl_c():
        session.run(None, {"n": np.array(2**62), "x": x})
    assert session.run(None, {"n": np.array(3), "x": x})[0].tolist() == [8] * 4


@pytest.mark.bulk
@pytest.mark.parametrize("threads", [1, 2])
def test_ctrl_c_ends_one_long_operator(threads: int) -> None:
    graph = "g (float[N, K] a, float[K, M] b) => (float[N, M] c) { c = MatMul(a, b) }"
    session = session_of(graph, threads=threads)
    a = np.ones((8192, 8192), np.float32)
    with pytest.raises(KeyboardInterrupt), ctrl_c():
        session.run(None, {"a": a, "b": a})


@pytest.mark.parametrize("shape", [(2**40, 0), (0, 2**40)])
def test_a_sum_of_no_elements_ends_at_once(shape: tuple[int, int]) -> None:
    session = session_of("""g (float[N, M] a, float[N, M] b) => (float c)
        { c = Einsum<equation = "ij,ij->">(a, b) }""")
    a = np.zeros(shape, np.float32)
    watchdog = threading.Timer(60, os._exit, (7,))
    watchdog.start()
    assert session.run(None, {"a": a, "b": a})[0] == 0
    watchdog.cancel()


@pytest.mark.bulk
@pytest.mark.parametrize(
    ("graph", "shapes"),
    [
        ("(float[B, N, C] x) => (float[P, Q, R] y) { y = DFT(x) }", [(1, 9_999_991, 1)]),
        (
            """(float[N, C, H, W] x, float[O, C, K, L] w) => (float[N, O, P, Q] y)
            { y = Conv(x, w) }""",
            [(1, 128, 512, 512), (128, 128, 3, 3)],
        ),
        (
            """(float[A, B, C] x, float[A, D, B] z) => (int64[E, F] y)
            { m = Constant<value_ints = [1000000]>() t = Constant<value_float = 0.99>()
              y = NonMaxSuppression(x, z, m, t) }""",
            [(1, 200_000, 4), (1, 1, 200_000)],
        ),
    ],
)
def test_ctrl_c_ends_what_takes_seconds(graph: str, shapes: list[tuple[int, ...]]) -> None:
    session = session_of(f"g {graph}")
    rng = np.random.default_rng(0)
    feeds = {
        i.name: rng.random(s, np.float32) for i, s in zip(session.get_inputs(), shapes, strict=True)
    }
    with pytest.raises(KeyboardInterrupt), ctrl_c():
        session.run(None, feeds)


def test_a_run_that_fails_gives_its_memory_back() -> None:
    """What was allocated before the failure is freed, on both ways into compiled code."""
    session = session_of("""g (float[N] x, float[M] y) => (float[K] z)
        { a = Exp(x) b = Sin(a) c = Mul(a, b) z = Add(c, y) }""")
    x, y = np.ones(1 << 20, np.float32), np.ones(3, np.float32)

    def resident() -> int:
        with open("/proc/self/statm") as file:
            return int(file.read().split()[1]) * 4096

    def fail(times: int) -> None:
        for _ in range(times):
            with pytest.raises(DiagnosticError, match="do not broadcast"):
                session.run(None, {"x": x, "y": y})

    fail(3)
    before = resident()
    fail(50)
    assert resident() - before < 20 << 20  # 50 runs take 600 MB
    assert session.run(None, {"x": x[:3], "y": y})[0].shape == (3,)


def test_threads_fail_on_their_own() -> None:
    session = session_of("g (float[N] x, int64[M] i) => (float[M] z) { z = Gather(x, i) }")
    x = np.arange(100, dtype=np.float32)
    seen: list[object] = []

    def work(number: int) -> None:
        for turn in range(100):
            place = 50 + turn if number % 2 else turn
            try:
                seen.append(session.run(None, {"x": x, "i": np.array([place])})[0][0] == place)
            except DiagnosticError as e:
                seen.append(place >= 100 and f"idx={place} must be" in str(e))

    threads = [threading.Thread(target=work, args=(n,)) for n in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(seen) == 800
    assert all(seen)
