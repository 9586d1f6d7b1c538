"""Convolutions of bytes as sums of pairs of 16-bit integers (`pair_matmul.py`): rows are output
channels, and columns are pixels, whose windows are copied some at a time (`conv/columns.py`). Sizes
and weights may be known only at run time."""

from __future__ import annotations

from collections.abc import Callable

from mlirlite.conversion.onnx_to_krnl.conv.columns import Columns
from mlirlite.conversion.onnx_to_krnl.emit.buffer import Buffer
from mlirlite.conversion.onnx_to_krnl.emit.builder import KrnlBuilder
from mlirlite.conversion.onnx_to_krnl.emit.element_types import UI8
from mlirlite.conversion.onnx_to_krnl.emit.index import Ix, ceildiv
from mlirlite.conversion.onnx_to_krnl.emit.scalar import Scalar
from mlirlite.conversion.onnx_to_krnl.emit.window import Window
from mlirlite.conversion.onnx_to_krnl.matmul.blocks import best_tile
from mlirlite.conversion.onnx_to_krnl.quantized.pair_matmul import (
    PAIR,
    PairPanels,
    product_of_pairs,
)
from mlirlite.conversion.onnx_to_krnl.registers.packing import constant_array, packed
from mlirlite.ir.attribute import Type
from mlirlite.ir.types import I8, I16, I32
from mlirlite.support.tuning import Fixed

_FEWEST: Fixed[int] = 4
"""Tiles of pixels that share what a row of weights is read for."""
_BYTES: Fixed[int] = 3
"""Of an element of a window: a copied byte, and 16 bits in a panel."""
_BYTE: Fixed[int] = 8

Finish = Callable[[Ix, Scalar], Scalar]
"""The result of an output channel, and a sum."""


def convolution_of_pairs(
    b: KrnlBuilder,
    x: Buffer,
    w: Buffer,
    zeros: tuple[Buffer | None, Buffer | None],
    out: Buffer,
    window: Window,
    finish: Finish,
) -> bool:
    """Fill a result. False if plain loops have to be used: for other elements, or if the machine
    does not sum up pairs."""
    if b.machine is None or "vpmaddwd" not in b.machine.dots:
        return False
    if x.element not in (UI8, I8) or w.element not in (UI8, I8):
        return False
    if 0 in (*x.type.shape, *w.type.shape):
        return False
    _PairColumns(b, x, w, zeros, window).emit(out, finish)
    return True


class _PairColumns(Columns):
    def __init__(
        self,
        b: KrnlBuilder,
        x: Buffer,
        w: Buffer,
        zeros: tuple[Buffer | None, Buffer | None],
        window: Window,
    ) -> None:
        super().__init__(b, x, w, window)
        self.zero, w_zero = zeros
        if self.zero is not None:
            self.outside = self.zero.scalar()
        self.pairs = self._widened(self.weights, w_zero)

    def _widened(self, w: Buffer, zero: Buffer | None) -> Buffer:
        """Weights without their zero points, with 16 bits each: a matrix for each group, and zeros
        at the end of rows of an odd length."""
        b = self.b
        array, points = constant_array(w), None if zero is None else constant_array(zero)
        if array is not None and (zero is None or points is not None):
            import numpy as np

            rows, depth = array.shape
            found = np.zeros((rows, depth + depth % PAIR), np.int16)
            column = 0 if points is None else points.reshape(-1, 1).astype(np.int16)
            found[:, :depth] = array.astype(np.int16) - column
            return packed(b, w, found.reshape(self.groups, rows // self.groups, -1), I16)
        wide = ceildiv(self.depth, PAIR) * PAIR
        out = b.alloc([self.groups, self.rows, wide], I16)
        with b.loops(self.groups, self.rows) as (g, i):
            row = g * self.rows + i
            point = b.scalar(0, I32) if zero is None else _point(zero, row)
            with b.loops(self.depth) as (k,):
                out[g, i, k] = w[row, k].cast(I32) - point
            with b.loop(self.depth, wide) as k:
                out[g, i, k] = b.scalar(0, I32)
        return out

    def emit(self, out: Buffer, finish: Finish) -> None:
        """All loops."""
        b = self.b
        outputs = self.rows * self.groups
        sizes = [self.x.shape[0], outputs, self.lines * self.wide]
        shown = b.view(out, b.memref(sizes, out.element), sizes)
        with self.parts(self._pixels()) as (image, (line, first), (down, across), most):
            columns = down * across
            copied, matrix = self._room(self.x.element, self.depth, columns, most)
            self.copy(image, (line, first), (down, across), copied)
            _, sums = self._room(I32, self.rows, columns, most)
            right = PairPanels(matrix, None, (), self.zero, most)
            product_of_pairs(b, (self.pairs, [image[1]]), right, (sums, ()))
            with b.loops(self.rows, columns) as (i, j):
                m = image[1] * self.rows + i
                shown[image[0], m, line * self.wide + first + j] = finish(m, sums[i, j])

    def _room(self, element: Type, rows: Ix, columns: Ix, most: Ix) -> tuple[Buffer, Buffer]:
        """Memory for the most columns that there may be, and a matrix in it."""
        b, shape = self.b, [rows, columns]
        made = b.alloc([rows * most], element)
        return made, b.view(made, b.memref(shape, element), shape)

    def _pixels(self) -> int:
        """Whose windows half of the L2 cache holds."""
        machine, fewest = self.b.machine, 2 * _FEWEST
        if machine is None:
            raise ValueError("pairs need a machine")
        lanes = machine.lanes(4 * _BYTE)
        wide = best_tile(self.b, self.rows, self.wide, lanes).vectors * lanes
        if isinstance(self.depth, int):
            fewest = max(_FEWEST, machine.l2_bytes // 2 // (self.depth * _BYTES) // wide)
        return fewest * wide


def _point(zero: Buffer, row: Ix) -> Scalar:
    """The zero point of a row: one for all, or its own."""
    single = zero.rank == 0 or (isinstance(zero.shape[0], int) and zero.shape[0] == 1)
    at: Ix = 0 if single else zero.b.index_min(row, zero.shape[0] - 1)
    return zero[[at] * zero.rank].cast(I32)
