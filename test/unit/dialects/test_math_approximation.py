"""Polynomials of --math-polynomial-approximation, compiled: the stated errors, by wider floats."""

import math

import numpy as np
import pytest

from mlirlite.dialects.math.transforms.math_polynomial_approximation import ULPS, ULPS_F64
from mlirlite.ir.context import Context
from mlirlite.parser import parse_module
from mlirlite.passes.manager import run_pipeline
from mlirlite.runtime.function import CompiledFunction


def erf_in_longdouble(x):
    """Of the arrays' own type: the series of positive terms; 1 if there is no other scale."""
    x = np.asarray(x, np.longdouble)
    size = np.minimum(np.abs(x), 7)
    term = total = size
    for n in range(1, 300):
        term = term * 2 * size * size / (2 * n + 1)
        total = total + term
    pi = np.longdouble(np.pi) + np.longdouble(1.2246467991473532e-16)
    return np.copysign(total * np.exp(-size * size) * 2 / np.sqrt(pi), x)


EXACT = {
    "exp": np.exp,
    "exp2": np.exp2,
    "expm1": np.expm1,
    "tanh": np.tanh,
    "erf": erf_in_longdouble,
    "erfc": np.vectorize(math.erfc, otypes=[np.float64]),
    "log": np.log,
    "log2": np.log2,
    "log10": np.log10,
    "log1p": np.log1p,
    "sin": np.sin,
    "cos": np.cos,
    "tan": np.tan,
    "asin": np.arcsin,
    "acos": np.arccos,
    "atan": np.arctan,
    "sinh": np.sinh,
    "cosh": np.cosh,
    "asinh": np.arcsinh,
    "acosh": np.arccosh,
    "atanh": np.arctanh,
    "cbrt": np.cbrt,
    "atan2": np.arctan2,
    "powf": np.power,
}
PAIRS = ("atan2", "powf")
WIDTH = 16
TINY = [1e-45, -1e-45, 1e-38, -1e-38]
SPECIAL = [0.0, -0.0, np.inf, -np.inf, np.nan, 1.0, -1.0, 2.0, -3.0, 0.5, *TINY, 88.8, -104.0, 1e10]


def compiled(name, element, flags=""):
    """A function of arrays that does vectors of 16."""
    context = Context()
    v = f"vector<{WIDTH}x{element}>"
    m = f"memref<?x{element}>"
    second = ", %b" if name in PAIRS else ""
    text = f"""
      func.func @f(%x: {m}, %z: {m}, %y: {m}) {{
        %c0 = arith.constant 0 : index
        %c1 = arith.constant {WIDTH} : index
        %n = memref.dim %x, %c0 : {m}
        scf.for %i = %c0 to %n step %c1 {{
          %a = vector.load %x[%i] : {m}, {v}
          %b = vector.load %z[%i] : {m}, {v}
          %c = math.{name} %a{second}{flags} : {v}
          vector.store %c, %y[%i] : {m}, {v}
        }}
        return
      }}"""
    module = parse_module(text, context)
    run_pipeline(module, "builtin.module(math-polynomial-approximation{f64=true})", context)
    assert not any(op.name == f"math.{name}" for op in module.walk())
    return CompiledFunction(module, context, "f")


def arguments(name, count, dtype):
    """Numbers of every size that the function is stated for, and special ones, each with each."""
    rng = np.random.default_rng(0)
    wide = dtype == np.float64
    integers = np.uint64 if wide else np.uint32
    bits = rng.integers(0, np.iinfo(integers).max, (2, count), dtype=integers, endpoint=True)
    special = np.array([[a, b] for a in SPECIAL for b in SPECIAL]).T
    ranges = [rng.uniform(-s, s, (2, count)) for s in (1, 2, 110, 700)]
    with np.errstate(all="ignore"):
        found = np.concatenate([bits.view(dtype), *ranges, special], axis=1).astype(dtype)
    return np.pad(found, ((0, 0), (0, -found.shape[1] % WIDTH)))


def errors(got, want):
    """Units in the last place of the exact results; of results that are not normal, of the least
    number."""
    with np.errstate(all="ignore"):
        rounded = want.astype(got.dtype)
        unit = np.spacing(np.minimum(np.abs(rounded), np.finfo(got.dtype).max))
        found = np.abs(got.astype(want.dtype) - want) / unit
    same = (got == rounded) | (np.isnan(got) & np.isnan(rounded))
    return np.where(same, 0.0, np.where(np.isnan(found), np.inf, found)).astype(float)


def check(name, dtype, stated):
    element, exact = ("f64", np.longdouble) if dtype == np.float64 else ("f32", np.float64)
    x, z = arguments(name, 60_000, dtype)
    got = np.empty_like(x)
    compiled(name, element)(x, z, got)
    operands = [a.astype(exact) for a in ((x, z) if name in PAIRS else (x,))]
    with np.errstate(all="ignore"):
        want = np.asarray(EXACT[name](*operands), exact)
    found = errors(got, want)
    worst = int(found.argmax())
    assert found[worst] <= stated, (x[worst], z[worst], got[worst], want[worst], found[worst])
    assert (np.signbit(got) == np.signbit(want))[want == 0].all()


def stated(table, name):
    return {op.definition.name: ulp for op, ulp in table.items()}.get(f"math.{name}")


@pytest.mark.sampled(12)
@pytest.mark.parametrize("name", EXACT)
def test_errors_are_as_stated(name):
    check(name, np.float32, stated(ULPS, name) or 1)


def test_powers_of_every_size():
    """Also of numbers next to 1, whose logarithms are small and exponents large."""
    rng = np.random.default_rng(0)
    x = 1 + rng.standard_normal(1 << 18) * 10.0 ** rng.uniform(-7, 0, 1 << 18)
    x = np.abs(x).astype(np.float32)
    with np.errstate(all="ignore"):
        z = (rng.uniform(-150, 129, x.size) / np.log2(x.astype(np.float64))).astype(np.float32)
        want = np.power(x.astype(np.float64), z.astype(np.float64))
    got = np.empty_like(x)
    compiled("powf", "f32")(x, z, got)
    assert errors(got, want).max() <= stated(ULPS, "powf")


def test_exp_with_afn_is_zero_or_near():
    x = np.concatenate([arguments("exp", 60_000, np.float32)[0], np.float32([-87.4, -87.7, -88.1])])
    x = np.pad(x, (0, -x.size % WIDTH))
    got = np.empty_like(x)
    compiled("exp", "f32", " fastmath<afn>")(x, x, got)
    with np.errstate(all="ignore"):
        want = np.exp(x.astype(np.float64))
        near = np.abs(got / want - 1) <= 2e-7 + np.abs(x) * 1.4e-8
    normal = (want >= 2.0**-126) & (want < 2.0**127.4)
    assert near[normal].all()
    assert np.isinf(got[want >= 2.0**128]).all()
    assert (got[want < 2.0**-126.6] == 0).all()
    assert np.isnan(got[np.isnan(x)]).all()


@pytest.mark.sampled(12)
@pytest.mark.skipif(np.finfo(np.longdouble).nmant < 60, reason="nothing is wider than f64 here")
@pytest.mark.parametrize("name", [n for n in EXACT if stated(ULPS_F64, n)])
def test_errors_in_f64_are_as_stated(name):
    check(name, np.float64, stated(ULPS_F64, name))
