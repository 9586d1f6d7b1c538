"""What every program does alike: help, options, wrong ones, files that cannot be read, completion,
Ctrl-C, closed pipes."""

from __future__ import annotations

import contextlib
import io
import os
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
import tomllib
from importlib import import_module
from pathlib import Path
from typing import Literal, get_args, get_origin, get_type_hints

import pytest

from mlirlite.__main__ import PROGRAMS
from mlirlite.driver.shared import program as program_module
from mlirlite.driver.shared.options import Arguments, options_of, read_arguments

ROOT = Path(__file__).resolve().parents[3]
SCRIPTS = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["scripts"]
"""What an installation has: a name, and the function of `mlirlite.__main__` that runs it."""
HOMES = {f"mlirlite-{name}": f"mlirlite.{home}" for name, (home, _) in PROGRAMS.items()}
MODULES = {name: HOMES.get(name, "mlirlite.testing.filecheck") for name in SCRIPTS}
MODULES["write_model"] = "mlirlite.testing.write_model"
MODULE = "func.func @f() {\n  return\n}\n"


def call(name, *words):
    out, err = io.StringIO(), io.StringIO()
    main = import_module(MODULES[name]).main
    code = main([str(w) for w in words], stdin=io.StringIO(), stdout=out, stderr=err)
    return code, out.getvalue(), err.getvalue()


def test_every_program_is_a_script():
    assert set(SCRIPTS) == {*HOMES, "FileCheck"}


@pytest.mark.parametrize("name", MODULES)
def test_options_are_typed_fields_that_do_not_change(name):
    """No option is read by a string: `arguments.threads` is an int, and a checker sees it."""
    kind = import_module(MODULES[name]).PAGE.arguments
    arguments = read_arguments(kind, [])
    assert issubclass(kind, Arguments)
    assert not hasattr(kind, "__getitem__")
    with pytest.raises(AttributeError):
        arguments.help = True
    hints = get_type_hints(kind)
    for option in options_of(kind):
        assert fits(getattr(arguments, option.attribute), hints[option.attribute]), option.name
        assert option.kind != "list" or hints[option.attribute] == tuple[str, ...]
        assert (option.kind == "flag") == (hints[option.attribute] is bool)


def fits(value, hint):
    """Whether an option's value has the annotated type."""
    if get_origin(hint) in (None, tuple):
        return isinstance(value, get_origin(hint) or hint)
    if get_origin(hint) is Literal:
        return value in get_args(hint)
    return any(fits(value, t) for t in get_args(hint))


SAMPLES = {int: "3", float: "2.5", str: "x,y"}


@pytest.mark.parametrize("name", MODULES)
def test_each_option_is_read_as_its_type_says(name):
    """From `--name=value` and `--name value`; a number and a word of few say what they are not."""
    kind = import_module(MODULES[name]).PAGE.arguments
    hints = get_type_hints(kind)
    for option in options_of(kind):
        if option.kind == "flag":
            for word in (option.flag, f"{option.flag}=true", f"-{option.name}"):
                assert getattr(read_arguments(kind, [word]), option.attribute) is True
            continue
        hint = hints[option.attribute]
        text = SAMPLES.get(option.type) or get_args(option.type)[0]
        words = [[f"{option.flag}={text}"]] + [[option.flag, text]] * (option.kind != "optional")
        for line in words:
            arguments = read_arguments(kind, line)
            value = getattr(arguments, option.attribute)
            assert value not in ((), None), line
            assert fits(value, hint), line
            again = read_arguments(kind, option.words(value))
            assert getattr(again, option.attribute) == value
        if option.type is not str:
            code, _, err = call(name, f"{option.flag}=nothing-such")
            assert code == 2
            assert f"option '{option.flag}' " in err
            assert "found 'nothing-such'" in err


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


INPUTS = {
    "mlirlite-opt": ("{}",),
    "mlirlite-translate --import-onnx": ("{}",),
    "mlirlite-translate --export-onnx": ("{}", "-o", "out.onnx"),
    "mlirlite-translate --mlir-to-llvmir": ("{}",),
    "mlirlite-translate --to-dot": ("{}",),
    "mlirlite-translate --describe": ("{}",),
    "mlirlite-compile": ("{}", "-o", "out.o"),
    "mlirlite-compile --print-schedule": ("{}", "--mcpu=haswell"),
    "mlirlite-run": ("{}", "--random-inputs"),
    "mlirlite-run --interpret": ("{}",),
    "mlirlite-run --profile": ("{}",),
    "mlirlite-run --fusion-report": ("{}",),
    "mlirlite-quantize": ("{}", "-q", "-o", "out.onnx"),
    "mlirlite-tune": ("{}",),
    "mlirlite-diff": ("{}", "{}"),
    "mlirlite-tblgen": ("{}",),
    "mlirlite-lit": ("{}",),
    "mlirlite-update-checks": ("{}",),
    "mlirlite-reduce --cse": ("{}",),
    "mlirlite-bisect": ("mlirlite-opt {} --cse",),
    "mlirlite-lsp-server": ("{}",),
    "FileCheck": ("{}",),
    "write_model": ("squeezenet", "{}/no/there.onnx"),
}
"""A command line of each program, and of each way in which it reads files, without the file."""
IN_FOLDERS = "mlirlite-update-checks", "mlirlite-lit"


def test_every_program_has_inputs():
    assert {line.partition(" ")[0] for line in INPUTS} == set(MODULES)


@pytest.mark.parametrize("suffix", ["", ".mlir", ".onnx", ".so"])
@pytest.mark.parametrize("what", ["missing", "folder"])
@pytest.mark.parametrize("line", INPUTS)
def test_a_file_that_cannot_be_read_is_one_line(line, what, suffix, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / f"folder{suffix}").mkdir()
    name, *flags = line.split()
    words = [word.replace("{}", what + suffix) for word in INPUTS[line]]
    code, out, err = call(name, *flags, *words)
    if what == "folder" and name in IN_FOLDERS:  # one in which there is no test
        assert code in (0, 1)
        return
    assert (code, out) == (import_module(MODULES[name]).PAGE.failed, "")
    assert err.startswith(f"{name}: error: ")
    assert err.count("\n") == 1
    assert [p.name for p in tmp_path.iterdir()] == [f"folder{suffix}"]


def fifo(path):
    """A pipe with a name, which another thread writes to, for each reader."""
    os.mkfifo(path)
    threading.Thread(target=write_to, args=(path,), daemon=True).start()


def write_to(path):
    for _ in range(8):
        with contextlib.suppress(OSError), open(path, "w") as pipe:
            pipe.write(MODULE)
        time.sleep(0.1)  # so that this reader sees the end


def unix_socket(path):
    with socket.socket(socket.AF_UNIX) as made, contextlib.chdir(path.parent):
        made.bind(path.name)


STREAMS = {
    "a pipe": fifo,
    "a socket": unix_socket,
    "a device without an end": lambda path: path.symlink_to("/dev/zero"),
    "the empty device": lambda path: path.symlink_to("/dev/null"),
    "a link to itself": lambda path: path.symlink_to(path.name),
    "not UTF-8": lambda path: path.write_bytes(b"func.func @f\xff\xfe() {\n}\n"),
    "a zero byte": lambda path: path.write_bytes(b"func.func @f() {\0\n}\n"),
    "no bytes": lambda path: path.touch(),
}
NO_FILES = "a socket", "a device without an end", "a link to itself"
OTHER_INPUTS = {
    "mlirlite-opt --load-plugin": ("--load-plugin={}", "in.mlir"),
    "mlirlite-opt --load-dialect": ("--load-dialect={}", "in.mlir"),
    "mlirlite-run --load-schedule": ("model.onnx", "--random-inputs", "--load-schedule={}"),
    "mlirlite-run --input": ("model.onnx", "--input=x={}"),
    "FileCheck --input-file": ("in.mlir", "--input-file={}"),
}
"""Options that name other files to read."""


@contextlib.contextmanager
def that_ends(seconds=60):
    """AssertionError for what takes longer, also if the program takes it for a plugin's."""
    stopped = []

    def late(*_):
        stopped.append(True)
        raise AssertionError("it hangs")

    before = signal.signal(signal.SIGALRM, late)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)
    assert not stopped, "it hangs"


@pytest.mark.skipif(sys.platform == "win32", reason="files of POSIX")
@pytest.mark.parametrize("suffix", ["", ".mlir", ".onnx", ".td", ".so"])
@pytest.mark.parametrize("kind", STREAMS)
@pytest.mark.parametrize("line", [*INPUTS, *OTHER_INPUTS])
@pytest.mark.covering(2)
def test_what_is_no_usual_file_ends_a_program(line, kind, suffix, tmp_path, monkeypatch):
    """A pipe may hold what a program reads; of anything else there is one error."""
    monkeypatch.setattr("mlirlite.support.reading.LONGEST", 1 << 22)
    monkeypatch.chdir(tmp_path)
    prepare(tmp_path)
    stream = tmp_path / f"stream{suffix}"
    STREAMS[kind](stream)
    before = {p.name for p in tmp_path.iterdir()}
    words = [w.replace("{}", stream.name) for w in (INPUTS | OTHER_INPUTS)[line]]
    name, *flags = line.split()
    with that_ends():
        code, out, err = call(name, *([] if line in OTHER_INPUTS else flags), *words)
    failed = import_module(MODULES[name]).PAGE.failed
    said = [text for text in (out + err).splitlines() if "error" in text]
    assert code in (0, 1, failed)
    assert bool(code) == bool(said)
    assert not any("internal error" in text for text in said)
    if kind in NO_FILES and name != "write_model":
        assert (code, len(said)) == (1 if name == "mlirlite-lit" else failed, 1)
    if code:
        assert {p.name for p in tmp_path.iterdir()} - {"__pycache__"} == before


@pytest.mark.parametrize("name", ["opt", "diff", "tblgen", "reduce", "run"])
def test_a_standard_input_without_an_end(name, monkeypatch):
    monkeypatch.setattr("mlirlite.support.reading.LONGEST", 1 << 22)
    words = ["-", "-"] if name == "diff" else ["-"]
    out, err = io.StringIO(), io.StringIO()
    main = import_module(MODULES[f"mlirlite-{name}"]).main
    with open("/dev/zero") as zeros, that_ends():
        code = main(words, stdin=zeros, stdout=out, stderr=err)
    assert (code, out.getvalue()) == (2 if name == "diff" else 1, "")
    assert "cannot read standard input: it does not end within 4194304 bytes" in err.getvalue()


NUMBERS = {
    "mlirlite-opt": ("in.mlir",),
    "mlirlite-translate": ("--to-dot", "in.mlir"),
    "mlirlite-compile": ("model.onnx", "--emit=onnx", "-o", "-"),
    "mlirlite-run": ("model.onnx", "--random-inputs"),
    "mlirlite-quantize": ("model.onnx", "-q", "-o", "out.onnx"),
    "mlirlite-tune": ("model.onnx", "--trials=1"),
    "mlirlite-diff": ("in.mlir", "wrong.mlir"),
    "mlirlite-tblgen": ("in.td", "--dump-json"),
    "mlirlite-lit": ("test.mlir",),
    "mlirlite-update-checks": ("-n", "test.mlir"),
    "mlirlite-reduce": ("in.mlir", "--test=false"),
    "mlirlite-bisect": ("true",),
    "FileCheck": ("test.mlir", "--input-file=in.mlir"),
    "write_model": ("squeezenet", "no/there.onnx"),
}
"""A command line of each program that reads its options, and is quick."""


def numbers():
    for name, words in NUMBERS.items():
        for option in options_of(import_module(MODULES[name]).PAGE.arguments):
            if option.type in (int, float):
                for text in ("-1", "0", "99999999999999999999", "-99999999999999999999"):
                    yield pytest.param(name, words, f"{option.flag}={text}")
                if option.type is float:
                    yield from (pytest.param(name, words, f"{option.flag}={t}") for t in FLOATS)


FLOATS = "nan", "inf", "-inf", "1e-300", "1e300"


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
@pytest.mark.parametrize(("name", "words", "flag"), list(numbers()))
@pytest.mark.covering(2)
def test_numbers_at_their_ends(name, words, flag, tmp_path, monkeypatch):
    """Whatever number an option gets, a program ends, and says so if it is at fault."""
    prepare(tmp_path)
    monkeypatch.chdir(tmp_path)
    out, err = io.TextIOWrapper(io.BytesIO(), "utf-8"), io.StringIO()
    with that_ends():
        code = import_module(MODULES[name]).main([*words, flag], stdout=out, stderr=err)
    err = err.getvalue()
    assert code in (0, 1, 2)
    assert "internal error" not in err
    assert "Traceback" not in err


PRINTERS = {
    "mlirlite-opt": ("in.mlir",),
    "mlirlite-translate": ("--to-dot", "in.mlir"),
    "mlirlite-compile": ("model.onnx", "--emit=onnx", "-o", "-"),
    "mlirlite-run": ("model.onnx", "--random-inputs"),
    "mlirlite-quantize": ("--help",),
    "mlirlite-tune": ("model.onnx", "--print-schedule"),
    "mlirlite-diff": ("in.mlir", "wrong.mlir"),
    "mlirlite-tblgen": ("in.td", "--dump-json"),
    "mlirlite-lit": ("-v", "test.mlir"),
    "mlirlite-update-checks": ("-n", "test.mlir"),
    "mlirlite-reduce": ("wrong.mlir",),
    "mlirlite-bisect": ("--help",),
    "mlirlite-lsp-server": ("--help",),
    "FileCheck": ("--help",),
    "write_model": ("--help",),
}
"""A command line of each program that writes to standard output."""


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs /dev/full")
@pytest.mark.parametrize("name", MODULES)
def test_a_full_standard_output(name, tmp_path, monkeypatch):
    prepare(tmp_path)
    monkeypatch.chdir(tmp_path)
    err = io.StringIO()
    module = import_module(MODULES[name])
    with open("/dev/full", "w") as full, that_ends():
        code = module.main(PRINTERS[name], stdin=io.StringIO(), stdout=full, stderr=err)
    assert code == module.PAGE.failed
    assert err.getvalue().splitlines()[-1].endswith("No space left on device"), err.getvalue()
    assert err.getvalue().count("No space left") == 1


@pytest.mark.parametrize("name", [n for n in MODULES if n.startswith("mlirlite-")])
@pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash")
def test_bash_completes_options(name):
    code, script, _ = call(name, "--completion=bash")
    assert code == 0
    ask = f"COMP_WORDS=({name} --vers); COMP_CWORD=1; _{name.replace('-', '_')}; echo $COMPREPLY"
    done = subprocess.run(["bash", "-c", script + ask], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "--version"


@pytest.mark.sampled(5)
@pytest.mark.parametrize("name", MODULES)
@pytest.mark.skipif(sys.platform == "win32", reason="pipes")
def test_a_closed_pipe_is_silent(name):
    """The reader exits before the first word is written, as with `| head -0`."""
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
    "mlirlite-tblgen": ("in.td", "--dump-json", "-o", "out"),
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
    (folder / "in.td").write_text("def D;\n")
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
