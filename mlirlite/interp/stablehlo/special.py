"""Functions of chlo."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from mlirlite.interp.stablehlo.arrays import Function, constant_array, on, wide
from mlirlite.interp.stablehlo.elementwise import _RELATIONS
from mlirlite.interp.values import Array
from mlirlite.ir.types import element_type_of
from mlirlite.ods.hooks import DataOp


def _each(function: Function) -> Function:
    """A function of Python's numbers, of each element."""

    def guarded(*values: Any) -> Any:
        try:
            return function(*values)
        except (ValueError, OverflowError, ZeroDivisionError):
            return math.nan

    return np.vectorize(guarded, otypes=[np.float64])


def _lgamma(x: float) -> float:
    if x == math.inf or x == -math.inf or (x <= 0 and x == math.floor(x)):
        return math.inf
    return math.lgamma(x)


def digamma(x: float) -> float:
    """The derivative of the logarithm of the gamma function."""
    if x != x or x == -math.inf:
        return math.nan
    if x <= 0:
        if x == math.floor(x):
            return math.nan
        return digamma(1 - x) - math.pi / math.tan(math.pi * x)
    found = 0.0
    while x < 12:
        found -= 1 / x
        x += 1
    square = 1 / (x * x)
    series = square * (
        1 / 12 - square * (1 / 120 - square * (1 / 252 - square * (1 / 240 - square / 132)))
    )
    return found + math.log(x) - 1 / (2 * x) - series


def erf_inv(y: float) -> float:
    """The inverse of erf."""
    if not -1 <= y <= 1:
        return math.nan
    if abs(y) == 1:
        return math.copysign(math.inf, y)
    a = 0.147
    t = math.log1p(-y * y)
    u = 2 / (math.pi * a) + t / 2
    x = math.copysign(math.sqrt(math.sqrt(u * u - t / a) - u), y)
    for _ in range(4):
        slope = 2 / math.sqrt(math.pi) * math.exp(-x * x)
        gap = (
            (math.erfc(abs(x)) - (1 - abs(y))) * -math.copysign(1, y)
            if abs(y) > 0.5
            else math.erf(x) - y
        )
        if slope == 0:
            break
        step = gap / slope
        x -= step / (1 + x * step)
    return x


def bessel_i1e(x: float) -> float:
    """The modified Bessel function of order 1, times exp(-|x|): its integral over half a turn, by a
    sum whose error falls exponentially; far out its asymptotic series."""
    size = abs(x)
    if size == 0:
        return x
    if size > 50:
        term = total = 1.0
        for k in range(1, 20):
            term *= -(4 - (2 * k - 1) ** 2) / (8 * k * size)
            total += term
        found = total / math.sqrt(2 * math.pi * size)
    else:
        count = 128
        angles = [math.pi * (i + 0.5) / count for i in range(count)]
        waves = [math.exp(size * (math.cos(t) - 1)) * math.cos(t) for t in angles]
        found = math.fsum(waves) / count
    return math.copysign(found, x)


def _square(x: Array) -> Array:
    return np.real(x * x) if x.dtype.kind != "c" else x * x


_UNARY: dict[str, Function] = {
    "acos": np.arccos,
    "acosh": np.arccosh,
    "asin": np.arcsin,
    "asinh": np.arcsinh,
    "atan": np.arctan,
    "atanh": np.arctanh,
    "conj": np.conj,
    "cosh": np.cosh,
    "sinh": np.sinh,
    "tan": np.tan,
    "bessel_i1e": _each(bessel_i1e),
    "digamma": _each(digamma),
    "erf": _each(math.erf),
    "erf_inv": _each(erf_inv),
    "erfc": _each(math.erfc),
    "lgamma": _each(_lgamma),
    "is_inf": np.isinf,
    "is_neg_inf": np.isneginf,
    "is_pos_inf": np.isposinf,
    "square": _square,
}
for _name, _function in _UNARY.items():

    def _run(op: DataOp, x: Array, function: Function = _function) -> Any:
        return function(wide(x))

    on(f"chlo.{_name}", vectorized=True)(_run)


@on("chlo.next_after", vectorized=True)
def run_next_after(op: DataOp, x: Array, y: Array) -> Array:
    """The next number toward another one."""
    return np.nextafter(x, y)


@on("chlo.mulhi", vectorized=True)
def run_mulhi(op: DataOp, x: Array, y: Array) -> Array:
    """The upper half of a product."""
    width: Any = element_type_of(op.results[0].type)
    products = x.astype(object) * y.astype(object)
    return np.asarray((products >> width.width).astype(x.dtype))


@on("chlo.top_k")
def run_top_k(op: DataOp, x: Array) -> list[Array]:
    """The largest elements of the last dimension, and their indices."""
    k = op.properties["k"].value
    value = wide(x)
    if value.dtype.kind == "u" or value.dtype == np.bool_:
        value = value.astype(np.int64)
    order = np.argsort(-_total(value), axis=-1, kind="stable")[..., :k]
    return [np.take_along_axis(x, order, -1), order]


def _total(value: Array) -> Array:
    """Numbers that are in the order of the values, NaN above all."""
    if value.dtype.kind != "f":
        return value.astype(np.int64)
    return np.where(np.isnan(value), np.inf, value)


@on("chlo.constant")
def run_constant(op: DataOp) -> Array:
    """The elements."""
    return constant_array(op.properties["value"])


@on("chlo.broadcast_compare")
def run_broadcast_compare(op: DataOp, x: Array, y: Array) -> Array:
    """Whether a relation holds, with broadcasting."""
    found: Array = _RELATIONS[op.properties["comparison_direction"].value.name](wide(x), wide(y))
    return found
