"""Scores of ai.onnx.ml's models: their post-transforms, and their labels.

As in onnxruntime, the only source for the case of two classes."""

from __future__ import annotations

from typing import Any

from mlirlite.conversion.onnx_to_krnl.emit.buffer import Buffer
from mlirlite.conversion.onnx_to_krnl.emit.builder import KrnlBuilder
from mlirlite.conversion.onnx_to_krnl.emit.index import Ix
from mlirlite.conversion.onnx_to_krnl.emit.scalar import Scalar, least
from mlirlite.conversion.onnx_to_krnl.ml.tables import column
from mlirlite.dialects import krnl
from mlirlite.ir.types import F32, I64

_TRANSFORMS = ("NONE", "SOFTMAX", "LOGISTIC", "SOFTMAX_ZERO", "PROBIT")


def logistic(x: Scalar) -> Scalar:
    """1 / (1 + e^-x), without overflow."""
    power = (-x.abs()).exp()
    small = power / (1 + power)
    return (x < 0).select(small, 1 - small)


def _probit(x: Scalar) -> Scalar:
    """sqrt(2) times the inverse error function of 2x - 1, by Winitzki's formula, as onnxruntime."""
    y = x * 2 - 1
    sign = (y < 0).select(-1.0, y.coerce(1))
    log = ((1 - y) * (1 + y)).log()
    v = log * 0.5 + 2 / (3.14159 * 0.147)
    return sign * ((v * v - log * (1 / 0.147)).sqrt() - v).sqrt() * 1.41421356


def transformed(b: KrnlBuilder, scores: Buffer) -> Buffer:
    """The scores after the op's post_transform, in place."""
    name: Any = b.attr("post_transform", "NONE")
    if isinstance(name, int):
        name = _TRANSFORMS[name] if 0 <= name < len(_TRANSFORMS) else str(name)
    rows, width = scores.shape
    if name == "NONE":
        return scores
    if name not in _TRANSFORMS:
        raise b.error(f"has the unknown post_transform '{name}'")
    if name in ("LOGISTIC", "PROBIT"):
        with b.loops(rows, width) as at:
            scores[at] = (logistic if name == "LOGISTIC" else _probit)(scores[at])
        return scores
    spared = name == "SOFTMAX_ZERO"
    with b.loops(rows) as (n,):
        (most,) = b.fold(
            [width], [b.scalar(least(F32), F32)], lambda k, v: [v[0].max(scores[n, k[0]])]
        )

        def power(k: Ix) -> Scalar:
            x = scores[n, k]
            found = (x - most).exp()
            zero = (x <= 1e-7) & (x >= -1e-7)
            return zero.select(x * (-most).exp(), found) if spared else found

        (total,) = b.fold([width], [b.scalar(0, F32)], lambda k, v: [v[0] + power(k[0])])
        with b.loops(width) as (k,):
            scores[n, k] = power(k) / total
    return scores


class Labels:
    """The labels of a classifier."""

    def __init__(self, b: KrnlBuilder) -> None:
        self.b = b
        names = b.attr("classlabels_strings")
        numbers = b.attr("classlabels_ints") or b.attr("classlabels_int64s")
        self.values: list[Any] = list(names or numbers or ())
        self.count = len(self.values)
        if self.values:
            self.table = column(b, self.values, krnl.STRING if names else I64)

    def put(self, out: Buffer, at: Ix, place: Ix) -> None:
        """Store the label of a class."""
        if self.values:
            out.store(self.table.load([place]), [at])
        else:
            out[at] = self.b.number(place)


def best(b: KrnlBuilder, scores: Buffer, n: Ix) -> Ix:
    """The first class with the highest score of a row."""

    def step(k: list[Ix], state: list[Scalar]) -> list[Scalar]:
        score = scores[n, k[0]]
        better = score > state[0]
        return [better.select(score, state[0]), better.select(b.number(k[0]), state[1])]

    first = [scores[n, 0], b.scalar(0, I64)]
    return b.fold([(1, scores.shape[1])], first, step)[1].index()


def of_one(b: KrnlBuilder, single: Buffer, out: Buffer, *, signed: bool) -> None:
    """Two scores from the second class's one: with its negative, or with 1 minus it."""
    name: Any = b.attr("post_transform", "NONE")
    power, probit = name == "LOGISTIC", name == "PROBIT"
    with b.loops(out.shape[0]) as (n,):
        x = single[n, 0]
        if power:
            pair = [logistic(-x), logistic(x)]
        elif probit:
            pair = [_probit(x)] * 2
        else:
            pair = [-x if signed else 1 - x, x]
        for k, value in enumerate(pair):
            out[n, k] = value
