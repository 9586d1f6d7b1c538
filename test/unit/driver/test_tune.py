"""mlirlite-tune: a log of trials that later sessions load, and that a second search continues."""

import io
import json
import platform
from pathlib import Path

import numpy as np
import onnx
import onnx.helper
import onnx.numpy_helper
import pytest

import mlirlite
from mlirlite.dialects.onnx.schedules.file import best_schedules, read_records
from mlirlite.driver.compile import main as compile_main
from mlirlite.driver.tune import main
from mlirlite.runtime.host import host_machine
from mlirlite.runtime.schedules import default_schedules

F = onnx.TensorProto.FLOAT
needs_machine = pytest.mark.skipif(
    not host_machine(), reason="no schedules are known for this processor"
)


@pytest.fixture
def model(tmp_path):
    """Three convolutions, two of them of one kind."""
    make, info = onnx.helper.make_node, onnx.helper.make_tensor_value_info
    rng = np.random.default_rng(0)
    shapes = {"v": (32, 16, 3, 3), "w": (32, 32, 1, 1), "u": (32, 32, 1, 1)}
    weights = {n: rng.standard_normal(s).astype(np.float32) for n, s in shapes.items()}
    nodes = [
        make("Conv", ["x", "v"], ["a"], pads=[1, 1, 1, 1], name="first"),
        make("Conv", ["a", "w"], ["b"], name="second"),
        make("Conv", ["b", "u"], ["y"], name="third"),
    ]
    graph = onnx.helper.make_graph(
        nodes,
        "g",
        [info("x", F, [1, 16, 14, 14])],
        [info("y", F, [1, 32, 14, 14])],
        [onnx.numpy_helper.from_array(a, n) for n, a in weights.items()],
    )
    path = tmp_path / "m.onnx"
    onnx.save(onnx.helper.make_model(graph, opset_imports=[onnx.helper.make_opsetid("", 17)]), path)
    return str(path)


X = np.random.default_rng(1).random((1, 16, 14, 14), np.float32)


def run(*words):
    """Exit code, standard output, standard error."""
    out, err = io.StringIO(), io.StringIO()
    return main([str(w) for w in words], stdout=out, stderr=err), out.getvalue(), err.getvalue()


@pytest.mark.bulk
@needs_machine
def test_search_resume_and_load(model, tmp_path):
    pytest.importorskip("sklearn")
    log = tmp_path / "log.jsonl"
    code, out, err = run(model, "--trials=3", "-o", log)
    assert (code, err) == (0, "")
    assert "tuned operators take" in out
    first = [json.loads(line) for line in log.read_text().splitlines()]
    assert len({(r["op"], json.dumps(r["schedule"])) for r in first}) == 3
    again = first[3:]  # those that gained were timed once more
    assert all(any(r["schedule"] == f["schedule"] for f in first[:3]) for r in again)
    assert all(r["ratio"] > 0 and r["machine"] == host_machine() for r in first)
    code, out, _ = run(model, "--trials=2", "-o", log)
    assert code == 0
    assert "3 of them in the log" in out
    records = [json.loads(line) for line in log.read_text().splitlines()]
    tried = [(r["op"], json.dumps(r["schedule"])) for r in records]
    assert len(set(tried)) == 5
    want = mlirlite.InferenceSession(model).run(None, {"x": X})[0]
    found = mlirlite.InferenceSession(model, schedules=str(log)).run(None, {"x": X})[0]
    np.testing.assert_allclose(found, want, rtol=1e-3, atol=1e-5 * np.abs(want).max())


@pytest.mark.bulk
@needs_machine
def test_figures_of_the_machine_are_tried_on_all_operators(tmp_path):
    from mlirlite.runtime.tuner import Tuner

    model = onnx.parser.parse_model("""
        <ir_version: 10, opset_import: ["" : 21]>
        rows (float[70,300] x) => (float[70,300] y) { y = Softmax(x) }
    """)
    log = tmp_path / "log.jsonl"
    assert Tuner(model, str(log)).tasks == []
    [task] = Tuner(model, str(log), figures=True).tasks
    assert {"chains": 8} in task.space
    assert all(len(schedule) == 1 for schedule in task.space)
    log.write_text(json.dumps({"op": task.signature, "schedule": {"chains": 8}}) + "\n")
    x = np.linspace(-3, 3, 70 * 300, dtype=np.float32).reshape(70, 300)
    want = mlirlite.InferenceSession(model).run(None, {"x": x})[0]
    found = mlirlite.InferenceSession(model, schedules=str(log)).run(None, {"x": x})[0]
    np.testing.assert_allclose(found, want, rtol=1e-5)
    log.write_text(json.dumps({"op": task.signature, "schedule": {"chains": 3}}) + "\n")
    with pytest.raises(mlirlite.DiagnosticError, match='"chains" is 3; expected 2, 4 or 8'):
        mlirlite.InferenceSession(model, schedules=str(log))


@pytest.mark.bulk
@needs_machine
def test_printed_schedules_are_edited_and_loaded(model, tmp_path):
    code, out, err = run(model, "--print-schedule")
    assert (code, err) == (0, "")
    lines = [json.loads(line) for line in out.splitlines()]
    assert {"first"} in [set(line["nodes"]) for line in lines]
    [of_first] = [line for line in lines if line["nodes"] == ["first"]]
    of_first["schedule"]["columns"] = 3
    file = tmp_path / "edited.jsonl"
    file.write_text("# by hand\n" + "\n".join(map(json.dumps, lines)) + "\n")
    want = mlirlite.InferenceSession(model).run(None, {"x": X})[0]
    session = mlirlite.InferenceSession(model, schedules=str(file))
    found = session.run(None, {"x": X})[0]
    np.testing.assert_allclose(found, want, rtol=1e-3, atol=1e-5 * np.abs(want).max())
    assert out.splitlines() == default_schedules(model)


def rounded(schedules):
    """The default schedules with weights as f16."""
    for line in map(json.loads, schedules):
        if "rows" in line["schedule"]:
            line["schedule"]["weights"] = "f16"
        yield json.dumps(line)


def products(rows, weights):
    """A 1x1 convolution, a 3x3 one (by Winograd), and a product with a number of rows."""
    make, info = onnx.helper.make_node, onnx.helper.make_tensor_value_info
    nodes = [
        make("Conv", ["x", "v"], ["a"], pads=[1, 1, 1, 1]),
        make("Conv", ["a", "w"], ["b"]),
        make("Reshape", ["b", "shape"], ["c"]),
        make("Gemm", ["c", "u"], ["y"], transB=1),
    ]
    shape = np.array([rows, 32 * 49 // rows * 4])
    arrays = {**weights, "shape": shape}
    graph = onnx.helper.make_graph(
        nodes,
        "g",
        [info("x", F, [1, 16, 14, 14])],
        [info("y", F, [rows, 70])],
        [onnx.numpy_helper.from_array(a, n) for n, a in arrays.items()],
    )
    return onnx.helper.make_model(graph, opset_imports=[onnx.helper.make_opsetid("", 17)])


@pytest.mark.bulk
@needs_machine
@pytest.mark.parametrize("rows", [1, 2, 8])
def test_weights_as_f16(rows, tmp_path):
    rng = np.random.default_rng(rows)
    shapes = {"v": (32, 16, 3, 3), "w": (32, 32, 1, 1), "u": (70, 32 * 49 // rows * 4)}
    weights = {n: rng.standard_normal(s).astype(np.float32) for n, s in shapes.items()}
    model, file = products(rows, weights), tmp_path / "f16.jsonl"
    file.write_text("\n".join(rounded(default_schedules(model))))
    [want] = mlirlite.InferenceSession(model).run(None, {"x": X})
    [found] = mlirlite.InferenceSession(model, schedules=str(file)).run(None, {"x": X})
    far = np.abs(found - want).max() / np.abs(want).max()
    assert 0 < far < 3e-3  # some weights were rounded, all of them to 11 bits
    weights["u"][0, 0] = 70000
    with pytest.raises(mlirlite.DiagnosticError, match="weights above 65504, the largest f16"):
        mlirlite.InferenceSession(products(rows, weights), schedules=str(file))


@pytest.mark.bulk
@needs_machine
def test_f16_weights_are_tried_first_where_they_are_allowed(model, tmp_path):
    pytest.importorskip("sklearn")
    log = tmp_path / "log.jsonl"
    assert run(model, "--trials=2", "--f16-weights", "-o", log)[0] == 0
    first = [json.loads(line) for line in log.read_text().splitlines()][:2]
    assert [r["schedule"].pop("weights") for r in first] == ["f16", "f16"]
    defaults = {r["op"]: r["schedule"] for r in map(json.loads, default_schedules(model))}
    assert [r["schedule"] for r in first] == [defaults[r["op"]] for r in first]


def test_other_types_of_weights_are_refused(model, tmp_path):
    lines = [line.replace('"f16"', '"f8"') for line in rounded(default_schedules(model, "haswell"))]
    file = tmp_path / "f8.jsonl"
    file.write_text("\n".join(lines))
    with pytest.raises(mlirlite.DiagnosticError, match='"weights" is "f8"; expected "f16"'):
        mlirlite.InferenceSession(model, schedules=str(file), machine="haswell")


def compiled(*words):
    """Standard output of mlirlite-compile for a processor whose schedules are known."""
    out, err = io.StringIO(), io.StringIO()
    code = compile_main([*map(str, words), "--mcpu=haswell"], stdout=out, stderr=err)
    assert code == 0, err.getvalue()
    return out.getvalue()


def test_compile_prints_and_obeys_schedules(model, tmp_path):
    out = compiled(model, "--print-schedule")
    assert out.splitlines() == default_schedules(model, "haswell")
    lines = [json.loads(line) for line in out.splitlines()]
    [of_first] = [line for line in lines if line["nodes"] == ["first"]]
    of_first["schedule"]["columns"] = 3
    file = tmp_path / "edited.jsonl"
    file.write_text(json.dumps(of_first) + "\n")
    stated = f"--load-schedule={file}"
    again = [json.loads(line) for line in compiled(model, "--print-schedule", stated).splitlines()]
    assert again == lines
    kernels = [compiled(model, "--emit=krnl", "-o", "-", "-q", *w) for w in ([], [stated])]
    assert kernels[0] != kernels[1]


def test_compile_has_no_schedules_for_an_unknown_processor(model):
    err = io.StringIO()
    words = [model, "--print-schedule", "--mtriple=riscv64-linux-gnu"]
    assert compile_main(words, stdout=io.StringIO(), stderr=err) == 1
    assert "no schedules are known for this processor; name one by --mcpu" in err.getvalue()


@pytest.mark.skipif(platform.machine() != "x86_64", reason="a name of x86-64's processors")
@pytest.mark.parametrize("words", [["--print-schedule"], ["--trials=1"]])
def test_nothing_is_tuned_for_an_unknown_processor(model, tmp_path, monkeypatch, words):
    monkeypatch.setenv("MLIRLITE_MCPU", "x86-64-v2")
    code, out, err = run(model, *words, "-o", tmp_path / "log.jsonl")
    assert (code, out) == (1, "")
    assert "no schedules are known for this processor; those of another one are" in err
    assert not (tmp_path / "log.jsonl").exists()


def test_the_best_schedules_are_timed_again(model, tmp_path):
    from mlirlite.runtime.tuner import Tuner

    class Measured:
        width = 1

        def ask(self, what, op, schedule):
            ratio = ratios[json.dumps(schedule, sort_keys=True)]
            return lambda: {"ms": ratio, "default_ms": 1.0, "ratio": ratio}

    log = tmp_path / "log.jsonl"
    tuner = Tuner(model, str(log), timings=Measured())
    task = tuner.tasks[0]
    first, second = (json.dumps(s, sort_keys=True) for s in task.space[:2])
    task.tried = {first: 0.5, second: 0.8}  # as a search has found
    ratios = {first: 1.2, second: 0.7}
    assert [r["ratio"] for r in tuner.confirm()] == [1.2, 0.7]
    assert task.best == 0.7
    assert best_schedules(read_records(str(log))) == {task.signature: json.loads(second)}


@pytest.mark.bulk
@needs_machine
def test_the_best_schedules_are_timed_in_the_model(model, tmp_path, monkeypatch):
    from mlirlite.runtime import trials as module
    from mlirlite.runtime.tuner import Tuner

    log = tmp_path / "log.jsonl"
    tuner = Tuner(model, str(log))
    task = tuner.tasks[0]
    first, second, third = task.space[:3]
    for schedule, ratio in ((first, 0.5), (second, 0.6), (third, 0.7)):  # as a search has found
        name = json.dumps(schedule, sort_keys=True)
        task.tried[name] = ratio
    seen = []

    class Measured(module.Profile):
        """The first schedule is slow in the model, the second one is not."""

        def __init__(self, model, *, schedules=None):
            super().__init__(model, schedules=schedules)
            self.usual = schedules is None
            if schedules:
                lines = Path(schedules).read_text().splitlines()
                seen.append([json.loads(line)["schedule"] for line in lines])

        def rows(self):
            rows = super().rows()
            for row in rows:
                row.ms = 1.0 if self.usual else 1.5 if seen[-1] == [first] else 0.75
            return rows

    monkeypatch.setattr(module, "Profile", Measured)
    assert [r["ratio"] for r in tuner.settle()] == [1.5, 0.75]
    assert seen == [[first], [second]]
    assert task.best == 0.75
    assert best_schedules(read_records(str(log))) == {task.signature: second}
    with pytest.raises(mlirlite.DiagnosticError, match="another search writes the log"):
        Tuner(model, str(log))
    tuner.close()
    again = Tuner(model, str(log))
    assert again.tasks[0].best == 0.75
    assert list(again.settle()) == []


def test_what_gains_nothing_is_not_taken():
    def line(op, columns, ratio=None, **more):
        record = {"op": op, "schedule": {"columns": columns}, **more}
        return record if ratio is None else {**record, "ratio": ratio}

    records = [
        line("fast", 1, 0.8),
        line("fast", 2, 0.7),
        line("fast", 3, 0.9),
        line("slow", 1, 1.2),
        line("noise", 1, 0.99),
        line("by hand", 1, 0.5),
        line("by hand", 2),
        line("by chance", 1, 0.6),
        line("by chance", 1, 1.1),  # the same one, measured again
        line("alone", 1, 0.6),
        line("alone", 2, 0.8),
        line("alone", 1, 1.1, where="model"),
    ]
    assert best_schedules(records) == {"fast": {"columns": 2}, "by hand": {"columns": 2}}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "bad.jsonl:1: the line is not JSON"),
        ('\n{"op": 3}', 'bad.jsonl:2: expected {"op"'),
        ('{"op": "x", "schedule": {"a": 1.5}}', "bad.jsonl:1: a schedule holds integers and words"),
    ],
)
def test_a_wrong_file_is_named_with_its_line(model, tmp_path, text, message):
    file = tmp_path / "bad.jsonl"
    file.write_text(text)
    with pytest.raises(mlirlite.DiagnosticError) as caught:
        mlirlite.InferenceSession(model, schedules=str(file), machine="haswell")
    assert message in str(caught.value)
