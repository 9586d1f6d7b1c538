"""No pass depends on how deep regions are nested."""

import io

import pytest

from mlirlite.driver.opt import main

N = 1100  # more than Python calls deep
HEAD = "func.func @f(%c: i1, %n: index, %m: memref<4xf32>) {\n"


def nested(open: str, close: str) -> str:
    opened = "".join(open.replace("@N", str(i)) for i in range(N))
    return f"{HEAD}{opened}{close * N}return\n}}\n"


NESTS = {
    "conditionals": nested("scf.if %c {\n", "}\n"),
    "loops": nested("scf.for %i@N = %n to %n step %n {\n", "}\n"),
    "affine loops": nested(
        "affine.for %i@N = 0 to 4 {\n%v@N = affine.load %m[%i@N] : memref<4xf32>\n", "}\n"
    ),
    "scripts": "transform.sequence failures(propagate) {\n^bb0(%s0: !transform.any_op):\n"
    + "".join(
        f"transform.sequence %s{i} : !transform.any_op failures(propagate) {{\n"
        f"^bb0(%s{i + 1}: !transform.any_op):\n"
        for i in range(N)
    )
    + "}\n" * (N + 1),
    "modules": "module {\nfunc.func @f() {\nreturn\n}\n" * N + "}\n" * N,
}
PASSES = {
    "conditionals": (
        "canonicalize", "cse", "sccp", "convert-scf-to-cf", "ownership-based-buffer-deallocation",
    ),
    "loops": ("canonicalize", "loop-invariant-code-motion", "convert-scf-to-cf", "mem2reg"),
    "affine loops": ("lower-affine", "ownership-based-buffer-deallocation"),
    "scripts": ("canonicalize", "cse"),
    "modules": ("symbol-dce", "inline", "remove-dead-values", "convert-to-llvm"),
}  # fmt: skip


@pytest.mark.sampled(5)
@pytest.mark.parametrize(("nest", "flag"), [(n, f) for n, flags in PASSES.items() for f in flags])
def test_deep(nest, flag):
    errors = io.StringIO()
    code = main(
        ["-", f"--{flag}", "--mlir-print-skip-regions"],
        stdin=io.StringIO(NESTS[nest]),
        stdout=io.StringIO(),
        stderr=errors,
    )
    assert (code, errors.getvalue()) == (0, "")
