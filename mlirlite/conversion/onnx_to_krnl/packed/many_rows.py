"""Many rows times packed weights: a panel of columns, and as much of the depth as the L2 cache
holds, is unpacked and multiplied with all rows; then the next one.

    for each panel of columns, for each part of the depth:
        panel = (float(numbers) - zeros) * scales
        sums += x * panel, in register tiles
"""

from __future__ import annotations

from mlirlite.conversion.onnx_to_krnl.emit.buffer import Buffer
from mlirlite.conversion.onnx_to_krnl.emit.index import Ix
from mlirlite.conversion.onnx_to_krnl.emit.scalar import Scalar
from mlirlite.conversion.onnx_to_krnl.matmul.blocks import Finish, Start, gemm
from mlirlite.conversion.onnx_to_krnl.matmul.panels import Columns, Panels, Tiles
from mlirlite.conversion.onnx_to_krnl.packed.words import Store, Words, padded
from mlirlite.conversion.onnx_to_krnl.registers.lanes import Lanes, stripes
from mlirlite.conversion.onnx_to_krnl.registers.tile import Shape, Step
from mlirlite.ir.constants import bit_width
from mlirlite.ir.types import F32
from mlirlite.ir.values import Value


def many_rows(v: Lanes, tile: Shape, words: Words, x: Buffer, store: Store) -> None:
    """The product of rows of x, `[rows, depth]`, and the weights."""
    blocks, wide = words.blocks, tile.vectors * v.lanes
    whole = x.element is F32 and blocks.depth % blocks.size == 0
    left = x if whole else padded(v.b, words, x, x.shape[0])
    for columns in stripes(v.b, blocks.columns, wide):
        _panel(v, tile, words, left, columns, store)


def _panel(
    v: Lanes, tile: Shape, words: Words, x: Buffer, columns: tuple[Ix, Ix], store: Store
) -> None:
    """All rows of a panel: its first column, and how many."""
    b, (rows, blocks), wide = v.b, (x.shape[0], words.blocks), tile.vectors * v.lanes
    some, (first, count) = _blocks_of_part(v, words, wide), columns

    def part(number: Ix, size: int, start: Start, finish: Finish) -> None:
        panel = _unpacked(v, words, columns, (number, size), wide)
        row = number * blocks.size
        gemm(v, tile, rows, lambda i, k: x.load([i, row + k]), panel, start, finish)

    def last(value: Scalar, i: Ix, j: Ix, lanes: Ix) -> None:
        store(value, i, first + j, lanes)

    zero = v.of(0)
    if some >= blocks.count:
        part(0, blocks.count, lambda i, j, lanes: zero.value, last)
        return
    sums = b.alloc([rows, count], F32)

    def stored(i: Ix, j: Ix, lanes: Ix) -> Value:
        return v.read(sums, [i, j], lanes).value

    with b.loops(rows) as (i,):
        for vectors in v.row(count):
            for j, lanes in vectors:
                v.write(zero, sums, [i, j], lanes)
    before = (blocks.count - 1) // some
    with b.loops(before) as (n,):
        part(n * some, some, stored, lambda value, i, j, lanes: v.write(value, sums, [i, j], lanes))
    part(before * some, blocks.count - before * some, stored, last)


class _Unpacked(Panels):
    """One panel, which the L2 cache holds."""

    def fold(
        self, v: Lanes, place: tuple[Columns, Tiles, Ix], inits: list[Scalar], step: Step
    ) -> list[Scalar]:
        """One loop: no panel follows that could be prefetched."""
        return v.b.fold([self.depth], inits, step)


def _blocks_of_part(v: Lanes, words: Words, wide: int) -> int:
    """Blocks of the depth that are unpacked at once: about as many for all parts."""
    blocks, machine = words.blocks, v.b.machine
    if machine is None:
        return blocks.count
    room = machine.l2_bytes // 2 // (blocks.size * wide * bit_width(F32) // 8)
    return -(-blocks.count // -(-blocks.count // max(room, 1)))


def _unpacked(
    v: Lanes, words: Words, columns: tuple[Ix, Ix], part: tuple[Ix, int], wide: int
) -> Panels:
    """A panel of some columns, from a block of the depth on: this many blocks."""
    b, (first, count), (number, some) = v.b, columns, part
    made = _Unpacked(some * words.blocks.size, count)
    made.panels = b.alloc([1, some * words.blocks.size, wide], F32)
    last = words.panels * words.wide - v.lanes
    vectors = [b.index_min(first + j, last) for j in range(0, wide, v.lanes)]
    places = [(c // words.wide, c % words.wide) for c in vectors]
    with b.loops(some) as (n,):
        at = [[panel, number + n, inside] for panel, inside in places]
        zeros = [words.zero(v, *place) for place in at]
        scales = [words.scale(v, *place) for place in at]
        with b.loops(words.groups) as (g,):
            group = n * words.groups + g
            start = number * words.groups + group
            loaded = [words.word(v, panel, start, inside) for panel, inside in places]
            for field in words.fields:
                for j, word in enumerate(loaded):
                    level = words.level(word, field) - zeros[j]
                    place = [0, group * words.rows + field.row, j * v.lanes]
                    v.write(level * scales[j], made.panels, place, v.lanes)
    return made
