"""Broadcasting of sizes that the run tells: runs of the result, along which each operand either
moves on or stays. LLVM makes vectors of a loop over a run, but not of a row that may be one
element."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from mlirlite.conversion.onnx_to_krnl.emit.buffer import Buffer
from mlirlite.conversion.onnx_to_krnl.emit.builder import KrnlBuilder
from mlirlite.conversion.onnx_to_krnl.emit.index import Ix, product
from mlirlite.conversion.onnx_to_krnl.emit.scalar import Scalar
from mlirlite.conversion.onnx_to_krnl.registers.prefetched_loops import interleaved_run
from mlirlite.support.tuning import Fixed

Load = Callable[[Buffer], Scalar]
"""The element of an operand."""
Store = Callable[[Scalar | float], None]
_Place = tuple[Buffer, Ix, Ix]
"""A buffer of one dimension, an index, and how far it moves."""

_ALL_WAYS: Fixed[int] = 2
"""With at most this many operands, each way to move has a loop of its own."""


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

    def each(self) -> Iterator[tuple[Store, Load]]:
        """Loops over all elements, one for each way in which operands move along a run: ops emitted
        between two of them are the body. Gives how to store an element, and to load operands."""
        for out, *places in self._ways():
            with self._run(out, places) as found:
                yield found

    def copy(self) -> None:
        """Fill the result with the only operand, bits as they are."""
        for (out, first, _), (x, start, move) in self._ways():
            with interleaved_run(self.b, self.length, self.flat) as j:
                out.store(x.load(start + j * move), first + j)

    @contextmanager
    def _run(self, out: _Place, places: Sequence[_Place]) -> Iterator[tuple[Store, Load]]:
        """The loop along a run; operands that stay are loaded before."""
        known = {id(x): place for x, place in zip(self.inputs, places, strict=True)}
        staying = {k: x[start] for k, (x, start, move) in known.items() if move == 0}
        with interleaved_run(self.b, self.length, self.flat) as j:

            def load(x: Buffer) -> Scalar:
                if id(x) in staying:
                    return staying[id(x)]
                flat, start, move = known[id(x)]
                return flat[start + j * move]

            def store(value: Scalar | float) -> None:
                out[0][out[1] + j] = value

            yield store, load

    def _ways(self) -> Iterator[list[_Place]]:
        """Loops over runs, for each way in which operands move along them. Gives where each buffer
        begins, and by how many elements it moves."""
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
            with b.if_(chosen), b.loops(*self.outer) as at:
                yield self._places(at, [1 if moves else 0 for moves in way])
        if count > _ALL_WAYS:
            with b.if_(rest), b.loops(*self.outer) as at:
                yield self._places(at, [b.index_select(f, 1, 0) for f in self.full[1:]])

    def _places(self, at: Sequence[Ix], moves: Sequence[Ix]) -> list[_Place]:
        starts = [self._start(at, steps) for steps in self.steps]
        return list(zip(self.flat, starts, [1, *moves], strict=True))

    def _start(self, at: Sequence[Ix], steps: Sequence[Ix]) -> Ix:
        b = self.b
        found: Ix = 0
        for index, step in zip(at, steps, strict=True):
            found = found + index * step
        return b.index_of(b.value(found))


def _padded(shape: Sequence[Ix], rank: int) -> list[Ix]:
    return [*[1] * (rank - len(shape)), *shape]
