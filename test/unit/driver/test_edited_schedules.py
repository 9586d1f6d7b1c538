"""Schedules that people write: what an operator cannot have is refused with what it can have; a log
that was cut off, is damaged, or is another machine's or model's does no harm."""

import contextlib
import dataclasses
import io
import json

import numpy as np
import onnx
import onnx.helper
import onnx.numpy_helper
import onnx.parser
import pytest

import mlirlite
from mlirlite.dialects.onnx.schedules.file import (
    best_schedules,
    read_records,
)
from mlirlite.dialects.onnx.schedules.schedule import (
    algorithms,
    as_entries,
    fitting,
    problem,
    schedule_of,
)
from mlirlite.driver.compile import main as compile_main
from mlirlite.driver.run import main as run_main
from mlirlite.driver.tune import main as tune_main
from mlirlite.ir.context import Context
from mlirlite.runtime.compiler import load_module, run_stages
from mlirlite.runtime.host import host_machine
from mlirlite.runtime.schedules import default_schedules, scheduling_stages
from mlirlite.support.machine import machine

F = onnx.TensorProto.FLOAT
needs_machine = pytest.mark.skipif(
    not host_machine(), reason="no schedules are known for this processor"
)


def model():
    """Convolutions of 3x3 pixels (by Winograd), of 1x1, of each channel alone; products with a
    constant, twice the same with a chain behind each, and of two inputs; attention; planes in
    groups that are not whole blocks; a recurrent layer."""
    make, info = onnx.helper.make_node, onnx.helper.make_tensor_value_info
    shapes = {
        "w3": (64, 64, 3, 3),
        "w1": (64, 64, 1, 1),
        "wd": (64, 1, 3, 3),
        "m": (64, 64),
        "n": (64, 64),
        "g": (40, 64),
        "wg": (24, 3, 3, 3),
        "lw": (1, 128, 20),
        "lr": (1, 128, 32),
    }
    rng = np.random.default_rng(0)
    weights = {n: (rng.standard_normal(s) / 10).astype(np.float32) for n, s in shapes.items()}
    pads = [1, 1, 1, 1]
    nodes = [
        make("Conv", ["x", "w3"], ["a"], pads=pads, name="three"),
        make("Conv", ["a", "w1"], ["b"], name="one"),
        make("Conv", ["b", "wd"], ["c"], pads=pads, group=64, name="deep"),
        make("MatMul", ["z", "m"], ["p"], name="first"),
        make("Relu", ["p"], ["p2"]),
        make("MatMul", ["p2", "n"], ["q"], name="second"),
        make("Relu", ["q"], ["q2"]),
        make("MatMul", ["q2", "k"], ["r"], name="inputs"),
        make("Gemm", ["r", "g"], ["s"], transB=1, name="gemm"),
        make("Attention", ["q1", "k1", "k1"], ["t"], name="attention"),
        make("Conv", ["y", "wg"], ["u"], pads=pads, group=4, name="planes"),
        make("LSTM", ["e", "lw", "lr"], ["h"], hidden_size=32, name="recurrent"),
    ]
    inputs = {"x": [1, 64, 28, 28], "z": [20, 64], "k": [64, 64]}
    inputs |= {"q1": [1, 2, 24, 16], "k1": [1, 2, 24, 16], "y": [1, 12, 18, 18], "e": [7, 3, 20]}
    graph = onnx.helper.make_graph(
        nodes,
        "g",
        [info(n, F, s) for n, s in inputs.items()],
        [
            info("c", F, None),
            info("s", F, None),
            info("t", F, None),
            info("u", F, None),
            info("h", F, None),
        ],
        [onnx.numpy_helper.from_array(a, n) for n, a in weights.items()],
    )
    opsets = [onnx.helper.make_opsetid("", 23)]
    return onnx.helper.make_model(graph, opset_imports=opsets, ir_version=10)


@pytest.fixture
def path(tmp_path):
    file = tmp_path / "m.onnx"
    onnx.save(model(), file)
    return str(file)


def called(main, *words):
    """Exit code, standard output, standard error."""
    out, err = io.StringIO(), io.StringIO()
    return main([str(w) for w in words], stdout=out, stderr=err), out.getvalue(), err.getvalue()


def edited(file, node, **entries):
    """A file of the default schedules, that of a node with these entries; None leaves one out."""
    lines = [json.loads(line) for line in default_schedules(model(), "haswell")]
    number, line = next((i, r) for i, r in enumerate(lines, 1) if node in r["nodes"])
    changed = {**line["schedule"], **entries}
    line["schedule"] = {k: v for k, v in changed.items() if v is not None}
    file.write_text("".join(json.dumps(r) + "\n" for r in lines))
    return number


def test_layers_of_one_kind_share_a_line():
    lines = [json.loads(line)["nodes"] for line in default_schedules(model(), "haswell")]
    assert ["first", "second"] in lines
    assert ["inputs"] in lines  # of the same shapes, but nothing is packed


@pytest.mark.parametrize(
    ("node", "entries", "message"),
    [
        ("one", {"columns": 0}, '"columns" is 0; expected 1 to 784'),
        ("one", {"columns": -3}, '"columns" is -3; expected 1 to 784'),
        ("one", {"colums": 3}, 'there is no "colums"; did you mean \'columns\'? expected "blo'),
        ("one", {"rows": None}, '"rows" is missing; expected 1 to 784'),
        ("one", {"blocks": 9}, '"blocks" is 9; expected 1 to 8'),
        ("one", {"unroll": "x"}, '"unroll" is "x"; expected 1 to 32'),
        ("one", {"columns": 9, "blocks": 2}, "9 x 2 sums do not fit into the 16 registers of has"),
        ("one", {"algorithm": "winograd"}, 'there is no "algorithm"'),
        ("three", {"algorithm": "winogard"}, '"algorithm" is "winogard"; expected "winograd"'),
        ("three", {"tile": 7}, '"tile" is 7; expected 2, 3 or 4'),
        ("three", {"rows": 3}, '"rows" is 3; expected 1'),
        ("deep", {"columns": 17}, '"columns" is 17; expected 1 to 16'),
        ("first", {"right": "paked"}, '"right" is "paked"; expected "packed", "copied" or "dir'),
        ("first", {"rows": 21}, '"rows" is 21; expected 1 to 16'),
        ("first", {"vectors": 0}, '"vectors" is 0; expected 1 to 8'),
        ("inputs", {"right": "packed"}, '"right" is "packed"; expected "copied" or "direct"'),
        ("inputs", {"weights": "f16"}, 'there is no "weights"'),
        ("gemm", {"right": "direct"}, '"right" is "direct"; expected "packed"'),
        ("attention", {"queries": 25}, '"queries" is 25; expected 1 to 24'),
        ("planes", {"channels": 7}, '"channels" is 7; expected 1 to 6'),
        ("planes", {"rows": 4}, '"rows" is 4; expected 1, 2, 3, 6, 9 or 18'),
        ("planes", {"vectors": None}, '"vectors" is missing; expected 1 to 16'),
        ("planes", {"channels": 6, "vectors": 5}, "6 x 5 sums do not fit into the 16 registers"),
        ("planes", {"weights": "f16"}, 'there is no "weights"'),
        ("recurrent", {"state_rows": 4}, '"state_rows" is 4; expected 1 to 3'),
        (
            "recurrent",
            {"state_rows": 3, "state_vectors": 6},
            "3 x 6 sums do not fit into the 16 re",
        ),
    ],
)
def test_what_an_operator_cannot_have_is_refused(path, tmp_path, node, entries, message):
    file = tmp_path / "edited.jsonl"
    line = edited(file, node, **entries)
    words = [path, "--mcpu=haswell", "--print-schedule", f"--load-schedule={file}"]
    code, _, err = called(compile_main, *words)
    assert code == 1
    where = f"error: {file}:{line}: the schedule is not one of onnx."
    assert f"{where}" in err
    assert f" {node}: {message}" in err


@pytest.mark.bulk
@pytest.mark.parametrize(
    ("node", "entries"),
    [
        ("one", {"columns": 1, "blocks": 8, "rows": 784, "unroll": 32}),
        ("three", {"rows": 1, "columns": 7, "blocks": 2}),
        ("three", {"algorithm": None, "tile": None, "rows": 28}),
        ("deep", {"columns": 16}),
        ("first", {"right": "copied", "rows": 1, "vectors": 8}),
        ("first", {"right": "direct"}),
        ("inputs", {"right": "direct", "rows": 16, "vectors": 1}),
        ("gemm", {"rows": 16, "vectors": 1}),
        ("attention", {"queries": 5, "rows": 1, "vectors": 3}),
        ("planes", {"channels": 4, "vectors": 3, "rows": 1}),
        ("planes", {"channels": 6, "vectors": 1, "rows": 18}),
        ("recurrent", {"rows": 7, "vectors": 1, "state_rows": 1, "state_vectors": 8}),
    ],
)
def test_what_it_can_have_gives_the_same_results(path, tmp_path, node, entries):
    if machine(host_machine() or "neoverse-n1").vector_bytes < 32:
        pytest.skip("these are schedules of haswell")
    file = tmp_path / "edited.jsonl"
    edited(file, node, **entries)
    plain = mlirlite.InferenceSession(path, machine="haswell")
    rng = np.random.default_rng(1)
    feeds = {i.name: rng.standard_normal(i.shape).astype(np.float32) for i in plain.get_inputs()}
    session = mlirlite.InferenceSession(path, machine="haswell", schedules=str(file))
    for got, want in zip(session.run(None, feeds), plain.run(None, feeds), strict=True):
        np.testing.assert_allclose(got, want, rtol=1e-3, atol=1e-5 * np.abs(want).max())


@pytest.mark.parametrize("name", ["haswell", "cascadelake", "neoverse-n1"])
def test_defaults_and_what_is_tried_can_be_had(name):
    context = Context()
    module, _ = load_module(model(), context)
    run_stages(module, context, scheduling_stages(name)[0])
    seen = 0
    for op in module.walk():
        if "schedule" not in op.attributes:
            continue
        written = as_entries(op.attributes["schedule"])
        read = schedule_of(op)
        assert read is not None
        assert read.entries() == written
        tried = [s for algorithm in fitting(op) for s in algorithm.space(op, machine(name))]
        tried += [s for one in tried if (s := one.with_f16_weights(op)) is not None]
        entries = [s.entries() for s in tried]
        for schedule in (written, *entries):
            assert problem(op, machine(name), schedule) == ""
            seen += 1
    assert seen > 500


def test_a_model_without_schedules_says_so(tmp_path):
    versions = '<ir_version: 10, opset_import: ["" : 21]>'
    text = f"{versions} m (float[4] x) => (float[4] y) {{ y = Abs(x) }}"
    file, schedules = tmp_path / "m.onnx", tmp_path / "none.jsonl"
    onnx.save(onnx.parser.parse_model(text), file)
    words = [file, "--mcpu=haswell", "--print-schedule"]
    code, out, _ = called(compile_main, *words)
    assert (code, out) == (0, "# no operator of the model has a schedule to choose\n")
    schedules.write_text(out)
    assert called(compile_main, *words, f"--load-schedule={schedules}")[:2] == (0, out)


def test_schedules_for_threads(path):
    words = [path, "--mcpu=skylake-avx512", "--print-schedule"]
    for option, threads in (("--parallel=2", 2), ("--parallel", 16), ("--parallel=1", 1)):
        code, out, _ = called(compile_main, *words, option)
        expected = default_schedules(model(), "skylake-avx512", None, threads)
        assert (code, out.splitlines()) == (0, expected)
    assert called(compile_main, *words)[1] != called(compile_main, *words, "--parallel=2")[1]
    for value in ("0", "x"):
        code, _, err = called(compile_main, *words, f"--parallel={value}")
        assert code == 2
        assert "option '--parallel' needs" in err


def test_schedules_of_another_model_are_named(path, tmp_path):
    file = tmp_path / "other.jsonl"
    line = {"op": "onnx.Conv (of another model)", "schedule": {"columns": 2}}
    file.write_text("# two\n" + json.dumps(line) + "\n" + json.dumps({**line, "op": "z"}) + "\n")
    words = [path, "--mcpu=haswell", "--print-schedule", f"--load-schedule={file}"]
    plain = default_schedules(model(), "haswell")

    err = io.StringIO()
    with contextlib.redirect_stderr(err):
        code, out, _ = called(compile_main, *words)
    assert (code, out.splitlines()) == (0, plain)
    expected = "this and 1 other schedules are for operators that the model does not have"
    assert f"warning: {file}:2: {expected}" in err.getvalue()
    file.write_text(json.dumps({**line, "ratio": 0.5}) + "\n")  # a tuner's log of several models
    with contextlib.redirect_stderr(io.StringIO()) as silent:
        assert called(compile_main, *words)[0] == 0
    assert silent.getvalue() == ""


def test_times_of_another_machine_do_not_count(tmp_path):
    def line(machine, columns, **more):
        return {"op": "x", "schedule": {"columns": columns}, "machine": machine, **more}

    records = [line("haswell", 1, ratio=0.5), line("cascadelake", 2, ratio=0.7)]
    assert best_schedules(records, "haswell") == {"x": {"columns": 1}}
    assert best_schedules(records, "cascadelake") == {"x": {"columns": 2}}
    assert best_schedules(records, "neoverse-n1") == {}


ENTRY = {"op": "x", "schedule": {"columns": 1}}


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ({**ENTRY, "ratio": "fast"}, ':2: "ratio" is a number above zero, found "fast"'),
        ({**ENTRY, "ratio": -1}, ':2: "ratio" is a number above zero, found -1'),
        ({**ENTRY, "default_ms": [1]}, ':2: "default_ms" is a number above zero, found [1]'),
        ({**ENTRY, "where": "model"}, ':2: a time in the model needs a "ratio"'),
    ],
)
def test_a_wrong_line_of_a_log_is_named(tmp_path, line, message):
    log = tmp_path / "log.jsonl"
    log.write_text(json.dumps(ENTRY) + "\n" + json.dumps(line) + "\n")
    with pytest.raises(mlirlite.DiagnosticError) as caught:
        read_records(str(log))
    assert f"{log}{message}" in str(caught.value)


def test_bytes_that_are_no_text_are_named(tmp_path):
    log = tmp_path / "log.jsonl"
    log.write_bytes(json.dumps(ENTRY).encode() + b"\n\xff\xfe\n")
    with pytest.raises(
        mlirlite.DiagnosticError, match=r"log.jsonl:2: the line is not text in UTF-8"
    ):
        read_records(str(log))


@pytest.mark.bulk
@needs_machine
def test_a_log_whose_last_line_was_cut_off_is_gone_on_with(path, tmp_path):
    pytest.importorskip("sklearn")
    log = tmp_path / "log.jsonl"
    assert called(tune_main, path, "--trials=2", "-o", log)[0] == 0
    whole = log.read_text()
    first = whole.splitlines()[0]
    log.write_text(whole + first[:80])  # killed while it wrote
    with pytest.raises(mlirlite.DiagnosticError, match="the line is not JSON"):
        read_records(str(log))
    code, out, err = called(tune_main, path, "--trials=1", "-o", log)
    assert (code, err) == (0, "")
    assert "2 of them in the log" in out
    assert log.read_text().startswith(whole)
    for line in log.read_text().splitlines():
        json.loads(line)
    log.write_text(whole + first)  # an editor that ends no line
    assert called(tune_main, path, "--trials=1", "-o", log)[0] == 0
    assert log.read_text().startswith(whole + first + "\n{")


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (["--trials=-5"], 2, "option '--trials' needs 0 or more, found '-5'"),
        (["--minutes=-1"], 2, "option '--minutes' needs 0 or more, found '-1'"),
        (["--minutes=nan"], 2, "option '--minutes' needs 0 or more, found 'nan'"),
        (["-o", "nowhere/log.jsonl"], 1, "cannot write output file 'nowhere/log.jsonl': there is"),
        (["-o", "."], 1, "cannot write output file '.': it is a folder"),
    ],
)
def test_wrong_options_are_refused_before_the_work(path, words, code, message):
    found, _, err = called(tune_main, path, "--trials=1", *words)
    assert found == code
    assert message in err


@pytest.mark.bulk
@needs_machine
def test_ctrl_c_says_where_the_trials_are(path, tmp_path, monkeypatch):
    pytest.importorskip("sklearn")
    from mlirlite.runtime.tuner import Tuner

    def stopped(*args):
        raise KeyboardInterrupt

    monkeypatch.setattr(Tuner, "search", stopped)
    log = tmp_path / "log.jsonl"
    code, _, err = called(tune_main, path, "-o", log)
    assert code == 130
    assert f"what was tried is in {log}; the same command goes on from there" in err


@needs_machine
@pytest.mark.parametrize("option", ["--profile", "--memory-report", "--fusion-report"])
def test_profiles_and_reports_obey_a_file(path, tmp_path, option):
    file = tmp_path / "bad.jsonl"
    file.write_text("{")
    words = [path, "--random-inputs", option, f"--load-schedule={file}"]
    code, _, err = called(run_main, *words)
    assert code == 1
    assert "bad.jsonl:1: the line is not JSON" in err


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (["--threads=0"], 2, "option '--threads' needs 1 or more, found '0'"),
        (["--profile", "--threads=0"], 2, "option '--threads' needs 1 or more, found '0'"),
        (["--profile", "--repeat=-1"], 2, "option '--repeat' needs 1 to 100000, found '-1'"),
        (["--repeat=0"], 2, "option '--repeat' needs 1 to 100000, found '0'"),
        (["--seed=-1"], 2, "option '--seed' needs 0 or more, found '-1'"),
        (["--dim=n=x"], 2, "option '--dim' needs a size for 'n', found 'x'"),
        (["--profile", "--verify=reference"], 2, "option '--verify' does not go with --profile"),
        (["--html=p.html", "--verify=reference"], 2, "option '--verify' does not go with --html"),
        (["--profile", "--output-dir=d"], 2, "option '--output-dir' does not go with --profile"),
        (["--profile-trace=nowhere/t.json"], 1, "there is no folder"),
        (["--profile-chart=nowhere/t.svg"], 1, "there is no folder"),
    ],
)
def test_wrong_options_of_a_run(path, words, code, message):
    found, _, err = called(run_main, path, "--random-inputs", *words)
    assert found == code, err
    assert message in err


def test_every_entry_has_a_meaning():
    known = {algorithm for op in algorithms for algorithm in (algorithms.get(op) or tuple)()}
    assert len(known) > 7
    for algorithm in known:
        assert algorithm.__doc__
        assert all(f.metadata["meaning"] for f in dataclasses.fields(algorithm))
        assert {n for names in algorithm.sums for n in names} <= {
            f.name for f in dataclasses.fields(algorithm)
        }
