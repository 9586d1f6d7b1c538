"""Right and wrong spellings of the language: the text, or the first error, that mlir-opt gives."""

import io
import re
import subprocess
from pathlib import Path

import pytest

from mlirlite.driver import opt
from mlirlite.testing.features import find_mlir_opt

CHUNKS = (Path(__file__).parent / "Inputs" / "language.mlir").read_text().split("// -----\n")
MLIR_OPT = find_mlir_opt()
FLAGS = ["--allow-unregistered-dialect", "-"]


def first_error(text):
    found = re.search(r"<stdin>:(\d+):\d+: error: (.*)", text)
    assert found, text
    message = re.sub(r" \[MLE\d{4}\]$", "", found[2])  # the code, which is ours
    return found[1], message.partition("; did you mean")[0]


@pytest.mark.sampled(3)
@pytest.mark.skipif(MLIR_OPT is None, reason="needs mlir-opt 22 (Debian: mlir-22-tools)")
@pytest.mark.parametrize("chunk", CHUNKS)
def test_as_mlir_opt(chunk):
    theirs = subprocess.run([MLIR_OPT, *FLAGS], input=chunk, capture_output=True, text=True)
    out, err = io.StringIO(), io.StringIO()
    code = opt.main([*FLAGS, "--error-limit=1"], stdin=io.StringIO(chunk), stdout=out, stderr=err)
    assert (code == 0) == (theirs.returncode == 0), err.getvalue() or theirs.stderr
    if code == 0:
        assert out.getvalue() == theirs.stdout
    else:
        assert first_error(err.getvalue()) == first_error(theirs.stderr)
