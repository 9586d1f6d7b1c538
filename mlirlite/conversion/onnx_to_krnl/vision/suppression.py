"""The boxes of a class without those that overlap a better one: the best first, each beside all
that were chosen before, by vectors. Coordinates and areas of boxes are rows of a matrix."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from mlirlite.conversion.onnx_to_krnl.emit.buffer import Buffer
from mlirlite.conversion.onnx_to_krnl.emit.builder import KrnlBuilder
from mlirlite.conversion.onnx_to_krnl.emit.index import Ix
from mlirlite.conversion.onnx_to_krnl.emit.scalar import Scalar
from mlirlite.conversion.onnx_to_krnl.reduce.radix_sort import Order, key_of
from mlirlite.conversion.onnx_to_krnl.registers.lanes import Lanes
from mlirlite.ir.types import F32, I32

Sides = list[Scalar]
"""Least and largest coordinates of a box: y, x, y, x."""


def area(sides: Sides) -> Scalar:
    """Height times width."""
    y0, x0, y1, x1 = sides
    return (y1 - y0) * (x1 - x0)


def overlap(first: tuple[Sides, Scalar], second: tuple[Sides, Scalar]) -> Scalar:
    """Area of the intersection over that of the union, of boxes with their areas; 0 if one has a
    NaN, which its area has, too."""
    ((a0, a1, a2, a3), a_area), ((b0, b1, b2, b3), b_area) = first, second

    def length(low: Scalar, high: Scalar, other_low: Scalar, other_high: Scalar) -> Scalar:
        begin = (low > other_low).select(low, other_low)
        found = (high < other_high).select(high, other_high) - begin
        return (found > 0).select(found, 0)

    common = length(a0, a2, b0, b2) * length(a1, a3, b1, b3)
    union = a_area + b_area - common
    return (union > 0).select(common / union, 0)


class Suppression:
    """The boxes of one image after the other, and the classes of each."""

    def __init__(self, b: KrnlBuilder, count: Ix, limit: Ix, threshold: Scalar) -> None:
        self.b, self.count, self.limit, self.threshold = b, count, limit, threshold
        self.v = Lanes(b, F32)
        self.all, self.chosen = (b.alloc([5, n], F32) for n in (count, limit))
        self.order = Order.of(b, count, key_of(b.scalar(0, F32), largest=True))

    def start_image(self, sides_of: Callable[[Ix], Sides]) -> None:
        """Take the boxes of an image."""
        with self.b.loops(self.count) as (i,):
            sides = sides_of(i)
            for k, number in enumerate([*sides, area(sides)]):
                self.all[[k, i]] = number

    def choose(
        self,
        scores: Buffer,
        heads: Sequence[Ix],
        least: Scalar | None,
        use: Callable[[Scalar], None],
    ) -> None:
        """Pass the places of the boxes that stay in a class to `use`: those with a score above the
        least one that no better one covers, at most as many as the limit."""
        b = self.b

        def take(i: list[Ix], used: list[Scalar]) -> list[Scalar]:
            # Always written, counted if it is taken: the index is always in bounds.
            score = scores[[*heads, i[0]]]
            self.order.put(used[0].index(), key_of(score, largest=True), b.number(i[0]))
            above = score > least if least is not None else score.eq(score)
            return [used[0] + above.cast(I32)]

        used = b.fold([self.count], [b.scalar(0, I32)], take)[0].index()
        row = replace(self.order, count=used).sort(0)
        number = b.alloc([], I32)
        number[()] = 0
        with b.loops(used) as (n,), b.if_(b.test("slt", number[()].index(), self.limit)):
            place, before = self.order.places[row, n], number[()]
            mine = [self.all[[k, place.index()]] for k in range(5)]
            with b.if_(~self._is_covered(mine, before.index())):
                for k, side in enumerate(mine):
                    self.chosen[[k, before.index()]] = side
                number[()] = before + 1
                use(place)

    def _is_covered(self, box: list[Scalar], count: Ix) -> Scalar:
        """Whether one of the first chosen boxes overlaps a box too much."""
        v = self.v
        mine = [x.spread(v.type) for x in box]

        def look(at: Ix, lanes: Ix, found: list[Scalar]) -> list[Scalar]:
            others = [v.read(self.chosen, [k, at], lanes) for k in range(5)]
            shared = overlap((mine[:4], mine[4]), (others[:4], others[4]))
            return [found[0].max(v.keep(shared, lanes, v.of(float("-inf"))))]

        none = [v.of(float("-inf"))]
        most = v.fold(count, none, look, lambda p, q: [p[0].max(q[0])], unroll=1)[0]
        return v.reduce(most, "maximumf") > self.threshold
