"""Rules of functions of mathematics: the formulas in double precision that StableHLO's rules
share."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import torch

from mlirlite.conversion.stablehlo_to_onnx import bessel, gamma
from mlirlite.conversion.stablehlo_to_onnx.control import counted
from mlirlite.ir.types import I64
from mlirlite.torch.builder import Builder, Tensor
from mlirlite.torch.pairs import lender, lent, returned
from mlirlite.torch.table import Rule, add
from mlirlite.torch.types import Unsupported

_MOST = 100_000.0
"""Steps at most from a negative number to a positive one."""


def wide(made: Callable[..., Any]) -> Rule:
    """A formula in double precision, rounded once."""

    def rule(b: Builder, *xs: Any) -> Tensor:
        lender(b)
        found: Tensor = returned(b, made(*[lent(b.operand(x, torch.float64)) for x in xs]))
        return found.to(b.dtype)

    return rule


def _digamma(x: Any) -> Any:
    pole = (x("Reciprocal") < 0).where(math.inf, x.like(-math.inf))
    return x.equal(0).where(pole, gamma.digamma(x))


def _zeta(x: Any, q: Any) -> Any:
    """The terms of negative numbers one by one, then the formula."""
    b = x.b
    q, x = q + x * 0, x + q * 0
    lowest = q("IsNaN").where(1.0, q)
    lowest = lowest("ReduceMin", None, keepdims=0) if q.rank else lowest
    steps = b("Min", [b("Max", [-lowest("Floor") + 1.0, lowest.like(0.0)]), lowest.like(_MOST)])

    def step(index: Any, values: Sequence[Any]) -> list[Any]:
        total, base = values
        low = base < 1.0
        return [low.where(total + base("Pow", -x), total), low.where(base + 1.0, base)]

    total, base = counted(b, steps.to(I64), [q * 0.0, q], step)
    total = (base < 0).where(math.nan, total)
    return total + gamma.zeta(x, base)


def _polygamma(b: Builder, n: int, x: Any) -> Tensor:
    factor = float(math.factorial(n) * (-1) ** (n + 1))
    made = _digamma if n == 0 else lambda v: _zeta(v * 0 + (n + 1.0), v) * factor
    found: Tensor = wide(made)(b, x)
    return found


def _erfcx(x: Any) -> Any:
    """exp(x * x) erfc(x): of negative numbers by the function of positive ones."""
    size = x("Abs")
    inner = size("IsInf").where(1.0, (size - 3.75) / (size + 3.75))
    right = gamma.chebyshev(inner, gamma.ERFCX) / (size * 2 + 1)
    return (x < 0).where((x * x)("Exp") * 2.0 - right, right)


def _ndtri(p: Any) -> Any:
    """The quantile of the normal distribution: near the ends by Newton's steps on logarithms."""
    high = p > 0.5
    tail = high.where(1 - p, p)
    near = tail > 0.02
    middle = gamma.erf_inv(near.where(1 - tail * 2, 0.0)) * math.sqrt(2)
    given = (near | (tail <= 0)).where(0.01, tail)
    log = given("Log")
    x = (log * -2.0)("Sqrt")
    x = x - (x("Log") + 0.5 * math.log(2 * math.pi)) / x
    for _ in range(5):
        scaled = _erfcx(x * math.sqrt(0.5))
        gap = (scaled * 0.5)("Log") - x * x * 0.5 - log
        x = x + gap * scaled * math.sqrt(math.pi / 2)
    found = tail.equal(0).where(math.inf, near.where(middle, x))
    found = high.where(found, -found)
    return ((p < 0) | (p > 1)).where(math.nan, found)


def _sinc(x: Any) -> Any:
    """sin(x) / x."""
    return x("IsInf").where(0.0, x.equal(0).where(1.0, x("Sin") / x))


def _frexp(b: Builder, x: Tensor) -> Sequence[Tensor]:
    """A fraction from 0.5 up to 1, and the power of 2."""
    if x.dtype is torch.float64:
        raise Unsupported("fractions of float64")
    value = lent(x.to(torch.float64))
    size = value("Abs")
    plain = (size > 0) & ~(size("IsInf") | size("IsNaN"))
    power = (plain.where(size, 1.0)("Log") * (1 / math.log(2)))("Floor") + 1.0
    fraction = value * power.like(2.0)("Pow", -power)
    high, low = fraction("Abs") >= 1.0, fraction("Abs") < 0.5
    fraction = high.where(fraction * 0.5, low.where(fraction * 2.0, fraction))
    power = high.where(power + 1.0, low.where(power - 1.0, power))
    found = [plain.where(fraction, value), plain.where(power, 0.0)]
    return [returned(b, v).to(r.dtype) for v, r in zip(found, b.result, strict=True)]


_BESSEL: dict[str, Callable[..., Any]] = {
    "bessel_i0": bessel.bessel_i0,
    "bessel_i0e": bessel.bessel_i0e,
    "bessel_i1": bessel.bessel_i1,
    "bessel_i1e": gamma.bessel_i1e,
    "bessel_j0": bessel.bessel_j0,
    "bessel_j1": bessel.bessel_j1,
    "i0": bessel.bessel_i0,
    "special_bessel_y0": bessel.bessel_y0,
    "special_bessel_y1": bessel.bessel_y1,
    "special_modified_bessel_i0": bessel.bessel_i0,
    "special_modified_bessel_i1": bessel.bessel_i1,
    "special_modified_bessel_k0": partial(bessel.bessel_k, order=0),
    "special_modified_bessel_k1": partial(bessel.bessel_k, order=1),
    "special_scaled_modified_bessel_k0": partial(bessel.bessel_ke, order=0),
    "special_scaled_modified_bessel_k1": partial(bessel.bessel_ke, order=1),
}
add({name: wide(made) for name, made in _BESSEL.items()})
add({
    "digamma": wide(_digamma),
    "erf_inv": wide(gamma.erf_inv),
    "erfc": wide(gamma.erfc),
    "erfcx": wide(_erfcx),
    "erfinv": wide(gamma.erf_inv),
    "frexp": _frexp,
    "lgamma": wide(gamma.lgamma),
    "ndtri": wide(_ndtri),
    "polygamma": _polygamma,
    "special_zeta": wide(_zeta),
    "spherical_bessel_j0": wide(_sinc),
    "zeta": wide(_zeta),
})  # fmt: skip
