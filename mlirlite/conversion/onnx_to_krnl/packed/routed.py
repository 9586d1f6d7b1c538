"""RoutedMatMulNBits: rows times those of several matrices that they choose.

one row: for each of its choices, the product with that matrix
more: the choices in the order of the matrices; for each matrix that some chose, their rows are
put together, and the products go to their places
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from mlirlite.conversion.onnx_to_krnl.emit.buffer import Buffer
from mlirlite.conversion.onnx_to_krnl.emit.builder import KrnlBuilder
from mlirlite.conversion.onnx_to_krnl.emit.index import Ix
from mlirlite.conversion.onnx_to_krnl.emit.scalar import Scalar
from mlirlite.conversion.onnx_to_krnl.emit.table import kernel
from mlirlite.conversion.onnx_to_krnl.packed.matmul_n_bits import rows_times_words
from mlirlite.conversion.onnx_to_krnl.packed.plain import plain_loops
from mlirlite.conversion.onnx_to_krnl.packed.words import Words, words_of
from mlirlite.conversion.onnx_to_krnl.registers.lanes import Lanes
from mlirlite.dialects.onnx.packed_weights import Blocks
from mlirlite.dialects.onnx.schedules.packed import PackedProduct
from mlirlite.ir.types import F32, I64


@kernel("RoutedMatMulNBits")
def routed_matmul_n_bits(b: KrnlBuilder) -> Any:
    """Products of rows with the matrices that they choose, and a bias of each matrix."""
    made = _Routed(b)
    for is_one in made.cases():
        if is_one:
            made.one_row()
        else:
            made.rows()
    return made.out


@dataclass(slots=True)
class _Place:
    """Where the products of some rows go: which matrix they are of, and the choice of each."""

    matrix: Ix
    choice: Any


class _Routed:
    """One op: its rows, choices and matrices."""

    def __init__(self, b: KrnlBuilder) -> None:
        self.b = b
        x, *weights, self.bias, self.chosen = b.inputs(6)
        self.blocks = blocks = Blocks.of(b.op)
        self.matrices = b.op.matrices
        self.tokens, self.each = self.chosen.shape
        self.count = self.tokens * self.each
        self.shared = x.rank == 2
        """Whether all choices of a token have the same row."""
        rows = self.tokens if self.shared else self.count
        self.x = b.view(x, b.memref([rows, blocks.depth], x.element), [rows, blocks.depth])
        self.out = b.output([self.tokens, self.each, blocks.columns])
        sizes = [self.count, blocks.columns]
        self.target = b.view(self.out, b.memref(sizes, self.out.element), sizes)
        self.schedule = b.schedule(PackedProduct)
        self.v = None if self.schedule is None else Lanes(b, F32)
        wide = 1
        if self.schedule is not None and self.v is not None:
            wide = self.schedule.vectors * self.v.lanes
        self.words: Words = words_of(b, blocks, weights, wide)

    def cases(self) -> Iterator[bool]:
        """Whether there is one row: known now, or both cases, each under its condition."""
        if isinstance(self.tokens, int):
            yield self.tokens == 1
            return
        for is_one, predicate in ((True, "eq"), (False, "ne")):
            with self.b.if_(self.b.test(predicate, self.tokens, 1)):
                yield is_one

    def one_row(self) -> None:
        """No matrix is chosen twice, or it is read twice."""
        b = self.b
        with b.loops(self.each) as (r,):
            left = self._together(1, lambda i: r)
            self._product(left, _Place(self._matrix(0, r), lambda i: r))

    def rows(self) -> None:
        """The rows of each matrix together."""
        b = self.b
        starts, order = self._sorted()
        with b.loops(self.matrices) as (matrix,):
            first = starts[[matrix]].index()
            count = starts[[matrix + 1]].index() - first
            with b.if_(b.test("sgt", count, 0)):

                def choice(i: Ix) -> Ix:
                    return order[[first + i]].index()

                self._product(self._together(count, choice), _Place(matrix, choice))

    def _matrix(self, token: Ix, r: Ix) -> Ix:
        number: Scalar = self.chosen[[token, r]]
        return number.index()

    def _sorted(self) -> tuple[Buffer, Buffer]:
        """The first place of each matrix, and the choices in the order of matrices."""
        b, matrices = self.b, self.matrices
        starts, order = b.alloc([matrices + 1], I64), b.alloc([self.count], I64)
        ends = b.alloc([matrices], I64)
        with b.loops(matrices + 1) as (m,):
            starts[[m]] = 0
        with b.loops(self.tokens, self.each) as (i, r):
            place = [self._matrix(i, r) + 1]
            starts[place] = starts[place] + 1
        with b.loops(matrices) as (m,):
            ends[[m]] = starts[[m]]
            starts[[m + 1]] = starts[[m + 1]] + starts[[m]]
        with b.loops(self.tokens, self.each) as (i, r):
            place = [self._matrix(i, r)]
            end = ends[place]
            order[[end.index()]] = b.number(i * self.each + r)
            ends[place] = end + 1
        return starts, order

    def _together(self, count: Ix, choice: Any) -> Buffer:
        """The rows of some choices."""
        b, depth = self.b, self.blocks.depth
        left = b.alloc([count, depth], F32)
        with b.loops(count) as (i,):
            place = choice(i)
            row = place // self.each if self.shared else place
            with b.loops(depth) as (k,):
                left[[i, k]] = self.x[[row, k]].cast(F32)
        return left

    def _product(self, left: Buffer, place: _Place) -> None:
        words, v, target = self.words.of(place.matrix), self.v, self.target
        if self.schedule is None or v is None:

            def number(value: Scalar, i: Ix, j: Ix, lanes: Ix) -> None:
                if self.bias is not None:
                    value = value + self.bias[[place.matrix, j]].cast(F32)
                target[[place.choice(i), j]] = value

            plain_loops(self.b, words, left, number)
            return

        def store(value: Scalar, i: Ix, j: Ix, lanes: Ix) -> None:
            if self.bias is not None:
                value = value + v.read(self.bias, [place.matrix, j], lanes)
            v.write(value, target, [place.choice(i), j], lanes)

        rows_times_words(v, self.schedule, words, left, store)
