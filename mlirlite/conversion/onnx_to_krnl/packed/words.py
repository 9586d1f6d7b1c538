"""The order in which kernels read packed weights: words of 32 bits, a vector of them for as many
columns, so that one unpacking serves all lanes.

    B[column, block, byte]  -->  words[panel, group, column in the panel]

A word has the numbers of a group of neighboring rows: number 4 * f + n of it is field f of byte n.
So all fields f together are four neighboring rows as bytes, and each field alone is a row.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any

from mlirlite.conversion.onnx_to_krnl.emit.buffer import Buffer
from mlirlite.conversion.onnx_to_krnl.emit.builder import KrnlBuilder
from mlirlite.conversion.onnx_to_krnl.emit.element_types import UI8
from mlirlite.conversion.onnx_to_krnl.emit.index import Ix
from mlirlite.conversion.onnx_to_krnl.emit.scalar import Scalar
from mlirlite.conversion.onnx_to_krnl.registers.lanes import Lanes
from mlirlite.conversion.onnx_to_krnl.registers.packing import (
    constant_array,
    packed_later,
    row_panels,
)
from mlirlite.dialects import arith, krnl
from mlirlite.dialects.onnx.packed_weights import Blocks, unpacked
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.dense import DenseElementsAttr
from mlirlite.ir.types import F32, I32, IntegerType, Signedness, VectorType
from mlirlite.ir.values import Value
from mlirlite.support.tuning import Fixed

Store = Callable[[Scalar, Ix, Ix, Ix], None]
"""Stores sums of row and column, in this many lanes."""

_UI32 = IntegerType(32, Signedness.UNSIGNED)
_WORD: Fixed[int] = 32
"""Bits of a word."""
_AT_ONCE: Fixed[int] = 1 << 20
"""Bytes of weights that are brought into another order at once: it takes some copies of them."""


@dataclass(frozen=True, slots=True)
class Field:
    """A number of a word: its row in the group, and its lowest bit."""

    row: int
    bit: int


@dataclass(frozen=True, slots=True)
class Words:
    """Packed weights in panels of columns."""

    blocks: Blocks
    wide: int
    """Columns of a panel."""
    words: Buffer
    """i32 `[panels, groups, columns of a panel]`."""
    scales: Buffer
    """`[panels, blocks, columns of a panel]`."""
    zeros: Buffer | float
    """Zero points as `scales`, or one for all."""
    first: Ix = 0
    """The first panel: of several matrices, those of one follow each other."""
    book: Value | None = None
    """What the numbers stand for, `vector<16xf32>`; None for the numbers themselves, and for loops
    without vectors."""

    @property
    def rows(self) -> int:
        """Rows of a group: numbers of a word."""
        return _WORD // self.blocks.bits

    @property
    def groups(self) -> int:
        """Groups of a block."""
        return self.blocks.size // self.rows

    @property
    def fields(self) -> list[Field]:
        """All numbers of a word, in the order of rows."""
        bits = self.blocks.bits
        return [Field(row, row % 4 * 8 + row // 4 * bits) for row in range(self.rows)]

    @property
    def panels(self) -> int:
        """Panels of columns; the last one may be partly unused."""
        return -(-self.blocks.columns // self.wide)

    def zero(self, v: Lanes, panel: Ix, block: Ix, column: Ix) -> Scalar:
        """Zero points of as many columns as a vector has lanes."""
        if not isinstance(self.zeros, Buffer):
            return v.of(self.zeros)
        at = [self.first + panel, block, column]
        if self.zeros.element is not UI8:
            return v.read(self.zeros, at, v.lanes)
        some = Lanes(v.b, UI8, v.lanes)
        return some.read(self.zeros, at, v.lanes).cast(F32)

    def scale(self, v: Lanes, panel: Ix, block: Ix, column: Ix) -> Scalar:
        """Scales of as many columns as a vector has lanes."""
        return v.read(self.scales, [self.first + panel, block, column], v.lanes)

    def word(self, v: Lanes, panel: Ix, group: Ix, column: Ix) -> Scalar:
        """Words of as many columns as a vector has lanes."""
        at = [self.first + panel, group, column]
        return Lanes(v.b, I32, v.lanes).read(self.words, at, v.lanes)

    def of(self, matrix: Ix) -> Words:
        """One of several matrices."""
        return replace(self, first=matrix * self.panels)

    def number(self, word: Scalar, field: Field) -> Scalar:
        """A number of each word."""
        bits = self.blocks.bits
        low = Scalar(word.b, (Scalar(word.b, word.value, _UI32) >> field.bit).value, I32)
        return low if field.bit + bits == _WORD else low & (1 << bits) - 1

    def level(self, word: Scalar, field: Field) -> Scalar:
        """What a number of each word stands for, before its zero point and scale."""
        if self.book is None:
            return self.number(word, field).cast(F32)
        moved = Scalar(word.b, word.value, _UI32) >> field.bit if field.bit else word
        indices = moved.value
        assert isinstance(indices.type, VectorType)  # plain loops read a table
        type = VectorType(indices.type.shape, F32)
        return Scalar(word.b, word.b.emit(krnl.LookupOp, (self.book, indices), type=type), F32)

    def scaled(self, word: Scalar, field: Field) -> Scalar:
        """`level`, `2 ** shift(field)` times as large: with one operation before the conversion."""
        if self.book is not None or field.bit + self.blocks.bits == _WORD:
            return self.level(word, field)
        return (word & ((1 << self.blocks.bits) - 1 << field.bit)).cast(F32)

    def shift(self, field: Field) -> int:
        """The base-2 logarithm of the factor by which `scaled` is too large: the highest number is
        moved down, since the word's highest bit would be a sign."""
        if self.book is not None or field.bit + self.blocks.bits == _WORD:
            return 0
        return field.bit


def panels_of(v: Lanes, words: Words) -> Iterator[tuple[Ix, list[int]]]:
    """Loops over panels of columns, and for each of its vectors the lanes in use; the ops emitted
    between two are the body."""
    vectors, columns = words.wide // v.lanes, words.blocks.columns
    full = columns // words.wide
    if full:
        with v.b.loops(full) as (panel,):
            yield panel, [v.lanes] * vectors
    if full < words.panels:
        rest = columns - full * words.wide
        yield full, [min(v.lanes, max(rest - j * v.lanes, 0)) for j in range(vectors)]


def padded(
    b: KrnlBuilder, words: Words, x: Buffer, rows: Ix, powers: Buffer | None = None
) -> Buffer:
    """Rows of the left side as f32, with zeros beyond the depth up to whole blocks; multiplied by
    `powers`, a factor for each row of a group."""
    blocks, each = words.blocks, words.rows
    depth, whole = blocks.depth, blocks.count * blocks.size
    out = b.alloc([rows, whole], F32)

    def number(i: Ix, k: Ix, n: Ix) -> Scalar:
        value = x[[i, k]].cast(F32)
        return value if powers is None else value * powers[[n]]

    with b.loops(rows) as (i,):
        with b.loops(depth // each, each) as (g, n):
            out[[i, g * each + n]] = number(i, g * each + n, n)
        done = depth // each * each
        for k in range(done, depth):
            out[[i, k]] = number(i, k, k - done)
        with b.loop(depth, whole) as beyond:
            out[[i, beyond]] = b.scalar(0, F32)
    return out


def words_of(b: KrnlBuilder, blocks: Blocks, operands: Sequence[Any], wide: int) -> Words:
    """Constants of an op's weights, scales and zero points (or None) in panels of this many
    columns; those of several matrices follow each other."""
    import numpy as np

    weights, scales, zeros = operands
    given = constant_array(weights)
    if given is None:
        raise b.error("has weights that are not constant; expected a constant")

    def panels(height: int, element: Type, rows: Callable[[], Iterable[Any]]) -> Buffer:
        shape = matrices * -(-blocks.columns // wide), height, wide
        return packed_later(b, shape, element, lambda: (_panels(r, wide) for r in rows()))

    groups = blocks.count * blocks.size * blocks.bits // _WORD
    matrices = int(given.nbytes) // (4 * groups * blocks.columns)
    each = given.view(np.uint8).reshape(matrices, blocks.columns, -1)
    words = panels(groups, I32, lambda: chain(*(_in_words(np, m, blocks, wide) for m in each)))
    factors = _known(b, scales).reshape(matrices, blocks.columns, blocks.count)
    made = panels(blocks.count, scales.element, lambda: factors)
    zero: Buffer | float = float(blocks.usual_zero)
    if zeros is not None:
        points = blocks.zeros(np, _known(b, zeros).reshape(matrices, blocks.columns, -1))
        first = points.reshape(-1)[0]
        if (points == first).all():
            zero = float(first)
        else:
            element = UI8 if points.dtype.kind in "iu" else zeros.element
            zero = panels(blocks.count, element, lambda: points)
    book = _book(b, blocks) if wide > 1 else None
    return Words(blocks, wide, words, made, zero, book=book)


def _book(b: KrnlBuilder, blocks: Blocks) -> Value | None:
    if not blocks.book:
        return None
    type = VectorType((len(blocks.book),), F32)
    value: dict[str, Attribute] = {"value": DenseElementsAttr.of(type, list(blocks.book))}
    return b.emit(arith.ConstantOp, (), value, type)


def _known(b: KrnlBuilder, x: Buffer) -> Any:
    found = constant_array(x)
    if found is None:
        raise b.error("has scales or zero points that are not constant; expected constants")
    return found


def _in_words(np: Any, rows: Any, blocks: Blocks, wide: int) -> Iterator[Any]:
    """Words `[columns, groups]` of a matrix, a few panels at a time."""
    bits, each = blocks.bits, 8 // blocks.bits
    some = max(1, _AT_ONCE // (rows.shape[1] * wide)) * wide
    for first in range(0, blocks.columns, some):
        part = rows[first : first + some]
        fields = unpacked(np, part, bits).reshape(len(part), -1, each, 4)
        found = fields[:, :, 0].copy()
        for f in range(1, each):
            found |= fields[:, :, f] << np.uint8(bits * f)
        yield found.view("<u4").reshape(len(part), -1)


def _panels(rows: Any, wide: int) -> Any:
    """`[columns, height] -> [panels, height, columns of a panel]`, with zeros at the end."""
    return row_panels(rows[None], wide)[0]
