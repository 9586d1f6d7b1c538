"""Products of packed weights with rows that are rounded to 8 bits, as the accuracy level allows:
exact sums of integers in each block.

    for each block of rows: q = round(x / step), step = max |x| / 127
        part = sum of q * weights, four neighboring rows at a time
        sum += (part - zero * (sum of q)) * scale * step
"""

from __future__ import annotations

from dataclasses import dataclass

from mlirlite.conversion.onnx_to_krnl.emit.buffer import Buffer
from mlirlite.conversion.onnx_to_krnl.emit.element_types import UI8
from mlirlite.conversion.onnx_to_krnl.emit.index import Ix
from mlirlite.conversion.onnx_to_krnl.emit.scalar import Scalar
from mlirlite.conversion.onnx_to_krnl.matmul.blocks import row_blocks
from mlirlite.conversion.onnx_to_krnl.packed.words import Store, Words, padded, panels_of
from mlirlite.conversion.onnx_to_krnl.registers.lanes import Lanes
from mlirlite.conversion.onnx_to_krnl.registers.tile import Shape
from mlirlite.dialects import arith, krnl, vector
from mlirlite.ir.types import F32, I8, I16, I32, VectorType
from mlirlite.ir.values import Value
from mlirlite.support.tuning import Fixed

_GROUP: Fixed[int] = 4
"""Bytes of a word."""
_MOST: Fixed[int] = 127
"""The largest number that a factor is rounded to."""
_SHORT: Fixed[int] = 32
"""Rows whose products of at most 4 bits by 8 bits, in pairs, add up to less than 2 ** 15."""
_WORD = VectorType((1,), I32)


@dataclass(frozen=True, slots=True)
class _Left:
    """Rounded rows."""

    numbers: Buffer
    """i8 `[rows, depth in whole blocks]`."""
    steps: Buffer
    """`[rows, blocks]`: the step of each block, by which its numbers are multiplied."""
    sums: Buffer
    """`[rows, blocks]`: the sums of the numbers, negative, as floats."""


def rows_of_bytes(v: Lanes, tile: Shape, words: Words, x: Buffer, store: Store) -> None:
    """The product of rows of x, `[rows, depth]`, and the weights; the tile's vectors divide those
    of a panel."""
    b, left = v.b, _rounded(v, words, x)
    for panel, used in panels_of(v, words):
        count = len(used) // tile.vectors
        if all(n == v.lanes for n in used) and count > 1:
            with b.loops(count) as (n,):
                place = panel, n * (tile.vectors * v.lanes)
                _columns(v, tile, words, left, (place, used[: tile.vectors]), store)
            continue
        for n in range(0, len(used), tile.vectors):
            place = panel, n * v.lanes
            _columns(v, tile, words, left, (place, used[n : n + tile.vectors]), store)


def _columns(
    v: Lanes,
    tile: Shape,
    words: Words,
    left: _Left,
    columns: tuple[tuple[Ix, Ix], list[int]],
    store: Store,
) -> None:
    """All rows of some vectors of a panel: the panel and the first column in it, and the lanes in
    use."""
    (panel, first), used = columns
    for size, row in row_blocks(v.b, left.numbers.shape[0], tile.rows):
        place = panel, row, first
        totals = _tile(v, words, left, place, Shape(size, tile.vectors))
        for n, total in enumerate(totals):
            i, j = divmod(n, tile.vectors)
            if used[j]:
                column = panel * words.wide + first + j * v.lanes
                store(total, row + i, column, used[j])


def _rounded(v: Lanes, words: Words, x: Buffer) -> _Left:
    b, blocks, rows = v.b, words.blocks, x.shape[0]
    whole = x.element is F32 and blocks.depth % blocks.size == 0
    source = x if whole else padded(b, words, x, rows)
    made = _Left(
        b.alloc([rows, blocks.count * blocks.size], I8),
        b.alloc([rows, blocks.count], F32),
        b.alloc([rows, blocks.count], F32),
    )
    integers = Lanes(b, I32, v.lanes)
    with b.loops(rows, blocks.count) as (i, n):
        places = [n * blocks.size + k for k in range(0, blocks.size, v.lanes)]
        largest = v.of(0)
        for k in places:
            largest = largest.max(v.read(source, [i, k], v.lanes).abs())
        most = v.reduce(largest, "maximumf")
        inverse = (most > 0).select(_MOST / most, 0.0).spread(v.type)
        total = integers.of(0)
        for k in places:
            level = v.read(source, [i, k], v.lanes) * inverse
            level = (level.abs() <= _MOST + 0.5).select(level, 0.0)  # not for NaN, nor infinity
            number = level.round_even().truncated(I32)
            total = total + number
            small = b.emit(arith.TruncIOp, (number.value,), type=VectorType((v.lanes,), I8))
            place = (made.numbers.value, b.value(i), b.value(k))
            b.insert(vector.StoreOp.create((small, *place)))
        made.steps[[i, n]] = most * (1 / _MOST)
        made.sums[[i, n]] = -integers.reduce(total, "add").cast(F32)
    return made


def _tile(
    v: Lanes, words: Words, left: _Left, place: tuple[Ix, Ix, Ix], tile: Shape
) -> list[Scalar]:
    """The sums of some rows and vectors of a panel, row by row."""
    b, (panel, row, first) = v.b, place

    def block(at: list[Ix], totals: list[Scalar]) -> list[Scalar]:
        (number,) = at
        parts = _parts(v, words, left, (panel, row, first, number), tile)
        columns = [first + j * v.lanes for j in range(tile.vectors)]
        zeros = [words.zero(v, panel, number, c) for c in columns]
        scales = [words.scale(v, panel, number, c) for c in columns]
        found = []
        for n, (part, total) in enumerate(zip(parts, totals, strict=True)):
            i, j = divmod(n, tile.vectors)
            negative = left.sums[[row + i, number]].spread(v.type)
            step = left.steps[[row + i, number]].spread(v.type)
            exact = zeros[j].multiply_add(negative, part.cast(F32))
            found.append((exact * scales[j]).multiply_add(step, total))
        return found

    zero = v.of(0)
    return b.fold([words.blocks.count], [zero] * (tile.rows * tile.vectors), block)


def _parts(
    v: Lanes, words: Words, left: _Left, place: tuple[Ix, Ix, Ix, Ix], tile: Shape
) -> list[Scalar]:
    """The integer sums of a block."""
    b, (panel, row, first, number) = v.b, place
    short = b.machine is not None and not b.machine.sums_bytes
    groups = _SHORT // words.rows if short else words.groups
    sums, integers = tile.rows * tile.vectors, Lanes(b, I32, v.lanes)

    def several(start: Ix, found: list[Scalar]) -> list[Scalar]:
        def group(at: list[Ix], parts: list[Scalar]) -> list[Scalar]:
            index = number * words.groups + start + at[0]
            return _group(v, words, left, (panel, row, first, index), tile, parts)

        return b.fold([min(groups, words.groups)], found, group)

    if not short:
        return several(0, [integers.of(0)] * sums)
    halves = Lanes(b, I16, 2 * v.lanes)

    def piece(at: list[Ix], found: list[Scalar]) -> list[Scalar]:
        parts = several(at[0] * groups, [halves.of(0)] * sums)
        return [f + _widened(integers, p) for f, p in zip(found, parts, strict=True)]

    zeros = [integers.of(0)] * sums
    if groups >= words.groups:
        return piece([0], zeros)
    return b.fold([words.groups // groups], zeros, piece)


def _widened(integers: Lanes, pairs: Scalar) -> Scalar:
    """The sums of two neighbors of 16 bits each."""
    b = integers.b
    words = Scalar(b, b.emit(vector.BitCastOp, (pairs.value,), type=integers.type), I32)
    return (words << 16 >> 16) + (words >> 16)


def _group(
    v: Lanes,
    words: Words,
    left: _Left,
    place: tuple[Ix, Ix, Ix, Ix],
    tile: Shape,
    parts: list[Scalar],
) -> list[Scalar]:
    """The products of one word of each column: four rows at a time."""
    b, (panel, row, first, group) = v.b, place
    bits = words.blocks.bits
    many = VectorType((v.lanes * _GROUP,), I8)
    found = [p.value for p in parts]
    mask = sum((1 << bits) - 1 << 8 * n for n in range(_GROUP)) - (1 << 32 if bits == 8 else 0)
    loaded = [words.word(v, panel, group, first + j * v.lanes) for j in range(tile.vectors)]
    for f in range(8 // bits):
        fields = [(w >> bits * f if f else w) & mask for w in loaded]
        right = [b.emit(vector.BitCastOp, (n.value,), type=many) for n in fields]
        for i in range(tile.rows):
            factors = _splat(v, left.numbers, [row + i, group * words.rows + _GROUP * f])
            for j in range(tile.vectors):
                n = i * tile.vectors + j
                found[n] = _dot(v, right[j], factors, found[n])
    return [Scalar(b, f, p.type) for f, p in zip(found, parts, strict=True)]


def _splat(v: Lanes, numbers: Buffer, at: list[Ix]) -> Value:
    """Four neighboring bytes, for all columns."""
    b = v.b
    place = (numbers.value, *(b.value(i) for i in at))
    some = b.emit(vector.LoadOp, place, type=VectorType((_GROUP,), I8))
    word = b.emit(vector.BitCastOp, (some,), type=_WORD)
    words = b.emit(vector.BroadcastOp, (word,), type=VectorType((v.lanes,), I32))
    return b.emit(vector.BitCastOp, (words,), type=VectorType((v.lanes * _GROUP,), I8))


def _dot(v: Lanes, weights: Value, factors: Value, total: Value) -> Value:
    """The products of neighbors added to sums: four of them, or two in 16 bits."""
    b = v.b
    unsigned = VectorType((v.lanes * _GROUP,), UI8)
    if b.machine is not None and b.machine.sums_bytes:
        signed = "usdot" not in b.machine.dots and "sdot" in b.machine.dots
        left = weights if signed else b.cast(weights, unsigned)
        return b.emit(krnl.DotOp, (left, factors, total), type=total.type)
    pairs = b.emit(krnl.PairDotOp, (b.cast(weights, unsigned), factors), type=total.type)
    return b.emit(arith.AddIOp, (total, pairs))
