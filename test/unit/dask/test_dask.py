"""Rows on the workers of a cluster: results are those of one process, whatever dies meanwhile."""

import io
import os
import random
import signal
from functools import partial

import numpy as np
import onnx
import onnx.parser
import pytest

dask = pytest.importorskip("dask", reason="dask is not installed (extra dask)")
distributed = pytest.importorskip("distributed", reason="distributed is not installed (extra dask)")

import dask.array as da  # noqa: E402

import mlirlite  # noqa: E402
import mlirlite.dask  # noqa: E402
from mlirlite.dask.cluster import cluster  # noqa: E402
from mlirlite.dask.files import run_files  # noqa: E402
from mlirlite.dask.models import batches  # noqa: E402
from mlirlite.driver.run import main  # noqa: E402
from mlirlite.support.diagnostics import DiagnosticError  # noqa: E402

HEAD = '<ir_version: 10, opset_import: ["" : 21]>\n'
ONE = HEAD + "m (float[N,3] x) => (float[N,3] y) { y = Add(x, x) }"
TWO = HEAD + "m (float[N,3] x, int64[N] k) => (float[N,3] y, int64[N] z) { y = Exp(x) z = Neg(k) }"


@pytest.fixture
def here(tmp_path, monkeypatch):
    """An empty folder to work in, with `in`; a function that writes models."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "in").mkdir()
    return lambda text: onnx.save(onnx.parser.parse_model(text), "m.onnx")


@pytest.fixture(autouse=True)
def in_this_process():
    """Tasks of arrays run here."""
    with dask.config.set(scheduler="synchronous"):
        yield


def rows(count, seed=0):
    return np.random.default_rng(seed).standard_normal((count, 3)).astype(np.float32)


def batch(*more):
    out, err = io.StringIO(), io.StringIO()
    words = ["m.onnx", "--batch=in/*.npy", "--output-dir=out", *more]
    return main(words, stdout=out, stderr=err), out.getvalue(), err.getvalue()


@pytest.mark.parametrize("blocks", [(4, 4, 2), (10,), (1,) * 10, (0, 10)])
def test_an_array_keeps_its_order(here, blocks):
    here(ONE)
    x = rows(10)
    found = mlirlite.dask.map("m.onnx", da.from_array(x, chunks=(blocks, 2)), batch_size=3)
    assert found.shape == (10, 3)
    np.testing.assert_array_equal(found.compute(), x + x)


def test_several_inputs_and_outputs(here):
    x, k = rows(7), np.arange(7)
    model = onnx.parser.parse_model(TWO)
    given = {"x": da.from_array(x, chunks=(3, 3)), "k": da.from_array(k, chunks=5)}
    found = mlirlite.dask.map(model, given)
    y, z = dask.compute(found["y"], found["z"])
    np.testing.assert_allclose(y, np.exp(x), rtol=1e-6)
    np.testing.assert_array_equal(z, -k)


def test_wrong_arrays_are_refused(here):
    model = onnx.parser.parse_model(TWO)
    x = da.from_array(rows(4))
    for given, said in [
        (x, "the model has the inputs x, k, found arrays for x"),
        ({"x": rows(4), "k": x}, "'x' is a ndarray, expected a dask array"),
        ({"x": x, "k": da.arange(5)}, "different numbers of rows"),
    ]:
        with pytest.raises(DiagnosticError, match=said):
            mlirlite.dask.map(model, given)
    wrong = mlirlite.dask.map(model, {"x": da.ones((4, 2), dtype="f4"), "k": da.arange(4)})
    with pytest.raises(DiagnosticError, match="row 0"):
        wrong["y"].compute()


@pytest.mark.bulk
def test_files_on_processes(here):
    here(ONE)
    for n in range(5):
        np.save(f"in/{n}.npy", rows(n + 1, n))
    code, out, err = batch("--dask=local:2")
    assert (code, err) == (0, "")
    assert "wrote 5 of 5 files to out: 15 rows" in out
    for n in range(5):
        np.testing.assert_array_equal(np.load(f"out/{n}.npy"), 2 * rows(n + 1, n))
    assert "5 were there: 0 rows" in batch("--dask=local:2")[1]
    np.save("in/bad.npy", np.ones((3, 4), np.float32))
    code, _, err = batch("--dask=local:2")
    assert code == 1
    assert "bad.npy': array 'x' has the wrong shape" in err
    assert "Traceback" not in err


@pytest.mark.bulk
def test_a_scheduler_that_is_none_is_named(here):
    here(ONE)
    np.save("in/a.npy", rows(2))
    for where in ("local:x", "local:", "nowhere", "tcp://127.0.0.1:9"):
        code, _, err = batch(f"--dask={where}")
        assert code == 1
        assert where in err
        assert "Traceback" not in err


@pytest.mark.bulk
def test_workers_that_are_killed_lose_nothing(here, request):
    """Workers are killed again and again; each file is written whole, with its own rows."""
    here(ONE)
    count, most = (300, 50) if request.config.getoption("--endurance") else (60, 6)
    files = [f"in/{n}.npy" for n in range(count)]
    for n, file in enumerate(files):
        np.save(file, rows(20000 + n, n))
    chance, kills, counted = random.Random(0), [], {}
    source = batches(partial(mlirlite.InferenceSession, "m.onnx"), 8, None)

    def done(unit, total):
        """Kill a worker now and then: by files that are done, not by time, which machines have
        more or less of."""
        counted[unit[0][0]] = total
        if len(kills) < most and len(counted) > len(kills) * count // (most + 1):
            kills.extend(_kill(client, chance))

    with cluster("local:2") as client:
        run_files(client, source, [((f, os.path.basename(f)),) for f in files], done)
    assert len(kills) == most
    assert counted == {f"in/{n}.npy": 20000 + n for n in range(count)}
    for n in range(count):
        np.testing.assert_array_equal(np.load(f"{n}.npy"), 2 * rows(20000 + n, n))


def _kill(client, chance):
    """The worker that was killed; none while they are being started."""
    try:
        pids = list(client.run(os.getpid).values())
    except (OSError, RuntimeError, distributed.comm.core.CommClosedError):
        return []
    victims = [chance.choice(pids)] if pids else []
    for pid in victims:
        os.kill(pid, signal.SIGKILL)
    return victims
