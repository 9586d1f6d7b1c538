"""Patterns that are part of folding; with mlir-opt 22, ops fold where upstream folds."""

import re
import shutil
import sys
from pathlib import Path

import pytest

from mlirlite.parser import parse_module
from mlirlite.printer import print_op
from mlirlite.rewriting.folding import fold_results
from mlirlite.rewriting.pattern import FOLDINGS

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "bench"))

import random_programs  # noqa: E402

_KEPT_APART = "canonicalize-kept-apart"
"""Where upstream changes a value."""


def _op(text, name):
    module = parse_module(text)
    return module, next(op for op in module.inside() if op.name == name)


def test_a_pattern_gives_values_or_changes_the_op():
    module, op = _op(
        "func.func @f(%v: vector<2xf32>) -> f32 { %c = arith.constant 1 : index "
        "%0 = vector.extract %v[%c] : f32 from vector<2xf32> return %0 : f32 }",
        "vector.extract",
    )
    assert fold_results(op) == ()
    assert "vector.extract %arg0[1]" in print_op(module)
    module, op = _op(
        "func.func @f(%t: tensor<2xf32>, %x: f32) -> tensor<2xf32> { %0 = tensor.pad %t low[0] "
        "high[0] { ^bb0(%i: index): tensor.yield %x : f32 } : tensor<2xf32> to tensor<2xf32> "
        "return %0 : tensor<2xf32> }",
        "tensor.pad",
    )
    assert fold_results(op) == (op.operands[0],)
    assert len(FOLDINGS.for_class(type(op))) == 1


@pytest.mark.bulk
@pytest.mark.skipif(not shutil.which("mlir-opt-22"), reason="mlir-opt 22 is not installed")
@pytest.mark.parametrize("dialect", ["arith", "index", "memref", "tensor", "vector"])
def test_ops_fold_where_upstream_folds(dialect):
    """int-range-optimizations does nothing else with most of these functions."""
    texts = []
    for file in sorted((ROOT / "test/lit" / dialect).glob("canonicalize*.mlir")):
        if file.stem != _KEPT_APART:
            texts += re.split(r"^// -----.*$", file.read_text(), flags=re.M)
    any_dialect = "--allow-unregistered-dialect"
    given = [g for g in random_programs.theirs(texts, any_dialect) if g not in (None, "crash")]
    assert given
    flags = "--int-range-optimizations", any_dialect
    for text, wanted in zip(given, random_programs.theirs(given, *flags), strict=True):
        assert random_programs.ours(text, *flags)[0] == wanted
