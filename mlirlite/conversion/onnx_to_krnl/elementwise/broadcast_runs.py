"""Broadcasting of sizes that the run tells: runs of the result, along which each operand either
moves on or stays. LLVM makes vectors of a loop over a run, but not of a row that may be one
element."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from mlirlite.conversion.onnx_to_krnl.emit.buffer import Buffer
from mlirlite.conversion.onnx_to_krnl.emit.builder import KrnlBuilder
from mlirlite.conversion.onnx_to_krnl.emit.index import Ix, product
from mlirlite.conversion.onnx_to_krnl.emit.scalar import Scalar
from mlirlite.conversion.onnx_to_krnl.registers.prefetched_loops import interleaved_run
from mlirlite.support.tuning import Fixed

Load = Callable[[Buffer], Scalar]
"""The element of an operand."""

_ALL_WAYS: Fixed[int] = 2
"""Up to so many operands have a loop for each way to move."""


class BroadcastRuns:
    """The last dimensions of a result, as many as each operand either has all of, or none of, are
    one dimension: the runs. The run tells which ones these are."""

    def __init__(self, b: KrnlBuilder, out: Buffer, inputs: Sequence[Buffer]) -> None:
        self.b = b
        buffers = [out, *inputs]
        sizes = [_padded(x.shape, out.rank) for x in buffers]
        one = b.test("eq", 0, 0)
        moves = [[b.test("eq", s[d], out.shape[d]) for d in range(out.rank)] for s in sizes]
        self.length: Ix = 1
        self.full: list[Scalar] = [one] * len(buffers)
        """Of each buffer, whether it moves on along a run."""
        self.outer: list[Ix] = []
        joined = one
        for d in reversed(range(out.rank)):
            size = out.shape[d]
            short = b.test("eq", self.length, 1)
            single = b.test("eq", size, 1)
            same = one
            for m, full in zip(moves, self.full, strict=True):
                same = same & ~(m[d] ^ full)
            joined = joined & (short | single | same)
            grows = joined & ~single
            self.full = [grows.select(m[d], f) for m, f in zip(moves, self.full, strict=True)]
            self.length = b.index_select(joined, self.length * size, self.length)
            self.outer.insert(0, b.index_select(joined, 1, size))
        self.steps = [
            [b.index_select(m[d], product(s[d + 1 :]), 0) for d in range(out.rank)]
            for m, s in zip(moves, sizes, strict=True)
        ]
        """Of each buffer, how far apart neighbors of a dimension are."""
        self.flat = [b.view(x, b.memref([x.size], x.element), [x.size]) for x in buffers]
        self.inputs = list(inputs)

    def each(self) -> Iterator[tuple[Callable[[Scalar | float], None], Load]]:
        """Loops over all elements, one for each way in which operands move along a run: ops emitted
        between two of them are the body. Gives how to store an element, and to load operands."""
        b, count = self.b, len(self.inputs)
        ways = [[True] * count]
        if count <= _ALL_WAYS:
            ways += [[i != k for i in range(count)] for k in range(count)]
        else:
            ways.append([True] + [False] * (count - 1))
        rest = b.test("eq", 0, 0)
        for way in ways:
            chosen = rest
            for moves, full in zip(way, self.full[1:], strict=True):
                chosen = chosen & (full if moves else ~full)
            rest = rest & ~chosen
            with b.if_(chosen):
                yield from self._loop([1 if moves else 0 for moves in way])
        if count > _ALL_WAYS:
            with b.if_(rest):
                yield from self._loop([b.index_select(full, 1, 0) for full in self.full[1:]])

    def _loop(self, moves: Sequence[Ix]) -> Iterator[tuple[Callable[[Scalar | float], None], Load]]:
        """One nest; operands move by so many elements."""
        b = self.b
        with b.loops(*self.outer) as at:
            starts = [self._start(at, steps) for steps in self.steps]
            places = {
                id(x): (flat, start, move)
                for x, flat, start, move in zip(
                    self.inputs, self.flat[1:], starts[1:], moves, strict=True
                )
            }
            staying = {k: x[i] for k, (x, i, move) in places.items() if move == 0}
            with interleaved_run(b, self.length) as j:

                def load(x: Buffer) -> Scalar:
                    if id(x) in staying:
                        return staying[id(x)]
                    flat, start, move = places[id(x)]
                    return flat[start + j * move]

                def store(value: Scalar | float) -> None:
                    self.flat[0][starts[0] + j] = value

                yield store, load

    def _start(self, at: Sequence[Ix], steps: Sequence[Ix]) -> Ix:
        b = self.b
        found: Ix = 0
        for index, step in zip(at, steps, strict=True):
            found = found + index * step
        return b.index_of(b.value(found))


def _padded(shape: Sequence[Ix], rank: int) -> list[Ix]:
    return [*[1] * (rank - len(shape)), *shape]
