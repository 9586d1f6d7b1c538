"""The loops of a matrix product around register tiles: blocks of columns, then of rows, the depth
innermost. Sizes may be known only at run time; edges are masked vectors and smaller tiles.

`panels.py` has the forms of the right side.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from mlirlite.conversion.onnx_to_krnl.emit.builder import KrnlBuilder
from mlirlite.conversion.onnx_to_krnl.emit.index import Ix
from mlirlite.conversion.onnx_to_krnl.emit.scalar import Scalar
from mlirlite.conversion.onnx_to_krnl.matmul.panels import Columns, Right, Tiles, column_blocks
from mlirlite.conversion.onnx_to_krnl.registers.lanes import Lanes
from mlirlite.conversion.onnx_to_krnl.registers.tile import (
    Part,
    Shape,
    blocks,
    choose,
    row_parts,
    sums,
)
from mlirlite.dialects.onnx.schedules.products import Tiled
from mlirlite.ir.constants import bit_width
from mlirlite.ir.values import Value


def row_blocks(b: KrnlBuilder, rows: Ix, size: int) -> Iterator[tuple[int, Ix]]:
    """Loops over blocks of rows: the size of a block and its first row. The remainder of a number
    known only at run time is processed in halves."""
    if isinstance(rows, int):
        for part in row_parts(rows, size):
            with blocks(b, part) as (_, row):
                yield part.size, row
        return
    with b.loops(rows // size) as (block,):
        yield size, block * size
    done: Ix = rows // size * size
    step = 1 << max(size - 1, 0).bit_length() >> 1
    while step:
        count = (rows - done) // step
        if step < size:
            with b.loops(count) as (block,):
                yield step, done + block * step
            done = done + count * step
        step //= 2


def row_groups(v: Lanes, rows: Ix, depth: Ix, size: int) -> list[Part]:
    """Groups of rows of the left side that the L2 cache holds while all columns are computed; none
    if it nearly holds all of them, since the right side is read once per group, or if sizes are not
    known."""
    if v.b.machine is None or not isinstance(rows, int) or not isinstance(depth, int):
        return []
    row_bytes, cache = depth * bit_width(v.element) // 8, v.b.machine.l2_bytes
    if rows * row_bytes <= 2 * cache:
        return []
    room = max(cache // 2 // row_bytes, v.b.tuning.group_tiles * size)
    count = -(-rows // room)
    tiles = -(-rows // (count * size))
    return row_parts(rows, tiles * size)


Left = Callable[[Ix, Ix], Value]
"""The factor of row and depth, as a number."""
Start = Callable[[Ix, Ix, Ix], Value]
"""The start values of sums at row and column, in this many lanes."""
Finish = Callable[[Scalar, Ix, Ix, Ix], None]
"""Stores sums of row and column, in this many lanes."""


def gemm(
    v: Lanes, tile: Shape, rows: Ix, left: Left, right: Right, start: Start, finish: Finish
) -> None:
    """sum over k of left(i, k) * right(k, j), for all i and j."""
    b, lanes = v.b, v.lanes
    groups = row_groups(v, rows, right.depth, tile.rows)
    tiles = Tiles(rows, tile.rows, not groups)

    def columns_of(part: Right, origin: Ix, first: Ix, count: Ix) -> None:
        for block in column_blocks(v, part.columns, tile.vectors):
            for size, row in row_blocks(b, count, tile.rows):
                one_tile(part, origin, block, size, first + row, row // tile.rows)

    def one_tile(part: Right, origin: Ix, block: Columns, size: int, row: Ix, number: Ix) -> None:
        places = [(origin + block.first + j * lanes, n) for j, n in enumerate(block.used)]
        begin = [[start(row + i, *place) for place in places] for i in range(size)]
        found = sums(
            v,
            partial(part.fold, v, (block, tiles, number)),
            begin,
            lambda at, i: left(row + i, at[0]),
            lambda at, j: part.load(v, at[0], block, j),
        )
        for i, line in enumerate(found):
            for value, place in zip(line, places, strict=True):
                finish(Scalar(b, value, v.element), row + i, *place)

    for origin, part in right.parts(v, tile.vectors, tiles):
        if not groups:
            columns_of(part, origin, 0, rows)
        for group in groups:
            with blocks(b, group) as (_, first):
                columns_of(part, origin, first, group.size)


def tile_of(b: KrnlBuilder, rows: Ix, columns: Ix, lanes: int) -> Shape:
    """The tile of the op's schedule, or the best one if there is no schedule."""
    schedule = b.schedule(Tiled)
    return best_tile(b, rows, columns, lanes) if schedule is None else schedule.tile


def best_tile(b: KrnlBuilder, rows: Ix, columns: Ix, lanes: int) -> Shape:
    """The tile that suits the machine."""
    if b.machine is None:
        raise ValueError("a tiled product needs a machine")
    known = [n if isinstance(n, int) else None for n in (rows, columns)]
    return choose(b.machine, known[0], known[1], lanes)
