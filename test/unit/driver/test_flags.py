"""Printing flags give what mlir-opt gives, character for character."""

import io
import subprocess
from pathlib import Path

import pytest

from mlirlite.driver import opt
from mlirlite.testing.features import find_mlir_opt

LIT = Path(__file__).resolve().parents[2] / "lit"
FILE = LIT / "driver" / "printing-flags.mlir"
MLIR_OPT = find_mlir_opt()
FLAGS = """
--mlir-print-op-generic
--mlir-print-debuginfo
--mlir-print-debuginfo --mlir-pretty-debuginfo
--mlir-print-debuginfo --mlir-print-op-generic
--mlir-print-debuginfo --mlir-print-local-scope
--mlir-print-debuginfo --mlir-use-nameloc-as-prefix
--mlir-print-local-scope
--mlir-print-value-users
--mlir-print-value-users --mlir-print-op-generic
--mlir-print-unique-ssa-ids
--mlir-print-unique-ssa-ids --mlir-print-op-generic
--mlir-use-nameloc-as-prefix
--mlir-elide-elementsattrs-if-larger=4
--mlir-elide-elementsattrs-if-larger=5
--mlir-elide-resource-strings-if-larger=0
--mlir-elide-resource-strings-if-larger=20
--mlir-elide-resource-strings-if-larger=40
--mlir-print-elementsattrs-with-hex-if-larger=0
--mlir-print-elementsattrs-with-hex-if-larger=4
--mlir-print-elementsattrs-with-hex-if-larger=-1
--mlir-print-skip-regions
--mlir-print-skip-regions --mlir-print-op-generic
--mlir-print-assume-verified
--no-implicit-module
--verify-each=false
--verify-roundtrip
--split-input-file
""".splitlines()


OF_DIALECTS = """
--mlir-print-debuginfo --mlir-print-op-generic
--mlir-print-debuginfo --mlir-print-local-scope
--mlir-print-unique-ssa-ids
--mlir-print-value-users
--verify-roundtrip
--cse
""".splitlines()
DIALECTS = (
    *("affine", "arith", "bufferization", "builtin", "cf", "complex", "func", "gpu", "index"),
    *("irdl", "linalg", "llvm", "math", "memref", "omp", "quant", "scf", "shape", "tensor", "tosa"),
    *("ub", "vector"),
)

pytestmark = pytest.mark.skipif(
    MLIR_OPT is None, reason="needs mlir-opt 22 (Debian: mlir-22-tools)"
)


@pytest.mark.parametrize("flags", FLAGS)
def test_as_mlir_opt(flags):
    compare(FILE, flags)


@pytest.mark.sampled(8)
@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize("flags", OF_DIALECTS)
def test_ops(dialect, flags):
    compare(LIT / dialect / "ops.mlir", f"--split-input-file {flags}")


def compare(file, flags):
    words = [str(file), "--allow-unregistered-dialect", *flags.split()]
    theirs = subprocess.run([MLIR_OPT, *words], capture_output=True, text=True, check=True)
    ours = io.StringIO()
    assert opt.main(words, stdout=ours) == 0
    assert ours.getvalue() == theirs.stdout
