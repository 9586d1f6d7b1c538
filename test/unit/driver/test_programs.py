"""Exit codes, interruption, closed pipes, terminals, graphs; test_every_program.py has more."""

from __future__ import annotations

import io
import re
import shutil
import signal
import subprocess
import sys
import time

import pytest

from mlirlite.driver import opt, run, translate, tune
from mlirlite.driver.shared.options import UsageError
from mlirlite.driver.shared.program import output_file
from mlirlite.driver.shared.progress import COMPILATION, Progress
from mlirlite.driver.shared.terminal import colored, wants_color

MODULE = "func.func @f() {\n  return\n}\n"


class Terminal(io.StringIO):
    """A stream that claims to be a terminal."""

    def isatty(self):
        return True


def call(program, *words, text="", stdout=None):
    out, err = stdout or io.StringIO(), io.StringIO()
    code = program.main([str(w) for w in words], stdin=io.StringIO(text), stdout=out, stderr=err)
    return code, out.getvalue(), err.getvalue()


def test_exit_codes(tmp_path):
    assert call(opt, "-", text=MODULE)[0] == 0
    assert call(opt, "-", text="oops\n")[0] == 1
    assert call(opt, "no.mlir")[0] == 1
    assert call(opt, "--error-limit=x", "-", text=MODULE)[0] == 2
    assert call(opt, "a.mlir", "b.mlir")[0] == 2
    assert call(translate, "x.mlir")[0] == 2
    assert call(run)[0] == 2
    assert call(tune)[0] == 2


def test_a_pass_whose_name_begins_with_o_is_no_output_file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    code, out, err = call(opt, "-outline-loops", "-", text=MODULE)
    assert (code, err) == (0, "")
    assert out.startswith("module {")
    assert list(tmp_path.iterdir()) == []


def test_usage_errors_are_errors_of_input_to_callers():
    assert issubclass(UsageError, Exception)
    assert UsageError("x").diagnostics[0].message == "x"


def test_numbers_with_too_many_digits_are_errors(tmp_path, monkeypatch):
    """Python reads 4300 digits."""
    monkeypatch.chdir(tmp_path)
    for comment in ("expected-error@+{}", "expected-error {}"):
        text = f"// {comment.format('9' * 5000)} {{{{x}}}}\nmodule {{}}"
        code, _, err = call(opt, "--verify-diagnostics", "-", text=text)
        assert code == 1
        assert err == "mlirlite-opt: error: a number of the input has too many digits\n"


def test_interruption_leaves_the_old_file(tmp_path):
    target = tmp_path / "out.mlir"
    target.write_text("old")

    def write():
        with output_file(str(target), None) as stream:
            stream.write("half")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write()
    assert target.read_text() == "old"
    assert [p.name for p in tmp_path.iterdir()] == ["out.mlir"]


@pytest.mark.skipif(not hasattr(signal, "SIGINT") or sys.platform == "win32", reason="signals")
def test_ctrl_c_ends_a_program_with_a_line_and_130(tmp_path):
    started = "import sys; from mlirlite.driver.opt import main; print('up', flush=True)"
    target = tmp_path / "out.mlir"
    process = subprocess.Popen(
        [sys.executable, "-c", f"{started}; sys.exit(main())", "-", "-o", str(target)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        # what a shell starts in the background ignores the signal, and so do its children
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    assert process.stdout.readline() == "up\n"
    time.sleep(1.0)  # it then waits for its input
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert err == "mlirlite-opt: interrupted\n"
    assert list(tmp_path.iterdir()) == []


def test_a_closed_pipe_is_silent(tmp_path):
    source = tmp_path / "in.mlir"
    source.write_text("".join(f"func.func private @f{n}()\n" for n in range(5000)))
    program = "import sys; from mlirlite.driver.opt import main; sys.exit(main())"
    process = subprocess.Popen(
        [sys.executable, "-c", program, str(source)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    process.stdout.readline()
    process.stdout.close()
    assert process.stderr.read() == ""
    process.stderr.close()
    process.wait(60)


def test_output_has_colors_on_a_terminal_only(monkeypatch):
    pytest.importorskip("pygments")
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("NO_COLOR", raising=False)
    plain = call(opt, "-", text=MODULE)[1]
    shown = call(opt, "-", text=MODULE, stdout=Terminal())[1]
    assert "\x1b[" not in plain
    assert "\x1b[" in shown
    assert re.sub(r"\x1b\[[0-9;]*m", "", shown) == plain
    monkeypatch.setenv("NO_COLOR", "1")
    assert call(opt, "-", text=MODULE, stdout=Terminal())[1] == plain
    assert colored("module", Terminal()) == "module"


def test_dumb_terminals_have_no_colors(monkeypatch):
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "dumb")
    assert not wants_color(Terminal())


def test_long_runs_have_an_estimate_that_fits_the_terminal(monkeypatch):
    pytest.importorskip("tqdm")
    monkeypatch.setenv("COLUMNS", "60")
    stream = Terminal()
    progress = Progress(stream, shares=COMPILATION)
    progress("krnl")
    assert "%" not in stream.getvalue()  # too early to say
    monkeypatch.setattr(progress, "_started", progress._started - 12)
    progress("krnl")
    shown = stream.getvalue().rsplit("\r", 1)[1].removeprefix("\x1b[K")
    assert " 30%|" in shown
    assert "00:12<00:2" in shown
    assert len(shown) < 60


def test_graphs_are_drawn_by_graphviz(tmp_path):
    if shutil.which("dot") is None:
        pytest.skip("needs Graphviz (Debian: graphviz)")
    source, picture = tmp_path / "in.mlir", tmp_path / "out.svg"
    source.write_text("func.func @f(%a: i32) -> i32 {\n  return %a : i32\n}\n")
    assert call(translate, "--to-dot", source, "-o", picture)[0] == 0
    assert "func.func @f" in picture.read_text()


def test_graphs_need_graphviz_for_pictures(tmp_path, monkeypatch):
    monkeypatch.setattr(shutil, "which", lambda name: None)
    code, _, err = call(translate, "--to-dot", "-", "-o", tmp_path / "out.svg", text=MODULE)
    assert code == 1
    assert "install Graphviz" in err
    assert call(translate, "--to-dot", "-", text=MODULE)[0] == 0
