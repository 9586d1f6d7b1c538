"""mlirlite-run on functions: arguments, results, files, and their errors."""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
import pytest

from mlirlite.driver.run import main

TEXT = """
func.func @scale(%x: f64, %m: memref<?x2xf64>, %k: i8) -> (memref<2xf64>, i8, f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %v = memref.load %m[%c1, %c0] : memref<?x2xf64>
  %p = arith.mulf %v, %x : f64
  memref.store %p, %m[%c0, %c1] : memref<?x2xf64>
  %r = memref.alloc() : memref<2xf64>
  memref.store %p, %r[%c0] : memref<2xf64>
  memref.store %x, %r[%c1] : memref<2xf64>
  %n = arith.addi %k, %k : i8
  return %r, %n, %p : memref<2xf64>, i8, f64
}
func.func private @outside() -> i32
"""


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "a.mlir"
    path.write_text(TEXT)
    return str(path)


def run(*argv: str) -> tuple[int, str, str]:
    out, err = io.StringIO(), io.StringIO()
    code = main(argv, stdin=io.StringIO(), stdout=out, stderr=err)
    return code, out.getvalue(), err.getvalue()


@pytest.mark.parametrize("how", [(), ("--interpret",)])
def test_arguments_from_files_and_results_to_files(
    file: str, tmp_path: Path, how: tuple[str]
) -> None:
    given = str(tmp_path / "m.npy")
    np.save(given, np.arange(4.0).reshape(2, 2))
    folder = tmp_path / "out"
    code, out, err = run(
        file, "-e", "scale", *how, "--arg=1.5", f"--arg={given}", "--arg=100",
        f"--output-dir={folder}",
    )  # fmt: skip
    assert (code, err) == (0, "")
    assert out.splitlines() == [
        "result0: [3.0, 1.5]",
        "result1: -56",
        "result2: 3.0",
        "arg1: [[0.0, 3.0], [2.0, 3.0]]",
    ]
    assert np.load(folder / "result0.npy").tolist() == [3.0, 1.5]
    assert np.load(folder / "arg1.npy").tolist() == [[0.0, 3.0], [2.0, 3.0]]
    assert np.load(given).tolist() == [[0.0, 1.0], [2.0, 3.0]]


@pytest.mark.parametrize("how", [(), ("--interpret",)])
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("x", "[[1,2]]", "1"), "argument 0 needs a value of type f64"),
        (("1", "[[1,2,3]]", "1"), "argument 1 needs the shape of memref<?x2xf64>, found [1, 3]"),
        (("1", "[1", "1"), "argument 1 needs a value of type memref<?x2xf64>"),
        (("1", "[[1,2]]", "1.5"), "argument 2 needs a value of type i8"),
        (("1", "none.npy", "1"), "cannot read argument 1 from 'none.npy': No such file"),
        (("1", "[[1,2]]"), "takes 3 arguments (f64, memref<?x2xf64>, i8), found 2"),
    ],
)
def test_wrong_arguments(
    file: str, how: tuple[str], arguments: tuple[str, ...], message: str
) -> None:
    code, out, err = run(file, "-e", "scale", *how, *(f"--arg={a}" for a in arguments))
    assert (code, out) == (1, "")
    assert message in err
    assert "internal error" not in err


def test_wrong_entries(file: str) -> None:
    assert "'outside' is not a function with a body" in run(file, "-e", "outside")[2]
    assert "there is no function 'main' in the module" in run(file, "--interpret")[2]
    said = run(file, "-e", "scale", "--entry-point-result=f32")[2]
    assert "returns (memref<2xf64>, i8, f64), but --entry-point-result says f32" in said
    said = run(file, "-e", "scale", "--entry-point-result=f8")[2]
    assert "takes f32, f64, i32, i64 or void, found" in said
