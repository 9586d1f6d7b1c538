"""The order of elements: few by counting for each how many precede it, which vectors do, others by
a pass for each byte of their keys (radix sort). Keys are integers that are in the same order."""

from __future__ import annotations

from dataclasses import dataclass

from mlirlite.conversion.onnx_to_krnl.emit.buffer import Buffer
from mlirlite.conversion.onnx_to_krnl.emit.builder import KrnlBuilder
from mlirlite.conversion.onnx_to_krnl.emit.index import Ix
from mlirlite.conversion.onnx_to_krnl.emit.scalar import Scalar
from mlirlite.dialects import math
from mlirlite.ir.constants import bit_width
from mlirlite.ir.types import I32, I64, IntegerType, Signedness
from mlirlite.support.tuning import Fixed

_BITS: Fixed[int] = 8
"""Of a key, in a pass."""
_FEW: Fixed[int] = 64
"""Elements that are counted."""
_KEYS: Fixed[dict[int, IntegerType]] = {n: IntegerType(n, Signedness.UNSIGNED) for n in (32, 64)}


def key_of(x: Scalar, largest: bool) -> Scalar:
    """An unsigned integer that is in the order of an element: from the largest one on, or from the
    smallest. NaN counts as greater than every number."""
    b = x.b
    type = _KEYS[64 if x.width > 32 else 32]
    if x.is_float:
        whole = I64 if x.width > 32 else I32
        bits = (x + 0.0).bitcast(whole)  # one zero
        sign = bits >> (type.width - 1)
        key = (bits ^ (sign | (1 << (type.width - 1)))).bitcast(type)
        key = x.is_nan().select(~b.scalar(0, type), key)
    elif x.is_unsigned:
        key = x.cast(type)
    else:
        key = x.cast(I64 if type.width > 32 else I32).bitcast(type) ^ (1 << (type.width - 1))
    return ~key if largest else key


@dataclass(frozen=True, slots=True)
class Order:
    """Elements by key, and those of the same key by place."""

    b: KrnlBuilder
    keys: Buffer
    places: Buffer
    count: Ix

    @classmethod
    def of(cls, b: KrnlBuilder, count: Ix, key: Scalar) -> Order:
        """Room for keys of the type of one."""
        return cls(b, b.alloc([2, count], key.type), b.alloc([2, count], I64), count)

    def put(self, n: Ix, key: Scalar, place: Scalar) -> None:
        """The n-th element."""
        self.keys[0, n], self.places[0, n] = key, place

    def sort(self, most: Ix) -> Ix:
        """Returns the row of the places that is in order. Places are below `most`; 0 if they are in
        order already."""
        b = self.b
        few = b.test("sle", self.count, _FEW)
        with b.if_(few):
            self._count()
        row = b.alloc([1], I64)
        row[0] = b.scalar(1, I64)
        with b.if_(~few):
            row[0] = self._passes(most)
        return row[0].index()

    def _count(self) -> None:
        b = self.b
        with b.loops(self.count) as (i,):
            key, place = self.keys[0, i], self.places[0, i]

            def compare(j: list[Ix], found: list[Scalar]) -> list[Scalar]:
                other, its_place = self.keys[0, j[0]], self.places[0, j[0]]
                before = (other < key) | (other.eq(key) & (its_place < place))
                return [found[0] + before.cast(I32)]

            rank = b.fold([self.count], [b.scalar(0, I32)], compare)[0].cast(I64).index()
            self.places[1, rank] = place

    def _passes(self, most: Ix) -> Scalar:
        """A pass for each byte of the places, then for each byte of the keys."""
        b, room = self.b, 1 << _BITS
        bits = 64 - b.number(most).math(math.CountLeadingZerosOp)
        first = (bits + (_BITS - 1)) >> 3
        starts = b.alloc([room], I64)

        def digit(row: Ix, n: Ix, turn: Scalar) -> Ix:
            of_key = turn >= first
            shift = (of_key.select(turn - first, turn)) * _BITS
            key = self.keys[row, n].cast(_KEYS[64]).bitcast(I64)
            word = of_key.select(key, self.places[row, n])
            return ((word >> shift) & (room - 1)).index()

        def one(at: list[Ix], carried: list[Scalar]) -> list[Scalar]:
            row, turn = carried[0].index(), b.number(at[0])
            with b.loops(room) as (n,):
                starts[n] = b.scalar(0, I64)
            with b.loops(self.count) as (n,):
                d = digit(row, n, turn)
                starts[d] = starts[d] + 1

            def add(n: list[Ix], total: list[Scalar]) -> list[Scalar]:
                mine = starts[n[0]]
                starts[n[0]] = total[0]
                return [total[0] + mine]

            b.fold([room], [b.scalar(0, I64)], add)
            with b.loops(self.count) as (n,):
                d = digit(row, n, turn)
                target = starts[d]
                starts[d] = target + 1
                self.keys[1 - row, target.index()] = self.keys[row, n]
                self.places[1 - row, target.index()] = self.places[row, n]
            return [1 - carried[0]]

        passes = first.index() + bit_width(self.keys.element) // _BITS
        return b.fold([passes], [b.scalar(0, I64)], one)[0]
