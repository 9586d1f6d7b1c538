"""TopK and Unique: elements picked by comparing them with each other."""

from __future__ import annotations

from typing import Any

from mlirlite.conversion.onnx_to_krnl.emit.buffer import Buffer
from mlirlite.conversion.onnx_to_krnl.emit.builder import KrnlBuilder
from mlirlite.conversion.onnx_to_krnl.emit.index import Ix, product
from mlirlite.conversion.onnx_to_krnl.emit.scalar import Scalar
from mlirlite.conversion.onnx_to_krnl.emit.table import kernel
from mlirlite.conversion.onnx_to_krnl.movement.gather import true_places
from mlirlite.conversion.onnx_to_krnl.reduce.vector_rows import as_rows_of
from mlirlite.conversion.onnx_to_krnl.reduce.vector_topk import TopOfRow, has_lists
from mlirlite.conversion.onnx_to_krnl.registers.lanes import lanes_of
from mlirlite.ir.types import I1, I64


@kernel("TopK", "TopKV1")
def top_k(b: KrnlBuilder) -> Any:
    """The k largest or smallest elements along an axis in order, equal ones in their original
    order: an element that is better than the worst so far replaces it, and moves up to its
    position. NaN is greater than every number."""
    x, count = b.inputs(2)
    axis = b.attr("axis", -1)
    axis += x.rank if axis < 0 else 0
    k = b.attr("k") if count is None else count.int_at(0)
    sizes = [*x.shape[:axis], k, *x.shape[axis + 1 :]]
    values, places = b.output(sizes), b.output(sizes, 1)
    largest = bool(b.attr("largest", 1))
    x, *parts = (_along(b, y, axis) for y in (x, values, places))
    outer, _, inner = x.shape
    with b.loops(outer, inner) as (i, j):
        if isinstance(inner, int) and inner == 1 and has_lists(b, x, parts[0].shape[1]):
            rows = [as_rows_of(b, y, [outer], y.shape[1:]) for y in (x, *parts)]
            v = lanes_of(b, x)
            top = TopOfRow(v, rows[0], parts[0].shape[1], largest)  # type: ignore[arg-type]
            with b.if_(top.store(i, *rows[1:])):
                _one_by_one(b, x, parts, i, j, largest)
        else:
            _one_by_one(b, x, parts, i, j, largest)
    return [values, places]


def _along(b: KrnlBuilder, x: Buffer, axis: int) -> Buffer:
    """A buffer as one with three dimensions, the axis in the middle."""
    sizes = [product(x.shape[:axis]), x.shape[axis], product(x.shape[axis + 1 :])]
    return b.view(x, b.memref(sizes, x.element), sizes)


def _one_by_one(
    b: KrnlBuilder, x: Buffer, parts: list[Buffer], i: Ix, j: Ix, largest: bool
) -> None:
    """One slice of TopK: the values and their indices in order, initially those of the first
    elements."""
    values, places = parts
    size, k = x.shape[1], values.shape[1]

    def better(first: Scalar, second: Scalar) -> Scalar:
        greater, less = (first, second) if largest else (second, first)
        found = greater > less
        return found | (greater.is_nan() & ~less.is_nan()) if first.is_float else found

    def insert(value: Scalar, index: Ix, last: Ix) -> None:
        """Insert into the sorted positions before `last`, and this one, whose element is
        dropped."""
        values[i, last, j], places[i, last, j] = value, b.number(index)
        with b.loops(last) as (step,):
            here, there = [i, last - step, j], [i, last - step - 1, j]
            with b.if_(better(values[here], values[there])):
                _swap(values, here, there)
                _swap(places, here, there)

    with b.loops(b.index_min(k, size)) as (n,):
        insert(x[i, n, j], n, n)
    with b.if_(b.test("sgt", k, 0)), b.loops((k, size)) as (n,):
        value = x[i, n, j]
        with b.if_(better(value, values[i, k - 1, j])):
            insert(value, n, k - 1)


def _swap(x: Buffer, here: list[Ix], there: list[Ix]) -> None:
    """Exchange two elements."""
    mine, other = x.load(here), x.load(there)
    x.store(other, here)
    x.store(mine, there)


def _order(b: KrnlBuilder, x: Buffer, axis: int, i: Ix, j: Ix) -> list[Scalar]:
    """Whether slice i along an axis is less than slice j, and whether it is greater."""

    def compare(rest: list[Ix], known: list[Scalar]) -> list[Scalar]:
        first, second = (x[[*rest[:axis], n, *rest[axis:]]] for n in (i, j))
        less, greater = known
        open_ = ~(less | greater)
        return [less | (open_ & (first < second)), greater | (open_ & (first > second))]

    no = b.scalar(0, I1)
    return b.fold(x.shape[:axis] + x.shape[axis + 1 :], [no, no], compare)


def _firsts(b: KrnlBuilder, x: Buffer, axis: int) -> Buffer:
    """For each slice the first one that equals it."""
    size = x.shape[axis]
    firsts = b.alloc([size], I64)
    with b.loops(size) as (i,):

        def equal(j: list[Ix], found: list[Scalar]) -> list[Scalar]:
            less, greater = _order(b, x, axis, i, j[0])
            take = ~(less | greater) & found[0].eq(-1)
            return [take.select(b.number(j[0]), found[0])]

        firsts[i] = b.fold([i + 1], [b.scalar(-1, I64)], equal)[0]
    return firsts


@kernel("Unique")
def unique(b: KrnlBuilder) -> Any:
    """The distinct elements, or slices along an axis, with the first index of each, the number of
    each element's distinct value, and the counts."""
    (x,) = b.inputs(1)
    axis = b.attr("axis")
    if axis is None:
        x, axis = b.view(x, b.memref((x.size,), x.element), [x.size]), 0
    axis += x.rank if axis < 0 else 0
    size, others = x.shape[axis], x.shape[:axis] + x.shape[axis + 1 :]

    firsts = _firsts(b, x, axis)
    places, count = true_places(b, size, lambda i: firsts[i].eq(b.number(i)))
    ranks = b.alloc([size], I64)  # for each first element its index in the result
    with b.loops(count) as (u,):
        rank = b.number(u)
        if b.attr("sorted", 1):

            def smaller(v: list[Ix], total: list[Scalar]) -> list[Scalar]:
                less = _order(b, x, axis, places[v[0]].index(), places[u].index())[0]
                return [total[0] + less.cast(I64)]

            rank = b.fold([count], [b.scalar(0, I64)], smaller)[0]
        ranks[places[u].index()] = rank

    out = b.output([*x.shape[:axis], count, *x.shape[axis + 1 :]])
    with b.loops(count, *others) as (u, *rest):
        first = places[u].index()
        at = [*rest[:axis], ranks[first].index(), *rest[axis:]]
        out.store(x.load([*rest[:axis], first, *rest[axis:]]), at)
    results: list[Buffer | None] = [out, None, None, None]
    for index, length in ((1, count), (2, size), (3, count)):
        if b.wants(index):
            results[index] = b.output([length], index)
    indices, inverse, counts = results[1:]
    if indices is not None:
        with b.loops(count) as (u,):
            indices[ranks[places[u].index()].index()] = places[u]
    if inverse is not None:
        with b.loops(size) as (i,):
            inverse[i] = ranks[firsts[i].index()]
    if counts is not None:
        with b.loops(count) as (u,):
            counts[u] = 0
        with b.loops(size) as (i,):
            rank_index = ranks[firsts[i].index()].index()
            counts[rank_index] = counts[rank_index] + 1
    return results[: len(b.op.results)]
