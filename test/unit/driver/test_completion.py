"""Completion scripts: bash runs its own; the others list the same options."""

import io
import shutil
import subprocess

import pytest

from mlirlite.driver import compile, opt, run, translate

PROGRAMS = {
    "mlirlite-opt": opt,
    "mlirlite-compile": compile,
    "mlirlite-run": run,
    "mlirlite-translate": translate,
}


def script(program, shell):
    out, err = io.StringIO(), io.StringIO()
    code = PROGRAMS[program].main([f"--completion={shell}"], stdout=out, stderr=err)
    return code, out.getvalue(), err.getvalue()


@pytest.mark.parametrize("program", PROGRAMS)
@pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash")
def test_bash_completes(program):
    code, text, _ = script(program, "bash")
    assert code == 0
    function = "_" + program.replace("-", "_")
    ask = f"COMP_WORDS=({program} --hel); COMP_CWORD=1; {function}; echo ${{COMPREPLY[@]}}"
    found = subprocess.run(["bash", "-c", text + ask], capture_output=True, text=True, check=True)
    assert found.stdout.split() == ["--help", "--help-all"]


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_other_shells(shell):
    code, text, _ = script("mlirlite-opt", shell)
    assert code == 0
    assert "canonicalize" in text
    assert "verify-diagnostics" in text
    assert text.count("'") % 2 == 0


def test_unknown_shell():
    code, _, err = script("mlirlite-opt", "bsh")
    assert code == 2
    assert "did you mean 'bash'?" in err
