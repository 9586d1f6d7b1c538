"""Register tiles: products whose sums stay in vector registers.

out[i, j] = sum over k of left(i, k) * right(k, j)
-->  for each block of rows and vectors: krnl.iterate over k with one vector iter_arg per sum
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from mlirlite.conversion.onnx_to_krnl.emit.buffer import Buffer
from mlirlite.conversion.onnx_to_krnl.emit.builder import KrnlBuilder
from mlirlite.conversion.onnx_to_krnl.emit.element_types import signless
from mlirlite.conversion.onnx_to_krnl.emit.index import Ix
from mlirlite.conversion.onnx_to_krnl.emit.scalar import Scalar
from mlirlite.dialects import arith, memref, vector
from mlirlite.dialects.llvm.attributes import LoopAnnotationAttr, LoopUnrollAttr
from mlirlite.dialects.onnx.schedules.tiles import (
    Part as Part,
    Shape as Shape,
    choose as choose,
    row_parts as row_parts,
    vector_parts as vector_parts,
)
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import IntegerAttr, bool_attr
from mlirlite.ir.dense import DenseElementsAttr
from mlirlite.ir.types import I1, I32, VectorType
from mlirlite.ir.values import Value
from mlirlite.support.tuning import Fixed

NO_UNROLLING: dict[str, Attribute] = {
    "llvm.loop_annotation": LoopAnnotationAttr(unroll=LoopUnrollAttr(disable=bool_attr(True)))
}
"""A tile fills the registers: unrolling by one more step would spill sums."""


L1: Fixed[int] = 3
L2: Fixed[int] = 2
"""Locality hints of a prefetch, by the cache that it fills."""


def prefetch(
    b: KrnlBuilder, buffer: Buffer, at: Sequence[Ix], near: int = L1, write: bool = False
) -> None:
    """Prefetch the cache line of an element, which need not exist, to read or write it."""
    place = (buffer.value, *[b.value(i) for i in at])
    hints: dict[str, Attribute] = {
        "isWrite": bool_attr(write),
        "localityHint": IntegerAttr(near, I32),
        "isDataCache": bool_attr(True),
    }
    b.insert(memref.PrefetchOp.create(place, (), hints))


class Vectors:
    """Vectors of one element type, of the machine's width; unsigned integers are computed as
    signless ones."""

    def __init__(self, b: KrnlBuilder, element: Type, lanes: int) -> None:
        self.b = b
        self.element, self.lanes = element, lanes
        self.type: VectorType = VectorType((lanes,), signless(element))

    def splat_of(self, number: float) -> Value:
        """A constant in all lanes."""
        return self.b.constant(DenseElementsAttr.of(self.type, number))

    def splat(self, value: Value) -> Value:
        """A number in all lanes."""
        return self.b.emit(vector.BroadcastOp, (value,), type=self.type)

    def multiply_add(self, a: Value, c: Value, total: Value) -> Value:
        """a * c + total, rounded once."""
        return self.b.emit(vector.FMAOp, (a, c, total))

    def mask(self, lanes: Ix) -> Value:
        """True in the first lanes."""
        type = VectorType((self.lanes,), I1)
        if isinstance(lanes, int):
            values = [i < lanes for i in range(self.lanes)]
            return self.b.constant(DenseElementsAttr.of(type, values))
        return self.b.emit(vector.CreateMaskOp, (self.b.value(lanes),), type=type)

    def load(self, buffer: Buffer, at: Sequence[Ix], lanes: Ix) -> Value:
        """Neighboring elements; those beyond `lanes` are not read and are 0."""
        b = self.b
        place = (buffer.value, *[b.value(i) for i in at])
        type = VectorType((self.lanes,), buffer.element)
        if lanes == self.lanes:
            value = b.emit(vector.LoadOp, place, type=type)
        else:
            others = b.constant(DenseElementsAttr.of(type, 0))
            value = b.emit(vector.MaskedLoadOp, (*place, self.mask(lanes), others), type=type)
        return b.cast(value, VectorType(type.shape, signless(buffer.element)))

    def load_if(
        self, condition: Scalar | None, buffer: Buffer, at: Sequence[Ix], filler: float = 0
    ) -> Value:
        """A vector, or the filler in all lanes, and nothing is read, unless the condition holds."""
        if condition is None:
            return self.load(buffer, at, self.lanes)
        b = self.b
        mask = self.mask(b.index_select(condition, self.lanes, 0))
        place = (buffer.value, *[b.value(i) for i in at], mask, self.splat_of(filler))
        return b.emit(vector.MaskedLoadOp, place, type=self.type)

    def widened(self, value: Value) -> Value:
        """A vector of floats of this type, which may be stored as narrower ones."""
        if value.type == self.type:
            return value
        return self.b.emit(arith.ExtFOp, (value,), type=self.type)

    def prefetch(
        self, buffer: Buffer, at: Sequence[Ix], near: int = L1, write: bool = False
    ) -> None:
        """As `prefetch`."""
        prefetch(self.b, buffer, at, near, write)

    def store(self, value: Value, buffer: Buffer, at: Sequence[Ix], lanes: Ix) -> None:
        """Write neighboring elements; those beyond `lanes` stay."""
        place = (buffer.value, *[self.b.value(i) for i in at])
        value = self.b.cast(value, VectorType((self.lanes,), buffer.element))
        if lanes == self.lanes:
            self.b.insert(vector.StoreOp.create((value, *place)))
        else:
            self.b.insert(vector.MaskedStoreOp.create((*place, self.mask(lanes), value)))


@contextmanager
def blocks(b: KrnlBuilder, part: Part) -> Iterator[tuple[Ix, Ix]]:
    """The loop over a part's blocks: the number of the block, and where it starts."""
    if part.count == 1:
        yield part.block, part.start
        return
    with b.loops(part.count) as (block,):
        yield block + part.block, block * part.size + part.start


Step = Callable[[list[Ix], list[Scalar]], list[Scalar]]
"""The body of loops that carry scalars: their next values, for indices and values."""


def sums(
    v: Vectors,
    fold: Callable[[list[Scalar], Step], list[Scalar]],
    start: Sequence[Sequence[Value]],
    left: Callable[[list[Ix], int], Value],
    right: Callable[[list[Ix], int], Value],
) -> list[list[Value]]:
    """Loops, made by `fold`, that add `left(indices, row) * right(indices, vector)` to the sums, in
    registers. Returns the sums of each row."""
    b = v.b
    width = len(start[0])
    flat = [Scalar(b, value, v.type) for row in start for value in row]

    def step(at: list[Ix], found: list[Scalar]) -> list[Scalar]:
        vectors = [right(at, j) for j in range(width)]
        factors = [v.splat(left(at, i)) for i in range(len(start))]
        return [
            Scalar(b, v.multiply_add(factors[n // width], vectors[n % width], s.value), s.type)
            for n, s in enumerate(found)
        ]

    b.hints = NO_UNROLLING
    found = [s.value for s in fold(flat, step)]
    b.hints = {}
    return [found[i : i + width] for i in range(0, len(found), width)]
