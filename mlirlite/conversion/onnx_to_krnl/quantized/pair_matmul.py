"""Products of matrices of bytes as sums of pairs of 16-bit integers: where no instruction sums up
bytes, or the right side is not known when the model is compiled.

Zero points are subtracted when both sides are widened, so that sums begin with 0. A word holds two
neighbors of a row of the left side, or of a column of the right one; panels are as those of f32.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mlirlite.conversion.onnx_to_krnl.emit.buffer import Buffer
from mlirlite.conversion.onnx_to_krnl.emit.builder import KrnlBuilder
from mlirlite.conversion.onnx_to_krnl.emit.index import Ix, ceildiv
from mlirlite.conversion.onnx_to_krnl.emit.scalar import Scalar
from mlirlite.conversion.onnx_to_krnl.epilogue.fusion import FusedRows
from mlirlite.conversion.onnx_to_krnl.matmul.blocks import gemm, tile_of
from mlirlite.conversion.onnx_to_krnl.matmul.panels import Panels, column_blocks
from mlirlite.conversion.onnx_to_krnl.registers.lanes import Lanes
from mlirlite.conversion.onnx_to_krnl.registers.packing import packed, row_panels
from mlirlite.dialects import krnl, vector
from mlirlite.ir.types import F32, I16, I32, VectorType
from mlirlite.ir.values import Value
from mlirlite.support.tuning import Fixed

PAIR: Fixed[int] = 2
_WORD = VectorType((1,), I32)
_LOW: Fixed[int] = 0xFFFF
"""The bits of a word that hold the first of a pair."""


def widened_rows(b: KrnlBuilder, x: Buffer, zero: Buffer | None) -> Buffer:
    """The elements of a stack of matrices without their zero point, with 16 bits each, and zeros at
    the end of rows of an odd length."""
    *outer, depth = x.shape
    out = b.alloc([*outer, ceildiv(depth, PAIR) * PAIR], I16)
    point = zero[(0,) * zero.rank].cast(I32) if zero is not None else None
    with b.loops(*outer) as at:
        with b.loops(depth) as (k,):
            value = x[[*at, k]].cast(I32)
            out[[*at, k]] = value if point is None else value - point
        with b.loop(depth, out.shape[-1]) as k:
            out[[*at, k]] = b.scalar(0, I32)
    return out


class PairPanels(Panels):
    """The right side: a constant without its zero point, or a matrix of a stack, at some indices of
    its other dimensions, that is packed when it is needed. There is room for `most` columns, by
    default as many as it has."""

    def __init__(
        self,
        y: Buffer,
        array: Any,
        heads: Sequence[Ix],
        zero: Buffer | None,
        most: Ix | None = None,
    ) -> None:
        depth = y.shape[-2]
        super().__init__(ceildiv(depth, PAIR), y.shape[-1])
        self.most = self.columns if most is None else most
        self.y, self.array, self.heads, self.zero, self.rows = y, array, heads, zero, depth

    def prepare(self, v: Lanes, vectors: int) -> None:
        """Words in panels."""
        if self.array is None:
            self._pack(v, vectors)
            return
        import numpy as np

        depth, columns = self.array.shape
        pairs = np.zeros((columns, -(-depth // PAIR) * PAIR), np.int16)
        pairs[:, :depth] = self.array.T
        panels = row_panels(pairs.view(np.int32)[None], vectors * v.lanes)[0]
        self.panels = packed(v.b, self.y, panels, I32)

    def _pack(self, v: Lanes, vectors: int) -> None:
        b, wide = v.b, vectors * v.lanes
        self.zero = self._zeros(b)
        self.panels = b.alloc([ceildiv(self.most, wide), self.depth, wide], I32)
        whole = self.rows // PAIR
        for steps, is_whole in ((whole, True), ((whole, self.depth), False)):
            with b.loops(steps) as (k,):
                for block in column_blocks(v, self.columns, vectors):
                    for j, used in enumerate(block.used):
                        column = block.first + j * v.lanes
                        word = self._numbers(v, k * PAIR, column, used) & _LOW
                        if is_whole:
                            high = self._numbers(v, k * PAIR + 1, column, used)
                            word = word | (high << 16)
                        inside = column - block.number * wide
                        place = [block.number, k, inside]
                        v.write(word, self.panels, place, v.lanes)

    def _zeros(self, b: KrnlBuilder) -> Buffer | None:
        """Zero points that vectors may read: if only the run tells whether there is one for all or
        one for each column, a copy for each."""
        zero = self.zero
        if zero is None or zero.rank != 1 or isinstance(zero.shape[0], int):
            return zero
        found = b.alloc([self.columns], zero.element)
        is_one = b.test("eq", zero.shape[0], 1)
        with b.loops(self.columns) as (j,):
            found[[j]] = zero[[b.index_select(is_one, 0, j)]]
        return found

    def _numbers(self, v: Lanes, row: Ix, column: Ix, lanes: Ix) -> Scalar:
        """Elements of a row without their zero points."""
        bytes_ = v.load(self.y, [*self.heads, row, column], lanes)
        value = Scalar(v.b, bytes_, self.y.element).cast(I32)
        if self.zero is None:
            return value
        if all(n == 1 for n in self.zero.shape):
            return value - self.zero[(0,) * self.zero.rank].cast(I32).spread(v.type)
        points = v.load(self.zero, [column], lanes)
        return value - Scalar(v.b, points, self.zero.element).cast(I32)


class _Pairs(Lanes):
    """Sums of products of two 16-bit integers each."""

    def __init__(self, b: KrnlBuilder) -> None:
        super().__init__(b, I32)
        self.pairs: VectorType = VectorType((self.lanes * PAIR,), I16)

    def multiply_add(self, a: Value, c: Value, total: Value) -> Value:
        """Words of both sides, as pairs."""
        factors = [self.b.emit(vector.BitCastOp, (w,), type=self.pairs) for w in (a, c)]
        return self.b.emit(krnl.DotOp, (*factors, total), type=total.type)


def product_of_pairs(
    b: KrnlBuilder,
    x: tuple[Buffer, Sequence[Ix]],
    right: PairPanels,
    out: tuple[Buffer, Sequence[Ix]],
    fused: FusedRows | None = None,
) -> None:
    """A matrix of widened rows times panels, each a matrix of a stack at some indices; fused ops
    take the sums as floats."""
    (rows, heads), (target, place) = x, out
    v, real = _Pairs(b), Lanes(b, F32)
    some = VectorType((PAIR,), I16)
    zero = v.splat_of(0)

    def left(i: Ix, k: Ix) -> Value:
        at = [b.value(n) for n in (*heads, i, k * PAIR)]
        found = b.emit(vector.LoadOp, (rows.value, *at), type=some)
        return b.emit(vector.BitCastOp, (found,), type=_WORD)

    def finish(value: Scalar, i: Ix, j: Ix, lanes: Ix) -> None:
        if fused is not None:
            value = fused.apply(real, value.cast(F32), i, j, lanes)
        v.write(value, target, [*place, i, j], lanes)

    count, columns = rows.shape[-2], target.shape[-1]
    tile = tile_of(b, count, columns, v.lanes)
    gemm(v, tile, count, left, right, lambda i, j, lanes: zero, finish)
