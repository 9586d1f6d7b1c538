"""What every program does alike: help, wrong options, completion, Ctrl-C, closed pipes."""

from __future__ import annotations

import io
import os
import shutil
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from mlirlite.__main__ import PROGRAMS
from mlirlite.driver import program as program_module

ROOT = Path(__file__).resolve().parents[3]
MODULES = {f"mlirlite-{name}": f"mlirlite.{home}" for name, (home, _) in PROGRAMS.items()}
MODULES["write_model"] = "mlirlite.testing.write_model"
MODULE = "func.func @f() {\n  return\n}\n"


def call(name, *words):
    out, err = io.StringIO(), io.StringIO()
    main = import_module(MODULES[name]).main
    code = main([str(w) for w in words], stdin=io.StringIO(), stdout=out, stderr=err)
    return code, out.getvalue(), err.getvalue()


@pytest.mark.parametrize("name", MODULES)
def test_help_fits_on_a_page_and_says_the_exit_codes(name):
    code, out, err = call(name, "--help")
    assert (code, err) == (0, "")
    assert out.startswith(f"usage: {name} ")
    assert len(out.splitlines()) < 40
    assert max(map(len, out.splitlines())) <= 120
    assert "xit code" in out


@pytest.mark.parametrize("name", [n for n in MODULES if n.startswith("mlirlite-")])
def test_all_options_are_shown_as_in_programs_of_llvm(name):
    shown = call(name, "--help-all")
    assert call(name, "--help-hidden") == shown
    assert len(shown[1]) > len(call(name, "--help")[1])


@pytest.mark.parametrize("name", MODULES)
def test_an_unknown_option_is_misuse_and_the_nearest_is_named(name):
    code, out, err = call(name, "--versoin")
    assert (code, out) == (2, "")
    assert err.startswith(f"{name}: error: unknown option '--versoin'; did you mean '--version'?")


@pytest.mark.parametrize("name", MODULES)
def test_versions(name):
    code, out, _ = call(name, "--version")
    assert code == 0
    assert out.startswith(f"{name} ")


@pytest.mark.parametrize("name", [n for n in MODULES if n.startswith("mlirlite-")])
@pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash")
def test_bash_completes_options(name):
    code, script, _ = call(name, "--completion=bash")
    assert code == 0
    ask = f"COMP_WORDS=({name} --vers); COMP_CWORD=1; _{name.replace('-', '_')}; echo $COMPREPLY"
    done = subprocess.run(["bash", "-c", script + ask], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "--version"


@pytest.mark.parametrize("name", MODULES)
@pytest.mark.skipif(sys.platform == "win32", reason="pipes")
def test_a_closed_pipe_is_silent(name):
    """The reader is gone before the first word is written, as under `| head -0`."""
    package, _, program = name.partition("-")
    words = [package, program] if program else [MODULES[name]]
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "w") as closed:
        done = subprocess.run(
            [sys.executable, "-m", *words, "--help-all"],
            cwd=ROOT,
            stdout=closed,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert done.stderr == ""
    assert done.returncode in (1, 2)


WRITERS = {
    "mlirlite-opt": ("in.mlir", "-o", "out"),
    "mlirlite-opt --html": ("in.mlir", "--canonicalize", "--html=out"),
    "mlirlite-translate": ("--to-dot", "in.mlir", "-o", "out"),
    "mlirlite-compile": ("model.onnx", "--emit=onnx", "-o", "out"),
    "mlirlite-compile --html": ("model.onnx", "--emit=krnl", "-o", "-", "--html=out"),
    "mlirlite-run": ("model.onnx", "--random-inputs", "--output-dir=."),
    "mlirlite-reduce": ("wrong.mlir", "-o", "out"),
    "mlirlite-update-checks": ("test.mlir",),
    "mlirlite-lit": ("--bless", "test.mlir"),
    "write_model": ("squeezenet", "out"),
}
"""Command lines that write a file; programs that are not here write none, or add lines to a log."""


def prepare(folder):
    import onnx

    relu = onnx.helper.make_node("Relu", ["x"], ["y"])
    x, y = (onnx.helper.make_tensor_value_info(n, onnx.TensorProto.FLOAT, [4]) for n in ("x", "y"))
    graph = onnx.helper.make_graph([relu], "g", [x], [y])
    onnx.save(onnx.helper.make_model(graph), folder / "model.onnx")
    (folder / "in.mlir").write_text(MODULE)
    (folder / "wrong.mlir").write_text(MODULE.replace("return", "%0 = arith.constant 1 : i32"))
    (folder / "test.mlir").write_text(
        f"// RUN: mlirlite-opt %s | FileCheck %s\n// CHECK: @old\n{MODULE}"
    )


@pytest.mark.parametrize("name", WRITERS)
def test_ctrl_c_leaves_the_files_as_they_were(name, tmp_path, monkeypatch):
    """Ctrl-C comes at the last moment, when all but the name of the new file is there."""

    def interrupted(*_):
        raise KeyboardInterrupt

    prepare(tmp_path)
    (tmp_path / "out").write_text("old")
    before = {p.name: p.read_bytes() for p in tmp_path.iterdir()}
    monkeypatch.chdir(tmp_path)
    program = name.partition(" ")[0]
    monkeypatch.setattr("mlirlite.support.output.os.replace", interrupted)
    code, _, err = call(program, *WRITERS[name])
    assert code == program_module.INTERRUPTED, err
    assert err.splitlines()[-1] == f"{program}: interrupted"
    assert {p.name: p.read_bytes() for p in tmp_path.iterdir()} == before
