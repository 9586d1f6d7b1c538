"""Few rows times packed weights: each word is unpacked in registers, once for all rows of a tile.

    for each block of rows: part = -zero * (sum of x)
        for each word, for each of its numbers q at bit n:
            part += (x * 2^-n) * float(word & mask), where the mask keeps the number's bits
        sum += scale * part

A number stays where it is in its word, 2^n times as large: the factor of x, a power of two, is
exact, and it is multiplied once for all columns. Where x is infinite, sums of x are of no use: then
the zero point is subtracted from each number.
"""

from __future__ import annotations

from mlirlite.conversion.onnx_to_krnl.emit.buffer import Buffer
from mlirlite.conversion.onnx_to_krnl.emit.builder import KrnlBuilder
from mlirlite.conversion.onnx_to_krnl.emit.index import Ix
from mlirlite.conversion.onnx_to_krnl.emit.scalar import Scalar
from mlirlite.conversion.onnx_to_krnl.matmul.blocks import row_blocks
from mlirlite.conversion.onnx_to_krnl.packed.words import Store, Words, padded, panels_of
from mlirlite.conversion.onnx_to_krnl.registers.lanes import Lanes
from mlirlite.conversion.onnx_to_krnl.registers.tile import Shape
from mlirlite.ir.types import F32


def few_rows(v: Lanes, tile: Shape, words: Words, x: Buffer, store: Store) -> None:
    """The product of rows of x, `[rows, depth]`, and the weights."""
    b = v.b
    scaled, sums = _prepared(b, words, x, x.shape[0])
    if sums is None:
        _product(v, tile.rows, words, (scaled, None), store)
        return
    finite = _are_finite(b, sums)
    with b.if_(finite):
        _product(v, tile.rows, words, (scaled, sums), store)
    with b.if_(~finite):
        _product(v, 1, words, (scaled, None), store)


Left = tuple[Buffer, Buffer | None]
"""The left side, and the negated sums of its blocks, if they are used."""


def _product(v: Lanes, rows: int, words: Words, left: Left, store: Store) -> None:
    """The product, this many rows at once."""
    b, count = v.b, left[0].shape[0]
    for panel, used in panels_of(v, words):
        for size, row in row_blocks(b, count, rows):
            totals = _tile(v, words, left, (panel, row, size))
            for n, total in enumerate(totals):
                i, j = divmod(n, words.wide // v.lanes)
                if used[j]:
                    store(total, row + i, panel * words.wide + j * v.lanes, used[j])


def _are_finite(b: KrnlBuilder, sums: Buffer) -> Scalar:
    """Whether all are: 0 times any other number is NaN."""

    def add(at: list[Ix], found: list[Scalar]) -> list[Scalar]:
        return [found[0] + sums[at] * 0]

    return b.fold(sums.shape, [b.scalar(0, F32)], add)[0].eq(0)


def _prepared(b: KrnlBuilder, words: Words, x: Buffer, rows: Ix) -> Left:
    """x with each number divided by the power of two by which its factor in the word is too large;
    and the negated sums of its blocks, unless all zero points are 0."""
    blocks, v = words.blocks, Lanes(b, F32)
    shifts = [words.shift(f) for f in words.fields]
    powers = b.table([2.0**-n for n in shifts], F32) if any(shifts) else None
    scaled = padded(b, words, x, rows, powers)
    if words.zeros == 0:
        return scaled, None
    sums = b.alloc([rows, blocks.count], F32)
    with b.loops(rows, blocks.count) as (i, n):
        first = n * blocks.size
        count = b.index_min(blocks.size, blocks.depth - first)
        sums[[i, n]] = -_sum(v, x, i, first, count)
    return scaled, sums


def _sum(v: Lanes, x: Buffer, i: Ix, first: Ix, count: Ix) -> Scalar:
    def add(k: list[Ix], found: list[Scalar]) -> list[Scalar]:
        return [found[0] + x[[i, first + k[0]]].cast(F32)]

    return v.b.fold([count], [v.b.scalar(0, F32)], add)[0]


def _tile(v: Lanes, words: Words, left: Left, place: tuple[Ix, Ix, int]) -> list[Scalar]:
    """The sums of some rows and all columns of a panel, row by row."""
    b, (x, sums), (panel, row, size) = v.b, left, place
    vectors = words.wide // v.lanes

    def block(at: list[Ix], totals: list[Scalar]) -> list[Scalar]:
        (number,) = at
        starts, zeros = [v.of(0)] * (size * vectors), list[Scalar]()
        if words.zeros != 0:
            zeros = [words.zero(v, panel, number, j * v.lanes) for j in range(vectors)]
        if sums is not None:
            negative = [sums[[row + i, number]].spread(v.type) for i in range(size)]
            starts, zeros = [zero * n for n in negative for zero in zeros], []

        def group(inner: list[Ix], parts: list[Scalar]) -> list[Scalar]:
            index = number * words.groups + inner[0]
            return _group(v, words, x, zeros, (panel, index, row, size), parts)

        parts = b.fold([words.groups], starts, group)
        scales = [words.scale(v, panel, number, j * v.lanes) for j in range(vectors)]
        return [
            Scalar(b, v.multiply_add(p.value, scales[n % vectors].value, t.value), F32)
            for n, (p, t) in enumerate(zip(parts, totals, strict=True))
        ]

    zero = v.of(0)
    return b.fold([words.blocks.count], [zero] * (size * vectors), block)


def _group(
    v: Lanes,
    words: Words,
    x: Buffer,
    zeros: list[Scalar],
    place: tuple[Ix, Ix, Ix, int],
    parts: list[Scalar],
) -> list[Scalar]:
    """The products of one word of each column; zero points are subtracted from its numbers, if any
    are given."""
    b, (panel, group, row, size) = v.b, place
    vectors = words.wide // v.lanes
    found = [p.value for p in parts]
    for j in range(vectors):
        word = words.word(v, panel, group, j * v.lanes)
        for field in words.fields:
            number = words.scaled(word, field)
            if zeros:
                number = number - zeros[j] * 2.0 ** words.shift(field)
            for i in range(size):
                factor = v.splat(x.load([row + i, group * words.rows + field.row]))
                n = i * vectors + j
                found[n] = v.multiply_add(number.value, factor, found[n])
    return [Scalar(b, f, F32) for f in found]
