"""Vectors whose used lanes may be known only at run time, rows of them, and reductions of lanes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from mlirlite.conversion.onnx_to_krnl.emit.buffer import Buffer
from mlirlite.conversion.onnx_to_krnl.emit.builder import KrnlBuilder
from mlirlite.conversion.onnx_to_krnl.emit.element_types import compute_type, memory_bits
from mlirlite.conversion.onnx_to_krnl.emit.floats import decode, encode
from mlirlite.conversion.onnx_to_krnl.emit.index import Ix
from mlirlite.conversion.onnx_to_krnl.emit.scalar import Scalar
from mlirlite.conversion.onnx_to_krnl.registers.tile import L1, Vectors
from mlirlite.dialects import vector
from mlirlite.dialects.arith import FastMathFlags, FastMathFlagsAttr
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import bool_attr, i64_array, i64_attr
from mlirlite.ir.constants import bit_width
from mlirlite.ir.types import BF16, F16, F32, I1, FloatType, VectorType, element_type_of
from mlirlite.ir.values import Value

_REASSOCIATE = FastMathFlagsAttr(FastMathFlags.reassoc)


class Lanes(Vectors):
    """Vectors of the machine's width, and several of them as one. Narrower floats are widened when
    they are loaded, and rounded when they are stored.

    Functions are long chains of dependent operations, and a processor looks ahead only so far. For
    one wide vector, LLVM interleaves each operation on all its parts."""

    def __init__(self, b: KrnlBuilder, element: Type, lanes: int = 0) -> None:
        if b.machine is None:
            raise ValueError("vectors need a machine")
        super().__init__(b, element, lanes or b.machine.lanes(bit_width(element)))
        self.wide = self.lanes * max(1, b.machine.registers // b.tuning.function_registers)
        """Lanes of as many vectors as can be computed at once."""

    def _of_size(self, lanes: Ix) -> Lanes:
        """Vectors of this many lanes, if these are known to exceed the machine's vector."""
        if isinstance(lanes, int) and lanes > self.lanes:
            return Lanes(self.b, self.element, lanes)
        return self

    def _narrow(self, buffer: Buffer) -> FloatType | None:
        """The narrower float that a buffer holds."""
        found = buffer.element
        narrow = self.element is F32 and found in (F16, BF16)
        return found if narrow and isinstance(found, FloatType) else None

    def load(self, buffer: Buffer, at: Sequence[Ix], lanes: Ix) -> Value:
        """As in the base class."""
        found, narrow = super().load(buffer, at, lanes), self._narrow(buffer)
        return found if narrow is None else decode(self.b, found, narrow).value

    def store(self, value: Value, buffer: Buffer, at: Sequence[Ix], lanes: Ix) -> None:
        """As in the base class."""
        super().store(self._stored(value, buffer), buffer, at, lanes)

    def _stored(self, value: Value, buffer: Buffer) -> Value:
        narrow = self._narrow(buffer)
        return value if narrow is None else encode(self.b, Scalar(self.b, value, F32), narrow)

    def read(self, buffer: Buffer, at: Sequence[Ix], lanes: Ix) -> Scalar:
        """Neighboring elements; those beyond `lanes` are not read and are 0."""
        value = self._of_size(lanes).load(buffer, at, lanes)
        return Scalar(self.b, value, self.element)

    def write(self, value: Scalar, buffer: Buffer, at: Sequence[Ix], lanes: Ix) -> None:
        """Store neighboring elements; those beyond `lanes` stay."""
        self._of_size(lanes).store(value.value, buffer, at, lanes)

    def write_past_caches(self, value: Scalar, buffer: Buffer, at: Sequence[Ix]) -> None:
        """Store aligned vectors non-temporally."""
        place = (buffer.value, *[self.b.value(i) for i in at])
        size = self.lanes * memory_bits(buffer.element) // 8
        hints: dict[str, Attribute] = {"nontemporal": bool_attr(True), "alignment": i64_attr(size)}
        stored = self._stored(value.value, buffer)
        self.b.insert(vector.StoreOp.create((stored, *place), (), hints))

    def prefetch_all(
        self, buffer: Buffer, at: Sequence[Ix], lanes: Ix, near: int = L1, write: bool = False
    ) -> None:
        """Prefetch the memory that a vector of this many lanes is read from, or written to."""
        for k in range(0, max(lanes, 1) if isinstance(lanes, int) else 1, self.lanes):
            self.prefetch(buffer, [*at[:-1], at[-1] + k], near, write)

    def of(self, number: float, lanes: Ix = 1) -> Scalar:
        """A number in all lanes of a vector of which this many are used."""
        return Scalar(self.b, self._of_size(lanes).splat_of(number), self.element)

    def keep(self, value: Scalar, lanes: Ix, other: Scalar) -> Scalar:
        """The value in the first lanes, another one beyond."""
        if isinstance(lanes, int) and lanes >= self.lanes:
            return value
        return Scalar(self.b, self.mask(lanes), I1).select(value, other)

    def reduce(self, value: Scalar, kind: str) -> Scalar:
        """All lanes as one number: their sum ("add"), or the largest or smallest one ("maximumf",
        "minimumf", "minsi")."""
        properties: dict[str, Attribute] = {
            "kind": vector.CombiningKindAttr(vector.CombiningKind[kind])
        }
        if value.is_float:
            properties["fastmath"] = _REASSOCIATE
        found = self.b.emit(vector.ReductionOp, (value.value,), properties, value.type)
        return Scalar(self.b, found, value.type)

    def joined(
        self, value: Scalar, join: Callable[[Scalar, Scalar], Scalar], lanes: int = 1
    ) -> Scalar:
        """The lanes combined to as many as are wanted, or to one number: halves are combined until
        no more are left."""
        while (size := _lane_count(value.value)) > lanes:
            half = size // 2
            value = join(*(self._picked(value, range(k, k + half)) for k in (0, half)))
        if lanes > 1:
            return value
        position: dict[str, Attribute] = {"static_position": i64_array([0])}
        found = self.b.emit(vector.ExtractOp, (value.value,), position, value.type)
        return Scalar(self.b, found, value.type)

    def _picked(self, value: Scalar, lanes: Sequence[int]) -> Scalar:
        """A vector of some of the lanes of one."""
        type = VectorType((len(lanes),), element_type_of(value.value.type))
        mask: dict[str, Attribute] = {"mask": i64_array(list(lanes))}
        found = self.b.emit(vector.ShuffleOp, (value.value, value.value), mask, type)
        return Scalar(self.b, found, value.type)

    # Rows

    def row(
        self, size: Ix, unroll: int = 1, together: bool = False
    ) -> Iterator[list[tuple[Ix, Ix]]]:
        """Loops over a row of elements: ops emitted between two of them are the body. Gives the
        first element and the lanes of each vector of a step: full ones, then the remainder. With
        `together`, full ones are wide."""
        wide = self.wide if together else self.lanes * unroll
        full = size // wide
        if not isinstance(full, int) or full:
            with self.b.loops(full) as (i,):
                if together:
                    yield [(i * wide, wide)]
                else:
                    yield [(i * wide + j * self.lanes, self.lanes) for j in range(unroll)]
        rest = (full * wide, size)
        if isinstance(size, int):
            first = size // wide * wide
            if first < size:
                starts = range(first, size, self.lanes)
                yield [(at, min(self.lanes, size - at)) for at in starts]
            return
        with self.b.loops(_steps(rest[0], size, self.lanes)) as (i,):
            at = rest[0] + i * self.lanes
            yield [(at, self.b.index_min(self.lanes, size - at))]

    def fold(
        self,
        size: Ix,
        starts: Sequence[Scalar],
        step: Callable[[Ix, Ix, list[Scalar]], Sequence[Scalar]],
        join: Callable[[list[Scalar], list[Scalar]], Sequence[Scalar]],
        unroll: int = 0,
        together: bool = False,
    ) -> list[Scalar]:
        """Vectors carried along a row: `step(first, lanes, values)` gives the next ones. `unroll`
        independent chains, or a default number, run side by side, so that they do not wait for each
        other, and are combined at the end; with `together`, they are one wide vector."""
        b, count = self.b, len(starts)
        unroll = unroll or b.tuning.chains
        wide = self.wide if together else self.lanes * unroll
        full = size // wide
        values = list(starts)
        if together and (not isinstance(full, int) or full):
            values = self._fold_wide(full, values, step, join)
        elif not isinstance(full, int) or full:

            def several(at: list[Ix], found: list[Scalar]) -> list[Scalar]:
                result: list[Scalar] = []
                for j in range(unroll):
                    mine = found[j * count : (j + 1) * count]
                    result += step(at[0] * wide + j * self.lanes, self.lanes, mine)
                return result

            chains = b.fold([full], list(starts) * unroll, several)
            values = chains[:count]
            for j in range(1, unroll):
                values = list(join(values, chains[j * count : (j + 1) * count]))
        first = full * wide
        if isinstance(size, int):
            for at in range(size // wide * wide, size, self.lanes):
                values = list(step(at, min(self.lanes, size - at), values))
            return values

        def one(at: list[Ix], found: list[Scalar]) -> list[Scalar]:
            place = first + at[0] * self.lanes
            return list(step(place, b.index_min(self.lanes, size - place), found))

        return b.fold([_steps(first, size, self.lanes)], values, one)

    def _fold_wide(
        self,
        steps: Ix,
        starts: list[Scalar],
        step: Callable[[Ix, Ix, list[Scalar]], Sequence[Scalar]],
        join: Callable[[list[Scalar], list[Scalar]], Sequence[Scalar]],
    ) -> list[Scalar]:
        wide = self.wide
        lanes = [i % self.lanes for i in range(wide)]
        begin = [self._picked(s, lanes) for s in starts]
        values = self.b.fold([steps], begin, lambda at, v: step(at[0] * wide, wide, v))
        while wide > self.lanes:
            wide //= 2
            low, high = ([self._picked(v, range(k, k + wide)) for v in values] for k in (0, wide))
            values = list(join(low, high))
        return values


def lanes_of(b: KrnlBuilder, x: Buffer) -> Lanes:
    """Vectors of the type that the elements of a buffer are computed in."""
    return Lanes(b, compute_type(x.element))


def _steps(first: Ix, size: Ix, lanes: int) -> Ix:
    return (size - first + (lanes - 1)) // lanes


def stripes(b: KrnlBuilder, size: Ix, wide: int) -> Iterator[tuple[Ix, Ix]]:
    """Loops over parts of this many columns, and the remainder: the first column and how many; ops
    emitted between two of them are the body."""
    full = size // wide
    if not isinstance(full, int) or full:
        with b.loops(full) as (i,):
            yield i * wide, wide
    rest = size - full * wide
    if isinstance(rest, int):
        if rest:
            yield full * wide, rest
        return
    with b.loops(b.index_min(rest, 1)) as _:
        yield full * wide, rest


def _lane_count(vector: Value) -> int:
    assert isinstance(vector.type, VectorType)
    return vector.type.shape[0]


def interleaved(b: KrnlBuilder, rows: Sequence[Value]) -> list[Value]:
    """The elements of vectors in turn, as the same number of vectors: a power of two, at most the
    number of lanes of each."""
    if len(rows) == 1:
        return list(rows)
    lanes = _lane_count(rows[0])
    masks = [
        i64_array([k for i in range(at, at + lanes // 2) for k in (i, lanes + i)])
        for at in (0, lanes // 2)
    ]
    pairs = zip(interleaved(b, rows[::2]), interleaved(b, rows[1::2]), strict=True)
    return [b.emit(vector.ShuffleOp, pair, {"mask": m}) for pair in pairs for m in masks]


def transposed(b: KrnlBuilder, rows: Sequence[Value]) -> list[Value]:
    """As many vectors as each has lanes, as the columns of a square: rounds of interleaving, each
    of which moves one bit of the row's number into the lane's."""
    count = len(rows)
    low = i64_array([k for i in range(count // 2) for k in (i, count + i)])
    high = i64_array([k for i in range(count // 2, count) for k in (i, count + i)])
    found = list(rows)
    for _ in range(count.bit_length() - 1):
        following: list[Value] = []
        for i in range(count // 2):
            pair = (found[i], found[i + count // 2])
            following += [b.emit(vector.ShuffleOp, pair, {"mask": m}) for m in (low, high)]
        found = following
    return found
