"""Reductions over axes, ArgMax and ArgMin."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from mlirlite.conversion.onnx_to_krnl.emit.axes import axis_flags, without
from mlirlite.conversion.onnx_to_krnl.emit.buffer import Buffer
from mlirlite.conversion.onnx_to_krnl.emit.builder import KrnlBuilder
from mlirlite.conversion.onnx_to_krnl.emit.element_types import compute_type
from mlirlite.conversion.onnx_to_krnl.emit.index import Ix, product
from mlirlite.conversion.onnx_to_krnl.emit.scalar import Scalar, largest, least
from mlirlite.conversion.onnx_to_krnl.emit.table import kernel
from mlirlite.conversion.onnx_to_krnl.reduce.vector_arg import arg_in_vectors, arg_of_rows
from mlirlite.conversion.onnx_to_krnl.reduce.vector_reduction import JOINS, reduce_in_vectors, runs
from mlirlite.conversion.onnx_to_krnl.reduce.vector_rows import (
    as_rows_of,
    has_integer_rows,
    has_rows,
)
from mlirlite.conversion.onnx_to_krnl.reduce.vector_softmax import log_sums_of_rows
from mlirlite.ir.attribute import Type
from mlirlite.ir.types import F64, I64, FloatType, IntegerType


def _as_is(total: Scalar, count: Scalar) -> Scalar:
    return total


@dataclass(frozen=True)
class Reducer:
    """A reduction: its start value, how an element is combined, and the final step from the sum and
    the number of elements."""

    start: Callable[[Type], float]
    step: Callable[[Scalar, Scalar], Scalar]
    finish: Callable[[Scalar, Scalar], Scalar] = _as_is
    join: str = "add"
    """How the folds of two parts are combined: add, mul, max or min."""


def _in_floats(function: Callable[[Scalar], Scalar]) -> Callable[[Scalar, Scalar], Scalar]:
    """A function of floats for sums that may be integers."""

    def finish(total: Scalar, count: Scalar) -> Scalar:
        if total.is_float:
            return function(total)
        return function(total.cast(F64)).cast(total.type)

    return finish


_REDUCERS = {
    "Sum": Reducer(lambda t: 0, lambda v, x: v + x),
    "Mean": Reducer(
        lambda t: 0, lambda v, x: v + x, lambda v, n: v / (n if n.is_float else n.max(1))
    ),
    "Prod": Reducer(lambda t: 1, lambda v, x: v * x, join="mul"),
    "Max": Reducer(least, lambda v, x: v.max(x), join="max"),
    "Min": Reducer(largest, lambda v, x: v.min(x), join="min"),
    "L1": Reducer(lambda t: 0, lambda v, x: v + x.abs()),
    "L2": Reducer(lambda t: 0, lambda v, x: v + x * x, _in_floats(lambda v: v.sqrt())),
    "SumSquare": Reducer(lambda t: 0, lambda v, x: v + x * x),
    "LogSum": Reducer(lambda t: 0, lambda v, x: v + x, _in_floats(lambda v: v.log())),
}


def _versions(name: str) -> list[str]:
    versions = ["V11"] if name == "Sum" else ["V13"]
    if name in ("LogSum", "LogSumExp"):
        versions.append("V18")
    return [f"Reduce{name}{version}" for version in ("", *versions)]


class _Axes:
    """The reduced dimensions, known now or only at run time. In both cases an element's index is
    the sum of two: that of the result, and one of the elements that are reduced to it."""

    def __init__(self, b: KrnlBuilder, x: Buffer) -> None:
        self.x = x
        axes = b.inputs(2)[1]
        self.flags: list[Any] = []
        """For each dimension whether it is reduced: a bool or a Scalar."""
        constant = b.attr("axes") if axes is None else axes.constant()
        none = bool(b.attr("noop_with_empty_axes", 0))
        if axes is None or constant is not None:
            known = [int(a) % x.rank for a in constant or ()]
            every = not known and not none
            self.flags = [every or d in known for d in range(x.rank)]
        else:
            self.flags = _runtime_flags(b, x.rank, axes, none)

        def sizes(ones_where: bool) -> list[Ix]:
            found: list[Ix] = []
            for flag, size in zip(self.flags, x.shape, strict=True):
                if isinstance(flag, bool):
                    found.append(1 if flag is ones_where else size)
                else:
                    found.append(b.index_select(flag, *((1, size) if ones_where else (size, 1))))
            return found

        self.kept, self.reduced = sizes(True), sizes(False)

    @property
    def is_static(self) -> bool:
        """True when the axes are known now."""
        return all(isinstance(f, bool) for f in self.flags)

    def merged(self, b: KrnlBuilder) -> _Axes:
        """With neighboring dimensions as one if they are all reduced, or all kept: short loops are
        no work for vectors. The axes are known now."""
        edges = [d for d, (p, q) in enumerate(pairwise(self.flags), 1) if p is not q]
        spans = [slice(*span) for span in pairwise([0, *edges, self.x.rank])]
        found = copy(self)
        sizes, found.kept, found.reduced = (
            [product(dims[span]) for span in spans]
            for dims in (self.x.shape, self.kept, self.reduced)
        )
        found.x = b.view(self.x, b.memref(sizes, self.x.element), sizes)
        found.flags = [self.flags[span.start] for span in spans]
        return found

    def result(self, b: KrnlBuilder, index: int = 0) -> Buffer:
        """The result's buffer, viewed with all dimensions."""
        type = b.result_type(index)
        if self.is_static:
            keep = b.attr("keepdims", 1)
            sizes = [s for s, f in zip(self.kept, self.flags, strict=True) if keep or not f]
        elif type.rank == self.x.rank:
            sizes = self.kept
        elif type.has_static_shape:
            sizes = list(type.shape)
        else:
            sizes = without(b, self.x.shape, self.flags)[: type.rank]
        return b.alloc_type(type, sizes)

    def loops(self, sizes: Sequence[Ix]) -> list[Ix]:
        """The sizes that need a loop."""
        return [s for s in sizes if not (isinstance(s, int) and s == 1)]

    def spread(self, sizes: Sequence[Ix], indices: Sequence[Ix]) -> list[Ix]:
        """An index for every dimension, 0 where there is no loop."""
        rest = iter(indices)
        return [0 if isinstance(s, int) and s == 1 else next(rest) for s in sizes]


def _runtime_flags(b: KrnlBuilder, rank: int, axes: Buffer, none: bool) -> list[Any]:
    flags = axis_flags(b, axes, rank)
    empty = b.test("eq", axes.shape[0], 0) if not isinstance(axes.shape[0], int) else None
    if none or empty is None:
        return list(flags) if axes.shape[0] != 0 else [not none] * rank
    return [f | empty for f in flags]


def reduce_with(b: KrnlBuilder, body: Callable[[Buffer, _Axes, list[Ix]], Scalar]) -> Buffer:
    """Loops over the result; `body(x, axes, index)` gives an element."""
    x = b.inputs(1)[0]
    axes = _Axes(b, x)
    out = axes.result(b)
    full = out
    if axes.is_static and x.rank:
        axes = axes.merged(b)
    if out.shape != axes.kept:
        full = b.view(out, b.memref(axes.kept, out.element), axes.kept)
    with b.loops(*axes.loops(axes.kept)) as outer:
        at = axes.spread(axes.kept, outer)
        full[at] = body(axes.x, axes, at)
    return out


def fold_reduced(
    b: KrnlBuilder, x: Buffer, axes: _Axes, at: list[Ix], start: Scalar, step: Any
) -> Scalar:
    """The fold of the elements that are reduced to one of the result."""

    def body(inner: list[Ix], values: list[Scalar]) -> list[Scalar]:
        place = [o + i for o, i in zip(at, axes.spread(axes.reduced, inner), strict=True)]
        return [step(values[0], x[place])]

    return b.fold(axes.loops(axes.reduced), [start], body)[0]


def _in_vectors(b: KrnlBuilder, reducer: Reducer) -> Buffer | None:
    """By vectors, the last run of neighboring reduced dimensions first; None if plain loops are
    used."""
    x = b.inputs(1)[0]
    axes = _Axes(b, x)
    spans = runs(axes.flags)
    of_integers = has_integer_rows(b, x) and reducer.finish is _as_is
    if not spans or not (has_rows(b, x) or of_integers):
        return None
    out = axes.result(b)
    element = compute_type(x.element)
    count = b.number(product(axes.reduced), element)
    start = reducer.start(element)
    step, join = reducer.step, reducer.join
    sizes = list(x.shape)
    for span in reversed(spans[1:]):
        sizes[slice(*span)] = [1] * (span[1] - span[0])
        part = b.alloc(sizes, element)
        reduce_in_vectors(b, x, part, span, start, step, join, lambda total: total)
        x, step = part, JOINS[join]
    reduce_in_vectors(b, x, out, spans[0], start, step, join, lambda t: reducer.finish(t, count))
    return out


def _declare(name: str, reducer: Reducer) -> None:
    @kernel(*_versions(name))
    def lower_reduction(b: KrnlBuilder) -> Any:
        done = _in_vectors(b, reducer)
        if done is not None:
            return done

        def element(x: Buffer, axes: _Axes, at: list[Ix]) -> Scalar:
            type = compute_type(x.element)
            start = b.scalar(reducer.start(type), type)
            total = fold_reduced(b, x, axes, at, start, reducer.step)
            return reducer.finish(total, b.number(product(axes.reduced), type))

        return reduce_with(b, element)


for _name, _reducer in _REDUCERS.items():
    _declare(_name, _reducer)


def _log_sums_of_columns(b: KrnlBuilder, x: Buffer, out: Buffer, span: tuple[int, int]) -> None:
    """As `log_sums_of_rows`, over dimensions that others follow: sums of neighbors are side by
    side."""
    sizes = [product(d) for d in (x.shape[: span[0]], x.shape[slice(*span)], x.shape[span[1] :])]
    kept, type = [sizes[0], sizes[2]], compute_type(x.element)
    block = b.view(x, b.memref(sizes, x.element), sizes)
    found = b.view(out, b.memref(kept, out.element), kept)
    with b.loops(sizes[0]) as (n,):
        tops, sums = (b.alloc(sizes[2:], type) for _ in range(2))
        with b.loops(sizes[2]) as (j,):
            tops[j], sums[j] = b.scalar(least(type), type), b.scalar(0, type)
        with b.loops(*sizes[1:]) as (i, j):
            tops[j] = tops[j].max(block[n, i, j])
        with b.loops(sizes[2]) as (j,):
            tops[j] = tops[j].abs().eq(float("inf")).select(0, tops[j])
        with b.loops(*sizes[1:]) as (i, j):
            sums[j] = sums[j] + (block[n, i, j] - tops[j]).exp()
        with b.loops(sizes[2]) as (j,):
            found[n, j] = sums[j].log() + tops[j]


@kernel(*_versions("LogSumExp"))
def reduce_log_sum_exp(b: KrnlBuilder) -> Any:
    """max + log(sum(exp(x - max)))."""
    x = b.inputs(1)[0]
    axes = _Axes(b, x)
    if has_rows(b, x) and [end for _, end in runs(axes.flags)] == [x.rank]:
        rows, out = as_rows_of(b, x, axes.kept, axes.reduced), axes.result(b)
        found = b.view(out, b.memref(rows.shape[:1], out.element), rows.shape[:1])
        log_sums_of_rows(b, rows, found)
        return out
    if has_rows(b, x) and len(runs(axes.flags)) == 1:
        out = axes.result(b)
        _log_sums_of_columns(b, x, out, runs(axes.flags)[0])
        return out

    def element(x: Buffer, axes: _Axes, at: list[Ix]) -> Scalar:
        type = compute_type(x.element)
        wide: Type = type if isinstance(type, FloatType) else F64
        start = b.scalar(least(wide), wide)
        top = fold_reduced(b, x, axes, at, start, lambda v, e: v.max(e.cast(wide)))
        shift = (top.abs().eq(float("inf"))).select(0, top)
        total = fold_reduced(
            b, x, axes, at, b.scalar(0, wide), lambda v, e: v + (e.cast(wide) - shift).exp()
        )
        return (total.log() + shift).cast(type)

    return reduce_with(b, element)


Better = Callable[[Scalar, Scalar, bool], Scalar]
"""Whether a number is better than the best one before; the last one of equals, too, where said."""


def arg_one_by_one(
    b: KrnlBuilder, x: Buffer, out: Buffer, better: Better, start: Any, last: bool
) -> None:
    """Fill the result `[outer, inner]` for `[outer, size, inner]` with the index of the best number
    or the first NaN."""
    outer, size, inner = x.shape
    type = compute_type(x.element)
    with b.loops(outer, inner) as (i, j):

        def look(k: list[Ix], best: list[Scalar]) -> list[Scalar]:
            value = x[i, k[0], j]
            take = better(value, best[0], last)
            if value.is_float:
                nan = value.is_nan()
                take = take | (nan if last else nan & ~best[0].is_nan())
            return [take.select(value, best[0]), take.select(b.number(k[0]), best[1])]

        init = [b.scalar(start, type), b.scalar(0, I64)]
        out[i, j] = b.fold([size], init, look)[1]


def larger(x: Scalar, best: Scalar, last: bool) -> Scalar:
    """`Better` of ArgMax."""
    return x >= best if last else x > best


def _arg(name: str, better: Better, start: Any) -> None:
    @kernel(name)
    def lower_arg(b: KrnlBuilder) -> Any:
        (x,) = b.inputs(1)
        axis = b.attr("axis", 0)
        axis += x.rank if axis < 0 else 0
        last = bool(b.attr("select_last_index", 0))
        keep = b.attr("keepdims", 1)
        out = b.output([*x.shape[:axis], *([1] if keep else []), *x.shape[axis + 1 :]])
        sizes = [product(d) for d in (x.shape[:axis], [x.shape[axis]], x.shape[axis + 1 :])]
        block = b.view(x, b.memref(sizes, x.element), sizes)
        kept = [sizes[0], sizes[2]]
        found = b.view(out, b.memref(kept, out.element), kept)
        type = compute_type(x.element)

        def one_by_one() -> None:
            arg_one_by_one(b, block, found, better, start(type), last)

        if not last and has_rows(b, x):
            arg_in_vectors(b, block, found, name == "ArgMax", one_by_one)
        elif isinstance(type, IntegerType) and sizes[2] == 1:
            arg_of_rows(b, block, found, name == "ArgMax", last, b.scalar(start(type), type))
        else:
            one_by_one()
        return out


_arg("ArgMax", larger, least)
_arg("ArgMin", lambda x, best, last: x <= best if last else x < best, largest)
