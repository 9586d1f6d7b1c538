"""Polynomials of --math-polynomial-approximation, compiled, against f64: the stated errors."""

import math

import numpy as np
import pytest

from mlirlite.dialects.math.transforms.math_polynomial_approximation import ULPS
from mlirlite.ir.context import Context
from mlirlite.parser import parse_module
from mlirlite.passes.manager import run_pipeline
from mlirlite.runtime.function import CompiledFunction

EXACT = {
    "exp": np.exp,
    "expm1": np.expm1,
    "tanh": np.tanh,
    "erf": np.vectorize(math.erf),
    "log": np.log,
    "log1p": np.log1p,
    "sin": np.sin,
    "cos": np.cos,
}
WIDTH = 16
SPECIAL = [
    0.0,
    -0.0,
    np.inf,
    -np.inf,
    np.nan,
    1.0,
    -1.0,
    1e-45,
    -1e-45,
    1e-38,
    -1e-38,
    88.8,
    -104.0,
]


def compiled(name):
    """A function of two arrays that does vectors of 16."""
    context = Context()
    v = f"vector<{WIDTH}xf32>"
    text = f"""
      func.func @f(%x: memref<?xf32>, %y: memref<?xf32>) {{
        %c0 = arith.constant 0 : index
        %c1 = arith.constant {WIDTH} : index
        %n = memref.dim %x, %c0 : memref<?xf32>
        scf.for %i = %c0 to %n step %c1 {{
          %a = vector.load %x[%i] : memref<?xf32>, {v}
          %b = math.{name} %a : {v}
          vector.store %b, %y[%i] : memref<?xf32>, {v}
        }}
        return
      }}"""
    module = parse_module(text, context)
    run_pipeline(module, "builtin.module(math-polynomial-approximation)", context)
    assert not any(op.name == f"math.{name}" for op in module.walk())
    return CompiledFunction(module, context, "f")


def arguments(name, count):
    """Numbers of every size that the function is stated for, and special ones."""
    rng = np.random.default_rng(0)
    bits = rng.integers(0, 1 << 32, count, dtype=np.uint64).astype(np.uint32)
    x = np.concatenate(
        [bits.view(np.float32), rng.uniform(-110, 110, count), rng.uniform(-2, 2, count), SPECIAL]
    ).astype(np.float32)
    if name in ("sin", "cos"):
        x = np.where(np.abs(x) > 2.0**30, np.float32(1.5), x)
    return np.concatenate([x, np.zeros(-len(x) % WIDTH, np.float32)])


def errors(got, want):
    """Units in the last place of the exact results; of results that are not normal, of 2^-149."""
    with np.errstate(all="ignore"):
        rounded = want.astype(np.float32)
        unit = np.spacing(np.minimum(np.abs(rounded), np.finfo(np.float32).max))
        found = np.abs(got.astype(np.float64) - want) / unit
    same = (got == rounded) | (np.isnan(got) & np.isnan(rounded))
    return np.where(same, 0.0, np.where(np.isnan(found), np.inf, found))


@pytest.mark.parametrize("name", EXACT)
def test_errors_are_as_stated(name):
    function = compiled(name)
    x = arguments(name, 200_000)
    got = np.empty_like(x)
    function(x, got)
    with np.errstate(all="ignore"):
        want = EXACT[name](x.astype(np.float64))
    found = errors(got, want)
    worst = int(found.argmax())
    stated = next(ulp for op, ulp in ULPS.items() if op.definition.name == f"math.{name}")
    assert found[worst] <= stated, (x[worst], got[worst], want[worst], found[worst])
    assert (np.signbit(got) == np.signbit(want))[want == 0].all()
