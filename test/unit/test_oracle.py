"""mlir-opt 22 is the oracle: the lit files of upstream's dialects mean the same to both tools."""

import re
import subprocess
from pathlib import Path

import pytest

from mlirlite.ir.context import Context
from mlirlite.ir.verifier import verify
from mlirlite.parser import parse_module
from mlirlite.printer import print_op
from mlirlite.testing.features import find_mlir_opt

LIT = Path(__file__).resolve().parents[1] / "lit"
DIALECTS = (
    "affine",
    "arith",
    "arm_sve",
    "bufferization",
    "builtin",
    "cf",
    "complex",
    "func",
    "gpu",
    "index",
    "linalg",
    "llvm",
    "math",
    "memref",
    "nvvm",
    "omp",
    "ptr",
    "quant",
    "scf",
    "shape",
    "tensor",
    "tosa",
    "transform",
    "ub",
    "vector",
    "xevm",
)
MLIR_OPT = find_mlir_opt()

pytestmark = pytest.mark.skipif(
    MLIR_OPT is None, reason="needs mlir-opt 22 (Debian: mlir-22-tools)"
)

# Files that mlir-opt does not read as they are, and why.
EXCEPTIONS: dict[str, str] = {}


def files(name):
    found = [LIT / dialect / f"{name}.mlir" for dialect in DIALECTS]
    if name == "ops":
        found += sorted((LIT / "transform" / "extensions").glob("*.mlir"))
    return [
        pytest.param(path, id=path.parent.name if path.stem == name else path.stem)
        for path in found
        if path.exists() and str(path.relative_to(LIT)) not in EXCEPTIONS
    ]


def run_mlir_opt(path, *flags):
    return subprocess.run(
        [MLIR_OPT, path, "--split-input-file", "--allow-unregistered-dialect", *flags],
        capture_output=True,
        text=True,
        check=False,
    )


def chunks_of_mlir_opt(path, *flags):
    """What mlir-opt prints for each chunk of a file."""
    result = run_mlir_opt(path, *flags)
    assert result.returncode == 0, result.stderr
    return [chunk.strip("\n") for chunk in result.stdout.split("// -----\n")]


def modules(path):
    text = path.read_text(encoding="utf-8")
    for chunk in re.split(r"(?m)^// -----.*\n", text):
        module = parse_module(chunk, Context(allow_unregistered=True), filename=str(path))
        assert verify(module) == []
        yield module


@pytest.mark.parametrize("path", files("ops"))
def test_custom_form(path):
    ours = [print_op(module).strip("\n") for module in modules(path)]
    assert ours == chunks_of_mlir_opt(path)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("path", files("ops"))
def test_generic_form(path):
    ours = [print_op(module, generic=True).strip("\n") for module in modules(path)]
    assert ours == chunks_of_mlir_opt(path, "--mlir-print-op-generic")


@pytest.mark.parametrize("path", files("invalid"))
def test_invalid(path):
    result = run_mlir_opt(path, "--verify-diagnostics")
    assert result.returncode == 0, result.stderr
