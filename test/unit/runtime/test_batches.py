"""mlirlite-run --batch: rows of files stream through a model; each output is whole or not there."""

import io
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import onnx
import onnx.parser
import pytest

import mlirlite
from mlirlite.driver.run import main
from mlirlite.runtime.batches.model import Batches
from mlirlite.support.diagnostics import DiagnosticError

HEAD = '<ir_version: 10, opset_import: ["" : 21]>\n'
ANY = HEAD + "m (float[N,3] x) => (float[N,3] y) { y = Add(x, x) }"
FOUR = HEAD + "m (float[4,3] x) => (float[4,3] y) { y = Add(x, x) }"
TWO = HEAD + "m (float[N,3] x, int64[N] k) => (float[N,3] y, int64[N] z) { y = Exp(x) z = Neg(k) }"
MIXED = HEAD + "m (float[4,3] x) => (float[4,3] y) { y = Softmax<axis=0>(x) }"
PICK = HEAD + "m (int64[N] k) => (float[N] y) <float[3] t = {1, 2, 3}> { y = Gather(t, k) }"
SUM = HEAD + "m (float[N,3] x) => (float[1,3] y) <int64[1] a = {0}> { y = ReduceSum(x, a) }"

KILLS = 6


@pytest.fixture
def here(tmp_path, monkeypatch):
    """An empty folder to work in, with `in`; a function that writes models."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "in").mkdir()
    return lambda text: onnx.save(onnx.parser.parse_model(text), "m.onnx")


def run(*words):
    """Exit code, standard output, standard error."""
    out, err = io.StringIO(), io.StringIO()
    return main([str(w) for w in words], stdout=out, stderr=err), out.getvalue(), err.getvalue()


def batch(pattern, *more):
    return run("m.onnx", f"--batch={pattern}", "--output-dir=out", *more)


def rows(count, seed=0):
    return np.random.default_rng(seed).standard_normal((count, 3)).astype(np.float32)


@pytest.mark.parametrize(("text", "more"), [(ANY, ["--batch-size=5"]), (ANY, []), (FOUR, [])])
def test_rows_keep_their_order(here, text, more):
    here(text)
    for count in (1, 4, 5, 11):
        np.save(f"in/{count}.npy", rows(count))
    code, out, err = batch("in/*.npy", *more)
    assert (code, err) == (0, "")
    assert out.startswith("wrote 4 of 4 files to out: 21 rows in ")
    for count in (1, 4, 5, 11):
        np.testing.assert_array_equal(np.load(f"out/{count}.npy"), 2 * rows(count))
    assert sorted(os.listdir("out")) == ["1.npy", "11.npy", "4.npy", "5.npy"]


@pytest.mark.parametrize("save", [np.savez, np.savez_compressed])
def test_several_arrays(here, save):
    here(TWO)
    x, k = rows(70), np.arange(70)
    save("in/a.npz", x=np.asfortranarray(x), k=k, label=np.zeros(2))
    assert batch("in/*.npz")[0] == 0
    found = np.load("out/a.npz")
    np.testing.assert_allclose(found["y"], np.exp(x), rtol=1e-6)
    np.testing.assert_array_equal(found["z"], -k)


def test_parquet(here):
    pa, parquet = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    here(TWO)
    x, k = rows(50), np.arange(50)
    table = pa.table({"k": pa.array(k, pa.int32()), "x": [list(map(float, r)) for r in x]})
    parquet.write_table(table, "in/a.parquet", row_group_size=7)
    code, _, err = batch("in/*.parquet", "--batch-size=4")
    assert (code, err) == (0, "")
    found = parquet.read_table("out/a.parquet")
    np.testing.assert_allclose(np.array(found["y"].to_pylist()), np.exp(x), rtol=1e-6)
    assert found["z"].to_pylist() == list(-k)


@pytest.mark.parametrize(
    ("column", "values", "error"),
    [
        ("k", [1, None, 3], "'in/a.parquet', row 1: column 'k': there is no value"),
        ("k", [1.5, 2.5, 3.5], "'in/a.parquet', row 0: column 'k': expected int64, found float64"),
        ("x", [[1.0] * 3, [1.0] * 3, [1.0] * 2], "row 2: column 'x': expected a list of 3 values"),
        ("x", [[1.0] * 3, [1.0, None, 1.0], None], "row 2: column 'x': there is no value"),
        ("x", [[1.0] * 3, [1.0, None, 1.0], [2.0] * 3], "row 1: column 'x': there is no value"),
        ("x", [[1.0] * 3, [1.0] * 3, [1e300] * 3], "row 2: column 'x': float32 cannot hold 1e+300"),
    ],
)
def test_wrong_values_of_parquet(here, column, values, error):
    pa, parquet = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    here(TWO)
    good = {"k": [1, 2, 3], "x": [[1.0] * 3] * 3}
    parquet.write_table(pa.table(good | {column: values}), "in/a.parquet")
    code, _, err = batch("in/*.parquet")
    assert code == 1
    assert error in err
    assert os.listdir("out") == []


def test_a_rerun_does_what_is_missing(here):
    here(ANY)
    for name in "abc":
        np.save(f"in/{name}.npy", rows(3))
    assert batch("in/*.npy")[0] == 0
    before = {n: os.stat(f"out/{n}.npy").st_ino for n in "abc"}
    os.unlink("out/b.npy")
    later = time.time_ns() + 10**9
    os.utime("in/c.npy", ns=(later, later))
    assert "wrote 2 of 3 files to out; 1 were there: 6 rows" in batch("in/*.npy")[1]
    assert os.stat("out/a.npy").st_ino == before["a"]


def test_errors_name_file_and_row(here):
    here(PICK)
    np.save("in/a.npy", np.array([0, 1, 2]))
    np.save("in/b.npy", np.array([0] * 70 + [7] + [1] * 9))
    code, _, err = batch("in/*.npy")
    assert code == 1
    assert "'in/b.npy', row 70: " in err
    assert os.listdir("out") == ["a.npy"]


@pytest.mark.parametrize(
    ("text", "save", "error"),
    [
        (ANY, lambda: np.save("in/a.npy", rows(3).astype("f8")), "'in/a.npy', row 0: "),
        (ANY, lambda: np.save("in/a.npy", np.float32(1)), "is a single number"),
        (ANY, lambda: np.save("in/a.npy", rows(0)), "'in/a.npy' has no rows"),
        (ANY, lambda: np.save("in/a.npy", np.array([{}])), "has Python's objects"),
        (ANY, lambda: np.savez("in/a.npz", y=rows(3)), "has no array for input 'x'"),
        (TWO, lambda: np.save("in/a.npy", rows(3)), "has rows for one input, but the model has 2"),
        (
            TWO,
            lambda: np.savez("in/a.npz", x=rows(3), k=np.arange(4)),
            "number of rows: 'x' 3, 'k'",
        ),
        (ANY, lambda: Path("in/a.npz").write_bytes(b"no zip"), "cannot read 'in/a.npz': "),
        (ANY, lambda: Path("in/a.npy").write_bytes(b""), "'in/a.npy': array 'x' is not in numpy's"),
        (
            ANY,
            lambda: Path("in/a.csv").write_bytes(b""),
            "--batch reads .npy, .npz, .parquet, .txt,",
        ),
        (ANY, lambda: None, "there is no file 'in/*' for --batch"),
        (MIXED, lambda: np.save("in/a.npy", rows(6)), "depends on the rows beside it"),
        (
            SUM,
            lambda: np.save("in/a.npy", rows(6)),
            "expected a first dimension of 6, found [1, 3]",
        ),
    ],
)
def test_what_is_refused(here, text, save, error):
    here(text)
    save()
    code, _, err = batch("in/*")
    assert code == 1
    assert error in err
    assert not os.path.exists("out") or os.listdir("out") == []


def test_a_file_that_ends_early(here):
    here(ANY)
    np.save("in/a.npy", rows(100))
    content = Path("in/a.npy").read_bytes()
    Path("in/a.npy").write_bytes(content[:-8])
    code, _, err = batch("in/*")
    assert code == 1
    assert "array 'x' ends early: expected" in err
    assert os.listdir("out") == []


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (["--output-dir=out", "--random-inputs"], "'--random-inputs' does not go with --batch"),
        (["--output-dir=out", "--verify=reference"], "'--verify' does not go with --batch"),
        ([], "--batch needs a folder for the results"),
    ],
)
def test_wrong_options(here, words, error):
    here(ANY)
    code, _, err = run("m.onnx", "--batch=in/*", *words)
    assert code == 2
    assert error in err


def test_results_do_not_replace_inputs(here):
    here(ANY)
    np.save("in/a.npy", rows(3))
    code, _, err = run("m.onnx", "--batch=in/*", "--output-dir=in")
    assert code == 1
    assert "it is the input 'in/a.npy'" in err
    (Path("more")).mkdir()
    np.save("more/a.npy", rows(3))
    code, _, err = batch("in/*", "--batch=more/*")
    assert "would both be 'out/a.npy'" in err


def test_inputs_of_all_rows():
    text = HEAD + "m (float[N,3] x, float s) => (float[N,3] y) { y = Mul(x, s) }"
    session = mlirlite.InferenceSession(onnx.parser.parse_model(text).SerializeToString())
    [found] = Batches(session, None, {"s": np.float32(3)}).parts([{"x": rows(4)}], "")
    np.testing.assert_array_equal(found["y"], 3 * rows(4))
    with pytest.raises(DiagnosticError, match="'s' has no first dimension for rows"):
        Batches(session)
    with pytest.raises(DiagnosticError, match="there is no input 't'"):
        Batches(session, None, {"t": 1})


@pytest.mark.bulk
def test_memory_does_not_grow_with_a_file(here):
    pytest.importorskip("resource")
    here(ANY)
    np.save("in/a.npy", np.zeros((8_000_000, 3), np.float32))  # 96 MB
    program = (
        "import resource, sys\nfrom mlirlite.driver.run import main\n"
        "code = main(sys.argv[1:])\n"
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)\nsys.exit(code)"
    )
    sizes = []
    for pattern in ("in/small.npy", "in/a.npy"):
        np.save("in/small.npy", rows(3))
        words = ["m.onnx", f"--batch={pattern}", "--output-dir=out", "--batch-size=100000"]
        done = subprocess.run(
            [sys.executable, "-c", program, *words], capture_output=True, text=True, check=True
        )
        sizes.append(int(done.stdout.split()[-1]))
    assert sizes[1] < sizes[0] + 30
    assert np.load("out/a.npy", mmap_mode="r").shape == (8_000_000, 3)


@pytest.mark.bulk
def test_killed_at_any_time_nothing_is_half_written(here):
    here(ANY)
    for n in range(8):
        np.save(f"in/{n}.npy", rows(100_000, n))
    words = ["m.onnx", "--batch=in/*", "--output-dir=out", "--batch-size=50"]
    command = [sys.executable, "-m", "mlirlite.driver.run", *words]
    rng = np.random.default_rng(0)
    os.mkdir("out")
    unfinished = 0
    for _ in range(KILLS):
        before = len(os.listdir("out"))
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        while len(os.listdir("out")) == before and process.poll() is None:
            time.sleep(0.005)  # until it is at work
        time.sleep(rng.uniform(0, 0.3))
        process.send_signal(signal.SIGKILL)
        unfinished += process.wait() == -signal.SIGKILL
        for name in os.listdir("out"):
            expected = 2 * rows(100_000, int(name.removesuffix(".npy")))
            np.testing.assert_array_equal(np.load(f"out/{name}"), expected)
        if len(os.listdir("out")) == 8:
            for name in os.listdir("out"):
                os.unlink(f"out/{name}")
    assert unfinished > KILLS // 2
    assert run(*words)[0] == 0
    assert len(os.listdir("out")) == 8


def test_parquet_needs_pyarrow(here, monkeypatch):
    here(ANY)
    Path("in/a.parquet").write_bytes(b"")
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    code, _, err = batch("in/*")
    assert code == 1
    assert "pip install 'mlirlite[parquet]'" in err


def test_a_terminal_sees_the_share(here, monkeypatch):
    here(ANY)
    np.save("in/a.npy", rows(1000))
    monkeypatch.setattr("mlirlite.driver.batches.Progress.due", True)
    err = io.StringIO()
    err.isatty = lambda: True
    words = ["m.onnx", "--batch=in/*", "--output-dir=out"]
    assert main(words, stdout=io.StringIO(), stderr=err) == 0
    assert err.getvalue().count("a.npy ") == 16
    assert err.getvalue().endswith("\r\x1b[K")


@pytest.mark.bulk
def test_rows_through_a_library(here):
    from mlirlite.driver.compile import main as compile_main

    here(FOUR)
    np.save("in/a.npy", rows(6))
    if compile_main(["m.onnx", "-q", "-o", "m.so"], stderr=io.StringIO()) != 0:
        pytest.skip("no linker")
    code, _, err = run("m.so", "--batch=in/*", "--output-dir=out")
    assert (code, err) == (0, "")
    np.testing.assert_array_equal(np.load("out/a.npy"), 2 * rows(6))


def test_damaged_files_are_errors_in_words(here):
    """Each byte of the heads of an archive and of an array changed, and files cut off."""
    here(ANY)
    np.savez_compressed("good.npz", x=rows(5))
    np.save("good.npy", rows(5))
    for name in ("good.npz", "good.npy"):
        whole = Path(name).read_bytes()
        ends = range(len(whole) - 80, len(whole)) if name.endswith("z") else ()
        for at in (*range(100), *ends):
            bad = bytearray(whole)
            bad[at] ^= 1 << at % 8
            path = Path("in") / f"bad{at}{name[-4:]}"
            path.write_bytes(bad)
            _, _, err = batch(str(path))
            assert "internal error" not in err, err
            assert "Traceback" not in err, err
            path.unlink()


@pytest.mark.parametrize(
    ("columns", "error"),
    [(["x", "k", "k"], "has 2 columns 'k': expected one"), (["x", "j", "j"], "for input 'k'")],
)
def test_columns_of_one_name(here, columns, error):
    pa, parquet = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    here(TWO)
    table = pa.table([pa.array([[1.0] * 3]), pa.array([1]), pa.array([2])], names=columns)
    parquet.write_table(table, "in/a.parquet")
    code, _, err = batch("in/*.parquet")
    assert code == 1
    assert error in err


def test_an_output_folder_that_cannot_be(here):
    here(ANY)
    np.save("in/a.npy", rows(3))
    Path("file").touch()
    for folder in ("a\0b", "", "file", "file/x", "/dev/full"):
        code, _, err = run("m.onnx", "--batch=in/*", f"--output-dir={folder}")
        assert code == 1
        assert "cannot make output folder" in err


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="the system has no FIFOs")
def test_a_fifo_is_refused(here):
    here(ANY)
    os.mkfifo("in/a.npz")
    code, _, err = batch("in/*.npz")
    assert code == 1
    assert "not a regular file" in err


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="the system has no FIFOs")
def test_a_fifo_is_no_result(here):
    """Neither is its input taken for done, nor does the program wait for a reader."""
    here(ANY)
    np.save("in/a.npy", rows(3))
    os.mkdir("out")
    os.mkfifo("out/a.npy")
    code, _, err = batch("in/*.npy")
    assert code == 1
    assert "'out/a.npy': it is not a regular file" in err
