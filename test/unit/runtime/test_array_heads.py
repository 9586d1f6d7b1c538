"""Heads of .npy files and members of .npz that nobody should write: each ends in one error that
names the file, in the time and memory of the file itself, whichever program reads it."""

import io
import os
import pickle
import re
import resource
import struct
import zipfile
from pathlib import Path

import numpy as np
import onnx
import onnx.parser
import pytest

import mlirlite
from mlirlite.driver import quantize, run
from mlirlite.runtime.batches.read import load_arrays, open_rows
from mlirlite.support.diagnostics import DiagnosticError

MODEL = '<ir_version: 10, opset_import: ["" : 21]>\n'
MODEL += "m (float[N,2] x) => (float[N,2] y) <float[2,2] w = {1,2,3,4}> { y = MatMul(x, w) }"
PLAIN = "{'descr': '<f4', 'fortran_order': False, 'shape': (3, 2), }"
CONTENT = np.arange(6, dtype="<f4").tobytes()


def replaced(**entries):
    """The usual head with other entries."""
    usual = {"descr": "'<f4'", "fortran_order": "False", "shape": "(3, 2)"}
    return "{" + "".join(f"'{k}': {v}, " for k, v in (usual | entries).items()) + "}"


SHAPES = (
    *("(1000000000000, 2)", "(3, 1000000000000)", f"({2**63 - 1}, {2**63 - 1})", f"({2**62}, 2)"),
    *("(-3, 2)", "(3, -2)", "(True, 2)", "(3.0, 2)", "(None,)", "('a'*10**9, 2)", "(10**3, 2)"),
    *("3", "[3, 2]", f"({10**400}, 2)", "(3," + "1," * 70 + ")", f"(0, {10**20})", "(3, 3)"),
    f"({'9' * 5000},)",
)
TYPES = (
    *("'|O'", "[('a', '|O')]", "[('a', '<f4'), ('b', '<f4')]", "('<f4', (2,))", "3", "'<f3'"),
    *("'|V2147483647'", "'<U500000000'", "'<M8[ns]'", "'|O8f4,('", "''", "'<f4\0'", "'\\x4f'"),
    *("{'names': ['a'], 'formats': ['f4'], 'offsets': [-8]}", "[" * 4000 + "]" * 4000, "'\xe9'"),
    *("'<f99999999999'", "None", "'f4,f4'"),
)
ORDERS = ("1", "'True'", "None", "True and False")
WHOLE = (
    *("", "{}", "{1: 2}", "{1, 2}", "{1: 2, 'a': 3, (1,): 3}", "(" * 9000, "-" * 9000 + "1"),
    *("__import__('os').system('touch PWNED')", PLAIN * 2, PLAIN[:-1], PLAIN + "x", PLAIN[1:]),
    *(PLAIN.replace("'shape'", "'descr'"), PLAIN.replace(",", ";"), "\0" * 50, " " * 9000),
)
HEADS = (
    *(replaced(shape=s) for s in SHAPES),
    *(replaced(shape=s, fortran_order="True") for s in SHAPES),
    *(replaced(descr=d) for d in TYPES),
    *(replaced(fortran_order=o) for o in ORDERS),
    *WHOLE,
)


def array(head, version=1, content=CONTENT):
    text = head.encode("latin1")
    size = struct.pack("<H" if version == 1 else "<I", len(text))
    return b"\x93NUMPY" + bytes([version, 0]) + size + text + content


def archive(content):
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as file:
        file.writestr("x.npy", content)
    return made.getvalue()


FILES = {
    **{f"head{n}": array(head) for n, head in enumerate(HEADS) if len(head) < 2**16},
    "version 9": array(PLAIN, 9),
    "no version": b"\x93NUMPY",
    "empty": b"",
    "a head of 4 GB": b"\x93NUMPY\x02\x00\xff\xff\xff\xff",
    "half a head": array(PLAIN)[:30],
    "half an array": array(PLAIN)[:-3],
    "a pickle": pickle.dumps(os.getcwd),
    "a pickled array": array(replaced(descr="'|O'"), content=pickle.dumps(os.getcwd)),
}


@pytest.fixture
def bad(tmp_path, monkeypatch):
    """A folder with a file of each kind in both forms."""
    monkeypatch.chdir(tmp_path)
    for name, content in FILES.items():
        Path(f"{name}.npy").write_bytes(content)
        Path(f"{name}.npz").write_bytes(archive(content))
    onnx.save(onnx.parser.parse_model(MODEL), "m.onnx")
    return sorted(p.name for p in tmp_path.glob("*.np?"))


def feed(file):
    return run.main, ["m.onnx", f"--input=x={file}"]


def rows(file):
    return run.main, ["m.onnx", f"--batch={file}", "--output-dir=out"]


def examples(file):
    return quantize.main, ["m.onnx", f"--data={file}", "-q", "-o", "q.onnx"]


def test_each_is_refused(bad):
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    inputs = mlirlite.InferenceSession("m.onnx").get_inputs()
    for file in bad:
        with pytest.raises(DiagnosticError, match=re.escape(f"'{file}'")) as found:
            load_arrays(file, f"'{file}'")
        assert len(str(found.value)) < 500
        with (
            pytest.raises(DiagnosticError, match=re.escape(f"'{file}'")) as found,
            open_rows(file, inputs) as rows,
        ):
            list(rows.parts(64))
        assert len(str(found.value)) < 500
    assert not os.path.exists("PWNED")
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    assert grown < 300_000  # kilobytes: the files claim up to 2^128 bytes


@pytest.mark.parametrize("reader", [feed, rows, examples])
@pytest.mark.parametrize(
    "part", [pytest.param(40, id="some"), pytest.param(1, marks=pytest.mark.bulk)]
)
def test_each_is_one_error_of_a_program(bad, reader, part):
    for file in bad[::part]:
        main, words = reader(file)
        out, err = io.StringIO(), io.StringIO()
        code = main(words, stdout=out, stderr=err)
        found = err.getvalue()
        assert code == 1, (file, found)
        assert found.startswith("mlirlite-"), found
        assert ": error: " in found, found
        assert found.count("\n") == 1, (file, found)
        assert f"'{file}'" in found, found
        assert len(found) < 1000, file
        assert not os.path.exists("PWNED")
        assert not os.path.exists("q.onnx")


WRITTEN = [
    *(np.arange(6).reshape(3, 2).astype(t) for t in ("?", "i1", "u8", "f2", ">f4", "f8", "c8")),
    *(np.asfortranarray(np.arange(6.0).reshape(3, 2)), np.zeros((0, 3)), np.float32(7)),
    *(np.array(["a", "bcd"]), np.array([b"a", b"bcd"]), np.zeros((3, 0), "<U0"), np.zeros(2, "V3")),
    np.zeros((1,) * 32),
]


@pytest.mark.parametrize("a", WRITTEN, ids=lambda a: f"{a.dtype.str}{np.shape(a)}")
def test_what_numpy_writes_is_read(a, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for version in ((1, 0), (2, 0), (3, 0)):
        with open("a.npy", "wb") as file:
            np.lib.format.write_array(file, np.asarray(a), version=version)
        found = load_arrays("a.npy", "'a.npy'")
        assert found.dtype == np.asarray(a).dtype
        np.testing.assert_array_equal(found, a)
    np.savez_compressed("a.npz", a, b=a)
    named = load_arrays("a.npz", "'a.npz'")
    assert list(named) == ["b", "arr_0"]
    np.testing.assert_array_equal(named["b"], a)


def test_heads_as_other_programs_write_them(tmp_path):
    """Python 2's long integers, other spaces, other quotes, another order, no last comma."""
    path = tmp_path / "a.npy"
    for head in (
        PLAIN.replace("3", "3L"),
        PLAIN.replace(", }", "}"),
        PLAIN.replace("'", '"').replace(" ", ""),
        "{'shape': (3,2), 'fortran_order': False, 'descr': '<f4'}   \n",
    ):
        path.write_bytes(array(head))
        assert load_arrays(str(path), "it").tolist() == [[0, 1], [2, 3], [4, 5]]
