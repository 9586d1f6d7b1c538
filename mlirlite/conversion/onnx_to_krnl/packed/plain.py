"""Packed weights without vectors: plain loops."""

from __future__ import annotations

from mlirlite.conversion.onnx_to_krnl.emit.buffer import Buffer
from mlirlite.conversion.onnx_to_krnl.emit.builder import KrnlBuilder
from mlirlite.conversion.onnx_to_krnl.emit.index import Ix
from mlirlite.conversion.onnx_to_krnl.emit.scalar import Scalar
from mlirlite.conversion.onnx_to_krnl.packed.words import Store, Words, padded
from mlirlite.ir.types import F32, I32


def plain_loops(b: KrnlBuilder, words: Words, x: Buffer, store: Store) -> None:
    """The product of rows and weights in panels of one column."""
    rows, blocks = x.shape[0], words.blocks
    left, book = padded(b, words, x, rows), blocks.book and b.table(blocks.book, F32)

    def number(i: Ix, j: Ix, n: Ix) -> list[Scalar]:
        point = words.zeros
        zero = (
            b.scalar(point, F32)
            if isinstance(point, float)
            else point[[words.first + j, n, 0]].cast(F32)
        )

        def group(at: list[Ix], found: list[Scalar]) -> list[Scalar]:
            g = n * words.groups + at[0]
            word = Scalar(b, words.words.load([words.first + j, g, 0]), I32)
            (total,) = found
            for field in words.fields:
                place = word >> field.bit & (1 << blocks.bits) - 1
                level = book[[place.index()]] if book else place.cast(F32)
                factor = left[[i, g * words.rows + field.row]]
                total = factor.multiply_add(level - zero, total)
            return [total]

        return b.fold([words.groups], [b.scalar(0, F32)], group)

    with b.loops(rows, blocks.columns) as (i, j):

        def block(at: list[Ix], found: list[Scalar]) -> list[Scalar]:
            scale = words.scales[[words.first + j, at[0], 0]].cast(F32)
            return [number(i, j, at[0])[0].multiply_add(scale, found[0])]

        (total,) = b.fold([blocks.count], [b.scalar(0, F32)], block)
        store(total, i, j, 1)
