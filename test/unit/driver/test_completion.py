"""Completion scripts: zsh and fish list the options that bash completes (test_every_program.py)."""

import io

import pytest

from mlirlite.driver import opt


def script(shell):
    out, err = io.StringIO(), io.StringIO()
    code = opt.main([f"--completion={shell}"], stdout=out, stderr=err)
    return code, out.getvalue(), err.getvalue()


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_other_shells(shell):
    code, text, _ = script(shell)
    assert code == 0
    assert "canonicalize" in text
    assert "verify-diagnostics" in text
    assert text.count("'") % 2 == 0


def test_unknown_shell():
    code, _, err = script("bsh")
    assert code == 2
    assert "did you mean 'bash'?" in err


def test_reduce_completes_what_it_forwards():
    from mlirlite.testing import reduce

    out = io.StringIO()
    assert reduce.main(["--completion=bash"], stdout=out) == 0
    assert "--canonicalize" in out.getvalue()
    assert "--pass-pipeline=" in out.getvalue()
    assert "--try-timeout=" in out.getvalue()
