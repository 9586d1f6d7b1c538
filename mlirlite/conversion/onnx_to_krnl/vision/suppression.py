"""The boxes of a class without those that overlap a better one, by vectors: a pass over the scores
takes out what the box chosen last covers, and finds the next one.

Coordinates and areas of the boxes with a high enough score are rows of a matrix. A box that is out
of play has NaN as score.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from mlirlite.conversion.onnx_to_krnl.emit.buffer import Buffer
from mlirlite.conversion.onnx_to_krnl.emit.builder import KrnlBuilder
from mlirlite.conversion.onnx_to_krnl.emit.index import Ix
from mlirlite.conversion.onnx_to_krnl.emit.scalar import Scalar
from mlirlite.conversion.onnx_to_krnl.registers.lanes import Lanes
from mlirlite.ir.dense import DenseElementsAttr
from mlirlite.ir.types import F32, I32, VectorType
from mlirlite.support.tuning import Fixed

_NONE: Fixed[int] = (1 << 31) - 1
"""The index where no box is in play."""
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

    def __init__(self, b: KrnlBuilder, count: Ix, threshold: Scalar) -> None:
        self.b, self.count, self.threshold = b, count, threshold
        self.v = Lanes(b, F32)
        self.all = b.alloc([5, count], F32)
        self.boxes = b.alloc([5, count], F32)
        self.scores = b.alloc([count], F32)
        self.places = b.alloc([count], I32)
        """Where a box is among all."""
        self.used: Ix = 0
        self.best = b.alloc([], I32)

    def start_image(self, sides_of: Callable[[Ix], Sides]) -> None:
        """Take the boxes of an image."""
        with self.b.loops(self.count) as (i,):
            sides = sides_of(i)
            for k, number in enumerate([*sides, area(sides)]):
                self.all[[k, i]] = number

    def start_class(self, scores: Buffer, heads: Sequence[Ix], least: Scalar | None) -> None:
        """Take the boxes whose score in a class is above the least one."""

        def take(i: list[Ix], used: list[Scalar]) -> list[Scalar]:
            # Always written, counted if it is taken: the index is always in bounds.
            score, place = scores[[*heads, i[0]]], used[0].index()
            self.scores[[place]], self.places[[place]] = score, self.b.number(i[0], I32)
            for k in range(5):
                self.boxes[[k, place]] = self.all[[k, i[0]]]
            above = score > least if least is not None else score.eq(score)
            return [used[0] + above.cast(I32)]

        self.used = self.b.fold([self.count], [self.b.scalar(0, I32)], take)[0].index()
        self._pass(lambda at, lanes: self.v.read(self.scores, [at], lanes))

    def choose(self, limit: Ix, use: Callable[[Scalar], None]) -> None:
        """Pass the best remaining box to `use`, and remove the boxes that it covers; repeat at most
        `limit` times."""
        b, v = self.b, self.v
        with b.loops(limit), b.if_(self.best[()].ne(_NONE)):
            chosen = self.best[()]
            place = chosen.index()
            use(self.places[[place]])
            self.scores[[place]] = b.scalar(float("nan"), F32)
            mine = [self.boxes[[k, place]].spread(v.type) for k in range(5)]

            def keep(at: Ix, lanes: Ix) -> Scalar:
                others = [v.read(self.boxes, [k, at], lanes) for k in range(5)]
                shared = overlap((mine[:4], mine[4]), (others[:4], others[4]))
                covered = shared > self.threshold.spread(v.type)
                value = v.read(self.scores, [at], lanes)
                return covered.select(v.of(float("nan")), value)

            self._pass(keep)

    def _pass(self, keep: Callable[[Ix, Ix], Scalar]) -> None:
        """Set all scores, and find the first one of the largest. Lanes hold the first index of
        their vectors."""
        b, v = self.b, self.v

        def look(at: Ix, lanes: Ix, found: list[Scalar]) -> list[Scalar]:
            best, index = found
            value = keep(at, lanes)
            v.write(value, self.scores, [at], lanes)
            value = v.keep(value, lanes, v.of(float("nan")))
            take = (value > best) | (index.eq(_NONE) & value.eq(value))
            return [take.select(value, best), take.select(b.number(at, I32), index)]

        def join(p: list[Scalar], q: list[Scalar]) -> list[Scalar]:
            take = (q[0] > p[0]) | (q[0].eq(p[0]) & (q[1] < p[1]))
            return [take.select(q[0], p[0]), take.select(q[1], p[1])]

        none = self._integers([_NONE] * v.lanes)
        start = [v.of(float("-inf")), none]
        best, index = v.fold(self.used, start, look, join)
        top = best.eq(v.reduce(best, "maximumf").spread(v.type)) & index.ne(none)
        here = top.select(index + self._integers(range(v.lanes)), none)
        self.best[()] = v.reduce(here, "minsi")

    def _integers(self, values: Sequence[int]) -> Scalar:
        type = VectorType((self.v.lanes,), I32)
        constant = self.b.constant(DenseElementsAttr.of(type, list(values)))
        return Scalar(self.b, constant, I32)
