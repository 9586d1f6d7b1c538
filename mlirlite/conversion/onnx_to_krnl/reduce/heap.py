"""TopK of many elements: a heap, whose root is the worst of the best so far, keeps k of them, where
a better one replaces the root and sinks. These are sorted at the end. If they are a large part of
all, all are sorted."""

from __future__ import annotations

from dataclasses import dataclass

from mlirlite.conversion.onnx_to_krnl.emit.buffer import Buffer
from mlirlite.conversion.onnx_to_krnl.emit.builder import KrnlBuilder
from mlirlite.conversion.onnx_to_krnl.emit.index import Ix
from mlirlite.conversion.onnx_to_krnl.emit.scalar import Scalar
from mlirlite.conversion.onnx_to_krnl.reduce.radix_sort import Order, key_of
from mlirlite.dialects import math
from mlirlite.support.tuning import Fixed

_PART: Fixed[int] = 4
"""All elements are sorted if more than this part of them is wanted."""
_BLOCK: Fixed[int] = 16
"""Elements that are compared with the root together."""


def is_better(first: Scalar, second: Scalar, largest: bool) -> Scalar:
    """Whether an element precedes another one. NaN is greater than every number."""
    greater, less = (first, second) if largest else (second, first)
    found = greater > less
    return found | (greater.is_nan() & ~less.is_nan()) if first.is_float else found


@dataclass(frozen=True, slots=True)
class Heap:
    """The best elements of one slice along the middle dimension, in the results themselves."""

    b: KrnlBuilder
    values: Buffer
    places: Buffer
    at: tuple[Ix, Ix]
    """Which slice."""
    largest: bool

    def fill(self, x: Buffer) -> None:
        """The best elements of the slice, in order, equal ones as they were."""
        b, (i, j) = self.b, self.at
        size = x.shape[1]
        kept = b.index_min(self.values.shape[1], size)
        most = b.test("sgt", kept * _PART, size)
        count = b.index_select(most, size, kept)
        order = Order.of(b, count, key_of(b.scalar(0, self.values.element), self.largest))
        with b.if_(most), b.loops(size) as (n,):
            order.put(n, key_of(x[i, n, j], self.largest), b.number(n))
        with b.if_(~most & b.test("sgt", kept, 0)):
            self._select(x, kept)
            with b.loops(kept) as (n,):
                value, place = self._get(n)
                order.put(n, key_of(value, self.largest), place)
        row = order.sort(b.index_select(most, 0, size))
        with b.loops(kept) as (n,):
            place = order.places[row, n]
            self._put(n, x[i, place.index(), j], place)

    def _select(self, x: Buffer, kept: Ix) -> None:
        """The best elements, in the order of a heap."""
        b, (i, j), size = self.b, self.at, x.shape[1]
        with b.loops(kept) as (n,):
            self._put(n, x[i, n, j], b.number(n))
        with b.loops(kept // 2) as (n,):
            p = kept // 2 - 1 - n
            self._sink(p, *self._get(p), kept)

        def offer(n: Ix) -> None:
            value = x[i, n, j]
            with b.if_(is_better(value, self._get(0)[0], self.largest)):
                self._sink(0, value, b.number(n), kept)

        rest = size - kept
        with b.loops(rest // _BLOCK) as (block,):
            first: Ix = kept + block * _BLOCK
            root = self._get(0)[0]
            some = self._may_be_better(x[i, first, j], root)
            for step in range(1, _BLOCK):
                some = some | self._may_be_better(x[i, first + step, j], root)
            with b.if_(some), b.loops(_BLOCK) as (k,):
                offer(first + k)
        with b.loops((kept + rest // _BLOCK * _BLOCK, size)) as (n,):
            offer(n)

    def _may_be_better(self, value: Scalar, root: Scalar) -> Scalar:
        """As `is_better`, or one of both is NaN: one comparison."""
        return ~(value <= root) if self.largest else ~(value >= root)

    def _get(self, p: Ix) -> tuple[Scalar, Scalar]:
        i, j = self.at
        return self.values[i, p, j], self.places[i, p, j]

    def _put(self, p: Ix, value: Scalar, place: Scalar) -> None:
        i, j = self.at
        self.values[i, p, j], self.places[i, p, j] = value, place

    def _is_worse(self, mine: tuple[Scalar, Scalar], other: tuple[Scalar, Scalar]) -> Scalar:
        """Whether an element follows another one; of equal ones, the later one does."""
        worse, better = (
            is_better(p[0], q[0], self.largest) for p, q in ((other, mine), (mine, other))
        )
        return worse | (~better & (mine[1] > other[1]))

    def _sink(self, start: Ix, value: Scalar, place: Scalar, size: Ix) -> None:
        """Put an element where it belongs, from a position on downwards; worse ones below it move
        up. Once it is there, further steps change nothing."""
        b = self.b
        levels = 64 - b.number(b.index_max(size, 1)).math(math.CountLeadingZerosOp)

        def step(_: list[Ix], carried: list[Scalar]) -> list[Scalar]:
            p = carried[0].index()
            last = b.index_max(size - 1, 0)
            left, right = (b.index_min(p * 2 + k, last) for k in (1, 2))
            elements = self._get(left), self._get(right)
            second = self._is_worse(elements[1], elements[0])
            child = b.index_select(second, right, left)
            found = tuple(second.select(q, p) for p, q in zip(*elements, strict=True))
            exists = b.test("slt", p * 2 + 1, size)
            sinks = exists & self._is_worse((found[0], found[1]), (value, place))
            with b.if_(sinks):
                self._put(p, *found)
            return [sinks.select(b.number(child), carried[0])]

        found = b.fold([levels.index()], [b.number(start)], step)[0]
        self._put(found.index(), value, place)
