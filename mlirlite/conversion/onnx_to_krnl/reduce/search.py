"""TopK: the best elements, found by comparing them with each other: few by insertion into a sorted
list, others by a heap."""

from __future__ import annotations

from typing import Any

from mlirlite.conversion.onnx_to_krnl.emit.buffer import Buffer
from mlirlite.conversion.onnx_to_krnl.emit.builder import KrnlBuilder
from mlirlite.conversion.onnx_to_krnl.emit.index import Ix, product
from mlirlite.conversion.onnx_to_krnl.emit.scalar import Scalar
from mlirlite.conversion.onnx_to_krnl.emit.table import kernel
from mlirlite.conversion.onnx_to_krnl.reduce.heap import Heap, is_better
from mlirlite.conversion.onnx_to_krnl.reduce.vector_rows import as_rows_of
from mlirlite.conversion.onnx_to_krnl.reduce.vector_topk import TopOfRow, has_lists
from mlirlite.conversion.onnx_to_krnl.registers.lanes import lanes_of
from mlirlite.support.tuning import Fixed

_FEW: Fixed[int] = 8
"""Elements that are inserted into a list."""


@kernel("TopK", "TopKV1")
def top_k(b: KrnlBuilder) -> Any:
    """The k largest or smallest elements along an axis in order, equal ones in their original
    order. NaN is greater than every number."""
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
        wanted = parts[0].shape[1]
        if inner == 1 and isinstance(wanted, int) and has_lists(b, x, wanted):
            rows = [as_rows_of(b, y, [outer], y.shape[1:]) for y in (x, *parts)]
            v = lanes_of(b, x)
            top = TopOfRow(v, rows[0], wanted, largest)
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
    """One slice of TopK. In a list of few, initially of the first elements, one that is better than
    the worst so far replaces it, and moves up to its position."""
    values, places = parts
    size, k = x.shape[1], values.shape[1]
    if not isinstance(k, int) or k > _FEW:
        Heap(b, values, places, (i, j), largest).fill(x)
        return

    def better(first: Scalar, second: Scalar) -> Scalar:
        return is_better(first, second, largest)

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
