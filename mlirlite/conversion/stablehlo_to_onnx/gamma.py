"""Functions of mathematics that onnx has not, in double precision, element by element.

Chebyshev coefficients were fitted to values of scipy.special; each error is below 4e-15."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from mlirlite.conversion.stablehlo_to_onnx.builder import Builder, Tensor, rule
from mlirlite.ir.types import BF16, F32, F64
from mlirlite.ods.hooks import DataOp

ERFCX = (
    *(1.1775789345674015, -0.0045900545806467257, -0.084249133366517945),
    *(0.059209939998191852, -0.026658668435305906, 0.0090749976707052496),
    *(-0.0024131635404177976, 0.00049077583652577914, -6.9169733025134029e-05),
    *(4.1390279860193989e-06, 7.7403830662500482e-07, -2.1886401047845329e-07),
    *(1.0764999385405289e-08, 4.5219598165299459e-09, -7.754399652333397e-10),
    *(-6.3180927456643991e-11, 2.8687768183882425e-11, 1.9468805621335201e-13),
    *(-9.6552247249124857e-13, 3.2441447820528234e-14, 3.3510992055753368e-14),
    *(-1.9744338924358854e-15, -1.2655751455483201e-15),
)
"""(1 + 2 x) exp(x * x) erfc(x), in (x - 3.75) / (x + 3.75)."""
_BESSEL_NEAR = (
    *(0.12629359322181685, -0.17641651835783406, 0.10264365868984726),
    *(-0.052945981208094871, 0.024726449030626454, -0.010564084894626338),
    *(0.00415642294431304, -0.0015135724506313199, 0.00051228595616845292),
    *(-0.00016176081582591683, 4.7815651075445295e-05, -1.3273163656023334e-05),
    *(3.4702513080706616e-06, -8.5687202645925572e-07, 2.0032947528758928e-07),
    *(-4.4450591262558546e-08, 9.3815374938106797e-09, -1.8872496932865761e-09),
    *(3.6255888849753003e-10, -6.6634812337877992e-11, 1.1736223020313684e-11),
    *(-1.9840238607765176e-12, 3.224064744451397e-13, -5.0519721392850555e-14),
    *(7.7481335276019418e-15, -1.1199068081098951e-15, 2.1283296805708421e-16),
)
"""exp(-x) I1(x) / x, in x / 4 - 1, up to 8."""
_BESSEL_FAR = (
    *(0.38928811750914011, -0.0097610974913614618, -0.00011058893876255609),
    *(-3.882564808851297e-06, -2.5122362375647407e-07, -2.6314688411246517e-08),
    *(-3.835380398024379e-09, -5.5897441278314004e-10, -1.8974989613092849e-11),
    *(3.2525988598334156e-11, 1.4125804060669554e-11, 2.0355375152973522e-12),
    *(-7.1990719773736074e-13, -4.084392926884585e-13, -2.104686851604381e-14),
    *(4.2704681668072903e-14, 1.0431665876333603e-14, -3.8376444552792975e-15),
    *(-1.9370333819004859e-15, 2.6762478870273227e-16, 2.7894737591707852e-16),
)
"""exp(-x) I1(x) sqrt(x), in 16 / x - 1, from 8."""
_BERNOULLI = (1 / 6, -1 / 30, 1 / 42, -1 / 30, 5 / 66, -691 / 2730, 7 / 6, -3617 / 510)
"""B2, B4, …"""
_LANCZOS = (
    *(676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059),
    *(12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7),
)
"""Lanczos' coefficients for g = 7, but the first."""


def _wide(name: str) -> Callable[[Callable[..., Tensor]], Callable[..., Tensor]]:
    """Registers a function that computes with f64, whatever the elements are."""

    def register(function: Callable[..., Tensor]) -> Callable[..., Tensor]:
        def convert(b: Builder, op: DataOp, *operands: Tensor) -> Tensor:
            found = function(*(v.to(F64) for v in operands))
            return found.to(operands[0].element)

        rule(name)(convert)
        return function

    return register


def chebyshev(x: Tensor, coefficients: Sequence[float]) -> Tensor:
    """Clenshaw's sum of Chebyshev polynomials."""
    twice = x * 2.0
    last, before = x * 0.0, x * 0.0
    for c in reversed(coefficients[1:]):
        last, before = twice * last - before + c, last
    return x * last - before + coefficients[0]


def powers(x: Tensor, coefficients: Sequence[float]) -> Tensor:
    """The same sum by powers: fewer steps, with an error that f32 has anyway."""
    from numpy.polynomial.chebyshev import cheb2poly  # late: numpy is not loaded for text

    *lower, highest = cheb2poly(coefficients)
    total = x * float(highest)
    for c in reversed(lower[1:]):
        total = (total + float(c)) * x
    return total + float(lower[0])


def _exp_of_square(x: Tensor) -> Tensor:
    """exp(-x * x), with the square in two parts; that of the first one is exact."""
    high = x.to(F32 if x.element is F64 else BF16).to(x.element)
    return (-(high * high))("Exp") * ((high - x) * (high + x))("Exp")


@rule("chlo.erfc")
def narrow_erfc(b: Builder, op: DataOp, x: Tensor) -> Tensor:
    """1 - erf(x), with f64 only where that is the type of the elements."""
    return erfc(x if x.element is F64 else x.to(F32)).to(x.element)


def erfc(x: Tensor) -> Tensor:
    """1 - erf(x) of f64 or f32, precise where that is small."""
    zero = 28.0 if x.element is F64 else 10.5
    size = x("Abs")
    # A comparison with NaN is false: it stays.
    bounded = (size > zero).where(zero, size)
    inner = (bounded - 3.75) / (bounded + 3.75)
    scaled = chebyshev(inner, ERFCX) if x.element is F64 else powers(inner, ERFCX[:13])
    tail = scaled / (bounded * 2 + 1) * _exp_of_square(bounded)
    tail = (size > zero).where(0.0, tail)
    return (x < 0).where(2 - tail, tail)


@_wide("chlo.erf_inv")
def erf_inv(y: Tensor) -> Tensor:
    """The inverse of erf: Winitzki's approximation, and three of Halley's steps."""
    size, factor = y("Abs"), 2 / math.sqrt(math.pi)
    inside = size < 1.0
    given = inside.where(size, 0.5)
    a = 0.147
    t = ((1 - given) * (given + 1))("Log")
    u = t * 0.5 + 2 / (math.pi * a)
    x = ((u * u - t * (1 / a))("Sqrt") - u)("Sqrt")
    rest = 1 - given
    for _ in range(3):
        gap = (given > 0.5).where(rest - erfc(x), _erf(x) - given)
        step = gap / (_exp_of_square(x) * factor)
        x = x - step / (x * step + 1)
    x = (given < 1e-8).where(given * (1 / factor), x)
    found = inside.where(x, (size.equal(1.0)).where(float("inf"), y.like(float("nan"))))
    return (y < 0).where(-found, found)


def _erf(x: Tensor) -> Tensor:
    """erf by its series, for x up to 1; more is not asked for."""
    square = x * x
    term, total = x, x
    for k in range(1, 18):
        term = term * square * (-1 / k)
        total = total + term * (1 / (2 * k + 1))
    return total * (2 / math.sqrt(math.pi))


@_wide("chlo.lgamma")
def lgamma(x: Tensor) -> Tensor:
    """The logarithm of the size of the gamma function: Lanczos' sum, and the reflection."""
    low = x < 0.5
    z = low.where(-x, x - 1)
    total = z * 0.0 + 0.99999999999980993
    for i, c in enumerate(_LANCZOS):
        total = total + (z + (i + 1.0))("Reciprocal") * c
    t = z + 7.5
    log_t = t("Log")
    right = (z + 0.5) * log_t - t + (total("Log") + 0.5 * math.log(2 * math.pi))
    # Around 1 and 2, where the value is small, its series is more precise.
    right = _near(x, right)
    size = x("Abs")
    part = size - size("Floor")
    part = (part > 0.5).where(1 - part, part)
    left = math.log(math.pi) - (part * math.pi)("Sin")("Log") - right
    pole = part.equal(0) & (x <= 0)
    found = low.where(left, right)
    infinite = pole | x("IsInf") | (size > 1e305)
    return infinite.where(float("inf"), found)


def _near(x: Tensor, right: Tensor) -> Tensor:
    """The logarithm near 1 and 2, by the series of zeta at whole numbers."""
    for center in (1.0, 2.0):
        d = x - center
        near = d("Abs") < 0.2
        d = near.where(d, 0.0)
        total = d * 0.0
        for k in range(24, 1, -1):
            total = (total + (-1) ** k * (_ZETA[k] + (0 if center == 1.0 else -1)) / k) * d
        total = (total + (-_EULER + (0 if center == 1.0 else 1))) * d
        right = near.where(total, right)
    return right


_EULER = 0.57721566490153286
"""Euler's constant."""


def _zeta_of(k: int) -> float:
    """Riemann's zeta function of a whole number."""
    terms = sum(i**-k for i in range(20, 0, -1))
    return float(
        terms
        + 20.0 ** (1 - k) / (k - 1)
        - 0.5 * 20.0**-k
        + k / 12 * 20.0 ** (-k - 1)
        - k * (k + 1) * (k + 2) / 720 * 20.0 ** (-k - 3)
    )


_ZETA = [0.0, 0.0, *map(_zeta_of, range(2, 30))]


@_wide("chlo.digamma")
def digamma(x: Tensor) -> Tensor:
    """The derivative of lgamma: the asymptotic series beyond 10, shifts before it."""
    low = x < 0.5
    z = low.where(1 - x, x)
    total = z * 0.0
    for _ in range(10):
        near = z < 10.0
        total = near.where(total - z("Reciprocal"), total)
        z = near.where(z + 1, z)
    inverse = z("Reciprocal")
    square = inverse * inverse
    series = square * 0.0
    for k in range(len(_BERNOULLI) - 1, -1, -1):
        series = (series + _BERNOULLI[k] / (2 * k + 2)) * square
    found = total + z("Log") - inverse * 0.5 - series
    part = x - x("Round")  # the tangent has the period 1
    reflected = found - (part * math.pi)("Tan")("Reciprocal") * math.pi
    pole = x.equal(x("Floor")) & (x <= 0)
    lost = pole | (x("IsInf") & (x < 0))
    return lost.where(float("nan"), x("IsInf").where(x, low.where(reflected, found)))


@_wide("chlo.zeta")
def zeta(x: Tensor, q: Tensor) -> Tensor:
    """Hurwitz' zeta function, by the formula of Euler and Maclaurin."""
    base, total = q, q * 0.0
    for _ in range(12):
        total = total + base("Pow", -x)
        base = base + 1
    power = base("Pow", -x)
    total = total + power * base / (x - 1) + power * 0.5
    factor, scale = x, power / base
    square = base * base
    for k, number in enumerate(_BERNOULLI):
        total = total + factor * scale * (number / math.factorial(2 * k + 2))
        factor = factor * (x + (2 * k + 1)) * (x + (2 * k + 2))
        scale = scale / square
    whole = q.equal(q("Floor"))
    pole = (q <= 0) & whole
    odd = (q <= 0) & ~whole & ~x.equal(x("Floor"))
    total = odd.where(float("nan"), pole.where(float("inf"), total))
    total = x.equal(1).where(float("inf"), total)
    return (x < 1).where(float("nan"), total)


@_wide("chlo.polygamma")
def polygamma(n: Tensor, x: Tensor) -> Tensor:
    """Derivatives of digamma, of whole orders."""
    even = (n * 0.5).equal((n * 0.5)("Floor"))
    found = lgamma(n + 1)("Exp") * zeta(n + 1, x)
    found = even.where(-found, found)
    wrong = (n < 0) | ~n.equal(n("Floor"))
    return wrong.where(float("nan"), n.equal(0).where(digamma(x), found))


@_wide("chlo.bessel_i1e")
def bessel_i1e(x: Tensor) -> Tensor:
    """The modified Bessel function of order 1, times exp(-|x|)."""
    size = x("Abs")
    near = size <= 8.0
    low = near.where(size, 8.0)
    first = chebyshev(low * 0.25 - 1, _BESSEL_NEAR) * low
    high = near.where(x.like(8.0), size)
    second = chebyshev(16.0 * high("Reciprocal") - 1, _BESSEL_FAR) / high("Sqrt")
    found = near.where(first, second)
    return (x < 0).where(-found, found)
