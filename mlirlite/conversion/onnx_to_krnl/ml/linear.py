"""Linear models and support vector machines of ai.onnx.ml."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from mlirlite.conversion.onnx_to_krnl.emit.buffer import Buffer
from mlirlite.conversion.onnx_to_krnl.emit.builder import KrnlBuilder
from mlirlite.conversion.onnx_to_krnl.emit.index import Ix
from mlirlite.conversion.onnx_to_krnl.emit.scalar import Scalar
from mlirlite.conversion.onnx_to_krnl.emit.table import kernel
from mlirlite.conversion.onnx_to_krnl.ml.checks import (
    require_entries,
    require_labels,
    require_rows,
)
from mlirlite.conversion.onnx_to_krnl.ml.scores import Labels, best, of_one, transformed
from mlirlite.ir.types import F32, I64


def _add_weighted(
    weights: Buffer, kernels: Buffer, row: int, start: int, at: Sequence[Ix], sum: Sequence[Scalar]
) -> list[Scalar]:
    """One more term of the sum of kernels times the weights of a row."""
    (k,) = at
    return [sum[0] + weights[row, k + start] * kernels[k + start]]


def _rows(b: KrnlBuilder) -> Buffer:
    """The operand as a matrix, one row per example."""
    (x,) = b.inputs(1)
    return x if x.rank == 2 else b.view(x, b.memref([1, *x.shape], x.element), [1, *x.shape])


def _products(b: KrnlBuilder, x: Buffer, out: Buffer, count: int) -> None:
    """out = x times the coefficients, which have a row for each column of out, plus the
    intercepts."""
    coefficients = b.attr("coefficients")
    require_rows(b, count, "coefficients")
    weights = b.table(coefficients, F32, count, len(coefficients) // count)
    shifts = b.attr("intercepts")
    if len(shifts or ()) > 1:
        require_entries(b, count, "intercepts")
    shift = b.table(shifts, F32) if shifts else None
    with b.loops(x.shape[0], count) as (n, t):
        start = b.scalar(0, F32)
        if shift is not None:
            start = shift[t if len(shifts) > 1 else 0]
        out[n, t] = b.fold(
            [x.shape[1]],
            [start],
            lambda i, v: [x[n, i[0]].cast(F32).multiply_add(weights[t, i[0]], v[0])],
        )[0]


@kernel("LinearRegressor")
def linear_regressor(b: KrnlBuilder) -> Any:
    """x times the coefficients plus the intercepts."""
    x = _rows(b)
    count = b.attr("targets", 1)
    out = b.output([x.shape[0], count])
    _products(b, x, out, count)
    return transformed(b, out)


@kernel("LinearClassifier")
def linear_classifier(b: KrnlBuilder) -> Any:
    """The class with the highest score; with one row of coefficients for two classes the second
    one when its score is positive."""
    x = _rows(b)
    known = Labels(b)
    intercepts = b.attr("intercepts")
    count = len(intercepts) if intercepts else max(known.count, 1)
    require_labels(b, known, 2 if count == 1 else count)
    labels = b.output([x.shape[0]], 0)
    single = count == 1 and known.count == 2
    scores = b.output([x.shape[0], 2 if single else count], 1)
    values = b.alloc([x.shape[0], 1], F32) if single else scores
    _products(b, x, values, count)
    with b.loops(x.shape[0]) as (n,):
        if count > 1:
            place = best(b, values, n)
        else:
            place = b.index_select(values[n, 0] > 0, 1, 0)
        known.put(labels, n, place)
    if single:
        of_one(b, values, scores, signed=False)
    else:
        transformed(b, scores)
    return [labels, scores]


class _Support:
    """Support vectors and the kernel that compares an example with one."""

    def __init__(self, b: KrnlBuilder, x: Buffer, count: int) -> None:
        self.b, self.x = b, x
        self.kind = b.attr("kernel_type", "LINEAR")
        parameters: list[float] = [*(b.attr("kernel_params") or ()), 0, 0, 3]
        self.gamma, self.coef, self.degree = parameters[:3]
        require_rows(b, count, "support_vectors")
        vectors = b.attr("support_vectors")
        self.vectors = b.table(vectors, F32, count, len(vectors) // count)

    def compare(self, n: Ix, vector: Ix) -> Scalar:
        """The kernel of an example and a vector."""
        return self.kernel(n, self.vectors, vector)

    def kernel(self, n: Ix, table: Buffer, row: Ix) -> Scalar:
        """The kernel of an example and a row of a table."""
        b, x = self.b, self.x

        def step(i: list[Ix], total: list[Scalar]) -> list[Scalar]:
            mine, other = x[n, i[0]].cast(F32), table[row, i[0]]
            if self.kind == "RBF":
                gap = mine - other
                return [total[0] + gap * gap]
            return [total[0] + mine * other]

        (found,) = b.fold([x.shape[1]], [b.scalar(0, F32)], step)
        if self.kind == "LINEAR":
            return found
        if self.kind == "RBF":
            return (found * -self.gamma).exp()
        scaled = found * self.gamma + self.coef
        if self.kind == "SIGMOID":
            return scaled.tanh()
        if self.kind == "POLY":
            return scaled.pow(b.scalar(self.degree, F32))
        raise b.error(f"has the unknown kernel_type '{self.kind}'")


@kernel("SVMRegressor")
def svm_regressor(b: KrnlBuilder) -> Any:
    """A weighted sum of kernels; with one_class its sign."""
    x = _rows(b)
    out = b.output([x.shape[0], 1])
    coefficients, rho = b.attr("coefficients"), b.attr("rho")
    count = b.attr("n_supports", 0)
    support = _Support(b, x, count) if count else None
    size = count or 1
    require_entries(b, 1, "rho", at_least=True)
    if count:
        require_entries(b, count, "coefficients")
    else:
        require_rows(b, 1, "coefficients")
    weights = b.table(coefficients, F32, size, len(coefficients) // size)
    with b.loops(x.shape[0]) as (n,):
        if support is not None:
            (total,) = b.fold(
                [count],
                [b.scalar(rho[0], F32)],
                lambda i, v: [v[0] + weights[i[0], 0] * support.compare(n, i[0])],
            )
        else:
            total = _plain(b, x).kernel(n, weights, 0) + rho[0]
        if b.attr("one_class", 0):
            total = (total > 0).select(1.0, total.coerce(-1))
        out[n, 0] = total
    return transformed(b, out)


def _plain(b: KrnlBuilder, x: Buffer) -> _Support:
    """A kernel without support vectors: coefficients are compared instead."""
    found = _Support.__new__(_Support)
    found.b, found.x = b, x
    found.kind = b.attr("kernel_type", "LINEAR")
    found.gamma, found.coef, found.degree = [*(b.attr("kernel_params") or ()), 0, 0, 3][:3]
    return found


@kernel("SVMClassifier")
def svm_classifier(b: KrnlBuilder) -> Any:
    """A vote of each pair of classes. DiagnosticError with probabilities of more than two classes
    (prob_a, prob_b)."""
    x = _rows(b)
    known = Labels(b)
    sizes = list(b.attr("vectors_per_class") or ())
    if not sizes:
        return _linear_svm(b, x, known)
    total, classes = sum(sizes), len(sizes)
    if min(sizes) < 0 or classes < 2:
        raise b.error(f"has vectors_per_class {sizes}, expected numbers of two or more classes")
    require_labels(b, known, classes)
    require_entries(b, (classes - 1) * total, "coefficients")
    require_entries(b, classes * (classes - 1) // 2, "rho", at_least=True)
    if b.attr("prob_a"):
        require_entries(b, 1, "prob_a", "prob_b", at_least=True)
    support = _Support(b, x, total)
    coefficients, rho = b.attr("coefficients"), b.attr("rho")
    weights = b.table(coefficients, F32, classes - 1, total)
    starts = [sum(sizes[:i]) for i in range(classes)]
    pairs = [(i, j) for i in range(classes) for j in range(i + 1, classes)]
    probable = b.attr("prob_a")
    if probable and classes > 2:
        raise b.error("has probabilities of more than two classes, which is not supported")
    labels = b.output([x.shape[0]], 0)
    scores = b.output([x.shape[0], classes if probable else len(pairs) if classes > 2 else 2], 1)
    raw = b.alloc([x.shape[0], len(pairs)], F32)
    votes = b.alloc([x.shape[0], classes], I64)
    kernels = b.alloc([total], F32)
    with b.loops(x.shape[0]) as (n,):
        with b.loops(total) as (k,):
            kernels[k] = support.compare(n, k)
        with b.loops(classes) as (k,):
            votes[n, k] = 0
        for p, (i, j) in enumerate(pairs):
            value = b.scalar(rho[p], F32)
            for mine, row in ((i, j - 1), (j, i)):
                start, size = starts[mine], sizes[mine]
                add = partial(_add_weighted, weights, kernels, row, start)
                (value,) = b.fold([size], [value], add)
            raw[n, p] = value
            winner = b.index_select(value > 0, i, j)
            votes[n, winner] = votes[n, winner] + 1
    with b.loops(x.shape[0]) as (n,):
        known.put(labels, n, best(b, votes, n))
    if classes > 2:
        with b.loops(*scores.shape) as at:
            scores[at] = raw[at]
        return [labels, transformed(b, scores)]
    if probable:
        a, shift = probable[0], b.attr("prob_b")[0]
        with b.loops(x.shape[0]) as (n,):
            power = (raw[n, 0] * a + shift).exp()
            first = 1 / (1 + power)
            scores[n, 0] = first
            scores[n, 1] = 1 - first
            known.put(labels, n, b.index_select(first > 0.5, 0, 1))
        return [labels, scores]
    with b.loops(x.shape[0]) as (n,):
        scores[n, 0], scores[n, 1] = -raw[n, 0], raw[n, 0]
    return [labels, transformed(b, scores)]


def _linear_svm(b: KrnlBuilder, x: Buffer, known: Labels) -> Any:
    """Without support vectors a row of coefficients for each class."""
    count = max(known.count, 1)
    require_rows(b, count, "coefficients")
    require_entries(b, 1, "rho", at_least=True)
    coefficients = b.attr("coefficients")
    weights = b.table(coefficients, F32, count, len(coefficients) // count)
    shift = b.attr("rho")[0]
    plain = _plain(b, x)
    labels = b.output([x.shape[0]], 0)
    scores = b.output([x.shape[0], count], 1)
    with b.loops(x.shape[0], count) as (n, k):
        scores[n, k] = plain.kernel(n, weights, k) + shift
    with b.loops(x.shape[0]) as (n,):
        known.put(labels, n, best(b, scores, n))
    return [labels, transformed(b, scores)]
