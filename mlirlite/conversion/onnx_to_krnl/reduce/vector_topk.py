"""TopK of rows by vectors: most elements are skipped without a branch.

for each block of a row:
    the best element of each lane of some vectors, among which the block's vectors are distributed;
    the k-th best of these is a bound for every element that counts
    for vectors of the block: each element that meets the bound is inserted into the list

The list of the best is sorted vectors: an element is compared with all of it at once, and worse
ones are shifted by a lane.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from mlirlite.conversion.onnx_to_krnl.emit.buffer import Buffer
from mlirlite.conversion.onnx_to_krnl.emit.builder import KrnlBuilder
from mlirlite.conversion.onnx_to_krnl.emit.element_types import compute_type
from mlirlite.conversion.onnx_to_krnl.emit.index import Ix, ceildiv
from mlirlite.conversion.onnx_to_krnl.emit.scalar import Scalar
from mlirlite.conversion.onnx_to_krnl.reduce.vector_rows import has_rows
from mlirlite.conversion.onnx_to_krnl.registers.lanes import Lanes
from mlirlite.dialects import arith, math, vector
from mlirlite.dialects.arith import CmpFPredicate
from mlirlite.ir.attribute import Attribute
from mlirlite.ir.attributes import i64_array
from mlirlite.ir.constants import bit_width
from mlirlite.ir.dense import DenseElementsAttr
from mlirlite.ir.types import I1, I32, I64, IntegerType, Signedness, VectorType, element_type_of
from mlirlite.ir.values import Value


def has_lists(b: KrnlBuilder, x: Buffer, k: Ix) -> bool:
    """True when the best k elements of a row are found by vectors."""
    if b.machine is None or not has_rows(b, x) or not isinstance(k, int) or k < 1:
        return False
    return k <= b.tuning.list_vectors * b.machine.lanes(bit_width(compute_type(x.element)))


@dataclass(frozen=True, slots=True)
class TopOfRow:
    """The best k elements of rows of a matrix."""

    v: Lanes
    x: Buffer
    k: int
    largest: bool

    @property
    def _together(self) -> int:
        """Vectors that are tested with one branch, a bit for each lane."""
        return min(self.v.b.tuning.chains, I64.width // self.v.lanes)

    def store(self, i: Ix, values: Buffer, places: Buffer) -> Scalar:
        """Find those of row i, in order, and their indices. Returns whether a NaN is one of them,
        which makes the result invalid."""
        v, k = self.v, self.k
        b, lanes, size = v.b, v.lanes, self.x.shape[1]
        vectors = -(-k // lanes)
        found = [v.of(float("nan"))] * vectors + [self._integers(0)] * vectors
        found.append(b.scalar(0, I1))
        part = b.machine.l1_bytes // 3 * 8 // bit_width(v.element) if b.machine else 1
        part = part // (self._together * lanes) * self._together * lanes
        if isinstance(size, int) and size < 2 * part:
            found = self._block(i, (0, size), found)
        else:

            def block(at: list[Ix], found: list[Scalar]) -> list[Scalar]:
                first = at[0] * part
                return self._block(i, (first, b.index_min(part, size - first)), found)

            found = b.fold([ceildiv(size, part)], found, block)
        bad = found[-1]
        for j in range(vectors):
            used = min(lanes, k - j * lanes)
            v.write(found[j], values, [i, j * lanes], used)
            v.write(found[vectors + j].cast(I64), places, [i, j * lanes], used)
            if not self.largest:  # the rest of the list: there are fewer numbers than k
                bad = bad | (self._bits([found[j].is_nan()]) & ((1 << used) - 1)).ne(0)
        return bad

    def _block(self, i: Ix, span: tuple[Ix, Ix], found: list[Scalar]) -> list[Scalar]:
        """The list, and whether a NaN should be in it, after the elements of a part of row i, given
        by its start and size."""
        v = self.v
        b, lanes, (first, size) = v.b, v.lanes, span
        last, lane = divmod(self.k - 1, lanes)
        worst = self._lane(found[last], lane)
        least = self._bound(i, span)
        least = self._better(worst, least).select(worst, least).spread(v.type)

        def several(at: Ix, count: int, used: Ix, found: list[Scalar]) -> list[Scalar]:
            begins = [first + at + j * lanes for j in range(count)]
            for place in begins:
                v.prefetch(self.x, [i, place + size])  # of the next block, or row
            elements = [v.read(self.x, [i, place], used) for place in begins]
            bits = self._bits([self._counts(e, least) for e in elements])
            if count == 1:
                bits = bits & ((b.scalar(1, I64) << b.number(used)) - 1)

            def one(_: list[Ix], carried: list[Scalar]) -> list[Scalar]:
                left, *found = carried
                place = begins[0] + left.math(math.CountTrailingZerosOp).index()
                return [left & (left - 1), *self._insert(found, i, place)]

            return b.fold([bits.math(math.CtPopOp).index()], [bits, *found], one)[1:]

        some = self._together
        wide = some * lanes
        found = b.fold(
            [size // wide], found, lambda at, found: several(at[0] * wide, some, lanes, found)
        )
        begin = size // wide * wide

        def rest(at: list[Ix], found: list[Scalar]) -> list[Scalar]:
            place = begin + at[0] * lanes
            return several(place, 1, b.index_min(lanes, size - place), found)

        return b.fold([ceildiv(size - begin, lanes)], found, rest)

    def _bound(self, i: Ix, span: tuple[Ix, Ix]) -> Scalar:
        """A bound that at least k elements of a part meet, if it has k: the k-th best of the best
        elements of some groups. There are twice as many groups as needed."""
        v, (first, size) = self.v, span
        b, lanes = v.b, v.lanes
        groups = -(-2 * self.k // lanes)
        chains = groups * -(-self._together // groups)
        worst = v.of(float("-inf") if self.largest else float("inf"))

        def best(at: Ix, used: Ix, so_far: Scalar) -> Scalar:
            element = v.keep(v.read(self.x, [i, first + at], used), used, worst)
            return self._better(element, so_far).select(element, so_far)

        def several(at: list[Ix], found: list[Scalar]) -> list[Scalar]:
            start = at[0] * (chains * lanes)
            return [best(start + j * lanes, lanes, s) for j, s in enumerate(found)]

        found = b.fold([size // (chains * lanes)], [worst] * chains, several)
        begin = size // (chains * lanes) * (chains * lanes)

        def rest(at: list[Ix], found: list[Scalar]) -> list[Scalar]:
            place = begin + at[0] * lanes
            # Each group gets some: they are distributed in turn.
            return [*found[1:], best(place, b.index_min(lanes, size - place), found[0])]

        found = b.fold([ceildiv(size - begin, lanes)], found, rest)
        for j in range(groups, chains):
            other, mine = found[j], found[j % groups]
            found[j % groups] = self._better(other, mine).select(other, mine)
        return self._kth(found[:groups])

    def _kth(self, found: list[Scalar]) -> Scalar:
        """The k-th best number of vectors: the worst of those that fewer than k are better than."""
        v, count = self.v, len(found)
        b, lanes = v.b, v.lanes

        def turn(_: list[Ix], carried: list[Scalar]) -> list[Scalar]:
            turned, ranks = carried[:count], carried[count:]
            for g, number in enumerate(found):
                for other in turned:
                    ranks[g] = ranks[g] + self._better(other, number).select(
                        self._integers(1), self._integers(0)
                    )
            on = [*range(1, lanes), 0]
            return [*[self._shuffled(t, t, on) for t in turned], *ranks]

        none = self._integers(0)
        ranks = b.fold([lanes], [*found, *[none] * count], turn)[count:]
        best = v.of(float("inf") if self.largest else float("-inf"))
        counted = [(r < self.k).select(n, best) for r, n in zip(ranks, found, strict=True)]

        def worse(p: Scalar, q: Scalar) -> Scalar:
            return self._better(p, q).select(q, p)

        least = counted[0]
        for other in counted[1:]:
            least = worse(least, other)
        return v.joined(least, worse)

    def _insert(self, found: list[Scalar], i: Ix, place: Ix) -> list[Scalar]:
        """The list with one more element, after those that are as good."""
        v, half = self.v, len(found) // 2
        element = self.x[i, place]
        number = element.spread(v.type)
        index = v.b.number(place, I32).spread(found[half].value.type)
        on = [v.lanes - 1 + n for n in range(v.lanes)]
        before = v.of(float("inf") if self.largest else float("-inf"))
        place_before = found[half]
        numbers, places = [], []
        for mine, its_place in zip(found[:half], found[half:-1], strict=True):
            moved = self._shuffled(before, mine, on)
            moved_place = self._shuffled(place_before, its_place, on)
            stays, follows = self._good(mine, number), self._good(moved, number)
            numbers.append(stays.select(mine, follows.select(number, moved)))
            places.append(stays.select(its_place, follows.select(index, moved_place)))
            before, place_before = mine, its_place
        return [*numbers, *places, found[-1] | element.is_nan()]

    def _better(self, p: Scalar, q: Scalar) -> Scalar:
        return p > q if self.largest else p < q

    def _counts(self, p: Scalar, q: Scalar) -> Scalar:
        """As good, or a NaN, which is greater than every number."""
        if not self.largest:
            return p <= q
        b = self.v.b
        return Scalar(b, b.compare(arith.CmpFOp, CmpFPredicate.uge, p.value, q.value), I1)

    def _good(self, p: Scalar, q: Scalar) -> Scalar:
        return p >= q if self.largest else p <= q

    def _integers(self, number: int) -> Scalar:
        type = VectorType((self.v.lanes,), I32)
        return Scalar(self.v.b, self.v.b.constant(DenseElementsAttr.of(type, number)), I32)

    def _shuffled(self, p: Scalar, q: Scalar, lanes: Sequence[int]) -> Scalar:
        properties: dict[str, Attribute] = {"mask": i64_array(lanes)}
        found = self.v.b.emit(vector.ShuffleOp, (p.value, q.value), properties)
        return Scalar(self.v.b, found, p.type)

    def _lane(self, value: Scalar, lane: int) -> Scalar:
        return Scalar(self.v.b, self._extracted(value.value, lane), value.type)

    def _extracted(self, value: Value, lane: int) -> Value:
        position: dict[str, Attribute] = {"static_position": i64_array([lane])}
        element = element_type_of(value.type)
        return self.v.b.emit(vector.ExtractOp, (value,), position, element)

    def _bits(self, masks: Sequence[Scalar]) -> Scalar:
        """Lanes as bits of one number."""
        b, lanes = self.v.b, self.v.lanes
        bits = b.scalar(0, I64)
        for j, mask in enumerate(masks):
            whole = VectorType((1,), IntegerType(lanes))
            cast = self._extracted(b.emit(vector.BitCastOp, (mask.value,), type=whole), 0)
            here = Scalar(b, cast, IntegerType(lanes, Signedness.UNSIGNED))
            bits = bits | (here.cast(I64) << (j * lanes))
        return bits
