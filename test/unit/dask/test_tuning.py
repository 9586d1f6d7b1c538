"""Schedules timed on workers: the search is that of one process, whatever dies meanwhile."""

import io
import itertools
import json
import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter

import numpy as np
import onnx
import onnx.helper
import onnx.numpy_helper
import pytest

distributed = pytest.importorskip("distributed", reason="distributed is not installed (extra dask)")
pytest.importorskip("sklearn", reason="scikit-learn is not installed (extra tune)")

from mlirlite.dask import tuning  # noqa: E402
from mlirlite.dask.cluster import cluster  # noqa: E402
from mlirlite.dask.tuning import Workers  # noqa: E402
from mlirlite.driver.tune import main  # noqa: E402
from mlirlite.runtime.host import host_machine  # noqa: E402
from mlirlite.runtime.trials import Here, key_of  # noqa: E402
from mlirlite.runtime.tuner import Tuner  # noqa: E402
from mlirlite.support.diagnostics import DiagnosticError  # noqa: E402

pytestmark = pytest.mark.skipif(
    not host_machine(), reason="no schedules are known for this processor"
)
WIDTHS = range(32, 104, 4)
"""Of products, each of which is a kind of operator with some twenty schedules."""


@pytest.fixture
def model(tmp_path, monkeypatch):
    """A model of many kinds of operators, in an empty folder to work in."""
    monkeypatch.chdir(tmp_path)
    make, info = onnx.helper.make_node, onnx.helper.make_tensor_value_info
    pairs = list(itertools.pairwise(WIDTHS))
    graph = onnx.helper.make_graph(
        [make("MatMul", [f"x{i}", f"w{i}"], [f"x{i + 1}"]) for i in range(len(pairs))],
        "g",
        [info("x0", onnx.TensorProto.FLOAT, [24, WIDTHS[0]])],
        [info(f"x{len(pairs)}", onnx.TensorProto.FLOAT, [24, WIDTHS[-1]])],
        [
            onnx.numpy_helper.from_array(np.full(shape, 1 / 64, np.float32), f"w{i}")
            for i, shape in enumerate(pairs)
        ],
    )
    opsets = [onnx.helper.make_opsetid("", 17)]
    onnx.save(onnx.helper.make_model(graph, opset_imports=opsets), "m.onnx")
    return str(tmp_path / "m.onnx")


@pytest.fixture(autouse=True)
def importable(monkeypatch):
    """Workers get this process's path."""
    monkeypatch.syspath_prepend(os.path.dirname(__file__))


def source(model, kind="Stated"):
    import stated_times

    return stated_times.source(model, getattr(stated_times, kind))


def here(model):
    return Here(source(model).made())


def lines(log):
    with open(log, encoding="utf-8") as file:
        return [json.loads(line) for line in file if line.endswith("\n")]


def whole_search(model, log, trials, timings=None):
    tuner = Tuner(model, log, seed=3, timings=timings)
    for _ in (*tuner.search(trials), *tuner.confirm(), *tuner.settle()):
        pass
    tuner.close()
    return lines(log)


@pytest.fixture
def scheduler():
    """A scheduler in this process, and a function that adds workers to it."""
    with distributed.LocalCluster(
        n_workers=0, processes=False, dashboard_address=None, threads_per_worker=1
    ) as local:
        yield local


def test_one_worker_searches_as_one_process(model, scheduler):
    alone = whole_search(model, "a.jsonl", 60, here(model))
    scheduler.scale(1)
    with distributed.Client(scheduler) as client:
        assert (
            whole_search(model, "b.jsonl", 60, Workers(client, source(model), pytest.fail)) == alone
        )
    assert len({(r["op"], key_of(r["schedule"])) for r in alone[:60]}) == 60
    assert {"error", "where"} <= {name for r in alone for name in r}


def test_answers_are_learned_in_the_order_of_questions(model):
    """The log is a function of the width, and not of which answer comes first."""

    class Late:
        """As many workers, which answer when they are waited for."""

        def __init__(self, width):
            self.width, self.ask = width, here(model).ask

    logs = {w: whole_search(model, f"{w}.jsonl", 50, Late(w)) for w in (1, 6)}
    again = whole_search(model, "again.jsonl", 50, Late(6))
    assert logs[6] == again
    for found in logs.values():
        tried = Counter((r["op"], key_of(r["schedule"])) for r in found[:50])
        assert set(tried.values()) == {1}


def test_workers_that_come_and_go_are_asked_again(model, scheduler):
    """Of workers that are closed in the middle of a search, no question is lost."""
    scheduler.scale(2)
    with distributed.Client(scheduler) as client:
        client.wait_for_workers(2)
        tuner = Tuner(model, "c.jsonl", timings=Workers(client, source(model), pytest.fail))
        for number, _ in enumerate(tuner.search(40)):
            if number in (5, 20):
                scheduler.scale(1)
            if number in (10, 30):
                scheduler.scale(3)
    tried = Counter((r["op"], key_of(r["schedule"])) for r in lines("c.jsonl"))
    assert len(tried) == 40
    assert set(tried.values()) == {1}


def test_another_processor_is_refused(model, scheduler, monkeypatch):
    scheduler.scale(1)
    told = []
    with distributed.Client(scheduler) as client:
        client.wait_for_workers(1)
        workers = Workers(client, source(model), told.append)
        workers._here = "Cray-1 (cray)"
        with pytest.raises(DiagnosticError) as caught:
            Tuner(model, "d.jsonl", timings=workers).search(1).__next__()
    assert f"has the processor '{tuning.processor_model()}'" in str(caught.value)
    assert "expected this machine's 'Cray-1 (cray)'" in str(caught.value)
    assert told == [f"{caught.value.diagnostics[0].message}; it is not used"]


def tune(*words):
    out, err = io.StringIO(), io.StringIO()
    code = main(["m.onnx", *words], stdout=out, stderr=err)
    return code, out.getvalue(), err.getvalue()


@pytest.mark.bulk
def test_the_program_tunes_on_processes(model):
    code, out, err = tune("--trials=6", "--dask=local:2", "-o", "log.jsonl")
    assert (code, err) == (0, "")
    assert "wrote log.jsonl" in out
    assert len({(r["op"], key_of(r["schedule"])) for r in lines("log.jsonl")}) == 6
    code, out, err = tune("--trials=3", "--dask=local:1", "-o", "log.jsonl")
    assert (code, err) == (0, "")
    assert "6 of them in the log" in out
    assert len({(r["op"], key_of(r["schedule"])) for r in lines("log.jsonl")}) == 9


@pytest.mark.bulk
def test_killed_workers_lose_no_trial(model, request):
    """Workers are killed again and again; each schedule has one line, in the order of choice."""
    count, most = (300, 50) if request.config.getoption("--endurance") else (60, 5)
    chance, kills = random.Random(0), 0
    with cluster("local:2") as client:
        tuner = Tuner(
            model, "log.jsonl", timings=Workers(client, source(model, "Slow"), pytest.fail)
        )
        for number, _ in enumerate(tuner.search(count)):
            if kills < most and number >= kills * count // (most + 1):
                pids = list(client.run(os.getpid, on_error="ignore").values())
                if pids:
                    os.kill(chance.choice(pids), signal.SIGKILL)
                    kills += 1
    assert kills == most
    tried = Counter((r["op"], key_of(r["schedule"])) for r in lines("log.jsonl"))
    assert len(tried) == count
    assert set(tried.values()) == {1}


@pytest.mark.bulk
def test_a_killed_search_goes_on_from_its_log(model, request):
    """The program is killed at random times, and started again; the log has each schedule once."""
    most = 20 if request.config.getoption("--endurance") else 3
    chance = random.Random(0)
    program = "from mlirlite.driver.tune import main; main()"
    options = ["--trials=4000", "--dask=local:2", "--quiet", "-o", "log.jsonl"]
    words = [sys.executable, "-c", program, model, *options]
    before: list[dict] = []
    for _ in range(most):
        child = subprocess.Popen(words, start_new_session=True)
        began = time.monotonic()
        while not os.path.exists("log.jsonl") or len(lines("log.jsonl")) <= len(before):
            assert child.poll() is None
            assert time.monotonic() - began < 60
            time.sleep(0.01)
        time.sleep(3 * chance.random())
        os.killpg(child.pid, signal.SIGKILL)
        child.wait()
        found = lines("log.jsonl")
        assert found[: len(before)] == before
        before = found
    tried = Counter((r["op"], key_of(r["schedule"])) for r in before)
    assert set(tried.values()) == {1}
