"""What starts fast stays fast: a builtin-only file loads no numpy, onnx or llvmlite."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
HEAVY = ("numpy", "onnx", "llvmlite")
LEVELS = ("mlirlite.dialects.krnl", "mlirlite.dialects.llvm", "mlirlite.conversion.onnx_to_krnl")
MODULE = """\
func.func @f(%a: i32, %b: i1) -> i32 {
  %c = arith.constant 1 : i32
  cf.cond_br %b, ^bb1(%a : i32), ^bb1(%c : i32)
^bb1(%x: i32):
  %y = arith.addi %x, %a {note = [1, "two", [3.0 : f32]]} : i32
  return %y : i32
}
"""


def loaded_by(code: str, names: tuple[str, ...] = HEAVY) -> list[str]:
    """Which of these packages are loaded after `code` has run in a fresh interpreter."""
    report = f"import sys, json; json.dump([m for m in {names} if m in sys.modules], sys.stderr)"
    answer = subprocess.run(
        [sys.executable, "-c", f"{code}\n{report}"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert answer.returncode == 0, answer.stderr
    return json.loads(answer.stderr)


@pytest.mark.parametrize("flags", [[], ["--mlir-print-op-generic"]])
def test_opt_on_a_builtin_only_file(tmp_path, flags):
    file = tmp_path / "in.mlir"
    file.write_text(MODULE)
    argv = [str(file), *flags]
    run = f"from mlirlite.driver.opt import main\nif main({argv!r}): raise SystemExit(1)"
    assert loaded_by(run) == []


@pytest.mark.parametrize("flags", [[], ["--canonicalize", "--cse"]])
def test_a_short_run_loads_neither_dataclasses_nor_inspect(tmp_path, flags):
    file = tmp_path / "in.mlir"
    file.write_text(MODULE.replace('[1, "two", [3.0 : f32]]', "1 : i32"))  # no need of lark
    argv = [str(file), *flags]
    run = f"from mlirlite.driver.opt import main\nif main({argv!r}): raise SystemExit(1)"
    assert loaded_by(run, ("dataclasses", "inspect", "lark")) == []


def test_import_of_the_package():
    assert loaded_by("import mlirlite") == []


def test_a_session_loads_what_compiles_when_it_compiles():
    assert loaded_by("import mlirlite.runtime.session", LEVELS) == []
