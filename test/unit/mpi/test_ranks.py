"""A model on the ranks of mpirun: what they compute, and that each ends with a reason when one
fails. The ranks are processes on this machine."""

import os
import random
import signal
import sys
import textwrap
import time

import numpy as np
import onnx
import onnx.parser
import pytest
from onnx import TensorProto, helper, numpy_helper

from mlirlite.testing.mpirun import finish, missing, start

if missing():
    pytest.skip(missing(), allow_module_level=True)


def started(count, *command):
    return start(count, sys.executable, *command)


def mpirun(count, *command):
    return finish(started(count, *command))


def perceptron(path, seed=0):
    """Two products with weights in a file beside the model."""
    rng = np.random.default_rng(seed)
    weights = {"a": rng.standard_normal((32, 256)) / 6, "b": rng.standard_normal((256, 32)) / 16}
    nodes = [
        helper.make_node("MatMul", ["x", "a"], ["h"]),
        helper.make_node("Relu", ["h"], ["r"]),
        helper.make_node("MatMul", ["r", "b"], ["p"]),
        helper.make_node("Softmax", ["p"], ["y"]),
    ]
    graph = helper.make_graph(
        nodes,
        "perceptron",
        [helper.make_tensor_value_info("x", TensorProto.FLOAT, [4, 32])],
        [helper.make_tensor_value_info("y", TensorProto.FLOAT, [4, 32])],
        [numpy_helper.from_array(w.astype(np.float32), n) for n, w in weights.items()],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 21)], ir_version=10)
    onnx.save(model, path, save_as_external_data=True, location=path.name + ".data")
    return path


@pytest.fixture
def model(tmp_path):
    return perceptron(tmp_path / "model.onnx")


SESSION = """
    import os, sys, time
    import numpy as np
    from mlirlite.mpi import Session

    path, shard, times, folder, timeout = sys.argv[1:]
    session = Session(path, shard=shard, timeout=float(timeout))
    with open(os.path.join(folder, f"pid{session.rank}"), "w") as file:
        file.write(str(os.getpid()))
    x = np.linspace(-1, 1, 128, dtype=np.float32).reshape(4, 32)
    for _ in range(int(times)):
        [y] = session.run(None, {"x": x})
    np.save(os.path.join(folder, f"y{session.rank}"), y)
"""


def script(tmp_path, text=SESSION):
    path = tmp_path / "rank.py"
    path.write_text(textwrap.dedent(text))
    return path


@pytest.mark.parametrize(
    "shard", ["tensor=2", "data=2", "pipeline=2", "data=2,tensor=2", "pipeline=2,tensor=2"]
)
def test_every_rank_has_the_whole_result(tmp_path, model, shard):
    count = int(np.prod([int(part.split("=")[1]) for part in shard.split(",")]))
    code, out, err = mpirun(count, script(tmp_path), model, shard, 2, tmp_path, 60)
    assert code == 0, out + err
    from mlirlite import InferenceSession

    x = np.linspace(-1, 1, 128, dtype=np.float32).reshape(4, 32)
    [want] = InferenceSession(model).run(None, {"x": x})
    for rank in range(count):
        np.testing.assert_allclose(np.load(tmp_path / f"y{rank}.npy"), want, rtol=1e-5, atol=1e-6)


IMAGES = """<ir_version: 10, opset_import: ["" : 21]> m (float[1,2,8,6] x) => (float[1,4] y) {
    h = Conv<pads=[1,1,1,1]>(x, a)  r = Relu(h)  p = GlobalAveragePool(r)  y = Flatten(p) }"""


def test_rows_of_images(tmp_path):
    image = onnx.parser.parse_model(IMAGES)
    weights = np.random.default_rng(0).standard_normal((4, 2, 3, 3)).astype(np.float32)
    image.graph.initializer.append(numpy_helper.from_array(weights, "a"))
    onnx.save(image, tmp_path / "m.onnx")
    words = [
        "--random-inputs",
        "--shard=spatial=2",
        "--network=1TB/s,1ns,1MFLOP/s",
        "--verify=onnxruntime",
        "--rtol=1e-5",
    ]
    code, out, err = run_program(2, tmp_path / "m.onnx", *words)
    assert code == 0, out + err


def run_program(count, *words):
    return mpirun(count, "-m", "mlirlite", "run", *words)


def test_program(tmp_path, model):
    code, out, err = run_program(
        2,
        model,
        "--random-inputs",
        "--shard=tensor=2",
        "--verify=onnxruntime",
        "--output-dir",
        tmp_path,
    )
    assert code == 0, out + err
    assert out.count("y: float32[4, 32]") == 1  # the first rank alone writes
    assert (tmp_path / "y.npy").exists()


def test_gathered_weights(model):
    words = ["--random-inputs", "--shard=data=2", "--gather-weights", "--verify=onnxruntime"]
    code, out, err = run_program(2, model, *words, "--rtol=1e-5")
    assert code == 0, out + err


def test_wrong_number_of_ranks(model):
    code, out, err = run_program(2, model, "--random-inputs", "--shard=tensor=4")
    assert code != 0
    for rank in range(2):
        reason = (
            f"rank {rank}: 'tensor=4' is for 4 ranks, but there are 2: start it with 'mpirun -n 4"
        )
        assert reason in err, out + err


def test_different_files(tmp_path, model):
    other = perceptron(tmp_path / "other.onnx", seed=1)
    text = f"""
        import sys
        from mpi4py import MPI
        from mlirlite.mpi import Session
        from mlirlite.support.diagnostics import DiagnosticError

        path = [{str(model)!r}, {str(other)!r}][MPI.COMM_WORLD.Get_rank()]
        try:
            Session(path, shard="tensor=2", timeout=20)
        except DiagnosticError as e:
            print("ended:", MPI.COMM_WORLD.Get_rank(), e, flush=True)
            sys.exit(1)
    """
    code, out, err = mpirun(2, script(tmp_path, text))
    assert code != 0
    assert "is not the same file as on rank" in out, out + err


def test_a_rank_that_fails_tells_the_others(tmp_path, model):
    text = f"""
        import sys
        import numpy as np
        from mlirlite.mpi import Session
        from mlirlite.support.diagnostics import DiagnosticError

        session = Session({str(model)!r}, shard="tensor=2", timeout=30)
        try:
            session.run(None, {{"x": np.zeros((4, 32 + session.rank), np.float32)}})
        except DiagnosticError as e:
            print("ended:", session.rank, e, flush=True)
            import time; time.sleep(1)
    """
    code, out, err = mpirun(2, script(tmp_path, text))
    assert code != 0
    assert "ended: 1 error: rank 1: " in out, out + err
    assert "ended: 0 error: rank 1: " in out, out + err


def pids_of(tmp_path, process, count):
    deadline = time.monotonic() + 200
    while time.monotonic() < deadline and process.poll() is None:
        files = [tmp_path / f"pid{rank}" for rank in range(count)]
        if all(f.exists() and f.read_text() for f in files):
            return [int(f.read_text()) for f in files]
        time.sleep(0.05)
    raise AssertionError(finish(process, 5))


def is_gone(pid):
    try:
        with open(f"/proc/{pid}/stat") as file:
            return file.read().rpartition(")")[2].split()[0] in "ZX"
    except OSError:
        return True


def all_gone(pids):
    deadline = time.monotonic() + 10
    while time.monotonic() < deadline:
        if all(map(is_gone, pids)):
            return True
        time.sleep(0.05)
    return False


@pytest.mark.parametrize("delay", [0.0, 0.037, 0.2])
def test_kill_a_rank(tmp_path, model, delay):
    process = started(2, script(tmp_path), model, "tensor=2", 10_000_000, tmp_path, 60)
    pids = pids_of(tmp_path, process, 2)
    time.sleep(delay)
    os.kill(pids[1], signal.SIGKILL)
    code, out, err = finish(process, 30)
    assert code != 0
    assert "rank 0: rank 1 (process" in err, out + err
    assert "has died" in err
    assert all_gone(pids)


def test_interrupt(tmp_path, model):
    process = started(2, script(tmp_path), model, "tensor=2", 10_000_000, tmp_path, 60)
    pids = pids_of(tmp_path, process, 2)
    os.kill(process.pid, signal.SIGINT)
    code, out, err = finish(process, 30)
    assert code != 0
    assert "mpirun ended all ranks" in err, out + err
    assert all_gone(pids)


def test_a_rank_that_stops(tmp_path, model):
    process = started(2, script(tmp_path), model, "tensor=2", 10_000_000, tmp_path, 3)
    pids = pids_of(tmp_path, process, 2)
    os.kill(pids[1], signal.SIGSTOP)
    try:
        code, out, err = finish(process, 60)
    finally:
        for pid in pids:
            if not is_gone(pid):
                os.kill(pid, signal.SIGKILL)
    assert code != 0
    assert "rank 0: waited 3 s for others in all_reduce among ranks 0, 1" in err, out + err


LOOP = """
    import os, sys
    import numpy as np
    from mpi4py import MPI

    path, folder = sys.argv[1:]
    rank = MPI.COMM_WORLD.Get_rank()
    with open(os.path.join(folder, f"pid{rank}"), "w") as file:
        file.write(str(os.getpid()))
    from mlirlite.mpi import Session
    from mlirlite.support.output import new_file

    session = Session(path, shard="tensor=2", timeout=60)
    x = np.linspace(-1, 1, 128, dtype=np.float32).reshape(4, 32)
    while True:
        [y] = session.run(None, {"x": x})
        with new_file(os.path.join(folder, f"y{rank}.npy"), binary=True) as file:
            np.save(file, y)
"""


@pytest.mark.bulk
def test_kills_at_random_points(tmp_path, model, request):
    """While ranks start, compile, run or write: no hang, no rank that stays, no part of a file."""
    count = 50 if request.config.getoption("--endurance") else 3
    chance = random.Random(0)
    from mlirlite import InferenceSession

    x = np.linspace(-1, 1, 128, dtype=np.float32).reshape(4, 32)
    [want] = InferenceSession(model).run(None, {"x": x})
    program, written = script(tmp_path, LOOP), 0
    for number in range(count):
        for file in tmp_path.glob("pid*"):
            file.unlink()
        process = started(2, program, model, tmp_path)
        pids = pids_of(tmp_path, process, 2)
        deadline = time.monotonic() + 200
        while number % 2 and not (tmp_path / "y0.npy").exists() and time.monotonic() < deadline:
            time.sleep(0.01)
        time.sleep(chance.uniform(0, 0.2 if number % 2 else 6))
        os.kill(chance.choice(pids), signal.SIGKILL)
        code, out, err = finish(process, 60)
        assert code != 0, out + err
        assert all_gone(pids)
        for file in tmp_path.glob("y*.npy"):
            np.testing.assert_allclose(np.load(file), want, rtol=1e-5, atol=1e-6)
            file.unlink()
            written += 1
    assert written


def test_arguments_that_cannot_be_are_errors(tmp_path, model):
    text = f"""
        from mlirlite.mpi import Session
        from mlirlite.support.diagnostics import DiagnosticError

        for options in (
            {{"timeout": float("nan")}}, {{"timeout": 0}}, {{"timeout": "x"}}, {{"timeout": None}},
            {{"shard": 3}}, {{"comm": 3}},
        ):
            try:
                Session({str(model)!r}, **({{"shard": "tensor=1"}} | options))
            except DiagnosticError as e:
                print("ended:", e, flush=True)
    """
    code, out, _ = mpirun(1, script(tmp_path, text))
    assert (code, out.count("ended: error: ")) == (0, 6)
