"""ARCHITECTURE.md's two walks: its functions are called, in its order."""

import os
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import onnx
import onnx.parser
import pytest

from mlirlite.runtime.host import host_machine

ROOT = Path(__file__).resolve().parents[3]
ARCHITECTURE = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")

# Prints each function of ours when it is called for the first time.
WALK = """
import sys
met = set()
def met_first(frame, event, argument):
    code = frame.f_code
    path = code.co_filename.replace(chr(92), "/").rpartition("/mlirlite/")[2]
    if event == "call" and (path, code.co_qualname) not in met:
        met.add((path, code.co_qualname))
        found.append(f"{path} {code.co_qualname}")
found = []
import mlirlite, numpy, threading
from mlirlite.driver import opt
threading.setprofile(met_first)
sys.setprofile(met_first)
SCRIPT
sys.setprofile(None)
open(sys.argv[1], "w").write("\\n".join(found))
"""


def steps_of(title: str) -> list[str]:
    """The files and functions of the table under a heading."""
    section = ARCHITECTURE.split(f"## {title}\n")[1].split("\n## ")[0]
    return [" ".join(row) for row in re.findall(r"^\| `(\S+)` \| `(\S+)` \|", section, re.M)]


def walk(script: str, folder: Path) -> list[str]:
    """The functions that a script calls, in the order of their first calls."""
    out = folder / "met.txt"
    command = [sys.executable, "-c", WALK.replace("SCRIPT", script), str(out)]
    subprocess.run(command, check=True, env=os.environ | {"MLIRLITE_CACHE": "off"}, cwd=folder)
    return out.read_text().splitlines()


def assert_met_in_order(steps: list[str], met: list[str]) -> None:
    assert len(steps) > 10
    assert [s for s in steps if s not in met] == []
    assert sorted(steps, key=met.index) == steps


@pytest.mark.skipif(host_machine() == "", reason="no schedules for this processor")
def test_the_walk_of_a_convolution(tmp_path: Path) -> None:
    model = onnx.parser.parse_model("""
        <ir_version: 9, opset_import: ["": 20]>
        g (float[1,64,14,14] x) => (float[1,64,14,14] y) <float[64,64,1,1] w = {0}>
        { c = Conv(x, w) y = Relu(c) }
    """)
    weights = np.ones((64, 64, 1, 1), np.float32)
    model.graph.initializer[0].CopyFrom(onnx.numpy_helper.from_array(weights, "w"))
    onnx.save(model, tmp_path / "conv.onnx")
    script = """
session = mlirlite.InferenceSession("conv.onnx")
[y] = session.run(None, {"x": numpy.ones((1, 64, 14, 14), "f")})
assert (y == 64).all()
"""
    met = walk(script, tmp_path)
    assert_met_in_order(steps_of("One convolution, from the file to its result"), met)


def test_the_walk_of_a_line(tmp_path: Path) -> None:
    (tmp_path / "in.mlir").write_text("""
func.func @f(%x: i32) -> i32 {
  %c = arith.constant 0 : i32
  %0 = arith.addi %x, %c : i32
  return %0 : i32
}
""")
    script = 'assert opt.main(["in.mlir", "--canonicalize", "-o", "out.mlir"]) == 0'
    met = walk(script, tmp_path)
    assert_met_in_order(steps_of("One line of text, from file to file"), met)
    assert "arith.addi" not in (tmp_path / "out.mlir").read_text()
