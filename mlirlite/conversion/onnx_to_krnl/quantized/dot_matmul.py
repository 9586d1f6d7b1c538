"""Products of a matrix of bytes and a constant one in register tiles, four steps of the depth at a
time.

MatMulInteger(x : ui8, w : i8, zx, zw)
-->  sums that begin with -zx * (columns of w - zw added up) - zw * (rows of x added up),
     and krnl.dot of four neighbors of a row of x and four of a column of w
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from mlirlite.conversion.onnx_to_krnl.emit.buffer import Buffer
from mlirlite.conversion.onnx_to_krnl.emit.builder import KrnlBuilder
from mlirlite.conversion.onnx_to_krnl.emit.element_types import UI8
from mlirlite.conversion.onnx_to_krnl.emit.index import Ix, ceildiv, product
from mlirlite.conversion.onnx_to_krnl.emit.scalar import Scalar
from mlirlite.conversion.onnx_to_krnl.epilogue.epilogue import known_array
from mlirlite.conversion.onnx_to_krnl.epilogue.fusion import FusedRows
from mlirlite.conversion.onnx_to_krnl.matmul.blocks import gemm, tile_of
from mlirlite.conversion.onnx_to_krnl.matmul.loops import product_of_stacks
from mlirlite.conversion.onnx_to_krnl.matmul.panels import Columns, Panels
from mlirlite.conversion.onnx_to_krnl.quantized.pair_matmul import (
    PairPanels,
    product_of_pairs,
    widened_rows,
)
from mlirlite.conversion.onnx_to_krnl.registers.lanes import Lanes
from mlirlite.conversion.onnx_to_krnl.registers.packing import constant_array, packed, row_panels
from mlirlite.dialects import krnl, onnx, vector
from mlirlite.dialects.onnx.transforms.fuse_elementwise_onnx import FUSED
from mlirlite.ir.types import F32, I8, I32, MemRefType, VectorType
from mlirlite.ir.values import Value
from mlirlite.support.tuning import Fixed

_MATRIX: Fixed[int] = 2
"""Dimensions of a matrix."""
_GROUP: Fixed[int] = 4
"""Bytes of a sum."""
_WORD = VectorType((1,), I32)


def matmul_of_dots(
    b: KrnlBuilder,
    x: Buffer,
    y: Buffer,
    zeros: tuple[Buffer | None, Buffer | None, Value | None],
    type: MemRefType,
) -> list[Buffer | None] | None:
    """The product of a type, in i32; None if plain loops have to be used: no machine is given, the
    left side has a zero point per row, or the right side is not a constant, or its zero point, and
    there is no instruction for pairs. The zero points are that of the left side, and that of the
    right one twice: as a buffer, and as it is in the graph."""
    x_zero, y_zero, known_zero = zeros
    if b.machine is None or x.rank < _MATRIX or y.rank < _MATRIX:
        return None
    if x.element not in (UI8, I8) or y.element not in (UI8, I8):
        return None
    if 0 in (*x.type.shape, *y.type.shape):
        return None
    if x_zero is not None and any(n != 1 for n in x_zero.type.shape):
        return None
    array, zero = constant_array(y), known_array(b, known_zero)
    if array is None or zero is None or array.ndim != _MATRIX or zero.size not in (1, y.shape[1]):
        array = zero = None
    rows = product(x.shape[:-1])  # one row waits for the weights: they stay bytes
    by_pairs = "vpmaddwd" in b.machine.dots and (b.machine.sums_pairs or array is None)
    if array is not None and (rows == 1 or not by_pairs):
        flat = _as_matrix(b, x, rows, array.shape[0])
        made = _Product(b, flat, array, zero, x_zero)
        return _in_rows(b, x, y, type, made.emit)
    if not by_pairs or x.shape[-2] == 1:  # packing takes as long as the product of one row
        return None
    if y_zero is not None and not (y_zero.size == 1 or y_zero.rank == 1):
        return None
    wide = widened_rows(b, x, x_zero)
    if array is not None and zero is not None:
        array, y_zero = array.astype("int16") - zero.astype("int16"), None
    if y.rank == _MATRIX:
        flat = _as_matrix(b, wide, rows, wide.shape[-1])
        right = PairPanels(y, array, (), y_zero)

        def emit(out: Buffer, fused: FusedRows | None) -> None:
            product_of_pairs(b, (flat, ()), right, (out, ()), fused)

        return _in_rows(b, x, y, type, emit)

    def multiply(left: list[Ix], right: list[Ix], out: Buffer, at: list[Ix]) -> None:
        product_of_pairs(b, (wide, left), PairPanels(y, None, right, y_zero), (out, at))

    return [product_of_stacks(b, x, y, type, multiply)]


def _in_rows(
    b: KrnlBuilder,
    x: Buffer,
    y: Buffer,
    type: MemRefType,
    emit: Callable[[Buffer, FusedRows | None], None],
) -> list[Buffer | None]:
    """The product of rows and one matrix, and what is fused with it."""
    rows, columns = product(x.shape[:-1]), y.shape[-1]
    sizes = [*x.shape[:-1], columns]
    cast = b.op.next
    if not isinstance(cast, onnx.CastOp) or cast.attribute(FUSED) is not b.op.attribute(FUSED):
        cast = None
    if cast is None or b.op.attribute(FUSED) is None:
        out = b.alloc_type(type, sizes)
        emit(_as_matrix(b, out, rows, columns), None)
        return [out]
    fused = FusedRows.claim(b, (type.shape, rows, columns), cast)
    out = b.alloc_type(MemRefType(type.shape, F32), sizes)
    emit(_as_matrix(b, out, rows, columns), fused)
    return [out]


def _as_matrix(b: KrnlBuilder, x: Buffer, rows: Ix, columns: Ix) -> Buffer:
    return b.view(x, b.memref([rows, columns], x.element), [rows, columns])


class _Product:
    """The rows of a matrix of bytes by the columns of a constant."""

    def __init__(
        self, b: KrnlBuilder, x: Buffer, array: Any, zero: Any, x_zero: Buffer | None
    ) -> None:
        import numpy as np

        self.b, self.rows = b, x.shape[0]
        weights, zero = array.astype(np.int32), zero.reshape(-1).astype(np.int32)
        if array.dtype == np.uint8:  # as signed bytes
            weights, zero = weights - 128, zero - 128
        self.depth, self.columns = weights.shape
        self.point = x_zero[(0,) * x_zero.rank].cast(I32) if x_zero is not None else None
        self.x = self._prepared(x)
        self.v = Lanes(b, I32)
        self.column_sums = self._table((weights - zero).sum(0))
        self.zeros = self._table(np.broadcast_to(zero, self.columns)) if zero.any() else None
        self.row_sums = self._sums_of_rows() if zero.any() else None
        groups = np.zeros((self.columns, -(-self.depth // _GROUP) * _GROUP), np.int8)
        groups[:, : self.depth] = weights.T
        self.right = _Groups(x, groups.view(np.int32))

    def _table(self, numbers: Any) -> Buffer:
        return self.b.table(numbers.tolist(), I32)

    def _prepared(self, x: Buffer) -> Buffer:
        """The matrix with its rows padded, which are multiplied by zeros, and as unsigned bytes if
        the machine's instruction takes only those."""
        b, wide = self.b, ceildiv(self.depth, _GROUP) * _GROUP
        machine = b.machine
        moved = x.element is I8 and machine is not None and "vpdpbusd" in machine.dots
        if moved:
            self.point = (self.point if self.point is not None else b.scalar(0, I32)) + 128
        if wide == self.depth and not moved:
            return x
        out = b.alloc([self.rows, wide], UI8 if moved else x.element)
        with b.loops(self.rows) as (i,):
            with b.loops(self.depth) as (k,):
                value = x[[i, k]]
                out[[i, k]] = value.cast(I32) + 128 if moved else value
            with b.loop(self.depth, wide) as k:
                out[[i, k]] = b.scalar(0, I32)
        return out

    def _sums_of_rows(self) -> Buffer:
        b = self.b
        out = b.alloc([self.rows], I32)
        with b.loops(self.rows) as (i,):

            def add(k: list[Ix], total: list[Scalar]) -> list[Scalar]:
                return [total[0] + self.x[[i, k[0]]].cast(I32)]

            out[[i]] = b.fold([self.depth], [b.scalar(0, I32)], add)[0]
        return out

    def emit(self, out: Buffer, fused: FusedRows | None) -> None:
        """All loops; the fused ops take the sums as floats."""
        b, v = self.b, self.v
        dots, real = _Dots(b, self.x.element), Lanes(b, F32)
        zero = v.of(0)

        def left(i: Ix, k: Ix) -> Value:
            some = VectorType((_GROUP,), self.x.element)
            place = (self.x.value, b.value(i), b.value(k * _GROUP))
            value = b.emit(vector.LoadOp, place, type=some)
            return b.emit(vector.BitCastOp, (value,), type=_WORD)

        def start(i: Ix, j: Ix, lanes: Ix) -> Value:
            total = zero
            if self.point is not None:
                total = zero - v.read(self.column_sums, [j], lanes) * self.point.spread(v.type)
            if self.zeros is not None and self.row_sums is not None:
                many = self.row_sums[[i]].spread(v.type)
                total = total - v.read(self.zeros, [j], lanes) * many
            return total.value

        def finish(value: Scalar, i: Ix, j: Ix, lanes: Ix) -> None:
            if fused is not None:
                value = fused.apply(real, value.cast(F32), i, j, lanes)
            v.write(value, out, [i, j], lanes)

        tile = tile_of(b, self.rows, self.columns, v.lanes)
        gemm(dots, tile, self.rows, left, self.right, start, finish)


class _Dots(Lanes):
    """Sums of products of four bytes each."""

    def __init__(self, b: KrnlBuilder, left: Any) -> None:
        super().__init__(b, I32)
        self.bytes: VectorType = VectorType((self.lanes * _GROUP,), left)

    def splat(self, value: Value) -> Value:
        """Four bytes, as a word, in all lanes."""
        words = self.b.emit(vector.BroadcastOp, (value,), type=self.type)
        return self.b.emit(vector.BitCastOp, (words,), type=self.bytes)

    def multiply_add(self, a: Value, c: Value, total: Value) -> Value:
        """The products of neighbors are added to each sum."""
        return self.b.emit(krnl.DotOp, (a, c, total), type=total.type)


class _Groups(Panels):
    """A constant given as words of four bytes, `[columns, depth in words]`; panels are of bytes."""

    def __init__(self, like: Buffer, words: Any) -> None:
        super().__init__(*words.shape[::-1])
        self.like, self.words = like, words

    def prepare(self, v: Lanes, vectors: int) -> None:
        """A constant of another order."""
        import numpy as np

        panels = row_panels(self.words[None], vectors * v.lanes)[0]
        self.panels = packed(v.b, self.like, panels.view(np.int8), I8)

    def load(self, v: Lanes, k: Ix, block: Columns, j: int) -> Value:
        """A vector of words of row k."""
        b = v.b
        type = VectorType((v.lanes * _GROUP,), I8)
        first = (block.first + j * v.lanes) * _GROUP - block.number * self.wide
        place = (self.panels.value, *(b.value(i) for i in (block.number, k, first)))
        return b.emit(vector.LoadOp, place, type=type)
