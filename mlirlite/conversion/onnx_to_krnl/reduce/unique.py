"""Unique: elements, or slices along an axis, are sorted by merging: equal ones are neighbors."""

from __future__ import annotations

from typing import Any

from mlirlite.conversion.onnx_to_krnl.emit.buffer import Buffer
from mlirlite.conversion.onnx_to_krnl.emit.builder import KrnlBuilder
from mlirlite.conversion.onnx_to_krnl.emit.index import Ix, ceildiv
from mlirlite.conversion.onnx_to_krnl.emit.scalar import Scalar
from mlirlite.conversion.onnx_to_krnl.emit.table import kernel
from mlirlite.dialects import math
from mlirlite.ir.types import I1, I64


def _less(b: KrnlBuilder, x: Buffer, axis: int, i: Ix, j: Ix) -> Scalar:
    """Whether slice i along an axis comes before slice j. NaN is greater than every number."""

    def before(first: Scalar, second: Scalar) -> Scalar:
        found = first < second
        return found | (second.is_nan() & ~first.is_nan()) if first.is_float else found

    def compare(rest: list[Ix], known: list[Scalar]) -> list[Scalar]:
        first, second = (x[[*rest[:axis], n, *rest[axis:]]] for n in (i, j))
        less, greater = known
        open_ = ~(less | greater)
        return [less | (open_ & before(first, second)), greater | (open_ & before(second, first))]

    no = b.scalar(0, I1)
    return b.fold(x.shape[:axis] + x.shape[axis + 1 :], [no, no], compare)[0]


def _sorted_places(b: KrnlBuilder, x: Buffer, axis: int) -> tuple[Buffer, Ix]:
    """A buffer and its row that has the indices of slices in order, equal ones as they were."""
    size = x.shape[axis]
    order = b.alloc([2, size], I64)
    with b.loops(size) as (i,):
        order[0, i] = b.number(i)
    levels = 64 - b.number(b.index_max(size, 1) - 1).math(math.CountLeadingZerosOp)

    def merge(_: list[Ix], carried: list[Scalar]) -> list[Scalar]:
        width, row = (c.index() for c in carried)
        with b.loops(ceildiv(size, width * 2)) as (block,):
            low = block * width * 2
            middle, high = (b.index_min(low + width * k, size) for k in (1, 2))

            def step(at: list[Ix], heads: list[Scalar]) -> list[Scalar]:
                first, second = heads
                left, right = (order[row, b.index_min(h.index(), size - 1)] for h in heads)
                stays = second >= b.number(high)
                stays = stays | ~_less(b, x, axis, right.index(), left.index())
                taken = (first < b.number(middle)) & stays
                order[1 - row, at[0]] = taken.select(left, right)
                return [first + taken.cast(I64), second + (~taken).cast(I64)]

            b.fold([(low, high)], [b.number(low), b.number(middle)], step)
        return [carried[0] * 2, 1 - carried[1]]

    row = b.fold([levels.index()], [b.scalar(1, I64), b.scalar(0, I64)], merge)[1]
    return order, row.index()


def _groups(b: KrnlBuilder, x: Buffer, axis: int) -> tuple[Buffer, Buffer, Ix]:
    """The number of each slice's group of equal ones, the first slice of each group, and how many
    groups there are."""
    size = x.shape[axis]
    order, row = _sorted_places(b, x, axis)
    groups, firsts = b.alloc([size], I64), b.alloc([size], I64)

    def look(k: list[Ix], carried: list[Scalar]) -> list[Scalar]:
        count, before = carried
        here = order[row, k[0]]
        new = b.test("eq", k[0], 0) | _less(b, x, axis, before.index(), here.index())
        count = count + new.cast(I64)
        group = (count - 1).index()
        groups[here.index()] = count - 1
        firsts[group] = new.select(here, firsts[group])
        return [count, here]

    zero = b.scalar(0, I64)
    return groups, firsts, b.fold([size], [zero, zero], look)[0].index()


def _ranks(b: KrnlBuilder, groups: Buffer, firsts: Buffer) -> Buffer:
    """For each group its place in the result, in the order of the first slices."""
    size = groups.shape[0]
    ranks = b.alloc([size], I64)

    def look(i: list[Ix], found: list[Scalar]) -> list[Scalar]:
        group = groups[i[0]].index()
        first = firsts[group].eq(b.number(i[0]))
        ranks[group] = first.select(found[0], ranks[group])
        return [found[0] + first.cast(I64)]

    b.fold([size], [b.scalar(0, I64)], look)
    return ranks


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
    groups, firsts, count = _groups(b, x, axis)
    ranks = None if b.attr("sorted", 1) else _ranks(b, groups, firsts)

    def place(group: Ix) -> Ix:
        return group if ranks is None else ranks[group].index()

    out = b.output([*x.shape[:axis], count, *x.shape[axis + 1 :]])
    with b.loops(count, *others) as (u, *rest):
        first = firsts[u].index()
        at = [*rest[:axis], place(u), *rest[axis:]]
        out.store(x.load([*rest[:axis], first, *rest[axis:]]), at)
    results: list[Buffer | None] = [out, None, None, None]
    for index, length in ((1, count), (2, size), (3, count)):
        if b.wants(index):
            results[index] = b.output([length], index)
    indices, inverse, counts = results[1:]
    if indices is not None:
        with b.loops(count) as (u,):
            indices[place(u)] = firsts[u]
    if inverse is not None:
        with b.loops(size) as (i,):
            inverse[i] = b.number(place(groups[i].index()))
    if counts is not None:
        with b.loops(count) as (u,):
            counts[u] = 0
        with b.loops(size) as (i,):
            here = place(groups[i].index())
            counts[here] = counts[here] + 1
    return results[: len(b.op.results)]
